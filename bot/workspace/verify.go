package workspace

import (
	"bytes"
	"fmt"
	"net/http"
	"time"
)

// VerifyEventsURL sends the app's EventsURL the url_verification challenge and
// checks the answer, as Slack does when the URL is saved.
func (ws *Workspace) VerifyEventsURL(appID string) error {
	ws.mu.Lock()
	a, err := ws.mustApp(appID)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	challenge := secret()
	body := encode(object{"type": "url_verification", "token": a.VerificationToken, "challenge": challenge})
	r, err := http.NewRequestWithContext(ws.ctx, http.MethodPost, a.EventsURL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("workspace: verify %q: %w", a.EventsURL, err)
	}
	r.Header.Set("Content-Type", "application/json")
	Sign(r.Header, a.SigningSecret, time.Now(), body)
	answer, failure, _ := post(r, ws.opts.Deadline)
	if failure != "" {
		return fmt.Errorf("workspace: verify %q: %s", a.EventsURL, failure)
	}
	o, err := decodeObject(answer)
	if err != nil || str(o, "challenge") != challenge && str(o, "text") != challenge {
		return fmt.Errorf("workspace: verify %q: the answer %.60q does not hold the challenge", a.EventsURL, answer)
	}
	return nil
}

// ProbeCommandsURL sends the app's CommandsURL the ssl_check that Slack sends now
// and then. The app must answer 2xx and do nothing.
func (ws *Workspace) ProbeCommandsURL(appID string) error {
	ws.mu.Lock()
	a, err := ws.mustApp(appID)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	body := []byte("ssl_check=1&token=" + a.VerificationToken)
	r, err := http.NewRequestWithContext(ws.ctx, http.MethodPost, a.CommandsURL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("workspace: probe %q: %w", a.CommandsURL, err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	Sign(r.Header, a.SigningSecret, time.Now(), body)
	if _, failure, _ := post(r, ws.opts.Deadline); failure != "" {
		return fmt.Errorf("workspace: probe %q: %s", a.CommandsURL, failure)
	}
	return nil
}
