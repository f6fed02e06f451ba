package workspace

import (
	"fmt"
	"net/http"
	"time"
)

// stream is one page that listens.
type stream struct {
	events chan streamed
	gone   chan struct{}
}

type streamed struct {
	name string
	data []byte
}

// publish tells every listening page, and wakes every Wait. channelID is added to
// the data when it is not "".
func (ws *Workspace) publish(name, channelID string, data object) {
	ws.wake()
	if len(ws.streams) == 0 {
		return
	}
	if _, has := data["channel"]; !has && channelID != "" {
		data["channel"] = channelID
	}
	e := streamed{name, encode(data)}
	for s := range ws.streams {
		select {
		case s.events <- e:
		default: // too slow: it reconnects and asks for the state again
			delete(ws.streams, s)
			close(s.gone)
		}
	}
}

// publishTo is publish for what only one person sees.
func (ws *Workspace) publishTo(userID, name, channelID string, data object) {
	if userID == ws.me {
		ws.publish(name, channelID, data)
		return
	}
	ws.wake()
}

// serveStream is GET /ui/stream: server-sent events, see pageRoutes.
func (ws *Workspace) serveStream(w http.ResponseWriter, r *http.Request) {
	s := &stream{events: make(chan streamed, 256), gone: make(chan struct{})}
	ws.mu.Lock()
	ws.streams[s] = true
	ws.mu.Unlock()
	defer func() {
		ws.mu.Lock()
		delete(ws.streams, s)
		ws.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, ": listening\n\n")
	flush := http.NewResponseController(w)
	flush.Flush()
	alive := time.NewTicker(15 * time.Second)
	defer alive.Stop()
	for {
		select {
		case e := <-s.events:
			fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.name, e.data)
		case <-alive.C:
			fmt.Fprint(w, ": alive\n\n")
		case <-s.gone:
			return
		case <-r.Context().Done():
			return
		case <-ws.ctx.Done():
			return
		}
		if flush.Flush() != nil {
			return
		}
	}
}
