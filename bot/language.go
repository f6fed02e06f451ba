package bot

import "unicode"

// LanguageFor is the language to answer text in: the setting where it names one, "en" or
// "ko", else the one text is written in.
func LanguageFor(setting, text string) string {
	if setting == "en" || setting == "ko" {
		return setting
	}
	return languageOf(text)
}

// languageOf tells Korean text from other text: "ko" when at least one letter in five is
// Hangul, for Korean about machines is full of English names, else "en".
func languageOf(text string) string {
	var letters, hangul int
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Hangul, r) {
				hangul++
			}
		}
	}
	if hangul > 0 && hangul*5 >= letters {
		return "ko"
	}
	return "en"
}
