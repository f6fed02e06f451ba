package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

type digestCmd struct {
	Channel string `help:"Id of the channel, such as C0ALERTS." required:"" placeholder:"ID"`
	Team    string `help:"Id of the workspace, where the state has several." placeholder:"ID"`
	Kind    string `help:"weekly, monthly or library." enum:"weekly,monthly,library" default:"weekly" placeholder:"KIND"`
	Period  string `name:"period" aliases:"week,month" help:"The period to tell of: 2026-W09 or 2026-02; the last whole one unless given." placeholder:"PERIOD"`
	Zone    string `help:"Time zone whose days are counted." default:"UTC" placeholder:"NAME"`
	DryRun  bool   `name:"dry-run" help:"Only show it. A shell never posts, so this changes nothing."`
	JSON    bool   `name:"json" help:"Print JSON."`
	HTML    string `name:"html" help:"Write it as a web page." placeholder:"FILE"`
	libraryFlags
}

func (digestCmd) Help() string {
	return `Shows what the digest of a channel tells, from what the bot remembers. Nothing is posted: in
Slack, /incidentlib digest subscribe has it posted every week.

Examples:

    incidentlib digest --channel C0ALERTS
    incidentlib digest --dry-run --channel C0ALERTS --week 2026-W09 --zone Asia/Seoul --lang ko
    incidentlib digest --channel C0ALERTS --kind monthly --html digest.html`
}

func (c digestCmd) Run(ctx context.Context, w world) error {
	plan, due, err := c.when(time.Now())
	if err != nil {
		return err
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	workspace, err := c.workspace(ctx, st)
	if err != nil {
		return err
	}
	own, err := st.OwnCases(ctx, workspace)
	if err != nil {
		return err
	}
	if told := bot.ToldIn(c.Channel, own); len(told) > 0 {
		if library, err = library.With(told...); err != nil {
			return err
		}
		defer library.Close()
	}
	d, err := bot.MakeDigest(ctx, st, library, workspace, c.Channel, plan, due)
	if err != nil {
		return err
	}
	switch lang := bot.LanguageFor(settings.Language, ""); {
	case c.HTML != "":
		page, err := digestPage(d, c.Kind, lang)
		if err != nil {
			return err
		}
		return os.WriteFile(c.HTML, page, 0o644)
	case c.JSON:
		return writeIndented(w.stdout, digestJSON(d))
	default:
		return c.tell(w.stdout, d, lang)
	}
}

// usual is when digests of a kind come; only its period matters here.
var usual = map[string]struct {
	fields string
	period schedule.Period
}{
	bot.DigestWeekly:  {"0 9 * * MON", schedule.Week},
	bot.DigestLibrary: {"0 9 * * MON", schedule.Week},
	bot.DigestMonthly: {"0 9 1 * *", schedule.Month},
}

// when is a moment at which the wanted period is the last whole one.
func (c digestCmd) when(now time.Time) (plan schedule.Plan, due time.Time, err error) {
	kind := usual[c.Kind]
	if plan, err = schedule.Parse(kind.fields, c.Zone, kind.period); err != nil {
		return plan, now, usageError("--zone: " + err.Error())
	}
	if c.Period == "" {
		return plan, now, nil
	}
	for due, tries := now, 0; tries < 600; tries++ { // twelve years of weeks
		from, _ := plan.Span(due)
		switch key := plan.Key(from); {
		case key == c.Period:
			return plan, due, nil
		case key < c.Period:
			return plan, now, usageError(fmt.Sprintf("--period %s: not over yet, or not a period; write 2026-W09 or, with --kind monthly, 2026-02", c.Period))
		}
		due = from
	}
	return plan, now, usageError(fmt.Sprintf("--period %s: too long ago, or not a period; write 2026-W09 or, with --kind monthly, 2026-02", c.Period))
}

// workspace is the one that is named, or the only one.
func (c digestCmd) workspace(ctx context.Context, st *store.Store) (store.Workspace, error) {
	all, err := st.Workspaces(ctx)
	if err != nil {
		return store.Workspace{}, err
	}
	var names []string
	for _, w := range all {
		if w.Team == c.Team || c.Team == "" && len(all) == 1 {
			return w, nil
		}
		names = append(names, w.Team)
	}
	switch {
	case len(all) == 0:
		return store.Workspace{}, errors.New("the bot remembers nothing yet")
	case c.Team == "":
		return store.Workspace{}, usageError("--team: say which of " + strings.Join(names, ", "))
	}
	return store.Workspace{}, usageError(fmt.Sprintf("--team %s: nothing is known of it, only of %s", c.Team, strings.Join(names, ", ")))
}

// tell prints the digest as it reads in Slack.
func (c digestCmd) tell(out io.Writer, d digest.Digest, lang string) error {
	if told := bot.NothingToTell(d, c.Kind, lang); told != "" {
		_, err := fmt.Fprintln(out, told)
		return err
	}
	for _, r := range bot.DigestText(d, c.Kind, lang) {
		if _, err := io.WriteString(out, r.PlainText()); err != nil {
			return err
		}
	}
	return nil
}

// digestJSON is a digest for programs.
func digestJSON(d digest.Digest) any {
	type group struct {
		Title    string `json:"title"`
		Count    int    `json:"count"`
		Before   int    `json:"before"`
		Answered int    `json:"answered"`
		Case     string `json:"case"`
	}
	groups := func(all []digest.Group) []group {
		out := []group{}
		for _, g := range all {
			out = append(out, group{g.Title, g.Count, g.Before, g.Answered, g.CaseID})
		}
		return out
	}
	ids := []string{}
	for _, c := range d.New {
		ids = append(ids, c.ID)
	}
	open := []map[string]string{}
	for _, o := range d.Open {
		open = append(open, map[string]string{"case": o.Case.ID, "item": o.Item.In("en")})
	}
	ending := []map[string]string{}
	for _, m := range d.Ending {
		ending = append(ending, map[string]string{"title": m.Title, "until": m.Until.UTC().Format(time.RFC3339)})
	}
	best := ""
	if d.Best != nil {
		best = d.Best.Case.ID
	}
	var precision any // null without votes
	if share, ok := d.Precision(); ok {
		precision = share
	}
	return map[string]any{
		"from": d.From, "to": d.To, "alerts": d.Alerts, "before": d.Before, "answered": d.Answered, "silent": d.Silent,
		"helped": d.Helped, "wrong": d.Wrong, "precision": precision, "top": groups(d.Top), "repeats": groups(d.Repeats), "uncovered": groups(d.Uncovered),
		"best": best, "open": open, "idle": append([]string{}, d.Idle...), "new": ids, "ending": ending,
	}
}
