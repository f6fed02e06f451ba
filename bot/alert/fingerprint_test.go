package alert

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestFingerprint reads messages in groups: those of one folder are one alert,
// those of different folders are different alerts.
func TestFingerprint(t *testing.T) {
	data, err := os.ReadFile("testdata/fingerprint.txtar")
	if err != nil {
		t.Fatal(err)
	}
	prints := map[string]string{} // folder to fingerprint
	owners := map[string]string{} // fingerprint to folder
	for _, f := range txtar.Parse(data).Files {
		folder, name, _ := strings.Cut(f.Name, "/")
		a, err := ReadAny(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		got := Fingerprint(a)
		if got == "" {
			t.Errorf("%s has no fingerprint", f.Name)
		}
		if want, ok := prints[folder]; ok && got != want {
			t.Errorf("%s: %s is taken for another alert than the first: %s", folder, name, steady(a.Text))
		}
		prints[folder] = got
		if owner, ok := owners[got]; ok && owner != folder {
			t.Errorf("%s is taken for a repeat of %s: %s", f.Name, owner, steady(a.Text))
		}
		owners[got] = folder
	}
}

func TestFingerprintOfNothing(t *testing.T) {
	if got := Fingerprint(FromText(" \n ")); got != "" {
		t.Errorf("Fingerprint of an empty message is %q, want none", got)
	}
}
