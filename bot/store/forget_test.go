package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// What is kept of a message, or of a channel, is forgotten; all else stays.
func TestForgetInChannel(t *testing.T) { onEach(t, forgetsInChannel) }

func forgetsInChannel(t *testing.T, s *store.Store) {
	w := store.Workspace{Team: "T1"}
	at := time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, channel := range []string{"C1", "C2"} {
		for _, ts := range []string{"1.1", "1.2"} {
			key := store.MessageKey{Workspace: w, Channel: channel, TS: ts}
			must(s.Finish(t.Context(), store.Record{Key: key, Reason: "answered", Fingerprint: "f" + ts, CaseIDs: []string{"K1"}}, at))
			_, err := s.Vote(t.Context(), store.Vote{Key: key, CaseID: "K1", Person: "U1", For: true, At: at})
			must(err)
			must(s.AddNote(t.Context(), store.Note{Key: key, CaseID: "K1", Author: "U1", Body: "look", At: at}))
			must(s.Mute(t.Context(), store.Mute{Workspace: w, Channel: channel, Fingerprint: "f" + ts, By: "U1", At: at}))
			must(s.Audit(t.Context(), store.Deed{Workspace: w, ID: channel + ts, Actor: "U1", Action: "mute", Subject: channel + " a secret title", At: at}))
			_, err = s.Accept(t.Context(), []store.Item{{Workspace: w, Kind: "events_api", Lane: channel, ID: channel + "/" + ts, Seq: 1, Payload: `{"ts":"` + ts + `"}`}})
			must(err)
		}
	}
	kept := func(channel string) store.Kept {
		k, err := s.Kept(t.Context(), w, channel)
		must(err)
		return k
	}
	if got, want := kept("C1"), (store.Kept{Records: 2, Votes: 2, Notes: 2, Mutes: 2, Waiting: 2}); got != want {
		t.Fatalf("kept before: %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		ts   string
		gone store.Forgotten
		left store.Kept
	}{
		{"1.1", store.Forgotten{Records: 1, Votes: 1, Notes: 1, Items: 1}, store.Kept{Records: 1, Votes: 1, Notes: 1, Mutes: 2, Waiting: 1}},
		{"1.1", store.Forgotten{}, store.Kept{Records: 1, Votes: 1, Notes: 1, Mutes: 2, Waiting: 1}},
		{"", store.Forgotten{Records: 1, Votes: 1, Notes: 1, Mutes: 2, Items: 1}, store.Kept{}},
	} {
		gone, err := s.Forget(t.Context(), w, "C1", c.ts)
		if err != nil || gone != c.gone {
			t.Errorf("Forget(%q) = %+v, %v; want %+v", c.ts, gone, err, c.gone)
		}
		if left := kept("C1"); left != c.left {
			t.Errorf("left after %q: %+v, want %+v", c.ts, left, c.left)
		}
	}
	if got, want := kept("C2"), (store.Kept{Records: 2, Votes: 2, Notes: 2, Mutes: 2, Waiting: 2}); got != want {
		t.Errorf("of another channel: %+v, want %+v", got, want)
	}
	titled := 0
	deeds, err := s.Deeds(t.Context(), w, 10)
	must(err)
	for _, d := range deeds {
		if titled += strings.Count(d.Subject, "secret"); d.Subject == "" || strings.HasPrefix(d.Subject, "C1 ") {
			t.Errorf("of what was done in the channel there is %q", d.Subject)
		}
	}
	if len(deeds) != 4 || titled != 2 {
		t.Errorf("deeds: %+v", deeds)
	}
	if _, err := s.Forget(t.Context(), w, "", ""); err == nil {
		t.Error("a whole workspace was forgotten")
	}
}

// A thing is tallied once a person, and tallies are forgotten when they are old.
func TestTallies(t *testing.T) { onEach(t, tallies) }

func tallies(t *testing.T, s *store.Store) {
	w := store.Workspace{Team: "T1"}
	at := time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC)
	for n, tally := range []store.Tally{
		{Kind: "game", Person: "U1", ID: "K1", N: 1}, {Kind: "game", Person: "U1", ID: "K1", N: 0}, {Kind: "game", Person: "U2", ID: "K1", N: 1},
		{Kind: "mention", Person: "U1", ID: "C1/1.1", N: 1},
	} {
		tally.Workspace, tally.At = w, at.Add(time.Duration(n)*time.Minute)
		if err := s.Tally(t.Context(), tally); err != nil {
			t.Fatal(err)
		}
	}
	count := func(person string, since time.Time) int {
		all, err := s.Tallies(t.Context(), w, "game", person, since)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if all, one, late := count("", at), count("U1", at), count("", at.Add(2*time.Minute)); all != 2 || one != 1 || late != 1 {
		t.Errorf("%d of all, %d of one, %d late; want 2, 1, 1", all, one, late)
	}
	if err := s.ForgetTallies(t.Context(), at.Add(2*time.Minute)); err != nil || count("", at) != 1 {
		t.Errorf("after forgetting %d are left, %v", count("", at), err)
	}
	if err := s.Tally(t.Context(), store.Tally{Workspace: w, Kind: "game"}); err == nil {
		t.Error("nobody's tally was kept")
	}
}

// What was done or forgotten is in no file of a state that is closed, not even in the space that
// is free.
func TestGoneFromTheDisk(t *testing.T) {
	const secret = "hunter2-XYZ"
	path := filepath.Join(t.TempDir(), "bot.db")
	s, err := store.Open(t.Context(), path)
	must(t, err)
	for i := range 20 {
		it := item("C1", fmt.Sprint("a", i), i)
		it.Payload = strings.Repeat(secret+" ", 100*i)
		accept(t, s, it)
		finish(t, s, store.Record{Key: message(fmt.Sprint("1.", i)), Fingerprint: "f", Title: secret, Reason: "no_case"}, noon)
	}
	_, err = s.Forget(t.Context(), team, "C1", "")
	must(t, err)
	must(t, s.Close())
	for _, part := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + part)
		if n := bytes.Count(data, []byte(secret)); n > 0 || part == "" && err != nil {
			t.Errorf("bot.db%s holds it %d times (%v)", part, n, err)
		}
	}
}
