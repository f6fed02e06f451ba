package alert

import (
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// finders are all there are, by where they are used.
func finders() map[string]*finder {
	out := map[string]*finder{}
	for name, families := range vocabulary {
		for i, f := range families {
			out[name+strings.Repeat("'", i)] = f.words
		}
	}
	for _, t := range tools {
		if t.text != nil {
			out[t.slug] = t.text
		}
	}
	for name, f := range map[string]*finder{"firingHead": firingHead, "resolvedHead": resolvedHead, "firingWords": firingWords, "resolvedWords": resolvedWords, "gravity": gravity, "logLevel": logLevel} {
		out[name] = f
	}
	return out
}

// agree holds that a finder finds what its expression finds.
func agree(t *testing.T, text string) {
	t.Helper()
	for name, f := range finders() {
		if got, want := f.all(text, -1), f.whole.FindAllStringIndex(text, -1); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s in %.200q: %v, want %v", name, text, got, want)
		}
		if got, want := f.all(text, 2), f.whole.FindAllStringIndex(text, 2); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s in %.200q: %v, want %v", name, text, got, want)
		}
		if got, want := f.in(text), f.whole.MatchString(text); got != want {
			t.Errorf("%s in %.200q: %v, want %v", name, text, got, want)
		}
		if got, want := f.match(text), f.whole.MatchString(text); got != want {
			t.Errorf("%s matches %.200q: %v, want %v", name, text, got, want)
		}
	}
	if !fires.possible(text) && firingCount.MatchString(text) {
		t.Errorf("it fires, and cannot: %.200q", text)
	}
	if !namesState.possible(text) && stateIs.MatchString(text) {
		t.Errorf("it names a state, and cannot: %.200q", text)
	}
	if got, want := isLog(text), regexp.MustCompile(`(?m)^`+strings.TrimPrefix(logLine.String(), `\A`)).MatchString(text); got != want {
		t.Errorf("a log: %v, want %v: %.200q", got, want, text)
	}
}

// A finder finds what its expression finds: in every message of the tests, in pieces of it, and
// where letters fold to others.
func TestFinders(t *testing.T) {
	files, _ := filepath.Glob("testdata/*/*.txtar")
	files2, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range append(files, files2...) {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			text := cutBytes(string(f.Data), 700)
			agree(t, text)
			agree(t, strings.ToUpper(text))
			agree(t, text[len(text)/3:])
		}
	}
	agree(t, cutBytes(wordList, 4000))
	for _, odd := range []string{"", "e", "er", "faſt diſk full", "\u212aafka is down", "err\xff or error \xff", "\u00e9rror error\u00e9 errors", "\n\nERROR", "a\nERROR: x", "장애 발생장애", "ERRORERROR ERROR"} {
		agree(t, odd)
	}
}

// Nothing that is looked for matches an empty text: a finder would not find it.
func TestFindersMatchSomething(t *testing.T) {
	for name, f := range finders() {
		if regexp.MustCompile(`\A(?:` + f.whole.String() + `)\z`).MatchString("") {
			t.Errorf("%s matches an empty text", name)
		}
	}
}

// No text makes reading slow: what is tried at many places fails soon.
func TestReadingTakesNoLonger(t *testing.T) {
	for _, part := range []string{"[firing", "**Firing** ", "Events: ", "e ", "Error ", "level=  ", "\n at x", "[ERROR", "A_", "AbAb", "fail\u00e9 ", "장애 ", "\u017f ", "has been ", "state changed from ", "kill", "50", "\n    "} {
		text := strings.Repeat(part, maxText/len(part))
		start := time.Now()
		FromText(text)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%q takes %s", part, took)
		}
	}
}

func FuzzFinders(f *testing.F) {
	f.Add("ERROR: connection refused, 5xx from api-1; 디스크 가득 참")
	f.Fuzz(agree)
}
