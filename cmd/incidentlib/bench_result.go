package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// benchResult is what bench measures.
type benchResult struct {
	Cases       int             `json:"cases"`
	Alerts      int             `json:"alerts"`
	ReadyMillis float64         `json:"ready_ms"` // from the start to a library that can be asked
	ResidentMB  float64         `json:"resident_mb"`
	Accuracy    []benchAccuracy `json:"accuracy"`
	Speed       []benchSpeed    `json:"speed"`
}

type benchAccuracy struct {
	Engine string `json:"engine"`
	First  int    `json:"right_first"`
	Three  int    `json:"right_in_three"`
}

type benchSpeed struct {
	Cases   int         `json:"cases"`
	Engines []benchTime `json:"engines"`
}

type benchTime struct {
	Engine string  `json:"engine"`
	P50    float64 `json:"p50_ms"`
	P99    float64 `json:"p99_ms"`
}

func (r benchResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "library of %d cases, ready after %.0f ms, %.0f MB resident\n\n", r.Cases, r.ReadyMillis, r.ResidentMB)
	fmt.Fprintf(&b, "%-18s %14s %14s   (%d alerts)\n", "", "right first", "in three", r.Alerts)
	for _, a := range r.Accuracy {
		fmt.Fprintf(&b, "%-18s %12.1f %% %12.1f %%\n", a.Engine, outOf(a.First, r.Alerts), outOf(a.Three, r.Alerts))
	}
	for _, s := range r.Speed {
		fmt.Fprintf(&b, "\n%-18s %14s %14s %9s   (%d cases, alerts of %d words, one core)\n", "", "p50", "p99", "p99/p50", s.Cases, longWords)
		for _, t := range s.Engines {
			fmt.Fprintf(&b, "%-18s %11.3f ms %11.3f ms %9.1f", t.Engine, t.P50, t.P99, t.P99/t.P50)
			if t != s.Engines[0] {
				fmt.Fprintf(&b, "   %.1f times as long", t.P50/s.Engines[0].P50)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// outOf is n of all, in percent.
func outOf(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// resident is how much memory the process holds, in MB: what the kernel says, or elsewhere
// what Go took from it.
func resident() float64 {
	debug.FreeOSMemory()
	var pages float64
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size float64
		if n, _ := fmt.Sscan(string(data), &size, &pages); n == 2 {
			return pages * float64(os.Getpagesize()) / 1e6
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys) / 1e6
}
