package config

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Secret is a text that no log, error or JSON shows: wherever it is printed it
// reads "(secret)", or "(not set)" when it is empty. Reveal gives it away.
type Secret string

// Reveal returns the secret itself, for the one place that sends it.
func (s Secret) Reveal() string { return string(s) }

// String returns "(secret)" or "(not set)".
func (s Secret) String() string {
	if s == "" {
		return "(not set)"
	}
	return "(secret)"
}

// Format keeps it out of every verb of fmt, %#v and %d too.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, s.String()) }

// LogValue keeps it out of structured logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps it out of JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// trimSecret takes off what secret stores and env files add around a value:
// white space, a final newline, quotes.
func trimSecret(text string) string {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"`, `'`} {
		if len(text) >= 2 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			text = strings.TrimSpace(text[1 : len(text)-1])
		}
	}
	return text
}

// kind returns what a token says about itself, "xoxb-…", without giving it
// away, or "" when it says nothing.
func (s Secret) kind() string {
	head, _, found := strings.Cut(string(s), "-")
	if !found || len(head) > 5 {
		return ""
	}
	return head + "-…"
}
