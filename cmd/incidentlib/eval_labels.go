package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"incidentlib/matcher"
)

// labelled is one line of a file of labelled alerts.
type labelled struct {
	ID         string          `json:"id"`
	Payload    json.RawMessage `json:"payload"`
	Negative   bool            `json:"negative"`
	NearMiss   bool            `json:"near_miss"`
	Lang       string          `json:"lang"`
	Closeness  string          `json:"closeness"`
	Form       string          `json:"form"`
	Category   string          `json:"category"`
	RelevantIf string          `json:"relevant_if"`
	Mechanism  string          `json:"mechanism_key"` // alerts of one stay together when a fit is tested
}

// warnUnknown tells of judgements that may be mistakes: a relevant case that the library does
// not have cannot be found and counts as missed; a judgement of an alert that is not in the
// file counts for nothing.
func warnUnknown(out io.Writer, grades map[string]map[string]int, alerts []labelled, library *matcher.Library) {
	ids := map[string]bool{}
	for _, a := range alerts {
		ids[a.ID] = true
	}
	alien := map[string]bool{}
	other := 0
	for id, cases := range grades {
		if !ids[id] {
			other++
			continue
		}
		for c := range cases {
			if library.Case(c) == nil {
				alien[c] = true
			}
		}
	}
	if len(alien) > 0 {
		fmt.Fprintf(out, "judged, and not in the library: %s\n", someOf(slices.Sorted(maps.Keys(alien))))
	}
	if other > 0 {
		fmt.Fprintf(out, "judgements of %s that are not in the file are left out\n", count(other, "alert"))
	}
}

// messageOf is the message of a payload: the text of a JSON string, or the object itself.
func messageOf(payload json.RawMessage) []byte {
	var text string
	if json.Unmarshal(payload, &text) == nil {
		return []byte(text)
	}
	return payload
}

// readQrels reads "alert case grade" lines into grades above 0, by alert.
func readQrels(path string) (map[string]map[string]int, error) {
	out := map[string]map[string]int{}
	err := eachLine(path, func(n int, line string) error {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		fields := strings.Fields(line)
		grade, err := 0, errors.New("")
		if len(fields) == 3 {
			grade, err = strconv.Atoi(fields[2])
		}
		if err != nil || grade < 0 || grade > 2 {
			return fmt.Errorf("%s:%d: %q: write an alert id, a case id and a grade of 0, 1 or 2", path, n, line)
		}
		if grade > 0 {
			if out[fields[0]] == nil {
				out[fields[0]] = map[string]int{}
			}
			out[fields[0]][fields[1]] = grade
		}
		return nil
	})
	return out, err
}

func readLabelled(path string) ([]labelled, error) {
	var out []labelled
	ids := map[string]bool{}
	err := eachLine(path, func(n int, line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var a labelled
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if a.ID == "" || len(a.Payload) == 0 || string(a.Payload) == "null" {
			return fmt.Errorf(`%s:%d: an alert needs "id" and "payload"`, path, n)
		}
		if ids[a.ID] {
			return fmt.Errorf("%s:%d: a second alert with the id %q; give each its own", path, n, a.ID)
		}
		ids[a.ID] = true
		out = append(out, a)
		return nil
	})
	return out, err
}

func eachLine(path string, do func(n int, line string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxMessage)
	for n := 1; lines.Scan(); n++ {
		if err := do(n, lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
