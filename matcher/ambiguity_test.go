package matcher

import (
	"slices"
	"testing"
)

func TestAmbiguity(t *testing.T) {
	k := NewLinker(&Vocabulary{
		Symptoms: []Term{
			{Slug: "disk-full", Aliases: []string{"disk full"}, Phrases: []string{"no space left on device"}},
			{Slug: "inotify-limit", Aliases: []string{"inotify"}}, {Slug: "oom-killed"}, {Slug: "pod-crashloop"}, {Slug: "leaderless", Aliases: []string{"leader"}},
		},
		Ambiguous: []Ambiguity{
			{Phrase: "No space left on device", Means: []string{"disk-full"}, Near: []Near{{Words: []string{"inotify"}, Means: []string{"inotify-limit"}}}},
			{Phrase: "exit code 137", Means: []string{"pod-crashloop"}, Near: []Near{{Words: []string{"OOMKilled", "메모리"}, Means: []string{"oom-killed"}}}},
			{Phrase: "leader"},
		},
	})
	for text, want := range map[string][]string{
		"write /data: no space left on device":                {"disk-full"},
		"inotify_add_watch: inotify: no space left on device": {"inotify-limit"},
		"no space left on device\ninotify is fine":            {"disk-full", "inotify-limit"},
		"disk full; inotify: No Space Left On Device":         {"disk-full", "inotify-limit"},
		"api-0 exit code 137":                                 {"pod-crashloop"},
		"api-0 OOMKilled, exit code 137":                      {"oom-killed"},
		"메모리가 모자라 exit code 137":                              {"oom-killed"},
		"exit code 1370":                                      nil,
		"our team leader is away":                             nil,
		"the leaders":                                         nil,
	} {
		var got []string
		for _, l := range k.Link(text) {
			got = append(got, l.Slug)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q speaks of %v, not %v", text, got, want)
		}
	}
}
