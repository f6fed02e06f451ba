package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
)

type versionCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (versionCmd) Help() string {
	return "Example:\n\n    incidentlib version --json"
}

// build is what the Go toolchain wrote into the program.
type build struct {
	Version  string `json:"version"`            // "v1.2.0"; "(devel)" when built from a working tree
	Revision string `json:"revision,omitempty"` // commit
	Time     string `json:"time,omitempty"`     // of the commit, RFC 3339
	Modified bool   `json:"modified,omitempty"` // the tree had changes that were not committed
	Go       string `json:"go"`
}

func (c versionCmd) Run(w world) error {
	b := readBuild()
	if c.JSON {
		return json.NewEncoder(w.stdout).Encode(b)
	}
	line := []string{"incidentlib", b.Version}
	if b.Revision != "" {
		line = append(line, b.Revision[:min(12, len(b.Revision))], b.Time)
	}
	if b.Modified {
		line = append(line, "modified")
	}
	_, err := fmt.Fprintln(w.stdout, strings.Join(append(line, b.Go), " "))
	return err
}

func readBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{Version: "(unknown)"}
	}
	b := build{Version: info.Main.Version, Go: info.GoVersion}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}
