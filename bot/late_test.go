package bot

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"
)

// What stood still for too long before it was sent is not sent.
func TestSentTooLate(t *testing.T) {
	var came atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err == nil {
			came.Add(1)
		}
		io.WriteString(w, `{"ok":true,"ts":"2.2"}`)
	}))
	defer srv.Close()
	address, err := url.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{http: newCarrier().http, apiURL: address}
	l := someLetter
	for name, c := range map[string]struct {
		by   time.Time
		came int32
		err  error
	}{
		"no such time":   {time.Time{}, 1, nil},
		"in time":        {time.Now().Add(time.Minute), 1, nil},
		"too late":       {time.Now().Add(-time.Millisecond), 0, errTooLate},
		"a machine woke": {time.Now().Add(time.Minute).Round(0).Add(-2 * time.Minute), 0, errTooLate},
	} {
		came.Store(0)
		l.sendBy = c.by
		if _, err := d.post(t.Context(), l, newReply("x")); !errors.Is(err, c.err) || came.Load() != c.came {
			t.Errorf("%s: %d calls came, %v; want %d, %v", name, came.Load(), err, c.came, c.err)
		}
	}
}
