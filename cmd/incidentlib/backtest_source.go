package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"incidentlib/bot"
	"incidentlib/config"
)

// past is where messages of the past come from.
type past struct {
	self  bot.Self
	from  time.Time // messages before it are not read; zero reads all
	notes []string  // what was not read, for whoever reads the report
	// each gives the messages of each channel, in batches, oldest batch first.
	each func(do func(pastRoom, []json.RawMessage) error) error
}

// pastOfExport reads channels of an export, all unless some are named.
func pastOfExport(e *slackExport, named []string, since span) (*past, error) {
	rooms, err := chosen(e.rooms, named)
	if err != nil {
		return nil, err
	}
	days, last := make([][]string, len(rooms)), ""
	for i, r := range rooms {
		if days[i], err = e.days(r); err != nil {
			return nil, err
		}
		if n := len(days[i]); n > 0 {
			last = max(last, path.Base(days[i][n-1]))
		}
	}
	p := &past{self: bot.Self{User: e.bot}}
	if end, err := time.ParseInLocation(time.DateOnly, strings.TrimSuffix(last, ".json"), since.zone); err == nil {
		p.from = since.before(end.AddDate(0, 0, 1))
	}
	first := p.from.AddDate(0, 0, -2).Format(time.DateOnly) // the export may count its days in another zone
	p.each = func(do func(pastRoom, []json.RawMessage) error) error {
		for i, r := range rooms {
			for _, day := range days[i] {
				if path.Base(day) < first && !p.from.IsZero() {
					continue
				}
				var messages []json.RawMessage
				switch err := e.decode(day, &messages); {
				case isJSON(err):
					p.notes = append(p.notes, "left out: "+err.Error())
				case err != nil:
					return err
				default:
					if err := do(r, messages); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	return p, nil
}

// isJSON says whether an error tells of a file that is no list of messages.
func isJSON(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, shape := errors.AsType[*json.UnmarshalTypeError](err)
	return syntax || shape
}

// chosen are the rooms that are named, by id or by name; all of them when none is.
func chosen(rooms []pastRoom, named []string) ([]pastRoom, error) {
	rooms = slices.SortedStableFunc(slices.Values(rooms), func(a, b pastRoom) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	if len(named) == 0 {
		return rooms, nil
	}
	var out []pastRoom
	for _, name := range named {
		name = strings.TrimPrefix(name, "#")
		i := slices.IndexFunc(rooms, func(r pastRoom) bool { return r.ID == name || r.Name == name })
		if i < 0 {
			return nil, usageError(fmt.Sprintf("--channel %s: not among the %d channels of the export", name, len(rooms)))
		}
		if !slices.Contains(out, rooms[i]) {
			out = append(out, rooms[i])
		}
	}
	return out, nil
}

// mostMessages are read of one channel through the Web API.
const mostMessages = 500_000

// pastOfSlack reads channels through the Web API.
func pastOfSlack(ctx context.Context, c config.Config, channels []string, from time.Time, threads bool, progress io.Writer) (*past, error) {
	if c.Slack.BotToken == "" {
		return nil, usageError("give a Slack export, or set SLACK_BOT_TOKEN to read channels through the Web API")
	}
	if len(channels) == 0 {
		return nil, usageError("--channel: name the ids of the channels to read, such as C0ALERTS")
	}
	o := bot.Options{BotToken: c.Slack.BotToken.Reveal(), APIURL: c.Slack.APIURL}
	self, err := bot.ProbeSelf(ctx, o)
	if err != nil {
		return nil, err
	}
	p := &past{self: self, from: from}
	p.each = func(do func(pastRoom, []json.RawMessage) error) error {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(channels))) {
			told := func(n int) { fmt.Fprintf(progress, "%s: %d messages read\n", id, n) }
			h, err := bot.History(ctx, o, id, from, threads, mostMessages, told)
			if err != nil {
				return err
			}
			if h.Unread > 0 {
				p.notes = append(p.notes, fmt.Sprintf("#%s: the replies in %s were not read; --threads reads them, with a call or more for each", h.Name, count(h.Unread, "thread")))
			}
			if h.Cut {
				p.notes = append(p.notes, fmt.Sprintf("#%s: only the newest %d messages were read", h.Name, mostMessages))
			}
			if err := do(pastRoom{id, cmp.Or(h.Name, id), h.Outside}, h.Messages); err != nil {
				return err
			}
		}
		return nil
	}
	return p, nil
}

// span is how far back to look: so many hours, a date, or all (zero).
type span struct {
	back time.Duration
	date time.Time
	zone *time.Location
}

func (s span) before(end time.Time) time.Time {
	if s.back > 0 {
		return end.Add(-s.back)
	}
	return s.date
}

func spanFrom(text string, zone *time.Location) (span, error) {
	s := span{zone: zone}
	if date, err := time.ParseInLocation(time.DateOnly, text, zone); err == nil {
		s.date = date
		return s, nil
	}
	number, unit := text[:max(0, len(text)-1)], text[max(0, len(text)-1):]
	hours := map[string]int{"h": 1, "d": 24, "w": 7 * 24}[unit]
	n, err := strconv.Atoi(number)
	switch {
	case text == "all":
		return s, nil
	case err != nil || hours == 0 || n < 1 || n > 10_000:
		return s, usageError(fmt.Sprintf("--since %s: write 30d, 12h, 8w, a date such as 2026-01-31, or all", text))
	}
	s.back = time.Duration(n*hours) * time.Hour
	return s, nil
}
