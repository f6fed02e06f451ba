// Package alert reads alerts out of Slack messages of any shape.
package alert

import "incidentlib/matcher"

// Read reads a Slack message object. It fails only when raw is not a JSON object.
func Read(raw []byte) (matcher.Alert, error) { return matcher.Alert{}, nil }

// FromText reads text as somebody typed or pasted it.
func FromText(text string) matcher.Alert { return matcher.Alert{} }

// Fingerprint names what the alert is about, leaving out what changes between repeats.
func Fingerprint(a matcher.Alert) string { return "" }
