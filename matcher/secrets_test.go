package matcher

import (
	"strings"
	"testing"
)

// Every secret here is made up.
func TestHideSecrets(t *testing.T) {
	for _, c := range []struct{ text, secret, kept string }{
		{"login failed password=hunter2-XYZ for app", "hunter2-XYZ", "for app"},
		{"비밀번호: tr0ub4dor 로 접속 실패", "tr0ub4dor", "접속 실패"},
		{"token xoxb-000000-FAKEFAKE revoked", "xoxb-000000-FAKEFAKE", "revoked"},
		{"token xoxe.xoxb-1-FAKEFAKE revoked", "FAKEFAKE", "revoked"},
		{"push with ghp_FAKEfakeFAKEfake0000 failed", "ghp_FAKEfakeFAKEfake0000", "push with"},
		{"runner glrt-FAKEfakeFAKEfake0000 gone", "glrt-FAKEfakeFAKEfake0000", "gone"},
		{"pull as dckr_pat_FAKEfakeFAKE0000 failed", "dckr_pat_FAKEfakeFAKE0000", "failed"},
		{"stripe sk_test_FAKEfakeFAKE0000 refused", "sk_test_FAKEfakeFAKE0000", "refused"},
		{"hook whsec_FAKEfakeFAKE0000 does not verify", "whsec_FAKEfakeFAKE0000", "does not verify"},
		{"AKIAFAKEFAKEFAKEFAKE is not authorized", "AKIAFAKEFAKEFAKEFAKE", "not authorized"},
		{"AccountKey=RkFLRUZBS0U= for blob store", "RkFLRUZBS0U=", "for blob store"},
		{"GET https://u:p4ss@db.example.com/x: 500", "p4ss", "db.example.com/x"},
		{"https://0123456789abcdef0123456789abcdef@o1.ingest.example.com/42 full", "0123456789abcdef", "o1.ingest.example.com/42"},
		{"Authorization: Bearer fake.fake.fake rejected", "fake.fake.fake", "rejected"},
		{"curl -H 'authorization: Basic ZmFrZTpmYWtl' got 401", "ZmFrZTpmYWtl", "got 401"},
		{"curl -u admin:hunter2 https://es-1:9200/_cat", "hunter2", "https://es-1:9200/_cat"},
		{"Cookie: session=FAKEFAKE; theme=dark\nHost: shop", "FAKEFAKE", "Host: shop"},
		{"discord.com/api/webhooks/123456/FAKEFAKEFAKEFAKEFAKEFAKE answers 404", "FAKEFAKEFAKE", "answers 404"},
		{"bot 123456789:AAFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE unauthorized", "AAFAKE", "unauthorized"},
		{"-----BEGIN RSA PRIVATE KEY-----\nRkFLRQ\n-----END RSA PRIVATE KEY-----\nleaked", "RkFLRQ", "leaked"},
		{"upload ?X-Amz-Signature=0a1b2c3d4e&part=1 got 403", "0a1b2c3d4e", "got 403"},
		{"mail to dana.kim+oncall@acme.co.kr bounced", "dana.kim", "bounced"},
		{"Owner: <dana@acme.dev>, paged", "dana@acme.dev", "paged"},
		{"담당자 민준@회사.한국에게 알림", "민준", "알림"},
		{"ask dana@acme.com. She knows", "dana@acme.com", ". She knows"},
	} {
		got := HideSecrets(c.text)
		if strings.Contains(got, c.secret) || !strings.Contains(got, c.kept) || !strings.Contains(got, Hidden) {
			t.Errorf("HideSecrets(%q) = %q", c.text, got)
		}
		if again := HideSecrets(got); again != got {
			t.Errorf("HideSecrets(%q) = %q the second time", got, again)
		}
	}
}

// What only looks like a secret is what tells one incident from another.
func TestHideSecretsOfNothing(t *testing.T) {
	for _, text := range []string{
		"commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b failed",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 not found",
		"registry.example.com/shop/cart@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"trace 123e4567-e89b-12d3-a456-426614174000 lost",
		"pod checkout-7d9f8b6c5-x2x9z OOMKilled", "pod ghost-writer-5f4d8c7b9-q8w2x evicted",
		"user@1000.service: Failed with result 'exit-code'", "postgresql@14-main.service failed",
		"systemd: getty@tty1.service: Start request repeated too quickly",
		"git@github.com:acme/shop.git: Permission denied (publickey)", "ssh://git@gitlab.acme.com/shop.git timed out",
		"npm ERR! left-pad@1.3.0 not found", "go: example.org/mod@v1.2.3-rc.one: unknown revision", "@types/node@20.1.0",
		"root@web-1: no space left on device", "postgres@10.0.0.1:5432 refused", "kafka@broker-1.internal down",
		"FATAL: password authentication failed for user", "secretKeyRef not found", "ImagePullSecrets missing",
		"token bucket is empty", "tokens per second fell", "AuthorizationPolicy denies all", "x509: certificate signed by unknown authority",
		"http://prometheus.monitoring.svc.cluster.local:9090/api/v1/query", "etcdserver: mvcc: database space exceeded",
		"arn:aws:iam::123456789012:role/shop", "skipping sk-learn upgrade", "ci@example.com", "rate(http_requests_total[5m]) @ 1609746000",
	} {
		if got := HideSecrets(text); got != text {
			t.Errorf("HideSecrets(%q) = %q", text, got)
		}
	}
}
