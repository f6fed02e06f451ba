package matcher

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A telling is one text that tells of a mechanism, taken apart.
type telling struct {
	mechanism int
	text      string
	found     []word
	links     []spokenOf
}

// tellings takes all that is said of mechanisms apart, on all processors: it is thousands of
// texts. They come in the order of the mechanisms.
func tellings(mechanisms []Term, linker *Linker) []telling {
	var out []telling
	for m, t := range mechanisms {
		for _, text := range t.sayings() {
			out = append(out, telling{mechanism: m, text: text})
		}
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(out); n = int(next.Add(1)) - 1 {
				out[n].read(linker)
			}
		})
	}
	all.Wait()
	return out
}

// sayings are all texts that tell of t, each a witness of its own.
func (t *Term) sayings() []string {
	out := append([]string{t.Name.En + "\n" + t.Name.Ko + "\n" + t.About}, t.Says...)
	out = append(out, t.Phrases...)
	return append(out, t.Alerts...)
}

func (t *telling) read(linker *Linker) {
	t.text = clean(t.text)
	for _, k := range linker.Link(t.text) {
		if kindOf[k.Field] != "" {
			t.links = append(t.links, spokenOf{k.Field, k.Slug})
		}
	}
	t.text = masked(t.text)
	t.found = words(t.text)
}

// number gives the words and pairs of words of t their numbers in v, each once.
func (t *telling) number(v *vocabulary) []termID {
	seen := map[termID]bool{}
	var out []termID
	add := func(id termID) {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	for i := range t.found {
		t.found[i].id = v.number(t.found[i].term)
		add(t.found[i].id)
	}
	pairs(t.text, t.found, func(a, b word) { add(v.numberPair(a.id, b.id)) })
	return out
}
