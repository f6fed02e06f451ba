package matcher

import "strings"

// frameWeight is the weight of a term before its rarity: low for words of the
// frame an alert tool puts around every alert, and for bare numbers, which are
// more often a measurement than a code, unless they look like an HTTP error.
func frameWeight(term string) float64 {
	switch {
	case frameWords[term]:
		return 0.2
	case isNumber(term) && !(len(term) == 3 && (term[0] == '4' || term[0] == '5')):
		return 0.5
	}
	return 1
}

// frameWords are what alert tools write around an alert whatever it is about:
// states, severities, names of labels and annotations, buttons and links, names of places.
var frameWords = stems(`
firing fired resolved alert alerting alertname alertmanager triggered acknowledge acknowledged
severity critical warning warn info notice priority urgency p1 p2 p3 p4 sev1 sev2 sev3
labels annotations summary description details title runbook playbook dashboard panel graph view
silence snooze mute source link url grafana monitor notification environment env region zone team owner
started starts ends since ago timestamp date utc prod production staging example default
asia europe america korea tokyo seoul singapore east west north south central northeast southeast northcentral
`)

func stems(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[stem(w)] = true
	}
	return m
}
