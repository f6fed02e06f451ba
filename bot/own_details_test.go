package bot

import (
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// The details of an own case open as those of any other, with the own cases that it names; not
// with one that is told in another channel alone.
func TestDetailsOfOwnCase(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	secret := s.room("secret", true, dana)
	for id, own := range map[string]store.OwnCase{
		"OWN-0001": {Channel: s.channel, Body: `{"id":"OWN-0001","title":"Redis lost its primary","signals":["RedisMasterMissing"],"related":[{"id":"OWN-0002"},{"id":"OWN-0003"}]}`},
		"OWN-0002": {Channel: s.channel, Body: `{"id":"OWN-0002","title":"Sentinel could not agree","signals":["SentinelQuorum"]}`},
		"OWN-0003": {Channel: secret, Private: true, Body: `{"id":"OWN-0003","title":"A secret failover","signals":["SecretFailover"]}`},
	} {
		own.Workspace, own.ID, own.Author, own.At = s.workspaceOf(), id, dana, time.Now()
		s.keepOwn(own)
	}
	ts, _ := s.alert(`{"text":"[FIRING:1] RedisMasterMissing on cache-1"}`)
	if err := s.ws.Click(dana, s.channel, s.recordOf(ts).ReplyTS, actDetails); err != nil {
		t.Fatal(err)
	}
	s.rest()
	views := s.ws.Views(dana)
	if len(views) != 1 {
		t.Fatalf("%d modals; shown %s", len(views), s.ws.Ephemerals(dana, s.channel))
	}
	if got := string(views[0]); !strings.Contains(got, "Sentinel could not agree") || strings.Contains(got, "secret failover") || strings.Contains(got, "OWN-0003") {
		t.Errorf("the details show %s", got)
	}
}
