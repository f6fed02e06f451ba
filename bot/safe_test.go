package bot

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlainDisarms(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ordinary text stays", "p99 > 500ms & rate<5 on kafka", "p99 > 500ms & rate<5 on kafka"},
		{"broadcast", "<!channel> disk full", "<\u2060!channel> disk full"},
		{"person", "ask <@U0CEO>", "ask <\u2060@U0CEO>"},
		{"group", "<!subteam^S0|oncall>", "<\u2060!subteam^S0|oncall>"},
		{"channel", "see <#C1|general>", "see <\u2060#C1|general>"},
		{"disguised link", "<https://evil.example|runbook>", "<\u2060https://evil.example|runbook>"},
		{"control and bidi characters", "a\x00b\x1b[31m\u202ec\u200bd\tE\n", "ab[31mcd\tE\n"},
		{"broken UTF-8", "a\xffb", "ab"},
	} {
		if got := plain(c.in); got != c.want {
			t.Errorf("%s: plain(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
		if once := plain(c.in); plain(once) != once {
			t.Errorf("%s: plain twice differs from once", c.name)
		}
	}
}

func TestNoticeIsEscapedOnce(t *testing.T) {
	got := notice("p99 > 500ms & rate<5 on *kafka* @here\n<!channel>")
	for _, part := range []string{"p99 &gt; 500ms &amp; rate&lt;5", "&lt;\u2060!channel&gt;", "*\u2060kafka*\u2060", "@\u2060here"} {
		if !strings.Contains(got, part) {
			t.Errorf("notice = %q, lacks %q", got, part)
		}
	}
	if got := notice("브로커_로그*볼륨*"); got != "브로커\u2060_\u2060로그\u2060*\u2060볼륨\u2060*\u2060" {
		t.Errorf("marks beside Hangul: %q", got)
	}
	if strings.Contains(got, "&amp;amp;") || strings.ContainsAny(got, "<>\n") {
		t.Errorf("notice = %q: escaped twice, or not at all", got)
	}
}

func TestProseIsPlain(t *testing.T) {
	in := "# Fix\r\n**Expand** the `log` volume, see [runbook](https://wiki.example.com/kafka)\n```\ndf -h\n```\n| a | b |\n|---|---|\n| 1 | 2 |\nnode_filesystem_avail_bytes __stays__ 2*3*4 **a** **나**"
	want := "Fix\nExpand the log volume, see runbook (https://wiki.example.com/kafka)\n\ndf -h\n\na · b\n\n1 · 2\nnode_filesystem_avail_bytes stays 2*3*4 a 나"
	if got := prose(in); got != want {
		t.Errorf("prose = %q\nwant    %q", got, want)
	}
}

func TestCutCountsCodePoints(t *testing.T) {
	for limit := 1; limit < 12; limit++ {
		for _, s := range []string{strings.Repeat("가나다 ", 9), "a" + strings.Repeat("가", 30), strings.Repeat("x", 11)} {
			got := cut(s, limit)
			if n := utf8.RuneCountInString(got); n > limit || !utf8.ValidString(got) || strings.ContainsRune(got, utf8.RuneError) {
				t.Errorf("cut(%q, %d) = %q: %d code points", s, limit, got, n)
			}
			if got != s && !strings.HasSuffix(got, "…") {
				t.Errorf("cut(%q, %d) = %q does not say that it is cut", s, limit, got)
			}
		}
	}
}

func TestFirstSentences(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"One. Two, v1.2 of it. Three.", "One. Two, v1.2 of it."},
		{"하나다. 둘이다. 셋이다.", "하나다. 둘이다."},
		{"only one", "only one"},
		{"", ""},
	} {
		if got := firstSentences(c.in, 2); got != c.want {
			t.Errorf("firstSentences(%q, 2) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLinkTakesOnlyWebAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/a?b=c":    "https://example.com/a?b=c",
		"http://example.com":           "http://example.com",
		"javascript:alert(1)":          "",
		"https://user:pw@example.com/": "",
		"https://example.com/a|b":      "",
		"https://example.com/a b":      "",
		"ftp://example.com":            "",
		"/cases/1":                     "",
		"":                             "",
	} {
		if got := link(address); got != want {
			t.Errorf("link(%q) = %q, want %q", address, got, want)
		}
	}
}
