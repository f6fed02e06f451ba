package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// An export comes from somewhere else: nothing of it is written to disk, no link in it is
// followed, and what it inflates to is counted while it is read.
const (
	mostEntries  = 1_000_000
	mostOfFile   = 64 << 20 // bytes of one file in it
	mostOfExport = 4 << 30  // bytes of all that is read
	channelsFile = "channels.json"
	privateFile  = "groups.json"
	usersFile    = "users.json"
	botName      = "incidentlib" // of the user that the app has
)

// pastRoom is one channel of the past.
type pastRoom struct {
	ID      string
	Name    string
	Outside bool // people of other companies read it
}

// slackExport is a Slack export: a zip file as Slack makes it, or a folder with the same in it.
type slackExport struct {
	files fs.FS
	close func() error
	base  string // the folder in it that channels.json lies in
	left  int64  // bytes that may still be read
	rooms []pastRoom
	bot   string // the user id of the bot, "" when it is not among the users
}

// openExport opens an export; the caller closes it.
func openExport(name string) (*slackExport, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	e := &slackExport{left: mostOfExport, base: "."}
	if info.IsDir() {
		root, err := os.OpenRoot(name)
		if err != nil {
			return nil, err
		}
		e.files, e.close = root.FS(), root.Close
	} else {
		z, err := zip.OpenReader(name)
		if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
			return nil, fmt.Errorf("%s: %w; give the zip file of a Slack export, or a folder with the same in it", name, err)
		}
		e.files, e.close = z, z.Close
		if err := safeEntries(z.File); err != nil {
			z.Close()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := e.index(); err != nil {
		_ = e.close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return e, nil
}

// safeEntries refuses a zip file that no export is.
func safeEntries(entries []*zip.File) error {
	if len(entries) > mostEntries {
		return fmt.Errorf("%d entries, %d at most", len(entries), mostEntries)
	}
	for _, f := range entries {
		if !fs.ValidPath(strings.TrimSuffix(f.Name, "/")) || strings.Contains(f.Name, `\`) {
			return fmt.Errorf("entry %q: a path that leads out of the export", f.Name)
		}
		if mode := f.Mode(); !mode.IsRegular() && !mode.IsDir() {
			return fmt.Errorf("entry %q: neither a file nor a folder", f.Name)
		}
	}
	return nil
}

// index reads which channels there are, and who the bot is.
func (e *slackExport) index() error {
	if _, err := fs.Stat(e.files, channelsFile); err != nil { // packed again, with a folder around it
		if found, _ := fs.Glob(e.files, "*/"+channelsFile); len(found) == 1 {
			e.base = path.Dir(found[0])
		}
	}
	var channels, private []struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Outside bool   `json:"is_ext_shared"`
	}
	if err := e.decode(channelsFile, &channels); err != nil {
		return fmt.Errorf("not a Slack export: %w", err)
	}
	if err := e.decode(privateFile, &private); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, c := range append(channels, private...) {
		if !fs.ValidPath(c.Name) || strings.ContainsAny(c.Name, `/\`) || c.Name == "." {
			return fmt.Errorf("%s: %q is no name of a channel", channelsFile, c.Name)
		}
		e.rooms = append(e.rooms, pastRoom{c.ID, c.Name, c.Outside})
	}
	var users []struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		IsBot bool   `json:"is_bot"`
	}
	if err := e.decode(usersFile, &users); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, u := range users {
		if u.IsBot && u.Name == botName {
			e.bot = u.ID
		}
	}
	return nil
}

var dayFile = regexp.MustCompile(`^\d{4}-\d\d-\d\d\.json$`)

// days are the names of the files of a channel, oldest first.
func (e *slackExport) days(r pastRoom) (days []string, err error) {
	folder := path.Join(e.base, r.Name)
	entries, err := fs.ReadDir(e.files, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // Slack makes no folder for a channel without messages
	}
	for _, entry := range entries {
		if dayFile.MatchString(entry.Name()) {
			days = append(days, path.Join(r.Name, entry.Name()))
		}
	}
	if len(entries) > mostEntries {
		return nil, fmt.Errorf("%s: %d entries, %d at most", folder, len(entries), mostEntries)
	}
	slices.Sort(days)
	return days, err
}

// decode reads a JSON file of the export.
func (e *slackExport) decode(name string, into any) error {
	data, err := e.read(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

var errTooMuch = errors.New("the export is larger than what is read of one")

// read reads a file of the export. No part of its path may be a link.
func (e *slackExport) read(name string) ([]byte, error) {
	name = path.Join(e.base, name)
	for part := name; part != "."; part = path.Dir(part) {
		info, err := fs.Lstat(e.files, part)
		if err != nil {
			return nil, err
		}
		if mode := info.Mode(); !mode.IsRegular() && !mode.IsDir() {
			return nil, fmt.Errorf("%s: neither a file nor a folder; links are not followed", part)
		}
	}
	f, err := e.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	most := min(e.left, mostOfFile)
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: %w: %d MiB a file, %d MiB in all", name, errTooMuch, mostOfFile>>20, mostOfExport>>20)
	}
	e.left -= int64(len(data))
	return data, nil
}
