package seeds

import (
	"fmt"
	"os"
	"path/filepath"

	"incidentlib/matcher"
)

// Write puts a case into dir as ID.json, making dir where it is missing. A file
// of that name is replaced at one stroke: who reads meanwhile sees the old case
// or the new one. A case with faults is not written; the error is matcher.Faults.
func Write(dir string, c *matcher.Case) error {
	if err := c.Validate().Err(); err != nil {
		return err
	}
	data, err := matcher.EncodeCase(c)
	if err != nil {
		return err
	}
	if len(data) > MaxFile {
		return matcher.Faults{tooLarge(c.ID + ".json")}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("folder of cases: %w", err)
	}
	if err := replaceFile(filepath.Join(dir, c.ID+".json"), data); err != nil {
		return fmt.Errorf("write case %s: %w", c.ID, err)
	}
	return nil
}

// replaceFile writes beside path first, under a hidden name that readers skip.
func replaceFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".case-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
