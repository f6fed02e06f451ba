package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is one Chromium for all scenes; each gets a tab of its own.
type browser struct{ ctx context.Context }

// tool finds a program by its names. Without it the test is skipped, unless
// INCIDENTLIB_ALL_TESTS=1 says that everything must run.
func tool(t *testing.T, what string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing := fmt.Sprintf("%s is not installed: none of %q is on the PATH", what, names)
	if os.Getenv("INCIDENTLIB_ALL_TESTS") == "1" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

func openBrowser(t *testing.T) browser {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(tool(t, "Chromium", "chromium", "chromium-browser", "google-chrome")), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 800))
	alloc, stopAlloc := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), opts...)
	ctx, stop := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil { // waits for the browser to end
			t.Log(err)
		}
		stop()
		stopAlloc()
	})
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return browser{ctx}
}

// tab is one page under a reader's hands. Its methods wait for what they need and
// end the test when it does not come.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string
}

// open shows the page at url. What goes wrong inside it fails the test.
func (b browser) open(t *testing.T, url string) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(b.ctx)
	ctx, stopTime := context.WithTimeout(ctx, 20*time.Second)
	p := &tab{t: t, ctx: ctx, url: url}
	p.run(chromedp.Navigate("about:blank"))
	var listening sync.WaitGroup
	messages := chromedp.Console(ctx)
	listening.Go(func() {
		for m, err := range messages {
			if err == nil && (m.IsException() || m.Source == "security") {
				t.Errorf("in the page: %s", m)
			}
		}
	})
	t.Cleanup(func() { stopTime(); stop(); listening.Wait() })
	p.visit("")
	p.see(".channel", "")
	return p
}

func (p *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("%v\nthe page shows: %v", err, p.value("document.body.innerText"))
	}
}

func (p *tab) visit(hash string) { p.t.Helper(); p.run(chromedp.Navigate(p.url + "/" + hash)) }

// found is the script that finds the last element that can be seen, matches the
// selector and holds the words.
func found(selector, words string) string {
	args, err := json.Marshal([]string{selector, words})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("((s, w) => [...document.querySelectorAll(s)].findLast((n) => n.checkVisibility() && n.innerText.replace(/\\s+/g, ' ').includes(w)))(...%s)", args)
}

// see waits until the words can be read in an element that matches the selector.
func (p *tab) see(selector, words string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q in %s", words, selector), "Boolean("+found(selector, words)+")")
}

// gone waits until no element matches the selector.
func (p *tab) gone(selector string) {
	p.t.Helper()
	p.until(selector+" gone", fmt.Sprintf("!document.querySelector(%q)", selector))
}

func (p *tab) until(what, script string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](script, chromedp.WithPollingTimeout(5*time.Second))); err != nil {
		p.t.Fatalf("waiting for %s: %v\nthe page shows: %v", what, err, p.value("document.body.innerText"))
	}
}

// click presses the mouse on the element.
func (p *tab) click(selector, words string) {
	p.t.Helper()
	p.see(selector, words)
	p.run(chromedp.Click(chromedp.JSPath(found(selector, words))))
}

// write types into the element, after what it already holds; "\r" is the Enter key.
func (p *tab) write(selector, text string) {
	p.t.Helper()
	p.see(selector, "")
	p.run(chromedp.SendKeys(chromedp.JSPath(found(selector, "")), text))
}

// press types wherever the caret is.
func (p *tab) press(keys string) { p.t.Helper(); p.run(chromedp.KeyEvent(keys)) }

// choose takes an option of a select.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	p.until("the option "+value, fmt.Sprintf("Boolean(document.querySelector(%q + ' option[value=%s]'))", selector, value))
	p.do(fmt.Sprintf("((n) => { n.value = %q; n.dispatchEvent(new Event('change')); })(document.querySelector(%q))", value, selector))
}

func (p *tab) do(script string) {
	p.t.Helper()
	p.run(chromedp.Evaluate[chromedp.Void](script))
}

// value is what a script gives, or the promise it gives.
func (p *tab) value(script string) any {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

func (p *tab) is(script string, want any) {
	p.t.Helper()
	if got := p.value(script); !reflect.DeepEqual(got, want) {
		p.t.Errorf("%s = %v, want %v", script, got, want)
	}
}

func (p *tab) resize(width, height int64) {
	p.t.Helper()
	p.run(chromedp.EmulateViewport(width, height))
}
