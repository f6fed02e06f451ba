package bot

import "fmt"

var koreanOwn = ownWords{
	title:          "사례로 저장",
	editing:        "사례 고치기",
	reading:        "스레드를 읽고 있습니다 …",
	save:           "저장",
	cancel:         "취소",
	about:          "스레드에서 뽑은 초안입니다. 읽고 고쳐 주세요. 저장하기 전에는 아무것도 남지 않습니다. 이름과 비밀 정보는 뺐습니다.",
	unread:         "스레드를 읽을 수 없어 이 메시지만 담았습니다. 저장하기 전에는 아무것도 남지 않습니다.",
	titleOnly:      "알림을 읽을 수 없어 제목만 담았습니다. 저장하기 전에는 아무것도 남지 않습니다.",
	empty:          "우리 팀의 장애 사례입니다. 다음에 비슷한 알림이 오면 찾아 줍니다. 이름이나 비밀 정보는 쓰지 마세요.",
	name:           "무엇이 왜 고장 났나",
	nameHint:       "한 줄로. 예: 보존 기간 설정을 꺼서 Kafka 브로커 디스크가 가득 참",
	symptoms:       "나타난 증상",
	symptomsHint:   "알림 내용과 사람들이 본 것.",
	signals:        "정확한 시그널",
	signalsHint:    "로그 한 줄, 지표·알림·오류 이름을 한 줄에 하나씩. 달라지는 부분은 …로 씁니다. 가장 믿는 단서입니다.",
	components:     "구성 요소",
	componentsHint: "쉼표로 나눕니다: kafka, coredns",
	seen:           "증상 종류",
	fix:            "해결한 방법",
	fixHint:        "한 줄에 하나씩, 효과가 있었던 것을 마지막에 씁니다.",
	fixGuess:       "여기 있는 글은 해결한 방법처럼 보여서 옮겨 온 것입니다.",
	lesson:         "교훈",
	lessonHint:     "처음 겪는 사람에게 무엇이 도움이 될까요? 나중에 써도 됩니다.",
	date:           "날짜",
	lasted:         "걸린 시간",
	lastedHint:     "예: 45m, 1h 20m",
	lastedGuess:    "첫 메시지와 마지막 메시지에서 계산했습니다.",
	where:          "어디에서 보여 줄까요?",
	here:           "이 채널에서만",
	everywhere:     "워크스페이스의 모든 채널에서",
	short: func(n int) string {
		return fmt.Sprintf("조금 더 써 주세요. %d자 이상이어야 합니다.", n)
	},
	long:        func(n int) string { return fmt.Sprintf("%d자까지 쓸 수 있습니다.", n) },
	nothingSeen: "증상을 쓰거나 아래에 정확한 시그널을 적어 주세요. 둘 다 없으면 알림이 찾을 수 없습니다.",
	badSignal: func(s string) string {
		return fmt.Sprintf("시그널은 한 줄에 하나, 3자에서 %d자까지입니다: “%s”", maxSignal, s)
	},
	badSlug: func(s string) string {
		return fmt.Sprintf("“%s”: 이름에는 글자, 숫자와 - . _ 만 쓰고, 이름 사이는 쉼표로 나눕니다.", s)
	},
	badDate:   "날짜가 아닙니다.",
	badLength: "45m, 1h 20m, 2d 3h처럼 써 주세요.",
	tooMany:   func(n int) string { return fmt.Sprintf("%d개까지입니다.", n) },
	saved: func(id string) string {
		return id + " 사례를 저장했습니다. 이제 비슷한 알림이 오면 찾아 줍니다."
	},
	changed: func(id string, version int) string {
		return fmt.Sprintf("%s 고쳤습니다. 버전 %d입니다.", josa(id, "을", "를"), version)
	},
	overtaken: "쓰는 동안 다른 사람이 고쳤습니다. 그 버전은 기록에 남아 있습니다.",
	revived:   "쓰는 동안 다른 사람이 삭제한 사례입니다. 방금 저장한 버전으로 되살아났습니다.",
	waits:     "아직 교훈이 없습니다.",
	tellsHere: "이 채널에서만 보여 줍니다.",
	tellsAll:  "워크스페이스의 모든 채널에서 보여 줍니다.",
	edit:      "고치기",
	remove:    "삭제",
	restore:   "되살리기",
	share:     "모든 채널에 공개",
	sure:      "이 사례를 삭제할까요?",
	sureText:  "더 이상 찾아지지 않습니다. 기록은 남으며 되살릴 수 있습니다.",
	yes:       "예",
	no:        "아니요",
	shareText: "이 비공개 채널에서 알게 된 내용을 워크스페이스의 누구나 읽을 수 있게 됩니다.",
	removed:   func(id string) string { return josa(id, "을", "를") + " 삭제했습니다." },
	restored:  func(id string) string { return josa(id, "을", "를") + " 되살렸습니다." },
	shared: func(id string) string {
		return "이제 모든 채널에서 " + josa(id, "을", "를") + " 보여 줍니다."
	},
	notYours:   "사례는 작성자와 그 사례를 얻은 채널의 멤버만 고칠 수 있습니다.",
	unknowable: "고치지 않았습니다. 그 사례를 얻은 채널에 누가 있는지 확인할 수 없습니다. 다시 시도해 주세요. 비공개 채널이라면 앱에 groups:read 권한이 필요합니다.",
	gone:       func(id string) string { return josa(id, "은", "는") + " 삭제되었습니다." },
	tooLate:    "시간 안에 양식을 열지 못했습니다. 다시 시도해 주세요.",
	history:    "기록",
	version:    func(n int) string { return fmt.Sprintf("버전 %d", n) },
	deleted:    "삭제됨",
	responder:  func(n int) string { return fmt.Sprintf("대응자 %d", n) },
	colleague:  "동료",
	noted: func(id string) string {
		return id + "에 다음 사람을 위한 메모를 남겼습니다. 메시지를 지우면 메모도 사라집니다."
	},
	notedHere:    "이 채널에서만 보입니다.",
	unnoted:      func(id string) string { return id + "에 마지막으로 남긴 메모를 지웠습니다." },
	nothingNoted: func(id string) string { return "여기에서 " + id + "에 남긴 메모가 없습니다." },
	noCaseHere:   "이 스레드에서 찾은 사례가 없습니다. 사례를 적어 주세요: 메모 IL-0461: …",
	byCommand:    "/incidentlib 추가를 입력하거나 메시지 메뉴에서 “Save as a case”를 골라 주세요.",
	byMention:    "알림의 스레드에서 멘션으로 써 주세요: @incidentlib 메모: …",
	emptyNote:    "남길 내용을 적어 주세요: 메모: … 이 스레드의 사례에 남깁니다.",
}
