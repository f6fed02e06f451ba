package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// lines answers one message a line, in order. A broken line is named on standard
// error and does not stop the others.
func (f finder) lines(ctx context.Context, in *input, w world) error {
	out := json.NewEncoder(w.stdout)
	out.SetEscapeHTML(false)
	broken := 0
	for {
		line, number, err := in.line()
		if errors.Is(err, io.EOF) {
			break
		}
		var id json.RawMessage
		var found finding
		if err == nil {
			var message []byte
			if id, message, err = payload(line); err == nil {
				found, err = f.find(ctx, message)
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if in.failed != nil {
			return in.failed
		}
		if err != nil {
			broken++
			fmt.Fprintf(w.stderr, "%s:%d: %v\n", in.name, number, err)
			continue
		}
		if err := out.Encode(found.result(id)); err != nil {
			return err
		}
	}
	if broken > 0 {
		return fmt.Errorf("%s: lines that could not be read: %d", in.name, broken)
	}
	return nil
}

// payload takes the message and its id out of one line; all else in it is ignored.
func payload(line []byte) (id json.RawMessage, message []byte, err error) {
	var entry struct {
		ID      json.RawMessage `json:"id"`
		Payload json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal(line, &entry); err != nil {
		return nil, nil, fmt.Errorf(`not a JSON object: %w; write {"id":"a1","payload":"…"}`, err)
	}
	if len(entry.Payload) == 0 {
		return nil, nil, errors.New(`no payload; write {"id":"a1","payload":"…"}`)
	}
	switch entry.Payload[0] {
	case '"':
		var text string
		if err := json.Unmarshal(entry.Payload, &text); err != nil {
			return nil, nil, err
		}
		return entry.ID, []byte(text), nil
	case '{':
		return entry.ID, entry.Payload, nil
	}
	return nil, nil, fmt.Errorf("payload %.20s: give a text or a Slack message object", entry.Payload)
}
