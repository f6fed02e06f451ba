package seeds

import (
	"fmt"
	"strings"
	"testing"

	"incidentlib/matcher"
)

// The examples of the bundled cases are the tests of the library and the matcher
// together: a match finds its case first, and a differ finds another or none.
func TestExamples(t *testing.T) {
	cases, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	library, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	for _, c := range cases {
		for i, text := range c.Examples.Match {
			t.Run(fmt.Sprintf("%s/match/%d", c.ID, i), func(t *testing.T) {
				if got := firstFor(t, library, text); got != c.ID {
					t.Errorf("%q finds %q first, want %s", text, got, c.ID)
				}
			})
		}
		for i, text := range c.Examples.Differ {
			t.Run(fmt.Sprintf("%s/differ/%d", c.ID, i), func(t *testing.T) {
				if got := firstFor(t, library, text); got == c.ID {
					t.Errorf("%q finds %s first, want another or none", text, c.ID)
				}
			})
		}
	}
}

// firstFor is the ID of the first case found for an alert's text, or "".
func firstFor(t *testing.T, library *matcher.Library, text string) string {
	t.Helper()
	title, _, _ := strings.Cut(text, "\n")
	alert := matcher.Alert{Kind: matcher.Problem, Title: title, Text: text}
	matches, err := library.Find(t.Context(), alert, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(matches) == 0 {
		return ""
	}
	return matches[0].Case.ID
}
