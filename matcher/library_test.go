package matcher

import (
	"context"
	"strings"
	"testing"
)

func newLibrary(t testing.TB, cases ...*Case) *Library {
	t.Helper()
	l, err := NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func find(t testing.TB, l *Library, a Alert, top int) []Match {
	t.Helper()
	matches, err := l.Find(context.Background(), a, top)
	if err != nil {
		t.Fatal(err)
	}
	return matches
}

func ids(matches []Match) string {
	var out []string
	for _, m := range matches {
		out = append(out, m.Case.ID)
	}
	return strings.Join(out, " ")
}

func titled(id, title string) *Case { return &Case{ID: id, Title: TextOf(title)} }

func TestLibrary(t *testing.T) {
	one, two := titled("IL-0461", "Kafka broker disk full"), titled("own_1", "Redis timeout")
	l := newLibrary(t, one, two)
	if got := l.Case(" il-0461"); got != one {
		t.Errorf("Case in small letters is %v", got)
	}
	if got := l.Case("IL-1"); got != nil {
		t.Errorf("an unknown id is %v", got)
	}
	if got := l.Cases(); len(got) != 2 || got[0] != one || got[1] != two {
		t.Errorf("Cases are %v", got)
	}
	for _, test := range []struct {
		cases []*Case
		want  string
	}{
		{[]*Case{one, titled("il-0461", "Another")}, `two cases with the id "il-0461"`},
		{[]*Case{one, {Title: TextOf("Nameless")}}, "case 2 of the library has no id"},
		{[]*Case{nil}, "case 1 of the library has no id"},
	} {
		if _, err := NewLibrary(test.cases); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func TestTwoMechanismsOfOneSlug(t *testing.T) {
	v := &Vocabulary{Mechanisms: []Term{{Slug: "oom", Says: []string{"out of memory"}}, {Slug: "disk-full", Says: []string{"no space left"}}, {Slug: "oom", Says: []string{"killed"}}}}
	_, err := NewLibraryWith([]*Case{{ID: "A", Title: TextOf("Out of memory"), Mechanisms: []string{"oom"}}}, v)
	if want := `the vocabulary has two mechanisms with the slug "oom": keep one`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
