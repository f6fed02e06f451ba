package seeds

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"incidentlib/matcher"
)

// Draft begins a case from any text: a post-mortem, a thread, a talk as a machine heard it.
// It finds what can be found without understanding: a title, the date, the slugs of the
// vocabulary the text speaks of, names and errors that may serve as signals, and sentences
// that may hold the trigger, the fix or the lesson. These stand in the field "candidates";
// the prose is for a person to write, who then deletes them. Credentials are hidden.
func Draft(id, text string, v *matcher.Vocabulary) (*matcher.Case, error) {
	text = flow(matcher.HideSecrets(text))
	c := &matcher.Case{ID: id, Date: firstDate(text), Signals: matcher.Signals(matcher.Alert{Text: text})}
	title, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	c.Title = matcher.TextOf(shortened(strings.TrimLeft(title, "# "), 140))
	hints := Hint(text, v)
	found := hints.Slugs
	c.Domain, c.Symptoms, c.Components = found["domain"], found["symptoms"], found["components"]
	var err error
	if c.Mechanisms, err = matcher.LikelyMechanisms(text, v); err != nil {
		return nil, fmt.Errorf("draft: %w", err)
	}
	candidates := candidates{
		RootCause: found["root_cause"], Contributing: found["contributing"],
		Sentences: hints.Sentences,
	}
	raw, err := json.Marshal(candidates)
	if err != nil {
		return nil, fmt.Errorf("draft: %w", err)
	}
	c.SetExtra("candidates", raw)
	return c, nil
}

// Hints are what a text seems to speak of, found without understanding it.
type Hints struct {
	Slugs     map[string][]string // of the vocabulary, by the field of a case, those it speaks of most first
	Sentences map[string][]string // of the text, by the field they may serve
}

// Hint looks for hints in a text.
func Hint(text string, v *matcher.Vocabulary) Hints {
	h := Hints{linked(text, v), map[string][]string{}}
	all := sentences(text)
	for field, cue := range cues {
		h.Sentences[field] = best(all, cue)
	}
	return h
}

// maxSlugs is how many slugs of one field a draft proposes at most.
const maxSlugs = 10

// linked gives the slugs the text speaks of most, by field, those named outright first. A
// long text must say a word twice: said once in passing, it is no part of the story.
func linked(text string, v *matcher.Vocabulary) map[string][]string {
	links := matcher.NewLinker(v).Link(text + "\n" + strings.Join(misheard(text, v), "\n"))
	least := 1
	if len(strings.Fields(text)) > 1500 {
		least = 2
	}
	said := func(l matcher.Link) int {
		if l.Exact || l.Named {
			return l.Count + 1000
		}
		return l.Count
	}
	slices.SortStableFunc(links, func(a, b matcher.Link) int { return cmp.Compare(said(b), said(a)) })
	out := map[string][]string{}
	for _, l := range links {
		if (l.Exact || l.Count >= least) && len(out[l.Field]) < maxSlugs {
			out[l.Field] = append(out[l.Field], l.Slug)
		}
	}
	return out
}

// leastHeard is how long a product's name must be to be known in a word that differs from it.
const leastHeard = 6

// misheard finds names of components as machines write down speech: "core dns" for CoreDNS,
// "celium" for Cilium, "contract" for conntrack. Each is returned as often as it was heard.
func misheard(text string, v *matcher.Vocabulary) []string {
	names := map[string]bool{}
	for _, t := range v.Components {
		for _, name := range append([]string{t.Slug, t.Name.En}, t.Aliases...) {
			if name = strings.ToLower(name); len(name) >= leastHeard && !strings.ContainsAny(name, " _./-") {
				names[name] = true
			}
		}
	}
	var out []string
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	for i, w := range words {
		if i > 0 && names[words[i-1]+w] {
			out = append(out, words[i-1]+w)
		}
		if len(w) < leastHeard || names[w] {
			continue
		}
		for name := range names {
			if soundsLike(w, name) {
				out = append(out, name, name) // nobody says it by chance
			}
		}
	}
	slices.Sort(out)
	return out
}

// soundsLike says whether a word may be a name misheard: one letter in six is wrong, and
// neither the first nor the third is.
func soundsLike(word, name string) bool {
	if word[0] != name[0] || word[2] != name[2] {
		return false
	}
	allowed := 1
	if len(name) >= 9 {
		allowed = 2
	}
	return levenshtein.ComputeDistance(word, name) <= allowed
}

// candidates is what a draft leaves for a person to judge.
type candidates struct {
	RootCause    []string            `json:"root_cause,omitempty"` // a case has one
	Contributing []string            `json:"contributing,omitempty"`
	Sentences    map[string][]string `json:"sentences"` // of the text, by the field they may serve
}

