package bot

import (
	"reflect"
	"testing"
)

// Nothing is said in one language only.
func TestWordsAreWhole(t *testing.T) {
	for name, w := range map[string]words{"english": english, "korean": korean} {
		unsaid(t, name, reflect.ValueOf(w))
	}
	if len(english.help) != len(korean.help) {
		t.Errorf("help has %d lines in English, %d in Korean", len(english.help), len(korean.help))
	}
}

func unsaid(t *testing.T, name string, v reflect.Value) {
	if v.Kind() != reflect.Struct {
		if v.IsZero() {
			t.Errorf("%s is empty", name)
		}
		return
	}
	for i := range v.NumField() {
		unsaid(t, name+"."+v.Type().Field(i).Name, v.Field(i))
	}
}

func TestJosa(t *testing.T) {
	for _, c := range []struct{ word, with, without, want string }{
		{"사례", "은", "는", "사례는"}, {"답변", "은", "는", "답변은"}, {"redis", "이", "가", "redis가"},
		{"kernel", "이", "가", "kernel이"}, {"IL-0461", "을", "를", "IL-0461을"}, {"IL-0462", "을", "를", "IL-0462를"},
		{"(kafka)", "은", "는", "(kafka)는"}, {"「결제」", "이", "가", "「결제」가"}, {"…", "은", "는", "…는"}, {"", "은", "는", "는"},
	} {
		if got := josa(c.word, c.with, c.without); got != c.want {
			t.Errorf("josa(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}
