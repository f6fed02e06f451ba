package matcher

import "unicode"

// Text is a text in English, in Korean, or in both. In JSON it is
// {"en": …, "ko": …} or a plain string, and is written as it was read.
type Text struct {
	En string `json:"en,omitzero"`
	Ko string `json:"ko,omitzero"`
	kept
}

// TextOf is s as a Text: Korean where it has any Hangul, else English.
func TextOf(s string) Text {
	for _, r := range s {
		if unicode.Is(unicode.Hangul, r) {
			return Text{Ko: s}
		}
	}
	return Text{En: s}
}

// In returns the text in lang ("en" or "ko"), or in the other language where that is missing.
func (t Text) In(lang string) string {
	if lang == "ko" && t.Ko != "" || t.En == "" {
		return t.Ko
	}
	return t.En
}

// Empty reports whether there is nothing to read in either language.
func (t Text) Empty() bool { return t.En == "" && t.Ko == "" }
