package matcher

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseSearch(t *testing.T) {
	for _, test := range []struct {
		text, words string
		filters     []Filter
	}{
		{"dns timeouts after upgrade", "dns timeouts after upgrade", nil},
		{"component:cilium Symptom:oom-killed slow pods", "slow pods", []Filter{{"component", "cilium", false}, {"symptom", "oom-killed", false}}},
		{`"too many open files" since:2022 lang:ko`, "too many open files", []Filter{{"", "too many open files", false}, {"since", "2022", false}, {"lang", "ko", false}}},
		{`redis -sentinel -"read only" -org:GitHub`, "redis", []Filter{{"", "sentinel", true}, {"", "read only", true}, {"org", "GitHub", true}}},
		{`org:"Clever Cloud" down`, "down", []Filter{{"org", "Clever Cloud", false}}},
		{"http:502 error: https://x.example/a -1 - --", "http:502 error: https://x.example/a -1 - --", nil},
		{"“read only” redis", "read only redis", []Filter{{"", "read only", false}}},
		{`a "quote that never ends`, `a "quote that never ends`, nil},
		{"component: cilium", "component: cilium", nil},
		{`""`, `""`, nil},
		{"  ", "", nil},
		{"노드 -\"디스크\"", "노드", []Filter{{"", "디스크", true}}},
	} {
		got, err := ParseSearch(test.text)
		if err != nil || got.Words != test.words || !slices.Equal(got.Filters, test.filters) {
			t.Errorf("%q: got %q %v, %v", test.text, got.Words, got.Filters, err)
		}
	}
	for text, want := range map[string]string{
		"since:yesterday dns": "since:yesterday is no date: write it as 2022, 2022-04 or 2022-04-13",
		`component:"" dns`:    `component:"" asks for nothing: write a value behind the colon`,
		`-org:" "`:            `org:"" asks for nothing: write a value behind the colon`,
		`since:""`:            `since:"" asks for nothing: write a value behind the colon`,
		"lang:fr":             "lang:fr is no language of the library: write en or ko",
	} {
		if _, err := ParseSearch(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// However much is pasted into a search, reading it takes no time worth a word.
func TestParseSearchLong(t *testing.T) {
	for _, unit := range []string{"a ", `" `, `-" `, `-"a`, `a:"`, `a:b" `, "-a ", `"" `} {
		start := time.Now()
		s, err := ParseSearch(strings.Repeat(unit, 200_000))
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%q many times takes %v", unit, took)
		}
		if err == nil && len(s.Words) > 4*maxAlert {
			t.Errorf("%q many times: %d bytes of words", unit, len(s.Words))
		}
	}
}

func TestSearch(t *testing.T) {
	l := newLibrary(t,
		&Case{ID: "A", Org: "Clever Cloud", Date: "2022-04-13", Title: Text{En: "Redis lost its primary", Ko: "Redis 프라이머리를 잃었다"}, Components: []string{"redis"}},
		&Case{ID: "B", Org: "GitHub", OrgSlug: "github", Date: "2022-12-31", Title: Text{En: "Redis ran out of memory"}, Components: []string{"redis"}, Symptoms: []string{"oom-killed"}},
		&Case{ID: "C", Org: "GitHub", Date: "2023", Title: Text{En: "Kafka ran out of disk, not Redis"}, Components: []string{"kafka"}, RootCause: "capacity"},
	)
	searchAll(t, l, map[string]string{
		"redis component:redis":                  "A B",
		"component:redis component:kafka":        "C B A", // newest first
		"component:redis symptom:oom-killed":     "B",
		"redis since:2022-12":                    "B C",
		"redis until:2022":                       "A B",
		"redis until:2022-04":                    "A",
		"lang:ko":                                "A",
		"org:github":                             "C B",
		`org:"clever cloud" redis`:               "A",
		"-org:github":                            "A",
		`"out of memory"`:                        "B",
		`redis "of memory" "ran out"`:            "B",
		`redis -"out of memory"`:                 "A C",
		"redis -kafka":                           "A B",
		`"프라이머리"`:                                "A",
		"cause:capacity":                         "C",
		"component:nothing redis":                "",
		"redis component:redis -component:redis": "",
		// Words rank, they do not choose among what filters ask for.
		"primary component:redis":            "A B",
		"zookeeper component:redis":          "B A",
		"lost component:redis since:2022-12": "B",
		"primary org:github":                 "C B",
		"the of component:redis":             "B A",
		// What only narrows lists nothing that has none of the words.
		"primary since:2022":        "A",
		"disk -component:redis":     "C",
		"zookeeper since:2022":      "",
		"zookeeper -org:github":     "",
		"the of since:2022 -kafka":  "B A",
		"the of until:2022 lang:en": "B A",
	})
}

// A date stands for all its days, in a filter as in a case.
func TestSearchDates(t *testing.T) {
	l := newLibrary(t,
		&Case{ID: "D", Date: "2022-04-13"}, &Case{ID: "M", Date: "2022-04"}, &Case{ID: "Y", Date: "2022"},
		&Case{ID: "none"}, &Case{ID: "odd", Date: "13 April 2022"}, &Case{ID: "later", Date: "2023-01"},
	)
	searchAll(t, l, map[string]string{
		"since:2022-04 until:2022-04":       "D M Y",
		"since:2022 until:2022":             "D M Y",
		"since:2022-04-10 until:2022-04-10": "M Y",
		"since:2022-04-13 until:2022-04-13": "D M Y",
		"since:2022-05 until:2022":          "Y",
		"since:2022-05":                     "later Y",
		"until:2022-03":                     "Y",
		"until:2022-04-12":                  "M Y",
		"since:2023-01-31":                  "later",
		"since:2023-02":                     "",
		"until:2021":                        "",
		"-since:2000":                       "odd none",
	})
}

// Cases may be filed under slugs in any letter case.
func TestSearchCapitals(t *testing.T) {
	l := newLibrary(t, &Case{ID: "A", Org: "ACME", OrgSlug: "Acme-Corp", Components: []string{"API-Gateway"}, Symptoms: []string{"OOM-Killed"}, Mechanisms: []string{"OOM"}, RootCause: "Capacity", Domain: []string{"DNS"}})
	searchAll(t, l, map[string]string{
		"component:api-gateway": "A", "component:API-gateway": "A", "symptom:oom-killed": "A", "mechanism:oom": "A",
		"cause:capacity": "A", "domain:dns": "A", "org:acme-corp": "A", "org:acme": "A",
	})
}

// searchAll checks the ids of the first cases of each search.
func searchAll(t *testing.T, l *Library, want map[string]string) {
	t.Helper()
	for text, want := range want {
		s, err := ParseSearch(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Search(t.Context(), s, 4)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(found); got != want {
			t.Errorf("%s: found %q, not %q", text, got, want)
		}
	}
}

// A case that names no mechanisms is found by those its text tells of.
func TestSearchMechanism(t *testing.T) {
	v := &Vocabulary{Mechanisms: []Term{
		{Slug: "conntrack-full", Says: []string{"nf_conntrack: table full, dropping packet"}},
		{Slug: "disk-full", Says: []string{"no space left on device"}},
	}}
	l, err := NewLibraryWith(append(shops(), titled("A", "nf_conntrack: table full, dropping packet")), v)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	searchAll(t, l, map[string]string{"mechanism:conntrack-full": "A"})
}
