//go:build linux

package powercut

import (
	"context"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// node is a file or a folder. The names that programs see in a folder are those of its inode.
type node struct {
	fs.Inode
	power     *power
	mode      uint32
	now, safe []byte           // of a file
	safeNames map[string]*node // of a folder
	changes   [][]naming       // of its names since it was synced, in order
}

func newNode(mode uint32) *node { return &node{mode: mode, safeNames: map[string]*node{}} }

// naming says what a name stands for from now on; nothing when that is nil.
type naming struct {
	name string
	is   *node
}

func (n *node) rename(change []naming) {
	for _, c := range change {
		if c.is == nil {
			delete(n.safeNames, c.name)
		} else {
			n.safeNames[c.name] = c.is
		}
	}
}

// change does something to the disk while it has power.
func (n *node) change(do func()) syscall.Errno {
	p := n.power
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left == 0 {
		return syscall.EIO
	}
	do()
	if p.left--; p.left == 0 {
		close(p.gone)
	}
	return fs.OK
}

// names changes names in a folder.
func (n *node) names(change ...naming) syscall.Errno {
	return n.change(func() { n.changes = append(n.changes, change) })
}

// inode makes the kernel's side of a node, once.
func (n *node) inode(ctx context.Context, child *node) *fs.Inode {
	if in := child.EmbeddedInode(); in.StableAttr().Mode != 0 {
		return in
	}
	return n.NewPersistentInode(ctx, child, fs.StableAttr{Mode: child.mode & syscall.S_IFMT})
}

func (n *node) made(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	child := newNode(mode)
	child.power = n.power
	if errno := n.names(naming{name, child}); errno != 0 {
		return nil, errno
	}
	child.attr(&out.Attr)
	return n.inode(ctx, child), fs.OK
}

func (n *node) Create(ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	in, errno := n.made(ctx, name, syscall.S_IFREG|mode, out)
	return in, nil, 0, errno
}

func (n *node) Mkdir(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	return n.made(ctx, name, syscall.S_IFDIR|mode, out)
}

func (n *node) Link(ctx context.Context, target fs.InodeEmbedder, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	to := target.(*node)
	if errno := n.names(naming{name, to}); errno != 0 {
		return nil, errno
	}
	to.attr(&out.Attr)
	return to.EmbeddedInode(), fs.OK
}

func (n *node) Unlink(ctx context.Context, name string) syscall.Errno {
	return n.names(naming{name, nil})
}

func (n *node) Rename(ctx context.Context, name string, parent fs.InodeEmbedder, newName string, flags uint32) syscall.Errno {
	if parent.(*node) != n || flags != 0 {
		return syscall.ENOTSUP
	}
	return n.names(naming{name, nil}, naming{newName, n.GetChild(name).Operations().(*node)})
}

func (n *node) Open(context.Context, uint32) (fs.FileHandle, uint32, syscall.Errno) {
	return nil, 0, fs.OK
}

func (n *node) Read(_ context.Context, _ fs.FileHandle, to []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	n.power.mu.Lock()
	defer n.power.mu.Unlock()
	from := min(off, int64(len(n.now)))
	return fuse.ReadResultData(to[:copy(to, n.now[from:])]), fs.OK
}

func (n *node) Write(_ context.Context, _ fs.FileHandle, data []byte, off int64) (uint32, syscall.Errno) {
	return uint32(len(data)), n.change(func() {
		n.resize(max(len(n.now), int(off)+len(data)))
		copy(n.now[off:], data)
	})
}

func (n *node) resize(to int) {
	if to > len(n.now) {
		n.now = append(n.now, make([]byte, to-len(n.now))...)
	}
	n.now = n.now[:to]
}

// Fsync makes a file or a folder safe.
func (n *node) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	return n.change(func() {
		n.safe = append([]byte(nil), n.now...)
		for _, change := range n.changes {
			n.rename(change)
		}
		n.changes = nil
	})
}

func (n *node) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	n.attr(&out.Attr)
	return fs.OK
}

func (n *node) attr(out *fuse.Attr) {
	n.power.mu.Lock()
	defer n.power.mu.Unlock()
	out.Mode, out.Size, out.Nlink = n.mode, uint64(len(n.now)), 1
}

// Setattr changes the length of a file; who owns it and its times are nobody's concern.
func (n *node) Setattr(ctx context.Context, f fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	if size, ok := in.GetSize(); ok {
		if errno := n.change(func() { n.resize(int(size)) }); errno != 0 {
			return errno
		}
	}
	return n.Getattr(ctx, f, out)
}

func (n *node) Statfs(_ context.Context, out *fuse.StatfsOut) syscall.Errno {
	out.Bsize, out.Frsize, out.Blocks, out.Bfree, out.Bavail = 4096, 4096, 1<<20, 1<<20, 1<<20
	return fs.OK
}
