package workspace

import "strings"

// messageEvents tells apps of a new message: as message, and as app_mention to
// the app it mentions. Both come when both are subscribed, with the same ts.
func (ws *Workspace) messageEvents(ch *channel, m *message) {
	e := ws.inner(ch, m.body)
	e["event_ts"] = m.ts
	ws.dispatch(ch.subscription(), ch, e)
	for _, a := range ws.apps {
		if strings.Contains(notableText(m.body), "<@"+a.BotUser+">") && str(m.body, "user") != a.BotUser && ch.has(a.BotUser) && ch.im == nil {
			mention := deepCopy(e)
			mention["type"] = "app_mention"
			delete(mention, "channel_type")
			ws.dispatchTo(a, "app_mention", ch, mention)
		}
	}
}

// inner is the event of a message: the message with the place it stands in.
func (ws *Workspace) inner(ch *channel, body object) object {
	e := deepCopy(body)
	e["channel"], e["channel_type"] = ch.id, ch.kind()
	return e
}

func (ws *Workspace) changedEvent(ch *channel, body object, previous any) {
	ts := ws.stamp()
	ws.dispatch(ch.subscription(), ch, object{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": ch.id, "channel_type": ch.kind(),
		"message": body, "previous_message": previous, "ts": ts, "event_ts": ts,
	})
}

func (ws *Workspace) deletedEvent(ch *channel, deleted string, previous object) {
	ts := ws.stamp()
	ws.dispatch(ch.subscription(), ch, object{
		"type": "message", "subtype": "message_deleted", "hidden": true, "channel": ch.id, "channel_type": ch.kind(),
		"deleted_ts": deleted, "previous_message": previous, "ts": ts, "event_ts": ts,
	})
}

// subscription is the bot event that brings the channel's messages.
func (ch *channel) subscription() string {
	return map[string]string{"channel": "message.channels", "group": "message.groups", "im": "message.im"}[ch.kind()]
}

// dispatch sends an event to every app that may have it: subscribed, in the
// channel (ch may be nil for events without one), and with the scope it needs.
func (ws *Workspace) dispatch(event string, ch *channel, inner object) {
	ws.wake()
	for _, a := range ws.apps {
		if ch == nil || ch.has(a.BotUser) {
			ws.dispatchTo(a, event, ch, deepCopy(inner))
		}
	}
}

func (ws *Workspace) dispatchTo(a *app, event string, ch *channel, inner object) {
	if !a.hears(event) || a.revoked != "" {
		return
	}
	if scope := eventScope(event, ch); scope != "" && !a.may(scope) {
		return
	}
	if inner["event_ts"] == nil {
		inner["event_ts"] = ws.stamp()
	}
	ws.deliver(&delivery{app: a, kind: "events_api", retries: true, payload: ws.outer(a, ch, inner)})
}

// eventScope is the scope an app needs to hear an event.
func eventScope(event string, ch *channel) string {
	switch event {
	case "message.channels":
		return "channels:history"
	case "message.groups":
		return "groups:history"
	case "message.im":
		return "im:history"
	case "app_mention":
		return "app_mentions:read"
	case "reaction_added", "reaction_removed":
		return "reactions:read"
	}
	if ch != nil && (strings.HasPrefix(event, "channel_") || strings.HasPrefix(event, "member_")) {
		return ch.family() + ":read"
	}
	return ""
}

// outer wraps an inner event as Slack delivers it.
func (ws *Workspace) outer(a *app, ch *channel, inner object) object {
	o := object{
		"token": a.VerificationToken, "team_id": ws.teamID, "api_app_id": a.ID, "type": "event_callback",
		"event": inner, "event_id": ws.newID("Ev"), "event_time": ws.now().Unix(), "is_ext_shared_channel": ch != nil && ch.ExtShared,
		"authorizations": []any{object{
			"enterprise_id": nil, "team_id": ws.teamID, "user_id": a.BotUser, "is_bot": true, "is_enterprise_install": false,
		}},
	}
	if ch != nil {
		o["context_team_id"], o["event_context"] = ws.teamID, "1-"+str(inner, "type")+"-"+ws.teamID+"-"+ch.id
	}
	return o
}
