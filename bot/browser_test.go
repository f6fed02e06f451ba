package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"incidentlib/matcher"
)

// tab is the look-alike's page in a real browser, under a person's hands. Each of its methods
// waits for what it needs.
type tab struct {
	t    *testing.T
	ctx  context.Context
	dir  string // for pictures
	shot int
}

// browse opens the page of the stage. Without Chromium the test is skipped, unless
// INCIDENTLIB_ALL_TESTS=1 says that everything must run.
func browse(t *testing.T, url string) *tab {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && path == "" {
			path = p
		}
	}
	if path == "" {
		if os.Getenv("INCIDENTLIB_ALL_TESTS") == "1" {
			t.Fatal("Chromium is not installed")
		}
		t.Skip("Chromium is not installed")
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 1400))...)
	ctx, stop := chromedp.NewContext(alloc)
	ctx, stopTime := context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil { // waits for the browser to end
			t.Log(err)
		}
		stopTime()
		stop()
		stopAlloc()
	})
	p := &tab{t: t, ctx: ctx, dir: t.ArtifactDir()}
	p.run(chromedp.Navigate(url))
	p.see(".channel", "")
	return p
}

func (p *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// found is the script that finds the last element that can be seen, matches and holds the words.
func found(selector, words string) string {
	args, _ := json.Marshal([]string{selector, words})
	return fmt.Sprintf("((s, w) => [...document.querySelectorAll(s)].findLast((n) => n.checkVisibility() && (n.value || n.innerText).replace(/\\s+/g, ' ').includes(w)))(...%s)", args)
}

func (p *tab) see(selector, words string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool]("Boolean("+found(selector, words)+")", chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		shown, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		p.t.Fatalf("waiting for %q in %s: %v\nthe page shows: %s", words, selector, err, shown)
	}
}

// gone waits until nothing matches, as a modal that lies over what is clicked next.
func (p *tab) gone(selector string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](fmt.Sprintf("!document.querySelector(%q)", selector), chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		p.t.Fatalf("waiting for the end of %s: %v", selector, err)
	}
}

func (p *tab) click(selector, words string) {
	p.t.Helper()
	p.see(selector, words)
	p.run(chromedp.Click(chromedp.JSPath(found(selector, words))))
}

// press calls the click of an element that may lie under others.
func (p *tab) press(selector, words string) {
	p.t.Helper()
	p.see(selector, words)
	p.run(chromedp.Evaluate[chromedp.Void](found(selector, words) + ".click()"))
}

// fill puts a text in the place of what stands in an input of a form.
func (p *tab) fill(block, text string) {
	p.t.Helper()
	selector := fmt.Sprintf("#f-%s-text", block)
	p.see(selector, "")
	p.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("((n) => { n.focus(); n.select() })(%s)", found(selector, ""))),
		chromedp.SendKeys(chromedp.JSPath(found(selector, "")), text))
}

// picture keeps what the page shows.
func (p *tab) picture(name string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	p.shot++
	if err := os.WriteFile(filepath.Join(p.dir, fmt.Sprintf("%d-%s.png", p.shot, name)), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// A person sees an alert answered, looks at the details, votes, saves another thread as a case,
// and the next alert like it is answered with that.
func TestTeachingInBrowser(t *testing.T) {
	k := kafka()[0]
	k.Org, k.Date, k.Lessons = "Acme", "2025-03-02", matcher.Text{En: "A topic that keeps everything fills a broker within days."}
	s := newStage(t, []*matcher.Case{k}, Options{})
	s.person("Dana")
	p := browse(t, s.page)

	s.alert(kafkaAlert)
	p.click(".replies", "1 reply")
	p.see(".thread .message", "Very likely seen before: Acme, 2025")
	p.picture("reply")
	p.click(".thread .button", "Details")
	p.see(".modal", "A topic that keeps everything")
	p.picture("details")
	p.click(".modal footer .button", "Close")
	p.gone(".modal")
	p.click(".thread .button", "This is it")
	p.see(".thread .message", "This is it: 1")
	p.picture("vote")

	s.pass(time.Minute)
	ts, _ := s.alert(`{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-7\nslot allocator: no free slot in ring 4"}`)
	if _, err := s.ws.Say(s.person("Kim"), s.channel, ts, "Restarted the slot allocator on every node and the ring drained."); err != nil {
		t.Fatal(err)
	}
	p.press(fmt.Sprintf("[data-ts='%s'] [aria-label='More actions']", ts), "")
	p.click(".menu button", "Save as a case")
	p.see(".modal textarea", "Restarted the slot allocator")
	p.picture("form")
	p.fill(inTitle, "Slots")
	p.click(".modal footer .primary", "Save")
	p.see(".modal .error", english.own.short(minTitle))
	p.picture("fault")
	p.fill(inTitle, "Checkout ran out of slots after a failed handover")
	p.fill(inLesson, "Alert on free slots: the allocator never frees them after a failed handover.")
	p.click(".modal footer .primary", "Save")
	p.see(".channel .message", english.own.saved("OWN-0001"))
	p.picture("saved")

	s.pass(30 * time.Hour)
	if _, why := s.alert(`{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-9"}`); why != "answered" {
		t.Fatalf("the next alert ends with %s", why)
	}
	p.click(fmt.Sprintf("[data-ts='%s'] .replies", s.stamps["alert"]), "1 reply")
	p.see(".thread .message", "Checkout ran out of slots after a failed handover")
	p.see(".thread .message", "Alert on free slots")
	p.picture("found")
	if pictures, err := filepath.Glob(filepath.Join(p.dir, "*.png")); err != nil || len(pictures) != p.shot {
		t.Errorf("pictures %s, %v", strings.Join(pictures, " "), err)
	}
}
