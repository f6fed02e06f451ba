package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"incidentlib/bot/store"
	"incidentlib/config"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

type casesExportCmd struct {
	Own       string `required:"" help:"Folder to write them into, one file a case." placeholder:"DIR"`
	Private   bool   `help:"Also those that are told in one private channel only. Whoever reads the folder reads them."`
	Workspace string `help:"Slack's id of the workspace, where the state holds several." placeholder:"TEAM"`
}

func (casesExportCmd) Help() string {
	return `Reads the state of the bot that the settings name, also while it runs. A file of the same
case is replaced; a case that was deleted in Slack is named, and its file stays.

Examples:

    incidentlib cases export --own ./our-postmortems
    incidentlib cases export --own ./war-room --private --workspace T024BE7LD`
}

func (c casesExportCmd) Run(ctx context.Context, w world) error {
	settings, err := config.Load(w.config, withoutSlack(w.getenv))
	if err != nil {
		return err
	}
	kept, err := keptCases(ctx, settings)
	if err != nil {
		return err
	}
	if kept, err = c.ofOne(kept); err != nil {
		return err
	}
	written, private := 0, 0
	for _, own := range kept {
		file := filepath.Join(c.Own, own.ID+".json")
		switch _, missing := os.Stat(file); {
		case own.Body == "":
			if missing == nil {
				fmt.Fprintf(w.stderr, "%s: this case was deleted in Slack; delete the file where it is no longer wanted\n", file)
			}
		case own.Private && !c.Private:
			private++
		default:
			if err := export(c.Own, own); err != nil {
				return err
			}
			written++
		}
	}
	told := fmt.Sprintf("%s written to %s", count(written, "case"), c.Own)
	if private > 0 {
		told += fmt.Sprintf("; %s left out, which only --private writes", count(private, "private one"))
	}
	_, err = fmt.Fprintln(w.stdout, told)
	return err
}

// keptCases reads the own cases out of the bot's state, which must be there.
func keptCases(ctx context.Context, c config.Config) ([]store.OwnCase, error) {
	if c.Database == "" {
		if _, err := os.Stat(stateFile(c)); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no state in %s: set data to the folder that the bot uses", c.Data)
		}
	}
	st, err := store.Open(ctx, stateName(c))
	if err != nil {
		return nil, err
	}
	defer st.Close()
	return st.EveryCase(ctx)
}

// ofOne keeps the cases of the workspace that was asked for, or of the only one there is.
func (c casesExportCmd) ofOne(kept []store.OwnCase) ([]store.OwnCase, error) {
	var teams []string
	for _, own := range kept {
		if !slices.Contains(teams, own.Workspace.Team) {
			teams = append(teams, own.Workspace.Team)
		}
	}
	switch {
	case c.Workspace == "" && len(teams) > 1:
		return nil, usageError("the state holds cases of several workspaces: choose one with --workspace, of " + strings.Join(teams, ", "))
	case c.Workspace != "" && !slices.Contains(teams, c.Workspace):
		return nil, fmt.Errorf("the state holds no case of the workspace %s", c.Workspace)
	}
	return slices.DeleteFunc(kept, func(own store.OwnCase) bool { return c.Workspace != "" && own.Workspace.Team != c.Workspace }), nil
}

// export writes one case as a file.
func export(dir string, own store.OwnCase) error {
	var k matcher.Case
	if err := json.Unmarshal([]byte(own.Body), &k); err != nil {
		return fmt.Errorf("read case %s: %w", own.ID, err)
	}
	return seeds.Write(dir, &k)
}
