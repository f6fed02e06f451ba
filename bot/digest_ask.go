package bot

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// digestAsk is what a person wants of digests: "subscribe monthly 0 9 1 * * Asia/Seoul".
type digestAsk struct {
	verb string // "now", "preview", "subscribe", "unsubscribe", "" to see how things are
	kind string
	cron string // "" is the usual time
	zone string // "" is the zone of who asks
}

// digestWord is a word of what is wanted of digests, in English.
func digestWord(typed string) string {
	switch typed = strings.ToLower(typed); typed {
	case "지금":
		return "now"
	case "미리보기":
		return "preview"
	case "구독":
		return "subscribe"
	case "구독취소", "취소", "해지":
		return "unsubscribe"
	case "주간", "매주":
		return DigestWeekly
	case "월간", "매월", "매달":
		return DigestMonthly
	case "라이브러리":
		return DigestLibrary
	}
	return typed
}

// parseDigestAsk reads what stands after "digest". fault is the word it could make nothing of.
func parseDigestAsk(text string) (ask digestAsk, fault string) {
	words := strings.Fields(text)
	take := func(allowed ...string) string {
		if len(words) == 0 {
			return ""
		}
		word := digestWord(words[0])
		if !slices.Contains(allowed, word) {
			return ""
		}
		words = words[1:]
		return word
	}
	takeKind := func() string { return take(DigestWeekly, DigestMonthly, DigestLibrary) }
	ask.kind = takeKind() // before the verb or behind it
	ask.verb = take("now", "preview", "subscribe", "unsubscribe")
	if ask.verb == "subscribe" && take("unsubscribe") != "" {
		ask.verb = "unsubscribe" // "구독 취소"
	}
	if ask.kind == "" {
		ask.kind = cmp.Or(takeKind(), DigestWeekly)
	}
	if n := len(words); n > 0 && ask.verb == "subscribe" && (strings.Contains(words[n-1], "/") && !strings.HasPrefix(words[n-1], "*") || strings.EqualFold(words[n-1], "UTC")) {
		ask.zone, words = words[n-1], words[:n-1]
	}
	if ask.verb == "subscribe" {
		ask.cron, words = strings.Trim(strings.Join(words, " "), "`\"'“”"), nil
	}
	if len(words) > 0 {
		return ask, words[0]
	}
	return ask, ""
}

// inZone is a moment as clocks of a zone show it; the zone was checked before.
func inZone(at time.Time, zone string) string {
	location, err := time.LoadLocation(zone)
	if err != nil {
		location = time.UTC
	}
	return at.In(location).Format("2006-01-02 15:04")
}
