package bot

import (
	"cmp"
	"context"
	"hash/fnv"
	"strings"
	"unicode"

	"incidentlib/matcher"
)

// show answers with a whole case. A word that is no id, and looks like none, is searched for.
func (b *Bot) show(ctx context.Context, q question) (answer, error) {
	c, instead, err := b.caseMeant(ctx, q)
	if c == nil {
		return instead, err
	}
	return b.shown(c, q), nil
}

// shown is a whole case as an answer.
func (b *Bot) shown(c *matcher.Case, q question) answer {
	r := newReply(notice(c.ID+" — "+c.Title.In(q.lang)), wholeCase(c, q.words, q.lang, b.names(q.lang), inMessage)...)
	return answer{Reply: r, again: request{Verb: "show", Of: c.ID}}
}

// caseMeant is the case that is asked for by its id; nil where there is another answer.
func (b *Bot) caseMeant(ctx context.Context, q question) (c *matcher.Case, instead answer, err error) {
	if q.Of == "" {
		q.Of = q.Verb
		instead, err = b.help(ctx, q)
		return nil, instead, err
	}
	if c = q.library.Case(q.Of); c != nil {
		return c, answer{}, nil
	}
	if !strings.ContainsFunc(q.Of, unicode.IsDigit) {
		q.Verb, q.Of = "search", q.typed("en")
		instead, err = b.search(ctx, q)
		return nil, instead, err
	}
	return nil, b.noSuchCase(q), nil
}

// noSuchCase names the ids that look like the one asked for.
func (b *Bot) noSuchCase(q question) answer {
	var near []request
	for _, c := range q.library.Cases() {
		if len(near) < 3 && closeIDs(c.ID, q.Of) {
			near = append(near, request{Verb: q.Verb, Of: c.ID})
		}
	}
	a := said(q.words.noSuchCase(cut(q.Of, 40)))
	if len(near) > 0 {
		a.Reply = withSuggestion(a.Reply, q, near...)
	}
	a.nothing = true
	return a
}

// closeIDs says whether two ids differ by little: the same digits, or one digit.
func closeIDs(a, b string) bool {
	digits := func(s string) string {
		return strings.TrimLeft(strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s), "0")
	}
	x, y := digits(a), digits(b)
	if x == "" || y == "" || len(x) != len(y) {
		return false
	}
	var differ int
	for i := range len(x) {
		if x[i] != y[i] {
			differ++
		}
	}
	return differ <= 1
}

// mostAlike is how many cases are listed as like another one.
const mostAlike = 5

// alike lists cases like a case, with what they have in common.
func (b *Bot) alike(ctx context.Context, q question) (answer, error) {
	c, instead, err := b.caseMeant(ctx, q)
	if c == nil {
		return instead, err
	}
	found, err := q.library.Similar(ctx, c.ID, mostAlike)
	if err != nil {
		return answer{}, err
	}
	w := q.words
	if len(found) == 0 {
		a := said(w.ask.noneAlike(c.ID))
		a.nothing = true
		return a, nil
	}
	names := b.names(q.lang)
	var lines []*line
	for _, r := range found {
		l := new(line).linked(cut(r.Case.Title.In(q.lang), 140), caseLink(r.Case)).text(" " + orgYear(r.Case) + " · " + r.Case.ID)
		shared := append(append(r.Mechanisms, r.Components...), r.Symptoms...)
		if r.SameRootCause {
			shared = append([]string{r.Case.RootCause}, shared...)
		}
		if len(shared) > 0 {
			var called []string
			for _, slug := range shared[:min(len(shared), 5)] {
				called = append(called, names(slug))
			}
			l.text(" — " + w.ask.inCommon + ": " + strings.Join(called, ", "))
		}
		lines = append(lines, l)
	}
	block := para(new(line).bold(w.ask.alike(c.ID)).text(" ").linked(cut(c.Title.In(q.lang), 200), caseLink(c)))
	block.Elements = append(block.Elements, bullets(lines...))
	return answer{Reply: newReply(notice(w.ask.alike(c.ID)+" "+c.Title.In(q.lang)), block), again: q.request}, nil
}

// names tells what slugs are called in a language. In English they are as filters take them.
func (b *Bot) names(lang string) func(slug string) string {
	called := map[string]string{}
	if lang != "en" {
		v, err := b.vocabulary()
		if err != nil {
			b.log.Warn("there are no names for slugs", "err", err)
			v = &matcher.Vocabulary{}
		}
		for _, terms := range v.Kinds() {
			for _, t := range terms {
				called[t.Slug] = t.Name.In(lang)
			}
		}
	}
	return func(slug string) string { return cmp.Or(called[slug], slug) }
}

// random answers with a case to learn from. The same question, done again, gives the same case.
func (b *Bot) random(ctx context.Context, q question) (answer, error) {
	var worth []*matcher.Case
	for _, c := range q.library.Cases() {
		if !c.Short && c.Lessons != (matcher.Text{}) {
			worth = append(worth, c)
		}
	}
	if len(worth) == 0 {
		a := said(q.words.nothing)
		a.nothing = true
		return a, nil
	}
	return b.shown(worth[drawn(q.id, q.user)%uint64(len(worth))], q), nil
}

// drawn is a number by which to choose: the same for the same words, and else as if by chance.
func drawn(words ...string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strings.Join(words, "\x00")))
	n := h.Sum64() // its low bits alone are not even
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}
