package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"incidentlib/bot/store"
)

// Events that tell of the app itself, and of the channels it is in.
const (
	eventRenamed     = "channel_id_changed"
	eventUninstalled = "app_uninstalled"
	eventRevoked     = "tokens_revoked"
)

// lifeItem makes an item of an event of that kind.
func lifeItem(payload json.RawMessage, e event) (it store.Item, ok bool) {
	outer, event := e.outer, e.inner
	it = store.Item{Kind: "events_api", Payload: string(payload), Workspace: e.workspace()}
	switch kind := event.text("type"); kind {
	case eventRenamed:
		from, to := event.text("old_channel_id"), event.text("new_channel_id")
		it.Lane, it.ID = from, kind+"/"+from+"/"+to
		return it, from != "" && to != "" && it.Workspace.Team != ""
	case eventHome:
		return homeItem(it, outer, event)
	case eventUninstalled, eventRevoked:
		it.Lane, it.ID = "app", kind+"/"+outer.text("event_id")
		return it, it.Workspace.Team != ""
	}
	return it, false
}

// life works on such an event; lived is false for all others.
func (b *Bot) life(ctx context.Context, it store.Item, event fields) (lived bool, err error) {
	switch event.text("type") {
	case eventRenamed:
		from, to := event.text("old_channel_id"), event.text("new_channel_id")
		b.log.Info("channel has a new id", "team", it.Workspace.Team, "from", from, "to", to)
		return true, b.store.Renamed(ctx, it.Workspace, from, to)
	case eventHome:
		return true, b.showHome(ctx, it.Workspace, event.text("user"), object(event["view"]).text("hash"), "")
	case eventUninstalled:
		return true, b.left(ctx, it, "the app was removed from the workspace")
	case eventRevoked:
		var bots []string
		_ = json.Unmarshal(object(event["tokens"])["bot"], &bots)
		if len(bots) == 0 {
			return true, nil // somebody's own token; the bot uses none
		}
		return true, b.left(ctx, it, "the bot's token was revoked")
	}
	return false, nil
}

func (b *Bot) left(ctx context.Context, it store.Item, why string) error {
	b.lost(it.Workspace, fmt.Errorf("%s; install it again and restart with the new token", why))
	return b.store.Left(ctx, it.Workspace, why, time.Now())
}

// lost notes that Slack does not know the bot in a workspace any more.
func (b *Bot) lost(w store.Workspace, err error) {
	b.log.Error("Slack has no place for the bot", "team", w.Team, "err", err)
	told := "Slack refuses the bot: " + explained(err).Error()
	b.state.refusal.Store(&told)
}

// gone notes that a message was deleted, so that nobody answers it.
func (b *Bot) gone(ctx context.Context, m Message) error {
	if _, err := b.store.DropNote(ctx, m.Key); err != nil {
		return err
	}
	rec, known, err := b.store.Get(ctx, m.Key)
	if err != nil || known && rec.ReplyTS != "" {
		return err // what was said stays
	}
	rec.Key, rec.Reason = m.Key, string(Gone)
	return b.store.Finish(ctx, rec, m.At())
}
