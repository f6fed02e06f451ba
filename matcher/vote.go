package matcher

import (
	"fmt"
	"math"
	"time"
)

// A Vote is what a person said of a case that was found for an alert.
type Vote struct {
	Case  string // its id
	Alert string // what Sketch made of the alert
	// Weight is above zero for "this is it" and below for "not this": 1 or -1 on the day,
	// less with age, see Faded.
	Weight float64
	// Person is who said it. Of what one person said of a case for alerts like one another,
	// the newest counts. Each "" is somebody else.
	Person string
}

// voteHalfLife is after how long a vote counts half: what was so a quarter ago may have been
// repaired since.
const voteHalfLife = 90 * 24 * time.Hour

// Faded is what a vote of that weight still weighs at an age.
func Faded(weight float64, age time.Duration) float64 {
	return weight * math.Exp2(-max(0, age.Hours())/voteHalfLife.Hours())
}

const (
	// votedAlike is the share of words from which an alert is like the one that was voted on.
	votedAlike = 0.6
	// voteStep is how much of its score one fresh vote on this very alert takes from or adds
	// to a case, and voteLimit how much all together may.
	voteStep  = 0.25
	voteLimit = 0.5
)

// shifts is what votes make of the scores of cases for q, by entry; none where nobody voted.
func (l *Library) shifts(q *query) map[int]shift {
	if q.shifts == nil && l.ballots != nil {
		q.shifts = l.ballots.shifts(q.sketch())
	}
	return q.shifts
}

// heed adds the votes to the score of m and to its evidence. A share of nothing is nothing.
func (m *Match) heed(s shift) {
	if s.count == 0 || m.Score == 0 {
		return
	}
	told := fmt.Sprintf("votes on alerts like this one: %d", s.count)
	weight := s.share * m.Score
	m.Votes, m.Score = s.share/voteLimit, m.Score+weight
	m.Evidence = append(m.Evidence, Evidence{Kind: ByVote, Field: "votes", Found: told, Weight: weight})
}

// Heeding is the same library that also heeds votes, given newest first: each kind of alert
// moves a case up or down by what people said of it. Votes that were given to it before count no
// more, those on cases it does not have are passed over, and of very many the first 5,000 count.
func (l *Library) Heeding(votes []Vote) *Library {
	heeding := *l
	heeding.ballots = l.count(votes)
	return &heeding
}
