package bot

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

// deafAfter is how long Slack may be silent before its socket is taken for dead: it pings every
// few seconds. slack-go looks for a ping that is missing once in half a minute, and so would
// notice after up to a whole one.
const deafAfter = 30 * time.Second

// attentive opens sockets that end when nothing has come for so long.
func attentive(longest time.Duration) *websocket.Dialer {
	dial := (&net.Dialer{}).DialContext
	return &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: callTimeout,
		NetDialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &listened{conn, longest}, nil
		},
	}
}

// listened is a connection on which a read fails that waits for too long.
type listened struct {
	net.Conn
	longest time.Duration
}

func (l *listened) Read(p []byte) (int, error) {
	if err := l.SetReadDeadline(time.Now().Add(l.longest)); err != nil {
		return 0, err
	}
	return l.Conn.Read(p)
}
