package workspace_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/slack-go/slack"

	"incidentlib/bot/workspace"
)

// TestPageScripts runs the tests of the page's pure parts: markup, blocks, forms.
func TestPageScripts(t *testing.T) {
	node := tool(t, "node (20 or later)", "node")
	tests, err := os.ReadDir("page/_test")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--test"}
	for _, f := range tests {
		if strings.HasSuffix(f.Name(), ".test.js") {
			args = append(args, "page/_test/"+f.Name())
		}
	}
	if out, err := exec.CommandContext(t.Context(), node, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPage looks at the page with a real browser.
func TestPage(t *testing.T) {
	browser := openBrowser(t)
	for name, scene := range map[string]func(*world, *tab){
		"alert and thread":       alertAndThread,
		"whisper, click, modal":  whisperClickModal,
		"commands":               commands,
		"elements":               elements,
		"one's own message":      ownMessage,
		"shortcut and Home":      shortcutAndHome,
		"hostile text":           hostileText,
		"raw JSON by another":    rawByAnother,
		"a phone has one column": phone,
		"a redraw keeps nodes":   redraw,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, workspace.Options{}, func(a *workspace.App) {
				a.Commands[0].Description = "Find past incidents"
				a.Commands[0].UsageHint = "what you see"
			})
			w.connect(w.play)
			scene(w, browser.open(t, w.srv.URL))
		})
	}
}

const alert = `{"attachments": [{"color": "danger", "title": "[FIRING:1] DiskFull web-1", "title_link": "https://alerts.example/1",
	"text": "*/var* is at 91% &amp; rising", "fields": [{"title": "Host", "value": "web-1", "short": true}]}]}`

func alertAndThread(w *world, p *tab) {
	ts := w.post(workspace.Bot{Name: "Alertmanager", Webhook: true}, alert)
	p.see(".message .who", "Alertmanager APP")
	p.see(".attachment .title a[href='https://alerts.example/1'][rel~='noopener']", "[FIRING:1] DiskFull web-1")
	p.see(".attachment strong", "/var")
	p.see(".attachment .text", "is at 91% & rising")
	p.see(".attachment .field.short", "web-1")
	p.is("getComputedStyle(document.querySelector('.attachment .bar')).backgroundColor", "rgb(163, 2, 0)")

	_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("디스크가 *가득* 찼던 사례", false), slack.MsgOptionTS(ts))
	w.must(err)
	p.click(".replies", "1 reply")
	p.see(".thread strong", "가득")
	p.write(".thread textarea", "확인했습니다\r")
	p.see(".thread .message .rich", "확인했습니다")
	p.see(".channel .replies", "2 replies")

	w.must(w.EditAs(w.channel, ts, json.RawMessage(`{"attachments": [{"color": "good", "title": "[RESOLVED] DiskFull web-1"}]}`), true))
	p.see(".channel .attachment .title", "[RESOLVED] DiskFull web-1")
	p.see(".channel .edited", "(edited)")

	p.click(".thread .close", "")
	p.gone(".thread")
}

func whisperClickModal(w *world, p *tab) {
	p.write(".composer textarea", "/incidentlib disk full\r")
	p.see(".ephemeral", "Only visible to you")
	p.see(".ephemeral strong", "disk full")
	p.click(".ephemeral .button.primary", "Save as a case")
	p.see(".modal h2", "Save as a case")

	p.click(".modal [type=submit]", "Save")
	p.see(".modal .error", "Please complete this required field.")
	p.write(".modal input", "short\r")
	p.see(".modal .error", "Say a little more")
	p.write(".modal input", " but longer now")
	p.click(".modal [type=submit]", "Save")
	p.gone(".modal")
	p.see(".message .body", "Saved: short but longer now")

	p.click(".ephemeral .dismiss", "Dismiss")
	p.gone(".ephemeral")
}

func commands(w *world, p *tab) {
	p.write(".composer textarea", "/inc")
	p.see(".suggestions li[aria-selected=true]", "/incidentlib what you see")
	p.write(".composer textarea", "\tmartian")
	p.is("document.querySelector('.composer textarea').value", "/incidentlib martian")
	p.write(".composer textarea", "\r")
	p.see(".ephemeral strong", "martian")

	p.write(".composer textarea", "/nothing here\r")
	p.see(".toast", "/nothing is not a valid command")
	p.is("document.querySelector('.composer textarea').value", "/nothing here")

	ts := w.post(workspace.Bot{Name: "Grafana"}, `{"text": "latency"}`)
	p.visit("#/" + w.channel + "/" + ts)
	p.write(".thread textarea", "/incidentlib latency")
	p.see(".thread .suggestions", "Slash commands do not work in threads.")
	p.write(".thread textarea", "\r")
	p.see(".toast", "/incidentlib is not supported in threads")
}

