package alert

import (
	"regexp"

	"incidentlib/matcher"
)

// Shapes of messages that are not about something failing now. Each stands for a
// habit of writing that many tools and teams share, not for one tool's sentence.
var (
	testShape = regexp.MustCompile(`(?i)\btest ?(?:alert|alarm|notification|message|incident|event|page)\b|\bthis is (?:only )?a (?:\w+ )?(?:test|drill)\b|\b(?:sample|example|dummy) (?:alert|event|exception|error|notification|incident)\b|\bplease ignore\b|\btest(?:ing)? (?:the |our )?(?:alerts?|alerting|notifications?|integration|webhook|receiver|pager)\b|\bgame ?day drill\b|(?:알림|알람|경보|웹훅|연동) ?(?:발송 ?)?테스트|테스트 ?(?:알림|알람|경보|메시지|메세지|발송)|테스트(?:입니다|이니|에요|예요)|무시(?:하세요|해 ?주세요|하셔도|바랍니다)`)

	heartbeatName  = regexp.MustCompile(`^(?:Watchdog|DeadMans?S(?:witch|nitch)|Dead ?[Mm]an'?s ?[Ss](?:witch|nitch)|InfoInhibitor|AlwaysFiring|PrometheusAlertmanagerE2E\w*|[Hh]eartbeat)\b`)
	heartbeatShape = regexp.MustCompile(`(?i)\b(?:is|should) always (?:be )?(?:firing|fires?)\b|\bentire alerting pipeline is functional\b|\bheartbeat (?:ok|received|is alive)\b|하트비트 ?(?:정상|수신)`)

	changeShape = regexp.MustCompile(`(?i)\b(?:opened|closed|merged|approved|reopened|reviewed|commented on|requested (?:a )?review|requested changes|pushed)\b.{0,60}(?:\bpull request\b|\bmerge request\b|\bPR\b|\bMR\b|[#!]\d+|\bcommits?\b|\bbranch\b)|(?:\bpull request\b|\bmerge request\b|\bPR\b|\bMR\b|^!\d+|^\[[\w./-]+\]).{0,160}\b(?:opened|closed|merged|approved|reopened|ready for review|review requested|commits? pushed|pushed)\b|\bnew commits? (?:pushed|to)\b|` +
		`\b(?:build|chore|ci|docs|feat|fix|perf|refactor|style|test)(?:\([\w./-]+\))?!?: \S|` +
		`\b(?:build|ci|tests?|lint|job|workflow|pipeline|checks?)\b.{0,60}\b(?:passed|failed|succeeded|success|fixed|canceled|cancelled)\b.{0,80}(?:\bbranch\b|\bPR\b|\bcommit\b|\b[0-9a-f]{7,40}\b|\btests? (?:passed|failed)\b|\blint)|\bCI #\d+|\bbuild #\d+|` +
		`^[A-Z][A-Z0-9]+-\d+\b.{0,200}(?:\bstatus\b|\bassigned\b|\bassignee\b|→|->|\bcreated\b|\bmoved\b)|\b(?:created|updated|assigned|transitioned|moved) (?:the )?(?:issue|ticket|task|story|bug)?\s*[A-Z][A-Z0-9]+-\d+\b|` +
		`테스트 ?결과|빌드 ?(?:성공|실패|완료)|(?:PR|MR|풀 ?리퀘스트|머지 ?리퀘스트).{0,40}(?:리뷰|머지|올렸|승인|부탁)`)

	deployShape = regexp.MustCompile(`(?i)\b(?:deploy(?:ed|ing|ment|s)?|rollout|release)\b.{0,80}\b(?:started|starting|finished|complete[ds]?|succe\w+|done|live|rolled out|by \S+|to (?:prod\w*|staging|production|canary))\b|\b(?:started|starting|finished|completed?|successful)\b.{0,40}\b(?:deploy\w*|release|rollout)\b|\b(?:deployed|released|shipped|promoted|rolled out)\b.{0,40}(?:\bv?\d+\.\d+|\b[0-9a-f]{7,40}\b|\bto (?:prod\w*|staging|production|\d+%))|\brelease[ds]? v?\d+\.\d+|` +
		`\bpipeline\b.{0,120}\b(?:completed|succeeded|finished)\b|\bturned (?:on|off) (?:the )?(?:feature )?flag\b|\bfeature flag\b.{0,60}\b(?:enabled|disabled|updated|toggled|turned|set)\b|\bflag\b.{0,60}\bturned (?:on|off)\b|` +
		`(?:배포|릴리[즈스]|롤아웃|출시).{0,20}(?:시작|진행|완료|나갑니다|했습니다|합니다|예정|끝났)|(?:시작|완료).{0,10}배포`)

	maintenanceShape = regexp.MustCompile(`(?i)\b(?:scheduled|planned|upcoming|routine|network provider|provider) (?:maintenance|change|downtime|upgrade|work|failover(?: test)?|migration|reboots?|switch-?over)\b|\bmaintenance (?:completed|scheduled|announced|notice|window (?:is|starts|on|from|tonight|tomorrow|begins|for)|starts|begins|will|has finished|is (?:complete|over|done|scheduled))|\bwill (?:be (?:upgrad|migrat|replac|reboot|patch|unavailable|undergo)\w*|undergo)|\bunder maintenance\b|MAINTENANCE_SCHEDULED|` +
		`(?:점검|작업|교체|업그레이드|이전|패치).{0,12}(?:예정|안내|공지|합니다|진행합니다|있습니다|완료)|정기 ?점검`)
)

