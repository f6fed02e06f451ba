package matcher

import (
	"slices"
	"testing"
)

func TestSimilar(t *testing.T) {
	l, err := NewLibrary([]*Case{
		{ID: "A", Title: TextOf("Conntrack table full after a rollout"), Components: []string{"conntrack", "cilium"}, Symptoms: []string{"packet-loss"}, RootCause: "config-change"},
		{ID: "B", Title: TextOf("Stale conntrack entries send DNS to a dead pod"), Components: []string{"conntrack"}, Symptoms: []string{"packet-loss"}, RootCause: "software-bug"},
		{ID: "C", Title: TextOf("Certificate expired"), Components: []string{"tls"}, RootCause: "config-change"},
		{ID: "D", Title: TextOf("Agent could not start pods"), Components: []string{"cilium"}, RootCause: "config-change"},
		{ID: "E", Title: TextOf("Queue backlog"), Components: []string{"kafka"}, RootCause: "capacity"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got, err := l.Similar(t.Context(), "a", 5)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range got {
		ids = append(ids, r.Case.ID)
	}
	if !slices.Equal(ids, []string{"B", "D"}) {
		t.Fatalf("like A: %v, want B and D and nothing that shares a root cause only", ids)
	}
	if b := got[0]; b.SameRootCause || !slices.Equal(b.Components, []string{"conntrack"}) || !slices.Equal(b.Symptoms, []string{"packet-loss"}) {
		t.Errorf("A and B have in common: %+v", b)
	}
	if d := got[1]; !d.SameRootCause || !slices.Equal(d.Components, []string{"cilium"}) {
		t.Errorf("A and D have in common: %+v", d)
	}
	if _, err := l.Similar(t.Context(), "Z", 5); err == nil {
		t.Error("an unknown id is no error")
	}
}
