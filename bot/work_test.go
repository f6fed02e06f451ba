package bot

import (
	"context"
	"log/slog"
	"testing"

	"incidentlib/bot/store"
)

// What has arrived when the end is told is still done: nobody may be there to do it for long.
func TestEndTakesWhatHasArrived(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.Accept(t.Context(), []store.Item{{Workspace: store.Workspace{Team: "T1"}, ID: "1", Lane: "C1"}}); err != nil {
		t.Fatal(err)
	}
	done := 0
	w := newWork(st, slog.New(slog.DiscardHandler), "me")
	w.do = func(context.Context, store.Hold, store.Item) error { done++; return nil }
	w.wrong = func(doing string, err error) { t.Errorf("%s: %v", doing, err) }
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w.run(ctx)
	if done != 1 {
		t.Errorf("%d items done, want 1", done)
	}
}
