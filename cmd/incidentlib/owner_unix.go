//go:build unix

package main

import (
	"os"
	"syscall"
)

// giveToOwner gives a file to whom its folder belongs, so that what root put there the bot can
// use.
func giveToOwner(folder, file string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || os.Geteuid() != 0 {
		return nil
	}
	return os.Lchown(file, int(owner.Uid), int(owner.Gid))
}
