package bot

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Many people who vote at once all count: the reply tells how many, never fewer than before, and
// the next alert heeds them all.
func TestVotesAtOnce(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	const rounds, voters = 10, 8
	for round := range rounds {
		ts, why := s.alert(kafkaAlert)
		if why != "answered" {
			t.Fatalf("round %d ends with %s", round, why)
		}
		reply := s.replyTo("alert").text("ts")
		var clicks sync.WaitGroup
		for n := range voters {
			person := s.person(fmt.Sprintf("Voter%d of %d", n, round))
			clicks.Go(func() {
				if err := s.ws.Click(person, s.channel, reply, actRight); err != nil {
					t.Error(err)
				}
			})
		}
		clicks.Wait()
		s.votes(ts, actRight, fmt.Sprintf("This is it: %d", voters))
		if got := heededFor(t, s.bot, s.recordOf(ts).Key.Workspace); got != (round+1)*voters {
			t.Errorf("round %d: %d votes are heeded, %d were cast", round, got, (round+1)*voters)
		}
		s.pass(30 * time.Hour)
	}
	told := map[string]int{}
	for _, c := range s.ws.Calls() {
		if c.Method != "chat.update" {
			continue
		}
		args := object(c.Args)
		_, shown, _ := strings.Cut(args.text("blocks"), "This is it: ")
		n, ts := int(shown[0]-'0'), args.text("ts")
		if n < told[ts] {
			t.Errorf("the count goes from %d back to %d", told[ts], n)
		}
		told[ts] = n
	}
}

// heededFor is how many votes are heeded for the Kafka alert.
func heededFor(t *testing.T, b *Bot, w store.Workspace) (votes int) {
	t.Helper()
	found, err := b.heardIn(t.Context(), w, "").library.Find(t.Context(), kafkaRead(t), 1)
	if err != nil || len(found) == 0 {
		t.Fatalf("%v, %v", found, err)
	}
	for _, e := range found[0].Evidence {
		if e.Kind == matcher.ByVote {
			fmt.Sscanf(e.Found, "votes on alerts like this one: %d", &votes)
		}
	}
	return votes
}

// kafkaRead is the Kafka alert as it is read.
func kafkaRead(t *testing.T) matcher.Alert {
	t.Helper()
	a, err := alert.Read([]byte(kafkaAlert))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A vote that is kept counts for whoever asks afterwards, also where votes were being read while
// it was cast, as in another channel.
func TestVoteWhileVotesAreRead(t *testing.T) {
	lib, err := matcher.NewLibrary(kafka())
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "bot.db"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(lib, st, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close(); lib.Close() })
	w := store.Workspace{Team: "T1"}
	kept := matcher.Sketch(kafkaRead(t))
	const rounds, voters = 25, 8
	for round := range rounds {
		var votes sync.WaitGroup
		for n := range voters {
			votes.Go(func() {
				_, err := st.Vote(t.Context(), store.Vote{
					Key: store.MessageKey{Workspace: w, Channel: fmt.Sprint("C", n), TS: "1.2"}, CaseID: "K1",
					Person: fmt.Sprintf("U%d.%d", round, n), For: true, Alert: kept, At: time.Now(),
				})
				if err != nil {
					t.Error(err)
				}
				b.heard.forget(w)
				b.heardIn(t.Context(), w, "")
			})
		}
		votes.Wait()
		if got := heededFor(t, b, w); got != (round+1)*voters {
			t.Fatalf("round %d: %d votes are heeded, %d were cast", round, got, (round+1)*voters)
		}
	}
}
