package bot

import "fmt"

var koreanAsk = askWords{
	intro:    "알림이 오면 비슷한 과거 장애 사례로 답합니다. 직접 물어볼 수도 있습니다:",
	mentions: "멘션으로도 똑같이 물어볼 수 있고, 스레드에서도 됩니다. 스레드에서 아무 말 없이 멘션하면 그 스레드를 살펴봅니다. 더 보기: /incidentlib 도움말 검색",
	topics: map[string][]string{
		"search": {
			"검색하는 법",
			"/incidentlib martian source — 로그 한 줄, 알림, 문장과 가장 가까운 사례를 찾습니다",
			"/incidentlib component:coredns since:2022 — 범위를 좁힙니다. symptom, cause, domain, mechanism, org, lang, until도 됩니다",
			"/incidentlib \"connection refused\" -redis — 정확한 문구와, 없어야 할 말",
			"/incidentlib 보기 IL-0461 — 사례 하나를 모두 보여 줍니다. 유사 IL-0461은 비슷한 사례를 보여 줍니다",
		},
		"buttons": {
			"답변 아래의 버튼",
			"이 사례예요 — 그 사례가 맞다고 알려 줍니다. 다음에는 이런 알림에서 더 먼저 나옵니다",
			"아니에요 — 그 사례가 아니라고 알려 줍니다. 어느 쪽이든 다시 누르면 취소됩니다",
			"자세히 — 복사할 수 있는 확인 명령과 출처까지 사례 전체를 엽니다",
			"이 알림은 조용히 — 고른 동안 이 알림에는 답하지 않고 횟수만 셉니다",
			"채널에 공유 — 나에게만 보이는 답변을 모두에게 보여 줍니다",
		},
		"settings": {
			"채널 설정",
			"/incidentlib 설정 — 설정을 엽니다: 켬, 끔, 그림자, 얼마나 확실할 때 답할지, 어디에 답할지, 언어, 누구의 글을 읽을지",
			"그림자 모드에서는 알림을 읽고 판단만 하며, 아무것도 올리지 않습니다.",
			"/incidentlib 왜 마지막 — 얼마나 확실했는지, 여기서는 얼마나 확실해야 답하는지 알려 줍니다",
		},
		"digest": {
			"이 채널의 다이제스트",
			"/incidentlib 다이제스트 미리보기 — 나에게만 보여 줍니다",
			"/incidentlib 다이제스트 지금 — 이 채널에 올립니다",
			"/incidentlib 다이제스트 구독 — 매주 올립니다. 월간이나 라이브러리를 붙이면 다른 종류를 올리고, 구독취소로 그만둡니다",
		},
		"privacy": {
			"무엇을 보관하고, 어떻게 지우는지",
			"/incidentlib 개인정보 — 이 채널에서 무엇을 얼마나 보관하는지 알려 줍니다",
			"/incidentlib 삭제 <메시지 링크> — 메시지 하나에 대해 보관한 것을 지웁니다",
			"/incidentlib 삭제 채널 — 한 번 더 물어본 뒤, 이 채널에 대해 보관한 것을 지웁니다",
			"알림에 든 비밀번호, 토큰, 키는 보관하거나 보여 주기 전에 가립니다.",
		},
	},
	outsider:    "이 워크스페이스 사람만 할 수 있습니다.",
	meant:       func(typed string) string { return "혹시 이것인가요: " + typed },
	manyFilters: "조건이 너무 많습니다. 20개까지 쓸 수 있습니다.",
	badFilter: func(field, value string) string {
		if field == "lang" {
			return josa("lang:"+value, "은", "는") + " 라이브러리에 없는 언어입니다. en이나 ko로 써 주세요."
		}
		return josa(field+":"+value, "은", "는") + " 날짜가 아닙니다. 2022, 2022-04, 2022-04-13처럼 써 주세요."
	},
	alike:      func(id string) string { return josa(id, "과", "와") + " 비슷한 사례:" },
	noneAlike:  func(id string) string { return josa(id, "과", "와") + " 비슷한 다른 사례가 없습니다." },
	inCommon:   "공통점",
	lately:     "이 채널의 최근 알림",
	noneLately: "이 채널에서 최근에 읽은 알림이 없습니다.",
	looked: func(n int) string {
		if n == 0 {
			return "이 스레드에는 찾아볼 만한 말이 없습니다."
		}
		return fmt.Sprintf("이 스레드에서 글 %d개를 살펴봤습니다: 첫 메시지, 알림, 사람들이 쓴 글.", n)
	},
	unreadable: "이 스레드를 읽을 수 없습니다. 비공개 채널이라면 앱에 groups:history 권한이 필요합니다.",
	tooOften: func(most int) string {
		return fmt.Sprintf("한 시간 동안 %d번 물어보셨습니다. /incidentlib 명령은 지금도 답하고, 멘션은 조금 뒤에 다시 답합니다.", most)
	},
	elsewhere: "다른 채널의 메시지입니다. 그 채널에서 물어봐 주세요.",
	unknown:   "그 메시지에 대해 아는 것이 없습니다. 지워졌거나, 읽을 수 없거나, 너무 오래되었습니다.",
	unkept:    "이 메시지는 기록이 없습니다. 지금 읽으면 이렇게 됩니다:",
	reasons: map[Reason]string{
		Answered: "비슷한 과거 사례가 있어 답했습니다.",
		Asked:    "누군가 물어봐서 답했습니다.",
		NoneHeld: "누군가 물어봤지만 맞는 사례가 없었습니다.",
		Repeat:   "얼마 전에 답한 알림이 되풀이되었습니다. 그 답변에서 횟수를 셉니다.",
		Updated:  "메시지가 수정되어 답변도 함께 고쳤습니다.",
		Closed:   "알림이 끝났다는 메시지입니다.",
		NoCase:   "답하지 않음: 눈에 띄게 겹치는 사례가 없습니다.",
		Weak:     "답하지 않음: 가까운 사례가 있지만, 답할 만큼 가깝지 않습니다.",
		NotAlert: "답하지 않음: 문제가 생겼다는 내용이 없습니다.",
		ATest:    "답하지 않음: 알림 시험입니다.",
		ABeat:    "답하지 않음: 늘 울리는 하트비트입니다.",
		ADeploy:  "답하지 않음: 배포 소식입니다.",
		AChange:  "답하지 않음: 풀 리퀘스트, 티켓, 빌드 소식입니다.",
		Planned:  "답하지 않음: 예고된 작업입니다.",
		NoWords:  "답하지 않음: 읽을 글이 없습니다.",
		Again:    "Slack이 두 번 보낸 메시지입니다.",
		Own:      "제가 쓴 메시지입니다.",
		Same:     "말이 바뀌지 않은 수정입니다.",
		Thread:   "답하지 않음: 스레드에서 사람들이 나누는 이야기입니다.",
		ForNow:   "답하지 않음: 이 채널에는 한 시간에 답할 만큼 이미 답했습니다.",
		Muted:    "답하지 않음: 이 알림은 조용히 하도록 되어 있습니다. 횟수만 세었습니다.",
		Noted:    "메모를 남겨 달라고 했습니다.",
		Off:      "답하지 않음: 이 채널에서는 꺼져 있습니다.",
		Unread:   "답하지 않음: 이 글을 쓴 쪽은 읽지 않도록 설정되어 있습니다.",
		Shadow:   "답하지 않음: 답했을 알림이지만 이 채널에는 아무것도 올리지 않도록 설정되어 있습니다.",
		Unasked:  "답하지 않음: 답했을 알림이지만 이 채널에서는 물어보는 사람에게만 답하도록 설정되어 있습니다.",
		Enough:   "답하지 않음: 그 스레드에서 이미 답할 만큼 답했습니다.",
		Outside:  "답하지 않음: 다른 회사 사람들도 보는 채널입니다.",
		Gone:     "지워진 메시지입니다.",
		Storm:    "알림이 한꺼번에 와서, 뒤따른 알림까지 답변 하나로 모았습니다.",
		Gathered: "알림이 한꺼번에 와서, 모두를 위한 답변에 함께 적었습니다.",
		Barred:   "답하지 않음: Slack이 그곳에 글을 올리지 못하게 합니다.",
		Other:    "메시지가 아니라 Slack의 안내입니다.",
	},
	today: func(reason string) string { return "지금 읽는다면: " + reason },
	howSure: func(sure, least int) string {
		return fmt.Sprintf("가장 가까운 사례의 확실도는 %d%%입니다. 여기서는 %d%%부터 답합니다.", sure, least)
	},
	nearest:  "가장 가까운 사례",
	found:    "찾은 것",
	lacked:   "없었던 것",
	voted:    "비슷한 알림에 대한 투표",
	keptHere: "이 채널에 대해 보관하는 것",
	keptRecords: func(n, days int) string {
		return fmt.Sprintf("알림 기록 %d건: 제목, 식별값, 판단과 답변. 마지막으로 본 뒤 %d일 동안", n, days)
	},
	keptVotes: func(n, days int) string {
		return fmt.Sprintf("투표 %d건과 투표한 사람. %d일 동안", n, days)
	},
	keptPeople: func(notes, cases, mutes int) string {
		return fmt.Sprintf("메모 %d건, 여기서 배운 사례 %d건, 답하지 않는 알림 %d건. 누군가 지울 때까지", notes, cases, mutes)
	},
	keptDeeds: func(days int) string {
		return fmt.Sprintf("설정, 사례, 다이제스트, 답하지 않는 알림을 누가 바꿨는지. %d일 동안", days)
	},
	keptWaiting: func(n int) string {
		return fmt.Sprintf("처리 중이거나 실패한 Slack 메시지 %d건. 처리가 끝나면 내용은 지웁니다", n)
	},
	keptHow:     "메시지에서는 제목과 답변에 인용한 말만 보관합니다. 거기서 비밀값은 가립니다. 처리 중인 메시지는 끝날 때까지 Slack이 보낸 그대로 둡니다.",
	leaves:      "Slack 말고는 어떤 서비스에도 보내지 않으며, 보관하는 것은 여러분의 데이터베이스에만 남습니다.",
	howToForget: "지우려면: /incidentlib 삭제 <메시지 링크>, 또는 /incidentlib 삭제 채널",
	sureTitle:   "이 채널을 잊을까요?",
	sureText:    "이 채널의 기록, 투표, 메모, 답하지 않는 알림 목록을 완전히 지웁니다. 설정과 직접 쓴 사례, Slack에 올라간 답변은 남습니다.",
	forgetIt:    "지우기",
	keepIt:      "그대로 두기",
	forgotten: func(records, votes, others int) string {
		return fmt.Sprintf("지웠습니다: 기록 %d건, 투표 %d건, 메모와 답하지 않는 알림 %d건.", records, votes, others)
	},
}

var koreanGame = gameWords{
	title:     "장애 퀴즈: 무슨 일이 일어난 걸까요?",
	component: "힌트, 문제가 생긴 곳",
	trigger:   "힌트, 시작된 계기",
	cause:     "근본 원인",
	unknown:   "알려지지 않음",
	hint:      "힌트",
	answer:    "정답",
	knew:      "맞혔어요",
	not:       "못 맞혔어요",
	next:      "다음 사례",
	over:      "이 사례는 더 이상 라이브러리에 없습니다.",
	score: func(knew, played, allKnew, allPlayed int) string {
		if played == 0 {
			return fmt.Sprintf("이번 주에는 아직 풀지 않았습니다. 모두 합쳐 %d문제 중 %d문제를 맞혔습니다.", allPlayed, allKnew)
		}
		return fmt.Sprintf("이번 주에 %d문제 중 %d문제를 맞혔습니다. 모두 합치면 %d문제 중 %d문제입니다.", played, knew, allPlayed, allKnew)
	},
}
