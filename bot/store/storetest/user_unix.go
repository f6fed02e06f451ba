//go:build unix

package storetest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// servant is whom PostgreSQL runs as: it refuses to run as root. ok is false when that is
// whoever runs the test.
func servant() (uid, gid int, ok bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errU := strconv.Atoi(u.Uid)
		gid, errG := strconv.Atoi(u.Gid)
		if errU == nil && errG == nil {
			return uid, gid, true
		}
	}
	return 0, 0, false
}

// give gives a file to whom PostgreSQL runs as.
func give(path string) error {
	if uid, gid, ok := servant(); ok {
		return os.Chown(path, uid, gid)
	}
	return nil
}

// signalAll stops processes or lets them go on.
func signalAll(pids []int, stop bool) error {
	signal := syscall.SIGCONT
	if stop {
		signal = syscall.SIGSTOP
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}

// asUser has a command run as the servant, and out of reach of the terminal's signals.
func asUser(cmd *exec.Cmd) *exec.Cmd {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if uid, gid, ok := servant(); ok {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return cmd
}
