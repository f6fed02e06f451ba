package alert

import (
	"regexp"
	"strings"
)

// evidence weighs the words of a message that no tool vouches for.
type evidence struct {
	failure   int // something fails, in whatever words
	technical int // it happens in software or machines
	chat      int // people talk, plan, report, celebrate
	success   int // it went well
}

// failing reports whether the words speak of a failure in a system. A coffee
// machine that is down is none, nor is a talk about an outage. Where many things
// of a system are named, a passing word about lunch weighs less; and a plain
// statement about a system, without a trace of talk or success, is taken for a
// report of what is wrong with it: people in a hurry write "the primary fenced
// itself and both replicas think they are followers".
func (e evidence) failing() bool {
	switch {
	case e.technical == 0:
		return e.failure >= 2 && e.chat+e.success == 0 // "everything is down"
	case e.failure == 0:
		return e.technical >= 2 && e.chat == 0 && e.success == 0
	}
	return e.failure+min(e.technical, 8)/2 > e.chat+e.success
}

// family is one way of saying something, and how much one instance of it weighs.
// At most limit instances count, so that a long log does not outweigh all else.
type family struct {
	words  *regexp.Regexp
	weight int
	limit  int
}

// weigh reads text for evidence of each sort.
func weigh(text string) evidence {
	absent := len(denied.FindAllString(text, 2))
	text = denied.ReplaceAllString(text, " ")
	return evidence{
		failure:   sum(text, failures),
		technical: sum(text, technicals),
		chat:      sum(text, chats),
		success:   sum(text, successes) + absent,
	}
}

func sum(text string, families []family) int {
	total := 0
	for _, f := range families {
		seen := map[string]bool{}
		for _, m := range f.words.FindAllString(text, 40) {
			seen[strings.ToLower(m)] = true
		}
		total += f.weight * min(len(seen), f.limit)
	}
	return total
}

// denied matches a failure that did not happen: "0 incidents", "에러 없음".
var denied = regexp.MustCompile(`(?i)\b(?:no|zero|0|without(?: any)?) (?:\w+ )?(?:errors?|incidents?|failures?|failed|issues?|blockers?|downtime|alerts?|outages?|impact|pages?|problems?|rush|skipped)\b|\bfalse (?:positives?|alarms?)\b|무중단|(?:에러|오류|장애|이상|이슈|문제|특이 ?사항|실패)(?:는|은|가|이|도)? ?(?:없|0건)|만료(?:일|까지)|(?:실패|장애|오류|에러|호출) 0건`)

// errorName matches the names that programs give to errors.
var errorName = regexp.MustCompile(`\b[A-Z]\w+(?:Exception|Error|Failure|Fault|Timeout|Exceeded|Throttled|Throttling)\b|\bE(?:CONN[A-Z]+|TIMEDOUT|NOSPC|MFILE|NFILE|ACCES|PIPE|HOSTUNREACH|NETUNREACH|ADDRINUSE|AGAIN|NOMEM|NOENT|PERM|ROFS|STALE|IO)\b|\b(?:[A-Z]+_)*ERR(?:OR)?_[A-Z_]+|\b[A-Z]+(?:_[A-Z]+)*_ERR(?:OR)?\b|\bSQLSTATE\b|\bORA-\d+|\bx509\b|\berrno\b|\bpanic(?:ked)?\b|\bTraceback\b|(?m:^\s*at [\w.$<>\[\]]+\()|\bFile "[^"]+", line \d+|\b(?:NXDOMAIN|SERVFAIL)\b|\bSIG(?:KILL|SEGV|ABRT|BUS|TERM)\b|(?i)\bsegfault\b|segmentation fault|\bexit(?:ed)? (?:code|status|with)\b|\bBUG:|\boom[-_ ]?kill\w*|core dumped`)

