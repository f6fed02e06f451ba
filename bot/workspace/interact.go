package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
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

// Shortcut uses a message shortcut on the message ts, or with ts "" a global one,
// and waits for the acknowledgement.
func (ws *Workspace) Shortcut(userID, channelID, ts, callbackID string) error {
	ws.mu.Lock()
	d, name, err := ws.shortcutDelivery(userID, channelID, ts, callbackID)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	if _, err = ws.ask(ws.ctx, d); err != nil {
		return ws.toast(userID, name, err)
	}
	return nil
}

func (ws *Workspace) shortcutDelivery(userID, channelID, ts, callbackID string) (*delivery, string, error) {
	u, err := ws.person(userID)
	if err != nil {
		return nil, "", err
	}
	kind := "message"
	if ts == "" {
		kind = "global"
	}
	a, s := ws.shortcut(kind, callbackID)
	if a == nil {
		return nil, "", fmt.Errorf("workspace: %s shortcut %q: no app has it", kind, callbackID)
	}
	p := ws.interaction(a, u, "shortcut")
	p["callback_id"], p["action_ts"] = callbackID, ws.stamp()
	if kind == "message" {
		ch, m, err := ws.target(channelID, ts)
		if err != nil {
			return nil, "", fmt.Errorf("%w (message shortcuts do not exist on ephemeral messages)", err)
		}
		p["type"], p["message_ts"], p["message"] = "message_action", ts, deepCopy(m.body)
		p["channel"] = object{"id": ch.id, "name": ch.shownName()}
		p["response_url"] = ws.newResponseURL("app", responseURL{app: a, ch: ch, user: u.id, thread: threadOf(m)})
	}
	return &delivery{app: a, kind: "interactive", payload: p}, s.Name, nil
}

// threadOf is the thread in which something about m is answered. The message
// itself starts none by being clicked.
func threadOf(m *message) string {
	if m.isReply() {
		return m.thread()
	}
	return ""
}

func (ws *Workspace) shortcut(kind, callbackID string) (*app, Shortcut) {
	for _, a := range ws.apps {
		for _, s := range a.Shortcuts {
			if s.Type == kind && s.CallbackID == callbackID && a.revoked == "" && a.may("commands") {
				return a, s
			}
		}
	}
	return nil, Shortcut{}
}

// interaction is what every interaction payload has.
func (ws *Workspace) interaction(a *app, u *user, kind string) object {
	return object{
		"type": kind, "token": a.VerificationToken, "api_app_id": a.ID, "trigger_id": ws.newTrigger(a, u.id, nil),
		"user":       object{"id": u.id, "username": u.name, "name": u.name, "team_id": u.team},
		"team":       object{"id": ws.teamID, "domain": "workspace"},
		"enterprise": nil, "is_enterprise_install": false,
	}
}

// OpenHome opens the app's Home tab: the app hears app_home_opened.
func (ws *Workspace) OpenHome(userID, appID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	u, err := ws.person(userID)
	switch {
	case err != nil:
		return err
	case !a.Home:
		return errors.New("workspace: this app has no Home tab")
	}
	e := object{"type": "app_home_opened", "user": u.id, "channel": ws.direct(u, a.bot.user).id, "tab": "home"}
	if h := ws.homes[homeKey{a.ID, u.id}]; h != nil {
		e["view"] = deepCopy(h)
	}
	e["event_ts"] = fmt.Sprintf("%d.%06d", time.Now().Unix(), 0)
	ws.dispatchTo(a, "app_home_opened", nil, e)
	return nil
}
