package bot

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/slack-go/slack"
)

// maxBody is how much of a request is read, in bytes; Slack sends a few hundred kB at most.
const maxBody = 2 << 20

// Handler receives through signed HTTP: /slack/events, /slack/commands and
// /slack/interactions. RunHTTP must run.
func (b *Bot) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /slack/events", b.signed(b.httpEvent))
	mux.HandleFunc("POST /slack/commands", b.signed(b.httpCommand))
	mux.HandleFunc("POST /slack/interactions", b.signed(b.httpInteraction))
	return mux
}

// signed lets through only requests that Slack signed within the last five minutes.
func (b *Bot) signed(next func(http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			http.Error(w, "request too large", http.StatusRequestEntityTooLarge)
			return
		}
		verifier, err := slack.NewSecretsVerifier(r.Header, b.options.SigningSecret)
		if err == nil {
			_, err = verifier.Write(body)
		}
		if err != nil || verifier.Ensure() != nil {
			http.Error(w, "not signed by Slack", http.StatusUnauthorized)
			return
		}
		next(w, r, body)
	}
}

func (b *Bot) httpEvent(w http.ResponseWriter, r *http.Request, body []byte) {
	outer := object(body)
	switch {
	case outer == nil:
		http.Error(w, "not a JSON object", http.StatusBadRequest)
	case outer.text("type") == "url_verification":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, outer.text("challenge"))
	default:
		b.accept(w, r, delivery{"events_api", body})
	}
}

func (b *Bot) httpCommand(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	switch {
	case err != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded"):
		http.Error(w, "not a form", http.StatusBadRequest)
	case form.Get("ssl_check") == "1": // Slack looks whether anybody is here
	default:
		plain := map[string]string{}
		for name := range form {
			plain[name] = form.Get(name)
		}
		payload, err := json.Marshal(plain)
		if err != nil {
			http.Error(w, "not readable", http.StatusBadRequest)
			return
		}
		b.accept(w, r, delivery{"slash_commands", payload})
	}
}

func (b *Bot) httpInteraction(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if err != nil || object([]byte(form.Get("payload"))) == nil {
		http.Error(w, "no payload in the form", http.StatusBadRequest)
		return
	}
	b.accept(w, r, delivery{"interactive", []byte(form.Get("payload"))})
}

// accept takes a delivery and answers with 200 once it is kept; 503 makes Slack send
// it again.
func (b *Bot) accept(w http.ResponseWriter, r *http.Request, d delivery) {
	if !b.state.connected.Load() {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	type told struct {
		reply any
		err   error
	}
	kept := make(chan told, 1)
	b.take(d, func(reply any, err error) { kept <- told{reply, err} })
	select {
	case t := <-kept:
		switch {
		case t.err != nil:
			b.log.Warn("not taken", "kind", d.kind, "err", t.err)
			http.Error(w, "cannot be kept at the moment; send it again", http.StatusServiceUnavailable)
		case t.reply != nil:
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(t.reply)
		}
	case <-r.Context().Done():
	}
}
