package bot

import (
	"encoding/base64"
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

// votes has each person click on the reply to an alert, and waits until that many votes show.
func (s *stage) votes(ts, action, shows string, people ...string) {
	s.t.Helper()
	s.stamps["alert"] = ts
	for _, name := range people {
		if err := s.ws.Click(s.person(name), s.channel, s.replyTo("alert").text("ts"), action); err != nil {
			s.t.Fatal(err)
		}
	}
	s.wait("the votes to show", func() bool { return strings.Contains(string(s.replyTo("alert")["blocks"]), shows) })
}

// Votes count for the alert they were given on, however long it is and however much of it
// stands in labels; and no word of it is kept for them.
func TestVotesOnLongAlert(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	var trace strings.Builder
	for i := range 800 {
		fmt.Fprintf(&trace, "\\n  at com.acme.%c%cservice.Worker%c%c.run", 'a'+i%26, 'a'+i/26%26, 'a'+i%26, 'a'+i/26%26)
	}
	body := fmt.Sprintf(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2","attachments":[{"text":"%s"}]}`, trace.String())
	ts, why := s.alert(body)
	if why != "answered" {
		t.Fatalf("the first ends with %s", why)
	}
	s.votes(ts, actWrong, "Not this: 2", "Dana", "Kim")
	s.pass(30 * time.Hour)
	if _, why := s.alert(body); why != "weak_evidence" {
		t.Errorf("after two votes against the case the alert ends with %s", why)
	}
	rec := s.recordOf(ts)
	if raw, err := base64.RawStdEncoding.DecodeString(rec.Alert); err != nil || len(raw) < 400 {
		t.Errorf("of the alert is kept %.80q, %v", rec.Alert, err)
	}
	if silent := s.recordOf(s.stamps["alert"]); silent.Alert != "" {
		t.Errorf("of an alert without a reply is kept %.80q", silent.Alert)
	}
}

// recordOf is what the bot knows of a message.
func (s *stage) recordOf(ts string) store.Record {
	s.t.Helper()
	who, err := s.bot.desk.api.AuthTestContext(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	rec, ok, err := s.bot.store.Get(s.t.Context(), store.MessageKey{Workspace: store.Workspace{Team: who.TeamID}, Channel: s.channel, TS: ts})
	if !ok || err != nil {
		s.t.Fatalf("record of %s: %v, %v", ts, ok, err)
	}
	return rec
}

// Whoever votes under each of many replies has one vote all the same: nobody silences a case
// alone.
func TestOneVoteAPerson(t *testing.T) {
	s := newStage(t, kafka(), Options{Care: Eager})
	for n := range 4 {
		ts, why := s.alert(kafkaAlert)
		if why != "answered" {
			t.Fatalf("after %d votes of one person against the case the alert ends with %s", n, why)
		}
		s.votes(ts, actWrong, "Not this: 1", "Dana")
		s.pass(30 * time.Hour)
	}
}

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
	found, err := b.heeded(t.Context(), w).library.Find(t.Context(), kafkaRead(t), 1)
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
	const rounds, voters = 50, 8
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
				b.heeded(t.Context(), w)
			})
		}
		votes.Wait()
		if got := heededFor(t, b, w); got != (round+1)*voters {
			t.Fatalf("round %d: %d votes are heeded, %d were cast", round, got, (round+1)*voters)
		}
	}
}
