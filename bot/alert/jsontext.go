package alert

import (
	"encoding/json"
	"slices"
	"strings"
)

// maxPairs is how much of a JSON document is read. An alarm of CloudWatch has
// about 40 values.
const maxPairs = 200

// document reads text that is one JSON document, as CloudWatch sends through SNS
// and ElastAlert through a webhook: its scalars in order, nested names joined by
// a dot. ok is false for other text, and for the one-line records of a log,
// which a person reads as they are.
func document(text string) (pairs []pair, ok bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") || !json.Valid([]byte(text)) {
		return nil, false
	}
	if !strings.Contains(text, "\n") && messageOf(text) != "" && !strings.Contains(text, `"num_hits"`) {
		return nil, false
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	walkPairs(dec, "", &pairs, 0)
	return pairs, len(pairs) > 0
}

// walkPairs reads the next value of dec into pairs, under name. It reads tokens,
// not maps, because a map would lose the order.
func walkPairs(dec *json.Decoder, name string, pairs *[]pair, depth int) bool {
	tok, err := dec.Token()
	if err != nil || len(*pairs) >= maxPairs || depth > maxDepth {
		return false
	}
	switch t := tok.(type) {
	case json.Delim:
		from := len(*pairs)
		for dec.More() {
			inner := name
			if t == '{' {
				key, err := dec.Token()
				if err != nil {
					return false
				}
				s, _ := key.(string)
				inner = strings.TrimPrefix(name+"."+s, ".")
			}
			if !walkPairs(dec, inner, pairs, depth+1) {
				return false
			}
		}
		if t == '{' {
			joinNameValue(pairs, from)
		}
		_, err := dec.Token()
		return err == nil
	case string:
		if nested, ok := document(t); ok && depth < 3 { // the Message of an SNS notification
			*pairs = append(*pairs, nested...)
			return true
		}
		if s := strings.TrimSpace(t); s != "" {
			*pairs = append(*pairs, pair{name, s})
		}
	case json.Number:
		*pairs = append(*pairs, pair{name, t.String()})
	case bool:
		if t {
			*pairs = append(*pairs, pair{name, "true"})
		}
	}
	return true
}

// joinNameValue turns {"name":"X","value":"Y"}, as CloudWatch writes dimensions,
// into the pair X: Y.
func joinNameValue(pairs *[]pair, from int) {
	own := (*pairs)[from:]
	if len(own) != 2 {
		return
	}
	a, b := own[0], own[1]
	if strings.EqualFold(lastName(a.name), "value") {
		a, b = b, a
	}
	if strings.EqualFold(lastName(a.name), "name") && strings.EqualFold(lastName(b.name), "value") {
		*pairs = append((*pairs)[:from], pair{a.value, b.value})
	}
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// namesOfAlerts are the members that name the alert in a document, best first.
var namesOfAlerts = []string{"alarmname", "alertname", "alert", "alert_name", "rule_name", "rule", "monitor", "title", "subject", "name", "msg", "message", "error"}

// addDocument adds a JSON document to the draft, its name as the title.
func (d *draft) addDocument(pairs []pair) {
	best := -1
	for i, p := range pairs {
		rank := slices.Index(namesOfAlerts, strings.ToLower(lastName(p.name)))
		if rank >= 0 && (best < 0 || rank < slices.Index(namesOfAlerts, strings.ToLower(lastName(pairs[best].name)))) {
			best = i
		}
	}
	if best >= 0 {
		d.keep(title, pairs[best].value)
	}
	for i, p := range pairs {
		if envelope(p.name) {
			continue
		}
		d.labels = append(d.labels, p)
		if i != best {
			d.keep(field, p.name+": "+p.value)
		}
	}
}

// envelope names the members of an SNS notification that are about its delivery.
func envelope(name string) bool {
	switch name {
	case "Type", "MessageId", "TopicArn", "Timestamp", "SignatureVersion", "Signature", "SigningCertURL", "SigningCertUrl", "UnsubscribeURL", "UnsubscribeUrl":
		return true
	}
	return false
}
