package config

import (
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

//go:embed manifest.yaml
var manifest string

// Manifest returns the Slack app manifest, as YAML to paste into Slack, for mode
// "socket" or "http". In mode http base is the public https address of the bot,
// without the paths it adds; in mode socket it must be "".
func Manifest(mode, base string) (string, error) {
	switch mode {
	case "socket":
		if base != "" {
			return "", errors.New("url: in mode socket Slack calls no address; leave the url out, or use mode http")
		}
	case "http":
		u, err := url.Parse(base)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return "", fmt.Errorf("url %q: Slack calls https addresses only; give the public one of the bot, such as https://incidentlib.example.com", base)
		}
	default:
		return "", fmt.Errorf("mode %q: say socket or http", mode)
	}
	var out strings.Builder
	for line := range strings.Lines(manifest) {
		// The file is the manifest for mode socket; a line that only mode http
		// has stands in it as a comment.
		indent, rest, httpOnly := strings.Cut(line, "#http ")
		switch {
		case httpOnly && mode == "socket":
			continue
		case httpOnly:
			line = indent + strings.ReplaceAll(rest, "{url}", strings.TrimRight(base, "/"))
		case mode == "http":
			line = strings.Replace(line, "socket_mode_enabled: true", "socket_mode_enabled: false", 1)
		}
		out.WriteString(line)
	}
	return out.String(), nil
}