var failures = []family{
	{errorName, 3, 4},
	{regexp.MustCompile(`\b(?:Failed|Unhealthy|Evicted|Preempted|BackOff|NodeNotReady|OOMKilled|OOMKilling|DiskPressure|MemoryPressure|PIDPressure|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|Failed[A-Z]\w+|\w+(?:BackOff|NotReady|Unavailable|Down|TooHigh|Failing|Failed|Stuck|Mismatch|Lag|Burn))\b`), 3, 3},
	// Levels and marks of logs.
	{regexp.MustCompile(`\b(?:ERROR|FATAL|PANIC|CRIT(?:ICAL)?|SEVERE|EMERG)\b|\[(?:error|crit|alert|emerg)\]|level"?[=:]\s*"?(?i:error|fatal|crit\w*|panic)|(?m:^[EF]\d{4} \d\d:)|(?m:^Warning\s+[A-Z])`), 3, 2},
	{regexp.MustCompile(`\bWARN(?:ING)?\b|\[warn\]|level"?[=:]\s*"?warn|(?m:^W\d{4} \d\d:)|\bkernel:|(?m:^\[ *\d+\.\d+\])`), 2, 2},
	{logLine, 2, 1},
	// Status codes.
	{regexp.MustCompile(`(?i)\b(?:http|status|code|returns?|returning|error|gives?|gateway|get|=|→|with)[ :=]*[45]\d\d\b|\b50[0-4]s?\b|\b[45]xx\b|\b429s?\b`), 3, 2},
	// What operating systems, databases and networks say.
	{regexp.MustCompile(`(?i)no space left|out of (?:memory|disk|inodes|range)|cannot allocate|too many (?:open files|connections|requests|clients)|time[ds]? ?out|deadline exceeded|(?:permission|access) denied|no such (?:host|file)|no route|not responding|unreachable|i/o error|read[- ]only|table full|dropping packet|request limit|rate exceeded|hold timer|handshake fail|certificate (?:has )?expired|lost (?:leader|quorum|connection)|split[- ]brain|no leader|quorum lost`), 3, 3},
	// People and tools, in plain words.
	{regexp.MustCompile(`(?i)\b(?:fail(?:s|ed|ing|ures?)?|errors?|errored|outages?|down(?:time)?|unable|cannot|can'?t|couldn'?t|won'?t|doesn'?t (?:help|work|respond|start|come)|refus(?:es?|ed|ing)|reject(?:s|ed|ing)?|drop(?:s|ped|ping)|crash(?:es|ed|ing|loop\w*)?|kill(?:s|ed|ing)|hang(?:s|ing)?|hung|stuck|stall(?:s|ed|ing)?|exhaust(?:s|ed|ion|ing)?|leak(?:s|ed|ing)?|corrupt(?:s|ed|ion)?|overload(?:s|ed|ing)?|saturat\w+|throttl\w+|deadlock(?:s|ed)?|unavailable|expired|expir(?:es|ing) in|flap(?:s|ping)?|broke(?:n)?|breaks|dead|unhealthy|degraded|unresponsive|blackhol\w+|bluescreens?|dying|dies|died|panics?|locked (?:up|out)|blocked|nobody can|not (?:ready|working|available|reachable|running|responding|starting|loading|syncing|healthy)|mess(?:ed)? up|wrong (?:box|host|data|user|answers?)|runs? out|ran out|gone|lost|los(?:es|ing)|missed|missing|wip(?:ed|ing)|destroyed|deleted|hijack\w*|leaked|withdrawn|partition(?:ed)?|diverg\w+|out of sync|duplicat(?:e|ed|es)|oom|unauthori[sz]ed|forbidden|evict(?:ed|ing|ions?)|overflow(?:s|ed|ing)?|shrink(?:s|ing)|mismatch(?:es|ed)?|violat(?:es|ed|ions?)|invalid|unexpected(?:ly)?|abort(?:s|ed|ing)?|abnormal\w*|inconsisten\w+|each other'?s|stop(?:s|ped) \w+ing|(?:has|have|had)? ?stopped|stops? (?:at|after|when|work\w*)|never (?:\w+s|\w+ed|ends?|comes?|arrives?|finish\w*)|nothing (?:gets?|is|goes|comes|works?|arrives?|happens)|no longer|bounc(?:e|es|ed|ing)|block(?:list\w*|s|ing)|revoked|rebalanc\w+|rejoin\w+|waiters|loop(?:s|ing|ed)?|jump(?:s|ed) (?:from|to|back|ahead|\d)|limit (?:reached|hit)|(?:hit|hits|reached|over) (?:the|its|our|a) \w* ?(?:limit|quota)|must be|too (?:long|large|big|much|slow|old|few)|someone else'?s|another (?:user|customer)'s|pinned at|100% (?:sys |system |user )?cpu|cpu (?:at |is )?(?:9\d|100)%|rolling back|rolled back|roll(?:ing)? it back)\b`), 2, 4},
	{regexp.MustCompile(`실패|에러|오류|장애|안 ?(?:올|됩|됨|돼|되|먹|뜨|뜹|붙|열|떠|걸|나와|나옵|나가|보여|보이|보입|들어|내려|올라|맞|풀|찍|잡)|지 ?(?:않습|않아|않고|않네|못)|고갈|갑자기|두 ?배|하얗|풀려|걸린 것|걸려|계속|무한 ?로딩|튕|두 번|마이너스|음수|중복|두 ?번씩|뒤바뀌|엉뚱|섞여|섞이|못 ?(?:합|하|해|만|받|올|붙|쓰)|(?:다운|중단|중지)(?:됐|되|됩|돼|됨|입|상태)|끊(?:기|겨|김|어|긴|겼)|멈(?:춰|췄|춥|춤)|느려|느립|느리|지연|밀(?:리|립|려|렸)|폭주|꽉|찼|만료|타임 ?아웃|터(?:졌|짐|집)|죽(?:었|어|습|은|고)|급증|급감|급락|튀(?:었|어|고|네|는)|누락|유실|꺼(?:졌|져|진)|불가|먹통|깨(?:졌|져|진|짐)|쏟아|쫓아|삭제(?:됐|되|된)|풀스캔|대기\.\.|고정|겹쳐|누수|포화|초과|드랍|거부|롤백|재시작(?:되|됩|됐|을 반복)|무한|반복|이상합니다|접속이|부족|풀렸|막(?:혀|혔|힘)|튕(?:겨|깁)`), 2, 4},
	// Symptoms with a name.
	{regexp.MustCompile(`(?i)\b(?:martian source|clock skew|time drift|leap second|thundering herd|retry storm|cache stampede|cold cache|hot ?key|hot ?spot|hot partition|back ?pressure|livelock|starvation|lockup|full gc|gc (?:pause|overhead)|brown ?out|asymmetric routing|route leak|wraparound|crash ?loop\w*|contention|noisy neighbou?r|tombstones?|zombies?|file descriptors?|oom|backlog|unacked|allowance_exceeded|syn flood|ddos|ransomware|packet loss|replication lag|consumer lag|under-?replicated|error budget|memory leak|disk (?:is )?full|queue (?:is )?full|too many|oversubscribed|cascading|stop-the-world|priority inversion|memory pressure|load average|steal time|iowait|nospace)\b`), 2, 3},
	// Something is more, less or other than it should be.
	{regexp.MustCompile(`(?i)\b(?:slow(?:er|ly|ness|s|ed)?|latency|lag(?:s|ging)?|delay(?:s|ed)?|spik(?:e|es|ed|ing)|surg(?:e|es|ing)|stale|empty|not reporting|retr(?:y|ies|ying)|nonstop|restart(?:s|ed|ing)?|still (?:down|talking|pointing|broken|failing|firing)|kept talking|old ip|only (?:half|one|some)|unusual(?:ly)?|suspicious|anomal\w+|instead of|insufficient|pending|piling up|pile up|growing|ballooned|climbing|DELETE|terminated|late|early|behind|blank|(?:do|does|did|is|are|was|were|has|have|can|could|will) not|longer than|keeps? (?:\w+ing)|never|nobody|nothing|isn'?t|aren'?t|wasn'?t|hasn'?t|haven'?t|don'?t|didn'?t|doesn'?t|every (?:few|\d+|second|third|other)|wants to|only|again|suddenly|since (?:the|last|this|\d)|twice|double|half|waiting|backed up|(?:for|to|of|by) (?:half|some|most|many|all|a third|~?\d+ ?%)(?: of)?(?: the| our)? (?:visitors|users|customers|clients|requests|traffic|sessions|calls|hosts|nodes|pods|orders|logins))\b|(?:\d[\d.,]*\s?\w{0,3})\s*(?:->|→)\s*\d|[<>]=?\s*\d|\b(?:above|below|exceed\w*|crossed|over) (?:the )?\d|\bx\d{1,4}\b|\b100 ?%`), 1, 3},
}

