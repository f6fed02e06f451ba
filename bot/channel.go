package bot

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode"

	"incidentlib/bot/store"
)

// Channel is how the bot behaves in one channel: what people set there, over what they set for
// the whole workspace, over the settings of the program.
type Channel struct {
	Mode     string        // ChannelOn, ChannelOff or ChannelShadow
	Care     Care          // how sure it must be to speak unasked
	Language string        // "en", "ko", or "auto" for that of the alert
	Reply    string        // ReplyInThread, or ReplyWhenAsked
	Only     []string      // ids of the users, bots and apps whose messages it reads; empty is all
	Never    []string      // ids of those it does not read
	Window   time.Duration // one reply for one alert within it

	DigestLine bool // a digest that has nothing to tell says so in a line
}

const (
	ChannelOn     = "on"
	ChannelOff    = "off"    // nothing is read
	ChannelShadow = "shadow" // alerts are read and decisions recorded, and nothing is posted unasked

	ReplyInThread  = "thread" // it answers alerts in their threads
	ReplyWhenAsked = "asked"  // it answers only people who ask
)

// Names of the settings of a channel, as the store keeps them.
const (
	setMode     = "mode"
	setCare     = "care"
	setLanguage = "language"
	setReply    = "reply"
	setOnly     = "only"  // ids with commas between
	setNever    = "never" // ids with commas between
	setWindow   = "window"
)

// read takes over what was set; a value that cannot be read is as if it were not set.
func (c Channel) read(set map[string]string) Channel {
	one := func(name string, to *string, allowed ...string) {
		for _, v := range allowed {
			if set[name] == v {
				*to = v
			}
		}
	}
	care := string(c.Care)
	one(setMode, &c.Mode, ChannelOn, ChannelOff, ChannelShadow)
	one(setCare, &care, string(Careful), string(Balanced), string(Eager))
	one(setLanguage, &c.Language, "auto", "en", "ko")
	one(setReply, &c.Reply, ReplyInThread, ReplyWhenAsked)
	c.Care = Care(care)
	if v, ok := set[setOnly]; ok {
		c.Only = listed(v)
	}
	if v, ok := set[setNever]; ok {
		c.Never = listed(v)
	}
	if v, ok := set[setLine]; ok {
		c.DigestLine = v == lineOne
	}
	if d, err := time.ParseDuration(set[setWindow]); err == nil && d > 0 {
		c.Window = d
	}
	return c
}

// listed reads a list of ids; "*" is an empty one that was set all the same.
func listed(ids string) []string {
	if strings.TrimSpace(ids) == everyone {
		return nil
	}
	return strings.FieldsFunc(ids, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// channels keeps the settings of workspaces in memory until somebody changes one.
type channels struct {
	mu sync.Mutex
	by map[store.Workspace]store.Settings
}

func (c *channels) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by = nil
}

// settings are those of a workspace. What another process sets is known within two seconds.
func (b *Bot) settings(ctx context.Context, w store.Workspace) (store.Settings, error) {
	b.channels.mu.Lock()
	defer b.channels.mu.Unlock()
	if set, ok := b.channels.by[w]; ok {
		return set, nil
	}
	set, err := b.store.Settings(ctx, w)
	if err != nil {
		return nil, err
	}
	if b.channels.by == nil {
		b.channels.by = map[store.Workspace]store.Settings{}
	}
	b.channels.by[w] = set
	return set, nil
}

// lang is the language to answer text in, in a channel.
func (b *Bot) lang(ctx context.Context, w store.Workspace, channel, text string) string {
	c, err := b.channel(ctx, w, channel)
	if err != nil {
		b.log.Warn("the language of the channel is not known", "channel", channel, "err", err)
		c.Language = b.options.Language
	}
	return LanguageFor(c.Language, text)
}

// channel is how the bot behaves in a channel.
func (b *Bot) channel(ctx context.Context, w store.Workspace, id string) (Channel, error) {
	set, err := b.settings(ctx, w)
	if err != nil {
		return Channel{}, err
	}
	return b.plainChannel(set, id).governed(governorOf(set[id][setGovernor], time.Now())), nil
}

// plainChannel is how people set it that the bot behaves in a channel, whatever its governor does.
func (b *Bot) plainChannel(set store.Settings, id string) Channel {
	c := Channel{Mode: ChannelOn, Care: b.options.Care, Language: b.options.Language, Reply: ReplyInThread, Window: b.options.Window}
	return c.read(set[""]).read(set[id])
}
