package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/schedule"
)

// A digest as people see it, in both languages, on a desk and on a phone: its chart, its table,
// and the button that opens the form of a missing case.
func TestDigestInBrowser(t *testing.T) {
	plan, err := schedule.Parse("0 9 * * MON", "UTC", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ko"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			w := wordsIn(lang)
			s := newStage(t, kafka(), Options{Language: lang})
			now := time.Now()
			s.clock = now.Add(-time.Hour)
			s.pass(0)
			for i := range 3 {
				s.alert(fmt.Sprintf(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on broker-%d"}`, i))
			}
			for range 2 {
				s.alert(ringAlert)
			}
			s.due(plan.Next(now.Add(24 * time.Hour)))
			p := browse(t, s.page)
			p.see(".channel .chart", w.digest.chart(DigestWeekly))
			p.see(".channel table", w.digest.tableHead[0])
			p.see(".channel .button", strings.TrimSpace(w.digest.write("")))
			p.picture("digest")
			p.click(".channel .button", strings.TrimSpace(w.digest.write("")))
			p.see(".modal", "")
			p.picture("form")
		})
	}
}
