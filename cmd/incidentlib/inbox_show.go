package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

type inboxShowCmd struct {
	ID   string `arg:"" help:"Id of the item, as the list gives it."`
	Team string `help:"Id of the workspace, where several have an item of that id." placeholder:"T…"`
	JSON bool   `name:"json" help:"Print JSON."`
}

func (inboxShowCmd) Help() string {
	return `Tokens, response URLs and what else looks like a credential are hidden; the words of the
message are not.

Example:

    incidentlib inbox show C0ALERTS/1764488531.000200`
}

func (c inboxShowCmd) Run(ctx context.Context, w world) error {
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	it, err := findItem(ctx, st, c.ID, c.Team)
	if err != nil {
		return err
	}
	shown := itemFrom(it)
	shown.Payload = redacted(it.Payload)
	if c.JSON {
		return writeIndented(w.stdout, shown)
	}
	var p page
	shown.write(&p)
	var payload strings.Builder
	if err := writeIndented(&payload, shown.Payload); err != nil {
		return err
	}
	p.WriteString("\n")
	p.command(payload.String())
	_, err = fmt.Fprint(w.stdout, p.String())
	return err
}

// findItem finds the one item of that id, in that workspace when team is given.
func findItem(ctx context.Context, st *store.Store, id, team string) (store.Item, error) {
	all, err := st.Find(ctx, id)
	if err != nil {
		return store.Item{}, err
	}
	var found []store.Item
	var teams []string
	for _, it := range all {
		if team == "" || it.Workspace.Team == team {
			found, teams = append(found, it), append(teams, it.Workspace.Team)
		}
	}
	switch len(found) {
	case 0:
		return store.Item{}, fmt.Errorf("item %q: nothing of that id waits or was given up; list what does with: incidentlib inbox", id)
	case 1:
		return found[0], nil
	}
	return store.Item{}, fmt.Errorf("item %q: the workspaces %s have one each; say which with --team", id, strings.Join(teams, ", "))
}

// secretFields are the members of what Slack delivers that let whoever knows them act as the app
// or as a person.
var secretFields = map[string]bool{
	"token": true, "response_url": true, "response_urls": true, "trigger_id": true, "bot_access_token": true,
}

// redacted is a payload to be shown: JSON as it is, other text as a string, both without what
// is secret.
func redacted(payload string) any {
	in := json.NewDecoder(strings.NewReader(payload))
	in.UseNumber()
	var v any
	if in.Decode(&v) != nil {
		return matcher.HideSecrets(payload)
	}
	return withoutSecrets(v)
}

func withoutSecrets(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if secretFields[name] {
				v[name] = matcher.Hidden
			} else {
				v[name] = withoutSecrets(member)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutSecrets(v[i])
		}
	case string:
		return hiddenIn(v)
	}
	return v
}

// hiddenIn hides what is secret in a text, also when it holds JSON, as what a button carries
// may.
func hiddenIn(text string) string {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[{") {
		var v any
		if json.Unmarshal([]byte(trimmed), &v) == nil {
			var out bytes.Buffer
			e := json.NewEncoder(&out)
			e.SetEscapeHTML(false)
			if e.Encode(withoutSecrets(v)) == nil {
				return strings.TrimSpace(out.String())
			}
		}
	}
	return matcher.HideSecrets(text)
}
