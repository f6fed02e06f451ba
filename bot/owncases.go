package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

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

// owners keeps what each workspace owns until somebody changes a case.
type owners struct {
	log   *slog.Logger
	mu    sync.Mutex // held while cases are read, so that none saved meanwhile is missed
	by    map[store.Workspace]*owned
	fresh map[store.Workspace]bool // nobody changed a case since it was read

	old     []*matcher.Library // somebody may still be answered from these; only what is not closed yet
	warming sync.WaitGroup     // libraries that are being made ready for filters
}

// warm makes a library ready for filters, beside all else.
func (o *owners) warm(library *matcher.Library) {
	o.warming.Go(func() { // where it fails, the first search says so
		Safely(o.log, "make a library ready", func() error { return library.Warm() })
	})
}

// close closes all libraries that were made for workspaces. Nobody may ask any more.
func (o *owners) close() {
	o.warming.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, own := range o.by {
		if own.library != own.base {
			o.old = append(o.old, own.library)
		}
	}
	for _, library := range o.old {
		library.Close()
	}
	o.old = nil
	clear(o.by)
	clear(o.fresh)
}

// retire closes a library that nobody is answered from after a while.
func (o *owners) retire(library *matcher.Library) {
	o.old = append(o.old, library)
	time.AfterFunc(lastReaders, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.old = slices.DeleteFunc(o.old, func(l *matcher.Library) bool { return l == library })
		library.Close()
	})
}

// forget has the cases of a workspace read anew when they are needed next.
func (o *owners) forget(w store.Workspace) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.fresh, w)
}

// forgetAll does so for all workspaces.
func (o *owners) forgetAll() {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.fresh)
}

// lastReaders is how long after a change of cases somebody may still be answered from the old.
const lastReaders = 10 * time.Second

// owned is what a workspace owns. Only cases that changed are taken apart. When they cannot be
// read, the answer comes from those that were known before.
func (b *Bot) owned(ctx context.Context, w store.Workspace) *owned {
	b.owners.mu.Lock()
	defer b.owners.mu.Unlock()
	base, before := b.library(), b.owners.by[w]
	if before != nil && before.base == base && b.owners.fresh[w] {
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
	if before != nil && before.library != before.base && before.library != have.library {
		b.owners.retire(before.library)
	}
	b.owners.by[w], b.owners.fresh[w] = have, true
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
