package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// carrier carries slack-go's calls and closes three of its traps: a call to a silent
// server ends, a server that keeps asking for a new connection cannot make it open
// thousands a second, and a message or view that was shown counts as shown even when
// Slack's echo of it holds something slack-go cannot decode.
type carrier struct {
	http  *http.Client
	opens *rate.Limiter
}

const (
	callTimeout = 20 * time.Second
	openEvery   = 5 * time.Second // connections opened at most, after a first few
	openBurst   = 3
	maxAnswer   = 8 << 20 // bytes of an answer that are read
)

func newCarrier() *carrier {
	return &carrier{http: &http.Client{Timeout: callTimeout}, opens: rate.NewLimiter(rate.Every(openEvery), openBurst)}
}

// Do makes one call.
func (c *carrier) Do(req *http.Request) (*http.Response, error) {
	if strings.HasSuffix(req.URL.Path, "/apps.connections.open") {
		if err := c.opens.Wait(req.Context()); err != nil {
			return nil, err
		}
	}
	resp, err := c.http.Do(req)
	echoes := strings.Contains(req.URL.Path, "/chat.") || strings.Contains(req.URL.Path, "/views.")
	if err != nil || !echoes || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	resp.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("read Slack's answer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(withoutEcho(body)))
	return resp, nil
}

// withoutEcho drops all of an answer but what was asked: did it work, where is
// it, what was wrong. An answer that says neither yes nor why not becomes an error.
func withoutEcho(body []byte) []byte {
	answer := object(body)
	if answer == nil {
		return body
	}
	slim := fields{}
	for _, name := range []string{"ok", "error", "channel", "ts", "message_ts", "warning", "needed", "provided", "response_metadata"} {
		if v, ok := answer[name]; ok {
			slim[name] = v
		}
	}
	if !answer.flag("ok") && answer.text("error") == "" {
		slim["error"] = json.RawMessage(`"no_reason_given"`)
	}
	out, err := json.Marshal(slim)
	if err != nil {
		return body
	}
	return out
}