// housekeeping reports whether Slack wrote the message about the channel itself.
// A subtype that is not known yet is taken for one.
func housekeeping(subtype string) bool {
	switch subtype {
	case "", "bot_message", "file_share", "thread_broadcast", "message_changed", "file_comment", "message_replied":
		return false
	}
	return true
}

// kindOf says what sort of message it is. What a tool says outright comes first;
// then shapes that are never about a failure; then the weight of the words.
func kindOf(d *draft, a matcher.Alert, first string) matcher.Kind {
	text := cutBytes(a.Text, 6_000)
	name := a.Label("alertname")
	if name == "" {
		name = a.Title
	}
	e := weigh(text)
	t := toolOf(d, a.Text)
	monitored := t != nil && t.trade == monitors
	switch {
	case housekeeping(d.subtype):
		return matcher.Chatter
	case testShape.MatchString(cutBytes(text, 400)):
		return matcher.Test
	case heartbeatName.MatchString(name) && (monitored || a.Label("alertname") != "") && !missing.MatchString(text), heartbeatShape.MatchString(text):
		return matcher.Heartbeat
	case a.Status == matcher.Resolved && !(a.Source == "person" && e.failure > 3):
		return matcher.Recovery
	case a.Status == matcher.Firing && (t == nil || monitored):
		return matcher.Problem
	case t != nil && t.trade == changes && deployShape.MatchString(head(text)) && !changeShape.MatchString(head(text)):
		return matcher.Deploy
	case t != nil && t.trade == changes:
		return matcher.Change
	case t != nil && t.trade == talks:
		return matcher.Chatter
	case !monitored && changeShape.MatchString(head(text)) && e.failure < 6:
		return matcher.Change
	case maintenanceShape.MatchString(text) && e.failure < 3:
		return matcher.Maintenance
	case (t != nil && t.trade == deploys || !monitored && deployShape.MatchString(text)) && e.failure < 2:
		return matcher.Deploy
	case monitored && t.slug != "kubernetes-event" && e.chat < 3:
		return matcher.Problem
	case e.failing():
		return matcher.Problem
	}
	return matcher.Chatter
}

// missing matches a heartbeat that did not arrive, which is a problem.
var missing = regexp.MustCompile(`(?i)\bmissed\b|\bmissing\b|has not (?:checked in|reported)|did not|not received|no heartbeat|absent|누락|끊`)

// head is where a message says what it is: its first 300 bytes.
func head(text string) string { return cutBytes(text, 300) }
