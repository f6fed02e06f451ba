package bot

import (
	"runtime"
	"strings"
	"testing"
)

// Once the bot has signed in, its cases are made ready for filters before anybody searches.
func TestWarmAfterStart(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.until("the index to be open", func() bool {
		all := make([]byte, 1<<20)
		return strings.Contains(string(all[:runtime.Stack(all, true)]), "scorch.(*Scorch)")
	})
}
