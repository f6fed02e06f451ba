package matcher

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A Vote is what a person said of a case that was found for an alert.
type Vote struct {
	Case  string // its id
	Alert string // the text of the alert
	// Weight is above zero for "this is it" and below for "not this": 1 or -1 on the day,
	// less with age, see Faded.
	Weight float64
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

// A voted is what was said of one case for one alert.
type voted struct {
	words  wordSet
	weight float64
}

type votedOn []voted

// shift is what the votes on alerts like q make of the score of a case: at most voteLimit of
// it, up or down; and how many votes that were.
func (v votedOn) shift(q *query) (share float64, count int) {
	for _, x := range v {
		if alike := x.words.overlap(q.set()); alike >= votedAlike {
			share += voteStep * alike * x.weight
			count++
		}
	}
	return max(-voteLimit, min(voteLimit, share)), count
}

// heed adds the votes to the score of m and to its evidence. A share of nothing is nothing.
func (m *Match) heed(share float64, count int) {
	if count == 0 || m.Score == 0 {
		return
	}
	said := fmt.Sprintf("votes on alerts like this one: %d", count)
	weight := share * m.Score
	m.Votes, m.Score = share/voteLimit, m.Score+weight
	m.Evidence = append(m.Evidence, Evidence{ByVote, "", "votes", said, weight})
}

// Heeding is the same library that also heeds votes: each kind of alert moves a case up or
// down by what people said of it. Votes that were given to it before count no more, those on
// cases it does not have are passed over.
func (l *Library) Heeding(votes []Vote) *Library {
	heeding := *l
	heeding.votes = map[int]votedOn{}
	numbers := map[string]int{}
	for n, e := range l.entries {
		numbers[strings.ToLower(e.c.ID)] = n
	}
	for _, x := range votes {
		if n, ok := numbers[strings.ToLower(x.Case)]; ok {
			words := wordSetOf(head(clean(head(x.Alert, maxAlert)), maxAlert))
			heeding.votes[n] = append(heeding.votes[n], voted{words, x.Weight})
		}
	}
	return &heeding
}
