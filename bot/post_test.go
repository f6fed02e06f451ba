package bot

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"errors"

	"incidentlib/bot/store"
)

// answering is a desk whose calls get answers of our making; the methods called are listed.
func answering(t *testing.T, answers map[string]string, header http.Header) (d *desk, called *[]string) {
	t.Helper()
	called = new([]string)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := r.URL.Path[1:]
		*called = append(*called, method)
		for name, values := range header {
			w.Header()[name] = values
		}
		if len(header) > 0 {
			w.WriteHeader(http.StatusTooManyRequests)
		}
		io.WriteString(w, answers[method])
	}))
	t.Cleanup(srv.Close)
	address, err := url.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(nil, nil, Options{BotToken: "xoxb-1", APIURL: srv.URL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	b.desk.apiURL = address
	return b.desk, called
}

var someLetter = letter{
	to:   store.MessageKey{Workspace: store.Workspace{Team: "T1"}, Channel: "C1", TS: "1.1"},
	kind: kindReply, thread: "1.1",
}

// Slack posts to the channel when it does not know the thread. Such a post is taken back.
func TestThreadIsGone(t *testing.T) {
	d, called := answering(t, map[string]string{
		"chat.postMessage": `{"ok":true,"channel":"C1","ts":"2.2","message":{"ts":"2.2","text":"x"}}`,
		"chat.delete":      `{"ok":true}`,
	}, nil)
	_, err := d.post(t.Context(), someLetter, newReply("x"))
	if !errors.Is(err, errParentGone) || len(*called) != 2 || (*called)[1] != "chat.delete" {
		t.Errorf("ended with %v after %v", err, *called)
	}
}

// An answer counts though there is something in it that nobody has seen before.
func TestOddEcho(t *testing.T) {
	d, _ := answering(t, map[string]string{
		"chat.postMessage": `{"ok":true,"ts":"2.2","message":{"thread_ts":"1.1","blocks":[{"type":"actions","elements":[{"type":"hologram","value":[]}]}],"attachments":7}}`,
	}, nil)
	if ts, err := d.post(t.Context(), someLetter, newReply("x")); ts != "2.2" || err != nil {
		t.Errorf("posted at %q, %v", ts, err)
	}
}

func TestWaitTold(t *testing.T) {
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for _, c := range []struct {
		header, body string
		least, most  time.Duration
	}{
		{"30", "", 30 * time.Second, 30 * time.Second},
		{" 1.5 ", "", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{in(20 * time.Second), "", 18 * time.Second, 20 * time.Second},
		{"", `{"retry_after":7}`, 7 * time.Second, 7 * time.Second},
		{"soon", `{"retry_after":7}`, 7 * time.Second, 7 * time.Second},
		{"", "", usualWait, usualWait},
		{"-5", "", usualWait, usualWait},
		{"NaN", "", usualWait, usualWait},
		{"99999999", "", mostWait, mostWait},
		{"Inf", "", mostWait, mostWait},
	} {
		if got := waitTold(c.header, object([]byte(c.body))); got < c.least || got > c.most {
			t.Errorf("waitTold(%q, %s) = %v, want %v to %v", c.header, c.body, got, c.least, c.most)
		}
	}
}
