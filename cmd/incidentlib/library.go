package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"incidentlib/config"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// vars are the words that help texts take from elsewhere.
var vars = kong.Vars{"config": config.DefaultPath}

// libraryFlags say which past incidents a command knows, and in which language it shows them.
type libraryFlags struct {
	Cases     []string `help:"Folder with your own cases, beside those of the settings. May be given again." placeholder:"DIR" sep:"none"`
	NoBundled bool     `help:"Leave out the cases that came with the program."`
	Lang      string   `help:"Language of what is shown, en or ko; that of the settings unless given." placeholder:"LANG" enum:"en,ko," default:""`
}

// open loads the settings and the cases. Folders given as flags go before those of
// the settings. The caller closes the library.
func (f libraryFlags) open(w world) (*matcher.Library, config.Config, error) {
	c, err := config.Load(w.config, withoutSlack(w.getenv))
	if err != nil {
		return nil, c, err
	}
	c.Library.Folders = append(f.Cases, c.Library.Folders...)
	if f.NoBundled {
		c.Library.Bundled = false
	}
	if f.Lang != "" {
		c.Language = f.Lang
	}
	library, err := openLibrary(c.Library, func(err error) { fmt.Fprintf(w.stderr, "%v\n", err) })
	return library, c, err
}

// withoutSlack hides the settings of Slack from commands that work without it, so
// that a bad token does not stop them.
func withoutSlack(getenv func(string) string) func(string) string {
	return func(name string) string {
		if strings.HasPrefix(name, "SLACK_") || strings.HasPrefix(name, "INCIDENTLIB_SLACK_") {
			return ""
		}
		return getenv(name)
	}
}

// openLibrary reads and indexes the cases; the caller closes the library. A file of
// a folder that has a fault is told to warn and left out: one bad post-mortem must
// not take away the others at night.
func openLibrary(c config.Library, warn func(error)) (*matcher.Library, error) {
	var cases []*matcher.Case
	if c.Bundled {
		bundled, err := seeds.Bundled()
		if err != nil {
			return nil, fmt.Errorf("bundled cases: %w", err)
		}
		cases = bundled
	}
	for _, folder := range slices.Backward(c.Folders) { // the first folder goes first
		own, err := seeds.ReadDir(folder)
		faults, readable := errors.AsType[matcher.Faults](err)
		if err != nil && !readable {
			return nil, fmt.Errorf("cases in %s: %w", folder, err)
		}
		for _, f := range faults {
			warn(fmt.Errorf("left out: %w", f))
		}
		cases = seeds.Merge(own, cases)
	}
	if len(cases) == 0 {
		return nil, errors.New("the library has no case: name a folder that has some with --cases, or leave out --no-bundled")
	}
	words, err := seeds.Vocabulary()
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	return matcher.NewLibraryWith(cases, words)
}
