// Package schedule says when something that comes once a week or once a month is due, in a time
// zone whose clocks may jump.
//
// A Plan is read from five cron fields by robfig/cron, which knows how to read them, and stepped
// along the wall clock, which it does not do well: around a change of clocks it leaves a run out
// or makes it twice, and it panics on a zone without fields.
package schedule

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Period is what comes once in: a Plan is due once a period at most.
type Period string

const (
	Week  Period = "week"  // Monday to Sunday
	Month Period = "month" // of the calendar
)

// Plan is a time of day on days of the week or month, in a zone.
type Plan struct {
	period Period
	zone   *time.Location
	spec   *cron.SpecSchedule
}

// Wrong is what is wrong with a schedule.
type Wrong string

const (
	WrongFields Wrong = "fields"    // they cannot be read
	WrongZone   Wrong = "zone"      // there is none of that name
	NeverDue    Wrong = "never"     // no day is like that
	TooOften    Wrong = "too often" // it is due more than once a period
)

// A Refusal is why a schedule cannot be; it says so in English.
type Refusal struct {
	Wrong Wrong
	said  string
}

func (r Refusal) Error() string { return r.said }

// Parse reads five cron fields (minute, hour, day of month, month, day of week) and the IANA
// name of a time zone. The plan must be due no more than once a period. An error is a Refusal.
func Parse(fields, zone string, period Period) (Plan, error) {
	location, err := zoneOf(zone)
	if err != nil {
		return Plan{}, err
	}
	spec, err := specOf(fields)
	if err != nil {
		said := fmt.Sprintf("schedule %q: %v; write minute, hour, day of month, month and day of week, such as 0 9 * * MON", fields, err)
		return Plan{}, Refusal{WrongFields, said}
	}
	p := Plan{period, location, spec}
	return p, p.check(fields)
}

func zoneOf(name string) (*time.Location, error) {
	location, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, Refusal{WrongZone, fmt.Sprintf("time zone %q is not known; write it as in Asia/Seoul or UTC", name)}
	}
	return location, nil
}

// specOf reads the fields. What names a zone of its own is refused, and what cron panics on is
// an error.
func specOf(fields string) (spec *cron.SpecSchedule, err error) {
	defer func() {
		if p := recover(); p != nil {
			spec, err = nil, errors.New("it cannot be read")
		}
	}()
	if len(fields) > 200 {
		return nil, errors.New("it is too long")
	}
	if strings.Contains(fields, "=") {
		return nil, errors.New("the time zone is a setting of its own")
	}
	if n := len(strings.Fields(fields)); n != 5 {
		return nil, fmt.Errorf("it has %d fields, not five", n)
	}
	parsed, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(fields)
	if err != nil {
		return nil, err
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return nil, errors.New("it cannot be read")
	}
	spec.Location = time.UTC // wall clocks are stepped as if they were UTC
	return spec, nil
}

// checked is how many runs are looked at to tell whether a plan keeps to its period: more than
// a year of weeks.
const checked = 60

// check refuses a plan that is never due, or twice in one period.
func (p Plan) check(fields string) error {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	last := ""
	for range checked {
		if at = p.spec.Next(at); at.IsZero() {
			return Refusal{NeverDue, fmt.Sprintf("schedule %q is never due", fields)}
		}
		key := p.key(at)
		if key == last {
			return Refusal{TooOften, fmt.Sprintf("schedule %q is due more than once a %s", fields, p.period)}
		}
		last = key
	}
	return nil
}

// Next is when the plan is due first after a moment. A time that the clocks leave out in spring
// is made up for by as much as they jump; of one that comes twice in autumn the first counts.
func (p Plan) Next(after time.Time) time.Time {
	// A time that the clocks left out lies, on the wall, before the moment that makes up for it.
	wall := wallOf(after.In(p.zone)).Add(-around)
	for {
		if wall = p.spec.Next(wall); wall.IsZero() {
			return time.Time{}
		}
		if at := p.instant(wall); at.After(after) {
			return at
		}
	}
}

// Key names the period that a moment lies in, "2026-W09" or "2026-02". Keys grow with time.
func (p Plan) Key(at time.Time) string { return p.key(wallOf(at.In(p.zone))) }

func (p Plan) key(wall time.Time) string {
	if p.period == Month {
		return wall.Format("2006-01")
	}
	year, week := wall.ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

// Span is the whole period before the one that a moment lies in: what a digest that is due then
// tells of.
func (p Plan) Span(at time.Time) (from, to time.Time) {
	wall := wallOf(at.In(p.zone))
	day := time.Date(wall.Year(), wall.Month(), wall.Day(), 0, 0, 0, 0, time.UTC)
	if p.period == Month {
		to := day.AddDate(0, 0, 1-day.Day())
		return p.instant(to.AddDate(0, -1, 0)), p.instant(to)
	}
	monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	return p.instant(monday.AddDate(0, 0, -7)), p.instant(monday)
}

// Zone is the zone of the plan.
func (p Plan) Zone() *time.Location { return p.zone }

// wallOf is what a clock on the wall shows, as if it were UTC.
func wallOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// around is further than any change of clocks reaches.
const around = 26 * time.Hour

// instant is the moment at which clocks on walls of the zone show this: the first, where they
// show it twice. Where they never do, it is the moment by the clock before the jump.
func (p Plan) instant(wall time.Time) time.Time {
	before, after := p.by(wall, -around), p.by(wall, around)
	for _, at := range []time.Time{before, after} {
		if wallOf(at.In(p.zone)).Equal(wall) {
			return at
		}
	}
	return before
}

// by reads a wall clock by the offset that the zone has some time away from it.
func (p Plan) by(wall time.Time, away time.Duration) time.Time {
	_, offset := wall.Add(away).In(p.zone).Zone()
	return wall.Add(-time.Duration(offset) * time.Second).In(p.zone)
}
