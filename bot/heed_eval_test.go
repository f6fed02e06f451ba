package bot

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// On the shipped library and the alerts of the evaluation: what two people say of one alert, that
// it was the second case, ranks that first for this alert, and moves no alert that is not like it.
func TestVotesMoveNoOtherAlerts(t *testing.T) {
	t.Parallel()
	f, err := os.Open(filepath.Join("..", "..", "shared", "eval", "alerts-dev.jsonl"))
	if err != nil {
		t.Skip("no evaluation set beside the repository")
	}
	defer f.Close()
	var alerts []matcher.Alert
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			Payload  json.RawMessage `json:"payload"`
			Negative bool            `json:"negative"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Negative {
			continue
		}
		var text string
		if json.Unmarshal(row.Payload, &text) == nil {
			row.Payload = []byte(text)
		}
		a, err := alert.ReadAny(row.Payload)
		if err != nil {
			t.Fatal(err)
		}
		alerts = append(alerts, a)
	}
	cases, err := seeds.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	words, err := seeds.Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	library, err := matcher.NewLibraryWith(cases, words)
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	b, err := New(library, st, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ranked := func(l *matcher.Library, a matcher.Alert) (ids []string, scores []float64) {
		found, err := l.Find(t.Context(), a, Finds)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range found {
			ids, scores = append(ids, m.Case.ID), append(scores, m.Score)
		}
		return ids, scores
	}
	var before [][]string
	for _, a := range alerts {
		ids, _ := ranked(library, a)
		before = append(before, ids)
	}
	taught, moved := 0, 0
	for i := 0; i < len(alerts) && taught < 12; i += 7 {
		ids, scores := ranked(library, alerts[i])
		if len(ids) < 2 || scores[1] < scores[0]/2 {
			continue // no reply shows a second
		}
		taught++
		w := store.Workspace{Team: "T" + ids[1]}
		key := store.MessageKey{Workspace: w, Channel: "C1", TS: "1.000001"}
		if err := st.Finish(t.Context(), store.Record{Key: key, Reason: string(Answered), CaseIDs: ids}, time.Now()); err != nil {
			t.Fatal(err)
		}
		for _, person := range []string{"U1", "U2"} {
			v := store.Vote{Key: key, CaseID: ids[1], Person: person, For: true, Alert: matcher.Sketch(alerts[i]), At: time.Now()}
			if _, err := st.Vote(t.Context(), v); err != nil {
				t.Fatal(err)
			}
		}
		h, err := b.heed(t.Context(), w, library)
		if err != nil {
			t.Fatal(err)
		}
		if now, _ := ranked(h.library, alerts[i]); now[0] != ids[1] {
			t.Errorf("%.100q: %v, then %v", alerts[i].Title, ids, now)
		}
		for j, a := range alerts {
			if now, _ := ranked(h.library, a); j != i && !slices.Equal(now, before[j]) {
				moved++
				t.Logf("voted on %.80q: %.80q moves from %v to %v", alerts[i].Title, a.Title, before[j], now)
			}
		}
	}
	if taught < 5 || moved > taught/4 {
		t.Errorf("%d alerts taught, %d others moved", taught, moved)
	}
}
