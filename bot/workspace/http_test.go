package workspace_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/workspace"
)

// hit is one request an app got over HTTP, its signature checked.
type hit struct {
	path   string
	header http.Header
	body   []byte
	badSig error
}

// overHTTP makes the world's app hear over HTTP. Each request is answered by
// handler, which may be nil, and handed to the channel.
func overHTTP(t *testing.T, opts workspace.Options, handler http.HandlerFunc) (*world, chan hit) {
	t.Helper()
	hits := make(chan hit, 100)
	var secret string
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		v, err := slack.NewSecretsVerifier(r.Header, secret)
		if err == nil {
			v.Write(body)
			err = v.Ensure()
		}
		hits <- hit{r.URL.Path, r.Header, body, err}
		if handler != nil {
			handler(rw, r)
		}
	}))
	t.Cleanup(srv.Close)
	w := newWorld(t, opts, func(a *workspace.App) {
		a.SocketMode, a.EventsURL, a.CommandsURL, a.ActionsURL = false, srv.URL+"/events", srv.URL+"/commands", srv.URL+"/actions"
	})
	secret = w.app.SigningSecret
	return w, hits
}

func TestSignedDelivery(t *testing.T) {
	w, hits := overHTTP(t, workspace.Options{}, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/commands" {
			io.WriteString(rw, "plain words")
		}
	})
	w.post(alertmanager, `{"text":"disk full"}`)
	h := next(t, hits)
	p := object(t, h.body)
	if h.badSig != nil || h.path != "/events" || p["event"].(args)["text"] != "disk full" || p["team_id"] == nil || h.header.Get("X-Slack-Retry-Num") != "" {
		t.Errorf("event: %v %s %s", h.badSig, h.path, h.body)
	}
	w.must(w.Command(w.dana, w.channel, "/incidentlib x & y"))
	h = next(t, hits)
	form, err := url.ParseQuery(string(h.body))
	if err != nil || h.badSig != nil || h.path != "/commands" || form.Get("text") != "x &amp; y" || form.Get("command") != "/incidentlib" {
		t.Errorf("command: %v %v %s", err, h.badSig, h.body)
	}
	if e := w.Ephemerals(w.dana, w.channel); len(e) != 1 || object(t, e[0])["text"] != "plain words" {
		t.Errorf("the words in the answer to a command are not shown: %s", e)
	}
	w.must(w.ProbeCommandsURL(w.app.ID))
	if h = next(t, hits); h.badSig != nil || !strings.HasPrefix(string(h.body), "ssl_check=1") {
		t.Errorf("probe: %v %s", h.badSig, h.body)
	}
	w.must(w.Click(w.dana, w.channel, w.postButtons(""), "yes"))
	if h = next(t, hits); h.path == "/events" { // of the app's own message; requests may overtake each other
		h = next(t, hits)
	}
	form, err = url.ParseQuery(string(h.body))
	if err != nil || h.badSig != nil || h.path != "/actions" || object(t, []byte(form.Get("payload")))["type"] != "block_actions" {
		t.Errorf("click: %v %v %s %s", err, h.badSig, h.path, h.body)
	}
}

func TestHTTPRetries(t *testing.T) {
	for _, c := range []struct {
		name   string
		handle http.HandlerFunc
		want   []string // retry number and reason of each request
	}{
		{"refused", func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(500) }, []string{" ", "1 http_error", "2 http_error"}},
		{"too slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, []string{" ", "1 http_timeout", "2 http_timeout"}},
		{"taken the second time", func(rw http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Slack-Retry-Num") == "" {
				rw.WriteHeader(503)
			}
		}, []string{" ", "1 http_error"}},
		{"refused for good", func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("X-Slack-No-Retry", "1")
			rw.WriteHeader(500)
		}, []string{" "}},
		{"redirected for ever", func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "/events", http.StatusTemporaryRedirect)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			deadline := 10 * time.Second
			if c.name == "too slow" {
				deadline = 50 * time.Millisecond
			}
			w, hits := overHTTP(t, workspace.Options{Deadline: deadline, RetryAfter: []time.Duration{0, 0}}, c.handle)
			w.post(alertmanager, `{"text":"x"}`)
			w.wait("the end of it", func() bool {
				d := w.Deliveries()
				last := d[len(d)-1]
				return last.Outcome == "ok" || last.Outcome != "" && (last.Attempt == 2 || c.name == "refused for good")
			})
			if c.want == nil {
				if d := w.Deliveries(); d[len(d)-1].Outcome != "too_many_redirects" || len(hits) != 9 {
					t.Errorf("%d requests, outcome %s; want three tries of three requests", len(hits), d[len(d)-1].Outcome)
				}
				return
			}
			var got []string
			for range len(hits) {
				h := next(t, hits)
				got = append(got, h.header.Get("X-Slack-Retry-Num")+" "+h.header.Get("X-Slack-Retry-Reason"))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("requests %q, want %q", got, c.want)
			}
		})
	}
}

func TestURLVerification(t *testing.T) {
	var answer func(challenge string) string
	var w *world
	var hits chan hit
	w, hits = overHTTP(t, workspace.Options{}, func(rw http.ResponseWriter, r *http.Request) {
		h := next(t, hits)
		io.WriteString(rw, answer(object(t, h.body)["challenge"].(string)))
	})
	for name, c := range map[string]struct {
		answer func(string) string
		ok     bool
	}{
		"text":    {func(s string) string { return s }, true},
		"JSON":    {func(s string) string { return `{"challenge":"` + s + `"}` }, true},
		"capital": {func(s string) string { return `{"Challenge":"` + s + `"}` }, false},
		"nothing": {func(string) string { return "" }, false},
	} {
		answer = c.answer
		if err := w.VerifyEventsURL(w.app.ID); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSignVector checks the signature against the example in Slack's documentation.
func TestSignVector(t *testing.T) {
	body := "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	h := http.Header{}
	workspace.Sign(h, "8f742231b10e8888abcd99yyyzzz85a5", time.Unix(1531420618, 0), []byte(body))
	if got := h.Get("X-Slack-Signature"); got != "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503" {
		t.Errorf("signature = %s", got)
	}
}
