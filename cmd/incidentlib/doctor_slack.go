package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"incidentlib/bot"
	"incidentlib/config"
)

const (
	slackAnswers = 20 * time.Second
	clockOff     = time.Minute // Slack's signatures are good for five minutes, and ours is not the only clock that may be off
)

// slack asks Slack what it thinks of the tokens, their scopes and this machine's clock.
func (r *report) slack(ctx context.Context, c config.Config) {
	ctx, cancel := context.WithTimeout(ctx, slackAnswers)
	defer cancel()
	o := bot.Options{BotToken: c.Slack.BotToken.Reveal(), AppToken: c.Slack.AppToken.Reveal(), APIURL: c.Slack.APIURL}
	s, err := bot.Probe(ctx, o)
	if err != nil {
		r.add("slack", bad, err.Error(), "check SLACK_BOT_TOKEN, and that this machine reaches "+c.Slack.APIURL)
	} else {
		r.add("slack", ok, fmt.Sprintf("signed in to %s (%s) as %s", s.Name, s.Workspace, s.User), "")
		r.scopes(s.Scopes)
	}
	r.clock(c.Slack.Mode, s.Ahead)
	if c.Slack.Mode != "socket" || c.Slack.AppToken == "" {
		return
	}
	if err := bot.ProbeSocket(ctx, o); err != nil {
		r.add("socket", bad, err.Error(), "check SLACK_APP_TOKEN, and that Socket Mode is on in the app's settings")
	} else {
		r.add("socket", ok, "the app-level token opens connections", "")
	}
}

// scopes holds those of the token against the manifest.
func (r *report) scopes(has []string) {
	if has == nil {
		r.add("scopes", warn, "Slack does not say which the token has", "compare the app's page OAuth & Permissions with: incidentlib manifest")
		return
	}
	wanted, err := manifestScopes()
	if err != nil {
		r.add("scopes", bad, err.Error(), "")
		return
	}
	var missing, more []string
	for _, scope := range wanted {
		if !slices.Contains(has, scope) {
			missing = append(missing, scope)
		}
	}
	for _, scope := range has {
		if !slices.Contains(wanted, scope) && !privateScopes[scope] {
			more = append(more, scope)
		}
	}
	switch {
	case missing != nil:
		r.add("scopes", bad, "the token lacks "+strings.Join(missing, ", "), "add them on the app's page OAuth & Permissions (incidentlib manifest lists what each is for) and install the app again")
	case more != nil:
		r.add("scopes", warn, "the token has more than the bot uses: "+strings.Join(more, ", "), "take them off the app, unless something else needs them")
	default:
		r.add("scopes", ok, "all that the manifest asks for", "")
	}
}

// privateScopes are those that the manifest offers for private channels.
var privateScopes = map[string]bool{"groups:history": true, "groups:read": true}

func manifestScopes() ([]string, error) {
	text, err := config.Manifest("socket", "")
	if err != nil {
		return nil, err
	}
	var m struct {
		OAuth struct {
			Scopes struct {
				Bot []string `yaml:"bot"`
			} `yaml:"scopes"`
		} `yaml:"oauth_config"`
	}
	if err := yaml.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("the manifest: %w", err)
	}
	return m.OAuth.Scopes.Bot, nil
}

// clock compares this machine's with Slack's, when Slack answered. In mode http a clock that is
// off makes the bot refuse what Slack signed.
func (r *report) clock(mode string, ahead time.Duration) {
	if ahead == 0 {
		return
	}
	off := ahead.Abs().Round(time.Second)
	way := "before"
	if ahead < 0 {
		way = "behind"
	}
	switch found := fmt.Sprintf("%s %s Slack's", age(off), way); {
	case off <= clockOff:
		r.add("clock", ok, fmt.Sprintf("within %s of Slack's", age(max(off, time.Second))), "")
	case mode == "http":
		r.add("clock", bad, found+": what Slack signs looks old or forged", "set the clock, and keep it right with NTP")
	default:
		r.add("clock", warn, found, "set the clock, and keep it right with NTP")
	}
}
