package workspace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/workspace"
)

// call calls a method with JSON arguments and returns status and answer.
func (w *world) call(method, token string, args any) (*http.Response, map[string]any) {
	w.t.Helper()
	body, err := json.Marshal(args)
	w.must(err)
	r, err := http.NewRequestWithContext(w.ctx, http.MethodPost, w.srv.APIURL+method, bytes.NewReader(body))
	w.must(err)
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	w.must(err)
	defer resp.Body.Close()
	var o map[string]any
	w.must(json.NewDecoder(resp.Body).Decode(&o))
	return resp, o
}

type args = map[string]any

func TestRefusals(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	open := w.AddChannel(workspace.Channel{Name: "random"})
	secret := w.AddChannel(workspace.Channel{Name: "secret", Private: true})
	old := w.AddChannel(workspace.Channel{Name: "old"})
	news := w.AddChannel(workspace.Channel{Name: "news", ReadOnly: true})
	for _, ch := range []string{old, news} {
		w.must(w.Invite(ch, w.app.BotUser))
	}
	w.must(w.Archive(old))
	theirs := w.post(alertmanager, `{"text":"x"}`)
	absent := w.AddOutsideUser("Outsider")
	for _, c := range []struct {
		method string
		args   args
		want   string
	}{
		{"chat.fly", args{}, "unknown_method"},
		{"chat.postMessage", args{"channel": "C404", "text": "x"}, "channel_not_found"},
		{"chat.postMessage", args{"channel": open, "text": "x"}, "not_in_channel"},
		{"chat.postMessage", args{"channel": secret, "text": "x"}, "channel_not_found"},
		{"chat.postMessage", args{"channel": old, "text": "x"}, "is_archived"},
		{"chat.postMessage", args{"channel": news, "text": "x"}, "restricted_action_read_only_channel"},
		{"chat.postMessage", args{"channel": w.channel}, "no_text"},
		{"chat.postMessage", args{"channel": w.channel, "text": "x", "thread_ts": "1.000000"}, "thread_not_found"},
		{"chat.postMessage", args{"channel": w.channel, "blocks": "{"}, "invalid_blocks_format"},
		{"chat.postMessage", args{"channel": w.channel, "text": "x", "metadata": args{"event_type": "t"}}, "invalid_metadata_schema"},
		{"chat.postMessage", args{"channel": w.channel, "text": "x", "markdown_text": "y"}, "markdown_text_conflict"},
		{"chat.update", args{"channel": w.channel, "ts": "1.000000", "text": "x"}, "message_not_found"},
		{"chat.update", args{"channel": w.channel, "ts": theirs, "text": "x"}, "cant_update_message"},
		{"chat.delete", args{"channel": w.channel, "ts": theirs}, "cant_delete_message"},
		{"chat.postEphemeral", args{"channel": w.channel, "user": absent, "text": "x"}, "user_not_in_channel"},
		{"chat.getPermalink", args{"channel": w.channel, "message_ts": "1.000000"}, "message_not_found"},
		{"conversations.history", args{"channel": open}, "not_in_channel"},
		{"conversations.history", args{"channel": secret}, "channel_not_found"},
		{"conversations.replies", args{"channel": w.channel, "ts": "1.000000"}, "thread_not_found"},
		{"conversations.info", args{"channel": secret}, "channel_not_found"},
		{"conversations.join", args{"channel": secret}, "channel_not_found"},
		{"conversations.join", args{"channel": old}, "is_archived"},
		{"conversations.list", args{"types": "clouds"}, "invalid_types"},
		{"conversations.open", args{"users": "U404"}, "user_not_found"},
		{"reactions.add", args{"channel": w.channel, "timestamp": "1.000000", "name": "eyes"}, "message_not_found"},
		{"reactions.add", args{"channel": w.channel, "timestamp": theirs, "name": ":eyes:"}, "invalid_name"},
		{"reactions.remove", args{"channel": w.channel, "timestamp": theirs, "name": "eyes"}, "no_reaction"},
		{"users.info", args{"user": "U404"}, "user_not_found"},
		{"bots.info", args{"bot": "B404"}, "bot_not_found"},
		{"views.open", args{"trigger_id": "1.x"}, "invalid_arguments"},
		{"views.open", args{"trigger_id": "1.x", "view": modal("ask")}, "invalid_trigger_id"},
		{"views.update", args{"view_id": "V404", "view": modal("ask")}, "not_found"},
		{"views.publish", args{"user_id": "U404", "view": args{"type": "home", "blocks": []any{}}}, "user_not_found"},
	} {
		_, got := w.call(c.method, w.app.BotToken, c.args)
		if got["ok"] != false || got["error"] != c.want {
			t.Errorf("%s %v = %v, want the error %s", c.method, c.args, got, c.want)
		}
	}
}

