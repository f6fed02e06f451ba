//go:build !unix

package storetest

import "os/exec"

func give(string) error { return nil }

func asUser(cmd *exec.Cmd) *exec.Cmd { return cmd }
