package bot

import "unicode"

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
