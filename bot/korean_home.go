package bot

import (
	"errors"
	"fmt"
	"time"

	"incidentlib/bot/schedule"
)

var koreanHome = homeWords{
	week: "지난 7일",
	read: func(n, answered int) string {
		return fmt.Sprintf("읽은 알림 %d건, 답한 알림 %d건", n, answered)
	},
	told:   func(n int) string { return fmt.Sprintf("앞선 답변에 모았거나 해소된 알림: %d건", n) },
	silent: func(n int, why string) string { return fmt.Sprintf("답하지 않은 알림: %d건 (%s)", n, why) },
	votes: func(yes, no, percent int) string {
		return fmt.Sprintf("투표: ‘이 사례예요’ %d, ‘아니에요’ %d. 맞은 비율 %d%%", yes, no, percent)
	},
	quiet: "그동안 함께 있는 채널에 알림이 없었습니다.", noVotes: "투표가 없었습니다. 답변 아래 ‘이 사례예요’와 ‘아니에요’를 누르면 다음 답변이 나아집니다.",
	blind: "어느 채널에 계신지 Slack이 알려 주지 않습니다.", alone: "아직 함께 있는 채널이 없습니다. 알림이 오는 채널에 초대해 주세요: /invite @incidentlib",

	channels: "채널", settings: "설정",
	room:   func(n, answered int) string { return fmt.Sprintf("알림 %d건, 답변 %d건", n, answered) },
	abroad: "다른 회사 사람들도 보는 채널이라 읽지 않습니다.",

	muted: "조용히 하는 알림", unmute: "다시 켜기", noMutes: "조용히 하는 알림이 없습니다.",
	forGood: "계속", tillOver: "해소될 때까지",
	still:   func(left string) string { return left + " 더" },
	unmuted: func(title string) string { return "이제 조용히 하지 않습니다: " + title },

	waiting: "교훈이 없는 우리 사례", write: "교훈 쓰기", noWaiting: "모든 우리 사례에 교훈이 있습니다.",
	recent: "최근 우리 사례", noRecent: "아직 우리 사례가 없습니다. 메시지에서 ‘Save as a case’를 고르면 만들 수 있습니다.",
	added:   func(ago string) string { return ago + " 전에 추가" },
	changed: func(ago string) string { return ago + " 전에 수정" },

	reasons: map[Reason]string{
		NoCase: "맞는 사례 없음", Weak: "근거 부족", NotAlert: "알림 아님", ATest: "테스트", ABeat: "하트비트", ADeploy: "배포",
		AChange: "변경", Planned: "점검", NoWords: "내용 없음", Enough: "스레드에 충분히 답함", ForNow: "지금은 충분히 답함",
		Shadow: "그림자 모드", Unasked: "물어볼 때만", Barred: "올릴 수 없음", Again: "다시 옴", Same: "바뀐 것 없음",
	},
}

var koreanDigest = digestWords{
	week: func(from, last time.Time) string {
		return from.Format("2006년 1월 2일") + " ~ " + last.Format("1월 2일")
	},
	month:   func(from, _ time.Time) string { return from.Format("2006년 1월") },
	changes: "라이브러리에 새로 들어온 사례",
	alerts: func(now, before int) string {
		return fmt.Sprintf("알림 %d건, ", now) + change(now, before, "이전보다 %d건 늘었습니다", "이전보다 %d건 줄었습니다", "이전과 같습니다")
	},
	chart: func(kind string) string {
		if kind == DigestMonthly {
			return "주별 알림 수"
		}
		return "하루 알림 수"
	},
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
	bare:      "맞는 사례 없음",
	write:     func(title string) string { return "사례 쓰기: " + title },
	best:      func(votes int) string { return fmt.Sprintf("가장 도움이 된 사례 (%d표)", votes) },
	open:      "다시 나타난 사례에 남은 후속 조치",
	fresh:     func(n int) string { return fmt.Sprintf("라이브러리에 새 사례 %d건", n) },
	idle: func(n int, ids string) string {
		return fmt.Sprintf("이번 분기에 어떤 알림과도 맞지 않은 우리 사례 %d건: %s", n, ids)
	},
	ending: "곧 조용히 하기가 끝나는 알림",
	ends:   func(title, until string) string { return title + " — " + until + "까지" },
	times: func(now, before int) string {
		if before == 0 {
			return fmt.Sprintf("%d번 (처음)", now)
		}
		return fmt.Sprintf("%d번 (이전 %d번)", now, before)
	},
	more:       func(n int) string { return fmt.Sprintf("… 그 밖에 %d건", n) },
	nothing:    "지난 기간에도 그 전 기간에도 알림이 없었습니다.",
	nothingNew: "지난 기간에 라이브러리에 새로 들어오거나 바뀐 사례가 없습니다.",
	all:        "이 기간의 모든 알림",
	late:       "예정보다 늦은 다이제스트입니다. 예정된 때에 봇이 실행되고 있지 않았습니다.",
	gone: func(why string) string {
		return fmt.Sprintf("이 채널의 다이제스트를 끝냈습니다. Slack에서 글을 올릴 수 없다고 합니다(%s). 봇이 채널에 다시 들어오면 다시 구독해 주세요.", why)
	},
	leftOut:  "이 채널의 다이제스트를 건너뛰었습니다. 예정된 때부터 하루가 지나도록 봇이 실행되고 있지 않았습니다. 지금 올리려면 그 채널에서 /incidentlib digest now를 입력하세요.",
	silenced: "이 채널에는 아무것도 올리지 않습니다(/incidentlib settings). 혼자만 보이는 다이제스트입니다.",
	day: func(t time.Time) string {
		return []string{"일", "월", "화", "수", "목", "금", "토"}[t.Weekday()] + t.Format(" 2")
	},
	refused: func(why error) string {
		told := "때는 분, 시, 일, 월, 요일의 다섯 칸으로 0 9 * * MON 처럼 적어 주세요."
		if r, ok := errors.AsType[schedule.Refusal](why); ok {
			switch r.Wrong {
			case schedule.WrongZone:
				told = "모르는 시간대입니다. Asia/Seoul 이나 UTC 처럼 적어 주세요."
			case schedule.NeverDue:
				told = "그런 날은 오지 않습니다."
			case schedule.TooOften:
				told = "다이제스트는 한 주에 한 번, 한 달 것은 한 달에 한 번까지만 올립니다."
			}
		}
		return "바뀐 것이 없습니다. " + told
	},
	usage: [2]string{
		"/incidentlib 다이제스트 구독 [주간|월간|라이브러리] [0 9 * * MON] [Asia/Seoul]",
		"/incidentlib 다이제스트 미리보기 | 지금 | 구독취소",
	},
	subscribed: func(next, zone string) string {
		return "구독했습니다. 다음 다이제스트는 " + next + " (" + zone + ")에 올립니다."
	},
	unsubscribed:  "이 채널에는 이제 이 다이제스트를 올리지 않습니다.",
	notSubscribed: "이 채널은 이 다이제스트를 구독하지 않았습니다.",
	coming:        "다이제스트를 이 채널에 올리고 있습니다.",
	state: func(kind, next, zone string) string {
		return fmt.Sprintf("%s: 다음은 %s (%s)", kind, next, zone)
	},
}
