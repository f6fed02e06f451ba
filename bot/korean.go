package bot

import (
	"fmt"
	"strings"
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
	yes:  "네",
	no:   "아니요",
	wasIt: func(id string) string {
		return fmt.Sprintf("알림이 해소되었습니다. %s 사례가 맞았나요?", id)
	},
	note: func(day string) string { return "동료의 메모 (" + day + "):" },
	quiet: quietWords{
		menu:      "이 알림은 조용히",
		menuAll:   "이 알림들은 조용히",
		choices:   [4]string{"1시간 동안", "24시간 동안", "해소될 때까지", "계속"},
		undo:      "조용히 해제",
		until:     func(when string) string { return when + "까지 조용히 합니다" },
		resolved:  "해소될 때까지 조용히 합니다",
		always:    "앞으로 계속 조용히 합니다",
		by:        func(person string) string { return "(" + person + " 님이 설정)" },
		ended:     func(title string) string { return "이제 조용히 하지 않습니다: " + title },
		wasNot:    func(title string) string { return "조용히 하기로 한 알림이 아닙니다: " + title },
		none:      "이 채널에는 조용히 하기로 한 알림이 없습니다.",
		which:     "어느 알림인가요? 알림의 스레드에서 말하거나, 메시지 링크 또는 ‘last’를 함께 적어 주세요. 예: quiet last 2h",
		unknown:   "거기에는 아는 알림이 없습니다. 알림 메시지의 링크를 적어 주세요.",
		elsewhere: "다른 채널의 메시지입니다. 그 채널에서 말해 주세요.",
		noLast:    "여기에는 제가 답한 알림이 없습니다.",
		nameless:  "다른 알림과 구별할 수 없어 조용히 할 수 없습니다.",
		notOurs:   "이 워크스페이스 사람만 할 수 있습니다.",
		untold:    "아무것도 하지 않았습니다. 이 워크스페이스 사람인지 확인할 수 없습니다.",
		listed:    func(n int) string { return fmt.Sprintf("이 채널에서 조용히 하기로 한 알림 %d건:", n) },
		noSpan: func(typed string) string {
			const say = "30m, 2h, 7d(최대 30일), resolved, always, off 가운데 하나로 적어 주세요."
			if typed == "" {
				return "얼마 동안인가요? " + say
			}
			return fmt.Sprintf("‘%s’%s 알 수 없는 기간입니다. %s", typed, strings.TrimPrefix(josa(typed, "은", "는"), typed), say)
		},
	},
	whole: wholeWords{
		other:    "Read in English",
		related:  "관련 사례",
		notes:    "팀의 메모",
		severity: "심각도",
		lasted:   "해소까지",
		more:     "여기에 다 담지 못했습니다.",
		read:     "전체 읽기",
		cause:    "근본 원인",
		notOurs:  "이 워크스페이스 사람만 사례를 볼 수 있습니다.",
		untold:   "보여 드리지 않았습니다. 이 워크스페이스 사람인지 확인할 수 없습니다.",
	},
	sections: sections{"요약", "증상", "발단", "감지", "시도한 것", "후속 조치",
		"교훈", "시그널", "확인", "출처"},
	own: koreanOwn,
	settings: settingsWords{
		title: "설정", save: "저장", cancel: "취소", change: "설정 바꾸기",
		about: "이 채널에서 제가 어떻게 동작할지 정합니다. 여기서 정하지 않은 것은 워크스페이스 설정을, 그것도 없으면 프로그램 설정을 따릅니다.",
		labels: map[string]string{
			setMode: "모드", setCare: "먼저 말하려면 얼마나 확실해야 하나요", setReply: "답하는 곳", setLanguage: "언어",
			setOnly: "이들의 글만 읽기", setNever: "이들의 글은 읽지 않기", setWindow: "같은 알림에 한 번만 답하는 시간",
			setLine: "전할 것이 없는 다이제스트",
		},
		choices: map[string]wording{
			ChannelOn: {"켬", "알림을 읽고, 아는 것이 있으면 답합니다"}, ChannelShadow: {"그림자", "읽고 판단해 무엇을 말했을지 기록만 하고, 아무것도 올리지 않습니다"},
			ChannelOff:      {"끔", "여기서는 아무것도 읽지 않습니다"},
			string(Careful): {"신중하게", "스무 번 가운데 열아홉 번쯤 맞습니다. 그 대신 조용히 있을 때가 많습니다"}, string(Balanced): {"균형 있게", "열 번 가운데 아홉 번쯤 맞습니다"},
			string(Eager):  {"적극적으로", "도움이 될 만하면 언제나. 놓치는 것이 소음보다 나쁠 때"},
			ReplyInThread:  {"알림의 스레드에", "아는 것이 있는 모든 알림에 답합니다"},
			ReplyWhenAsked: {"물어보는 사람에게만", "멘션, 명령어, 메시지 바로 가기로 물을 때 답합니다"},
			"auto":         {"알림의 언어", ""}, "en": {"English", ""}, "ko": {"한국어", ""},
			lineNone: {"올리지 않음", ""}, lineOne: {"한 줄로 알림", ""},
		},
		digests: map[string]wording{
			DigestWeekly:  {"한 주", "월요일 9시(내 시간대): 무엇이 울렸고, 무엇이 도움이 됐고, 무엇이 남았는지"},
			DigestMonthly: {"한 달", "매달 1일 9시(내 시간대)"},
			DigestLibrary: {"라이브러리의 새 사례", "월요일 9시(내 시간대)"},
		},
		digestOn: "이제부터 올립니다", digestOff: "이제 올리지 않습니다",
		digestsOf: "다이제스트", digestsHint: "다른 때에 받으려면 /incidentlib digest subscribe 0 8 * * TUE Asia/Seoul 처럼 입력하세요.",
		nextDigest: func(at, zone string) string { return "다음: " + at + " (" + zone + ")" },
		idsHint:    "사람, 봇, 앱의 ID를 쉼표로 나누어 적어 주세요. 예: U024BE7LH, B012AB3CD, A012AB3CD. Slack 프로필의 ‘멤버 ID 복사’에서 볼 수 있습니다. 저를 멘션한 글은 언제나 읽습니다.",
		allHint: func(ids string) string {
			return "워크스페이스 설정은 " + ids + "입니다. 비우려면 *를 적어 주세요."
		},
		windowHint: "1m부터 31d까지. 예: 30m, 4h, 2d. 그 안에 되풀이되는 알림은 답변 하나에 모읍니다.",
		everybody:  "모두", nobody: "없음",
		unset:  func(value, from string) string { return "여기서 정하지 않음: " + value + " (" + from + ")" },
		notSet: "정하지 않음",
		from:   map[string]string{"channel": "이 채널", "workspace": "워크스페이스", "program": "프로그램"},

		scope:      wording{"워크스페이스 전체에", "위에서 바꾼 것을, 따로 정하지 않은 모든 채널에 씁니다"},
		everywhere: wording{"워크스페이스 전체", "설정을 바꿀 수 있는 사람"},
		admins:     wording{"관리자와 소유자만", "모든 채널과 워크스페이스의 설정. 아니면 채널의 멤버 누구나"},
		governor:   "말을 줄인 상태", ungovern: "설정대로 다시 말하기",

		saved: "이 채널에 저장했습니다:", savedAll: "워크스페이스 전체에 저장했습니다:", unchanged: "바뀐 것이 없습니다.",
		badWindow: "1m부터 31d까지의 시간을 적어 주세요. 예: 30m, 4h, 2d",
		both:      "두 목록에 모두 있는 ID가 있습니다. 한쪽에서 빼 주세요.",
		badID: func(id string) string {
			return josa("‘"+id+"’", "은", "는") + " ID가 아닙니다. ID는 U024BE7LH, B012AB3CD, A012AB3CD 같은 모양입니다."
		},
		manyIDs: "ID는 20개까지만 적어 주세요.",

		off:       "이 채널에서는 꺼져 있습니다. /incidentlib settings 로 켤 수 있습니다.",
		elsewhere: "설정은 채널마다 다릅니다. 원하는 채널에서 /incidentlib settings 를 입력해 주세요.",
		notAdmin:  "워크스페이스의 관리자와 소유자만 바꿀 수 있습니다.",
		whoAdmin:  "바뀐 것이 없습니다. 관리자만 바꿀 수 있는데, 누가 관리자인지 알 수 없습니다. 앱에 users:read 권한이 필요합니다.",
		stranger:  "이 워크스페이스 사람만 설정을 바꿀 수 있습니다.",
		notMember: "이 채널의 멤버만 설정을 바꿀 수 있습니다.",
	},
	governor: governorWords{
		careful: "최근 이 채널 투표의 절반 넘게가 ‘아니에요’입니다. 이제부터 아주 확실할 때만 말하겠습니다. 투표가 다시 좋아지거나 30일이 지나면 원래대로 돌아갑니다. 여기나 /incidentlib settings 에서 되돌릴 수 있습니다.",
		asked:   "최근 이 채널 투표의 절반 넘게가 여전히 ‘아니에요’입니다. 이제부터 멘션, 명령어, 메시지 바로 가기로 물어볼 때만 답하겠습니다. 투표가 다시 좋아지거나 30일이 지나면 원래대로 돌아갑니다. 여기나 /incidentlib settings 에서 되돌릴 수 있습니다.",
		undo:    "되돌리기",
		undone:  "되돌렸습니다. 이 채널에서 다시 설정대로 말합니다.",
		isCareful: func(days int) string {
			return fmt.Sprintf("말을 줄인 상태: ‘아니에요’ 투표가 많아 신중하게 답합니다. 길어도 %d일 남았습니다.", days)
		},
		isAsked: func(days int) string {
			return fmt.Sprintf("말을 줄인 상태: ‘아니에요’ 투표가 많아 물어볼 때만 답합니다. 길어도 %d일 남았습니다.", days)
		},
		isWatching: func(days int) string {
			return fmt.Sprintf("‘아니에요’ 투표가 많습니다. 이어지면 물어볼 때만 답합니다. %d일 뒤에는 잊습니다.", days)
		},
	},
	home:   koreanHome,
	digest: koreanDigest,
	ask:    koreanAsk, game: koreanGame,
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
