package bot

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pace
		waits := func(channel string, want time.Duration) {
			t.Helper()
			began := time.Now()
			if err := p.wait(t.Context(), channel); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%s waited %v, want %v", channel, took, want)
			}
		}
		waits("calm", 0)
		waits("calm", 0)
		p.refused("busy", 3*time.Second)
		waits("calm", 0)
		waits("busy", 3*time.Second)
		waits("busy", postEvery)
		waits("busy", postEvery)
		time.Sleep(10 * time.Second)
		waits("busy", 0) // its turn came long ago
		waits("busy", postEvery)
		time.Sleep(slowFor + 2*postEvery)
		waits("busy", 0) // and now the trouble is over
		waits("busy", 0)
		p.refused("busy", time.Hour)
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := p.wait(ctx, "busy"); err == nil {
			t.Error("it waits longer than it may")
		}
	})
}
