package bot

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	"incidentlib/bot/store"
)

var errPanic = errors.New("panic")

// Safely does a piece of work that others must not suffer from. A panic in it is its error, which
// will not pass; it is logged with its stack, here and nowhere else. Of what the panic says only
// the words of the runtime are told: any others may be those of a message. Every goroutine of the
// bot does its work piece by piece in it.
func Safely(log *slog.Logger, doing string, work func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		stack := debug.Stack()
		if again, ok := p.(*store.Panic); ok {
			p, stack = again.Value, again.Stack
		}
		err = fmt.Errorf("%w: %s", errPanic, spoken(p))
		log.Error("panic", "doing", doing, "said", spoken(p), "stack", string(stack))
	}()
	return work()
}

// spoken is what may be told of a panic.
func spoken(p any) string {
	if said, ok := p.(runtime.Error); ok {
		return said.Error()
	}
	return fmt.Sprintf("a %T", p)
}
