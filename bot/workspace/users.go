package workspace

import (
	"fmt"
	"slices"
	"strings"
)

// user is a person or the user side of a bot.
type user struct {
	id, name, real, team string
	color                string
	bot                  *bot // nil for people
	admin                bool
	locale               string
}

// group is a user group ("subteam"), which can be mentioned.
type group struct {
	id, handle string
	members    []string
}

// bot is a sender that is not a person. An installed app has one; so has every
// other tool that posts.
type bot struct {
	id, name string
	appID    string // "" for a classic bot
	user     *user  // nil for webhooks and classic bots
	kind     botKind
}

type botKind int

const (
	modernBot  botKind = iota // posts with chat.postMessage: no subtype, bot_profile
	webhookBot                // incoming webhook: subtype bot_message, no user
	classicBot                // the same, without an app
)

// Bot is another tool that posts to the workspace. Two Bots of one name are one.
type Bot struct {
	Name string
	// Webhook posts as an incoming webhook does: subtype bot_message with a username
	// and no user. Classic is the same without an app id, as old integrations are.
	// Neither means an app of today: no subtype, a bot user and a bot_profile.
	Webhook, Classic bool
}

var colors = []string{"4bbe2e", "e7392d", "3c989f", "674b1b", "e96699", "9f69e7", "2b6836", "de5f24", "235e5b", "d58247"}

// AddUser adds a person and returns the user id. The first person is who the
// page acts as.
func (ws *Workspace) AddUser(name string) string { return ws.addPerson(name, "") }

// AddOutsideUser adds a person of another organisation, as seen in channels
// shared through Slack Connect.
func (ws *Workspace) AddOutsideUser(name string) string { return ws.addPerson(name, "T9OUTSIDE") }

func (ws *Workspace) addPerson(name, team string) string {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if team == "" {
		team = ws.teamID
	}
	u := ws.newUser(name, team, nil)
	if ws.me == "" {
		ws.me = u.id
	}
	ws.publish("user", "", object{"user": ws.userForPage(u)})
	return u.id
}

func (ws *Workspace) newUser(real, team string, b *bot) *user {
	u := &user{
		id: ws.newID("U"), real: real, team: team, bot: b,
		name:  strings.ToLower(strings.ReplaceAll(real, " ", ".")),
		color: colors[len(ws.users)%len(colors)],
	}
	ws.users = append(ws.users, u)
	return u
}

// SetPerson makes a person an admin of the workspace or not, and sets the language of their
// Slack, such as "ko-KR"; "" is American English.
func (ws *Workspace) SetPerson(userID string, admin bool, locale string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	u, err := ws.person(userID)
	if err == nil {
		u.admin, u.locale = admin, locale
	}
	return err
}

// AddGroup adds a user group that can be mentioned as @handle, and returns its id.
func (ws *Workspace) AddGroup(handle string, members ...string) string {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	g := &group{id: ws.newID("S"), handle: handle, members: members}
	ws.groups = append(ws.groups, g)
	return g.id
}

func (ws *Workspace) user(id string) *user {
	i := slices.IndexFunc(ws.users, func(u *user) bool { return u.id == id })
	if i < 0 {
		return nil
	}
	return ws.users[i]
}

// userNamed finds a user by the name or real name somebody typed after an "@".
func (ws *Workspace) userNamed(name string) *user {
	i := slices.IndexFunc(ws.users, func(u *user) bool {
		return strings.EqualFold(u.name, name) || strings.EqualFold(u.real, name)
	})
	if i < 0 {
		return nil
	}
	return ws.users[i]
}

func (ws *Workspace) person(id string) (*user, error) {
	u := ws.user(id)
	if u == nil {
		return nil, fmt.Errorf("workspace: user %q: there is none; AddUser returns the id to use", id)
	}
	return u, nil
}

// sender returns the bot of that name, and adds it when it is new.
func (ws *Workspace) sender(b Bot) *bot {
	for _, have := range ws.bots {
		if have.name == b.Name {
			return have
		}
	}
	made := &bot{id: ws.newID("B"), name: b.Name}
	switch {
	case b.Classic:
		made.kind = classicBot
	case b.Webhook:
		made.kind, made.appID = webhookBot, ws.newID("A")
	default:
		made.appID = ws.newID("A")
		made.user = ws.newUser(b.Name, ws.teamID, made)
		ws.publish("user", "", object{"user": ws.userForPage(made.user)})
	}
	ws.bots = append(ws.bots, made)
	return made
}

func (ws *Workspace) bot(id string) *bot {
	i := slices.IndexFunc(ws.bots, func(b *bot) bool { return b.id == id })
	if i < 0 {
		return nil
	}
	return ws.bots[i]
}

// profile is the bot_profile Slack puts into the messages of modern bots.
func (ws *Workspace) profile(b *bot) object {
	return object{
		"id": b.id, "deleted": false, "name": b.name, "updated": 1700000000, "app_id": b.appID, "team_id": ws.teamID,
		"icons": object{"image_36": "", "image_48": "", "image_72": ""},
	}
}
