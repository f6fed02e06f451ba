package bot

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"incidentlib/matcher"
)

// A verb is one thing that people can ask for, by /incidentlib or by a mention. Reading what
// they typed, help, and "did you mean" all go by the same list of verbs.
type verb struct {
	name    string            // in English, as a request keeps it
	other   []string          // what it is called besides, in Korean first
	args    matcher.Text      // how help writes what stands behind it; empty for nothing
	does    matcher.Text      // one line of help; empty for a verb that is not told of
	spoken  map[string]string // Korean words behind it and what they mean
	fits    func(string) bool // whether what stands behind it makes sense; else all of it is text to search for
	linked  bool              // it may be about a message, named by its link
	mention bool              // it is written to the bot by a mention alone
	shares  bool              // its answer can be shared with the channel
	do      func(*Bot, context.Context, question) (answer, error)
}

// likeMessage is the verb of the message shortcut. With a space in it nobody types it.
const likeMessage = "like message"

// verbs lists all verbs in the order of help.
func verbs() []verb {
	return []verb{
		{name: "search", other: []string{"검색", "찾기", "find"}, fits: anything, do: (*Bot).search, shares: true,
			args: matcher.Text{En: "<what you see>", Ko: "<보이는 것>"},
			does: matcher.Text{En: "finds past cases; the word search may be left out", Ko: "비슷한 과거 사례를 찾습니다. 검색이라는 말은 빼도 됩니다"}},
		{name: "show", other: []string{"보기"}, fits: oneWord, do: (*Bot).show, shares: true,
			args: matcher.Text{En: "IL-0461", Ko: "IL-0461"},
			does: matcher.Text{En: "shows one case whole", Ko: "사례 하나를 전부 보여 줍니다"}},
		{name: "similar", other: []string{"유사", "비슷한"}, fits: oneWord, do: (*Bot).alike, shares: true,
			args: matcher.Text{En: "IL-0461", Ko: "IL-0461"},
			does: matcher.Text{En: "lists cases like that case", Ko: "그 사례와 비슷한 사례를 보여 줍니다"}},
		{name: "why", other: []string{"왜", "이유"}, fits: oneOf("", "last"), do: (*Bot).explain, linked: true,
			spoken: map[string]string{"마지막": "last"},
			args:   matcher.Text{En: "last | <message link>", Ko: "마지막 | <메시지 링크>"},
			does:   matcher.Text{En: "says why a message was answered or not, and what was missing", Ko: "왜 답했는지, 왜 답하지 않았는지, 무엇이 모자랐는지 알려 줍니다"}},
		{name: "recent", other: []string{"최근"}, fits: aNumber, do: (*Bot).recent, shares: true,
			does: matcher.Text{En: "lists the last alerts of this channel and what was said", Ko: "이 채널의 최근 알림과 답한 내용을 보여 줍니다"}},
		{name: "random", other: []string{"무작위", "아무거나"}, fits: nothing, do: (*Bot).random, shares: true,
			does: matcher.Text{En: "shows a case to learn from", Ko: "배울 만한 사례 하나를 골라 보여 줍니다"}},
		{name: "game", other: []string{"게임", "퀴즈"}, fits: oneOf("", "score"), do: (*Bot).play,
			spoken: map[string]string{"점수": "score"},
			args:   matcher.Text{En: "[score]", Ko: "[점수]"},
			does:   matcher.Text{En: "gives you the symptoms of a case; you guess the cause", Ko: "증상을 보고 원인을 맞히는 게임입니다"}},
		{name: "add", other: []string{"추가", "등록"}, fits: anything, do: (*Bot).addAsked,
			does: matcher.Text{En: "writes a case of your own", Ko: "우리 팀의 사례를 새로 씁니다"}},
		{name: "note:", other: []string{"메모:"}, mention: true, fits: anything, do: (*Bot).noteAsked,
			args: matcher.Text{En: "<text>", Ko: "<내용>"},
			does: matcher.Text{En: "in a thread: keeps a note on its case for the next reader", Ko: "스레드에서: 그 사례에 다음 사람을 위한 메모를 남깁니다"}},
		{name: "quiet", other: []string{"조용히", "알림끄기", "mute"}, fits: aHush, do: (*Bot).quietAsked, linked: true,
			spoken: map[string]string{"마지막": "last", "해제": "off"},
			args:   matcher.Text{En: "[last 24h]", Ko: "[마지막 24h]"},
			does:   matcher.Text{En: "lists the alerts that get no answer, or adds one", Ko: "조용히 하기로 한 알림을 보여 주거나 추가합니다"}},
		{name: "settings", other: []string{"설정"}, fits: nothing, do: (*Bot).settingsAsked,
			does: matcher.Text{En: "changes how the bot behaves in this channel", Ko: "이 채널에서 봇이 어떻게 동작할지 바꿉니다"}},
		{name: "digest", other: []string{"다이제스트", "요약"}, fits: aDigest, do: (*Bot).digestAsked, shares: true,
			args: matcher.Text{En: "now | preview | subscribe | unsubscribe [weekly | monthly | library]", Ko: "지금 | 미리보기 | 구독 | 구독취소 [주간 | 월간 | 라이브러리]"},
			does: matcher.Text{En: "sums up a week or a month of this channel, or what is new in the library", Ko: "이 채널의 한 주나 한 달, 또는 라이브러리에 새로 들어온 사례를 요약합니다"}},
		{name: "privacy", other: []string{"개인정보", "보관"}, fits: nothing, do: (*Bot).privacy,
			does: matcher.Text{En: "says what is kept of this channel, and for how long", Ko: "이 채널에서 무엇을 얼마나 보관하는지 알려 줍니다"}},
		{name: "forget", other: []string{"삭제", "잊기"}, fits: oneOf("", "last", "channel"), do: (*Bot).forget, linked: true,
			spoken: map[string]string{"마지막": "last", "채널": "channel"},
			args:   matcher.Text{En: "<message link> | channel", Ko: "<메시지 링크> | 채널"},
			does:   matcher.Text{En: "removes what is kept of a message, or of this channel", Ko: "메시지 하나나 이 채널에 대해 보관한 것을 지웁니다"}},
		{name: "look", fits: nothing, do: (*Bot).lookAtThread},
		{name: likeMessage, fits: anything, do: (*Bot).like, shares: true},
		{name: "help", other: []string{"도움말", "도움", "?"}, fits: aTopic, do: (*Bot).help,
			args: matcher.Text{En: "search | buttons | settings | digest | privacy", Ko: "검색 | 버튼 | 설정 | 다이제스트 | 개인정보"},
			does: matcher.Text{En: "tells more about one of these", Ko: "이 가운데 하나를 자세히 설명합니다"}},
	}
}

