package workspace

import (
	"slices"
	"strconv"
	"strings"
)

// visible returns the channel of a call, if the app may see it at all and has the
// scope for its family: what is "read", "history"….
func (ws *Workspace) visible(r *request, what string) (*channel, error) {
	ch := ws.channel(str(r.args, "channel"))
	if ch == nil {
		if err := r.needs("channels:"+what, "groups:"+what, "im:"+what); err != nil {
			return nil, err
		}
		return nil, slackError("channel_not_found")
	}
	if err := r.needs(ch.family() + ":" + what); err != nil {
		return nil, err
	}
	if ch.Private && !ch.has(r.app.BotUser) {
		return nil, slackError("channel_not_found")
	}
	return ch, nil
}

// readable is visible with the membership that reading messages needs.
func (ws *Workspace) readable(r *request) (*channel, error) {
	ch, err := ws.visible(r, "history")
	if err == nil && !ch.has(r.app.BotUser) {
		return nil, slackError("not_in_channel")
	}
	return ch, err
}

func (ws *Workspace) conversationsHistory(r *request) (object, error) {
	ch, err := ws.readable(r)
	if err != nil {
		return nil, err
	}
	var found []*message
	for _, m := range slices.Backward(ch.messages) { // newest first
		if m.inChannel() && r.between(m.ts) {
			found = append(found, m)
		}
	}
	return r.page(found, 100, 999), nil
}

func (ws *Workspace) conversationsReplies(r *request) (object, error) {
	ch, err := ws.readable(r)
	if err != nil {
		return nil, err
	}
	start := ch.find(str(r.args, "ts"))
	if start == nil {
		return nil, slackError("thread_not_found")
	}
	ts := start.ts
	if start.isReply() {
		ts = start.thread()
	}
	var found []*message
	for _, m := range ch.messages {
		if m.ts == ts || m.thread() == ts && r.between(m.ts) {
			found = append(found, m)
		}
	}
	return r.page(found, 1000, 1000), nil
}

// between applies oldest, latest and inclusive.
func (r *request) between(ts string) bool {
	edge := 0
	if truth(r.args, "inclusive") {
		edge = 1
	}
	oldest, latest := str(r.args, "oldest"), str(r.args, "latest")
	return (oldest == "" || oldest == "0" || compareSeconds(ts, oldest) > -edge) && (latest == "" || compareSeconds(ts, latest) < edge)
}

// compareSeconds compares a ts with a bound, which may lack its microseconds.
func compareSeconds(ts, bound string) int {
	sec, frac, _ := strings.Cut(bound, ".")
	c := compareTS(ts, sec+"."+(frac + "000000")[:6])
	return max(-1, min(1, c))
}

// page cuts one page out of the messages. The cursor is the place to go on from.
func (r *request) page(found []*message, usual, most int) object {
	from, to, next := r.window(len(found), usual, most)
	messages := []any{}
	for _, m := range found[from:to] {
		body := deepCopy(m.body)
		if m.metadata != nil && truth(r.args, "include_all_metadata") {
			body["metadata"] = m.metadata
		}
		messages = append(messages, body)
	}
	out := object{"messages": messages, "has_more": next != ""}
	if next != "" {
		out["response_metadata"] = object{"next_cursor": next}
	}
	return out
}

func (r *request) window(n, usual, most int) (from, to int, next string) {
	size, err := strconv.Atoi(str(r.args, "limit"))
	if err != nil || size <= 0 {
		size = usual
	}
	from, _ = strconv.Atoi(strings.TrimPrefix(str(r.args, "cursor"), "after:"))
	from = max(0, min(from, n))
	to = min(n, from+min(size, most))
	if to < n {
		next = "after:" + strconv.Itoa(to)
	}
	return from, to, next
}

func (ws *Workspace) conversationsInfo(r *request) (object, error) {
	ch, err := ws.visible(r, "read")
	if err != nil {
		return nil, err
	}
	info := ws.conversation(ch, r.app)
	if truth(r.args, "include_num_members") {
		info["num_members"] = len(ch.members) + ch.Crowd
	}
	return object{"channel": info}, nil
}

