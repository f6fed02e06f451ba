package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"incidentlib/config"
)

// No file, however broken, ends the program otherwise than by naming its faults.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		string(config.Example), "", "- a", "slack: {mode: [http]}", "<<: *a", "a: &a {b: *a}", "? x\n: y", "data: |\n  x",
		"window: !!int 3", "\ufefflanguage: ko\r\n", "%YAML 1.2\n---\n", strings.Repeat("[", 500), strings.Repeat("a: {", 500),
	} {
		f.Add(text)
	}
	path := filepath.Join(f.TempDir(), "settings.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(path, none)
		if err == nil && c.Validate() != nil {
			t.Errorf("Load accepted what Validate refuses: %v", c.Validate())
		}
	})
}
