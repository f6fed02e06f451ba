package digest

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"incidentlib/bot/store"
)

// oftenEnough is how often an alert comes back before it deserves a post-mortem of its own.
const oftenEnough = 3

// told are the reasons of records that a reply tells of; silent those of alerts that none does.
// Any other record is of no alert.
var (
	told   = []string{"answered", "updated", "repeat", "storm", "gathered"}
	silent = []string{"no_case", "weak_evidence", "thread_full", "cannot_post", "muted", "shadow", "asked_only", "enough_for_now"}
	bare   = []string{"no_case", "weak_evidence"} // no case covers it
)

// isAlert says whether a record is of an alert. Questions have no fingerprint.
func isAlert(l store.Line) bool {
	return l.Fingerprint != "" && (slices.Contains(told, l.Reason) || slices.Contains(silent, l.Reason))
}

// Make says what there is to tell.
func Make(in Input) Digest {
	d := Digest{From: in.From, To: in.To, New: in.Updated, Days: days(in)}
	groups := map[string]*Group{}
	for _, l := range in.Lines {
		if !isAlert(l) {
			continue
		}
		g := groups[l.Fingerprint]
		if g == nil {
			g = &Group{Fingerprint: l.Fingerprint}
			groups[l.Fingerprint] = g
		}
		d.Alerts++
		g.Count++
		g.Title, g.TS = l.Title, l.TS
		if slices.Contains(told, l.Reason) {
			d.Answered++
			g.Answered++
		} else {
			d.Silent++
		}
		g.Bare = g.Bare || slices.Contains(bare, l.Reason)
		if l.CaseID != "" && (l.Replied || g.CaseID == "") {
			g.CaseID = l.CaseID
		}
	}
	for _, l := range in.Before {
		if !isAlert(l) {
			continue
		}
		d.Before++
		if g := groups[l.Fingerprint]; g != nil {
			g.Before++
		}
	}
	for _, g := range groups {
		g.Bare = g.Bare && g.Answered == 0
		d.Top = append(d.Top, *g)
	}
	slices.SortFunc(d.Top, mostFirst)
	own := map[string]bool{}
	for _, id := range in.Own {
		own[id] = true
	}
	for _, g := range d.Top {
		switch {
		case g.Count >= oftenEnough && (g.Bare || !own[g.CaseID]):
			d.Repeats = append(d.Repeats, g)
		case g.Bare:
			d.Uncovered = append(d.Uncovered, g)
		}
	}
	d.votes(in)
	d.unfinished(in)
	return d
}

func mostFirst(a, b Group) int {
	return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// votes counts the votes and finds the case that helped most.
func (d *Digest) votes(in Input) {
	helped := map[string]int{}
	for _, v := range in.Votes {
		if !v.For {
			d.Wrong++
			continue
		}
		d.Helped++
		helped[v.CaseID]++
	}
	for _, id := range slices.Sorted(maps.Keys(helped)) {
		if c := in.Cases(id); c != nil && (d.Best == nil || helped[id] > d.Best.Votes) {
			d.Best = &Best{c, helped[id]}
		}
	}
}

// unfinished finds what is left to do: action items of the team's own cases that were shown
// again, own cases that nobody has met for a quarter, mutes that end.
func (d *Digest) unfinished(in Input) {
	again := map[string]bool{}
	for _, g := range d.Top {
		again[g.CaseID] = g.Answered > 0 || again[g.CaseID]
	}
	for _, id := range in.Own {
		c := in.Cases(id)
		if c == nil {
			continue
		}
		if in.Shown[id] == 0 {
			d.Idle = append(d.Idle, id)
		}
		if !again[id] {
			continue
		}
		for _, item := range c.ActionItems {
			if !item.Done() {
				d.Open = append(d.Open, Open{c, item.Text})
			}
		}
	}
	for _, m := range in.Mutes {
		if !m.Until.IsZero() && m.Until.Before(in.To.Add(in.To.Sub(in.From))) {
			d.Ending = append(d.Ending, m)
		}
	}
}

// noon is that of the day so many days after another.
func noon(day time.Time, after int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day()+after, 12, 0, 0, 0, day.Location())
}

// days counts the alerts of each day of the period.
func days(in Input) []Day {
	var out []Day
	at := map[string]int{}
	first := in.From.In(in.Zone)
	for day := noon(first, 0); day.Before(in.To); day = noon(first, len(out)) {
		at[day.Format(time.DateOnly)] = len(out)
		out = append(out, Day{Date: day})
	}
	for _, l := range in.Lines {
		i, ok := at[l.At.In(in.Zone).Format(time.DateOnly)]
		switch {
		case !ok || !isAlert(l):
		case slices.Contains(told, l.Reason):
			out[i].Answered++
		default:
			out[i].Silent++
		}
	}
	return out
}
