package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"incidentlib/bot"
	"incidentlib/config"
)

type backtestCmd struct {
	Export  string   `arg:"" optional:"" help:"A Slack export: the zip file, or a folder with the same in it. Without one, channels are read through the Web API with SLACK_BOT_TOKEN."`
	Channel []string `help:"Id or name of a channel of the export, all unless given; the id for the Web API. May be given again." placeholder:"C…" sep:"none"`
	Since   string   `help:"How far back from the last day of the export, or from now: 30d, 12h, 8w, a date, or all." default:"30d" placeholder:"SPAN"`
	Care    string   `help:"How sure the bot must be to speak; that of the settings unless given." enum:"careful,balanced,eager," default:"" placeholder:"CARE"`
	Bot     string   `help:"User id of the bot in the export, where it posted there under another name than incidentlib." placeholder:"U…"`
	Threads bool     `help:"Web API: read the replies in threads too, with a call or more for each thread."`
	Votes   string   `help:"Votes on replies, one {\"channel\",\"ts\",\"vote\"} a line; ts is that of the alert, vote yes or no." placeholder:"FILE"`
	JSON    bool     `name:"json" help:"Print JSON."`
	Report  string   `help:"Also write a page with each reply and its evidence." placeholder:"FILE.html"`
	libraryFlags
}

func (backtestCmd) Help() string {
	return `Reads messages of the past and shows what the bot would have posted: replies a day, which alerts
repeat, why it would have stayed quiet, and the alerts that no case covers. It decides as the
running bot does, with the window, storms and limits of the settings. It knows no votes, no
mutes and no settings of channels, and reads an edited message as it stands now. Nothing is
sent to Slack, and nothing is kept.

Examples:

    incidentlib backtest export.zip --channel alerts
    incidentlib backtest ./export --channel C0ALERTS --since 90d --care balanced --report page.html
    SLACK_BOT_TOKEN=xoxb-… incidentlib backtest --channel C0ALERTS --since 2w --json`
}

func (c backtestCmd) Run(ctx context.Context, w world) error {
	if ext := strings.ToLower(filepath.Ext(c.Report)); c.Report != "" && ext != ".html" && ext != ".htm" {
		return usageError(fmt.Sprintf("--report %s: name a file that ends in .html", c.Report))
	}
	votes, err := readVotes(c.Votes)
	if err != nil {
		return err
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	if c.Care != "" {
		settings.Care = c.Care
	}
	p, closeSource, err := c.source(ctx, w, settings)
	if err != nil {
		return err
	}
	defer closeSource()
	walk := bot.NewPast(library, bot.PastOptions{
		Self: p.self, Care: bot.Care(settings.Care), Window: settings.Window, Storm: settings.Storm, Hourly: settings.Hourly,
	})
	t := newTally(settings)
	if err := t.walk(ctx, p, walk); err != nil {
		return err
	}
	r := t.report(p.notes, votes)
	if c.Report != "" {
		page, err := r.html()
		if err != nil {
			return err
		}
		if err := os.WriteFile(c.Report, page, 0o600); err != nil { // it quotes alerts
			return err
		}
	}
	if c.JSON {
		return writeIndented(w.stdout, r)
	}
	_, err = io.WriteString(w.stdout, r.text())
	return err
}

// source opens where the messages come from. The caller closes it.
func (c backtestCmd) source(ctx context.Context, w world, settings config.Config) (*past, func() error, error) {
	zone, err := time.LoadLocation(settings.Zone)
	if err != nil {
		return nil, nil, err
	}
	since, err := spanFrom(c.Since, zone)
	if err != nil {
		return nil, nil, err
	}
	if c.Export == "" {
		slack, err := config.Load(w.config, w.getenv)
		if err != nil {
			return nil, nil, err
		}
		p, err := pastOfSlack(ctx, slack, c.Channel, since.before(time.Now()), c.Threads, w.stderr)
		return p, func() error { return nil }, err
	}
	e, err := openExport(c.Export)
	if err != nil {
		return nil, nil, err
	}
	p, err := pastOfExport(e, c.Channel, since)
	if err != nil {
		_ = e.close()
		return nil, nil, err
	}
	if c.Bot != "" {
		p.self.User = c.Bot
	}
	return p, e.close, nil
}

// walk decides about every message, oldest first in its channel, and counts.
func (t *tally) walk(ctx context.Context, p *past, walk *bot.Past) error {
	return p.each(func(r pastRoom, batch []json.RawMessage) error {
		for _, m := range ordered(reading(walk, r, batch), p.from) {
			if err := ctx.Err(); err != nil {
				return err
			}
			v, err := walk.Decide(ctx, m)
			if err != nil {
				return fmt.Errorf("#%s %s: %w", r.Name, m.TS, err)
			}
			t.add(r, m, v)
		}
		return nil
	})
}

// reading reads messages on all processors at once, and keeps their order.
func reading(walk *bot.Past, r pastRoom, batch []json.RawMessage) []bot.PastMessage {
	out := make([]bot.PastMessage, len(batch))
	var readers sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for first := range n {
		readers.Go(func() {
			for i := first; i < len(batch); i += n {
				out[i] = walk.Read(r.ID, r.Outside, batch[i])
			}
		})
	}
	readers.Wait()
	return out
}

// ordered sorts messages by time and leaves out those before from, those that are there twice,
// and those without a time stamp, which are no messages.
func ordered(messages []bot.PastMessage, from time.Time) []bot.PastMessage {
	messages = slices.DeleteFunc(messages, func(m bot.PastMessage) bool { return m.At.IsZero() || m.At.Before(from) })
	slices.SortStableFunc(messages, func(a, b bot.PastMessage) int { return a.At.Compare(b.At) })
	return slices.CompactFunc(messages, func(a, b bot.PastMessage) bool { return a.TS == b.TS })
}

// readVotes reads votes, +1 or -1, by channel and time stamp; none without a file.
func readVotes(file string) (map[[2]string][]int, error) {
	if file == "" {
		return nil, nil
	}
	votes := map[[2]string][]int{}
	err := eachLine(file, func(n int, line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var v struct {
			Channel, TS string
			Vote        string
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		value, known := map[string]int{"yes": 1, "no": -1}[v.Vote]
		if v.Channel == "" || v.TS == "" || !known {
			return fmt.Errorf("%s:%d: a vote needs \"channel\", \"ts\" and \"vote\", which is yes or no, not %s", file, n, strconv.Quote(v.Vote))
		}
		at := [2]string{v.Channel, v.TS}
		votes[at] = append(votes[at], value)
		return nil
	})
	return votes, err
}
