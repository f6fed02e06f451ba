package bot

import "strings"

// settingsWords are the words of settings. What is said of values is keyed by them.
type settingsWords struct {
	title, save, cancel, change, about string

	labels     map[string]string  // of settings, by name
	choices    map[string]wording // of values
	idsHint    string
	allHint    func(ids string) string // where the workspace has a list
	windowHint string
	everybody  string // an empty list of those who are read
	nobody     string // an empty list of those who are not
	unset      func(value, from string) string
	notSet     string
	from       map[string]string // where a value comes from: "channel", "workspace", "program"

	digests                map[string]wording // by kind
	digestsOf, digestsHint string
	digestOn, digestOff    string
	nextDigest             func(at, zone string) string

	scope, everywhere, admins wording // of the boxes to tick
	governor, ungovern        string

	saved, savedAll, unchanged string
	badWindow, both            string
	badID                      func(id string) string
	manyIDs                    string

	off, elsewhere, notAdmin, whoAdmin, stranger, notMember string
}

// wording is what is said of a value, or of a box to tick.
type wording struct{ label, about string }

// shown is a value of a setting in words.
func (w *settingsWords) shown(name, value string) string {
	switch {
	case name == setWindow:
		return respelled(value)
	case w.choices[value].label != "":
		return w.choices[value].label
	case name == setOnly && len(listed(value)) == 0:
		return w.everybody
	case name == setNever && len(listed(value)) == 0:
		return w.nobody
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(value, ",", ", ")), " ")
}