func TestTokens(t *testing.T) {
	w := newWorld(t, workspace.Options{}, func(a *workspace.App) { a.Scopes = []string{"channels:history"} })
	form := func(token string) map[string]any {
		resp, err := http.PostForm(w.srv.APIURL+"auth.test", url.Values{"token": {token}})
		w.must(err)
		defer resp.Body.Close()
		var o map[string]any
		w.must(json.NewDecoder(resp.Body).Decode(&o))
		return o
	}
	if o := form(w.app.BotToken); o["ok"] != true || o["user_id"] != w.app.BotUser || o["bot_id"] != w.app.BotID {
		t.Errorf("token in the form: %v", o)
	}
	if o := form("xoxb-no"); o["error"] != "invalid_auth" {
		t.Errorf("wrong token in the form: %v", o)
	}
	for _, c := range []struct{ method, token, want string }{
		{"auth.test", "", "not_authed"},
		{"auth.test", "xoxb-no", "invalid_auth"},
		{"apps.connections.open", w.app.BotToken, "not_allowed_token_type"},
		{"chat.postMessage", w.app.AppToken, "not_allowed_token_type"},
		{"chat.postMessage", w.app.BotToken, "missing_scope"},
		{"conversations.info", w.app.BotToken, "missing_scope"},
	} {
		_, o := w.call(c.method, c.token, args{"channel": w.channel, "text": "x", "token": w.app.BotToken})
		if o["error"] != c.want {
			t.Errorf("%s with %q: %v, want %s", c.method, c.token, o, c.want)
		}
	}
	_, o := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "text": "x"})
	if o["needed"] != "chat:write" || o["provided"] != "channels:history" {
		t.Errorf("missing_scope says %v", o)
	}
	w.must(w.Revoke(w.app.ID, "token_revoked"))
	if o := form(w.app.BotToken); o["error"] != "token_revoked" {
		t.Errorf("after Revoke: %v", o)
	}
}

func TestPostUpdateDelete(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	block := slack.NewSectionBlock(slack.NewTextBlockObject("mrkdwn", "a < b", false, true), nil, nil)
	meta := slack.SlackMetadata{EventType: "case", EventPayload: map[string]any{"id": "IL-1"}}
	_, ts, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("one", false), slack.MsgOptionBlocks(block), slack.MsgOptionMetadata(meta))
	w.must(err)
	history := func(withMetadata bool) slack.Message {
		t.Helper()
		h, err := w.api.GetConversationHistoryContext(w.ctx, &slack.GetConversationHistoryParameters{ChannelID: w.channel, IncludeAllMetadata: withMetadata})
		w.must(err)
		return h.Messages[0]
	}
	if m := history(false); m.Timestamp != ts || m.Metadata.EventType != "" || len(m.Blocks.BlockSet) != 1 {
		t.Errorf("history = %+v", m)
	}
	if m := history(true); m.Metadata.EventPayload["id"] != "IL-1" {
		t.Errorf("metadata = %+v", m.Metadata)
	}
	_, _, text, err := w.api.UpdateMessageContext(w.ctx, w.channel, ts, slack.MsgOptionText("two & three", false))
	w.must(err)
	if m := history(true); text != "two &amp; three" || m.Text != text || len(m.Blocks.BlockSet) != 0 || m.Edited == nil || m.Metadata.EventType != "case" {
		t.Errorf("after text alone: %+v: want the blocks gone and the metadata kept", m)
	}
	_, _, err = w.api.DeleteMessageContext(w.ctx, w.channel, ts)
	w.must(err)
	for _, raw := range w.Messages(w.channel) {
		if object(t, raw)["ts"] == ts {
			t.Error("the deleted message is still there")
		}
	}
}

