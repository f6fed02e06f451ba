package bot

import (
	"context"
	"encoding/json"
	"maps"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// The library that a workspace answers from is the program's with the cases that its people wrote
// before all others. What was learned in a private channel is told there alone, unless somebody
// shared it: everywhere else it is hidden, see libraryFor and heardIn.

// An owned is the library of one workspace. It never changes.
type owned struct {
	base    *matcher.Library         // the program's
	library *matcher.Library         // base itself where nobody wrote a case
	cases   map[string]store.OwnCase // the workspace's own, by id, without their bodies
	private map[string][]string      // ids of those that are told in one channel only, by channel
}

// owned is what a workspace owns. Only cases that changed are taken apart. When they cannot be
// read, the answer comes from those that were known before.
func (b *Bot) owned(ctx context.Context, w store.Workspace) *owned {
	defer b.owners.reading(w)()
	base := b.library()
	before, edits, fresh := b.owners.kept(w)
	if before != nil && before.base == base && fresh {
		return before
	}
	from := before
	if from == nil || from.base != base {
		from = &owned{base: base, library: base}
	}
	now, err := b.store.OwnCases(ctx, w)
	var have *owned
	if err == nil {
		have, err = b.renewed(from, now)
	}
	if err != nil {
		b.log.Error("own cases are not up to date", "team", w.Team, "err", err)
		return from
	}
	b.owners.keep(w, have, edits)
	if before != nil && before.base != base { // the cases were read anew
		b.owners.warm(have.library)
	}
	return have
}

// renewed is what a workspace owns now that its cases are these.
func (b *Bot) renewed(have *owned, now []store.OwnCase) (*owned, error) {
	fresh := &owned{base: have.base, library: have.library, cases: make(map[string]store.OwnCase, len(now)), private: map[string][]string{}}
	var changed []*matcher.Case
	for _, own := range now {
		body := own.Body
		own.Body = ""
		if have.cases[own.ID].Version != own.Version {
			var c matcher.Case
			if err := json.Unmarshal([]byte(body), &c); err != nil || c.ID != own.ID {
				b.log.Error("an own case cannot be read and is left out", "case", own.ID, "err", err)
				continue
			}
			changed = append(changed, &c)
		}
		fresh.cases[own.ID] = own
		if own.Private {
			fresh.private[own.Channel] = append(fresh.private[own.Channel], own.ID)
		}
	}
	if maps.Equal(have.cases, fresh.cases) {
		return have, nil
	}
	var gone []string
	for id := range have.cases {
		if _, still := fresh.cases[id]; still {
			continue
		}
		if c := have.base.Case(id); c != nil { // one of that id is in a folder too
			changed = append(changed, c)
		} else {
			gone = append(gone, id)
		}
	}
	if len(gone) > 0 {
		fresh.library = fresh.library.Without(gone...)
	}
	if len(changed) == 0 {
		return fresh, nil
	}
	var err error
	fresh.library, err = fresh.library.With(changed...)
	return fresh, err
}

// ToldIn are the own cases of a workspace, as its state has them, that are told in a channel. Those
// that cannot be read are left out.
func ToldIn(channel string, own []store.OwnCase) (cases []*matcher.Case) {
	for _, o := range own {
		var c matcher.Case
		if json.Unmarshal([]byte(o.Body), &c) == nil && c.ID == o.ID && (!o.Private || o.Channel == channel) {
			cases = append(cases, &c)
		}
	}
	return cases
}

// hiddenIn lists the own cases that are not told in a channel.
func (o *owned) hiddenIn(channel string) (ids []string) {
	for where, private := range o.private {
		if where != channel {
			ids = append(ids, private...)
		}
	}
	return ids
}

// libraryFor is the library as it may be told in a channel, "" for one that is nowhere in
// particular: without votes, for those who ask.
func (b *Bot) libraryFor(ctx context.Context, w store.Workspace, channel string) *matcher.Library {
	return b.heardIn(ctx, w, channel).from
}
