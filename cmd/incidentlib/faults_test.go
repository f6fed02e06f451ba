package main

import (
	"cmp"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// form is how much TestFaults does: "short" is for every run, "long" takes an hour.
var form = flag.String("faults", "short", "how much TestFaults does: short, long or none")

// A fault is one thing that goes wrong while alerts arrive. do makes it happen in an arena of
// its own; the ledger is read some time after it returns.
type fault struct {
	name string
	long bool // it is left out of the short form
	do   func(*arena)
}

// A crowd is faults that meet the same bot, one after the other or all at once.
type crowd struct {
	http   bool        // events arrive by HTTP, not through sockets
	start  func(*site) // starts the bot; nil leaves that to the faults
	atOnce bool
	faults []fault
}

// What was acknowledged is answered once, whatever happens to the bot, to Slack, to the database
// and to what lies between them. This is the real program, as an administrator starts it; every
// alert that the look-alike of Slack was told had arrived must be answered in its thread, told
// of in a reply to another, or left alone for a reason that is on record.
func TestFaults(t *testing.T) {
	if *form == "none" {
		t.Skip("left out by -faults")
	}
	program := builtFor(t)
	book := &ledger{}
	var all sync.WaitGroup // more at once than -parallel allows: they mostly wait
	hands := make(chan struct{}, 16)
	for _, c := range slices.Concat(longFaults, databaseFaults, killFaults, powerFaults, slackFaults, deliveryFaults) {
		if c.faults = slices.DeleteFunc(slices.Clone(c.faults), func(f fault) bool { return f.long && *form != "long" }); len(c.faults) == 0 {
			continue
		}
		for _, f := range c.faults {
			book.order = append(book.order, f.name)
		}
		all.Go(func() {
			hands <- struct{}{}
			defer func() { <-hands }()
			t.Run(titled(c.faults[0].name), func(t *testing.T) { c.meet(t, program, book) })
		})
	}
	all.Wait()
	fmt.Printf("\n%s\n", book) // as it goes into bot/README.md
}

// builtFor gives the program: in the short form the one that this test carries, as TestMain put it
// on the PATH, and in the long one, whose figures are told, one as it is shipped.
func builtFor(t *testing.T) (program string) {
	t.Helper()
	if *form != "long" {
		return needed(t, "incidentlib")
	}
	program = filepath.Join(t.TempDir(), "incidentlib")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// meet has the faults of a crowd happen and adds what came of them to the ledger.
func (c crowd) meet(t *testing.T, program string, book *ledger) {
	s := newSite(t, program, c.http)
	if c.start != nil {
		c.start(s)
	}
	var arenas []*arena
	var all sync.WaitGroup
	for _, f := range c.faults {
		a := s.arena(f.name)
		arenas = append(arenas, a)
		do := func() { t.Run(titled(f.name), func(t *testing.T) { a.T = t; f.do(a); a.T = s.T }) }
		if c.atOnce {
			all.Go(do)
		} else {
			do()
		}
	}
	all.Wait()
	if !t.Failed() {
		s.finish()
		for _, a := range arenas {
			book.add(a.name, a.audit())
		}
	}
}

func titled(fault string) string { return strings.NewReplacer(" ", "-", ",", "").Replace(fault) }

// ledger is the table that TestFaults comes to, in Markdown.
type ledger struct {
	mu    sync.Mutex
	order []string // of the faults
	rows  []row
}

// row is one line of it.
type row struct {
	fault     string
	alerts    int           // acknowledged
	lost      int           // of them neither answered, nor told of elsewhere, nor left alone on record
	doubled   int           // answered more than once
	slowest   time.Duration // from the delivery of an event to its acknowledgement
	backAfter time.Duration // from the end of a fault to the answer of what was acknowledged before it; 0 where there is no such moment
}

func (l *ledger) add(fault string, r row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.fault = fault
	l.rows = append(l.rows, r)
}

func (l *ledger) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out strings.Builder
	out.WriteString("| fault | alerts | lost | doubled | worst ack | back to work |\n|---|--:|--:|--:|--:|--:|\n")
	sum := row{fault: "all"}
	slices.SortFunc(l.rows, func(a, b row) int { return cmp.Compare(slices.Index(l.order, a.fault), slices.Index(l.order, b.fault)) })
	for _, r := range append(l.rows, row{}) {
		if r.fault == "" {
			r = sum
		}
		sum.alerts, sum.lost, sum.doubled = sum.alerts+r.alerts, sum.lost+r.lost, sum.doubled+r.doubled
		sum.slowest, sum.backAfter = max(sum.slowest, r.slowest), max(sum.backAfter, r.backAfter)
		fmt.Fprintf(&out, "| %s | %s | %d | %d | %s | %s |\n", r.fault, thousands(r.alerts), r.lost, r.doubled, short(r.slowest), short(r.backAfter))
	}
	return out.String()
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// short writes a time as people say it; a time that there is not is a dash.
func short(d time.Duration) string {
	switch {
	case d == 0:
		return "–"
	case d < time.Second:
		return fmt.Sprintf("%d ms", max(1, d.Milliseconds()))
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// times is how often something is done in the short and in the long form.
func times(short, long int) int {
	if *form == "long" {
		return long
	}
	return cmp.Or(short, 1)
}
