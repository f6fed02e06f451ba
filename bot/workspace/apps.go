package workspace

import (
	"fmt"
	"slices"
)

// App describes an app to install, as its manifest would.
type App struct {
	Name string
	// Scopes are the bot's scopes, "chat:write" and so on. nil grants everything;
	// an empty list grants nothing.
	Scopes []string
	// Events are the bot events subscribed to: "message.channels", "app_mention"….
	Events    []string
	Commands  []Command
	Shortcuts []Shortcut
	Home      bool // has a Home tab

	// SocketMode sends everything over the app's sockets and nothing over HTTP.
	SocketMode bool
	// EventsURL, CommandsURL and ActionsURL take the signed HTTP deliveries when
	// SocketMode is off. "" means the app hears nothing of that kind.
	EventsURL, CommandsURL, ActionsURL string
}

// Command is a slash command of an app.
type Command struct {
	Name        string `json:"command"` // with the slash
	Description string `json:"description"`
	UsageHint   string `json:"usage_hint"`
	// Escape turns @name and #channel into <@U…> and <#C…|name> in the text sent.
	Escape bool `json:"-"`
}

// Shortcut is a message shortcut (Type "message") or a global one (Type "global").
type Shortcut struct {
	Type       string `json:"type"`
	CallbackID string `json:"callback_id"`
	Name       string `json:"name"`
}

// Installed is what an app needs to talk to the workspace.
type Installed struct {
	ID                string // "A…"
	BotUser           string // "U…", to invite and to mention
	BotID             string // "B…"
	BotToken          string // for the Web API
	AppToken          string // for apps.connections.open
	SigningSecret     string // of HTTP deliveries
	VerificationToken string // the old way to know them, in every payload
}

type app struct {
	App
	Installed
	bot     *bot
	conns   []*conn
	turn    int    // whose turn it is among conns
	revoked string // the error its tokens give, or ""
}

// Install installs the app and returns its tokens. Its bot joins no channel by
// itself: see Invite.
func (ws *Workspace) Install(a App) Installed {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	b := &bot{id: ws.newID("B"), name: a.Name, appID: ws.newID("A")}
	b.user = ws.newUser(a.Name, ws.teamID, b)
	ws.bots = append(ws.bots, b)
	made := &app{App: a, bot: b, Installed: Installed{
		ID: b.appID, BotUser: b.user.id, BotID: b.id,
		BotToken: "xoxb-" + secret(), AppToken: "xapp-1-" + secret(),
		SigningSecret: secret(), VerificationToken: secret(),
	}}
	ws.apps = append(ws.apps, made)
	ws.publish("user", "", object{"user": ws.userForPage(b.user)})
	return made.Installed
}

// Reinstall changes what an installed app is: its URLs, events or scopes. Tokens
// and ids stay.
func (ws *Workspace) Reinstall(appID string, a App) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	have, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	have.App = a
	return nil
}

// Revoke makes every call of the app fail with the error given, "token_revoked"
// or "account_inactive" for example. "" makes the tokens good again.
func (ws *Workspace) Revoke(appID, slackError string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	a.revoked = slackError
	return nil
}

// Uninstall removes the app: it hears app_uninstalled and tokens_revoked, leaves
// all channels, and its tokens give account_inactive.
func (ws *Workspace) Uninstall(appID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	ws.dispatchTo(a, "app_uninstalled", nil, object{"type": "app_uninstalled"})
	ws.dispatchTo(a, "tokens_revoked", nil, object{"type": "tokens_revoked", "tokens": object{"oauth": []any{}, "bot": []any{a.BotUser}}})
	for _, ch := range ws.channels {
		ch.members = slices.DeleteFunc(ch.members, func(id string) bool { return id == a.BotUser })
	}
	a.revoked = "account_inactive"
	return nil
}

func (ws *Workspace) app(id string) *app {
	i := slices.IndexFunc(ws.apps, func(a *app) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return ws.apps[i]
}

func (ws *Workspace) mustApp(id string) (*app, error) {
	a := ws.app(id)
	if a == nil {
		return nil, fmt.Errorf("workspace: app %q: there is none; Install returns the ID to use", id)
	}
	return a, nil
}

// appOf returns the installed app that a bot id belongs to, or nil.
func (ws *Workspace) appOf(botID string) *app {
	i := slices.IndexFunc(ws.apps, func(a *app) bool { return a.BotID == botID })
	if i < 0 {
		return nil
	}
	return ws.apps[i]
}

func (a *app) may(scope string) bool { return a.Scopes == nil || slices.Contains(a.Scopes, scope) }

func (a *app) hears(event string) bool { return slices.Contains(a.Events, event) }
