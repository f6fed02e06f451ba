package bot

import (
	"fmt"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/digest"
)

// bar is one bar of the chart.
type bar struct {
	label            string
	answered, silent int
}

// bars are the days of a week, or the weeks of a month.
func (s digestSayer) bars() []bar {
	var out []bar
	for i, day := range s.d.Days {
		if s.kind != DigestMonthly || i%7 == 0 {
			out = append(out, bar{label: s.dw.day(day.Date)})
		}
		out[len(out)-1].answered += day.Answered
		out[len(out)-1].silent += day.Silent
	}
	return out
}

// days shows the alerts of each day.
func (s digestSayer) days() []slack.Block {
	if s.d.Alerts == 0 {
		return nil
	}
	if !s.look.charts {
		return s.daysAsText()
	}
	var labels []string
	var answered, silent []slack.DataVisualizationDataPoint
	for _, b := range s.bars() {
		labels = append(labels, b.label)
		answered = append(answered, slack.DataVisualizationDataPoint{Label: b.label, Value: float64(b.answered)})
		silent = append(silent, slack.DataVisualizationDataPoint{Label: b.label, Value: float64(b.silent)})
	}
	return []slack.Block{slack.DataVisualizationBlock{
		Type: slack.MBTDataVisualization, Title: s.dw.chart(s.kind),
		Chart: slack.NewDataVisualizationBarChart(slack.NewDataVisualizationAxisConfig(labels...),
			slack.NewDataVisualizationDataSeries(s.dw.answered, answered...), slack.NewDataVisualizationDataSeries(s.dw.silent, silent...)),
	}}
}

// widest is how many marks the longest bar in text has.
const widest = 24

func (s digestSayer) daysAsText() []slack.Block {
	most := 1
	for _, b := range s.bars() {
		most = max(most, b.answered+b.silent)
	}
	var text strings.Builder
	for _, b := range s.bars() {
		marks := func(n int) int { return (n*widest + most - 1) / most }
		fmt.Fprintf(&text, "%-7s %s%s %d\n", b.label, strings.Repeat("█", marks(b.answered)), strings.Repeat("░", marks(b.silent)), b.answered+b.silent)
	}
	fmt.Fprintf(&text, "█ %s  ░ %s", s.dw.answered, s.dw.silent)
	block := slack.NewRichTextBlock("", stack(new(line).bold(s.dw.chart(s.kind))), pre(text.String()))
	return []slack.Block{block}
}

// top shows the most frequent alerts, in a table where that is possible.
func (s digestSayer) top() []slack.Block {
	if len(s.d.Top) == 0 {
		return nil
	}
	if s.look.charts {
		return []slack.Block{s.table(s.d.Top[:min(len(s.d.Top), shownTop)])}
	}
	return s.listed(s.dw.top, len(s.d.Top), shownTop, func(i int) *line { return s.marked(s.d.Top[i]) })
}

func (s digestSayer) table(groups []digest.Group) *slack.TableBlock {
	t := slack.NewTableBlock("")
	var head []slack.TableCell
	for _, h := range s.dw.tableHead {
		head = append(head, slack.NewTableRichTextCell(stack(new(line).bold(h))))
	}
	t.AddRow(head...)
	cell := func(s string) slack.TableCell { return slack.NewTableRawTextCell(s) }
	for _, g := range groups {
		t.AddRow(cell(titleOf(g)), cell(fmt.Sprint(g.Count)), cell(fmt.Sprint(g.Before)), cell(fmt.Sprint(g.Answered)))
	}
	return t
}
