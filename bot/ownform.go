package bot

import (
	"encoding/json"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/matcher"
)

// formCase is the callback_id of the modal in which people write a case.
const formCase = "own_case"

// Names of its inputs.
const (
	inTitle      = "title"
	inSymptoms   = "symptoms"
	inSignals    = "signals"
	inComponents = "components"
	inSeen       = "seen" // slugs of symptoms
	inFix        = "fix"
	inLesson     = "lesson"
	inDate       = "date"
	inLasted     = "lasted"
	inWhere      = "where"

	whereHere = "here" // told in the channel it was learned in only
	whereAll  = "all"
)

const (
	minTitle = 10 // code points
	maxTitle = 150
	maxInput = 3000 // what Slack takes in one input
)

// An ownMeta is what the bot notes on the modal of a case.
type ownMeta struct {
	Channel  string `json:"channel"` // where the case is learned
	Private  bool   `json:"private,omitempty"`
	Lang     string `json:"lang"`
	ID       string `json:"id,omitempty"`      // of the case that is edited; "" for a new one
	Version  int    `json:"version,omitempty"` // of it, as it was shown
	Response string `json:"response,omitempty"`
	Home     bool   `json:"home,omitempty"` // it was opened from the Home tab
}

func (f form) ownMeta() (m ownMeta) {
	json.Unmarshal([]byte(f.meta), &m) // the bot's own; of another making it is empty
	return m
}

// caseForm is the modal with a draft in it. about says what it is, above the inputs.
func caseForm(d caseDraft, m ownMeta, about string) slack.ModalViewRequest {
	w := wordsIn(m.Lang).own
	field := func(block, name, hint, initial string) textField {
		return textField{block: block, name: name, hint: hint, initial: initial, most: maxInput, optional: true}
	}
	lines := func(block, name, hint, initial string) slack.Block {
		f := field(block, name, hint, initial)
		f.lines = true
		return f.input()
	}
	fixHint, lastedHint := w.fixHint, w.lastedHint
	if m.ID == "" && d.Fix != "" {
		fixHint += " " + w.fixGuess
	}
	if m.ID == "" && d.lasted() != "" {
		lastedHint += " " + w.lastedGuess
	}
	title := textField{block: inTitle, name: w.name, hint: w.nameHint, initial: d.Title, most: maxTitle}
	blocks := []slack.Block{
		small(about),
		title.input(),
		lines(inSymptoms, w.symptoms, w.symptomsHint, d.Symptoms),
		lines(inSignals, w.signals, w.signalsHint, strings.Join(d.Signals, "\n")),
		lines(inFix, w.fix, fixHint, d.Fix),
		lines(inLesson, w.lesson, w.lessonHint, d.Lesson),
		field(inComponents, w.components, w.componentsHint, strings.Join(d.Components, ", ")).input(),
		field(inSeen, w.seen, "", strings.Join(d.Seen, ", ")).input(),
		dateInput(w.date, d.date()),
		field(inLasted, w.lasted, lastedHint, d.lasted()).input(),
	}
	if m.Private {
		blocks = append(blocks, choice(inWhere, w.where, whereHere, option(whereHere, w.here), option(whereAll, w.everywhere)))
	}
	name := w.title
	if m.ID != "" {
		name = w.editing
	}
	kept, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings
	}
	return slack.ModalViewRequest{
		Type: slack.VTModal, CallbackID: formCase, PrivateMetadata: string(kept),
		Title: plainText(name, 24), Submit: plainText(w.save, 24), Close: plainText(w.cancel, 24),
		Blocks: slack.Blocks{BlockSet: blocks},
	}
}

func dateInput(name, initial string) *slack.InputBlock {
	in := slack.NewDatePickerBlockElement("date")
	in.InitialDate = initial
	b := slack.NewInputBlock(inDate, plainText(name, 200), nil, in)
	b.Optional = true
	return b
}

// date is the day it began, as a case has it; "" where that is not known.
func (d caseDraft) date() string {
	if d.Began.IsZero() {
		return ""
	}
	return d.Began.Format("2006-01-02")
}

// lasted is how long it lasted, as a case has it; "" where that is not known.
func (d caseDraft) lasted() string {
	if d.Length != "" || d.Began.IsZero() {
		return d.Length
	}
	return lengthOf(d.Ended.Sub(d.Began))
}

// draftFrom is a case as its form shows it again.
func draftFrom(c *matcher.Case, lang string) caseDraft {
	d := caseDraft{
		Title: c.Title.In(lang), Symptoms: c.SymptomsText.In(lang), Signals: c.Signals, Components: c.Components, Seen: c.Symptoms,
		Fix: strings.Join(steps(c.Remediation, lang), "\n"), Lesson: c.Lessons.In(lang), Length: c.Timeline.ResolvedAfter,
	}
	d.Began = dayAt(c.Date)
	return d
}

// waitingView is the modal while its thread is read.
func waitingView(w *words) slack.ModalViewRequest {
	return slack.ModalViewRequest{
		Type: slack.VTModal, Title: plainText(w.own.title, 24), Close: plainText(w.own.cancel, 24),
		Blocks: slack.Blocks{BlockSet: []slack.Block{small(w.own.reading)}},
	}
}
