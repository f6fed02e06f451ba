package workspace

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	maxConnections = 10       // per app; Slack's documented limit
	maxAck         = 20 << 10 // acknowledgements of this size and more are dropped, as Slack does
	maxFrame       = 1 << 20
)

// conn is one open socket of an app.
type conn struct {
	app     *app
	ws      *websocket.Conn
	leaving bool // was told to disconnect: gets nothing new
	out     chan []byte
	gone    chan struct{} // closed when the connection is over
	once    sync.Once
}

func (c *conn) close() { c.once.Do(func() { close(c.gone) }) }

// sendToSocket hands the envelope to one of the app's connections, each in its
// turn. Without any, the try has failed at once and waits for its retry.
func (ws *Workspace) sendToSocket(d *delivery) {
	c := d.app.nextConn()
	if c == nil {
		ws.settle(d, nil, "timeout", false)
		return
	}
	id := ws.newID("envelope-")
	frame := object{"envelope_id": id, "type": d.kind, "payload": d.payload, "accepts_response_payload": d.accepts}
	if d.kind == "events_api" {
		frame["retry_attempt"], frame["retry_reason"] = d.attempt, d.reason
	}
	ws.pending[id] = d
	ws.expect(d, func() {
		delete(ws.pending, id)
		ws.settle(d, nil, "timeout", false)
	})
	c.send(frame)
}

func (a *app) nextConn() *conn {
	for range a.conns {
		a.turn++
		if c := a.conns[a.turn%len(a.conns)]; !c.leaving {
			return c
		}
	}
	return nil
}

// send queues a frame. A client that reads so slowly that the queue fills up is
// cut off.
func (c *conn) send(frame any) {
	select {
	case c.out <- encode(frame):
	default:
		c.close()
	}
}

// openConnection answers apps.connections.open: a URL that works once, by the way on which it
// was asked for, so that a proxy before the workspace stands before its sockets too.
func (ws *Workspace) openConnection(r *request) (object, error) {
	if !r.app.SocketMode {
		return nil, slackError("forbidden_team")
	}
	ticket := secret()
	ws.tickets[ticket] = r.app
	url := "ws://" + r.host + "/link/?ticket=" + ticket + "&app_id=" + r.app.ID
	return object{"url": url}, nil
}

// serveSocket is the socket's end of /link. It does not expect mu to be held.
func (ws *Workspace) serveSocket(w http.ResponseWriter, r *http.Request) {
	ws.mu.Lock()
	a := ws.tickets[r.FormValue("ticket")]
	delete(ws.tickets, r.FormValue("ticket"))
	ws.mu.Unlock()
	if a == nil {
		http.Error(w, "unknown or used ticket", http.StatusForbidden)
		return
	}
	up := websocket.Upgrader{HandshakeTimeout: 5 * time.Second, CheckOrigin: func(*http.Request) bool { return true }}
	sock, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := &conn{app: a, ws: sock, out: make(chan []byte, 1024), gone: make(chan struct{})}
	ws.greet(c)
	go ws.readSocket(c)
	ws.writeSocket(c)
}

// greet says hello, or too_many_websockets to the eleventh connection.
func (ws *Workspace) greet(c *conn) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	n := len(c.app.conns)
	info := object{"app_id": c.app.ID}
	if n >= maxConnections {
		c.leaving = true
		c.send(object{"type": "disconnect", "reason": "too_many_websockets", "num_connections": n, "connection_info": info, "debug_info": object{"host": "workspace"}})
		time.AfterFunc(100*time.Millisecond, c.close)
		return
	}
	c.app.conns = append(c.app.conns, c)
	c.send(object{"type": "hello", "num_connections": n + 1, "connection_info": info,
		"debug_info": object{"host": "workspace", "build_number": 1, "approximate_connection_time": 18060}})
	ws.wake()
}

func (ws *Workspace) readSocket(c *conn) {
	defer ws.forget(c)
	c.ws.SetReadLimit(maxFrame)
	for {
		_, frame, err := c.ws.ReadMessage()
		if err != nil {
			return
		}
		ws.acknowledged(frame)
	}
}

func (ws *Workspace) writeSocket(c *conn) {
	defer c.ws.Close()
	ping := time.NewTicker(ws.opts.PingEvery)
	defer ping.Stop()
	c.ping()
	for {
		select {
		case frame := <-c.out:
			_ = c.ws.SetWriteDeadline(time.Now().Add(5 * time.Second))
			if c.ws.WriteMessage(websocket.TextMessage, frame) != nil {
				return
			}
		case <-ping.C:
			c.ping()
		case <-c.gone:
			return
		case <-ws.ctx.Done():
			return
		}
	}
}

func (c *conn) ping() {
	_ = c.ws.WriteControl(websocket.PingMessage, []byte("Ping from the workspace"), time.Now().Add(5*time.Second))
}

// forget takes a closed connection out of its app's list.
func (ws *Workspace) forget(c *conn) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	c.close()
	c.app.conns = slices.DeleteFunc(c.app.conns, func(o *conn) bool { return o == c })
	ws.wake()
}

// acknowledged takes an acknowledgement, on whichever connection it comes.
func (ws *Workspace) acknowledged(frame []byte) {
	var ack struct {
		EnvelopeID string          `json:"envelope_id"`
		Payload    json.RawMessage `json:"payload"`
	}
	if len(frame) >= maxAck || json.Unmarshal(frame, &ack) != nil {
		ws.log.Warn("acknowledgement dropped: 20 KB or more, or not JSON", "bytes", len(frame))
		return
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if d := ws.pending[ack.EnvelopeID]; d != nil {
		delete(ws.pending, ack.EnvelopeID)
		ws.settle(d, ack.Payload, "", false)
	}
}

// Connections returns how many sockets of the app take events now.
func (ws *Workspace) Connections(appID string) int {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	n := 0
	if a := ws.app(appID); a != nil {
		for _, c := range a.conns {
			if !c.leaving {
				n++
			}
		}
	}
	return n
}

// Disconnect tells every connection of the app to go, with one of Slack's
// reasons: "warning", "refresh_requested", "too_many_websockets", or
// "link_disabled", which also switches Socket Mode off. They get nothing new and
// are closed after Options.CloseAfter. The reason "" cuts them without a word.
func (ws *Workspace) Disconnect(appID, reason string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	switch reason {
	case "", "warning", "refresh_requested", "too_many_websockets":
	case "link_disabled":
		a.SocketMode = false
	default:
		return fmt.Errorf("workspace: disconnect reason %q: Slack has warning, refresh_requested, too_many_websockets and link_disabled", reason)
	}
	for _, c := range a.conns {
		c.leaving = true
		if reason == "" {
			c.close()
			continue
		}
		c.send(object{"type": "disconnect", "reason": reason, "debug_info": object{"host": "workspace"}})
		time.AfterFunc(ws.opts.CloseAfter, c.close)
	}
	ws.wake()
	return nil
}
