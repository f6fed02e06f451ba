package matcher_test

import (
	"encoding/json"
	"testing"

	"incidentlib/matcher"
)

func TestStepDone(t *testing.T) {
	for raw, want := range map[string]bool{
		`"Alert at 70 %"`:                         false,
		`{"text":"Alert at 70 %"}`:                false,
		`{"text":"x","done":true}`:                true,
		`{"text":"x","done":"yes"}`:               false,
		`{"text":"x","status":"Closed"}`:          true,
		`{"text":"x","status":"완료"}`:              true,
		`{"text":"x","status":"open"}`:            false,
		`{"text":"x","status":["done"],"done":1}`: false,
	} {
		var c matcher.Case
		if err := json.Unmarshal([]byte(`{"id":"A-1","title":"x","action_items":[`+raw+`]}`), &c); err != nil {
			t.Fatal(err)
		}
		if c.ActionItems[0].Done() != want {
			t.Errorf("%s: done is %v", raw, !want)
		}
	}
}
