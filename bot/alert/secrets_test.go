package alert

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSecretsAreHidden puts credentials where alerts carry them and looks for them
// in all that a reader gives away.
func TestSecretsAreHidden(t *testing.T) {
	for _, test := range []struct{ text, secret, kept string }{
		{"login failed password=hunter2-XYZ for app", "hunter2-XYZ", "login failed"},
		{"PGPASSWORD=tr0ub4dor psql exited 2", "tr0ub4dor", "psql exited 2"},
		{`{"db_password": "tr0ub4dor", "host": "db-1"} rejected`, "tr0ub4dor", "db-1"},
		{"비밀번호: tr0ub4dor 로 접속 실패", "tr0ub4dor", "접속 실패"},
		{"bot token xoxb-123-456-abcDEF revoked", "xoxb-123-456-abcDEF", "revoked"},
		{"push with ghp_0123456789abcdefABCDEF failed", "ghp_0123456789abcdefABCDEF", "push with"},
		{"key AKIAIOSFODNN7EXAMPLE is not authorized", "AKIAIOSFODNN7EXAMPLE", "not authorized"},
		{"GET https://u:p4ss@db.example.com/x: 500", "p4ss", "db.example.com/x"},
		{"redis://:p4ssw0rd@cache-3:6379 refused", "p4ssw0rd", "cache-3:6379 refused"},
		{"Authorization: Bearer abcdef.123456 rejected", "abcdef.123456", "rejected"},
		{"authorization: Basic dXNlcjpwYXNz got 401", "dXNlcjpwYXNz", "got 401"},
		{"jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln expired", "eyJzdWIiOiIxIn0", "expired"},
		{"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\nleaked", "b3BlbnNzaC1rZXk", "leaked"},
		{"post to https://hooks.slack.com/services/T0/B0/abcdefXYZ failed", "abcdefXYZ", "failed"},
		{"upload https://s3.example.com/k?X-Amz-Signature=0a1b2c3d4e&part=1 got 403", "0a1b2c3d4e", "got 403"},
		{"client_secret: 'q1w2e3r4t5' invalid", "q1w2e3r4t5", "invalid"},
		{"sk-ant-REDACTED-0123456789abc rate limited", "REDACTED-0123456789abc", "rate limited"},
	} {
		messages := map[string]any{
			"text":       map[string]any{"text": test.text},
			"title":      map[string]any{"attachments": []any{map[string]any{"title": test.text}}},
			"field":      map[string]any{"attachments": []any{map[string]any{"fields": []any{map[string]any{"title": "Message", "value": test.text}}}}},
			"fallback":   map[string]any{"attachments": []any{map[string]any{"fallback": test.text}}},
			"block":      map[string]any{"blocks": []any{map[string]any{"type": "section", "text": map[string]any{"type": "mrkdwn", "text": test.text}}}},
			"rich text":  map[string]any{"blocks": []any{map[string]any{"type": "rich_text", "elements": []any{map[string]any{"type": "rich_text_preformatted", "elements": []any{map[string]any{"type": "text", "text": test.text}}}}}}},
			"file title": map[string]any{"subtype": "file_share", "text": "", "files": []any{map[string]any{"title": test.text}}, "type": "message"},
		}
		for where, m := range messages {
			raw, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			a, err := ReadAny(raw)
			if err != nil {
				t.Fatal(err)
			}
			shown := describe(a)
			if strings.Contains(shown, test.secret) {
				t.Errorf("%s in a %s is shown:\n%s", test.secret, where, shown)
			}
			if !strings.Contains(a.Text, test.kept) {
				t.Errorf("%q in a %s is lost:\n%s", test.kept, where, a.Text)
			}
		}
	}
}

// TestSecretsBesideTheirName reads a secret whose name stands in another part.
func TestSecretsBesideTheirName(t *testing.T) {
	for _, raw := range []string{
		`{"attachments":[{"title":"login failed","fields":[{"title":"password","value":"hunter2"}]}]}`,
		`{"text":"login failed","blocks":[{"type":"section","fields":[{"type":"mrkdwn","text":"*password:*\nhunter2"}]}]}`,
		`{"text":"login failed","blocks":[{"type":"section","fields":[{"type":"mrkdwn","text":"*password*\nhunter2"}]}]}`,
		`{"text":"login failed","blocks":[{"type":"table","rows":[[{"type":"raw_text","text":"password"},{"type":"raw_text","text":"hunter2"}]]}]}`,
		`{"text":"login failed, *password:* ` + "`hunter2`" + `"}`,
	} {
		a, err := ReadAny([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if shown := describe(a); strings.Contains(shown, "hunter2") {
			t.Errorf("password is shown of %s:\n%s", raw, shown)
		}
	}
}
