package bot

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzWalk hands the bot whatever can be in a delivery, the whole walk through: reading,
// finding, deciding, posting to the look-alike, recording. Nothing may panic.
func FuzzWalk(f *testing.F) {
	const place = `"team_id":"T00000001","event":{"type":"message","channel":"C00000001","bot_id":"B9",`
	for i, text := range []string{"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full", "[RESOLVED] NodeFilesystemSpaceFillingUp: kafka disk full", "<!channel> 디스크 가득 참", ""} {
		ts := string(rune('1' + i))
		f.Add("events_api", `{`+place+`"ts":"170000000`+ts+`.000100","text":"`+text+`"}}`)
		f.Add("events_api", `{`+place+`"subtype":"message_changed","ts":"1700000100.000100","message":{"ts":"170000000`+ts+`.000100","attachments":[{"title":"`+text+`"}]},"previous_message":[]}}`)
		f.Add("slash_commands", `{"channel_id":"C00000001","user_id":"U1","text":"show `+text+`"}`)
		f.Add("interactive", `{"type":"block_actions","user":{"id":"U1"},"channel":{"id":"C00000001"},"actions":[{"action_id":"share","value":"{\"verb\":\"search\",\"of\":\"`+text+`\"}"}]}`)
		f.Add("interactive", `{"type":"message_action","callback_id":"find_similar","user":{"id":"U1"},"message":{"text":"`+text+`"}}`)
	}
	walks, _ := filepath.Glob("testdata/walk/*.txt")
	for _, file := range walks {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(data).Files {
			f.Add("events_api", `{`+place+`"ts":"1700000009.000100","message":`+string(part.Data)+`}}`)
		}
	}
	s := newStage(f, kafka(), Options{})
	s.ws.SetTime(s.clock)
	f.Fuzz(func(t *testing.T, kind, payload string) {
		ctx := t.Context()
		switch kind {
		case "events_api":
			if m, why := messageFrom(eventFrom([]byte(payload)), Self{User: "UBOT"}); why == "" {
				if why, err := s.bot.handle(ctx, m); err == nil && why == "" {
					t.Errorf("no reason for %s", payload)
				}
			}
		case "slash_commands":
			s.bot.command(ctx, commandFrom([]byte(payload)))
		case "interactive":
			s.bot.click(ctx, clickFrom([]byte(payload)))
		}
	})
}
