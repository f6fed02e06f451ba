package matcher

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestLink(t *testing.T) {
	v := &Vocabulary{
		Symptoms: []Term{
			{Slug: "oom-killed", Name: Text{En: "OOM killed", Ko: "메모리 부족 종료"}, Aliases: []string{"OOMKilled", "137"}, Phrases: []string{"Killed process … total-vm"}},
			{Slug: "http-502", Name: Text{En: "HTTP 502"}, Aliases: []string{"502"}},
		},
		Components: []Term{{Slug: "cilium", Name: Text{En: "Cilium", Ko: "실리움"}}, {Slug: "dns", Name: Text{En: "DNS"}}},
	}
	for _, c := range []struct{ text, want string }{
		{"the Cilium agent was OOMKilled", "components/cilium symptoms/oom-killed"},
		{"ciliumd and mydns are other words", ""},
		{"메모리부족종료 가 났고 실리움이 죽었다, DNS는 멀쩡", "symptoms/oom-killed components/cilium components/dns"},
		{"kernel: Killed process 4 (java) total-vm:1kB", "symptoms/oom-killed!"},
		{"Killed process 4\ntotal-vm", ""},
		{"Killed process 4 (java)\nwith total-vm", ""},
		{"Killed process 4 (" + strings.Repeat("java ", 50) + ") total-vm", "symptoms/oom-killed!"},
		{"Killed process 4 (" + strings.Repeat("java ", 100) + ") total-vm", ""},
		{"502 137", ""},
		{"", ""},
	} {
		var got []string
		for _, l := range NewLinker(v).Link(c.text) {
			s := fmt.Sprintf("%s/%s", l.Field, l.Slug)
			if l.Exact {
				s += "!"
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("Link(%q) = %v, want %s", c.text, got, c.want)
		}
	}
}

// A line on which a saying with a gap begins at every word takes as long as any other.
func TestLinkLongLine(t *testing.T) {
	k := NewLinker(&Vocabulary{Symptoms: []Term{{Slug: "unschedulable", Phrases: []string{"0/… nodes are available", "0 … nodes … are available"}}}})
	for _, text := range []string{strings.Repeat("0/ ", maxAlert/3), strings.Repeat("0/", 20) + strings.Repeat(" ", maxAlert), strings.Repeat("0 nodes ", maxAlert/8)} {
		start := time.Now()
		if got := k.Link(text); len(got) > 0 {
			t.Errorf("%.20q links to %v", text, got)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%.20q takes %v", text, took)
		}
	}
}
