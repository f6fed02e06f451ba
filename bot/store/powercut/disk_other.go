//go:build !linux

package powercut

// Disk can be had on Linux only.
type Disk struct{}
