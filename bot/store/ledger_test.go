package store_test

import "testing"

func worker(t *testing.T, place string) {}
