package bot

// askWords are what the bot says to people who ask, beside the cases.
type askWords struct {
	intro    string              // above the list of verbs
	mentions string              // below it
	topics   map[string][]string // of help: a heading, then lines, each "what is typed — what it does" or a sentence
	outsider string              // people of other companies may not

	meant       func(typed string) string
	badFilter   func(field, value string) string
	manyFilters string
	alike       func(id string) string // heads the cases like one
	noneAlike   func(id string) string
	inCommon    string
	lately      string // heads the alerts of a channel
	noneLately  string

	looked     func(topics int) string // what of a thread was looked up
	unreadable string                  // the thread cannot be read
	tooOften   func(most int) string

	elsewhere string // the link is to another channel
	unknown   string // nothing is known of the message
	unkept    string // nothing is kept of it, but it can be read
	reasons   map[Reason]string
	today     func(reason string) string // it would be decided in another way now
	howSure   func(sure, least int) string
	nearest   string
	found     string
	lacked    string
	voted     string // people have said of it, for alerts like this one

	keptHere    string
	keptRecords func(n, days int) string
	keptVotes   func(n, days int) string
	keptDeeds   func(days int) string
	keptPeople  func(notes, cases, mutes int) string
	keptWaiting func(n int) string
	keptHow     string
	leaves      string
	howToForget string
	sureTitle   string
	sureText    string
	forgetIt    string
	keepIt      string
	forgotten   func(records, votes, others int) string
}

// reason says a reason as a sentence; one that has no words is told as it is called.
func (w askWords) reason(why Reason) string {
	if s := w.reasons[why]; s != "" {
		return s
	}
	return string(why)
}

// gameWords are those of the game.
type gameWords struct {
	title     string
	component string
	trigger   string
	cause     string
	unknown   string
	hint      string
	answer    string
	knew      string
	not       string
	next      string
	over      string // the case is gone
	score     func(knew, played, allKnew, allPlayed int) string
}
