package server

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// bounding starts a server with a limit of connections and a timeout, and counts the closed connections.
func bounding(t *testing.T, most int, patience time.Duration) (*httptest.Server, *limitListener, *atomic.Int32) {
	t.Helper()
	large := make([]byte, 64<<20) // more than the buffers of a connection
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			w.Write(large)
		}
	}))
	closed := new(atomic.Int32)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed.Add(1)
		}
	}
	l := &limitListener{Listener: s.Listener, most: most, patience: patience}
	s.Listener = l
	s.Start()
	t.Cleanup(s.Close)
	return s, l, closed
}

// dial requests the large response and does not read it.
func dial(t *testing.T, s *httptest.Server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, "GET /large HTTP/1.1\r\nHost: lab.example\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn
}

func (l *limitListener) count() int {
	l.lock.Lock()
	defer l.lock.Unlock()
	return len(l.open)
}

// TestSlowReadersAreGivenUp checks that connections of clients that do not read are closed.
func TestSlowReadersAreGivenUp(t *testing.T) {
	const clients = 20
	s, l, closed := bounding(t, 100, 100*time.Millisecond)
	for range clients {
		dial(t, s)
	}
	for closed.Load() < clients {
		time.Sleep(time.Millisecond)
	}
	if n := l.count(); n > 0 {
		t.Errorf("%d connections are still counted", n)
	}
}

// TestConnectionsAreBounded checks that a client is served although clients that do not read use the
// whole limit of connections.
func TestConnectionsAreBounded(t *testing.T) {
	s, l, _ := bounding(t, 8, time.Hour)
	for range 40 {
		dial(t, s)
	}
	response, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || l.count() > 8 {
		t.Errorf("status %d, %d connections", response.StatusCode, l.count())
	}
}

// TestTheLargestNetworkGivesWay checks that the closed connection is of the network with the most.
func TestTheLargestNetworkGivesWay(t *testing.T) {
	l := &limitListener{}
	for i, network := range []string{"a", "b", "b", "c", "b"} {
		ours, _ := net.Pipe()
		l.open = append(l.open, &boundedConn{Conn: ours, of: l, network: network, patience: time.Duration(i)})
	}
	if l.evict(5) || !l.evict(4) || len(l.open) != 4 || l.open[1].patience != 2 {
		t.Errorf("left: %v", l.open)
	}
}
