package matcher

import (
	"fmt"
	"math"
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

// A case that names no mechanisms is compared by those its text tells of, and what it names
// twice counts once.
func TestSimilarMechanisms(t *testing.T) {
	v := &Vocabulary{Mechanisms: []Term{
		{Slug: "conntrack-full", Says: []string{"connection table full, dropping packet", "nf_conntrack: table full"}},
		{Slug: "cert-expired", Says: []string{"certificate has expired or is not yet valid"}},
		{Slug: "disk-full", Says: []string{"no space left on device"}},
	}}
	relation := func(named, components []string) Relation {
		t.Helper()
		l, err := NewLibraryWith(append(shops(),
			&Case{ID: "A", Title: TextOf("nf_conntrack: table full, dropping packet"), Components: components},
			&Case{ID: "B", Title: TextOf("Old kernel lost traffic"), Mechanisms: named, Components: components}), v)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		got, err := l.Similar(t.Context(), "A", 5)
		if err != nil || len(got) == 0 || got[0].Case.ID != "B" {
			t.Fatalf("like A: %+v, %v", got, err)
		}
		return got[0]
	}
	once := relation([]string{"conntrack-full"}, []string{"kernel"})
	twice := relation([]string{"conntrack-full", "conntrack-full"}, []string{"kernel", "kernel"})
	for _, r := range []Relation{once, twice} {
		if !slices.Equal(r.Mechanisms, []string{"conntrack-full"}) || !slices.Equal(r.Components, []string{"kernel"}) {
			t.Errorf("in common: %+v", r)
		}
	}
	if math.Abs(once.Score-twice.Score) > 0.1 { // words that stand twice in the text weigh a little more
		t.Errorf("scores %v with each slug once, %v with each twice", once.Score, twice.Score)
	}
}

// shops are cases that tell of nothing.
func shops() (out []*Case) {
	for n := range 8 {
		out = append(out, titled(fmt.Sprint("S", n), "A shop ran a sale"))
	}
	return out
}
