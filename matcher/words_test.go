package matcher

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func termsOf(text string) string {
	var out []string
	for _, w := range words(clean(text)) {
		out = append(out, w.term)
	}
	return strings.Join(out, " ")
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// Plain words lose their endings; names that only look like plurals do not.
		{"Pods were failing their probes", "pod fail probe"},
		{"DNS on AWS, TLS and NATS", "dns aws tls nats"},
		{"the pod's memory isn't enough", "pod memori enough"},
		// Identifiers are there whole, without joints, and in parts.
		{"conntrack_allowance_exceeded", "conntrackallowanceexceed conntrack allow exceed"},
		{"OOMKilled oom_killed oomkilled", "oomkil oom kill oomkil oom kill oomkil"},
		{"kube-system/kube-dns:dns", "kubesystemkubednsdn kubesystem kube system kubedn kube dns dns"},
		{"java.lang.OutOfMemoryError", "javalangoutofmemoryerror java lang outofmemoryerror memori error"},
		// Between letters and digits nothing is cut, and no letter stands alone.
		{"x509 ens5 K8sNode IPv4 gRPC VPCs eBPF S3Bucket", "x509 ens5 k8snode k8s node ipv4 grpc vpcs ebpf s3bucket s3 bucket"},
		{"trailing-. _leading_ a.b", "trail lead ab"},
		// Numbers of two to five digits; one that is a code also with its name.
		{"exit code 137, port 10250, 7 of 1234567", "exit code code:137 137 port 10250"},
		{"HTTP 502 and signal 9", "http code:502 502 signal code:9"},
		{"5.15.0 2021-03-25", "20210325 2021 03 25"},
		// Full-width, bidi and colour.
		{"ＡＰＩ ５０２", "api 502"},
		{"\u202ekafka full\u202c \u200ebro\u200bker\u200f", "kafka full broker"},
		{"\x1b[31mERROR\x1b[0m kafka\x07 disk\x01\x08", "error kafka disk"},
		// Hangul: the particle gone, then pairs; apart from Latin without a space.
		{"kafka브로커 디스크가득참", "kafka 브로 로커 디스 스크 크가 가득 득참"},
		{"노드에서 파드로", "노드 파드"},
		{"CoreDNS에서 DNS를", "coredn core dns dns"},
		{"참 아이", "참 아이"},
		{"v2.1.0배포", "v210 v2 배포"},
		{"a blob of " + strings.Repeat("a", maxTerm+1), "blob"},
		{"", ""},
	} {
		if got := termsOf(test.text); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestNoParticle(t *testing.T) {
	for word, want := range map[string]string{
		"서버에서":  "서버",
		"노드로부터": "노드",
		"파드를":   "파드",
		"에러는":   "에러",
		"브로커":   "브로커",
		"나이":    "나이", // one syllable would stay
		"사이에서는": "사이",
	} {
		if got := noParticle(word); got != want {
			t.Errorf("noParticle(%s) = %s, want %s", word, got, want)
		}
	}
	for i := 1; i < len(particles); i++ {
		if utf8.RuneCountInString(particles[i]) > utf8.RuneCountInString(particles[i-1]) {
			t.Errorf("%s comes after the shorter %s", particles[i], particles[i-1])
		}
	}
}

func TestMasked(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"from 10.1.2.3:8080 and 10.0.0.0/24", "from and"},
		{"[fe80::1ff:fe23:4567:890a]:53 refused", ":53 refused"},
		{"id 2493eb55-3dc0-11ea-b3a2-02bb48f8c230 gone", "id gone"},
		{"commit 7d9f8b6c5d, word deadbeef", "commit , word deadbeef"},
		{"payments-api-7d9f8b6c5d-x2x9z", "payments-api"},
		{"coredns-6cbb6646c9 and kube-proxy-x2x9z", "coredns and kube-proxy"},
		{"kube-proxy and kafka-broker-2", "kube-proxy and kafka-broker-2"},
		{"at 2026-03-01T12:30:45.123Z, 12:30:45 or Jun 30 23:59:59", "at , or"},
		{"E0228 20:13:53.795782 1 proxier.go:610] Failed", "1 proxier.go:610] Failed"},
		{"after 300ms, 5m0s, 15 minutes: 95% of 5GB", "after , , : of"},
		{"exit code 137 on port 10250, HTTP 502", "exit code 137 on port 10250, HTTP 502"},
		{"took 1234567 of 0.12345", "took of"},
		{`{alertname="HighCPU", job="kafka"} exit_code=137`, `{ ="HighCPU", ="kafka"} exit_code=137`},
		{":fire::skin-tone-2: db:5432 job:rate:sum", "db:5432 job:rate:sum"},
		{":+1: é:ok: (:ok:) 서:ok:", "é:ok: ( ) 서:ok:"},
		{"peer[ab::1] and x[12] 0x1f2e3d4", "peer and x[12]"},
		{"v12.3456 -5ms 5,000ms 1e+5s 20µs 3 apples", "v 3 apples"},
		{"on 2026/03/01 and 2026-03, Dec 1, I0102 too", "on and 2026-03, Dec 1, I0102 too"},
		{"https://www.grafana.example.com/d/abc?x=1&y=2", "grafana.example.com/d/abc"},
	} {
		got := masked(test.text)
		if len(got) != len(test.text) {
			t.Errorf("%q: %d bytes became %d", test.text, len(test.text), len(got))
		}
		if got := strings.Join(strings.Fields(got), " "); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"OOMKilled x509 kube-proxy-x2x9z", "kafka브로커 10.0.0.1", "a__b..c//d::", "\x1b[0m\xff\u202e", "ＡＰＩ ㄱㅏ 각"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = clean(text)
		if bare := masked(text); len(bare) != len(text) || strings.Count(bare, "\n") != strings.Count(text, "\n") {
			t.Fatalf("masked moves places: %q is %q", text, bare)
		}
		all := words(text)
		if len(all) > 2*len(text) {
			t.Fatalf("%d words from %d bytes", len(all), len(text))
		}
		for _, w := range all {
			if w.term == "" || len(w.term) > maxTerm || strings.ContainsAny(w.term, " \n\t") {
				t.Fatalf("%q gives the term %q", text, w.term)
			}
			if w.at.start < 0 || w.at.end > len(text) || w.at.size() <= 0 || !utf8.ValidString(w.at.of(text)) {
				t.Fatalf("%q: term %q at %v", text, w.term, w.at)
			}
		}
		if again := words(text); !slices.Equal(all, again) {
			t.Fatalf("%q gives different words the second time", text)
		}
	})
}
