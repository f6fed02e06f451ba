package bot

import "fmt"

// words are the bot's own sentences in one language.
type words struct {
	sure     func(confidence float64, who string) string // first line of a reply
	unsure   string                                      // first line when a person asked and the cases are only near
	filtered string                                      // first line when cases meet the filters of a search
	why      string
	lesson   string
	fix      string
	check    string
	confirm  string
	reject   string
	also     string
	details  string
	right    string // it was this case
	wrong    string // it was not
	noVote   string
	whose    string                 // it cannot be told whether the person who votes is of this workspace
	tooOld   string                 // the reply that was voted on is not known any more
	notShown func(id string) string // … or shows other cases by now
	share    string
	close    string

	sameComponent string
	sameSymptom   string
	sameMechanism string
	sharedWords   string
	nothing       string // a person asked and no case fits
	asked         func(text string) string
	noSuchCase    func(id string) string
	failed        string
	outside       string // somebody wants to share where other companies read
	readers       string // or where it cannot be told who reads
	tooLate       string // … or when Slack no longer takes it
	seen          func(times int, since string) string
	resolved      func(after string) string
	sections      sections
}

// sections are the headings of a whole case.
type sections struct {
	summary, symptoms, trigger, detection, remediation, actions, lessons, signals, checks, sources string
}

// wordsIn returns the words of lang; English for every language but Korean.
func wordsIn(lang string) *words {
	if lang == "ko" {
		return &korean
	}
	return &english
}

var english = words{
	sure: func(c float64, who string) string {
		switch {
		case c >= 0.85:
			return "Very likely seen before: " + who
		case c >= 0.6:
			return "Probably seen before: " + who
		}
		return "Possibly seen before: " + who
	},
	unsure:   "Nothing fits well. The nearest cases:",
	filtered: "Cases that meet your search:",
	why:      "Why",
	lesson:   "Lesson",
	fix:      "What fixed it",
	check:    "Check now",
	confirm:  "It is this if",
	reject:   "It is not if",
	also:     "Also like it",
	details:  "Details",
	right:    "This is it",
	wrong:    "Not this",
	noVote:   "Only people of this workspace can vote.",
	whose:    "Your vote was not counted: it cannot be told whether you are of this workspace.",
	tooOld:   "This answer is too old to vote on.",
	notShown: func(id string) string {
		return fmt.Sprintf("Your vote was not counted: this answer does not show the case %s any more.", id)
	},
	share:         "Share to channel",
	close:         "Close",
	sameComponent: "same component",
	sameSymptom:   "same symptom",
	sameMechanism: "fails the same way",
	sharedWords:   "shared words",
	nothing:       "No past case is like this.",
	asked:         func(text string) string { return "You asked: " + text },
	noSuchCase:    func(id string) string { return fmt.Sprintf("There is no case %s in the library.", id) },
	failed:        "Something went wrong on our side. It is logged; please try again.",
	outside:       "Not shared: people of other companies read this channel.",
	readers:       "Not shared: it cannot be told who reads this channel. Try again; in a private channel the app needs groups:read.",
	tooLate:       "Too late to share this answer. Ask again and share the new one.",
	seen:          func(n int, since string) string { return fmt.Sprintf("Seen %d× since %s", n, since) },
	resolved:      func(after string) string { return "Resolved after " + after },
	sections: sections{"Summary", "Symptoms", "Trigger", "Detection", "What was tried", "Action items",
		"Lessons", "Signals", "Checks", "Sources"},
}

var korean = words{
	sure: func(c float64, who string) string {
		switch {
		case c >= 0.85:
			return "거의 같은 장애가 있었습니다: " + who
		case c >= 0.6:
			return "비슷한 장애가 있었습니다: " + who
		}
		return "비슷할 수 있는 장애가 있었습니다: " + who
	},
	unsure:   "잘 맞는 사례가 없습니다. 가장 가까운 사례:",
	filtered: "조건에 맞는 사례:",
	why:      "근거",
	lesson:   "교훈",
	fix:      "해결한 방법",
	check:    "지금 확인할 것",
	confirm:  "맞으면",
	reject:   "아니면",
	also:     "함께 볼 사례",
	details:  "자세히",
	right:    "이 사례예요",
	wrong:    "아니에요",
	noVote:   "이 워크스페이스 사람만 투표할 수 있습니다.",
	whose:    "투표가 반영되지 않았습니다. 이 워크스페이스 사람인지 확인할 수 없습니다.",
	tooOld:   "오래된 답변이라 투표할 수 없습니다.",
	notShown: func(id string) string {
		return fmt.Sprintf("투표가 반영되지 않았습니다. 이 답변에는 더 이상 %s 사례가 없습니다.", id)
	},
	share:         "채널에 공유",
	close:         "닫기",
	sameComponent: "같은 구성 요소",
	sameSymptom:   "같은 증상",
	sameMechanism: "같은 장애 유형",
	sharedWords:   "함께 나온 말",
	nothing:       "비슷한 과거 사례가 없습니다.",
	asked:         func(text string) string { return "질문: " + text },
	noSuchCase:    func(id string) string { return fmt.Sprintf("라이브러리에 %s 사례가 없습니다.", id) },
	failed:        "처리하는 중에 오류가 났습니다. 기록해 두었으니 다시 시도해 주세요.",
	outside:       "공유하지 않았습니다. 다른 회사 사람들도 이 채널을 봅니다.",
	readers:       "공유하지 않았습니다. 이 채널을 누가 보는지 확인할 수 없습니다. 다시 시도해 주세요. 비공개 채널이라면 앱에 groups:read 권한이 필요합니다.",
	tooLate:       "시간이 지나 이 답변은 공유할 수 없습니다. 다시 질문한 뒤 공유해 주세요.",
	seen:          func(n int, since string) string { return fmt.Sprintf("%s부터 %d번 발생", since, n) },
	resolved:      func(after string) string { return after + " 만에 해소" },
	sections: sections{"요약", "증상", "발단", "감지", "시도한 것", "후속 조치",
		"교훈", "시그널", "확인", "출처"},
}
