package matcher

import "strings"

// maxVotes is how many votes a library heeds, the newest: an alert is compared with all that
// were voted on, and must be answered at once however many people vote.
const maxVotes = 5000

// ballots is votes, by the alerts they were given for.
type ballots struct {
	alerts []votedOn
	having map[uint32][]int32 // by word: the alerts that have it
	cast   []ballot           // newest first
	voters int
}

// A votedOn is an alert that was voted on, as its words.
type votedOn struct {
	alert  sketch
	weight float64 // of all its words
}

// A ballot is a vote. voter numbers what one person says of one case.
type ballot struct {
	alert, entry, voter int32
	weight              float64
}

// A shift is what votes make of the score of a case: the share of it that they add or take, at
// most voteLimit; and how many people voted so.
type shift struct {
	share float64
	count int
}

// count sorts votes, newest first, by what they were given for; nil without any on the cases of l.
func (l *Library) count(votes []Vote) *ballots {
	numbers := make(map[string]int32, len(l.entries))
	for n, e := range l.entries {
		numbers[strings.ToLower(e.c.ID)] = int32(n)
	}
	type voice struct {
		entry  int32
		person string
	}
	b := &ballots{having: map[uint32][]int32{}}
	alerts, voters := map[string]int32{}, map[voice]int32{}
	again := map[[2]int32]bool{} // of an alert by a voter: the newest counts
	for _, v := range votes {
		entry, known := numbers[strings.ToLower(v.Case)]
		if !known || len(b.cast) == maxVotes {
			continue
		}
		alert, known := alerts[v.Alert]
		if !known {
			alert = b.take(readSketch(v.Alert))
			alerts[v.Alert] = alert
		}
		voter, known := voters[voice{entry, v.Person}]
		if !known || v.Person == "" {
			voter = int32(b.voters)
			voters[voice{entry, v.Person}] = voter
			b.voters++
		}
		if !again[[2]int32{alert, voter}] {
			again[[2]int32{alert, voter}] = true
			b.cast = append(b.cast, ballot{alert, entry, voter, v.Weight})
		}
	}
	if len(b.cast) == 0 {
		return nil
	}
	return b
}

// take numbers an alert.
func (b *ballots) take(alert sketch) int32 {
	n := int32(len(b.alerts))
	v := votedOn{alert: alert}
	for _, h := range alert {
		b.having[h] = append(b.having[h], n)
		v.weight += weightOf(h)
	}
	b.alerts = append(b.alerts, v)
	return n
}

// alike is how like the alerts that were voted on are to one, by their number.
func (b *ballots) alike(to sketch) []float64 {
	out, weight := make([]float64, len(b.alerts)), 0.0
	for _, h := range to {
		weight += weightOf(h)
		for _, n := range b.having[h] {
			out[n] += weightOf(h)
		}
	}
	for n, both := range out {
		switch v := &b.alerts[n]; {
		case both == 0:
		case len(v.alert) < maxSketch && len(to) < maxSketch:
			out[n] = both / max(v.weight+weight-both, leastTold)
		default:
			out[n] = v.alert.overlap(to)
		}
	}
	return out
}

// shifts is what the votes on alerts like one make of the scores of cases, by entry. Of what a
// person said of a case for such alerts the newest counts.
func (b *ballots) shifts(alert sketch) map[int]shift {
	alike, heard := b.alike(alert), make([]bool, b.voters)
	out := map[int]shift{}
	for _, v := range b.cast {
		if a := alike[v.alert]; a >= votedAlike && !heard[v.voter] {
			heard[v.voter] = true
			sum := out[int(v.entry)]
			out[int(v.entry)] = shift{sum.share + voteStep*a*v.weight, sum.count + 1}
		}
	}
	for n, s := range out {
		out[n] = shift{max(-voteLimit, min(voteLimit, s.share)), s.count}
	}
	return out
}
