package workspace

import "strings"

// chatPostMessage posts as the app.
func (ws *Workspace) chatPostMessage(r *request) (object, error) {
	ch, err := ws.postable(r)
	if err != nil {
		return nil, err
	}
	body, warning, err := r.content(postText)
	if err != nil {
		return nil, err
	}
	if err := r.place(ch, body); err != nil {
		return nil, err
	}
	if err := ws.admit(ch); err != nil {
		return nil, err
	}
	ws.sign(body, r.app.bot)
	ws.normalize(body, str(r.args, "parse"))
	for _, k := range []string{"link_names", "parse"} {
		body[k] = r.args[k]
	}
	m := ws.add(ch, body)
	out := object{"channel": ch.id, "ts": m.ts, "message": deepCopy(m.body)}
	if warning != "" {
		out["warning"] = warning
		out["response_metadata"] = object{"warnings": []any{warning}}
	}
	return out, nil
}

// place puts a post into its thread.
func (r *request) place(ch *channel, body object) error {
	ts := str(r.args, "thread_ts")
	if ts == "" {
		return nil
	}
	parent := ch.find(ts)
	if parent == nil {
		return slackError("thread_not_found")
	}
	if parent.isReply() {
		ts = parent.thread() // Slack advises against a reply's ts, and corrects it
	}
	body["thread_ts"] = ts
	if truth(r.args, "reply_broadcast") {
		body["subtype"] = "thread_broadcast"
	}
	return nil
}

// postable returns the channel of a post, if the app may post there.
func (ws *Workspace) postable(r *request) (*channel, error) {
	id := str(r.args, "channel")
	ch := ws.channel(id)
	if u := ws.user(id); ch == nil && u != nil && u.bot == nil {
		ch = ws.direct(u, r.app.bot.user) // a user id posts to the direct message
	}
	switch {
	case ch == nil, ch.Private && !ch.has(r.app.BotUser):
		return nil, slackError("channel_not_found")
	case ch.archived:
		return nil, slackError("is_archived")
	case !ch.has(r.app.BotUser) && (r.app.Scopes == nil || !r.app.may("chat:write.public")):
		return nil, slackError("not_in_channel")
	case ch.ReadOnly:
		return nil, slackError("restricted_action_read_only_channel")
	}
	return ch, nil
}

// content reads and checks the content arguments of a post: text, blocks,
// attachments, markdown_text, metadata and the author overrides.
func (r *request) content(textLimit limit) (body object, warning string, err error) {
	body = pick(r.args, "text", "username", "icon_emoji", "icon_url")
	if str(body, "username") != "" {
		if err := r.needs("chat:write.customize"); err != nil {
			return nil, "", err
		}
	}
	for _, k := range []string{"blocks", "attachments"} {
		v, ok := r.value(k)
		items, isList := v.([]any)
		if !ok || v != nil && !isList {
			return nil, "", &apiError{"invalid_" + k + "_format", nil}
		}
		if isList {
			body[k] = deepCopy(items)
		}
	}
	if v, ok := r.value("metadata"); !ok {
		return nil, "", slackError("invalid_metadata_format")
	} else if v != nil {
		body["metadata"] = v
	}
	if md := str(r.args, "markdown_text"); md != "" {
		if str(body, "text") != "" || body["blocks"] != nil {
			return nil, "", slackError("markdown_text_conflict")
		}
		body["blocks"] = []any{object{"type": "markdown", "text": md}}
	}
	warning, err = checkContent(body, textLimit)
	return body, warning, err
}

// own returns a message that the app may change.
func (ws *Workspace) own(r *request, refused string) (*channel, *message, error) {
	ch := ws.channel(str(r.args, "channel"))
	if ch == nil || ch.Private && !ch.has(r.app.BotUser) {
		return nil, nil, slackError("channel_not_found")
	}
	m := ch.find(str(r.args, "ts"))
	switch {
	case m == nil:
		return nil, nil, slackError("message_not_found")
	case str(m.body, "bot_id") != r.app.BotID:
		return nil, nil, slackError(refused)
	case ch.archived:
		return nil, nil, slackError("is_archived")
	}
	return ch, m, nil
}

// chatUpdate replaces a message's content. Text without blocks removes the old
// blocks; attachments and metadata that are not given stay.
func (ws *Workspace) chatUpdate(r *request) (object, error) {
	ch, m, err := ws.own(r, "cant_update_message")
	if err != nil {
		return nil, err
	}
	given, _, err := r.content(updateText)
	if err != nil {
		return nil, err
	}
	body := deepCopy(m.body)
	delete(body, "blocks")
	for _, k := range []string{"text", "blocks", "attachments"} {
		if v, ok := given[k]; ok {
			body[k] = v
		} else if k == "text" {
			delete(body, "text")
		}
	}
	if md, ok := given["metadata"]; ok {
		m.metadata = md
	}
	ws.normalize(body, str(r.args, "parse"))
	m.full = truth(r.args, "link_names") || str(r.args, "parse") == "full"
	ws.replace(ch, m, body, authorID(body))
	return object{"channel": ch.id, "ts": m.ts, "text": str(body, "text"), "message": deepCopy(body)}, nil
}

func (ws *Workspace) chatDelete(r *request) (object, error) {
	ch, m, err := ws.own(r, "cant_delete_message")
	if err != nil {
		return nil, err
	}
	ws.remove(ch, m)
	return object{"channel": ch.id, "ts": m.ts}, nil
}

func (ws *Workspace) chatPermalink(r *request) (object, error) {
	ch := ws.channel(str(r.args, "channel"))
	if ch == nil {
		return nil, slackError("channel_not_found")
	}
	m := ch.find(str(r.args, "message_ts"))
	if m == nil {
		return nil, slackError("message_not_found")
	}
	link := ws.baseURL + "/archives/" + ch.id + "/p" + strings.ReplaceAll(m.ts, ".", "")
	if m.isReply() {
		link += "?thread_ts=" + m.thread() + "&cid=" + ch.id
	}
	return object{"channel": ch.id, "permalink": link}, nil
}
