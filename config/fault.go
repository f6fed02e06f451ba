package config

import (
	"fmt"
	"strings"
)

// A Fault is one thing wrong with the settings.
type Fault struct {
	Where  string // "incidentlib.yaml:3", "INCIDENTLIB_CARE"; "" for a Config made in code
	Field  string // "slack.mode" or "SLACK_BOT_TOKEN"
	Value  string // as it was given, shortened; "" when there is none to show
	Remedy string // what is wrong and what to do
}

// Error tells the fault in one line.
func (f Fault) Error() string {
	var b strings.Builder
	if f.Where != "" {
		b.WriteString(f.Where + ": ")
	}
	b.WriteString(f.Field)
	if f.Value != "" {
		fmt.Fprintf(&b, " %q", shorten(f.Value))
	}
	return b.String() + ": " + f.Remedy
}

// Faults are all that is wrong, in the order of the file and then of the settings.
type Faults []Fault

// Error tells every fault, one a line.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// err returns nil for no faults: a Faults of none must not become an error.
func (fs Faults) err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
