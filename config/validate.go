package config

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// longestWindow is a month: a reply older than that has scrolled out of sight.
const longestWindow = 31 * 24 * time.Hour

const (
	longestRetention = 3650 * day
	mostReplies      = 1000
)

// Validate names everything wrong with the settings, in one Faults.
func (c Config) Validate() error { return c.faults().err() }

// CheckSlack names the secrets that mode needs and that are not set, in one Faults.
func (c Config) CheckSlack() error {
	var faults Faults
	need := func(s Secret, name, remedy string) {
		if s == "" {
			faults = append(faults, Fault{"environment", name, "", "not set; " + remedy + ", or put it in a file and name that in " + name + "_FILE"})
		}
	}
	need(c.Slack.BotToken, "SLACK_BOT_TOKEN", `copy the "Bot User OAuth Token" (xoxb-…) of your Slack app, page OAuth & Permissions`)
	if c.Slack.Mode == "http" {
		need(c.Slack.SigningSecret, "SLACK_SIGNING_SECRET", `copy the "Signing Secret" of your Slack app, page Basic Information`)
	} else {
		need(c.Slack.AppToken, "SLACK_APP_TOKEN", `make an app-level token (xapp-…) with the scope connections:write, page Basic Information`)
	}
	return faults.err()
}

func (c Config) faults() (faults Faults) {
	add := func(field, value, remedy string) {
		faults = append(faults, Fault{"", field, value, remedy})
	}
	oneOf := func(field, value string, allowed ...string) {
		if !slices.Contains(allowed, value) {
			add(field, value, "say "+strings.Join(allowed[:len(allowed)-1], ", ")+" or "+allowed[len(allowed)-1])
		}
	}
	oneOf("slack.mode", c.Slack.Mode, "socket", "http")
	if u, err := url.Parse(c.Slack.APIURL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" || !strings.HasSuffix(u.Path, "/") {
		add("slack.api_url", c.Slack.APIURL, `give the base address of the Web API, such as https://slack.com/api/`)
	}
	faults = append(faults, c.HTTP.faults(c.Slack.Mode)...)
	oneOf("language", c.Language, "auto", "en", "ko")
	if c.Data == "" {
		add("data", "", "name a folder the bot may write to")
	}
	if c.Window < time.Minute || c.Window > longestWindow {
		add("window", c.Window.String(), "give a time from 1m to 744h (31 days)")
	}
	keep := func(field string, d time.Duration) {
		if d < day || d > longestRetention {
			add(field, d.String(), "give a time from 1d to 3650d (ten years)")
		}
	}
	keep("retention.records", c.Retention.Records)
	keep("retention.audit", c.Retention.Audit)
	number := func(field string, n int) {
		if n < 1 || n > mostReplies {
			add(field, strconv.Itoa(n), "give a number of replies from 1 to 1000")
		}
	}
	if _, err := time.LoadLocation(c.Zone); err != nil || c.Zone == "" || c.Zone == "Local" {
		add("zone", c.Zone, "name a time zone as in Asia/Seoul, or UTC")
	}
	number("storm", c.Storm)
	number("hourly", c.Hourly)
	oneOf("care", c.Care, "careful", "balanced", "eager")
	oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	oneOf("log.format", c.Log.Format, "text", "json")
	if db := string(c.Database); db != "" && !strings.HasPrefix(db, "postgres://") && !strings.HasPrefix(db, "postgresql://") {
		faults = append(faults, Fault{"environment", "INCIDENTLIB_DATABASE_URL", "", "give the address of a PostgreSQL database: postgres://user:password@host:5432/database?sslmode=verify-full"})
	}
	return append(faults, c.Slack.faults()...)
}

func (h HTTP) faults(mode string) Faults {
	if h.Listen == "" {
		if mode == "http" {
			return Faults{{"", "http.listen", "", "slack.mode http needs an address to receive Slack's requests, such as 127.0.0.1:8080"}}
		}
		return nil
	}
	_, port, err := net.SplitHostPort(h.Listen)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n > 65535 {
		return Faults{{"", "http.listen", h.Listen, "give host:port, such as 127.0.0.1:8080, or :8080 for every address of the machine"}}
	}
	return nil
}

// faults judges the secrets by their beginnings, which tell the common mix-ups
// before Slack answers no more than "invalid_auth".
func (s Slack) faults() (faults Faults) {
	check := func(name string, secret Secret, starts []string, remedy string) {
		fits := len(starts) == 0 || slices.ContainsFunc(starts, func(p string) bool { return strings.HasPrefix(string(secret), p) })
		switch {
		case secret == "":
		case !fits:
			faults = append(faults, Fault{"environment", name, secret.kind(), remedy})
		case strings.ContainsFunc(string(secret), func(r rune) bool { return r <= ' ' || r > '~' }):
			faults = append(faults, Fault{"environment", name, secret.kind(), "has a space, a line break or another odd character inside; copy it again"})
		}
	}
	check("SLACK_BOT_TOKEN", s.BotToken, []string{"xoxb-", "xoxe."},
		`a bot token begins with xoxb-; copy the "Bot User OAuth Token" of your Slack app, page OAuth & Permissions`)
	check("SLACK_APP_TOKEN", s.AppToken, []string{"xapp-"},
		`an app-level token begins with xapp-; make one with the scope connections:write, page Basic Information`)
	check("SLACK_SIGNING_SECRET", s.SigningSecret, nil, "")
	if kind := s.SigningSecret.kind(); strings.HasPrefix(kind, "xox") || strings.HasPrefix(kind, "xapp") {
		faults = append(faults, Fault{"environment", "SLACK_SIGNING_SECRET", kind, `this is a token; copy the "Signing Secret" of your Slack app, page Basic Information`})
	}
	return faults
}
