package matcher

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// maxVotes is how many votes a library heeds, the weightiest, which are the newest: an alert is
// compared with all that were voted on, and must be answered at once however many people vote.
const maxVotes = 5000

// ballots is what people said, by the alerts they said it of.
type ballots struct {
	alerts []votedOn
	having map[string][]int32 // by word: the alerts that have it
}

// A votedOn is what was said for alerts with the same words.
type votedOn struct {
	weight float64 // of its words together
	said   []said
}

// said is how many votes a case has for an alert, and what they weigh together.
type said struct {
	entry int
	shift
}

// A shift is what votes make of the score of a case, as a share of it up or down, and how many
// votes that were.
type shift struct {
	share float64
	count int
}

// count sorts votes by what they were given for. Alerts with the same words are one.
func (l *Library) count(votes []Vote) *ballots {
	numbers := make(map[string]int, len(l.entries))
	for n, e := range l.entries {
		numbers[strings.ToLower(e.c.ID)] = n
	}
	known := slices.DeleteFunc(slices.Clone(votes), func(v Vote) bool {
		_, ok := numbers[strings.ToLower(v.Case)]
		return !ok
	})
	slices.SortStableFunc(known, func(a, b Vote) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	out := &ballots{having: map[string][]int32{}}
	read, same := map[string]int{}, map[string]int{} // the number of an alert by its text, and by its words
	for _, v := range known[:min(len(known), maxVotes)] {
		alert, ok := read[v.Alert]
		if !ok {
			words := wordSetOf(head(clean(head(v.Alert, maxAlert)), maxAlert))
			key := strings.Join(slices.Sorted(slices.Values(words.order)), " ")
			if alert, ok = same[key]; !ok {
				alert = out.take(words)
				same[key] = alert
			}
			read[v.Alert] = alert
		}
		out.add(alert, numbers[strings.ToLower(v.Case)], v.Weight)
	}
	return out
}

// take numbers an alert by its words.
func (b *ballots) take(words wordSet) int {
	n := len(b.alerts)
	b.alerts = append(b.alerts, votedOn{weight: words.weight})
	for _, w := range words.order {
		b.having[w] = append(b.having[w], int32(n))
	}
	return n
}

// add notes a vote on an alert.
func (b *ballots) add(alert, entry int, weight float64) {
	v := &b.alerts[alert]
	i := slices.IndexFunc(v.said, func(s said) bool { return s.entry == entry })
	if i < 0 {
		i = len(v.said)
		v.said = append(v.said, said{entry: entry})
	}
	v.said[i].share += voteStep * weight
	v.said[i].count++
}

// shifts is what the votes on alerts like q make of the scores of cases, by entry: each at most
// voteLimit up or down.
func (b *ballots) shifts(q *query) map[int]shift {
	both := make([]float64, len(b.alerts)) // what the words weigh that q and an alert have
	var met []int32
	own := q.set()
	for _, w := range own.order {
		weight := frameWeight(w)
		for _, n := range b.having[w] {
			if both[n] == 0 {
				met = append(met, n)
			}
			both[n] += weight
		}
	}
	out := map[int]shift{}
	for _, n := range met {
		v := &b.alerts[n]
		alike := shareOf(both[n], v.weight, own.weight)
		if alike < votedAlike {
			continue
		}
		for _, s := range v.said {
			sum := out[s.entry]
			out[s.entry] = shift{sum.share + alike*s.share, sum.count + s.count}
		}
	}
	for n, s := range out {
		out[n] = shift{max(-voteLimit, min(voteLimit, s.share)), s.count}
	}
	return out
}
