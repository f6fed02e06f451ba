package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/slack-go/slack"
)

// PastChannel is a channel whose messages are read from Slack.
type PastChannel struct {
	Name     string
	Outside  bool              // people of other companies read it
	Messages []json.RawMessage // as Slack gave them, in no order
	Unread   int               // threads with replies that were not read
	Cut      bool              // there were more than asked for
}

// perPage is how many messages are asked for at once: more of the long ones do not fit into
// what is read of one answer.
const perPage = 200

// History reads the messages of a channel since a moment, and the replies in threads where
// threads is set: as few calls as it takes, each made again when Slack says to wait or does not
// answer. It reads most messages at most, the newest first. told hears how many there are so
// far. The error says what to do.
func History(ctx context.Context, o Options, channel string, since time.Time, threads bool, most int, told func(int)) (PastChannel, error) {
	desk, err := newDesk(o)
	if err != nil {
		return PastChannel{}, err
	}
	answer, err := desk.again(ctx, "conversations.info", url.Values{"channel": {channel}})
	if err != nil {
		return PastChannel{}, fmt.Errorf("channel %s: %w", channel, explained(err))
	}
	info := object(answer["channel"])
	c := PastChannel{Name: info.text("name"), Outside: info.flag("is_ext_shared")}
	oldest := fmt.Sprintf("%d.%06d", since.Unix(), since.Nanosecond()/1000)
	if err := desk.past(ctx, "conversations.history", url.Values{"channel": {channel}, "oldest": {oldest}}, &c, most, told); err != nil {
		return c, fmt.Errorf("channel %s: %w", channel, explained(err))
	}
	for _, raw := range c.Messages {
		m := object(raw)
		var replies int
		if json.Unmarshal(m["reply_count"], &replies) != nil || replies == 0 {
			continue
		}
		if !threads || c.Cut {
			c.Unread++
		} else if err := desk.past(ctx, "conversations.replies", url.Values{"channel": {channel}, "ts": {m.text("ts")}, "oldest": {oldest}}, &c, most, told); err != nil {
			return c, fmt.Errorf("channel %s: %w", channel, explained(err))
		}
	}
	return c, nil
}

// past reads the pages of a list of messages.
func (d *desk) past(ctx context.Context, method string, args url.Values, c *PastChannel, most int, told func(int)) error {
	args.Set("limit", fmt.Sprint(perPage))
	args.Set("include_all_metadata", "true")
	for {
		answer, err := d.again(ctx, method, args)
		if err != nil {
			return err
		}
		var page []json.RawMessage
		if err := json.Unmarshal(answer["messages"], &page); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		room := most - len(c.Messages)
		c.Messages = append(c.Messages, page[:min(len(page), room)]...)
		next := object(answer["response_metadata"]).text("next_cursor")
		c.Cut = c.Cut || len(page) > room || len(page) == room && next != ""
		told(len(c.Messages))
		if next == "" || next == args.Get("cursor") || c.Cut {
			return nil
		}
		args.Set("cursor", next)
	}
}

// again makes a call that changes nothing until it succeeds or fails for good.
func (d *desk) again(ctx context.Context, method string, args url.Values) (answer fields, err error) {
	err = persist(ctx, func() (err error) {
		answer, err = d.call(ctx, method, args)
		return err
	})
	return answer, err
}

// ProbeSelf asks Slack who the bot is, so that what it wrote can be told from alerts.
func ProbeSelf(ctx context.Context, o Options) (Self, error) {
	desk, err := newDesk(o)
	if err != nil {
		return Self{}, err
	}
	var who *slack.AuthTestResponse
	err = persist(ctx, func() (err error) {
		who, err = desk.api.AuthTestContext(ctx)
		return err
	})
	if err != nil {
		return Self{}, fmt.Errorf("auth.test: %w", explained(err))
	}
	return Self{User: who.UserID, Bot: who.BotID}, nil
}
