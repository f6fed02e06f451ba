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
	{[]string{"private key"}, regexp.MustCompile(`(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?`), "$1 " + Hidden},
	{[]string{"://"}, regexp.MustCompile(`\b([a-z][a-z0-9+.-]*://)[^\s/:@<>"']*:[^\s/<>"']+@`), "${1}" + Hidden + "@"},
	{[]string{"authorization"}, regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token|digest|negotiate)\s+)?)[^\s"',;]+`), "${1}" + Hidden},
	{[]string{"bearer"}, regexp.MustCompile(`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`), "${1}" + Hidden},
	{[]string{"eyj"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?`), Hidden},
	{[]string{"xox", "xapp-"}, regexp.MustCompile(`\b(?:xox[abeprs](?:\.xox[bp])?-|xapp-)[A-Za-z0-9-]{6,}`), Hidden},
	{[]string{"gh", "gl", "npm_", "hf_", "dop_v1_", "shpat_", "sk-", "k_live_", "sg.", "aiza", "ya29.", "hvs.", "lin_api_", "pypi-"}, regexp.MustCompile(`\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|dop_v1_|shpat_|sk-(?:ant-|proj-)?|sk_live_|rk_live_|pk_live_|SG\.|AIza|ya29\.|hvs\.|lin_api_|pypi-)[A-Za-z0-9_.-]{12,}`), Hidden},
	{[]string{"akia", "asia", "agpa", "aida", "aroa"}, regexp.MustCompile(`\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}\b`), Hidden},
	{[]string{"hooks.slack.com"}, regexp.MustCompile(`\bhooks\.slack\.com/(?:services|workflows|triggers|commands|actions|app)/[A-Za-z0-9/_-]+`), "hooks.slack.com/" + Hidden},
	{[]string{"sig", "key", "token", "auth"}, regexp.MustCompile(`(?i)([?&](?:sig|signature|x-amz-signature|x-amz-security-token|access_token|api_?key|token|key|auth)=)[^\s&#"'<>]+`), "${1}" + Hidden},
	{[]string{"pass", "pwd", "secret", "key", "token", "비밀번호", "패스워드"}, assignment, "${1}" + Hidden},
}

// assignment matches password=…, "api_key": "…", DB_PASSWORD: … and --token ….
// Prose such as "password: expired" is hidden too: better a word lost than a
// password kept.
var assignment = regexp.MustCompile(`(?i)((?:비밀번호|패스워드|[\w-]*(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|secret[_-]?access[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|session[_-]?token|token))["'*_~` + "`" + `]*(?:\s*[:=]|=>)["'*_~` + "`" + `\s]*)[^\s"'` + "`" + `,;&)}\]]+`)

// HideSecrets hides credentials in s and leaves the words around them.
func HideSecrets(s string) string {
	lower := strings.ToLower(s)
	for _, x := range secrets {
		if !slices.ContainsFunc(x.signs, func(sign string) bool { return strings.Contains(lower, sign) }) {
			continue
		}
		s = x.shape.ReplaceAllString(s, x.keep)
	}
	return s
}
