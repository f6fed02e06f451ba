package main

import (
	"encoding/json"
	"fmt"

	"github.com/goccy/go-yaml"

	"incidentlib/config"
)

type manifestCmd struct {
	Mode string `help:"How Slack reaches the bot: ${enum}." enum:"socket,http" default:"socket"`
	URL  string `name:"url" help:"Public https address of the bot, for mode http." placeholder:"URL"`
	JSON bool   `name:"json" help:"Print JSON instead of YAML."`
}

func (manifestCmd) Help() string {
	return `Paste it at api.slack.com/apps, "Create New App", "From a manifest".

Example:

    incidentlib manifest --mode http --url https://incidentlib.example.com`
}

func (c manifestCmd) Run(w world) error {
	text, err := config.Manifest(c.Mode, c.URL)
	if err != nil {
		return usageError("--" + err.Error())
	}
	if c.JSON {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			return fmt.Errorf("manifest as JSON: %w", err)
		}
		out := json.NewEncoder(w.stdout)
		out.SetIndent("", "  ")
		return out.Encode(v)
	}
	_, err = fmt.Fprint(w.stdout, text)
	return err
}
