package bot

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"incidentlib/bot/store"
)

// Standing is what Slack says of the bot.
type Standing struct {
	Workspace store.Workspace
	Name      string        // of the workspace
	User      string        // the bot's user id
	Scopes    []string      // of the bot token; nil when Slack does not say
	Ahead     time.Duration // how far this machine's clock is before Slack's, to about a second; 0 when Slack does not say
}

// Probe asks Slack once who the bot is, with the bot token of the options, and posts nothing.
// The error says what to do.
func Probe(ctx context.Context, o Options) (Standing, error) {
	desk, err := newDesk(o)
	if err != nil {
		return Standing{}, err
	}
	began := time.Now()
	answer, header, err := desk.exchange(ctx, "auth.test", nil)
	took := time.Since(began)
	s := Standing{
		Workspace: store.Workspace{Enterprise: answer.text("enterprise_id"), Team: answer.text("team_id")},
		Name:      answer.text("team"), User: answer.text("user_id"),
		Scopes: scopesIn(header), Ahead: ahead(header, began.Add(took/2)),
	}
	if err != nil {
		return s, fmt.Errorf("auth.test: %w", explained(err))
	}
	return s, nil
}

// ProbeSocket asks Slack once whether the app-level token of the options may open a Socket Mode
// connection, and opens none.
func ProbeSocket(ctx context.Context, o Options) error {
	o.BotToken = o.AppToken
	desk, err := newDesk(o)
	if err != nil {
		return err
	}
	if _, err := desk.call(ctx, "apps.connections.open", nil); err != nil {
		return fmt.Errorf("apps.connections.open: %w", explained(err))
	}
	return nil
}

// scopesIn reads the scopes that Slack names with every answer.
func scopesIn(header http.Header) (scopes []string) {
	for _, list := range header.Values("X-OAuth-Scopes") {
		for scope := range strings.SplitSeq(list, ",") {
			if scope = strings.TrimSpace(scope); scope != "" && !slices.Contains(scopes, scope) {
				scopes = append(scopes, scope)
			}
		}
	}
	return scopes
}

// ahead is how far now is before the date of an answer that came then.
func ahead(header http.Header, now time.Time) time.Duration {
	at, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return 0
	}
	return now.Sub(at.Add(500 * time.Millisecond)) // dates have whole seconds
}
