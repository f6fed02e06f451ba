package seeds

import (
	"embed"

	"incidentlib/matcher"
)

//go:embed cases/*.json
var bundled embed.FS

// Bundled returns the shipped cases, in the order of their file names. It fails
// only where a shipped file has a fault.
func Bundled() ([]*matcher.Case, error) { return ReadFS(bundled) }
