package bot

import (
	"testing"
	"time"

	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

// Every day of a period is counted once, also where clocks jump at midnight.
func TestDaysWithoutMidnight(t *testing.T) {
	for _, c := range []struct{ zone, due string }{
		{"America/Santiago", "2026-09-08"}, {"America/Havana", "2026-03-10"}, {"Africa/Cairo", "2026-04-28"}, {"Asia/Beirut", "2026-03-31"},
		{"America/Santiago", "2026-04-07"}, {"America/Sao_Paulo", "2018-11-06"}, {"Asia/Seoul", "2026-03-03"},
	} {
		for _, period := range []schedule.Period{schedule.Week, schedule.Month} {
			fields := map[schedule.Period]string{schedule.Week: "0 9 * * MON", schedule.Month: "0 9 1 * *"}[period]
			plan, err := schedule.Parse(fields, c.zone, period)
			if err != nil {
				t.Fatal(err)
			}
			due, _ := time.ParseInLocation(time.DateOnly, c.due, plan.Zone())
			if period == schedule.Month {
				due = due.AddDate(0, 1, 0)
			}
			in := digest.Input{Zone: plan.Zone()}
			in.From, in.To = plan.Span(due)
			for at := in.From.Add(30 * time.Minute); at.Before(in.To); at = at.Add(time.Hour) {
				in.Lines = append(in.Lines, store.Line{Fingerprint: "f", Reason: "no_case", At: at})
			}
			seen := map[string]bool{}
			sum := 0
			for _, day := range digest.Make(in).Days {
				name := day.Date.Format(time.DateOnly)
				if seen[name] {
					t.Errorf("%s %s: %s comes twice", c.zone, period, name)
				}
				seen[name] = true
				if sum += day.Silent; day.Silent < 23 || day.Silent > 25 {
					t.Errorf("%s %s: %s has %d hours", c.zone, period, name, day.Silent)
				}
			}
			if sum != len(in.Lines) {
				t.Errorf("%s %s: %d of %d alerts are on some day", c.zone, period, sum, len(in.Lines))
			}
		}
	}
}
