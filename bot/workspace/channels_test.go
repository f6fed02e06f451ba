package workspace_test

import (
	"testing"

	"github.com/slack-go/slack"

	"incidentlib/bot/workspace"
)

func TestPeopleAndChannels(t *testing.T) {
	w := newWorld(t, workspace.Options{Team: "Acme"})
	shared := w.AddChannel(workspace.Channel{Name: "vendor", ExtShared: true, Topic: "with them"})
	c, _, _, err := w.api.JoinConversationContext(w.ctx, shared)
	w.must(err)
	if c.ID != shared || !c.IsExtShared || c.Topic.Value != "with them" {
		t.Errorf("joined = %+v", c)
	}
	list, _, err := w.api.GetConversationsForUserContext(w.ctx, &slack.GetConversationsForUserParameters{Types: []string{"public_channel", "private_channel"}})
	w.must(err)
	if len(list) != 2 {
		t.Errorf("the app is in %d channels, want 2", len(list))
	}
	all, _, err := w.api.GetConversationsContext(w.ctx, &slack.GetConversationsParameters{})
	w.must(err)
	members, _, err := w.api.GetUsersInConversationContext(w.ctx, &slack.GetUsersInConversationParameters{ChannelID: shared})
	w.must(err)
	if len(all) != 2 || len(members) != 2 {
		t.Errorf("%d channels, %d members, want 2 and 2", len(all), len(members))
	}
	u, err := w.api.GetUserInfoContext(w.ctx, w.dana)
	w.must(err)
	users, err := w.api.GetUsersContext(w.ctx)
	w.must(err)
	if u.RealName != "Dana" || u.IsBot || len(users) != 2 {
		t.Errorf("user = %+v of %d", u, len(users))
	}
	b, err := w.api.GetBotInfoContext(w.ctx, slack.GetBotInfoParameters{Bot: w.app.BotID})
	w.must(err)
	if b.UserID != w.app.BotUser || b.AppID != w.app.ID {
		t.Errorf("bot = %+v", b)
	}
	team, err := w.api.GetTeamInfoContext(w.ctx)
	w.must(err)
	if team.Name != "Acme" {
		t.Errorf("team = %+v", team)
	}
	im, _, _, err := w.api.OpenConversationContext(w.ctx, &slack.OpenConversationParameters{Users: []string{w.dana}})
	w.must(err)
	_, _, err = w.api.PostMessageContext(w.ctx, w.dana, slack.MsgOptionText("hello", false))
	w.must(err)
	if got := w.Messages(im.ID); len(got) != 1 {
		t.Errorf("a post to the user's id did not go to the direct message: %s", got)
	}
	if _, err := w.api.LeaveConversationContext(w.ctx, shared); err != nil {
		t.Error(err)
	}
}

func TestMembershipEvents(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(acknowledgeAll)
	private := w.AddChannel(workspace.Channel{Name: "war-room", Private: true})
	w.must(w.Invite(private, w.dana))
	if _, err := w.Say(w.dana, private, "", "before the app came"); err != nil {
		t.Fatal(err)
	}
	w.must(w.Invite(private, w.app.BotUser))
	e := w.inner("own joining", func(e map[string]any) bool { return e["type"] == "member_joined_channel" })
	if e["user"] != w.app.BotUser || e["channel_type"] != "G" {
		t.Errorf("event = %v: the app was not to hear of the channel before it joined", e)
	}
	_, err := w.Say(w.dana, private, "", "now")
	w.must(err)
	if e := w.inner("the message", func(e map[string]any) bool { return e["text"] == "now" }); e["channel_type"] != "group" {
		t.Errorf("event = %v", e)
	}
	w.must(w.Rename(private, "done"))
	w.must(w.Share(private, true, "C0SHARED1"))
	e = w.inner("the new id", func(e map[string]any) bool { return e["type"] == "channel_id_changed" })
	if e["old_channel_id"] != private || e["new_channel_id"] != "C0SHARED1" {
		t.Errorf("event = %v", e)
	}
	w.must(w.Remove("C0SHARED1", w.app.BotUser))
	w.inner("leaving", func(e map[string]any) bool { return e["type"] == "member_left_channel" && e["user"] == w.app.BotUser })
	w.must(w.Uninstall(w.app.ID))
	w.inner("the end", func(e map[string]any) bool { return e["type"] == "app_uninstalled" })
	if _, err := w.api.AuthTestContext(w.ctx); err == nil || err.Error() != "account_inactive" {
		t.Errorf("after Uninstall: %v", err)
	}
}

func TestSharedChannel(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	outsider := w.AddOutsideUser("Vendor")
	w.must(w.Share(w.channel, true, ""))
	w.must(w.Invite(w.channel, outsider))
	_, err := w.Say(outsider, w.channel, "", "hello from outside")
	w.must(err)
	e := w.inner("the outsider's message", func(e map[string]any) bool { return e["text"] == "hello from outside" })
	ds := w.Deliveries()
	if last := object(t, ds[len(ds)-1].Payload); last["is_ext_shared_channel"] != true || e["team"] == last["team_id"] {
		t.Errorf("payload = %v, want a shared channel and another team", last)
	}
	w.must(w.Click(outsider, w.channel, w.postButtons(""), "yes"))
	if u := w.next(seen)["user"].(args); u["id"] != outsider || u["team_id"] != e["team"] {
		t.Errorf("user = %v, want the outsider's own team", u)
	}
	if w.Command(outsider, w.channel, "/incidentlib x") == nil || w.Shortcut(outsider, "", "", "ask") == nil {
		t.Error("somebody from outside used a command or a shortcut")
	}
}
