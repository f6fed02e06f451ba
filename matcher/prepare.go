package matcher

import "slices"

// prepare works out what depends on all cases together.
func (l *Library) prepare() {
	l.slate = &slate{}
	l.measure()
	l.countSignals()
	l.file()
	l.hold()
	for n, e := range l.entries {
		l.readSignals(n, e)
	}
	l.post()
	l.index = &lazyIndex{entries: l.entries}
}

// measure takes the mean length of the sides that have any words.
func (l *Library) measure() {
	l.meanLength = [languages]float64{}
	for lang := range l.meanLength {
		n := 0
		for _, e := range l.entries {
			if e.sides[lang].length > 0 {
				l.meanLength[lang] += e.sides[lang].length
				n++
			}
		}
		l.meanLength[lang] /= float64(max(n, 1))
	}
}

// countSignals counts each signal once a case.
func (l *Library) countSignals() {
	for _, e := range l.entries {
		own := map[string]bool{}
		for _, text := range e.c.Signals {
			if key := signalKey(text); !own[key] {
				own[key] = true
				l.signalled[key]++
			}
		}
	}
}

// file notes what each case is filed under.
func (l *Library) file() {
	numbers := map[spokenOf]int{}
	var filed [][]int
	var order []spokenOf
	for n, e := range l.entries {
		for _, kind := range []struct {
			field string
			slugs []string
		}{{"symptoms", e.c.Symptoms}, {"components", e.c.Components}} {
			for _, s := range kind.slugs {
				of := spokenOf{kind.field, s}
				number, seen := numbers[of]
				if !seen {
					number = len(order)
					numbers[of] = number
					order, filed = append(order, of), append(filed, nil)
				}
				if !slices.Contains(e.filed, number) {
					e.filed, filed[number] = append(e.filed, number), append(filed[number], n)
				}
			}
		}
	}
	for number, of := range order {
		l.slugs = append(l.slugs, l.newSlug(of, filed[number]))
	}
}

// readSignals reads the signals of e, whose weights depend on all cases.
func (l *Library) readSignals(n int, e *entry) {
	for _, text := range e.c.Signals {
		s, ok := l.newSignal(text)
		if !ok {
			continue
		}
		e.signals = append(e.signals, s)
		if s.anchor >= 0 {
			l.anchored[s.anchor] = append(l.anchored[s.anchor], n)
		}
	}
}
