// Package config holds the settings of the program: where they come from, what
// they are when nobody says anything, and what is wrong with them.
//
// Start with Config, then Load. Every setting is one line of the table in
// settings.go, which serves the file and the environment alike. The commented
// example of a settings file is incidentlib.example.yaml.
package config

import (
	_ "embed"
	"time"
)

// Config is every setting. Default says what each is when nobody sets it.
type Config struct {
	Slack     Slack
	HTTP      HTTP
	Language  string // of replies: "en", "ko", or "auto" for that of the alert
	Library   Library
	Data      string // the folder for what the bot remembers
	Database  Secret // "postgres://…", where several processes work together; "" is a file in Data
	Retention Retention
	Window    time.Duration // how long one reply serves the repeats of its alert
	Storm     int           // so many replies in a channel in five minutes make a storm, told in one reply
	Zone      string        // IANA name of the time zone of digests where nobody says another
	Hourly    int           // replies to alerts in a channel in an hour at most
	Care      string        // how sure the bot must be to speak: "careful", "balanced" or "eager"
	Log       Log
}

// Slack says how to reach Slack. The three secrets, and Database, come from the environment only.
type Slack struct {
	Mode          string // "socket" (no public address needed) or "http"
	APIURL        string // the base of the Web API, ending with "/"
	BotToken      Secret // "xoxb-…"
	AppToken      Secret // "xapp-…", for mode socket
	SigningSecret Secret // for mode http
}

// Retention is how long things are kept.
type Retention struct {
	Records time.Duration // of an alert, after it was last seen
	Audit   time.Duration // who changed what
}

// HTTP says where the health checks and, in mode http, Slack's requests are served.
type HTTP struct {
	Listen string // "host:port"; "" serves nothing
}

// Library says which past incidents the bot knows.
type Library struct {
	Folders []string // the team's own cases, first folder first
	Bundled bool     // also the cases that came with the program
}

// Log says what is logged, on standard error.
type Log struct {
	Level  string // "debug", "info", "warn" or "error"
	Format string // "text" or "json"
}

// Example is a settings file that sets every key to its default and explains it.
//
//go:embed incidentlib.example.yaml
var Example []byte

// Default returns the settings of a bot that nobody configured.
func Default() Config {
	return Config{
		Slack:     Slack{Mode: "socket", APIURL: "https://slack.com/api/"},
		HTTP:      HTTP{Listen: "127.0.0.1:8080"},
		Language:  "auto",
		Library:   Library{Bundled: true},
		Data:      "data",
		Retention: Retention{Records: 90 * day, Audit: 365 * day},
		Window:    24 * time.Hour,
		Storm:     10,
		Zone:      "UTC",
		Hourly:    30,
		Care:      "careful",
		Log:       Log{Level: "info", Format: "text"},
	}
}
