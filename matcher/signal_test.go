package matcher

import "testing"

func TestSignal(t *testing.T) {
	for _, test := range []struct{ signal, text, want string }{
		// Gaps take anything within a line, also nothing.
		{"IPv4: martian source … from …, on dev …", "k: IPv4: martian source 10.1.2.3 from 10.4.5.6, on dev eth1", "IPv4: martian source 10.1.2.3 from 10.4.5.6, on dev"},
		{"peer {…} gone", "udp peer {10.0.0.1, 10.0.0.2} gone", "peer {10.0.0.1, 10.0.0.2} gone"},
		{"begin … end", "begin\nend", ""},
		{"begin … end", "end begin", ""},
		{"begin ... end", "begin 1 end", "begin 1 end"},
		{"timeout of …ms exceeded", "timeout of 5000ms exceeded", "timeout of 5000ms exceeded"},
		// Letter case, quotes and rows of spaces do not matter.
		{`open "/dev/x": No such device`, "x: open '/dev/x':   no such DEVICE", "open '/dev/x':   no such DEVICE"},
		// Addresses and ids are the same on both sides.
		{"dial tcp 10.0.0.1:443: connection refused", "dial tcp 192.168.7.9:443: connection refused", "dial tcp 192.168.7.9:443: connection refused"},
		// A name is found whole, with a prefix of another sort, or before Hangul.
		{"conntrack_allowance_exceeded", "aws.conntrack_allowance_exceeded가 늘었다", "conntrack_allowance_exceeded"},
		{"allowance_exceeded", "conntrack_allowance_exceeded", ""},
		{"OOMKilled", "OOMKilledTwice", ""},
		{"OOMKilled", "reason: OOMKilled.", "OOMKilled"},
		{"OOMKilled", "oomkilled", "oomkilled"},
		// Nothing to look for.
		{"…", "anything", ""},
		{"of", "of", ""},
		{"", "anything", ""},
	} {
		c := titled("S1", "A case")
		c.Signals = []string{test.signal}
		l := newLibrary(t, c, titled("S2", "Another"))
		got := ""
		q := l.newQuery(test.text)
		for _, p := range l.signalPieces(nil, q, l.entries[0]) {
			got = p.at.of(q.text)
		}
		if got != test.want {
			t.Errorf("%q in %q is %q, want %q", test.signal, test.text, got, test.want)
		}
	}
}

// The longer and rarer a signal, the more it weighs.
func TestSignalWeight(t *testing.T) {
	cases := others()
	for _, c := range cases {
		c.SymptomsText = TextOf("a timeout")
	}
	cases[0].Signals = []string{"timeout", "refused by quorum of voters", "voters_lost", "a rather long line " + manyCases(1)[0].Summary.En}
	cases[1].Signals = []string{"voters_lost"}
	signals := newLibrary(t, cases...).entries[0].signals
	timeout, line, name, long := signals[0].weight, signals[1].weight, signals[2].weight, signals[3].weight
	if !(timeout < name && name < line && line < long && long == maxSignal) {
		t.Errorf("timeout %.2f, shared name %.2f, line %.2f, long line %.2f", timeout, name, line, long)
	}
}

// Signals that lie over each other in the alert are one likeness.
func TestSignalsOverlap(t *testing.T) {
	c := titled("S1", "A case")
	c.Signals = []string{"connection refused", "dial tcp … connection refused"}
	l := newLibrary(t, c, titled("S2", "Another"))
	pieces := l.signalPieces(nil, l.newQuery("dial tcp: connection refused"), l.entries[0])
	if len(pieces) != 1 || pieces[0].found != c.Signals[1] {
		t.Errorf("found %+v, want only the longer", pieces)
	}
}
