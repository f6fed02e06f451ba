package schedule_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"incidentlib/bot/schedule"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ fields, zone, want string }{
		{"0 9 * * MON", "Asia/Seoul", ""},
		{"30 2 * * SUN", "America/New_York", ""},
		{"CRON_TZ=Asia/Seoul", "UTC", "the time zone is a setting"},
		{"CRON_TZ=Asia/Seoul 0 9 * * MON", "UTC", "the time zone is a setting"},
		{"TZ=", "UTC", "the time zone is a setting"},
		{"", "UTC", "0 fields"},
		{"0 9 * *", "UTC", "4 fields"},
		{"0 0 9 * * MON", "UTC", "6 fields"},
		{"60 9 * * MON", "UTC", "schedule \"60 9 * * MON\""},
		{"0 9 * * Monday", "UTC", "such as 0 9 * * MON"},
		{"@weekly", "UTC", "1 fields"},
		{"0 9 * * *", "UTC", "more than once a week"},
		{"0 9,10 * * MON", "UTC", "more than once a week"},
		{"0 9 30 2 *", "UTC", "never due"},
		{"0 9 * * MON", "", "time zone"},
		{"0 9 * * MON", "Asia/Atlantis", "time zone"},
		{"0 9 * * MON", "Local", "time zone"},
		{strings.Repeat("9", 5000), "UTC", "too long"},
	} {
		_, err := schedule.Parse(c.fields, c.zone, schedule.Week)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("Parse(%q, %q) = %v, want %q", c.fields, c.zone, err, c.want)
		}
	}
	if _, err := schedule.Parse("0 9 1 * *", "Asia/Seoul", schedule.Month); err != nil {
		t.Error(err)
	}
	if _, err := schedule.Parse("0 9 1,15 * *", "Asia/Seoul", schedule.Month); err == nil {
		t.Error("twice a month is taken")
	}
}

// A run at a time that the clocks leave out, or show twice, is made once.
func TestClocksJump(t *testing.T) {
	for _, c := range []struct{ fields, zone, after, want, then string }{
		{"30 2 * * SUN", "America/New_York", "2025-03-08T12:00:00-05:00", "2025-03-09T03:30:00-04:00", "2025-03-16T02:30:00-04:00"},
		{"30 1 * * SUN", "America/New_York", "2025-11-01T12:00:00-04:00", "2025-11-02T01:30:00-04:00", "2025-11-09T01:30:00-05:00"},
		{"15 2 * * SUN", "Australia/Lord_Howe", "2025-10-04T12:00:00+10:30", "2025-10-05T02:45:00+11:00", "2025-10-12T02:15:00+11:00"},
		{"45 1 * * SUN", "Australia/Lord_Howe", "2025-04-05T12:00:00+11:00", "2025-04-06T01:45:00+11:00", "2025-04-13T01:45:00+10:30"},
		{"0 3 * * SUN", "Pacific/Chatham", "2025-09-27T12:00:00+12:45", "2025-09-28T04:00:00+13:45", "2025-10-05T03:00:00+13:45"},
		{"0 9 * * FRI", "Pacific/Apia", "2011-12-29T00:00:00-10:00", "2011-12-31T09:00:00+14:00", "2012-01-06T09:00:00+14:00"}, // there was no Friday that week
	} {
		p, err := schedule.Parse(c.fields, c.zone, schedule.Week)
		if err != nil {
			t.Fatal(err)
		}
		after, err := time.Parse(time.RFC3339, c.after)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Next(after)
		if got.Format(time.RFC3339) != c.want {
			t.Errorf("%s in %s after %s: %s, want %s", c.fields, c.zone, c.after, got.Format(time.RFC3339), c.want)
		}
		if then := p.Next(got); then.Format(time.RFC3339) != c.then {
			t.Errorf("%s in %s after that: %s, want %s", c.fields, c.zone, then.Format(time.RFC3339), c.then)
		}
	}
}

func TestSpan(t *testing.T) {
	week, _ := schedule.Parse("0 9 * * MON", "Asia/Seoul", schedule.Week)
	month, _ := schedule.Parse("0 9 1 * *", "America/New_York", schedule.Month)
	from, to := week.Span(time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)) // nine o'clock on a Monday in Seoul
	if got := from.Format(time.RFC3339) + " " + to.Format(time.RFC3339) + " " + week.Key(to); got != "2026-03-02T00:00:00+09:00 2026-03-09T00:00:00+09:00 2026-W11" {
		t.Error(got)
	}
	from, to = month.Span(time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC))
	if got := from.Format(time.RFC3339) + " " + to.Format(time.RFC3339) + " " + month.Key(to); got != "2026-03-01T00:00:00-05:00 2026-04-01T00:00:00-04:00 2026-04" {
		t.Error(got)
	}
}

var zones = []string{
	"UTC", "Asia/Seoul", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Chatham",
	"America/Sao_Paulo", "Africa/Cairo", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns", "Africa/Casablanca",
}

// In any zone and from any moment on, each week has its run, each run its own week, and a run
// that is looked for from just before it is the same.
func TestOnceAWeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		fields := fmt.Sprintf("%d %d * * %d", rapid.IntRange(0, 59).Draw(t, "minute"), rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 6).Draw(t, "day"))
		p, err := schedule.Parse(fields, zone, schedule.Week)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(rapid.Int64Range(1_577_836_800, 1_893_456_000).Draw(t, "from"), 0) // 2020 to 2030
		at = p.Next(at)
		for range 60 {
			next := p.Next(at)
			gap := next.Sub(at)
			if gap < 6*24*time.Hour+20*time.Hour || gap > 7*24*time.Hour+4*time.Hour {
				t.Fatalf("%s in %s: %s follows %s", fields, zone, next, at)
			}
			if p.Key(next) <= p.Key(at) {
				t.Fatalf("%s in %s: week %s follows %s", fields, zone, p.Key(next), p.Key(at))
			}
			if again := p.Next(next.Add(-time.Second)); !again.Equal(next) {
				t.Fatalf("%s in %s: %s, but from a second before it %s", fields, zone, next, again)
			}
			at = next
		}
	})
}
