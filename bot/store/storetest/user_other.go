//go:build !unix

package storetest

import (
	"errors"
	"os/exec"
)

func signalAll([]int, bool) error { return errors.ErrUnsupported }

func give(string) error { return nil }

func asUser(cmd *exec.Cmd) *exec.Cmd { return cmd }
