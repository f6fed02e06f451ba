package seeds

import "io/fs"

// IsBundled says whether a case of that id came with the program.
func IsBundled(id string) bool {
	_, err := fs.Stat(bundled, "cases/"+id+".json")
	return err == nil
}
