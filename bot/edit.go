package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"incidentlib/bot/store"
)

// editEvery is how often replies in one channel are edited at most; Slack allows about fifty
// edits a minute.
const editEvery = 1200 * time.Millisecond

// refresh has the reply to a message brought up to date soon. What happens meanwhile is told
// by the same edit.
func (b *Bot) refresh(ctx context.Context, key store.MessageKey) error {
	seq := b.inbox.next()
	_, err := b.store.Accept(ctx, []store.Item{{
		Workspace: key.Workspace, Kind: kindEdit, Seq: seq, Lane: "edit/" + key.Channel,
		ID: kindEdit + "/" + key.Channel + "/" + key.TS + "/" + strconv.FormatInt(seq, 36), Payload: fmt.Sprintf(`{"channel":%q,"ts":%q}`, key.Channel, key.TS), // Renamed rewrites ids in JSON
	}})
	b.work.nudge()
	return err
}

// edit brings a reply up to date: how often its alert was seen, whether it is over, how people
// voted, and what else it tells of. A record without a reply has nothing to tell.
func (b *Bot) edit(ctx context.Context, it store.Item) error {
	reply := object(json.RawMessage(it.Payload))
	key := store.MessageKey{Workspace: it.Workspace, Channel: reply.text("channel"), TS: reply.text("ts")}
	if key.Channel == "" || key.TS == "" {
		return fmt.Errorf("edit %q: %w", it.Payload, errUnknown)
	}
	rec, _, err := b.store.Get(ctx, key)
	if err != nil || rec.ReplyTS == "" {
		return err
	}
	if in, err := b.channel(ctx, key.Workspace, key.Channel); err != nil || in.Mode == ChannelShadow {
		return err // where nothing is posted nothing is edited either, whoever votes
	}
	r, shown, err := b.current(ctx, rec)
	if err != nil || shown == rec.Shown {
		return err
	}
	limit := store.Limit{Workspace: key.Workspace, Method: "chat.update", Channel: key.Channel}
	if err := b.turn(ctx, limit, b.options.EditEvery); err != nil {
		return err
	}
	if err := b.desk.update(ctx, key.Channel, rec.ReplyTS, r); troubleOf(err) == barred {
		b.log.Warn("the reply stays as it is", "message", key, "err", err)
	} else if err != nil {
		return fmt.Errorf("edit the reply to %s: %w", key, err)
	}
	return b.store.Showed(ctx, key, shown)
}

// current is the reply of a record as it should stand now, and in short what in it is new
// since it was posted.
func (b *Bot) current(ctx context.Context, rec store.Record) (r Reply, shown string, err error) {
	if err := json.Unmarshal([]byte(rec.Reply), &r); err != nil {
		return Reply{}, "", fmt.Errorf("read the kept reply to %s: %w", rec.Key, err)
	}
	if rec.Reason == string(Storm) {
		if r, shown, err = b.gathering(ctx, rec, r.Lang); err != nil {
			return Reply{}, "", err
		}
	}
	now, err := b.since(ctx, rec, r)
	if err != nil {
		return Reply{}, "", err
	}
	return withStatus(r, now), shown + now.String(), nil
}

// since reads what happened since the reply r to an alert was posted.
func (b *Bot) since(ctx context.Context, rec store.Record, r Reply) (s standing, err error) {
	s.Record = rec
	if len(rec.CaseIDs) > 0 {
		if s.yes, s.no, err = b.store.VotesOn(ctx, rec.Key, rec.CaseIDs[0]); err != nil {
			return s, err
		}
	}
	if s.another, err = b.another(ctx, rec, wordsIn(r.Lang)); err != nil {
		return s, err
	}
	if menuIn(r) {
		at := rec.LastAt
		if now := b.options.Clock(); now.After(at) {
			at = now
		}
		if s.muted, s.isMuted, err = b.store.MuteOf(ctx, rec.Key.Workspace, rec.Key.Channel, rec.Fingerprint, at); err != nil {
			return s, err
		}
	}
	if id := ballotCase(r); id != "" {
		s.note, s.isNoted, err = b.lastNote(ctx, rec.Key, id)
	}
	return s, err
}