var technicals = []family{
	{regexp.MustCompile(`(?i)\b(?:cpu|memory|ram|rss|disk|inode|volume|swap|gpu|node|host|server|vm|instance|pod|container|cluster|namespace|deployment|replica|daemonset|statefulset|database|db|sql|postgres\w*|mysql|mariadb|mongo\w*|redis|valkey|kafka|rabbitmq|amqp|cassandra|elastic\w*|opensearch|clickhouse|etcd|consul|vault|zookeeper|kubernetes|k8s|kubectl|kubelet|docker|containerd|nginx|envoy|haproxy|istio|ingress|gateway|proxy|dns|coredns|tcp|udp|tls|ssl|cert(?:ificate)?s?|bgp|vpn|vip|nat|mtu|icmp|lb|load balancer|cdn|s3|ec2|rds|sqs|lambda|dynamodb|gke|eks|aws|gcp|azure|api|http|https|rpc|grpc|endpoint|webhook|service|backend|frontends?|upstream|queue|broker|topic|partition|consumer|producer|worker|cron|batch|job|thread|process|heap|gc|jvm|java|python|golang|kernel|linux|windows|socket|connections?|packets?|sessions?|requests?|queries|query|table|index|insert|rows?|replication|leader|primary|secondary|standby|failover|shard|cache|traffic|throughput|bandwidth|latency|p9[059]|qps|rps|logs?|metrics?|prometheus|alerting|autoscaler|scaling|terraform|helm|ansible|rollout|deploys?|rollback|config\w*|flag|regex|token|auth\w*|login|logins|log in|checkout|payments?|website|site|app|prod|production|region|zone|az|router|switch|switchport|firewall|network|route[sr]?|prefix|martian source|ntp|clock|leap second|filesystem|nfs|ebs|backup|snapshot|dashboard|web|mobile|browser|email delivery|customers?|users?|stack|rack|datacenter|dc\d?|wal|binlog|bucket|storage|store|release|version|client|system|platform|microservice|orders?|pages?|screen|visitors?|carts?|invoices?|emails?|search|uploads?|notifications?|push|pool|buffer|ring|arp|vlan|kafka|sidekiq|celery|isr|raft|slots?|disks?|fleet|vacuum|xid|ip|vpc|subnet|daemon|registry|dr site|group|rebalance|commits?|rollouts?|ssh|bastion|load|vault|kerberos|ldap|sso|oauth|cors|csrf|scheduler|operator|sidecar|probe|quota|limit|mesh|smtp|mail|sms|printer queue)s?\b`), 1, 10},
	{regexp.MustCompile(`서버|노드|파드|클러스터|디비|레디스|쿼리|커넥션|접속|로그인|배포|메모리|디스크|트래픽|인증서|도메인|네트워크|배치|결제|주문|세션|캐시|큐|컨슈머|스토리지|컨테이너|이미지|요청|응답|서비스|프로세스|스레드|브라우저|앱|웹|화면|사용자|고객|회원|시스템|스케줄러|락|인덱스|테이블|로그|방화벽|스위치|회선|브로커|토픽|엔진엑스|카프카|쿠버|게이트웨이|푸시|검색|업로드|다운로드|이메일 발송|문자 발송|정산|오토스케일|인스턴스|한도|쿠폰|알림톡|레플리카|프록시|포트|재고|상품|이벤트|메시지|페이지|푸시|파티션|리더|스왑|API|DB|CPU`), 1, 10},
	// Names only machines have: snake_case, CamelCase, addresses, paths, web-07.
	{regexp.MustCompile(`\b[a-z]+_[a-z]+(?:_[a-z]+)*\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:^|\s)/(?:var|etc|usr|tmp|home|dev|proc|sys|srv|opt|app|data|mnt|v\d)\b|\b[a-z]+(?:-[a-z]+)*-\d+\b|` + "\\b[\\w-]+\\.(?:svc|internal|local|com|net|io|example|go|py|java|js|ts|rb|php|yaml|yml|conf|service)\\b"), 1, 5},
	{logLine, 1, 1},
	{errorName, 1, 2},
	{regexp.MustCompile(`(?i)\bkernel panic|no space left|out of memory|too many open files|connection refused|timed? ?out|[45]\d\ds?\b|5xx`), 1, 3},
}

// logLine matches the beginning of a line of a log: a time, a level, a process.
var logLine = regexp.MustCompile(`(?m)^(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d |\[[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:|\[ *\d+\.\d{3,}\]|[EWIF]\d{4} \d\d:\d\d|\[?(?:ERROR|FATAL|PANIC|WARN(?:ING)?|SEVERE|CRITICAL)\]?[: ]|(?i:error|fatal|warning|panic)\b[^\n:]{0,40}: |curl: \(|(?:time|ts|level)=|\{"\w+":|kernel: |[\w.]+(?:Exception|Error): |Error \d+|Traceback |thread '|goroutine \d+|\s+at [\w.$]+\()`)
