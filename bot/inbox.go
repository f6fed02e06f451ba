package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"incidentlib/bot/store"
)

// inbox keeps what Slack delivered before Slack is told that it has arrived. What comes while
// a write is under way waits for it and is written together, so that a flood costs few
// writes.
type inbox struct {
	store    *store.Store
	log      *slog.Logger
	arriving chan arrival
	seq      atomic.Int64
	kept     func() // called when something new was kept
}

// arrival is an item on its way into the store; told is called once with what became of it.
type arrival struct {
	item store.Item
	told func(fresh bool, err error)
}

const (
	mostArriving = 10_000          // deliveries waiting to be written at most; more are left to Slack
	mostAtOnce   = 256             // of them in one write
	keepLimit    = 2 * time.Second // for a write; Slack waits 3 s for its acknowledgement
)

var errFull = errors.New("too much arrives at once; left for Slack to send again")

func newInbox(st *store.Store, log *slog.Logger, kept func()) *inbox {
	return &inbox{store: st, log: log, arriving: make(chan arrival, mostArriving), kept: kept}
}

// put keeps an item and returns at once; told hears when it is safe, or why it is not. Items
// get their order here.
func (in *inbox) put(it store.Item, told func(fresh bool, err error)) {
	it.Seq = in.next()
	select {
	case in.arriving <- arrival{it, told}:
	default:
		told(false, errFull)
	}
}

// next gives a number that is higher than all before it, also those of earlier runs, and
// close to those of other processes: the time in nanoseconds.
func (in *inbox) next() int64 {
	for {
		last := in.seq.Load()
		now := max(last+1, time.Now().UnixNano())
		if in.seq.CompareAndSwap(last, now) {
			return now
		}
	}
}

// run writes what arrives until ctx ends, and then what has arrived by then.
func (in *inbox) run(ctx context.Context) {
	for {
		select {
		case a := <-in.arriving:
			in.write(a)
		case <-ctx.Done():
			for len(in.arriving) > 0 {
				in.write(<-in.arriving)
			}
			return
		}
	}
}

// write keeps an arrival, and with it those that have come meanwhile.
func (in *inbox) write(first arrival) {
	together := []arrival{first}
	for len(together) < mostAtOnce && len(in.arriving) > 0 {
		together = append(together, <-in.arriving)
	}
	items := make([]store.Item, len(together))
	for i, a := range together {
		items[i] = a.item
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepLimit)
	defer cancel()
	var fresh []bool
	err := Safely(in.log, "keep what was delivered", func() (err error) { fresh, err = in.store.Accept(ctx, items); return err })
	if err == nil {
		in.kept()
	}
	for i, a := range together {
		Safely(in.log, "tell what became of a delivery", func() error { a.told(err == nil && fresh[i], err); return nil })
	}
}
