package store_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"incidentlib/bot/store"
)

func TestVotes(t *testing.T) {
	s := open(t, ":memory:")
	ctx := t.Context()
	at := noon
	vote := func(person string, yes, wantKept bool) {
		t.Helper()
		at = at.Add(time.Millisecond)
		v := store.Vote{Key: message("1.1"), CaseID: "IL-1", Person: person, For: yes, Alert: "disk full", At: at}
		kept, err := s.Vote(ctx, v)
		if again, failed := s.Vote(ctx, v); again != kept || failed != nil {
			t.Errorf("the same click told twice: %v, then %v, %v", kept, again, failed)
		}
		if err != nil || kept != wantKept {
			t.Errorf("%s votes %v: kept %v, %v", person, yes, kept, err)
		}
	}
	count := func(wantYes, wantNo int) {
		t.Helper()
		yes, no, err := s.VotesOn(ctx, message("1.1"), "IL-1")
		if err != nil || yes != wantYes || no != wantNo {
			t.Errorf("%d for it and %d against it, %v; want %d and %d", yes, no, err, wantYes, wantNo)
		}
	}
	count(0, 0)
	vote("U1", true, true)
	vote("U2", true, true)
	count(2, 0)
	vote("U1", false, true) // changed
	count(1, 1)
	vote("U2", true, false) // taken back
	count(0, 1)
	if yes, no, err := s.VotesOn(ctx, message("1.2"), "IL-1"); yes+no != 0 || err != nil {
		t.Errorf("another alert has %d, %d votes, %v", yes, no, err)
	}
	all, err := s.Votes(ctx, store.Workspace{Team: "T1"}, noon)
	if err != nil || len(all) != 1 || all[0].Person != "U1" || all[0].For || all[0].Alert != "disk full" || !all[0].At.Equal(noon.Add(3*time.Millisecond)) {
		t.Errorf("votes: %+v, %v", all, err)
	}
	for name, w := range map[string]store.Workspace{"another team": {Team: "T2"}, "another organisation": {Enterprise: "E1", Team: "T1"}} {
		if got, err := s.Votes(ctx, w, noon); len(got) != 0 || err != nil {
			t.Errorf("%s sees %+v, %v", name, got, err)
		}
	}
	if late, err := s.Votes(ctx, store.Workspace{Team: "T1"}, noon.Add(time.Second)); len(late) != 0 || err != nil {
		t.Errorf("votes cast later: %+v, %v", late, err)
	}
	if err := s.ForgetVotes(ctx, noon); err != nil {
		t.Error(err)
	}
	count(0, 1) // cast after that moment
	if err := s.ForgetVotes(ctx, at.Add(time.Millisecond)); err != nil {
		t.Error(err)
	}
	count(0, 0)
	if _, err := s.Vote(ctx, store.Vote{Key: message("1.1"), Person: "U1"}); err == nil {
		t.Error("a vote on no case was taken")
	}
}

// However many votes there are, the newest are read, and no more than are promised.
func TestNewestVotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.db")
	s := open(t, path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO votes SELECT '', 'T1', 'C1', 'ts' || i, 'IL-1', 'U1', 1, '', $2 + i FROM n`, store.MostVotes+49, noon.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Votes(t.Context(), store.Workspace{Team: "T1"}, noon)
	if err != nil || len(got) != store.MostVotes {
		t.Fatalf("%d votes, %v; want %d", len(got), err, store.MostVotes)
	}
	for i, v := range got {
		if want := noon.Add(time.Duration(store.MostVotes+49-i) * time.Millisecond); !v.At.Equal(want) {
			t.Fatalf("vote %d was cast at %v, not %v", i, v.At, want)
		}
	}
}

func TestByReply(t *testing.T) {
	s := open(t, ":memory:")
	r := answered(message("1.1"), "f")
	r.Alert = "the words of the alert"
	if err := s.Finish(t.Context(), r, noon); err != nil {
		t.Fatal(err)
	}
	got, ok, err := s.ByReply(t.Context(), r.Key.Workspace, "C1", "101.5")
	if err != nil || !ok || got.Key != r.Key || got.Alert != r.Alert {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	for _, ts := range []string{"", "101.6"} {
		if _, ok, err := s.ByReply(t.Context(), r.Key.Workspace, "C1", ts); ok || err != nil {
			t.Errorf("reply %q: %v, %v", ts, ok, err)
		}
	}
}
