package workspace_test

import (
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"incidentlib/bot/workspace"
)

func TestAlertArrivesAndIsAnsweredInItsThread(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(func(r *socketmode.Request) (any, bool) {
		e, _ := object(t, r.Payload)["event"].(map[string]any)
		if e["username"] == "Alertmanager" {
			_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("seen before", false), slack.MsgOptionTS(e["ts"].(string)))
			if err != nil {
				t.Error(err)
			}
		}
		return nil, true
	})
	ts := w.post(workspace.Bot{Name: "Alertmanager", Webhook: true}, `{"attachments":[{"color":"danger","title":"disk full","text":"a < b & c"}]}`)
	w.wait("the reply", func() bool { return len(w.Thread(w.channel, ts)) == 2 })
	reply := object(t, w.Thread(w.channel, ts)[1])
	if reply["text"] != "seen before" || reply["bot_id"] != w.app.BotID || reply["thread_ts"] != ts {
		t.Errorf("reply = %v", reply)
	}
}
