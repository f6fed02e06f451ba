package store

import "fmt"

// Workspace names one Slack workspace.
type Workspace struct {
	Enterprise string // "" outside Enterprise Grid
	Team       string // never empty
}

func (w Workspace) String() string {
	if w.Enterprise != "" {
		return w.Enterprise + "/" + w.Team
	}
	return w.Team
}

// check refuses a workspace that cannot be one.
func (w Workspace) check() error { return MessageKey{w, "C", "1"}.check() }

func (w Workspace) args() []any { return []any{w.Enterprise, w.Team} }

// MessageKey names one message in Slack. Two keys are equal exactly when they
// name the same message, so a MessageKey may be a map key.
type MessageKey struct {
	Workspace Workspace
	Channel   string // never empty
	TS        string // Slack's message timestamp as Slack wrote it, never empty
}

// String returns the key for a log line, "T1/C1/100.1".
func (k MessageKey) String() string { return k.Workspace.String() + "/" + k.Channel + "/" + k.TS }

func (k MessageKey) args() []any { return append(k.Workspace.args(), k.Channel, k.TS) }

// check refuses a key that cannot name a message. Such a key would make two
// messages one, so it is never mended.
func (k MessageKey) check() error {
	for _, part := range []struct{ name, value string }{
		{"team", k.Workspace.Team}, {"channel", k.Channel}, {"ts", k.TS}, {"enterprise", k.Workspace.Enterprise},
	} {
		switch {
		case part.value == "" && part.name != "enterprise":
			return fmt.Errorf("message key %q: no %s", k, part.name)
		case len(part.value) > 100 || clean(part.value) != part.value:
			return fmt.Errorf("message key: the %s %.40q is not one of Slack's", part.name, part.value)
		}
	}
	return nil
}