// verbNamed finds a verb by any of its names, in any letter case; nil is none.
func verbNamed(name string) *verb {
	for _, v := range verbs() {
		if name = strings.ToLower(name); v.name == name || slices.Contains(v.other, name) {
			return &v
		}
	}
	return nil
}

// called is what a verb is called in a language.
func (v verb) called(lang string) string {
	if lang == "ko" && len(v.other) > 0 {
		return v.other[0]
	}
	return v.name
}

// meant puts the English word, in small letters, for the first of what stands behind a verb.
func (v verb) meant(rest string) string {
	first, more, _ := strings.Cut(rest, " ")
	first = strings.ToLower(first)
	for korean, english := range v.spoken {
		if first == korean || first == english { // phones begin with a capital letter
			return strings.TrimSpace(english + " " + more)
		}
	}
	return rest
}

// told is what stands behind a verb, as people type it in a language; "…" stands for a link.
func (v verb) told(of, lang string) string {
	first, more, _ := strings.Cut(of, " ")
	if _, ok := readPermalink(first); ok && v.linked {
		return strings.TrimSpace("… " + more)
	}
	for korean, english := range v.spoken {
		if lang == "ko" && first == english {
			return strings.TrimSpace(korean + " " + more)
		}
	}
	return of
}

// What may stand behind a verb.

func anything(string) bool     { return true }
func nothing(rest string) bool { return rest == "" }
func oneWord(rest string) bool { return !strings.ContainsFunc(rest, unicode.IsSpace) }

func aNumber(rest string) bool {
	return len(rest) <= 3 && !strings.ContainsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
}

// oneOf takes these words alone.
func oneOf(words ...string) func(string) bool {
	return func(rest string) bool { return slices.Contains(words, strings.ToLower(rest)) }
}

// aDigest takes what can be wanted of digests.
func aDigest(rest string) bool {
	_, fault := parseDigestAsk(rest)
	return fault == ""
}

// aTopic takes one word that is a topic of help or a verb.
func aTopic(rest string) bool { return rest == "" || topicNamed(rest) != "" }

// maxAsked is how much of a request is read, in code points: written as JSON, where a quote
// takes two, it must fit into a button's value of 2,000.
const maxAsked = 900

// parseRequest reads what somebody typed. What makes no sense as a verb with what stands
// behind it is text to search for. A text without words is the zero request.
func parseRequest(text string) request {
	text = strings.TrimLeftFunc(norm.NFC.String(plain(text)), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ':' })
	text = strings.TrimSpace(text)
	if text == "" {
		return request{}
	}
	word, rest := text, ""
	if i := strings.IndexFunc(text, unicode.IsSpace); i > 0 {
		word, rest = text[:i], strings.TrimSpace(text[i:])
	}
	if v := verbNamed(word); v != nil {
		if rest = v.meant(rest); v.fits(rest) {
			return request{Verb: v.name, Of: cut(rest, maxAsked)}
		}
	}
	return request{Verb: "search", Of: cut(text, maxAsked)}
}
