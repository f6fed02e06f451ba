package bot

import "github.com/slack-go/slack"

// help says what can be asked, with examples.
func help(lang string) Reply {
	first, rest := helpEnglish[0], helpEnglish[1:]
	if lang == "ko" {
		first, rest = helpKorean[0], helpKorean[1:]
	}
	var lines []*line
	for _, h := range rest {
		lines = append(lines, new(line).code(h[0]).text("  "+h[1]))
	}
	block := para(new(line).text(first[1]))
	block.Elements = append(block.Elements, bullets(lines...))
	return newReply(notice(first[1]), []slack.Block{block}...)
}

var helpEnglish = [][2]string{
	{"", "I answer alerts with past incidents that are like them. You can ask, too:"},
	{"/incidentlib <what you see>", "finds past cases: a log line, an alert, a sentence"},
	{"/incidentlib component:coredns since:2022 \"connection refused\" -redis", "narrows it: component, symptom, cause, domain, mechanism, org, lang, since, until; exact words; what must not be there"},
	{"/incidentlib show IL-0461", "shows one case whole"},
	{"/incidentlib help", "shows this"},
}

var helpKorean = [][2]string{
	{"", "알림이 오면 비슷한 과거 장애 사례로 답합니다. 직접 물어볼 수도 있습니다:"},
	{"/incidentlib <보이는 것>", "로그 한 줄, 알림, 문장으로 사례를 찾습니다"},
	{"/incidentlib component:coredns since:2022 \"connection refused\" -redis", "좁혀서 찾습니다: component, symptom, cause, domain, mechanism, org, lang, since, until, 정확한 문구, 없어야 할 말"},
	{"/incidentlib show IL-0461", "사례 하나를 모두 보여 줍니다"},
	{"/incidentlib help", "이 도움말을 보여 줍니다"},
}
