package bot

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A socket that stays open and says nothing ends; one with a ping now and then does not.
func TestDeafSocket(t *testing.T) {
	t.Parallel()
	const longest = 500 * time.Millisecond
	up := websocket.Upgrader{}
	slack := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		for range 20 { // four times as long as it may be silent
			time.Sleep(longest / 5)
			conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second))
		}
		conn.WriteMessage(websocket.TextMessage, []byte("still here"))
		conn.ReadMessage() // until the other side gives up
	}))
	defer slack.Close()
	conn, _, err := attentive(longest).DialContext(t.Context(), "ws"+strings.TrimPrefix(slack.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, said, err := conn.ReadMessage(); err != nil || string(said) != "still here" {
		t.Fatalf("read %q, %v", said, err)
	}
	ended := make(chan error, 1)
	go func() {
		_, _, err := conn.ReadMessage()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("something was said")
		}
	case <-time.After(20 * longest):
		t.Error("a silent socket is still listened to")
	}
}
