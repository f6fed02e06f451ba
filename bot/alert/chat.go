package alert

import "regexp"

// chats are the ways of talk in a channel that is not about a failure.
var chats = []family{
	// Greetings, thanks, short answers.
	{regexp.MustCompile(`(?i)^\s*(?:good (?:morning|afternoon|evening|night)|morning|hi|hello|hey|thanks?|thank you|thx|ty|welcome|congrats|congratulations|happy \w+|cheers|lgtm|\+1|ack|on it|yes|yep|no|nope|sure|ok|okay|done|cool|great|nice|haha|lol)\b|\b(?:have a (?:nice|good|great)|see you|take care|welcome (?:aboard|to the team)|joined the (?:team|company)|has joined the channel|well done|kudos|shout-?out|happy (?:birthday|friday|new year))\b`), 3, 2},
	{regexp.MustCompile(`안녕하세요|감사(?:합니다|드립니다|해요)|고생(?:하셨|하셧|많|들)|수고(?:하|많|들)|퇴근|출근합|축하|좋은 (?:아침|하루|주말|저녁)|맛있|(?:^|\s)(?:넵|넹|네|넴|예|ㅋ+|ㅎ+|ㅠ+)(?:$|[\s,.~!])|확인했습니다|환영|반갑|휴가|연차|반차|재택`), 3, 2},
	// Things of the office, not of the data centre.
	{regexp.MustCompile(`(?i)\b(?:lunch|dinner|breakfast|coffee|ramen|pizza|snacks?|cake|beer|bar at|laptop|desk|chair|elevator|lift|parking|meeting room|printer|badge|keyboard|monitor stand|headphones?|air ?con\w*|toilet|restroom|kitchen|fridge|microwave|birthday|party|weather|weekend|football|holiday|vacation|\bpto\b|facilities|office (?:key|door)|the book|shelf)\b`), 3, 2},
	{regexp.MustCompile(`점심|저녁 ?(?:드|먹|식사)|커피|회의실|충전기|노트북|프린터|주차|간식|회식|생일|엘리베이터|책상|의자|에어컨|화장실|냉장고|사원증|우산|택배|사무실`), 3, 2},
	// Gatherings, reviews and learning.
	{regexp.MustCompile(`(?i)\b(?:meeting|stand-?up|retro(?:spective)?|workshop|webinar|conference|meetup|(?:reading|book) (?:club|group)|tech ?talk|lunch and learn|recording|invites?|calendar|agenda|survey|questionnaire|poll|training|onboarding|interview|all-?hands|town ?hall|kick-?off|hackathon|office hours|(?:post[- ]?incident|post[- ]?mortem|design|doc|code|incident) review|rfc|hand-?over|hand-?off|on-?call (?:schedule|rotation|shift|handover|rota)|slides|chapter|course|certification|blockers?|yesterday:|today:|how-?to|handbook|guidelines?|draft doc)\b`), 3, 3},
	{regexp.MustCompile(`회의(?:록|는|가|를| 있| 시작)|미팅|인수 ?인계|스터디|세미나|교육|설문|스크럼|스탠드업|회고|발표|워크샵|웨비나|면담|채용|면접|온보딩|당직|다음 주 온콜|북클럽|초대|강의|컨퍼런스`), 3, 3},
	// Reports, figures of the week, sales and press.
	{regexp.MustCompile(`(?i)^\W*(?:newsletter|feed|digest|reminder|fyi|poll|survey|blog|new post|podcast|weekly|monthly|daily|minutes|notes|slides|event)\b[^:]{0,30}:`), 3, 1},
	{regexp.MustCompile(`(?i)\b(?:digest|newsletter|weekly|monthly|quarterly|daily summary|recap|(?:savings|cost|usage|weekly|monthly|status|uptime|sla|expense) reports?|csat|nps|okrs?|roadmap|closed won|closed lost|deal|arr|mrr|pipeline review|blog post|article|podcast|deep dive|release notes|changelog|feed:|issue #\d+|promo\w*|discount|webinar|case study|new hire|hiring|% off|leaderboard|milestone|survey results)\b|this week\b.{0,40}$|last month's`), 3, 3},
	{regexp.MustCompile(`리포트|보고서|주간|월간|분기|통계|뉴스레터|비용|전월 ?대비|전주 ?대비|로드맵|매출|이벤트 ?안내|할인|블로그|공유 ?드립니다|공지`), 3, 3},
	// Announcements.
	{regexp.MustCompile(`(?i)\b(?:is|are) (?:now )?(?:ready|live|out|available|online now)\b|\bfeedback (?:is )?welcome\b|\bnow available\b|\bcheck it out\b|\b(?:candidate|applicant|colleague|teammate)s?\b|\bsome day\b|\bwould be nice\b|\bwrite(?:s|ing)? (?:a|the|an) (?:runbook|doc|post|ticket)\b|\btopic:|\b(?:worth a read|til\b|documented|wiki|article|proposal|comments (?:until|welcome|by)|thoughts\?|feedback|opinions?|(?:here is|here'?s) the (?:link|doc|recording|page)|(?:alert|incident|on-?call|weekly|week'?s) summary|summary (?:of|for) (?:last|this)|proposed|idea:)`), 3, 2},
	// Plans and requests.
	{regexp.MustCompile(`(?i)\b(?:tomorrow|next (?:week|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday)|on (?:monday|tuesday|wednesday|thursday|friday)|by eod|due today|due (?:on|by|this)|reminder|upcoming|is (?:mon|tues|wednes|thurs|fri)day|rsvp|no rush|save the date|sign ?up|let me know|feel free|when you (?:get|have) a (?:chance|moment|minute))\b`), 2, 2},
	{regexp.MustCompile(`(?i)^\s*(?:who|what|which|where|when|why|how|can|could|should|would|do|does|is there|are we|shall)\b[^.\n]*\?\s*$|^\s*(?:i'?ll|i'?m|i will|i want|i'd|we should|let'?s)\b|\bi want to\b|\b(?:ordered|purchased|signed the|budget)\b|\bresults?:|\bping (?:me|dana|us)\b`), 3, 2},
	{regexp.MustCompile(`내일|모레|다음 ?주|다음 ?달|예정|이번 주까지|오늘까지|신청|제출|참여|참석|드릴게요|남길게요|공유할게요|검토|리뷰 ?(?:부탁|해)|승인|품의|구매|달성률|자료|제가 (?:볼|할|확인)|부탁드립니다|계신가요|계실까요|아시는 분|있으신가요|보신 분`), 2, 3},
	{regexp.MustCompile(`(?i)\bplease (?:read|review|submit|vote|fill|join|check out|approve|welcome|add|update|book|rsvp|complete)\b|\b(?:could|can|would) (?:someone|anyone|you) (?:please )?(?:review|approve|take a look at my|share|add|send|remind|recommend)\b|\banyone (?:up for|interested|want|know|have|going|using|tried)\b|\bwho (?:has|is|wants|can|owns|took|knows)\b|\bwhich (?:colou?r|one|version|library|tool|doc)\b|\bwhat (?:do you|does everyone|should we|is the best|time)\b|\bwhere (?:can|do|is) (?:i|we|the (?:doc|link|wiki|page))\b|\bhow do (?:i|we|you)\b|\bshould (?:we|i)\b|\bdoes anyone\b|\bis there a (?:doc|way|page|wiki)\b`), 3, 2},
}

// successes say that it went well, or that nothing is to be done.
var successes = []family{
	{regexp.MustCompile(`(?i)\b(?:success(?:ful(?:ly)?)?|succeeded|passed|completed|finished|done (?:in|at|ok|without)|all green|(?:uploaded|verify|verified|status:?|check|completed|backup|result:?) ok|gracefully|renewed|nothing (?:to do|open)|no (?:further )?action|works (?:fine|now|again|great)|up to date|as (?:planned|expected)|in sync|healthy again)\b|" [23]\d\d \d|(?m:^Normal\s)|\b100\.0+%`), 2, 3},
	{regexp.MustCompile(`level"?[=:]\s*"?(?:info|debug|trace)\b|(?m:^I\d{4} \d\d:)`), 2, 1},
	{regexp.MustCompile(`통과|성공|이상 ?없|문제 ?없|정상 ?(?:완료|종료|처리|입니다|동작)|(?:작업|점검|이전|교체|적용|처리|백업) ?완료|완료(?:했습니다|되었습니다|됐습니다)|감소|여유`), 2, 2},
}
