package bot

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"incidentlib/matcher"
)

// A Past keeps to the window, to storms and to the limit of an hour.
func TestPastLimits(t *testing.T) {
	library, err := matcher.NewLibrary([]*matcher.Case{{
		ID: "TEAM-1", Title: matcher.Text{En: "The quota keeper refused every tenant"}, Org: "Platform team", Date: "2024-05-02",
		Signals: []string{"quota-keeper: token bucket for tenant … drained below …"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	p := NewPast(library, PastOptions{Care: Eager, Storm: 2, Hourly: 3})
	for _, step := range []struct {
		after time.Duration
		host  string
		want  Reason
		told  bool
	}{
		{0, "a", Answered, true},
		{time.Minute, "a", Repeat, true},
		{2 * time.Minute, "b", Answered, true},
		{3 * time.Minute, "c", Storm, true},
		{4 * time.Minute, "d", Gathered, true},
		{5 * time.Minute, "d", Repeat, true},
		{20 * time.Minute, "e", ForNow, false}, // three replies stand in this hour
		{25 * time.Hour, "a", Answered, true},  // the window is over
	} {
		ts := fmt.Sprintf("%d.000100", 1772445600+int(step.after.Seconds()))
		raw, err := json.Marshal(map[string]string{"type": "message", "bot_id": "B1", "ts": ts,
			"text": "ERROR quota-keeper: token bucket for tenant 42 drained below 5 permits on keeper-" + step.host + ".example.com"})
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Decide(t.Context(), p.Read("C1", false, raw))
		if err != nil || v.Reason != step.want || (v.Told != "") != step.told {
			t.Errorf("after %v, %s: %s, told in %q, %v; want %s", step.after, step.host, v.Reason, v.Told, err, step.want)
		}
	}
}
