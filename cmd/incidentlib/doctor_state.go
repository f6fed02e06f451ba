package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"incidentlib/bot/store"
	"incidentlib/config"
)

const (
	littleSpace = 1 << 30  // bytes free, below which the doctor warns
	noSpace     = 50 << 20 // below which the bot may stop within the day
	longWait    = time.Minute

	stateAnswers = 20 * time.Second
)

// folder looks at the data folder, or where it would be made. It leaves nothing there.
func (r *report) folder(dir string) {
	at := dir
	info, err := os.Stat(at)
	for errors.Is(err, os.ErrNotExist) && filepath.Dir(at) != at {
		at = filepath.Dir(at)
		info, err = os.Stat(at)
	}
	switch {
	case err != nil:
		r.add("data", bad, err.Error(), "name a folder the bot can reach, with the setting data")
		return
	case !info.IsDir():
		r.add("data", bad, at+" is no folder", "name a folder, with the setting data")
		return
	}
	probe, err := os.CreateTemp(at, ".doctor-*")
	if err != nil {
		r.add("data", bad, fmt.Sprintf("%s cannot be written to: %v", at, err), "give it to the user the bot runs as, or name another with the setting data")
		return
	}
	probe.Close()
	os.Remove(probe.Name())
	found := dir + " can be written to"
	if at != dir {
		found = dir + " is made at the first start"
	}
	r.add("data", ok, found, "")
	if at == dir && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		r.add("data", warn, dir+" is open to other users of the machine", "chmod 700 "+shellWord(dir))
	}
	r.disk(at)
}

// disk looks at the file system of a folder, where that can be told.
func (r *report) disk(dir string) {
	network, free, told := fileSystem(dir)
	if !told {
		return
	}
	if network != "" {
		r.add("disk", bad, fmt.Sprintf("%s lies on a network file system (%s), where SQLite loses data", dir, network),
			"name a folder on a local disk with the setting data, or use PostgreSQL: INCIDENTLIB_DATABASE_URL")
	}
	switch found := size(free) + " free"; {
	case free < noSpace:
		r.add("disk", bad, found, "make room: without it alerts are not taken")
	case free < littleSpace:
		r.add("disk", warn, found, "make room")
	default:
		r.add("disk", ok, found, "")
	}
}

// state looks whether it opens, is whole and in this program's form, and what waits in it.
func (r *report) state(ctx context.Context, c config.Config) {
	ctx, cancel := context.WithTimeout(ctx, stateAnswers)
	defer cancel()
	st, err := store.OpenBeside(ctx, stateName(c))
	if err == nil {
		defer st.Close()
		err = st.CheckForm(ctx)
	}
	switch {
	case errors.Is(err, store.ErrNone):
		r.add("state", ok, "none yet; the first incidentlib serve makes it", "")
		return
	case errors.Is(err, store.ErrOlder):
		r.add("state", warn, err.Error(), "keep a copy before the upgrade: incidentlib backup")
		return
	case err != nil && c.Database != "":
		r.add("state", bad, err.Error(), "check INCIDENTLIB_DATABASE_URL, and that the database lets this machine in")
		return
	case err != nil:
		r.add("state", bad, err.Error(), "")
		return
	}
	if err := st.Check(ctx); err != nil {
		r.add("state", bad, "cannot be written to: "+err.Error(), "run the doctor as the user the bot runs as; that user must own the data folder and what is in it")
		return
	}
	load, err := st.Load(ctx)
	if err != nil {
		r.add("state", bad, err.Error(), "")
		return
	}
	where := "a file in " + c.Data
	if c.Database != "" {
		where = "PostgreSQL"
	}
	r.add("state", ok, where+", whole, in this program's form", "")
	r.load(load)
}

func (r *report) load(load store.Load) {
	found := fmt.Sprintf("%d waiting, %d given up", load.Waiting, load.Dead)
	switch {
	case load.Oldest > longWait:
		r.add("inbox", warn, found+", the oldest waits for "+age(load.Oldest), "see whether a bot runs, and why tries fail: incidentlib inbox")
	case load.Dead > 0:
		r.add("inbox", warn, found, "see why: incidentlib inbox --dead; then incidentlib inbox redrive, or drop")
	default:
		r.add("inbox", ok, found, "")
	}
}

// library looks whether the cases can be read.
func (r *report) library(c config.Config) {
	leftOut := 0
	library, err := openLibrary(c.Library, func(err error) {
		leftOut++
		r.add("cases", warn, err.Error(), "")
	})
	if err != nil {
		r.add("cases", bad, err.Error(), "check library.folders and library.bundled")
		return
	}
	defer library.Close()
	r.add("cases", ok, fmt.Sprintf("%d can be read", len(library.Cases())), "")
}
