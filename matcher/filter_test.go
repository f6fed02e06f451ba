package matcher

import (
	"slices"
	"testing"
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
		"lang:fr":             "lang:fr is no language of the library: write en or ko",
	} {
		if _, err := ParseSearch(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSearch(t *testing.T) {
	l := newLibrary(t,
		&Case{ID: "A", Org: "Clever Cloud", Date: "2022-04-13", Title: Text{En: "Redis lost its primary", Ko: "Redis 프라이머리를 잃었다"}, Components: []string{"redis"}},
		&Case{ID: "B", Org: "GitHub", OrgSlug: "github", Date: "2022-12-31", Title: Text{En: "Redis ran out of memory"}, Components: []string{"redis"}, Symptoms: []string{"oom-killed"}},
		&Case{ID: "C", Org: "GitHub", Date: "2023", Title: Text{En: "Kafka ran out of disk, not Redis"}, Components: []string{"kafka"}, RootCause: "capacity"},
	)
	for text, want := range map[string]string{
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
	} {
		s, err := ParseSearch(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Search(t.Context(), s, 3)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(found); got != want {
			t.Errorf("%s: found %q, not %q", text, got, want)
		}
	}
}
