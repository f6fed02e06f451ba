package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Command types a slash command, "/incidentlib disk full", into the channel and
// waits for the app's acknowledgement. The error is what Slack would show the
// person: no such command, or an app that does not answer. Slash commands do not
// work in threads, so there is none to name.
func (ws *Workspace) Command(userID, channelID, text string) error {
	ws.mu.Lock()
	d, u, err := ws.commandDelivery(userID, channelID, text)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	answer, err := ws.ask(ws.ctx, d)
	if err != nil {
		return ws.toast(userID, str(d.payload, "command"), err)
	}
	return ws.ackAnswer(u, answer)
}

func (ws *Workspace) commandDelivery(userID, channelID, text string) (*delivery, *responseURL, error) {
	ch, u, err := ws.both(channelID, userID)
	if err != nil {
		return nil, nil, err
	}
	if err := ws.insider(u); err != nil {
		return nil, nil, err
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	a, c := ws.command(name)
	if a == nil {
		return nil, nil, fmt.Errorf("workspace: %s is not a valid command: no app has it", name)
	}
	rest = strings.TrimSpace(rest)
	if c.Escape {
		rest = ws.typed(rest)
	}
	back := responseURL{app: a, ch: ch, user: u.id}
	payload := object{
		"token": a.VerificationToken, "team_id": ws.teamID, "team_domain": "workspace", "channel_id": ch.id, "channel_name": ch.shownName(),
		"user_id": u.id, "user_name": u.name, "command": name, "text": rest, "api_app_id": a.ID, "is_enterprise_install": "false",
		"response_url": ws.newResponseURL("commands", back), "trigger_id": ws.newTrigger(a, u.id, nil),
	}
	return &delivery{app: a, kind: "slash_commands", payload: payload, accepts: true}, &back, nil
}

// insider refuses people of other organisations: in a shared channel they see an
// app's posts and can press its buttons, but have none of its commands.
func (ws *Workspace) insider(u *user) error {
	if u.team != ws.teamID {
		return fmt.Errorf("workspace: %s is of another organisation, and has no commands or shortcuts of apps here", u.real)
	}
	return nil
}

// command finds a slash command; of two apps that have it the one installed last wins.
func (ws *Workspace) command(name string) (*app, Command) {
	for i := len(ws.apps) - 1; i >= 0; i-- {
		for _, c := range ws.apps[i].Commands {
			if a := ws.apps[i]; c.Name == name && a.revoked == "" && a.may("commands") {
				return a, c
			}
		}
	}
	return nil, Command{}
}

// shownName is how Slack names the channel in commands and interactions.
func (ch *channel) shownName() string {
	switch {
	case ch.im != nil:
		return "directmessage"
	case ch.Private:
		return "privategroup"
	}
	return ch.Name
}

// ackAnswer shows the message an app put into its acknowledgement.
func (ws *Workspace) ackAnswer(u *responseURL, answer json.RawMessage) error {
	if len(answer) == 0 || string(answer) == "null" {
		return nil
	}
	o, err := decodeObject(answer)
	if err != nil || len(o) == 0 {
		return nil // Slack ignores what it cannot read here
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if err := ws.answerAt(u, o); err != nil {
		return fmt.Errorf("workspace: the app's answer was not shown: %w", err)
	}
	return nil
}

// toast shows the person that an app failed them, and returns err.
func (ws *Workspace) toast(userID, what string, err error) error {
	code, _, _ := strings.Cut(err.Error(), ":")
	ws.mu.Lock()
	defer ws.mu.Unlock()
	text := fmt.Sprintf("%s failed with the error %q", what, code)
	ws.publishTo(userID, "toast", "", object{"user": userID, "text": text})
	return &ToastError{Text: text, err: err}
}

// ToastError is a failure of the app that the person was shown.
type ToastError struct {
	Text string // the words they saw
	err  error
}

func (e *ToastError) Error() string { return e.Text }
func (e *ToastError) Unwrap() error { return e.err }

// interaction is what every interaction payload has.
func (ws *Workspace) interaction(a *app, u *user, kind string) object {
	return object{
		"type": kind, "token": a.VerificationToken, "api_app_id": a.ID, "trigger_id": ws.newTrigger(a, u.id, nil),
		"user":       object{"id": u.id, "username": u.name, "name": u.name, "team_id": u.team},
		"team":       object{"id": ws.teamID, "domain": "workspace"},
		"enterprise": nil, "is_enterprise_install": false,
	}
}

// errNoAnswer is what a person sees as "operation_timeout" or "dispatch_failed".
var errNoAnswer = errors.New("the app did not answer in time")

// ask delivers a payload and waits for the answer. It expects mu NOT to be held.
// Its error is a failure as Slack shows it to the person who acted.
func (ws *Workspace) ask(ctx context.Context, d *delivery) (json.RawMessage, error) {
	type result struct {
		answer  json.RawMessage
		failure string
	}
	got := make(chan result, 1)
	d.done = func(answer json.RawMessage, failure string) { got <- result{answer, failure} }
	ws.mu.Lock()
	ws.deliver(d)
	ws.mu.Unlock()
	select {
	case r := <-got:
		switch r.failure {
		case "":
			return r.answer, nil
		case "timeout":
			return nil, fmt.Errorf("operation_timeout: %w", errNoAnswer)
		}
		return nil, fmt.Errorf("dispatch_failed: the app could not be reached: %s", r.failure)
	case <-ctx.Done():
		return nil, fmt.Errorf("workspace: closed before the app answered: %w", ctx.Err())
	}
}
