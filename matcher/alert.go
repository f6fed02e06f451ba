package matcher

// A Status says whether the condition an alert reports holds now.
type Status string

const (
	Firing   Status = "firing"
	Resolved Status = "resolved"
	// StatusUnknown is an alert that does not say: a log line, a sentence typed by a person.
	StatusUnknown Status = ""
)

// A Kind says what sort of message was read. Only a Problem is worth an answer.
type Kind string

const (
	Problem     Kind = "alert"       // something is wrong, or may be
	Recovery    Kind = "resolved"    // everything it reports is over
	Test        Kind = "test"        // somebody tries the alerting itself
	Heartbeat   Kind = "heartbeat"   // always fires, to show that alerting lives
	Deploy      Kind = "deploy"      // a release, a rollout, a feature flag
	Change      Kind = "change"      // pull requests, commits, tickets, CI results
	Maintenance Kind = "maintenance" // announced work
	Chatter     Kind = "chatter"     // people talking, reports, marketing, joins
	Empty       Kind = "empty"       // no words at all
)

// Alert is one message, read. The zero Alert is an Empty message.
type Alert struct {
	Kind     Kind
	Source   string // the tool that wrote it, as a slug: "alertmanager", "datadog"; "" when it cannot be told
	Status   Status
	Severity string // "critical", "error", "warning" or "info"; "" when it is not said
	Title    string // one line; "" only when Text is ""
	// Text is everything a person would read in the message, title first, one
	// thought a line, with Slack's markup gone and its escapes undone.
	Text   string
	Labels []Label
	// Members are the single alerts of a message that groups several.
	// Empty when the message is one alert.
	Members []string
}

// Label is one name and value of an alert, in the order the message gave them.
type Label struct{ Name, Value string }

// Label returns the value of the first label called name, or "".
func (a Alert) Label(name string) string {
	for _, l := range a.Labels {
		if l.Name == name {
			return l.Value
		}
	}
	return ""
}