func TestThreadsAndPages(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	start := w.post(alertmanager, `{"text":"start"}`)
	for i := range 5 {
		_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText(strings.Repeat("r", i+1), false), slack.MsgOptionTS(start))
		w.must(err)
	}
	var texts []string
	cursor := ""
	for {
		page, more, next, err := w.api.GetConversationRepliesContext(w.ctx, &slack.GetConversationRepliesParameters{ChannelID: w.channel, Timestamp: start, Limit: 4, Cursor: cursor})
		w.must(err)
		for _, m := range page {
			texts = append(texts, m.Text)
		}
		if !more {
			break
		}
		cursor = next
	}
	if got := strings.Join(texts, " "); got != "start r rr rrr rrrr rrrrr" {
		t.Errorf("replies = %q", got)
	}
	parent := object(t, w.Thread(w.channel, start)[0])
	if parent["reply_count"] != 5.0 || parent["thread_ts"] != start {
		t.Errorf("start of the thread = %v", parent)
	}
	h, err := w.api.GetConversationHistoryContext(w.ctx, &slack.GetConversationHistoryParameters{ChannelID: w.channel, Oldest: start, Inclusive: true})
	w.must(err)
	if len(h.Messages) != 1 || h.Messages[0].Text != "start" {
		t.Errorf("history since the start = %+v: replies are not in it", h.Messages)
	}
	link, err := w.api.GetPermalinkContext(w.ctx, &slack.PermalinkParameters{Channel: w.channel, Ts: start})
	w.must(err)
	if !strings.HasSuffix(link, "/archives/"+w.channel+"/p"+strings.ReplaceAll(start, ".", "")) {
		t.Errorf("permalink = %s", link)
	}
}

func TestReactions(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(acknowledgeAll)
	ts := w.post(alertmanager, `{"text":"x"}`)
	ref := slack.NewRefToMessage(w.channel, ts)
	w.must(w.api.AddReactionContext(w.ctx, "eyes", ref))
	if err := w.api.AddReactionContext(w.ctx, "eyes", ref); err == nil || err.Error() != "already_reacted" {
		t.Errorf("second reaction: %v", err)
	}
	w.must(w.React(w.dana, w.channel, ts, "eyes", true))
	e := w.inner("reaction_added", func(e map[string]any) bool { return e["type"] == "reaction_added" && e["user"] == w.dana })
	if e["item"].(map[string]any)["ts"] != ts || e["reaction"] != "eyes" {
		t.Errorf("event = %v", e)
	}
	w.must(w.api.RemoveReactionContext(w.ctx, "eyes", ref))
	r := object(t, w.Thread(w.channel, ts)[0])["reactions"].([]any)[0].(map[string]any)
	if r["count"] != 1.0 || r["users"].([]any)[0] != w.dana {
		t.Errorf("reactions = %v", r)
	}
}

func TestRateLimit(t *testing.T) {
	w := newWorld(t, workspace.Options{PostsPerSecond: 0.01})
	other := w.AddChannel(workspace.Channel{Name: "other"})
	w.must(w.Invite(other, w.app.BotUser))
	post := func(ch string) error {
		_, _, err := w.api.PostMessageContext(w.ctx, ch, slack.MsgOptionText("x", false))
		return err
	}
	w.must(post(w.channel))
	var limited *slack.RateLimitedError
	if err := post(w.channel); !errors.As(err, &limited) || limited.RetryAfter < time.Second || limited.RetryAfter > 100*time.Second {
		t.Errorf("second post within 100 s: %v", err)
	}
	w.must(post(other))
}

func TestCallsAreRecordedWithoutTokens(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("x", false))
	w.must(err)
	_, _, err = w.api.PostMessageContext(w.ctx, "C404", slack.MsgOptionText("x", false))
	calls := w.Calls()
	if err == nil || len(calls) != 2 || calls[0].Method != "chat.postMessage" || calls[0].Error != "" || calls[1].Error != "channel_not_found" || calls[1].Channel != "C404" {
		t.Errorf("calls = %+v", calls)
	}
	if bytes.Contains(calls[0].Args, []byte(w.app.BotToken)) || object(t, calls[0].Args)["text"] != "x" {
		t.Errorf("arguments = %s", calls[0].Args)
	}
}