// cues are words that sentences of one field of a case tend to have.
var cues = map[string]*regexp.Regexp{
	"trigger":      regexp.MustCompile(`(?i)\b(deploy(ed|ment)?|roll(ed)? ?outs?|upgrad(e|ed|ing)|chang(e|ed)|migrat(e|ed|ion)|switched|enabled)\b|배포|변경|업그레이드|전환`),
	"detection":    regexp.MustCompile(`(?i)\b(alert(s|ed)?|paged?|monitor(s|ing)?|noticed|detected|dashboards?|graphs?)\b|알림|감지|호출|대시보드`),
	"remediation":  regexp.MustCompile(`(?i)\b(roll(ed|ing)? ?back|revert(ed)?|restor(e|ed)|restart(ed)?|fix(ed)?|mitigat(e|ed)|scaled|removed|deleting|disabled)\b|복구|롤백|재시작|해결|되돌`),
	"lessons":      regexp.MustCompile(`(?i)\b(lessons?|learn(ed|t)?|hindsight|should have|takeaways?|next time|turns out)\b|교훈|배웠|배운|했어야`),
	"action_items": regexp.MustCompile(`(?i)\b(we will|we plan|action items?|follow-?ups?|going to|in the future)\b|예정|후속|개선`),
	"impact":       regexp.MustCompile(`(?i)\b(users?|customers?|requests? failed|outage|downtime|unavailable|degraded|degrading)\b|\d ?%|사용자|고객|장애 시간`),
}

const (
	maxSentences = 5
	maxSentence  = 300 // characters
)

// best returns the sentences with the most cues, in the order of the text.
func best(all []string, cue *regexp.Regexp) []string {
	type scored struct{ at, cues int }
	var hits []scored
	for i, s := range all {
		if n := len(cue.FindAllString(s, -1)); n > 0 {
			hits = append(hits, scored{i, n})
		}
	}
	slices.SortStableFunc(hits, func(a, b scored) int { return cmp.Compare(b.cues, a.cues) })
	hits = hits[:min(len(hits), maxSentences)]
	slices.SortFunc(hits, func(a, b scored) int { return cmp.Compare(a.at, b.at) })
	var out []string
	for _, h := range hits {
		out = append(out, shortened(all[h.at], maxSentence))
	}
	return out
}

var sentenceEnd = regexp.MustCompile(`([.!?。])\s+|\n{2,}`)

func sentences(text string) []string {
	var out []string
	for _, s := range strings.Split(sentenceEnd.ReplaceAllString(text, "$1\x00"), "\x00") {
		if s = strings.Join(strings.Fields(s), " "); len(strings.Fields(s)) >= 4 {
			out = append(out, s)
		}
	}
	return out
}

// flow joins the lines of a transcript that has one word or two on each.
func flow(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	words := len(strings.Fields(text))
	if len(lines) > 50 && words < 3*len(lines) {
		return strings.Join(lines, " ")
	}
	return strings.Join(lines, "\n")
}

// dates are the ways a date is written, each with how to read it.
var dates = []struct {
	shape   *regexp.Regexp
	layouts []string
}{
	{regexp.MustCompile(`\b(?:19|20)\d\d-\d\d-\d\d\b`), []string{"2006-01-02"}},
	{regexp.MustCompile(`(?:19|20)\d\d년 ?\d{1,2}월 ?\d{1,2}일`), []string{"2006년 1월 2일", "2006년1월2일", "2006년 1월2일"}},
	{regexp.MustCompile(`\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d\b`), []string{"January 2, 2006", "January 2 2006"}},
	{regexp.MustCompile(`\b\d{1,2}(?:st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December),? (?:19|20)\d\d\b`), []string{"2 January 2006", "2 January, 2006"}},
}

var ordinal = regexp.MustCompile(`(\d)(?:st|nd|rd|th)\b`)

// firstDate is the first date the text names, or "".
func firstDate(text string) string {
	at, date := len(text), ""
	for _, d := range dates {
		place := d.shape.FindStringIndex(text)
		if place == nil || place[0] >= at {
			continue
		}
		written := ordinal.ReplaceAllString(text[place[0]:place[1]], "$1")
		for _, layout := range d.layouts {
			if t, err := time.Parse(layout, written); err == nil {
				at, date = place[0], t.Format("2006-01-02")
				break
			}
		}
	}
	return date
}

// shortened keeps at most limit characters of s, with "…" where some are left out.
func shortened(s string, limit int) string {
	r := []rune(strings.TrimSpace(s))
	if len(r) <= limit {
		return string(r)
	}
	return strings.TrimSpace(string(r[:limit-1])) + "…"
}
