package bot

import (
	"strings"

	"incidentlib/matcher"
)

// mostWhy pieces of evidence convince; more are not read.
const mostWhy = 2

// why tells the evidence, most telling kind first, quoted from the alert and the case.
func why(evidence []matcher.Evidence, w *words, lang string) *line {
	if len(evidence) == 0 {
		return nil
	}
	l := new(line).bold(w.why + ":").text(" ")
	var said int
	next := func() {
		if said++; said > 1 {
			l.text("; ")
		}
	}
	signals := firstOf(evidence, matcher.BySignal, 2)
	for _, e := range signals {
		next()
		l.code(cut(e.Found, 120))
		if !strings.EqualFold(e.Found, e.Query) {
			l.text(" ~ ").code(cut(e.Query, 120))
		}
	}
	for _, e := range firstOf(evidence, matcher.ByMeaning, 1) {
		if said == mostWhy {
			break
		}
		next()
		l.text(w.sameMechanism + ": " + cut(nonEmpty(e.Name.In(lang), e.Found)[0], 80))
		if len(signals) == 0 {
			l.text(" (" + cut(e.Query, 100) + ")")
		}
	}
	for _, group := range []struct {
		kind  matcher.EvidenceKind
		label string
		most  int
	}{{matcher.BySymptom, w.sameSymptom, 2}, {matcher.ByComponent, w.sameComponent, 2}, {matcher.ByTerm, w.sharedWords, 5}} {
		if said == mostWhy || group.kind == matcher.ByTerm && len(signals) > 0 {
			break // next to an exact line of the case, words say nothing more
		}
		if words := quoted(firstOf(evidence, group.kind, group.most), group.most, w, lang); len(words) > 0 {
			next()
			l.text(group.label + ": " + strings.Join(words, ", "))
		}
	}
	return l
}

// firstOf returns the first n pieces of evidence of a kind that are worth a reader's time:
// what weighs under a tenth of the strongest is left out.
func firstOf(evidence []matcher.Evidence, kind matcher.EvidenceKind, n int) []matcher.Evidence {
	var out []matcher.Evidence
	for _, e := range evidence {
		if e.Kind == kind && len(out) < n && e.Weight*10 >= evidence[0].Weight {
			out = append(out, e)
		}
	}
	return out
}

// quoted gives the words of the alert that the first n different pieces of evidence rest on.
func quoted(evidence []matcher.Evidence, n int, w *words, lang string) []string {
	var out []string
	seen := map[string]bool{}
	for _, e := range evidence {
		word := cut(named(e, w, lang), 60)
		if key := strings.ToLower(word); word != "" && !seen[key] && len(out) < n {
			seen[key] = true
			out = append(out, word)
		}
	}
	return out
}

// named is the alert's name for what a case is filed under: of a longer name, as alerts
// have, only that part.
func named(e matcher.Evidence, w *words, lang string) string {
	switch e.Kind {
	case matcher.ByTerm:
		return e.Query
	case matcher.ByMeaning:
		return nonEmpty(e.Name.In(lang), e.Found)[0]
	case matcher.ByVote:
		return w.ask.voted
	}
	for i := range e.Query {
		if end := i + len(e.Found); end <= len(e.Query) && strings.EqualFold(e.Query[i:end], e.Found) {
			return e.Query[i:end]
		}
	}
	return e.Query
}

func nonEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
