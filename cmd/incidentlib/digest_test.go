package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// remembered is a data folder with a week of alerts in it.
func remembered(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	st, err := store.Open(t.Context(), filepath.Join(folder, "incidentlib.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	monday := time.Date(2026, 2, 23, 0, 0, 0, 0, time.UTC)
	for i := range 10 {
		r := store.Record{
			Key:         store.MessageKey{Workspace: store.Workspace{Team: "T1"}, Channel: "C1", TS: fmt.Sprintf("17718%05d.000100", i)},
			Fingerprint: fmt.Sprint("f", i%3), Title: []string{"Disk full on db-1 <b>", "conntrack_allowance_exceeded", "Certificate expires"}[i%3], Reason: "no_case",
		}
		if i%3 == 1 {
			r.Reason, r.CaseIDs, r.ReplyTS = "answered", []string{"IL-0461"}, "1.2"
		}
		if err := st.Finish(t.Context(), r, monday.Add(time.Duration(i)*11*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	for id, private := range map[string]string{"OWN-0001": "", "OWN-0002": "C2"} { // nothing has met them
		body := fmt.Sprintf(`{"id": %q, "title": {"en": "Disk of db-1 filled", "ko": "db-1 디스크 가득 참"}}`, id)
		c := store.OwnCase{Workspace: store.Workspace{Team: "T1"}, ID: id, Body: body, Channel: private, Private: private != "", Author: "U1", At: monday}
		if _, err := st.SaveCase(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	mute := store.Mute{Workspace: store.Workspace{Team: "T1"}, Channel: "C1", Fingerprint: "f0", Title: "Noise <i>", By: "U1", At: monday, Until: monday.AddDate(0, 0, 9)}
	if err := st.Mute(t.Context(), mute); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestDigest(t *testing.T) {
	t.Parallel()
	folder := remembered(t)
	ask := func(args ...string) (string, string, int) {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"digest", "--no-bundled", "--cases", "testdata/own"}, args...), func(name string) string {
			if name == "INCIDENTLIB_DATA" {
				return folder
			}
			return ""
		}, strings.NewReader(""), &out, &errs)
		return out.String(), errs.String(), code
	}
	text, _, code := ask("--channel", "C1", "--week", "2026-W09")
	if code != 0 || !strings.Contains(text, "10 alerts, 10 more than before") || !strings.Contains(text, "conntrack_allowance_exceeded") || strings.Count(text, "Certificate expires") != 2 {
		t.Errorf("ended with %d: %s", code, text)
	}
	if !strings.Contains(text, "OWN-0001") || strings.Contains(text, "OWN-0002") {
		t.Errorf("of the cases that people wrote in Slack, those that are told in the channel: %s", text)
	}
	if text, _, _ := ask("--channel", "C1", "--week", "2026-W09", "--lang", "ko"); !strings.Contains(text, "알림 10건") {
		t.Errorf("in Korean: %s", text)
	}
	if text, _, _ := ask("--channel", "C1", "--week", "2026-W09", "--json"); !strings.Contains(text, `"alerts": 10`) || !strings.Contains(text, `"precision": null`) {
		t.Errorf("as JSON: %s", text)
	}
	if text, _, _ := ask("--channel", "C2", "--week", "2026-W09"); !strings.Contains(text, "No alerts in the period") {
		t.Errorf("of a channel without any: %s", text)
	}
	for want, args := range map[string][]string{
		"missing flags: --channel":  {},
		"--zone: time zone":         {"--channel", "C1", "--zone", "Asia/Atlantis"},
		"not a period":              {"--channel", "C1", "--week", "yesterday"},
		"not over yet":              {"--channel", "C1", "--week", "2999-W01"},
		"nothing is known of it":    {"--channel", "C1", "--team", "T9"},
		"must be one of \"weekly\"": {"--channel", "C1", "--kind", "daily"},
	} {
		if _, errs, code := ask(args...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: ended with %d: %s", args, code, errs)
		}
	}
	page := filepath.Join(t.TempDir(), "digest.html")
	if _, errs, code := ask("--channel", "C1", "--week", "2026-W09", "--html", page); code != 0 {
		t.Fatal(errs)
	}
	html, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(html), "Disk full on db-1 &lt;b&gt;") || strings.Contains(string(html), "ZgotmplZ") {
		t.Errorf("page (%v): %s", err, html)
	}
	if !strings.Contains(string(html), "<li>Noise &lt;i&gt; — until 2026-03-04 00:00</li>") {
		t.Errorf("the page does not tell of the quiet that ends: %s", html)
	}
	if text, _, _ := ask("--channel", "C1", "--week", "2026-W09", "--kind", "library"); strings.Contains(text, "Slack") || !strings.Contains(text, "No case came into the library") {
		t.Errorf("of a library without news: %s", text)
	}
	if _, errs, code := ask("--channel", "C1", "--week", "2026-W09", "--kind", "library", "--html", page); code != 0 {
		t.Fatal(errs)
	}
	if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "New in the library") || strings.Contains(string(html), "Disk full") {
		t.Errorf("page of the library (%v): %s", err, html)
	}
	folder = t.TempDir()
	if _, errs, code := ask("--channel", "C1"); code != 1 || !strings.Contains(errs, "there is no state: it is made by the first incidentlib serve") {
		t.Errorf("without a state: ended with %d: %s", code, errs)
	}
}