func shortcutAndHome(w *world, p *tab) {
	w.post(workspace.Bot{Name: "Alertmanager", Webhook: true}, alert)
	p.see(".message", "DiskFull")
	p.do("document.querySelector('.attachment').closest('.message').querySelector('[aria-label=\"More actions\"]').focus()")
	p.press("\r")
	p.click(".menu button", "Find similar")
	p.see(".modal h2", "Save as a case")
	p.press("\x1b")
	p.gone(".modal")
	p.click(".sidebar a", "incidentlib")
	p.see(".home h3", "This week")
}

func hostileText(w *world, p *tab) {
	w.post(workspace.Bot{Name: "<b>Eve</b>", Webhook: true}, `{"text": "<img src=x onerror=hacked=1> &lt;script&gt;hacked=1&lt;/script&gt; <javascript:hacked=1|click>",
		"attachments": [{"title": "click", "title_link": "javascript:hacked=1", "color": "red;background:url(//x.example)", "text": "<!channel> <!here>",
			"image_url": "https://x.example/pixel.png"}],
		"blocks": [{"type": "brand_new", "text": "<script>hacked=1</script>"},
			{"type": "section", "text": {"type": "plain_text", "text": "<!everyone> <b>plain</b>"}},
			{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "link", "url": "javascript:hacked=1", "text": "rich"}]}]}]}`)
	w.post(workspace.Bot{Name: "<b>Eve</b>", Webhook: true}, `{"text": "<img src=x onerror=hacked=1> &lt;!channel&gt; <javascript:hacked=1|click>"}`)
	p.see(".message .who b", "<b>Eve</b>")
	p.see(".message .unknown", "brand_new is not shown here")
	p.see(".block-section", "<!everyone> <b>plain</b>")
	p.see(".message .body", "<!channel>")
	p.see(".notice", "would notify: @channel (2), @here (2)")
	p.see(".sidebar .alarm", "@channel (2)")
	p.is("document.querySelectorAll('.notice').length", 1.0)
	p.is("typeof hacked", "undefined")
	p.is("document.querySelectorAll('#app :is(img, script, iframe, object, style)').length", 0.0)
	p.is("[...document.querySelectorAll('#app a')].filter((a) => !/^https?:$/.test(a.protocol)).length", 0.0)
}

func phone(w *world, p *tab) {
	ts := w.post(workspace.Bot{Name: "Alertmanager", Webhook: true}, alert)
	w.must(errorOf(w.Say(w.dana, w.channel, ts, "looking")))
	p.resize(390, 844)
	shown := func() []string {
		var panes []string
		for _, pane := range []string{"sidebar", "channel", "thread"} {
			if p.value("!!document.querySelector('."+pane+"')?.checkVisibility()") == true {
				panes = append(panes, pane)
			}
		}
		return panes
	}
	for _, step := range []struct{ click, words, want string }{
		{"", "", "channel"}, {".replies", "1 reply", "thread"}, {".thread .back", "", "channel"}, {".channel .back", "", "sidebar"}, {".sidebar a", "alerts", "channel"},
	} {
		if step.click != "" {
			p.click(step.click, step.words)
		}
		p.see("."+step.want, "")
		if got := shown(); !slices.Equal(got, []string{step.want}) {
			w.t.Errorf("after %q the phone shows %v, want %s", step.click, got, step.want)
		}
	}
	p.is("document.documentElement.scrollWidth <= 390", true)
}

// redraw shows lists of views in random orders, and sees each keyed node again.
func redraw(_ *world, p *tab) {
	p.is(`import('/static/dom.js').then(({h, patch}) => {
		const root = document.createElement('div');
		let seed = 7, nodes = new Map(); // those of the round before
		const random = (n) => (seed = seed * 16807 % 2147483647) % n;
		for (let round = 0; round < 300; round++) {
			const keys = [...'abcdefgh'].filter(() => random(2)).sort(() => random(3) - 1);
			const views = keys.flatMap((key) => [h(random(9) ? 'p' : 'b', {key, title: key}, key), random(2) && h('i', {}, 'plain'), random(3) ? null : 'text']).filter(Boolean);
			patch(root, views);
			const want = views.map((v) => v.tag ? v.tag + ':' + v.children[0] : v).join();
			const got = [...root.childNodes].map((n) => n.localName ? n.localName + ':' + n.textContent : n.data).join();
			if (got !== want) return got + ' instead of ' + want;
			const now = new Map([...root.querySelectorAll('[title]')].map((node) => [node.title + node.localName, node]));
			for (const [name, node] of now) if (nodes.has(name) && nodes.get(name) !== node) return name + ' was made anew';
			nodes = now;
		}
		return 'kept';
	})`, "kept")
}

func errorOf[T any](_ T, err error) error { return err }
