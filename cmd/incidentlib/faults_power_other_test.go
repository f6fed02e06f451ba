//go:build !linux

package main

// powerFaults want a file system that the test makes, as it can on Linux.
var powerFaults []crowd
