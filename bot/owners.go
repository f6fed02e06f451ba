package bot

import (
	"log/slog"
	"slices"
	"sync"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// owners keeps what each workspace owns until somebody changes a case. Workspaces do not wait for
// each other.
type owners struct {
	log   *slog.Logger
	mu    sync.Mutex // never held while cases are read
	by    map[store.Workspace]*estate
	edits int // how often the cases of all workspaces may have changed

	old     []*matcher.Library // somebody may still be answered from these; only what is not closed yet
	warming sync.WaitGroup     // libraries that are being made ready for filters
}

// estate is what a workspace owns, as far as it was read.
type estate struct {
	reading sync.Mutex // held while its cases are read
	owned   *owned     // nil before they were read first
	edits   int        // how often its cases changed
	upTo    int        // all edits that owned has; -1 before it was read
}

// of is what is kept of a workspace; mu is held.
func (o *owners) of(w store.Workspace) *estate {
	k := o.by[w]
	if k == nil {
		k = &estate{upTo: -1}
		if o.by == nil {
			o.by = map[store.Workspace]*estate{}
		}
		o.by[w] = k
	}
	return k
}

// reading waits until nobody else reads the cases of a workspace, and returns what ends that.
func (o *owners) reading(w store.Workspace) (done func()) {
	o.mu.Lock()
	k := o.of(w)
	o.mu.Unlock()
	k.reading.Lock()
	return k.reading.Unlock
}

// kept is what a workspace owned when its cases were read last, nil before that; fresh is whether
// nobody has changed one since. What is read now has all edits so far.
func (o *owners) kept(w store.Workspace) (last *owned, edits int, fresh bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := o.of(w)
	edits = k.edits + o.edits
	return k.owned, edits, k.upTo == edits
}

// keep keeps what was read of a workspace after so many edits, and retires what it takes the
// place of.
func (o *owners) keep(w store.Workspace, now *owned, edits int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := o.of(w)
	if before := k.owned; before != nil && before.library != before.base && before.library != now.library {
		o.retire(before.library)
	}
	k.owned, k.upTo = now, edits
}

// forget has the cases of a workspace read anew when they are needed next.
func (o *owners) forget(w store.Workspace) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.of(w).edits++
}

// forgetAll does so for all workspaces.
func (o *owners) forgetAll() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.edits++
}

// lastReaders is how long after a change of cases somebody may still be answered from the old.
const lastReaders = 10 * time.Second

// retire closes a library that nobody is answered from after a while; mu is held.
func (o *owners) retire(library *matcher.Library) {
	o.old = append(o.old, library)
	time.AfterFunc(lastReaders, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if i := slices.Index(o.old, library); i >= 0 { // close has not been faster
			o.old = slices.Delete(o.old, i, i+1)
			library.Close()
		}
	})
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
	for _, k := range o.by {
		if own := k.owned; own != nil && own.library != own.base {
			o.old = append(o.old, own.library)
		}
	}
	for _, library := range o.old {
		library.Close()
	}
	o.old, o.by = nil, nil
}
