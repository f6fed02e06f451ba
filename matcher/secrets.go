package matcher

import (
	"regexp"
	"slices"
	"strings"
)

// Hidden stands where a secret stood.
const Hidden = "•••"

// secrets are the shapes of credentials. Each keeps the words around the secret,
// by its groups, and hides the rest; signs are what at least one of stands in
// every text of that shape, in lower case. The token prefixes are those the
// vendors document for their keys.
var secrets = []struct {
	signs []string
	shape *regexp.Regexp
	keep  string
}{
	{[]string{"private key"}, regexp.MustCompile(`(-----BEGIN [A-Z ]*PRIVATE KEY-----)\s*[^-•\s][^-•]*(-----END [A-Z ]*PRIVATE KEY-----)?`), "$1 " + Hidden},
	{[]string{"://"}, regexp.MustCompile(`\b([a-z][a-z0-9+.-]*://)[^\s/:@<>"']*:[^\s/<>"']+@`), "${1}" + Hidden + "@"},
	{[]string{"://"}, regexp.MustCompile(`\b([a-z][a-z0-9+.-]*://)[^\s/:@<>"']{16,}@`), "${1}" + Hidden + "@"}, // a token for a user's name
	{[]string{"authorization"}, regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token|digest|negotiate)\s+)?)[^\s"',;]+`), "${1}" + Hidden},
	{[]string{"bearer"}, regexp.MustCompile(`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`), "${1}" + Hidden},
	{[]string{"eyj"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?`), Hidden},
	{[]string{"xox", "xapp-"}, regexp.MustCompile(`\b(?:xox[abeprs](?:\.xox[bp])?-|xapp-)[A-Za-z0-9-]{6,}`), Hidden},
	{[]string{"gh", "gl", "npm_", "hf_", "dop_v1_", "shpat_", "sk-", "k_live_", "k_test_", "whsec_", "dckr_pat_", "sntrys_", "sg.", "aiza", "ya29.", "hvs.", "hvb.", "lin_api_", "pypi-"}, regexp.MustCompile(`\b(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt)-|npm_|hf_|dop_v1_|shpat_|sk-(?:ant-|proj-)?|[srp]k_(?:live|test)_|whsec_|dckr_pat_|sntrys_|SG\.|AIza|ya29\.|hv[sb]\.|lin_api_|pypi-)[A-Za-z0-9_.-]{12,}`), Hidden},
	{[]string{"akia", "asia", "agpa", "aida", "aroa"}, regexp.MustCompile(`\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}\b`), Hidden},
	{[]string{"hooks.slack.com"}, regexp.MustCompile(`\bhooks\.slack\.com/(?:services|workflows|triggers|commands|actions|app)/[A-Za-z0-9/_-]+`), "hooks.slack.com/" + Hidden},
	{[]string{"/webhooks/"}, regexp.MustCompile(`(/api/webhooks/\d+/)[A-Za-z0-9_-]{20,}`), "${1}" + Hidden},
	{[]string{":aa"}, regexp.MustCompile(`\b\d{8,10}:AA[A-Za-z0-9_-]{30,}`), Hidden},
	{[]string{"cookie:"}, regexp.MustCompile(`(?i)\b((?:set-)?cookie:\s*)[^\s=]+=[^\r\n]+`), "${1}" + Hidden},
	{[]string{"-u ", "--user"}, regexp.MustCompile(`(\s(?:-u|--user)[ =]["']?[^\s:"'/]+:)[^\s"'$]+`), "${1}" + Hidden},
	{[]string{"sig", "key", "token", "auth"}, regexp.MustCompile(`(?i)([?&](?:sig|signature|x-amz-signature|x-amz-security-token|access_token|api_?key|token|key|auth)=)[^\s&#"'<>]+`), "${1}" + Hidden},
	{[]string{"pass", "pwd", "secret", "key", "token", "비밀번호", "패스워드"}, assignment, "${1}" + Hidden},
}

// assignment matches password=…, "api_key": "…", DB_PASSWORD: … and --token ….
// Prose such as "password: expired" is hidden too: better a word lost than a
// password kept.
var assignment = regexp.MustCompile(`(?i)((?:비밀번호|패스워드|[\w-]*(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|secret[_-]?access[_-]?key|account[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|session[_-]?token|token))["'*_~` + "`" + `]*(?:\s*[:=]|=>)["'*_~` + "`" + `\s]*)[^\s"'` + "`" + `,;&)}\]]+`)

// HideSecrets hides credentials and e-mail addresses in s and leaves the words around them.
func HideSecrets(s string) string { return hideAddresses(HideCredentials(s)) }

// HideCredentials is HideSecrets without the addresses.
func HideCredentials(s string) string {
	lower := strings.ToLower(s)
	for _, x := range secrets {
		if !slices.ContainsFunc(x.signs, func(sign string) bool { return strings.Contains(lower, sign) }) {
			continue
		}
		s = x.shape.ReplaceAllString(s, x.keep)
	}
	return s
}

// addressed is what may be an e-mail address. So look: names of units, user@1000.service; of
// packages with their version, left-pad@1.3.0; of what is fetched, git@github.com:acme/shop.
var addressed = regexp.MustCompile(`[\pL\pN_.+%-]+@(?:[\pL\pN-]+\.)+[\pL\pN-]+[:/@]?`)

// noAddress is how what only looks like one ends: in a place, a version, or the name of a unit
// or a file. Under example.com lives nobody.
var noAddress = regexp.MustCompile(`(?i)[:/@]$|\.[^.]*[^\pL.][^.]*$|\.\pL$|@v?\d+\.|\.(?:service|socket|timer|slice|scope|mount|target|path|svc|local|internal|localdomain|js|go|ya?ml|conf|example|invalid|test)$|@(?:[\w-]+\.)*example\.(?:com|org|net)$`)

// hideAddresses hides the e-mail addresses in s.
func hideAddresses(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	return addressed.ReplaceAllStringFunc(s, func(found string) string {
		if noAddress.MatchString(found) {
			return found
		}
		return Hidden
	})
}
