package store_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"incidentlib/bot/store"
)

// The inbox and its lanes, held against a model of a few lines: whatever happens in whatever
// order, both say the same.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := store.Open(t.Context(), ":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		m := &model{s: s, lanes: map[string][]*modelItem{}, known: map[string]*modelItem{}, off: map[string]bool{}, out: map[string]bool{}}
		t.Repeat(map[string]func(*rapid.T){
			"accept": m.accept, "take": m.take, "next": m.next, "bury": m.bury, "later": m.later, "renew": m.renew,
			"release": m.release, "recover": m.recover, "redrive": m.redrive, "": m.check,
		})
	})
}

type modelItem struct {
	id, lane, state string
	seq             int64
	tries           int
}

type modelHold struct {
	store.Hold
	lost    bool
	current string // the item handed out last
}

type model struct {
	s     *store.Store
	lanes map[string][]*modelItem // what waits, in its order; a lane that is held or put off may be empty
	known map[string]*modelItem
	holds []*modelHold
	off   map[string]bool // lanes that were put off
	out   map[string]bool // lanes whose hold has run out
}

func (m *model) accept(t *rapid.T) {
	var items []store.Item
	for range rapid.IntRange(1, 3).Draw(t, "items") {
		n := rapid.IntRange(0, 30).Draw(t, "id")
		items = append(items, item(fmt.Sprint("C", n%4), fmt.Sprint("i", n), rapid.IntRange(0, 5).Draw(t, "seq")))
	}
	fresh, err := m.s.Accept(t.Context(), items)
	if err != nil {
		t.Fatal(err)
	}
	for i, it := range items {
		if fresh[i] != (m.known[it.ID] == nil) {
			t.Fatalf("%s is fresh: %v", it.ID, fresh[i])
		}
		if fresh[i] {
			m.wait(&modelItem{id: it.ID, lane: it.Lane, seq: it.Seq})
		}
	}
}

func (m *model) wait(it *modelItem) {
	it.state = "waiting"
	m.known[it.id] = it
	m.lanes[it.lane] = append(m.lanes[it.lane], it)
	slices.SortStableFunc(m.lanes[it.lane], func(a, b *modelItem) int {
		return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.id, b.id))
	})
}

// holder is who holds a lane; nil for nobody.
func (m *model) holder(lane string) *modelHold {
	for _, h := range m.holds {
		if h.Lane == lane && !h.lost {
			return h
		}
	}
	return nil
}

func (m *model) take(t *rapid.T) {
	by, out := fmt.Sprint("p", rapid.IntRange(0, 2).Draw(t, "process")), rapid.Bool().Draw(t, "runs out")
	lease := hour
	if out {
		lease = 0
	}
	var want, got []string
	for lane := range m.lanes {
		if !m.off[lane] && (m.holder(lane) == nil || m.out[lane]) {
			want = append(want, lane)
		}
	}
	time.Sleep(2 * time.Millisecond) // two holds of one process differ by the millisecond
	holds, err := m.s.Take(t.Context(), by, 10, lease)
	for _, h := range holds {
		got = append(got, h.Lane)
		if old := m.holder(h.Lane); old != nil {
			old.lost = true
		}
		m.holds, m.out[h.Lane] = append(m.holds, &modelHold{Hold: h}), out
	}
	slices.Sort(want)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("took %v, %v; want %v", got, err, want)
	}
}

// hold draws one of all holds there ever were.
func (m *model) hold(t *rapid.T) *modelHold {
	if len(m.holds) == 0 {
		t.Skip("nobody holds anything")
	}
	return m.holds[rapid.IntRange(0, len(m.holds)-1).Draw(t, "hold")]
}

// lost checks that the store says of a hold what the model knows.
func (m *model) lost(t *rapid.T, h *modelHold, err error) bool {
	if errors.Is(err, store.ErrLost) != h.lost || err != nil && !h.lost {
		t.Fatalf("hold %+v: %v", h, err)
	}
	return h.lost
}

func (m *model) next(t *rapid.T) {
	h := m.hold(t)
	done := ""
	if rapid.Bool().Draw(t, "done") {
		done = h.current
	}
	it, ok, err := m.s.Next(t.Context(), h.Hold, done)
	if m.lost(t, h, err) {
		return
	}
	m.end(done, "done")
	waiting := m.lanes[h.Lane]
	if ok != (len(waiting) > 0) {
		t.Fatalf("next of %s: %v; %d wait", h.Lane, ok, len(waiting))
	}
	if !ok {
		h.lost = true
		delete(m.lanes, h.Lane)
		delete(m.off, h.Lane)
		return
	}
	waiting[0].tries++
	if it.ID != waiting[0].id || it.Tries != waiting[0].tries {
		t.Fatalf("next of %s is %+v; want %+v", h.Lane, it, *waiting[0])
	}
	h.current = it.ID
}

func (m *model) end(id, state string) {
	it := m.known[id]
	if it == nil || it.state != "waiting" {
		return
	}
	it.state = state
	m.lanes[it.lane] = slices.DeleteFunc(m.lanes[it.lane], func(o *modelItem) bool { return o == it })
}

func (m *model) bury(t *rapid.T) {
	if h := m.hold(t); h.current != "" && !m.lost(t, h, m.s.Bury(t.Context(), h.Hold, h.current, errors.New("no"))) {
		m.end(h.current, "dead")
	}
}

func (m *model) later(t *rapid.T) {
	h := m.hold(t)
	if h.current != "" && !m.lost(t, h, m.s.Later(t.Context(), h.Hold, h.current, hour, errors.New("no"))) {
		h.lost, m.off[h.Lane] = true, true
	}
}

func (m *model) renew(t *rapid.T) {
	if h := m.hold(t); !m.lost(t, h, m.s.Renew(t.Context(), h.Hold, hour)) {
		m.out[h.Lane] = false
	}
}

func (m *model) release(t *rapid.T) {
	by := fmt.Sprint("p", rapid.IntRange(0, 2).Draw(t, "process"))
	if err := m.s.Release(t.Context(), by); err != nil {
		t.Fatal(err)
	}
	for _, h := range m.holds {
		h.lost = h.lost || h.By == by
	}
}

func (m *model) recover(t *rapid.T) {
	if err := m.s.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, h := range m.holds {
		h.lost = true
	}
	clear(m.off)
}

func (m *model) redrive(t *rapid.T) {
	id := fmt.Sprint("i", rapid.IntRange(0, 30).Draw(t, "id"))
	found, err := m.s.Redrive(t.Context(), t1, id)
	it := m.known[id]
	if err != nil || found != (it != nil && it.state == "dead") {
		t.Fatalf("redrive %s: %v, %v", id, found, err)
	}
	if found {
		it.tries = 0
		m.wait(it)
	}
}

// check holds the whole inbox against the model.
func (m *model) check(t *rapid.T) {
	waiting, dead := 0, 0
	for _, it := range m.known {
		switch it.state {
		case "waiting":
			waiting++
		case "dead":
			dead++
		}
	}
	if load, err := m.s.Load(t.Context()); err != nil || load.Waiting != waiting || load.Dead != dead {
		t.Fatalf("load %+v, %v; want %d waiting and %d dead", load, err, waiting, dead)
	}
}
