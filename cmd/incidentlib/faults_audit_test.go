package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/store"
)

// audit holds every alert that was acknowledged against what is in Slack and what the bot has
// on record. The bot has ended.
func (a *arena) audit() row {
	a.Helper()
	st, err := store.Open(a.Context(), a.state)
	if err != nil {
		a.Fatal(err)
	}
	defer st.Close()
	replies := a.ours()
	r := row{slowest: a.slowest(), backAfter: a.backAfter}
	for n, one := range a.alerts {
		r.alerts++
		ours := replies[one.channel+" "+one.ts]
		delete(replies, one.channel+" "+one.ts)
		if len(ours) > 1 {
			r.doubled++
			a.Errorf("%s: alert %d at %s in %s is answered %d times", a.name, n, one.ts, one.channel, len(ours))
		}
		if wrong := a.wrong(st, one, ours); wrong != "" {
			r.lost++
			a.Errorf("%s: alert %d at %s in %s: %s", a.name, n, one.ts, one.channel, wrong)
		}
	}
	for key, ours := range replies {
		a.Errorf("%s: %d messages of the bot in the thread %q, where no alert is: %s", a.name, len(ours), key, ours)
	}
	if refused, most := a.refused(), r.alerts; refused > most {
		a.Errorf("%s: Slack refused %d posts for coming too fast, %d at most were to be", a.name, refused, most)
	}
	return r
}

// wrong says what is wrong with how an alert ended; "" is nothing.
func (a *arena) wrong(st *store.Store, one *alerted, ours []string) string {
	key := store.MessageKey{Workspace: a.workspace(), Channel: one.channel, TS: one.ts}
	rec, known, err := st.Get(a.Context(), key)
	switch {
	case err != nil:
		return err.Error()
	case !known:
		return fmt.Sprintf("there is no record of it, and %d replies", len(ours))
	case one.why != "" && (rec.Reason != one.why || len(ours) > 0):
		return fmt.Sprintf("left alone as %s with %d replies, want %s", rec.Reason, len(ours), one.why)
	case one.why != "":
		return ""
	case !one.known && (rec.Reason == string(bot.NoCase) || rec.Reason == string(bot.Weak)) && len(ours) == 0:
		return ""
	case one.known && len(ours) > 0 && rec.ReplyTS != "" && strings.Contains(ours[0], fmt.Sprintf("%q", rec.ReplyTS)):
		return ""
	case one.known && rec.Reason == string(bot.Gathered):
		return a.untold(st, key, rec)
	}
	return fmt.Sprintf("its record says %q with the reply %q; in Slack are %d", rec.Reason, rec.ReplyTS, len(ours))
}

// untold says what is wrong with the reply to another alert that should tell of this one.
func (a *arena) untold(st *store.Store, key store.MessageKey, rec store.Record) string {
	host := key
	host.TS = rec.ToldIn
	others, err := st.ToldIn(a.Context(), host)
	if err != nil {
		return err.Error()
	}
	for _, raw := range a.ws.Thread(host.Channel, host.TS) {
		if strings.Contains(string(raw), fmt.Sprintf("%d alerts at once", 1+len(others))) {
			return ""
		}
	}
	return fmt.Sprintf("the reply at %s tells not of all %d", host.TS, 1+len(others))
}

func (a *arena) workspace() store.Workspace { return store.Workspace{Team: a.ws.TeamID()} }

// slowest is the longest that an event waited for its acknowledgement.
func (a *arena) slowest() (most time.Duration) {
	for _, d := range a.ws.Deliveries() {
		if d.Outcome == "ok" && slices.ContainsFunc(a.channels, func(c string) bool { return strings.Contains(string(d.Payload), c) }) {
			most = max(most, d.Took)
		}
	}
	return most
}

// refused counts the posts that Slack refused for coming too fast, and not for a fault.
func (a *arena) refused() (n int) {
	for _, c := range a.ws.Calls() {
		if c.Method == post && c.Status == http.StatusTooManyRequests && slices.Contains(a.channels, c.Channel) && !c.Spoilt {
			n++
		}
	}
	return n
}
