package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// What people wrote in Slack comes out as files that the library reads, the same ones each time;
// what is private only where that is asked for.
func TestCasesExport(t *testing.T) {
	t.Parallel()
	data, out := t.TempDir(), filepath.Join(t.TempDir(), "ours")
	getenv := func(name string) string {
		if name == "INCIDENTLIB_DATA" {
			return data
		}
		return ""
	}
	export := func(args ...string) (code int, said string) {
		var both bytes.Buffer
		code = run(t.Context(), append([]string{"cases", "export", "--own", out}, args...), getenv, nil, &both, &both)
		return code, both.String()
	}
	if code, said := export(); code != 1 || !strings.Contains(said, "there is no state") {
		t.Errorf("without a state: %d, %s", code, said)
	}
	st, err := store.Open(t.Context(), filepath.Join(data, "incidentlib.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close() // it is read while the bot has it open
	keep := func(team, id, body string, private bool) {
		t.Helper()
		c := store.OwnCase{Workspace: store.Workspace{Team: team}, ID: id, Body: body, Private: private, Channel: "C1", Author: "U1", At: time.Now()}
		if _, err := st.SaveCase(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond) // two deeds of one person are never of one moment
	}
	keep("T1", "OWN-0001", `{"title":"Checkout ran out of slots","id":"OWN-0001","signals":["CheckoutSlotLeak"]}`, false)
	keep("T1", "OWN-0002", `{"id":"OWN-0002","title":"Learned in the war room"}`, true)
	keep("T1", "OWN-0003", `{"id":"OWN-0003","title":"Soon deleted"}`, false)
	if code, said := export(); code != 0 || !strings.Contains(said, "2 cases written") || !strings.Contains(said, "1 private one left out") {
		t.Errorf("%d, %s", code, said)
	}
	got, err := os.ReadFile(filepath.Join(out, "OWN-0001.json"))
	if want := "{\n  \"id\": \"OWN-0001\",\n  \"title\": \"Checkout ran out of slots\",\n  \"signals\": [\n    \"CheckoutSlotLeak\"\n  ]\n}\n"; err != nil || string(got) != want {
		t.Errorf("the file holds %s, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(out, "OWN-0002.json")); err == nil {
		t.Error("a private case is written")
	}
	keep("T1", "OWN-0003", "", false)
	if code, said := export("--private"); code != 0 || !strings.Contains(said, "2 cases written") || !strings.Contains(said, "OWN-0003.json: this case was deleted") {
		t.Errorf("%d, %s", code, said)
	}
	var found bytes.Buffer
	if code := run(t.Context(), []string{"match", "--no-bundled", "--cases", out, "CheckoutSlotLeak on shop-1"}, none, nil, &found, &found); code != 0 || !strings.Contains(found.String(), "OWN-0001") {
		t.Errorf("matched: %s", &found)
	}
	keep("T2", "OWN-0001", `{"id":"OWN-0001","title":"Of another workspace"}`, false)
	if code, said := export(); code != 2 || !strings.Contains(said, "T1, T2") {
		t.Errorf("of two workspaces: %d, %s", code, said)
	}
	if code, said := export("--workspace", "T2"); code != 0 || !strings.Contains(said, "1 case written") {
		t.Errorf("of the second: %d, %s", code, said)
	}
	if code, _ := export("--workspace", "T9"); code != 1 {
		t.Errorf("of one that is not there: %d", code)
	}
}
