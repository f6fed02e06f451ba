package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// body writes a case of that id, as whoever adds one does.
func body(id string) (string, error) { return fmt.Sprintf(`{"id":%q}`, id), nil }

// Everybody who adds a case gets an id of their own, however many do at once; and whoever does
// it again gets the same.
func TestAddCase(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		var adding sync.WaitGroup
		for n := range 30 {
			for range 2 {
				adding.Go(func() {
					c := store.OwnCase{Workspace: team, Channel: "C1", Author: "U1", At: noon.Add(time.Duration(n) * time.Millisecond)}
					if _, err := s.AddCase(t.Context(), c, body); err != nil {
						t.Error(err)
					}
				})
			}
		}
		adding.Wait()
		var want, got []string
		for n := range 30 {
			want = append(want, fmt.Sprintf("OWN-%04d", n+1))
		}
		cases, err := s.OwnCases(t.Context(), team)
		for _, c := range cases {
			got = append(got, c.ID)
			if b, _ := body(c.ID); c.Body != b {
				t.Errorf("%s has the body %s", c.ID, c.Body)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v", got, err)
		}
		if id, err := s.AddCase(t.Context(), store.OwnCase{Workspace: store.Workspace{Team: "T2"}, Author: "U1", At: noon}, body); id != "OWN-0001" || err != nil {
			t.Errorf("the first of another workspace is %s, %v", id, err)
		}
	})
}

// An id is not given twice, also when its case was deleted, nor one that is taken elsewhere; and
// after the ten thousandth they go on.
func TestAddCaseSkips(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		next := func(at int, taken ...string) string {
			t.Helper()
			c := store.OwnCase{Workspace: team, Author: "U1", At: noon.Add(time.Duration(at) * time.Second)}
			id, err := s.AddCase(t.Context(), c, func(id string) (string, error) {
				if slices.Contains(taken, id) {
					return "", nil
				}
				return body(id)
			})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		if got := next(1, "OWN-0001", "OWN-0002"); got != "OWN-0003" {
			t.Errorf("beside two that are taken: %s", got)
		}
		if _, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: "OWN-0003", Author: "U1", At: noon.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		if got := next(2); got != "OWN-0004" {
			t.Errorf("after a deleted one: %s", got)
		}
		if _, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: "OWN-9999", Body: "{}", Author: "U1", At: noon}); err != nil {
			t.Fatal(err)
		}
		if got := next(3) + " " + next(4); got != "OWN-10000 OWN-10001" {
			t.Errorf("after OWN-9999: %s", got)
		}
	})
}

// What is saved twice is one version, and what was deleted is in the history.
func TestSaveCase(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		save := func(body, author string, at time.Time) int {
			t.Helper()
			v, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: "OWN-0001", Body: body, Channel: "C1", Author: author, At: at})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		counts := func() int64 {
			n, err := s.Changes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return n["cases"]
		}
		if v := save("one", "U1", noon); v != 1 || save("one", "U1", noon) != 1 {
			t.Error("saving again counts")
		}
		if v := save("two", "U2", noon); v != 2 {
			t.Errorf("another's is version %d", v)
		}
		before := counts()
		if v := save("", "U1", noon.Add(time.Minute)); v != 3 || counts() == before {
			t.Errorf("deleted as version %d; others hear of it: %v", v, counts() > before)
		}
		if _, ok, err := s.OwnCase(t.Context(), team, "OWN-0001"); ok || err != nil {
			t.Errorf("the deleted case is there: %v, %v", ok, err)
		}
		history, err := s.History(t.Context(), team, "OWN-0001")
		if err != nil || len(history) != 3 || history[0].Body != "" || history[1].Body != "two" || history[2].Author != "U1" {
			t.Errorf("history %v, %v", history, err)
		}
	})
}

// Whoever keeps cases and settings by channel hears that a channel has a new id.
func TestRenamedIsAChange(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		if _, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: "OWN-0001", Body: "{}", Channel: "G1", Private: true, Author: "U1", At: noon}); err != nil {
			t.Fatal(err)
		}
		before, err := s.Changes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Renamed(t.Context(), team, "G1", "C1"); err != nil {
			t.Fatal(err)
		}
		after, err := s.Changes(t.Context())
		if err != nil || after["cases"] == before["cases"] || after["settings"] == before["settings"] {
			t.Errorf("%v, then %v, %v", before, after, err)
		}
		if c, ok, err := s.OwnCase(t.Context(), team, "OWN-0001"); !ok || err != nil || c.Channel != "C1" {
			t.Errorf("%v, %v, %v", c, ok, err)
		}
	})
}