// conversation is a channel as the Web API shows it to the app.
func (ws *Workspace) conversation(ch *channel, a *app) object {
	o := object{
		"id": ch.id, "created": ch.created, "is_archived": ch.archived, "is_im": ch.im != nil, "is_mpim": false,
		"is_org_shared": false, "context_team_id": ws.teamID, "updated": ch.created * 1000,
	}
	if ch.im != nil {
		o["user"] = ch.im[0]
		return o
	}
	text := func(v string) object { return object{"value": v, "creator": "", "last_set": 0} }
	for k, v := range (object{
		"name": ch.Name, "name_normalized": ch.Name, "is_channel": true, "is_group": ch.Private, "is_private": ch.Private,
		"is_member": ch.has(a.BotUser), "is_shared": ch.ExtShared, "is_ext_shared": ch.ExtShared, "is_pending_ext_shared": false,
		"is_read_only": ch.ReadOnly, "is_general": false, "shared_team_ids": []any{ws.teamID}, "topic": text(ch.Topic), "purpose": text(""),
	}) {
		o[k] = v
	}
	return o
}

func (ws *Workspace) conversationsList(r *request) (object, error) {
	return ws.listing(r, func(ch *channel) bool { return !ch.Private || ch.has(r.app.BotUser) })
}

func (ws *Workspace) usersConversations(r *request) (object, error) {
	who := str(r.args, "user")
	if who == "" {
		who = r.app.BotUser
	}
	return ws.listing(r, func(ch *channel) bool { return ch.has(who) && (!ch.Private || ch.has(r.app.BotUser)) })
}

// listing lists channels of the types asked for, public ones by default.
func (ws *Workspace) listing(r *request, shown func(*channel) bool) (object, error) {
	types := str(r.args, "types")
	if types == "" {
		types = "public_channel"
	}
	families := map[string]string{"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
	var kinds []string
	for t := range strings.SplitSeq(types, ",") {
		kind, ok := families[strings.TrimSpace(t)]
		if !ok {
			return nil, slackError("invalid_types")
		}
		scope := map[string]string{"channel": "channels:read", "group": "groups:read", "im": "im:read", "mpim": "mpim:read"}[kind]
		if err := r.needs(scope); err != nil {
			return nil, err
		}
		kinds = append(kinds, kind)
	}
	found := slices.DeleteFunc(slices.Clone(ws.channels), func(ch *channel) bool {
		return !slices.Contains(kinds, ch.kind()) || !shown(ch) || ch.archived && truth(r.args, "exclude_archived")
	})
	from, to, next := r.window(len(found), 100, 999)
	channels := []any{}
	for _, ch := range found[from:to] {
		channels = append(channels, ws.conversation(ch, r.app))
	}
	return object{"channels": channels, "response_metadata": object{"next_cursor": next}}, nil
}

func (ws *Workspace) conversationsMembers(r *request) (object, error) {
	ch, err := ws.visible(r, "read")
	if err != nil {
		return nil, err
	}
	from, to, next := r.window(len(ch.members), 100, 999)
	return object{"members": slices.Clone(ch.members[from:to]), "response_metadata": object{"next_cursor": next}}, nil
}

func (ws *Workspace) conversationsJoin(r *request) (object, error) {
	ch := ws.channel(str(r.args, "channel"))
	switch {
	case ch == nil || ch.Private && !ch.has(r.app.BotUser):
		return nil, slackError("channel_not_found")
	case ch.Private:
		return nil, slackError("method_not_supported_for_channel_type")
	case ch.archived:
		return nil, slackError("is_archived")
	}
	out := object{}
	if ch.has(r.app.BotUser) {
		out["warning"] = "already_in_channel"
		out["response_metadata"] = object{"warnings": []any{"already_in_channel"}}
	}
	ws.join(ch, r.app.bot.user, "")
	out["channel"] = ws.conversation(ch, r.app)
	return out, nil
}

func (ws *Workspace) conversationsLeave(r *request) (object, error) {
	ch := ws.channel(str(r.args, "channel"))
	if ch == nil || ch.Private && !ch.has(r.app.BotUser) {
		return nil, slackError("channel_not_found")
	}
	if !ch.has(r.app.BotUser) {
		return object{"not_in_channel": true}, nil
	}
	ws.leave(ch, r.app.bot.user)
	return object{}, nil
}

func (ws *Workspace) conversationsOpen(r *request) (object, error) {
	u := ws.user(str(r.args, "users"))
	if u == nil {
		return nil, slackError("user_not_found")
	}
	return object{"channel": object{"id": ws.direct(u, r.app.bot.user).id}}, nil
}
