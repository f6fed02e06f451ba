package workspace

import (
	"cmp"
	"regexp"
	"slices"
)

func (ws *Workspace) authTest(r *request) (object, error) {
	return object{
		"url": ws.baseURL + "/", "team": ws.opts.Team, "team_id": ws.teamID, "user": r.app.bot.user.name, "user_id": r.app.BotUser,
		"bot_id": r.app.BotID, "is_enterprise_install": false,
	}, nil
}

func (ws *Workspace) teamInfo(*request) (object, error) {
	return object{"team": object{"id": ws.teamID, "name": ws.opts.Team, "domain": "workspace", "url": ws.baseURL + "/", "email_domain": "", "icon": object{"image_default": true}}}, nil
}

func (ws *Workspace) usersInfo(r *request) (object, error) {
	u := ws.user(str(r.args, "user"))
	if u == nil {
		return nil, slackError("user_not_found")
	}
	o := ws.userObject(u)
	if truth(r.args, "include_locale") {
		o["locale"] = cmp.Or(u.locale, "en-US")
	}
	return object{"user": o}, nil
}

func (ws *Workspace) usersList(r *request) (object, error) {
	from, to, next := r.window(len(ws.users), 100, 999)
	members := []any{}
	for _, u := range ws.users[from:to] {
		members = append(members, ws.userObject(u))
	}
	return object{"members": members, "response_metadata": object{"next_cursor": next}}, nil
}

func (ws *Workspace) userObject(u *user) object {
	profile := object{"real_name": u.real, "real_name_normalized": u.real, "display_name": u.name, "display_name_normalized": u.name, "team": u.team}
	if u.bot != nil {
		profile["bot_id"], profile["api_app_id"] = u.bot.id, u.bot.appID
	}
	return object{
		"id": u.id, "team_id": u.team, "name": u.name, "real_name": u.real, "deleted": false, "color": u.color,
		"tz": "Etc/UTC", "tz_label": "UTC", "tz_offset": 0, "is_bot": u.bot != nil, "is_app_user": false,
		"is_admin": u.admin, "is_owner": false, "is_restricted": false, "is_stranger": u.team != ws.teamID, "updated": 1700000000, "profile": profile,
	}
}

func (ws *Workspace) botsInfo(r *request) (object, error) {
	b := ws.bot(str(r.args, "bot"))
	if b == nil {
		return nil, slackError("bot_not_found")
	}
	info := pick(ws.profile(b), "id", "deleted", "name", "updated", "app_id", "icons")
	if b.user != nil {
		info["user_id"] = b.user.id
	}
	return object{"bot": info}, nil
}

var emojiName = regexp.MustCompile(`^[a-z0-9_+'-]+(::skin-tone-[2-6])?$`)

func (ws *Workspace) reactionsAdd(r *request) (object, error) {
	return object{}, ws.react(r, true)
}

func (ws *Workspace) reactionsRemove(r *request) (object, error) {
	return object{}, ws.react(r, false)
}

func (ws *Workspace) react(r *request, on bool) error {
	ch := ws.channel(str(r.args, "channel"))
	if ch == nil || ch.Private && !ch.has(r.app.BotUser) {
		return slackError("channel_not_found")
	}
	if !ch.has(r.app.BotUser) {
		return slackError("not_in_channel")
	}
	m := ch.find(str(r.args, "timestamp"))
	name := str(r.args, "name")
	switch {
	case m == nil:
		return slackError("message_not_found")
	case !emojiName.MatchString(name):
		return slackError("invalid_name")
	case ch.archived:
		return slackError("is_archived")
	}
	if !ws.setReaction(ch, m, r.app.BotUser, name, on) {
		return slackError(map[bool]string{true: "already_reacted", false: "no_reaction"}[on])
	}
	return nil
}

// React adds or removes a person's reaction, an emoji name without colons.
func (ws *Workspace) React(userID, channelID, ts, name string, on bool) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, m, err := ws.target(channelID, ts)
	if err == nil {
		ws.setReaction(ch, m, userID, name, on)
	}
	return err
}

// setReaction reports whether anything changed.
func (ws *Workspace) setReaction(ch *channel, m *message, userID, name string, on bool) bool {
	reactions := objects(list(m.body, "reactions"))
	i := slices.IndexFunc(reactions, func(o object) bool { return str(o, "name") == name })
	if i < 0 {
		reactions = append(reactions, object{"name": name, "users": []any{}, "count": 0})
		i = len(reactions) - 1
	}
	users := list(reactions[i], "users")
	if slices.Contains(users, any(userID)) == on {
		return false
	}
	event := "reaction_added"
	if on {
		users = append(slices.Clone(users), userID)
	} else {
		users = slices.DeleteFunc(slices.Clone(users), func(u any) bool { return u == userID })
		event = "reaction_removed"
	}
	reactions[i]["users"], reactions[i]["count"] = users, len(users)
	kept := []any{}
	for _, o := range reactions {
		if len(list(o, "users")) > 0 {
			kept = append(kept, o)
		}
	}
	if m.body["reactions"] = kept; len(kept) == 0 {
		delete(m.body, "reactions")
	}
	ws.publish("changed", ch.id, object{"message": deepCopy(m.body)})
	ws.dispatch(event, ch, object{
		"type": event, "user": userID, "reaction": name, "item_user": str(m.body, "user"),
		"item": object{"type": "message", "channel": ch.id, "ts": m.ts},
	})
	return true
}
