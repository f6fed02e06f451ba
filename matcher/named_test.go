package matcher

import (
	"strings"
	"testing"
)

func TestSignals(t *testing.T) {
	for _, test := range []struct {
		alert Alert
		want  string
	}{
		{Alert{Text: "KubePodCrashLooping on payments-api-7d9f8b6c5d-x2x9z: OOMKilled, exit code 137"}, "KubePodCrashLooping|OOMKilled|exit code 137"},
		{Alert{Text: "rate(node_nf_conntrack_entries{job=\"node\"}[5m]) > 0 and job:apiserver_errors:rate5m"}, "node_nf_conntrack_entries|job:apiserver_errors:rate5m"},
		{Alert{Text: "java.lang.OutOfMemoryError: Java heap space\n  at com.example.Orders.load"}, "java.lang.OutOfMemoryError"},
		{Alert{Text: "connect ECONNREFUSED 10.0.0.1:5432; ERR_CONNECTION_RESET; write: no space left on device"}, "ECONNREFUSED|ERR_CONNECTION_RESET|no space left on device"},
		{Alert{Text: "HTTP 502 from edge, then http status 503; SIGKILL"}, "HTTP 502|http status 503|SIGKILL"},
		{Alert{Text: "OOMKilled oomkilled OOMKilled"}, "OOMKilled"},
		{Alert{Text: "alert_name: DiskFull\npod: my_pod_name\nDiskFull on my_pod_name", Labels: []Label{{"alert_name", "DiskFull"}, {"pod", "my_pod_name"}}}, "DiskFull"},
		{Alert{Text: "GitHub and PostgreSQL on db_host.example.com, see /var/log/my_app/x and team_name=7"}, ""},
		{Alert{Text: "bw_in_allowance_exceeded: 500\nkernel: nf_conntrack: table full\nrunbook_url: x, pod_name: y"}, "bw_in_allowance_exceeded|nf_conntrack"},
		{Alert{Text: "oom_score_adj:936 at com.example.orders, a:b"}, "oom_score_adj"},
		{Alert{Text: "ERROR: everything is slow"}, ""},
		{Alert{Text: "파드가 OOMKilled로 죽고 context deadline exceeded가 찍힌다"}, "OOMKilled|context deadline exceeded"},
		{Alert{Text: "AaBb AaCc AaDd AaEe AaFf AaGg AaHh AaIi AaJj"}, "AaBb|AaCc|AaDd|AaEe|AaFf|AaGg|AaHh|AaIi"},
		{Alert{}, ""},
	} {
		if got := strings.Join(Signals(test.alert), "|"); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.alert.Text, got, test.want)
		}
	}
}
