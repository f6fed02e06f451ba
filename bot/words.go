package bot

// words are the bot's own sentences in one language. Each language is one file: english.go,
// korean.go. Words of one feature that are many stand in a struct of their own.
type words struct {
	sure     func(confidence float64, who string) string // first line of a reply
	unsure   string                                      // first line when a person asked and the cases are only near
	filtered string                                      // first line when cases meet the filters of a search
	why      string
	lesson   string
	fix      string
	check    string
	confirm  string
	reject   string
	also     string
	details  string
	right    string // it was this case
	wrong    string // it was not
	noVote   string
	whose    string                 // it cannot be told whether the person who votes is of this workspace
	tooOld   string                 // the reply that was voted on is not known any more
	notShown func(id string) string // … or shows other cases by now
	share    string
	close    string

	sameComponent string
	sameSymptom   string
	sameMechanism string
	sharedWords   string
	nothing       string // a person asked and no case fits
	asked         func(text string) string
	noSuchCase    func(id string) string
	failed        string
	outside       string // somebody wants to share where other companies read
	readers       string // or where it cannot be told who reads
	tooLate       string // … or when Slack no longer takes it
	seen          func(times int, since string) string
	resolved      func(after string) string
	storm         func(alerts int) string
	more          func(n int) string
	sections      sections
	digest        digestWords
	help          [][2]string // the first line, then what can be typed and what it does
}

// sections are the headings of a whole case.
type sections struct {
	summary, symptoms, trigger, detection, remediation, actions, lessons, signals, checks, sources string
}

// wordsIn returns the words of lang; English for every language but Korean.
func wordsIn(lang string) *words {
	if lang == "ko" {
		return &korean
	}
	return &english
}
