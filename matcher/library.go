package matcher

import "context"

// Library holds cases and finds those that are like an alert. It never changes
// and is safe for use by many goroutines.
type Library struct{}

// NewLibrary indexes cases. On an equal score the case given earlier goes first.
func NewLibrary(cases []*Case) (*Library, error) { return &Library{}, nil }

// Find returns at most top matches for the alert, best first.
func (l *Library) Find(ctx context.Context, a Alert, top int) ([]Match, error) { return nil, nil }

// Case returns the case with that id, in any letter case, or nil.
func (l *Library) Case(id string) *Case { return nil }

// Cases returns all cases, in the order they were given.
func (l *Library) Cases() []*Case { return nil }

// Close frees the index.
func (l *Library) Close() error { return nil }
