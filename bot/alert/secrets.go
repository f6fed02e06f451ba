package alert

import (
	"regexp"
	"strings"
)

// hidden stands where a secret stood.
const hidden = "•••"

// secrets are the shapes of credentials. Each keeps the words around the secret,
// by its groups, and hides the rest; signs are what at least one of stands in
// every text of that shape, in lower case. The token prefixes are those the
// vendors document for their keys.
var secrets = []struct {
	signs []string
	shape *regexp.Regexp
	keep  string
}{
	{[]string{"private key"}, regexp.MustCompile(`(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?`), "$1 " + hidden},
	{[]string{"://"}, regexp.MustCompile(`\b([a-z][a-z0-9+.-]*://)[^\s/:@<>"']*:[^\s/<>"']+@`), "${1}" + hidden + "@"},
	{[]string{"authorization"}, regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token|digest|negotiate)\s+)?)[^\s"',;]+`), "${1}" + hidden},
	{[]string{"bearer"}, regexp.MustCompile(`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`), "${1}" + hidden},
	{[]string{"eyj"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?`), hidden},
	{[]string{"xox", "xapp-"}, regexp.MustCompile(`\b(?:xox[abeprs](?:\.xox[bp])?-|xapp-)[A-Za-z0-9-]{6,}`), hidden},
	{[]string{"gh", "gl", "npm_", "hf_", "dop_v1_", "shpat_", "sk-", "k_live_", "sg.", "aiza", "ya29.", "hvs.", "lin_api_", "pypi-"}, regexp.MustCompile(`\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|dop_v1_|shpat_|sk-(?:ant-|proj-)?|sk_live_|rk_live_|pk_live_|SG\.|AIza|ya29\.|hvs\.|lin_api_|pypi-)[A-Za-z0-9_.-]{12,}`), hidden},
	{[]string{"akia", "asia", "agpa", "aida", "aroa"}, regexp.MustCompile(`\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}\b`), hidden},
	{[]string{"hooks.slack.com"}, regexp.MustCompile(`\bhooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]+`), "hooks.slack.com/" + hidden},
	{[]string{"sig", "key", "token", "auth"}, regexp.MustCompile(`(?i)([?&](?:sig|signature|x-amz-signature|x-amz-security-token|access_token|api_?key|token|key|auth)=)[^\s&#"'<>]+`), "${1}" + hidden},
	{[]string{"pass", "pwd", "secret", "key", "token", "비밀번호", "패스워드"}, assignment, "${1}" + hidden},
}

// assignment matches password=…, "api_key": "…", DB_PASSWORD: … and --token ….
// Prose such as "password: expired" is hidden too: better a word lost than a
// password kept.
var assignment = regexp.MustCompile(`(?i)((?:비밀번호|패스워드|[\w-]*(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|secret[_-]?access[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|session[_-]?token|token))["'*_~` + "`" + `]*(?:\s*[:=]|=>)["'*_~` + "`" + `\s]*)[^\s"'` + "`" + `,;&)}\]]+`)

// mask hides credentials in s and leaves the words around them.
func mask(s string) string {
	lower := strings.ToLower(s)
	for _, x := range secrets {
		if !containsAny(lower, x.signs) {
			continue
		}
		s = x.shape.ReplaceAllString(s, x.keep)
	}
	return s
}
