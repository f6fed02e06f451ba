//go:build linux

// Package powercut gives tests a disk whose power can be cut, after which it has what was synced
// and not what programs had merely written.
package powercut

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Disk is a file system in memory, mounted on a folder. Of every file and folder it has what
// programs see and what is safe.
//
// The bytes of a file, its length included, are safe when the file was synced. The names in a
// folder, which come and go with making, linking, renaming and removing, are safe when the
// folder was synced, and never by syncing the files: POSIX promises no more, though many file
// systems do.
type Disk struct {
	dir   string
	root  *node
	power *power
}

// power is what a disk has from when it is turned on until it is cut.
type power struct {
	mu   sync.Mutex
	left int           // changes until it goes; below zero it stays
	gone chan struct{} // closed when it goes
}

// New mounts an empty disk on a folder that it makes. Where nothing can be mounted the test is
// skipped.
func New(t testing.TB, dir string) *Disk {
	t.Helper()
	d := &Disk{dir: dir, root: newNode(syscall.S_IFDIR | 0o700)}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := d.mount(); err != nil {
		t.Skipf("there is no disk to cut the power of: %v", err)
	}
	t.Cleanup(d.unmount)
	return d
}

func (d *Disk) mount() error {
	d.power = &power{left: -1}
	d.root.connect(d.power)
	_, err := fs.Mount(d.dir, d.root, &fs.Options{MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: "powercut"}})
	return err
}

// unmount takes the disk away from under whoever still has it open.
func (d *Disk) unmount() { syscall.Unmount(d.dir, syscall.MNT_DETACH) }

// CutAfter has the power go after so many changes of the disk, the next being the first: writes,
// syncs, new names. Every change after that fails. gone is closed at that moment.
func (d *Disk) CutAfter(changes int) (gone <-chan struct{}) {
	p := d.power
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.gone = changes, make(chan struct{})
	return p.gone
}

// Cut cuts the power, if it has not gone yet, and turns it on again. What is safe is left. When
// piece is not 0, so are of each file any of the pieces of so many bytes that were written and
// not synced, early or late, and of each folder the first few changes of names. The programs
// that used the disk have ended.
func (d *Disk) Cut(t testing.TB, piece int) {
	t.Helper()
	d.unmount()
	d.power.mu.Lock()
	d.power.left = 0
	d.root = survivor(d.root, piece, map[*node]*node{})
	d.power.mu.Unlock()
	if err := d.mount(); err != nil {
		t.Fatal(err)
	}
}

// Erase makes the disk an empty one.
func (d *Disk) Erase(t testing.TB) {
	t.Helper()
	d.root = newNode(d.root.mode)
	d.Cut(t, 0)
}

// CopyTo writes the safe files of a folder of the disk, by its name, into one elsewhere.
func (d *Disk) CopyTo(t testing.TB, name, dir string) {
	t.Helper()
	d.power.mu.Lock()
	defer d.power.mu.Unlock()
	folder := d.root.safeNames[name]
	if folder == nil {
		t.Fatalf("the disk has no safe folder %q", name)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, n := range folder.safeNames {
		if err := os.WriteFile(filepath.Join(dir, name), n.safe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// survivor is what a power cut leaves of a file or folder, and of all in it.
func survivor(n *node, piece int, done map[*node]*node) *node {
	if s := done[n]; s != nil {
		return s
	}
	s := newNode(n.mode)
	s.safe = n.safe
	maps.Copy(s.safeNames, n.safeNames)
	done[n] = s
	if piece > 0 {
		s.safe = torn(n.safe, n.now, piece)
		for _, change := range n.changes[:rand.N(len(n.changes)+1)] {
			s.rename(change)
		}
	}
	s.now = append([]byte(nil), s.safe...)
	for name, child := range s.safeNames {
		s.safeNames[name] = survivor(child, piece, done)
	}
	return s
}

// torn mixes the pieces of two states of a file.
func torn(safe, now []byte, piece int) []byte {
	out := append([]byte(nil), safe...)
	if len(now) < len(safe) && rand.N(2) == 0 {
		out = out[:len(now)]
	}
	for from := 0; from < len(now); from += piece {
		if rand.N(2) == 0 {
			to := min(from+piece, len(now))
			if to > len(out) {
				out = append(out, make([]byte, to-len(out))...)
			}
			copy(out[from:to], now[from:to])
		}
	}
	return out
}

// connect gives power to a node and to all in it.
func (n *node) connect(p *power) {
	n.power = p
	for _, child := range n.safeNames {
		child.connect(p)
	}
}

// OnAdd puts into a folder what has survived in it.
func (n *node) OnAdd(ctx context.Context) {
	for name, child := range n.safeNames {
		n.AddChild(name, n.inode(ctx, child), true)
	}
}
