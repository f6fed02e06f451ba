package main

import (
	"fmt"
	"strings"

	"incidentlib/bot"
)

// explanation shows the whole sum: for each case every likeness and its weight, and what of
// the case the alert lacks; then what the confidence is made of.
func (f finding) explanation(care bot.Care) string {
	var p page
	if len(f.matches) == 0 {
		p.line(0, "No case shares a telling word with the alert.")
		return p.String()
	}
	for _, m := range f.matches {
		p.WriteString("\n")
		p.hanging("", 9, fmt.Sprintf("%-8s %s", m.Case.ID, m.Case.Title.In(f.lang)))
		for _, e := range m.Evidence {
			p.hanging(fmt.Sprintf("  %8.2f  %-9s ", e.Weight, e.Kind), 22, e.Query+" ~ "+e.Found+" ("+e.Field+")")
		}
		p.hanging(fmt.Sprintf("  %8.2f  ", m.Score), 12, "in all")
		lacks := bot.LacksOf(m)
		for _, part := range []struct {
			name string
			of   []string
		}{{"signals", lacks.Signals}, {"symptoms", lacks.Symptoms}, {"components", lacks.Components}, {"mechanisms", lacks.Mechanisms}} {
			if len(part.of) > 0 {
				p.hanging("  the alert lacks its "+part.name+": ", 6, strings.Join(part.of, ", "))
			}
		}
	}
	p.WriteString("\nConfidence in the first\n")
	for i, x := range bot.Features(f.matches[:min(len(f.matches), bot.Finds)]) {
		p.hanging(fmt.Sprintf("  %8.2f  ", x), 12, bot.FeatureNames[i])
	}
	p.line(2, fmt.Sprintf("%s sure; the bot speaks from %s on when it is %s", percent(f.decision.Confidence), percent(care.Least()), care))
	return p.String()
}
