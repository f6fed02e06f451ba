package bot

import (
	"context"
	"encoding/json"
	"errors"
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
	p := &tab{t: t, ctx: ctx, dir: pictures(t)}
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

// widths in which pictures are taken: a desk's and a phone's.
var widths = []struct {
	name          string
	width, height int64
}{{"phone", 390, 844}, {"desk", 1280, 1400}}

// picture keeps what the page shows, in each width.
func (p *tab) picture(name string) {
	p.t.Helper()
	p.shot++
	for _, w := range widths {
		p.run(chromedp.EmulateViewport(w.width, w.height), chromedp.Sleep(300*time.Millisecond)) // sheets slide in
		png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, fmt.Sprintf("%d-%s-%s.png", p.shot, name, w.name)), png, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
}

// pictures is where a browser test leaves its pictures: in the folder INCIDENTLIB_SCREENSHOTS, or
// with the artifacts of the test.
func pictures(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("INCIDENTLIB_SCREENSHOTS")
	if dir == "" {
		return t.ArtifactDir()
	}
	dir = filepath.Join(dir, filepath.FromSlash(t.Name()))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.png"))
	for _, name := range old {
		err = errors.Join(err, os.Remove(name))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTeachingInBrowser has a person see an alert answered, look at the details, vote, save
// another thread as a case, and the next alert like it is answered with that. Every step leaves a
// picture for a desk and one for a phone; to keep them:
//
//	INCIDENTLIB_SCREENSHOTS=/tmp/pictures go test ./bot -run TestTeachingInBrowser
func TestTeachingInBrowser(t *testing.T) {
	t.Parallel()
	for _, told := range []teaching{
		{
			lang: "en", sure: "Very likely seen before: Acme, 2025", lesson: "A topic that keeps everything fills a broker within days.",
			wrote: "Restarted the slot allocator on every node and the ring drained.", short: "Slots",
			title: "Checkout ran out of slots after a failed handover", learned: "Alert on free slots: the allocator never frees them after a failed handover.",
		},
		{
			lang: "ko", sure: "Acme, 2025", lesson: "모든 것을 보관하는 토픽은 며칠 만에 브로커를 가득 채웁니다.",
			wrote: "모든 노드에서 슬롯 할당기를 재시작하니 링이 비워졌습니다.", short: "슬롯",
			title: "넘겨주기가 실패한 뒤 결제의 빈 슬롯이 바닥났다", learned: "빈 슬롯 수로 알림을 건다. 넘겨주기가 실패하면 할당기가 슬롯을 되돌려 놓지 않는다.",
		},
	} {
		t.Run(told.lang, func(t *testing.T) {
			t.Parallel()
			told.walk(t)
		})
	}
}

// teaching is what is said in one language while a case is taught.
type teaching struct {
	lang, sure, lesson, wrote, short, title, learned string
}

func (told teaching) walk(t *testing.T) {
	w := wordsIn(told.lang)
	k := kafka()[0]
	k.Org, k.Date, k.Lessons = "Acme", "2025-03-02", matcher.Text{En: told.lesson, Ko: told.lesson}
	s := newStage(t, []*matcher.Case{k}, Options{Language: told.lang})
	s.person("Dana")
	p := browse(t, s.page)

	s.alert(kafkaAlert)
	p.click(".replies", "1 reply")
	p.see(".thread .message", told.sure)
	p.picture("reply")
	p.click(".thread .button", w.details)
	p.see(".modal", told.lesson)
	p.picture("details")
	p.click(".modal footer .button", w.close)
	p.gone(".modal")
	p.click(".thread .button", w.right)
	p.see(".thread .message", w.right+": 1")
	p.picture("vote")

	s.pass(time.Minute)
	ts, _ := s.alert(`{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-7\nslot allocator: no free slot in ring 4"}`)
	if _, err := s.ws.Say(s.person("Kim"), s.channel, ts, told.wrote); err != nil {
		t.Fatal(err)
	}
	p.press(fmt.Sprintf("[data-ts='%s'] [aria-label='More actions']", ts), "")
	p.click(".menu button", "Save as a case")
	p.see(".modal textarea", told.wrote)
	p.picture("form")
	p.fill(inTitle, told.short)
	p.click(".modal footer .primary", w.own.save)
	p.see(".modal .error", w.own.short(minTitle))
	p.picture("fault")
	p.fill(inTitle, told.title)
	p.fill(inLesson, told.learned)
	p.click(".modal footer .primary", w.own.save)
	p.see(".channel .message", w.own.saved("OWN-0001"))
	p.press(".thread .close", "") // on a phone it lies over the channel
	p.gone(".thread")
	p.picture("saved")

	s.pass(30 * time.Hour)
	if _, why := s.alert(`{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-9"}`); why != "answered" {
		t.Fatalf("the next alert ends with %s", why)
	}
	p.click(fmt.Sprintf("[data-ts='%s'] .replies", s.stamps["alert"]), "1 reply")
	p.see(".thread .message", told.title)
	p.see(".thread .message", strings.Fields(told.learned)[0])
	p.picture("found")
	if kept, err := filepath.Glob(filepath.Join(p.dir, "*.png")); err != nil || len(kept) != len(widths)*p.shot {
		t.Errorf("pictures %s, %v", strings.Join(kept, " "), err)
	}
}
