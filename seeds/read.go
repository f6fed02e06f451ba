package seeds

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"incidentlib/matcher"
)

// Limits of a folder of cases.
const (
	MaxFile  = 1 << 20 // bytes of one file; the longest case of the public library has 40 KiB
	MaxFiles = 10_000  // files of cases in one folder, sub-folders included
)

// ReadDir reads the cases in a folder and its sub-folders, in the order of the
// file names: .json, .yaml, .yml and .md. Hidden files, README.md and files of
// other kinds are passed over. The path may also be a single file.
//
// It reads on after a fault. The cases without fault are returned even so, and
// the error is matcher.Faults with everything wrong in the folder; any other
// error means that the folder itself could not be read.
func ReadDir(dir string) ([]*matcher.Case, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of cases: %w; name a folder or file that exists", err)
	}
	if !info.IsDir() {
		folder, name := filepath.Split(dir)
		if folder == "" {
			folder = "."
		}
		r := reader{fsys: os.DirFS(folder), folder: folder, from: map[string]string{}}
		r.file(name)
		return r.cases, r.faults.Err()
	}
	return readFolder(os.DirFS(dir), dir)
}

// ReadFS is ReadDir for a file system.
func ReadFS(fsys fs.FS) ([]*matcher.Case, error) { return readFolder(fsys, "") }

// Parse reads one file's cases. The ending of its name says what it is: .yaml
// and .yml, .md, and JSON for all others. The error is matcher.Faults, beside
// which the cases without fault are returned.
func Parse(name string, data []byte) ([]*matcher.Case, error) {
	cases, faults := parse(name, data)
	return cases, faults.Err()
}

func parse(name string, data []byte) ([]*matcher.Case, matcher.Faults) {
	if len(data) > MaxFile {
		return nil, matcher.Faults{tooLarge(name)}
	}
	switch kind(name) {
	case ".yaml", ".yml":
		return parseYAML(name, data)
	case ".md":
		return parseMarkdown(name, data)
	default:
		return matcher.DecodeCases(name, data)
	}
}

func kind(name string) string { return strings.ToLower(path.Ext(name)) }

func tooLarge(name string) matcher.Fault {
	return matcher.Fault{File: name, Remedy: fmt.Sprintf("is larger than %d bytes; split it into one file a case", MaxFile)}
}

// reader gathers what a folder holds.
type reader struct {
	fsys   fs.FS
	folder string // said before each name
	files  int
	cases  []*matcher.Case
	faults matcher.Faults
	from   map[string]string // the file of each ID, in lower case
}

func readFolder(fsys fs.FS, folder string) ([]*matcher.Case, error) {
	r := reader{fsys: fsys, folder: folder, from: map[string]string{}}
	if err := fs.WalkDir(fsys, ".", r.visit); err != nil {
		return nil, fmt.Errorf("folder of cases: %w", err)
	}
	r.faults.Sort()
	return r.cases, r.faults.Err()
}

func (r *reader) visit(name string, entry fs.DirEntry, err error) error {
	if name == "." {
		return err
	}
	hidden := strings.HasPrefix(path.Base(name), ".")
	switch {
	case hidden && entry.IsDir():
		return fs.SkipDir
	case err != nil:
		r.faults = append(r.faults, r.unreadable(name, err))
		return nil
	case hidden || entry.IsDir() || !holdsCases(name):
		return nil
	}
	if r.files++; r.files > MaxFiles {
		return fmt.Errorf("%s holds more than %d files of cases; name a smaller folder", r.name("."), MaxFiles)
	}
	// A mounted ConfigMap is a folder of links: ask the file, not the entry.
	if info, err := fs.Stat(r.fsys, name); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	r.file(name)
	return nil
}

func holdsCases(name string) bool {
	switch kind(name) {
	case ".json", ".yaml", ".yml":
		return true
	case ".md":
		return !strings.EqualFold(path.Base(name), "README.md")
	}
	return false
}

func (r *reader) file(name string) {
	data, err := readLimited(r.fsys, name)
	if err != nil {
		r.faults = append(r.faults, r.unreadable(name, err))
		return
	}
	file := r.name(name)
	cases, faults := parse(file, data)
	r.faults = append(r.faults, faults...)
	for _, c := range cases {
		id := strings.ToLower(c.ID)
		if first, ok := r.from[id]; ok {
			r.faults = append(r.faults, matcher.Fault{File: file, Field: "id", Value: c.ID,
				Remedy: fmt.Sprintf("is also the id of a case in %s; give one of them another", first)})
			continue
		}
		r.from[id] = file
		r.cases = append(r.cases, c)
	}
}

func (r *reader) name(name string) string { return filepath.Join(r.folder, filepath.FromSlash(name)) }

func (r *reader) unreadable(name string, err error) matcher.Fault {
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		err = wrapped.Err
	}
	return matcher.Fault{File: r.name(name), Remedy: "cannot be read: " + err.Error()}
}

// readLimited reads one byte past the limit, so that parse sees what is too large.
func readLimited(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxFile+1))
}
