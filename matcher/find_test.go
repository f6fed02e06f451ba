package matcher

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func TestFindInNothing(t *testing.T) {
	if got := find(t, newLibrary(t), Alert{Text: "kafka"}, 3); got != nil {
		t.Errorf("an empty library finds %v", got)
	}
	l := newLibrary(t, titled("K1", "Kafka broker disk full"), &Case{ID: "K2"})
	for _, a := range []Alert{{}, {Text: " \n"}, {Text: "zookeeper"}, {Text: "\xff\xfe"}} {
		if got := find(t, l, a, 3); got != nil {
			t.Errorf("%+v finds %v", a, ids(got))
		}
	}
	if got := ids(find(t, l, Alert{Text: "kafka"}, math.MaxInt)); got != "K1" {
		t.Errorf("without a limit found %q", got)
	}
	for _, top := range []int{0, -1} {
		if got := find(t, l, Alert{Text: "kafka"}, top); got != nil {
			t.Errorf("top %d finds %v", top, ids(got))
		}
	}
}

// A library made anew knows only the words its cases have now.
func TestFindAfterChange(t *testing.T) {
	l := newLibrary(t, titled("K1", "Zookeeper latency"))
	if got := find(t, l, Alert{Text: "kafka redis"}, 3); got != nil {
		t.Errorf("old words find %v", ids(got))
	}
	if got := ids(find(t, l, Alert{Text: "zookeeper"}, 3)); got != "K1" {
		t.Errorf("zookeeper finds %q", got)
	}
}

func TestFindTies(t *testing.T) {
	var cases []*Case
	for _, n := range []int{5, 3, 9, 1} {
		cases = append(cases, titled(fmt.Sprint("K", n), "Kafka broker disk full"))
	}
	if got := ids(find(t, newLibrary(t, cases...), Alert{Text: "kafka disk"}, 4)); got != "K5 K3 K9 K1" {
		t.Errorf("equal cases come as %s, want the order they were given", got)
	}
}

func TestFindSameBytes(t *testing.T) {
	a := Alert{Text: "failed to x\n" + manyCases(60)[7].Summary.En}
	var first string
	for range 5 {
		l := newLibrary(t, manyCases(60)...)
		data, err := json.Marshal(find(t, l, a, 10))
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(data)
		}
		if string(data) != first {
			t.Fatalf("the same alert gave\n%s\nand\n%s", first, data)
		}
	}
}

func TestFindTogether(t *testing.T) {
	cases := manyCases(40)
	l := newLibrary(t, cases...)
	var wg sync.WaitGroup
	for n := range 16 {
		wg.Go(func() {
			c := cases[n]
			matches, err := l.Find(context.Background(), Alert{Text: c.Signals[0] + " " + c.Title.En}, 3)
			if err != nil || len(matches) == 0 || matches[0].Case != c {
				t.Errorf("%s finds %s, %v", c.ID, ids(matches), err)
			}
		})
	}
	wg.Wait()
}

func TestFindCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := newLibrary(t, titled("K1", "Kafka broker disk full")).Find(ctx, Alert{Text: "kafka"}, 3)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want it to say that the context was cancelled", err)
	}
}

// However long an alert is, a bounded part of it is read and the next is answered.
func TestFindLongAlert(t *testing.T) {
	l := newLibrary(t, titled("K1", "Kafka broker disk full"), titled("K2", "Redis connection timeout"))
	q := l.newQuery(strings.Repeat("err01 tok host99 ", 20_000) + "kafka disk full")
	if utf8.RuneCountInString(q.text) > maxAlert || len(q.terms) > maxTerms {
		t.Errorf("%d characters and %d terms are read", utf8.RuneCountInString(q.text), len(q.terms))
	}
	if got := ids(find(t, l, Alert{Text: "kafka disk full " + strings.Repeat("err01 tok host99 ", 20_000)}, 1)); got != "K1" {
		t.Errorf("the long alert finds %q", got)
	}
	if got := ids(find(t, l, Alert{Text: "redis timeout"}, 1)); got != "K2" {
		t.Errorf("the next alert finds %q", got)
	}
}

func TestFindBeyondText(t *testing.T) {
	l := newLibrary(t, titled("K1", "Kafka broker disk full"), titled("K2", "Redis connection timeout"))
	for _, a := range []Alert{
		{Title: "kafka is slow"},
		{Text: "something is slow", Labels: []Label{{"job", "kafka"}}},
		{Text: "two alerts", Members: []string{"kafka is slow"}},
	} {
		if got := ids(find(t, l, a, 1)); got != "K1" {
			t.Errorf("%+v finds %q", a, got)
		}
	}
}

// A team's own fields are searched too.
func TestFindOtherFields(t *testing.T) {
	c := new(Case)
	if err := json.Unmarshal([]byte(`{"id":"K1","title":"A page went off","runbook":"drain the zookeeper ensemble","rank":7,"tags":["x"]}`), c); err != nil {
		t.Fatal(err)
	}
	m := find(t, newLibrary(t, c, titled("K2", "Redis timeout")), Alert{Text: "zookeeper ensemble"}, 3)
	if ids(m) != "K1" || m[0].Evidence[0].Field != "runbook.en" {
		t.Errorf("found %+v", m)
	}
}

// A case is found by its signal also when more others than are looked at closely
// have the same words, more densely.
func TestFindBySignalAlone(t *testing.T) {
	var cases []*Case
	for n := range 100 + 20 {
		cases = append(cases, titled(fmt.Sprint("K", n), "the disk of the broker was full"))
	}
	marked := titled("S1", "A case")
	marked.Summary = Text{En: strings.Repeat("something else entirely happened ", 200)}
	marked.Signals = []string{"broker disk full"}
	l := newLibrary(t, append(cases, marked)...)
	if got := ids(find(t, l, Alert{Text: "broker disk full"}, 100)); !strings.Contains(got, "S1") {
		t.Errorf("found %s", got)
	}
}
