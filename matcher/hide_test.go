package matcher

import (
	"slices"
	"testing"
)

// A case that is hidden is told nowhere: whoever finds, searches, opens, compares or lists cases
// gets all others as if it were not there.
func TestHiding(t *testing.T) {
	disk := func(id, date string) *Case {
		return &Case{
			ID: id, Date: date, Title: Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"},
			Components: []string{"kafka"}, Symptoms: []string{"disk-full"}, RootCause: "capacity",
		}
	}
	whole, err := NewLibrary([]*Case{disk("OWN-1", "2025-03-02"), disk("K1", "2024"), disk("K2", "2023"), {ID: "R1", Title: Text{En: "Redis lost its primary"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	alert := Alert{Kind: Problem, Text: "NodeFilesystemSpaceFillingUp kafka disk full"}
	told := func(l *Library) map[string][]string {
		out := map[string][]string{}
		note := func(how string, found []Match, err error) {
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range found {
				out[how] = append(out[how], m.Case.ID)
			}
		}
		found, err := l.Find(t.Context(), alert, 1)
		note("find one", found, err)
		found, err = l.Find(t.Context(), Alert{Kind: Problem, Text: alert.Text, Members: []string{"kafka disk full", "redis primary lost"}}, 3)
		note("find for a group", found, err)
		for _, text := range []string{"kafka", "component:kafka", "component:kafka disk", "since:2020"} {
			s, err := ParseSearch(text)
			if err != nil {
				t.Fatal(err)
			}
			found, err := l.Search(t.Context(), s, 10)
			note("search "+text, found, err)
		}
		like, err := l.Similar(t.Context(), "K1", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range like {
			out["similar"] = append(out["similar"], r.Case.ID)
		}
		for _, c := range l.Cases() {
			out["list"] = append(out["list"], c.ID)
		}
		return out
	}
	before := told(whole)
	for how, ids := range told(whole.Hiding([]string{"own-1", "nothing"})) {
		want := slices.DeleteFunc(slices.Clone(before[how]), func(id string) bool { return id == "OWN-1" })
		switch how { // where only so many are wanted, the next takes its place
		case "find one":
			want = []string{"K1"}
		case "find for a group":
			want = []string{"K1", "K2", "R1"}
		}
		if !slices.Contains(before[how], "OWN-1") || !slices.Equal(ids, want) {
			t.Errorf("%s: %v, and %v with one hidden", how, before[how], ids)
		}
	}
	hiding := whole.Hiding([]string{"OWN-1"})
	if hiding.Case("own-1") != nil || hiding.Hiding(nil).Case("OWN-1") == nil {
		t.Error("a hidden case is given, or one that is hidden no more is not")
	}
	more, err := hiding.With(&Case{ID: "N1", Title: Text{En: "Kafka"}})
	if err != nil || len(more.Cases()) != 4 || more.Case("OWN-1") != nil || more.Case("N1") == nil {
		t.Errorf("with one more: %v, %v", more.Cases(), err)
	}
	voted := whole.Heeding([]Vote{{Case: "OWN-1", Alert: Sketch(alert), Weight: 1}}).Hiding([]string{"OWN-1"})
	if found, err := voted.Find(t.Context(), alert, 3); err != nil || len(found) != 2 || found[0].Case.ID != "K1" {
		t.Errorf("with votes: %v, %v", found, err)
	}
	if _, err := hiding.Similar(t.Context(), "OWN-1", 3); err == nil {
		t.Error("cases like a hidden one are told")
	}
}
