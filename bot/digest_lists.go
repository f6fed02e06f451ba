package bot

import (
	"fmt"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/digest"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// titleOf names an alert; a table's cell must not be empty.
func titleOf(g digest.Group) string {
	if title := cut(strings.Join(strings.Fields(plain(g.Title)), " "), shownTitle); title != "" {
		return title
	}
	return "…"
}

// group is one alert in a line: what it is, how often, and the case it was answered with.
func (s digestSayer) group(g digest.Group) *line {
	l := new(line).text(titleOf(g) + " — " + s.dw.times(g.Count, g.Before))
	if g.Answered > 0 && g.CaseID != "" {
		l.text(" — ").code(g.CaseID)
	}
	return l
}

// marked is group, and says where no case covers it.
func (s digestSayer) marked(g digest.Group) *line {
	l := s.group(g)
	if g.Bare {
		l.text(" — " + s.dw.bare)
	}
	return l
}

// writes are buttons to write the cases that are missing.
func (s digestSayer) writes() []slack.Block {
	var buttons []slack.BlockElement
	for _, g := range s.d.Top {
		if !g.Bare || len(buttons) == mostWrites {
			continue
		}
		b := button(actWrite, g.TS, s.dw.write(titleOf(g)))
		b.ActionID = fmt.Sprintf("%s/%d", actWrite, len(buttons)) // unique in its block
		buttons = append(buttons, b)
	}
	if len(buttons) == 0 {
		return nil
	}
	return []slack.Block{slack.NewActionBlock("", buttons...)}
}

func (s digestSayer) best() []slack.Block {
	if s.d.Best == nil {
		return nil
	}
	c := s.d.Best.Case
	return []slack.Block{para(
		new(line).bold(s.dw.best(s.d.Best.Votes)+": ").linked(cut(c.Title.In(s.lang), 150), caseLink(c)),
		labelled(s.w.lesson, Lesson(c, s.lang)),
	)}
}

func (s digestSayer) open() []slack.Block {
	return s.listed(s.dw.open, len(s.d.Open), shownList, func(i int) *line {
		o := s.d.Open[i]
		return new(line).text(cut(prose(o.Item.In(s.lang)), 200)+" — ").linked(o.Case.ID, caseLink(o.Case))
	})
}

// fresh lists what is new in the library.
func (s digestSayer) fresh() []slack.Block {
	if len(s.d.New) == 0 {
		return nil
	}
	return s.listed(s.dw.fresh(len(s.d.New)), len(s.d.New), shownList, func(i int) *line { return s.caseLine(s.d.New[i]) })
}

func (s digestSayer) caseLine(c *matcher.Case) *line {
	return new(line).linked(cut(c.Title.In(s.lang), 150), caseLink(c)).text(" " + c.ID)
}

// rest are the lines that matter least: cases nobody meets, and quiet that ends.
func (s digestSayer) rest() []slack.Block {
	blocks := s.listed(s.dw.ending, len(s.d.Ending), shownList, func(i int) *line {
		return new(line).text(s.ends(s.d.Ending[i]))
	})
	if n := len(s.d.Idle); n > 0 {
		ids := strings.Join(s.d.Idle[:min(n, shownList)], ", ")
		if n > shownList {
			ids += " …"
		}
		blocks = append(blocks, small(s.dw.idle(n, ids)))
	}
	return blocks
}

// ends says until when an alert is kept quiet.
func (s digestSayer) ends(m store.Mute) string {
	return s.dw.ends(cut(m.Title, shownTitle), m.Until.In(s.d.From.Location()).Format("2006-01-02 15:04"))
}

// listed is a heading over a list; what does not fit is counted.
func (s digestSayer) listed(heading string, n, most int, item func(int) *line) []slack.Block {
	if n == 0 {
		return nil
	}
	var lines []*line
	for i := range min(n, most) {
		lines = append(lines, item(i))
	}
	if n > most {
		lines = append(lines, new(line).text(s.dw.more(n-most)))
	}
	block := para(new(line).bold(heading))
	block.Elements = append(block.Elements, bullets(lines...))
	return []slack.Block{block}
}
