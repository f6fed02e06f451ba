package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxMessage is the longest message or line that is read, in bytes. Slack's own
// limit for one message is far below it.
const maxMessage = 1 << 20

// input is where the alert comes from, with a name for errors.
type input struct {
	name   string
	from   *bufio.Reader
	close  func() error
	number int   // of the last line
	failed error // what ended reading, other than its end
}

func (in *input) Close() error { return in.close() }

// openInput finds out what the arguments are: text, one file, or "-". No argument
// is standard input, unless somebody sits at it.
func openInput(ctx context.Context, args []string, stdin io.Reader, lines bool) (*input, error) {
	if len(args) == 0 && isTerminal(stdin) {
		return nil, usageError("nothing to read: give the alert's text, a file, or - and paste it")
	}
	if len(args) == 0 || len(args) == 1 && args[0] == "-" {
		return &input{name: "standard input", from: bufio.NewReader(interruptible{ctx, stdin}), close: func() error { return nil }}, nil
	}
	if len(args) == 1 && (lines || isFile(args[0])) {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, fmt.Errorf("%w; give a file, a text, or - for standard input", err)
		}
		return &input{name: args[0], from: bufio.NewReader(f), close: f.Close}, nil
	}
	if lines {
		return nil, usageError("--jsonl reads one file, or - for standard input")
	}
	text := strings.NewReader(strings.Join(args, " "))
	return &input{name: "the text", from: bufio.NewReader(text), close: func() error { return nil }}, nil
}

// interruptible ends a read when ctx ends, so that Ctrl-C works while the program
// waits for somebody to type.
type interruptible struct {
	ctx  context.Context
	from io.Reader
}

func (r interruptible) Read(p []byte) (int, error) {
	type outcome struct {
		data []byte
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		buffer := make([]byte, len(p)) // a read left behind must not write into p
		n, err := r.from.Read(buffer)
		done <- outcome{buffer[:n], err}
	}()
	select {
	case o := <-done:
		return copy(p, o.data), o.err
	case <-r.ctx.Done():
		return 0, context.Cause(r.ctx)
	}
}

func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// isFile tells a file from a text of one argument. A file's name that is mistyped
// must not be looked up as if it were an alert.
func isFile(arg string) bool {
	if info, err := os.Stat(arg); err == nil {
		return !info.IsDir()
	}
	endings := []string{".json", ".jsonl", ".txt", ".log", ".eml", ".md", ".yaml", ".yml"}
	return !strings.ContainsAny(arg, " \n\t") && slices.Contains(endings, filepath.Ext(arg))
}

// readMessage reads the whole input as one message.
func readMessage(in *input) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in.from, maxMessage+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	if len(data) > maxMessage {
		return nil, fmt.Errorf("%s: longer than %d bytes; send the part with the error", in.name, maxMessage)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, usageError(in.name + " is empty: give the alert's text")
	}
	return data, nil
}

// line returns the next line that is not empty, and its number from 1; io.EOF
// after the last. Other errors are of that line alone, unless in.failed is set.
func (in *input) line() (line []byte, number int, err error) {
	for {
		line, long, err := in.next()
		if err != nil && !errors.Is(err, io.EOF) {
			in.failed = fmt.Errorf("%s: %w", in.name, err)
			return nil, in.number, in.failed
		}
		if len(line) == 0 && err != nil {
			return nil, in.number, io.EOF
		}
		in.number++
		if long {
			return nil, in.number, fmt.Errorf("line is longer than %d bytes", maxMessage)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, in.number, nil
		}
	}
}

// next reads to the end of a line and keeps no more of it than the limit.
func (in *input) next() (line []byte, long bool, err error) {
	for {
		part, err := in.from.ReadSlice('\n')
		if len(line)+len(part) <= maxMessage {
			line = append(line, part...)
		} else {
			long = true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}
