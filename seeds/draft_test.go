package seeds

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"incidentlib/matcher"
)

const report = `# Brokers stopped after retention was switched off

On March 2nd, 2025 our alerts for kafka fired: NodeFilesystemSpaceFillingUp on two brokers.
The change that started it was a deploy of the topic settings. Consumers logged
"java.io.IOException: No space left on device". We rolled back the deploy and restarted the
brokers, which restored service. The lesson we learned is to alert on retention itself.
We will add a check to the pipeline.`

func TestDraft(t *testing.T) {
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Draft("OPS-1", report, v)
	if err != nil {
		t.Fatal(err)
	}
	if c.Title.En != "Brokers stopped after retention was switched off" || c.Date != "2025-03-02" {
		t.Errorf("title %q, date %q", c.Title.En, c.Date)
	}
	if !slices.Contains(c.Components, "kafka") || !slices.Contains(c.Symptoms, "disk-full") || !slices.Contains(c.Signals, "NodeFilesystemSpaceFillingUp") {
		t.Errorf("components %v, symptoms %v, signals %v", c.Components, c.Symptoms, c.Signals)
	}
	var left candidates
	if err := json.Unmarshal(c.Extra("candidates"), &left); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"detection": "our alerts for kafka fired", "trigger": "a deploy of the topic settings",
		"remediation": "restored service", "lessons": "alert on retention itself", "action_items": "add a check",
	} {
		if !strings.Contains(strings.Join(left.Sentences[field], "\n"), want) {
			t.Errorf("%s: %q lacks %q", field, left.Sentences[field], want)
		}
	}
	if faults := c.Validate(); len(faults) > 0 {
		t.Errorf("the draft is no case: %v", faults)
	}
}

func TestDraftOfNothing(t *testing.T) {
	c, err := Draft("OPS-1", "", &matcher.Vocabulary{})
	if err != nil || !c.Title.Empty() || len(c.Signals) > 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A machine wrote the talk down: "contract" for conntrack, "celium" and "core dns".
func TestDraftOfSpeech(t *testing.T) {
	talk, err := os.ReadFile("../../shared/seeds/IL-0461.talk-transcript.txt")
	if os.IsNotExist(err) {
		t.Skip("the transcript is not beside the repository")
	} else if err != nil {
		t.Fatal(err)
	}
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Draft("OPS-1", string(talk), v)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"conntrack", "cilium", "coredns", "grpc"} {
		if !slices.Contains(c.Components, want) {
			t.Errorf("components %v lack %s", c.Components, want)
		}
	}
	if !slices.Contains(c.Domain, "dns") || !slices.Contains(c.Symptoms, "oom-killed") {
		t.Errorf("domain %v, symptoms %v", c.Domain, c.Symptoms)
	}
}

func TestFirstDate(t *testing.T) {
	for text, want := range map[string]string{
		"on 2024-11-05 and 2024-11-06":   "2024-11-05",
		"On March 25, 2021 at 14:39 UTC": "2021-03-25",
		"the 3rd August 2023 release":    "2023-08-03",
		"2020년 2월 28일 Preply":            "2020-02-28",
		"in 2024-13-45":                  "",
		"no date":                        "",
	} {
		if got := firstDate(text); got != want {
			t.Errorf("firstDate(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSoundsLike(t *testing.T) {
	for _, c := range []struct {
		word, name string
		want       bool
	}{
		{"celium", "cilium", true}, {"contract", "conntrack", true}, {"cilium", "cilium", true},
		{"container", "conntrack", false}, {"serium", "cilium", false}, {"helium", "cilium", false},
	} {
		if got := soundsLike(c.word, c.name); got != c.want {
			t.Errorf("soundsLike(%q, %q) = %v", c.word, c.name, got)
		}
	}
}

func TestDraftHidesCredentials(t *testing.T) {
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Draft("OPS-1", "The deploy failed: token ghp_abcdefghijklmnopqrstuvwxyz0123 had leaked.\n\nWe fixed it with DB_PASSWORD=hunter2hunter2 in the job.", v)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"ghp_", "hunter2"} {
		if strings.Contains(string(data), secret) {
			t.Errorf("the draft holds %s: %s", secret, data)
		}
	}
	if slices.ContainsFunc(c.Signals, func(s string) bool { return strings.Contains(s, matcher.Hidden) }) {
		t.Errorf("signals %q", c.Signals)
	}
}
