package workspace

import (
	"fmt"
	"slices"
	"strings"
)

// elementValue is what an element holds once option was chosen or typed.
func elementValue(element object, option string) (object, error) {
	kind := str(element, "type")
	value := object{"type": kind}
	what, isSelect := strings.CutSuffix(strings.TrimPrefix(kind, "multi_"), "_select")
	many := strings.HasPrefix(kind, "multi_") || kind == "checkboxes"
	switch {
	case strings.HasSuffix(kind, "_input"):
		value["value"] = option
		if option == "" {
			value["value"] = nil
		}
		return value, nil
	case strings.HasSuffix(kind, "picker"):
		value["selected_"+strings.TrimSuffix(kind, "picker")] = option
		return value, nil
	case isSelect && what != "static" && what != "external":
		set(value, "selected_"+strings.TrimSuffix(what, "s"), option, many)
		return value, nil
	case many && option == "": // none of them
		value["selected_options"] = []any{}
		return value, nil
	}
	for _, o := range everyOption(element) {
		if str(o, "value") == option {
			set(value, "selected_option", o, many)
			return value, nil
		}
	}
	return nil, fmt.Errorf("workspace: element %q has no option with the value %q", str(element, "action_id"), option)
}

func set(value object, key string, v any, many bool) {
	if many {
		value[key+"s"] = []any{v}
	} else {
		value[key] = v
	}
}

func everyOption(element object) []object {
	options := objects(list(element, "options"))
	for _, g := range objects(list(element, "option_groups")) {
		options = append(options, objects(list(g, "options"))...)
	}
	return options
}

// fill puts values into a view's state, over the initial ones.
func fill(body object, values map[string]string) error {
	for _, b := range objects(list(body, "blocks")) {
		e, id := sub(b, "element"), str(b, "block_id")
		if e == nil {
			continue
		}
		held := sub(sub(sub(body, "state"), "values"), id)[str(e, "action_id")]
		typed, given := values[id]
		switch {
		case given:
			value, err := elementValue(e, typed)
			if err != nil {
				return err
			}
			remember(body, id, str(e, "action_id"), value)
		case held == nil:
			remember(body, id, str(e, "action_id"), initialValue(e))
		}
		if !given && held == nil && !truth(b, "optional") && len(initialValue(e)) == 1 {
			return fmt.Errorf("workspace: input %q is required: Slack would not submit the modal without it", id)
		}
	}
	for id := range values {
		if !slices.ContainsFunc(objects(list(body, "blocks")), func(b object) bool { return str(b, "block_id") == id }) {
			return fmt.Errorf("workspace: modal %q has no input block %q", str(body, "id"), id)
		}
	}
	return nil
}

// initialValue is what an untouched input holds.
func initialValue(e object) object {
	v := object{"type": str(e, "type")}
	for key, to := range map[string]string{
		"initial_value": "value", "initial_option": "selected_option", "initial_options": "selected_options", "initial_date": "selected_date",
		"initial_time": "selected_time", "initial_user": "selected_user", "initial_channel": "selected_channel", "initial_conversation": "selected_conversation",
	} {
		if x, ok := e[key]; ok {
			v[to] = x
		}
	}
	return v
}
