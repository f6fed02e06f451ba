package workspace

import (
	"fmt"
	"slices"

	"golang.org/x/time/rate"
)

// Channel describes a channel to add.
type Channel struct {
	Name      string
	Topic     string
	Private   bool
	ExtShared bool // shared with another organisation through Slack Connect
	ReadOnly  bool // only people may post, apps get restricted_action
	// Crowd is how many more members the channel has than are in the workspace, for
	// the page's "would notify @channel (214)".
	Crowd int
}

type channel struct {
	Channel
	id       string
	im       []string // the two users of a direct message, or nil
	archived bool
	members  []string
	messages []*message // in order of ts
	ephemera []*ephemeral
	unread   int
	created  int64
	limit    *rate.Limiter // of apps' posts; nil until the first
}

// AddChannel adds a channel and returns its id. The people added so far are its
// members, unless it is private; apps must be invited.
func (ws *Workspace) AddChannel(c Channel) string {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch := &channel{Channel: c, id: ws.newID("C"), created: ws.now().Unix()}
	for _, u := range ws.users {
		if u.bot == nil && !c.Private {
			ch.members = append(ch.members, u.id)
		}
	}
	ws.channels = append(ws.channels, ch)
	ws.publish("channel", ch.id, object{"channel": ws.channelForPage(ch)})
	return ch.id
}

// Invite makes the user (a person's id, or an app's BotUser) a member. Apps hear
// member_joined_channel and the join message.
func (ws *Workspace) Invite(channelID, userID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, u, err := ws.both(channelID, userID)
	if err != nil {
		return err
	}
	ws.join(ch, u, ws.me)
	return nil
}

// Remove takes the user out of the channel. Apps that stay, and the one that
// leaves, hear member_left_channel.
func (ws *Workspace) Remove(channelID, userID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, u, err := ws.both(channelID, userID)
	if err != nil {
		return err
	}
	ws.leave(ch, u)
	return nil
}

func (ws *Workspace) join(ch *channel, u *user, inviter string) {
	if slices.Contains(ch.members, u.id) {
		return
	}
	ch.members = append(ch.members, u.id)
	e := object{"type": "member_joined_channel", "user": u.id, "channel": ch.id, "channel_type": channelLetter(ch), "team": u.team}
	if inviter != "" && inviter != u.id {
		e["inviter"] = inviter
	}
	ws.dispatch("member_joined_channel", ch, e)
	m := object{"type": "message", "subtype": "channel_join", "user": u.id, "text": "<@" + u.id + "> has joined the channel"}
	if e["inviter"] != nil {
		m["inviter"] = inviter
	}
	ws.add(ch, m)
	ws.publish("channel", ch.id, object{"channel": ws.channelForPage(ch)})
}

func (ws *Workspace) leave(ch *channel, u *user) {
	if !slices.Contains(ch.members, u.id) {
		return
	}
	e := object{"type": "member_left_channel", "user": u.id, "channel": ch.id, "channel_type": channelLetter(ch), "team": u.team}
	ws.dispatch("member_left_channel", ch, e)
	ch.members = slices.DeleteFunc(ch.members, func(id string) bool { return id == u.id })
	ws.publish("channel", ch.id, object{"channel": ws.channelForPage(ch)})
}

func channelLetter(ch *channel) string {
	if ch.Private {
		return "G"
	}
	return "C"
}

// Archive archives the channel: posts to it fail with is_archived.
func (ws *Workspace) Archive(channelID string) error {
	return ws.change(channelID, func(ch *channel) {
		ch.archived = true
		ws.dispatch("channel_archive", ch, object{"type": "channel_archive", "channel": ch.id, "user": ws.me})
	})
}

// Rename gives the channel another name.
func (ws *Workspace) Rename(channelID, name string) error {
	return ws.change(channelID, func(ch *channel) {
		ch.Name = name
		ws.dispatch("channel_rename", ch, object{"type": "channel_rename", "channel": object{
			"id": ch.id, "is_channel": true, "is_mpim": false, "name": name, "name_normalized": name, "created": ch.created,
		}})
	})
}

// Share shares the channel with another organisation, or ends that. Slack may
// give the channel another id then; newID is that id, or "" to keep it.
func (ws *Workspace) Share(channelID string, shared bool, newID string) error {
	return ws.change(channelID, func(ch *channel) {
		ch.ExtShared = shared
		if newID == "" {
			return
		}
		old := ch.id
		ch.id = newID
		ws.dispatch("channel_id_changed", ch, object{"type": "channel_id_changed", "old_channel_id": old, "new_channel_id": newID})
	})
}

func (ws *Workspace) change(channelID string, how func(*channel)) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, err := ws.mustChannel(channelID)
	if err != nil {
		return err
	}
	how(ch)
	ws.publish("channel", ch.id, object{"channel": ws.channelForPage(ch)})
	return nil
}

func (ws *Workspace) channel(id string) *channel {
	i := slices.IndexFunc(ws.channels, func(c *channel) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	return ws.channels[i]
}

func (ws *Workspace) mustChannel(id string) (*channel, error) {
	ch := ws.channel(id)
	if ch == nil {
		return nil, fmt.Errorf("workspace: channel %q: there is none; AddChannel returns the id to use", id)
	}
	return ch, nil
}

func (ws *Workspace) both(channelID, userID string) (*channel, *user, error) {
	ch, err := ws.mustChannel(channelID)
	if err != nil {
		return nil, nil, err
	}
	u, err := ws.person(userID)
	return ch, u, err
}

// direct returns the direct message channel of the two, and makes it on first use.
func (ws *Workspace) direct(a, b *user) *channel {
	for _, ch := range ws.channels {
		if len(ch.im) == 2 && slices.Contains(ch.im, a.id) && slices.Contains(ch.im, b.id) {
			return ch
		}
	}
	ch := &channel{id: ws.newID("D"), im: []string{a.id, b.id}, members: []string{a.id, b.id}, created: ws.now().Unix()}
	ch.Private = true
	ws.channels = append(ws.channels, ch)
	ws.publish("channel", ch.id, object{"channel": ws.channelForPage(ch)})
	return ch
}

// kind is the channel_type of events and the family of its scopes.
func (ch *channel) kind() string {
	switch {
	case ch.im != nil:
		return "im"
	case ch.Private:
		return "group"
	}
	return "channel"
}

func (ch *channel) has(userID string) bool { return slices.Contains(ch.members, userID) }

// family names the channel's scopes: channels:read, groups:history, im:history….
func (ch *channel) family() string {
	switch ch.kind() {
	case "im":
		return "im"
	case "group":
		return "groups"
	}
	return "channels"
}
