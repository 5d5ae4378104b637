package server

import (
	"errors"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"

	"lplab/app/links"
)

// Connections is the default limit of open connections: six for each of a class of 150, and far fewer
// than a system's usual number of file descriptors.
const Connections = 900

// writePatience is the longest time of one write, which is at most a file of the site.
const writePatience = 30 * time.Second

// limitListener is a listener with a limit of connections. A connection beyond the limit, or beyond the
// file descriptors of the process, replaces the oldest one of the network with the most
// connections, so that one client cannot block the others.
type limitListener struct {
	net.Listener
	most     int
	patience time.Duration

	lock sync.Mutex
	open []*boundedConn // the oldest first
}

// Accept waits for the next connection.
func (l *limitListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if errors.Is(err, syscall.EMFILE) && l.evict(0) {
			continue
		}
		if err != nil {
			return nil, err
		}
		l.evict(l.most - 1)
		c := &boundedConn{Conn: conn, of: l, network: links.NetworkOf(conn.RemoteAddr().String()), patience: l.patience}
		l.lock.Lock()
		l.open = append(l.open, c)
		l.lock.Unlock()
		return c, nil
	}
}

// evict closes a connection where more than most are open.
func (l *limitListener) evict(most int) bool {
	l.lock.Lock()
	open := slices.Clone(l.open)
	l.lock.Unlock()
	if len(open) <= most {
		return false
	}
	counts := map[string]int{}
	for _, c := range open {
		counts[c.network]++
	}
	// Of equal counts, MaxFunc returns the first, which is the oldest.
	slices.MaxFunc(open, func(a, b *boundedConn) int { return counts[a.network] - counts[b.network] }).Close()
	return true
}

// boundedConn is a connection of a bounded listener. A write to a client that does not read fails.
type boundedConn struct {
	net.Conn
	of       *limitListener
	network  string
	patience time.Duration // of one write
}

func (c *boundedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.patience)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

func (c *boundedConn) Close() error {
	c.of.lock.Lock()
	c.of.open = slices.DeleteFunc(c.of.open, func(open *boundedConn) bool { return open == c })
	c.of.lock.Unlock()
	return c.Conn.Close()
}
