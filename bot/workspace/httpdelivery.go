package workspace

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

const maxAnswer = 1 << 20 // bytes of an app's answer that are read

// sendByHTTP posts the payload, signed, to the app's URL for its kind.
func (ws *Workspace) sendByHTTP(d *delivery) {
	target := map[string]string{"events_api": d.app.EventsURL, "slash_commands": d.app.CommandsURL, "interactive": d.app.ActionsURL}[d.kind]
	if target == "" {
		ws.settle(d, nil, "connection_failed", true)
		return
	}
	body, contentType := httpBody(d)
	r, err := http.NewRequestWithContext(ws.ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		ws.settle(d, nil, "connection_failed", true)
		return
	}
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("User-Agent", "Slackbot 1.0 (workspace)")
	Sign(r.Header, d.app.SigningSecret, time.Now(), body)
	if d.attempt > 0 {
		r.Header.Set("X-Slack-Retry-Num", strconv.Itoa(d.attempt))
		r.Header.Set("X-Slack-Retry-Reason", d.reason)
	}
	go func() {
		answer, failure, noRetry := post(r, ws.opts.Deadline)
		ws.mu.Lock()
		defer ws.mu.Unlock()
		ws.settle(d, answer, failure, noRetry)
	}()
}

// httpBody is the payload as it goes over HTTP: events as JSON, commands as a
// form, interactions as a form with one field of JSON.
func httpBody(d *delivery) (body []byte, contentType string) {
	const form = "application/x-www-form-urlencoded"
	switch d.kind {
	case "slash_commands":
		v := url.Values{}
		for k := range d.payload {
			v.Set(k, fmt.Sprint(d.payload[k]))
		}
		return []byte(v.Encode()), form
	case "interactive":
		return []byte(url.Values{"payload": {string(encode(d.payload))}}.Encode()), form
	}
	return encode(d.payload), "application/json"
}

// Sign sets the two headers by which an app knows a request is Slack's.
func Sign(h http.Header, signingSecret string, at time.Time, body []byte) {
	ts := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(signingSecret))
	fmt.Fprintf(mac, "v0:%s:%s", ts, body)
	h.Set("X-Slack-Request-Timestamp", ts)
	h.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
}

// post sends the request and reads the answer within the deadline. It follows two
// redirects, as Slack does.
func post(r *http.Request, deadline time.Duration) (answer json.RawMessage, failure string, noRetry bool) {
	ctx, cancel := context.WithTimeout(r.Context(), deadline)
	defer cancel()
	errTooMany := errors.New("too many redirects")
	// A connection for each request: one kept open may be closed by the app just
	// when it is used again, which would look like an app that cannot be reached.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) > 2 {
			return errTooMany
		}
		return nil
	}}
	resp, err := client.Do(r.WithContext(ctx))
	switch {
	case errors.Is(err, errTooMany):
		return nil, "too_many_redirects", false
	case errors.Is(err, context.DeadlineExceeded) || os.IsTimeout(err):
		return nil, "http_timeout", false
	case err != nil:
		return nil, "connection_failed", false
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		return nil, "http_timeout", false
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return nil, "http_error", resp.Header.Get("X-Slack-No-Retry") == "1"
	}
	return textAnswer(body), "", false
}

// textAnswer makes the body of an HTTP answer what an acknowledgement's payload
// is: JSON as it is, plain text as a message.
func textAnswer(body []byte) json.RawMessage {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		return nil
	}
	if json.Valid(body) && body[0] == '{' {
		return body
	}
	return encode(object{"text": string(body)})
}
