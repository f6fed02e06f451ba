package matcher

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fault is one thing wrong in a case file, with what the writer of the file
// needs to put it right.
type Fault struct {
	File   string // as the reader was given it; "" when the case came from no file
	Line   int    // counted from 1; 0 when it is not known
	Column int    // in bytes, counted from 1; 0 when it is not known
	Field  string // "remediation[2].text.en"; "" when the file as a whole is wrong
	Value  string // what stands there, shortened; "" when nothing does
	Remedy string // what is wrong and what to write instead
}

// Error is the fault in one line: `cases/a.json:3:14: date "yesterday": write …`.
func (f Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
	}
	if f.Column > 0 {
		fmt.Fprintf(&b, ":%d", f.Column)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	what := f.Field
	if f.Value != "" {
		what = strings.TrimSpace(what + " " + quote(f.Value))
	}
	if what != "" {
		b.WriteString(what + ": ")
	}
	b.WriteString(f.Remedy)
	return b.String()
}

// Faults is all that is wrong in a file or a folder.
type Faults []Fault

// Error gives each fault a line.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Err is the faults as an error, or nil when there are none.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}

// Sort orders the faults by file, then by place in it.
func (fs Faults) Sort() {
	slices.SortStableFunc(fs, func(a, b Fault) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
		)
	})
}

// quote keeps a value in one line; JSON is easier to read without backslashes.
func quote(s string) string {
	if strings.Contains(s, `"`) && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// shownRunes is how much of a wrong value a fault repeats, in characters.
const shownRunes = 60

func shorten(s string) string {
	n := 0
	for i := range s {
		if n == shownRunes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
