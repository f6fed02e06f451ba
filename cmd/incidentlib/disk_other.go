//go:build !linux

package main

// fileSystem cannot tell here.
func fileSystem(string) (network string, free int64, told bool) { return "", 0, false }
