package matcher

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// set is the words of a list, for asking whether one is among them.
func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// stopWords say nothing about a failure in any sentence. Small words that may
// (down, full, off) are left to their frequency.
var stopWords = set(`
a about after again all also am an and any are as at be because been before being between both but by
can could did do does doing during each few for from further had has have having he her here hers him his how
if in into is it its itself just me more most my no nor not now of on once only or other our ours out over own
same she should so some such than that the their theirs them then there these they this those through to too
under until up upon us very via was we were what when where which while who whom why will with would you your yours
aren couldn didn doesn don hadn hasn haven isn ll mustn re shouldn ve wasn weren won wouldn
https www com
`)

// unstemmed are names that only look like plurals or verbs. Cut, they would
// become other words: NATS is no NAT, iOS no IO.
var unstemmed = set(`
aws dns tls ios nats eks aks ecs ebs efs rds sns sqs kms gcs gas bios cos dos ops pas pos vms
axis bus canvas lens atlas redis tomcats news class process access address status
`)

// stem is the ending-free form of a plain English word in lower case. Anything
// else (digits, other scripts, fewer than three letters) stays as it is.
func stem(w string) string {
	if len(w) < 3 || unstemmed[w] {
		return w
	}
	for i := range len(w) {
		if !isLower(w[i]) {
			return w
		}
	}
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	return env.Current()
}
