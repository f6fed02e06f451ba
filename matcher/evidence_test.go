package matcher

import (
	"math"
	"strings"
	"testing"
)

// martian is a case with everything evidence can come from.
func martian() *Case {
	return &Case{
		ID:           "IL-1",
		Title:        Text{En: "Rollouts filled the connection table", Ko: "롤아웃이 연결 테이블을 채웠다"},
		SymptomsText: Text{En: "The kernel wrote of a martian source. Lookups failed with Invalid Cross-device Link."},
		Summary:      Text{En: "One etcd lost its quorum.", Ko: "etcd 하나가 쿼럼을 잃었다."},
		Symptoms:     []string{"dns-resolution-failures"},
		Components:   []string{"cilium", "coredns", "cloud-load-balancer"},
		Signals:      []string{"IPv4: martian source … from …, on dev …", "conntrack_allowance_exceeded"},
	}
}

func others() []*Case {
	return []*Case{
		titled("K1", "Kafka broker disk full"), titled("K2", "Redis connection timeout"),
		titled("K3", "A certificate ran out"), titled("K4", "Too many open files"), titled("K5", "A load test in production"),
	}
}

func TestEvidence(t *testing.T) {
	l := newLibrary(t, append(others(), martian())...)
	for _, test := range []struct {
		text string
		want Evidence // the strongest; its weight is not compared
	}{
		{"kernel: ipv4: Martian source 10.1.2.3 from 10.4.5.6, on dev eth1",
			Evidence{BySignal, "ipv4: Martian source 10.1.2.3 from 10.4.5.6, on dev", "signals", "IPv4: martian source … from …, on dev …", 0, Text{}}},
		{"aws.ec2.conntrack_allowance_exceeded is 7",
			Evidence{BySignal, "conntrack_allowance_exceeded", "signals", "conntrack_allowance_exceeded", 0, Text{}}},
		{"agent of Cilium restarted", Evidence{ByComponent, "Cilium", "components", "cilium", 0, Text{}}},
		{"CoreDNS is slow", Evidence{ByComponent, "CoreDNS", "components", "coredns", 0, Text{}}},
		{"core dns is slow", Evidence{ByComponent, "core dns", "components", "coredns", 0, Text{}}},
		{"the load balancers are slow", Evidence{ByComponent, "load balancers", "components", "cloud-load-balancer", 0, Text{}}},
		{"DNS resolution failing", Evidence{BySymptom, "DNS resolution", "symptoms", "dns-resolution-failures", 0, Text{}}},
		{"a martian source was seen", Evidence{ByTerm, "martian source", "signals", "martian source", 0, Text{}}},
		{"error: invalid cross-device link", Evidence{ByTerm, "invalid cross-device link", "symptoms_text.en", "Invalid Cross-device Link", 0, Text{}}},
		{"rolled-out: the rollouts again", Evidence{ByTerm, "rollouts", "title.en", "Rollouts", 0, Text{}}},
		{"etcd trouble", Evidence{ByTerm, "etcd", "summary.en", "etcd", 0, Text{}}},
		{"etcd에서 문제", Evidence{ByTerm, "etcd", "summary.ko", "etcd", 0, Text{}}},
		{"롤아웃에서 문제", Evidence{ByTerm, "롤아웃", "title.ko", "롤아웃", 0, Text{}}},
	} {
		matches := find(t, l, Alert{Text: test.text}, 3)
		if len(matches) == 0 || matches[0].Case.ID != "IL-1" {
			t.Errorf("%q finds %s", test.text, ids(matches))
			continue
		}
		got := matches[0].Evidence[0]
		got.Weight = 0
		if got != test.want {
			t.Errorf("%q\n got %+v\nwant %+v", test.text, got, test.want)
		}
	}
}

func TestEvidenceSums(t *testing.T) {
	cases := manyCases(50)
	l := newLibrary(t, cases...)
	for _, text := range []string{"kernel " + cases[3].Signals[0], cases[4].Summary.En, cases[5].Title.En + " " + cases[6].SymptomsText.En} {
		for _, m := range find(t, l, Alert{Text: text}, 10) {
			checkMatch(t, m)
		}
	}
	if m := find(t, l, Alert{Text: cases[4].Summary.En}, 1)[0]; len(m.Evidence) != maxEvidence {
		t.Errorf("a whole summary gives %d likenesses, want the rest summed up in %d", len(m.Evidence), maxEvidence)
	}
}

// checkMatch holds what Match and Evidence promise.
func checkMatch(t *testing.T, m Match) {
	t.Helper()
	sum := 0.0
	for i, e := range m.Evidence {
		sum += e.Weight
		if e.Weight <= 0 || math.IsNaN(e.Weight) || math.IsInf(e.Weight, 0) {
			t.Errorf("%s: weight %v of %+v", m.Case.ID, e.Weight, e)
		}
		if e.Kind == "" || e.Query == "" || e.Field == "" || e.Found == "" || strings.ContainsAny(e.Query+e.Found, "\n\x1b\u202e") {
			t.Errorf("%s: %+v", m.Case.ID, e)
		}
		if i > 0 && i < maxEvidence-1 && e.Weight > m.Evidence[i-1].Weight {
			t.Errorf("%s: %+v is stronger than the one before", m.Case.ID, e)
		}
	}
	if len(m.Evidence) == 0 || len(m.Evidence) > maxEvidence || sum != m.Score {
		t.Errorf("%s: %d likenesses weigh %v, score %v", m.Case.ID, len(m.Evidence), sum, m.Score)
	}
}

func FuzzFind(f *testing.F) {
	l := newLibrary(f, append(others(), martian())...)
	for _, seed := range []string{"IPv4: martian source 10.1.2.3 from 10.4.5.6, on dev eth1", "coredns coredns\ncore dns", "kafka\x00disk\u202e", "롤아웃이 conntrack_allowance_exceeded를", "dns resolution failures"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := Alert{Text: text, Members: strings.Split(text, "\n")}
		for _, m := range find(t, l, a, 3) {
			checkMatch(t, m)
		}
		if named := Signals(a); len(named) > maxNamed {
			t.Errorf("%d names", len(named))
		}
	})
}
