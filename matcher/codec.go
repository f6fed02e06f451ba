package matcher

import "encoding/json"

// kept holds, for one JSON object, what its typed form would lose: members the
// type does not know, and members written as null, "", [] or {}. A pointer keeps
// the struct around it comparable; what it points to never changes.
type kept struct{ raw *raw }

type raw struct {
	members map[string]json.RawMessage
	plain   bool // the object was written as a plain string
}
