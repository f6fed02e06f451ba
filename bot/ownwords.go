package bot

// ownWords are the words about the cases that people write themselves, and their notes.
type ownWords struct {
	title   string // of the modal
	editing string
	reading string // while the thread is read
	save    string
	cancel  string
	about   string // above the form
	unread  string // the thread could not be read, or nobody may
	empty   string // above an empty form

	titleOnly string // neither the thread nor its message could be read

	name, nameHint             string
	symptoms, symptomsHint     string
	signals, signalsHint       string
	components, componentsHint string
	seen                       string // the kinds of symptoms
	fix, fixHint, fixGuess     string // the guess is told where it was taken from a thread
	lesson, lessonHint         string
	date                       string
	lasted, lastedHint         string
	lastedGuess                string
	where, here, everywhere    string // it may be told in this channel only, or in all

	short, long    func(limit int) string // a title that is
	nothingSeen    string                 // neither symptoms nor signals
	badSignal      func(line string) string
	badSlug        func(slug string) string
	badDate        string
	badLength      string
	tooMany        func(limit int) string // lines
	saved          func(id string) string
	changed        func(id string, version int) string
	overtaken      string // somebody else saved it meanwhile
	revived        string // it was deleted meanwhile
	waits          string // it has no lesson
	tellsHere      string // it is told in this channel only
	tellsAll       string
	edit           string
	remove         string
	restore        string
	share          string
	sure, sureText string // before it is deleted
	yes, no        string
	shareText      string // before it is shared
	removed        func(id string) string
	restored       func(id string) string
	shared         func(id string) string
	notYours       string // who may not change it
	unknowable     string // it cannot be told whether they may
	gone           func(id string) string
	tooLate        string // the modal could not be opened
	history        string
	version        func(n int) string
	deleted        string // as a version
	responder      func(n int) string
	colleague      string
	noted          func(id string) string
	notedHere      string // the note is shown in this channel only
	unnoted        func(id string) string
	nothingNoted   func(id string) string
	noCaseHere     string // nothing was matched in this thread
	emptyNote      string
	byCommand      string // a form cannot be opened by a mention
	byMention      string // a note is written by mention, in a thread
}
