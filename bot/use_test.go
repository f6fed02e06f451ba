package bot

import (
	"strings"
	"testing"

	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// Cases that are handed over while the bot runs are in the next answer.
func TestUse(t *testing.T) {
	old := &matcher.Case{ID: "OLD-1", Title: matcher.Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}}
	s := newStage(t, []*matcher.Case{old}, Options{})
	post := func(name, text string) string {
		ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel, s.body([]byte(text), ""))
		s.posted(name, ts, err)
		return string(s.replyTo(name)["blocks"])
	}
	if got := post("first", "NodeFilesystemSpaceFillingUp on kafka-1"); !strings.Contains(got, "OLD-1") {
		t.Errorf("answered with %s", got)
	}
	fresh, err := s.bot.library().With(&matcher.Case{ID: "NEW-1", Title: matcher.Text{En: "Redis lost its primary"}, Signals: []string{"RedisMasterMissing"}})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	defer s.stop()
	t.Cleanup(func() { fresh.Close() })
	s.bot.Use(fresh)
	if got := post("second", "RedisMasterMissing on cache-1"); !strings.Contains(got, "NEW-1") {
		t.Errorf("answered with %s", got)
	}
}
