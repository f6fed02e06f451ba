//go:build linux || darwin

package store

import "syscall"

// room is how many bytes a program without privileges can still write where a file is; ok is
// false when nobody knows.
func room(path string) (bytes uint64, ok bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}
