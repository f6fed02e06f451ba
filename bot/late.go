package bot

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// A process may stand still at any point, for seconds or hours: its machine sleeps, is moved or
// has too much to do. One that was about to post must not do so when it goes on, for others have
// taken over by then. So the time is looked at where the body of the call is handed to the
// connection, and not a moment earlier.

var errTooLate = errors.New("the time is over in which it might be sent")

type sendBy struct{}

// sentBy has a call made under ctx fail with errTooLate, and nothing sent that counts, when it
// is not under way by then. The zero time is whenever.
func sentBy(ctx context.Context, by time.Time) context.Context {
	if by.IsZero() {
		return ctx
	}
	return context.WithValue(ctx, sendBy{}, by)
}

// fence keeps a request to the time in its context. late says whether it was too late.
func fence(req *http.Request) (late func() bool) {
	by, ok := req.Context().Value(sendBy{}).(time.Time)
	if !ok {
		return func() bool { return false }
	}
	refused := new(atomic.Bool)
	fenced := func(body io.ReadCloser) io.ReadCloser { return &fencedBody{body, by, refused} }
	again := req.GetBody
	req.Body = fenced(req.Body)
	req.GetBody = func() (io.ReadCloser, error) {
		body, err := again()
		return fenced(body), err
	}
	return refused.Load
}

// fencedBody is a body that is not handed out after a time.
type fencedBody struct {
	io.ReadCloser
	by   time.Time
	late *atomic.Bool
}

func (f *fencedBody) Read(p []byte) (int, error) {
	if passed(f.by, time.Now()) {
		f.late.Store(true)
		return 0, errTooLate
	}
	return f.ReadCloser.Read(p)
}

// passed says whether a time has passed by either clock: the one that only runs stands still
// while a machine sleeps.
func passed(by, now time.Time) bool { return now.After(by) || now.Round(0).After(by.Round(0)) }
