package bot

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// korean are the words in Korean.
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
	storm: func(n int) string {
		if n == 1 {
			return "알림이 한꺼번에 쏟아지고 있습니다. 과거 사례와 비슷한 알림을 여기에 모읍니다:"
		}
		return fmt.Sprintf("과거 사례와 비슷한 알림 %d건이 한꺼번에 왔습니다:", n)
	},
	more: func(n int) string { return fmt.Sprintf("… 그 밖에 %d건", n) },
	sections: sections{"요약", "증상", "발단", "감지", "시도한 것", "후속 조치",
		"교훈", "시그널", "확인", "출처"},
	digest: digestWords{
		week: func(from, last time.Time) string {
			return from.Format("2006년 1월 2일") + " ~ " + last.Format("1월 2일")
		},
		month:   func(from, _ time.Time) string { return from.Format("2006년 1월") },
		changes: "라이브러리에 새로 들어온 사례",
		alerts: func(now, before int) string {
			return fmt.Sprintf("알림 %d건, ", now) + change(now, before, "이전보다 %d건 늘었습니다", "이전보다 %d건 줄었습니다", "이전과 같습니다")
		},
		chart:    "하루 알림 수",
		answered: "답변함",
		silent:   "침묵",
		counts: func(answered, silent, helped, wrong int, share string) string {
			line := fmt.Sprintf("답변 %d건 · 침묵 %d건", answered, silent)
			if helped+wrong > 0 {
				line += fmt.Sprintf(" · “이 사례예요” %d표 · “아니에요” %d표 (정답률 %s)", helped, wrong, share)
			}
			return line
		},
		top:       "가장 잦은 알림",
		tableHead: [4]string{"알림", "이번", "이전", "답변"},
		repeats:   "되풀이됐지만 우리 팀 사례가 없는 알림",
		uncovered: "맞는 사례가 없는 알림",
		write:     func(title string) string { return "사례 쓰기: " + title },
		best:      func(votes int) string { return fmt.Sprintf("가장 도움이 된 사례 (%d표)", votes) },
		open:      "다시 나타난 사례에 남은 후속 조치",
		fresh:     func(n int) string { return fmt.Sprintf("라이브러리에 새 사례 %d건", n) },
		idle: func(n int, ids string) string {
			return fmt.Sprintf("이번 분기에 어떤 알림과도 맞지 않은 우리 사례 %d건: %s", n, ids)
		},
		ending:  "곧 끝나는 조용히",
		ends:    func(title, until string) string { return title + " — " + until + "까지" },
		times:   func(n int) string { return fmt.Sprintf("%d번", n) },
		more:    func(n int) string { return fmt.Sprintf("… 그 밖에 %d건", n) },
		nothing: "이 기간에도 그 전 기간에도 알림이 없었습니다.",
		all:     "이 기간의 모든 알림",
		late:    "예정보다 늦은 요약입니다. 예정된 때에 봇이 실행되고 있지 않았습니다.",
		gone: func(channel, why string) string {
			return fmt.Sprintf("%s 채널의 요약을 끝냈습니다. Slack에서 그 채널에 글을 올릴 수 없다고 합니다(%s). 봇이 채널에 다시 들어오면 다시 구독해 주세요.", channel, why)
		},
		day: func(t time.Time) string {
			return []string{"일", "월", "화", "수", "목", "금", "토"}[t.Weekday()] + t.Format(" 2")
		},
		unclear: func(word string) string {
			return fmt.Sprintf("“%s”라는 말을 모르겠습니다. digest preview, now, subscribe, unsubscribe와 weekly, monthly, library를 쓸 수 있습니다.", word)
		},
		subscribed: func(next, zone string) string {
			return "구독했습니다. 다음 요약은 " + next + " (" + zone + ")에 옵니다."
		},
		unsubscribed:  "이 채널에는 이제 이 요약을 올리지 않습니다.",
		notSubscribed: "이 채널은 이 요약을 구독하지 않았습니다.",
		coming:        "요약을 이 채널에 올리고 있습니다.",
		state: func(kind, next, zone string) string {
			return fmt.Sprintf("%s: 다음은 %s (%s)", kind, next, zone)
		},
	},
	help: [][2]string{
		{"", "알림이 오면 비슷한 과거 장애 사례로 답합니다. 직접 물어볼 수도 있습니다:"},
		{"/incidentlib <보이는 것>", "로그 한 줄, 알림, 문장으로 사례를 찾습니다"},
		{"/incidentlib component:coredns since:2022 \"connection refused\" -redis", "좁혀서 찾습니다: component, symptom, cause, domain, mechanism, org, lang, since, until, 정확한 문구, 없어야 할 말"},
		{"/incidentlib show IL-0461", "사례 하나를 모두 보여 줍니다"},
		{"/incidentlib help", "이 도움말을 보여 줍니다"},
	},
}

// josa returns word with the particle that its sound asks for: withFinal after a final
// consonant, as in 사례는 without and 답변은 with. Latin letters and digits go by how Koreans
// read them out.
func josa(word, withFinal, without string) string {
	if endsInConsonant(word) {
		return word + withFinal
	}
	return word + without
}

// endsInConsonant says whether a word, read out in Korean, ends in a consonant. Of Latin
// letters these are L, M, N and R; of digits 0, 1, 3, 6, 7 and 8.
func endsInConsonant(word string) bool {
	for word != "" {
		r, size := utf8.DecodeLastRuneInString(word)
		word = word[:len(word)-size]
		switch {
		case r >= '가' && r <= '힣':
			return (r-'가')%28 != 0
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			switch unicode.ToLower(r) {
			case 'l', 'm', 'n', 'r', '0', '1', '3', '6', '7', '8':
				return true
			}
			return false
		}
	}
	return false
}
