package bot

import (
	"context"
	"sync"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// heedEvery is how often votes are read anew, since they fade and other processes take some.
const heedEvery = time.Hour

// A heard is the library of one workspace as it heeds the votes there, and the same without votes.
// Where nobody voted it is one and the same.
type heard struct {
	from, library *matcher.Library
	at            time.Time
	own           *owned
	told          map[string]heard // what of it may be told in a channel where private cases were learned; "" is any other
}

// hearing keeps what was heard in each workspace until it is forgotten. Workspaces do not wait for
// each other.
type hearing struct {
	mu    sync.Mutex // never held while votes are read
	by    map[store.Workspace]*ear
	edits int // how often the votes of all workspaces may have changed
}

// ear is what was heard in one workspace.
type ear struct {
	edits int // how often its votes changed; the lock of the hearing is held

	reading sync.Mutex // held while votes are read, and for what follows
	heard   heard
	upTo    int // all edits that heard has
}

// of is the ear of a workspace.
func (h *hearing) of(w store.Workspace) *ear {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[store.Workspace]*ear{}
	}
	if h.by[w] == nil {
		h.by[w] = &ear{}
	}
	return h.by[w]
}

// edited counts all edits so far that concern an ear.
func (h *hearing) edited(e *ear) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return e.edits + h.edits
}

// forget has the votes of a workspace read anew when they are needed next: one that is kept
// before forget is called counts from then on.
func (h *hearing) forget(w store.Workspace) {
	e := h.of(w)
	h.mu.Lock()
	defer h.mu.Unlock()
	e.edits++
}

// clear forgets all of them.
func (h *hearing) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.edits++
}

// heeded is the library as it heeds the votes of a workspace. That they cannot be read stops no
// answer. Whoever calls it holds the ear.
func (b *Bot) heeded(ctx context.Context, w store.Workspace, e *ear, own *owned) heard {
	edits := b.heard.edited(e)
	if h := e.heard; h.own == own && e.upTo == edits && time.Since(h.at) < heedEvery {
		return h
	}
	h, err := b.heed(ctx, w, own.library)
	if err != nil {
		b.log.Warn("votes are not heeded", "err", err)
		h = heard{from: own.library, library: own.library}
	}
	h.own, h.told = own, map[string]heard{}
	if err == nil {
		e.heard, e.upTo = h, edits
	}
	return h
}

// heardIn is what of that may be told in a channel.
func (b *Bot) heardIn(ctx context.Context, w store.Workspace, channel string) heard {
	own := b.owned(ctx, w) // its cases may have to be read
	e := b.heard.of(w)
	e.reading.Lock()
	defer e.reading.Unlock()
	h := b.heeded(ctx, w, e, own)
	if len(h.own.private) == 0 {
		return h
	}
	if len(h.own.private[channel]) == 0 {
		channel = ""
	}
	told, ok := h.told[channel]
	if !ok {
		hidden := h.own.hiddenIn(channel)
		told = heard{from: h.from.Hiding(hidden), at: h.at, own: h.own}
		told.library = told.from
		if h.library != h.from {
			told.library = h.library.Hiding(hidden)
		}
		h.told[channel] = told
	}
	return told
}

// heed reads the votes of a workspace and makes the library that heeds them.
func (b *Bot) heed(ctx context.Context, w store.Workspace, from *matcher.Library) (heard, error) {
	h := heard{from: from, library: from, at: time.Now()}
	cast, err := b.store.Votes(ctx, w, h.at.Add(-VotesCount))
	if err != nil || len(cast) == 0 {
		return h, err
	}
	votes := make([]matcher.Vote, 0, len(cast))
	for _, v := range cast {
		weight := -1.0
		if v.For {
			weight = 1
		}
		vote := matcher.Vote{
			Case: v.CaseID, Alert: v.Alert, Weight: matcher.Faded(weight, h.at.Sub(v.At)), Person: v.Person,
		}
		votes = append(votes, vote)
		if v.For && v.Best != "" && v.Best != v.CaseID { // who says that it was the second says that it was not the first
			vote.Case, vote.Weight = v.Best, -vote.Weight
			votes = append(votes, vote)
		}
	}
	h.library = from.Heeding(votes)
	return h, nil
}
