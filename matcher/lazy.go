package matcher

import (
	"errors"
	"sync"
)

// A lazyIndex is an index that is made when first asked for: only filters need it. It is safe
// for use by many goroutines.
type lazyIndex struct {
	entries []*entry
	lock    sync.Mutex
	made    *index
	closed  bool
}

// get makes the index or waits for whoever makes it. Once closed it is an error.
func (z *lazyIndex) get() (*index, error) {
	z.lock.Lock()
	defer z.lock.Unlock()
	if z.closed {
		return nil, errors.New("the library is closed")
	}
	if z.made == nil {
		x, err := newIndex(z.entries)
		if err != nil {
			return nil, err
		}
		z.made = x
	}
	return z.made, nil
}

// close frees the index, if it was made, and lets none be made. To close twice is no error.
func (z *lazyIndex) close() error {
	z.lock.Lock()
	defer z.lock.Unlock()
	made := z.made
	z.made, z.closed = nil, true
	if made == nil {
		return nil
	}
	return made.bleve.Close()
}
