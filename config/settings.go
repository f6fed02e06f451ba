package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"
)

// A setting is one key of the file. Its environment variable is "INCIDENTLIB_"
// and the key in capitals, with "_" for the dot: INCIDENTLIB_SLACK_MODE.
type setting struct {
	key  string
	env  string // a second name in the environment, "" for most
	list bool   // several values: a sequence in the file, commas in the environment
	set  func(c *Config, values []string) error
}

func (s setting) envNames() []string {
	names := []string{"INCIDENTLIB_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))}
	if s.env != "" {
		names = append(names, s.env)
	}
	return names
}

// settings are all there are. What is not in this table is refused, so that no
// setting can be given and have no effect.
var settings = []setting{
	{key: "slack.mode", set: text(func(c *Config) *string { return &c.Slack.Mode })},
	{key: "slack.api_url", env: "SLACK_API_URL", set: setAPIURL},
	{key: "http.listen", set: text(func(c *Config) *string { return &c.HTTP.Listen })},
	{key: "language", set: text(func(c *Config) *string { return &c.Language })},
	{key: "library.folders", list: true, set: setFolders},
	{key: "library.bundled", set: setBundled},
	{key: "data", set: text(func(c *Config) *string { return &c.Data })},
	{key: "retention.records", set: length(func(c *Config) *time.Duration { return &c.Retention.Records })},
	{key: "retention.audit", set: length(func(c *Config) *time.Duration { return &c.Retention.Audit })},
	{key: "window", set: length(func(c *Config) *time.Duration { return &c.Window })},
	{key: "storm", set: replies(func(c *Config) *int { return &c.Storm })},
	{key: "hourly", set: replies(func(c *Config) *int { return &c.Hourly })},
	{key: "zone", set: text(func(c *Config) *string { return &c.Zone })},
	{key: "care", set: text(func(c *Config) *string { return &c.Care })},
	{key: "log.level", set: text(func(c *Config) *string { return &c.Log.Level })},
	{key: "log.format", set: text(func(c *Config) *string { return &c.Log.Format })},
}

func text(field func(*Config) *string) func(*Config, []string) error {
	return func(c *Config, values []string) error {
		*field(c) = strings.TrimSpace(values[0])
		return nil
	}
}

// setAPIURL adds the slash that joining a method's name needs.
func setAPIURL(c *Config, values []string) error {
	c.Slack.APIURL = strings.TrimRight(strings.TrimSpace(values[0]), "/") + "/"
	return nil
}

func setFolders(c *Config, values []string) error {
	c.Library.Folders = nil
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			c.Library.Folders = append(c.Library.Folders, v)
		}
	}
	return nil
}

func setBundled(c *Config, values []string) error {
	switch strings.ToLower(strings.TrimSpace(values[0])) {
	case "true", "yes", "on", "1":
		c.Library.Bundled = true
	case "false", "no", "off", "0":
		c.Library.Bundled = false
	default:
		return errors.New("say true or false")
	}
	return nil
}

const day = 24 * time.Hour

// length reads a length of time as Go writes it, and also in whole days, "90d".
func length(field func(*Config) *time.Duration) func(*Config, []string) error {
	return func(c *Config, values []string) error {
		text := strings.TrimSpace(values[0])
		d, err := time.ParseDuration(text)
		if days, whole := strings.CutSuffix(text, "d"); whole {
			var n int
			n, err = strconv.Atoi(days)
			d = time.Duration(min(max(n, -100_000), 100_000)) * day
		}
		if err != nil {
			return errors.New("give a length of time with its unit, such as 90m, 24h or 7d")
		}
		*field(c) = d
		return nil
	}
}

func replies(field func(*Config) *int) func(*Config, []string) error {
	return func(c *Config, values []string) error {
		n, err := strconv.Atoi(strings.TrimSpace(values[0]))
		if err != nil {
			return errors.New("give a whole number of replies, such as 10")
		}
		*field(c) = n
		return nil
	}
}

func find(key string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// isGroup reports whether settings lie below key, as they do below "slack".
func isGroup(key string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return strings.HasPrefix(s.key, key+".") })
}

// below names the settings of a group, "mode, api_url" for "slack."; of all for "".
func below(prefix string) string {
	var keys []string
	for _, s := range settings {
		if key, ok := strings.CutPrefix(s.key, prefix); ok {
			keys = append(keys, key)
		}
	}
	return strings.Join(keys, ", ")
}

// unknown says what to do about a key that nothing reads.
func unknown(key string) string {
	secrets := map[string]string{
		"slack.bot_token": "SLACK_BOT_TOKEN", "slack.app_token": "SLACK_APP_TOKEN", "slack.signing_secret": "SLACK_SIGNING_SECRET",
		"database": "INCIDENTLIB_DATABASE_URL", "database_url": "INCIDENTLIB_DATABASE_URL",
	}
	if name := secrets[key]; name != "" {
		return fmt.Sprintf("secrets do not stand in the file; set %s or %s_FILE in the environment", name, name)
	}
	nearest, least := "", len(key)/3+1 // a third of the letters wrong is another word
	for _, s := range settings {
		group, last, _ := strings.Cut(s.key, ".")
		for _, name := range []string{s.key, last, group} {
			if d := levenshtein.ComputeDistance(key, name); name != "" && d < least {
				nearest, least = s.key, d
				if name == group {
					nearest = group
				}
			}
		}
	}
	if nearest != "" {
		return fmt.Sprintf("unknown setting; did you mean %s?", nearest)
	}
	return "unknown setting; there are " + below("")
}
