package matcher

import (
	"encoding/json"
	"slices"
	"strings"
)

// Done says whether an action item is finished, as far as its team writes that down: by a member
// "done" that is true, or a "status" such as done or closed. One that says nothing is open.
func (s Step) Done() bool {
	var done bool
	var status string
	members := s.loss().members
	json.Unmarshal(members["done"], &done)     // a member of another kind
	json.Unmarshal(members["status"], &status) // says nothing
	return done || slices.Contains([]string{"done", "closed", "resolved", "completed", "cancelled", "완료"}, strings.ToLower(strings.TrimSpace(status)))
}
