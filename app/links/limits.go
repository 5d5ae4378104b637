package links

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limits bound the requests that store or delete. Reading is cheap, mostly cached, and not limited.
type Limits struct {
	PerHour    int     // requests that store or delete, of one network
	OfANetwork Storage // what one network stores in a day
	OfAll      Storage // what all networks store in a day
}

// Storage bounds what is stored: the number of links, and the sum of their bytes.
type Storage struct{ Links, Bytes int }

// UsualLimits allow a class of three hundred students behind one address a few links each within a
// lesson. The writes of a day stay within the free plan of the host; one network may use about a tenth
// of it.
var UsualLimits = Limits{
	PerHour:    1500,
	OfANetwork: Storage{2000, 6 << 20},
	OfAll:      Storage{16_000, 64 << 20},
}

// NetworkOf names the network of an address, with or without a port: the /24 of an address of
// version 4, because schools and providers use several of its addresses, and the /48 of one of
// version 6, which mostly has one owner.
func NetworkOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return "unknown"
	}
	ip = ip.Unmap().WithZone("")
	bits := 48
	if ip.Is4() {
		bits = 24
	}
	network, _ := ip.Prefix(bits) // the bits are fewer than the address has
	return network.String()
}

// tooMany is the error of a reached limit, with the time to wait.
type tooMany struct {
	what string
	wait time.Duration
}

func (e *tooMany) Error() string {
	return fmt.Sprintf("%s: use the full link, or try again in %d minutes", e.what, int(e.wait.Minutes())+1)
}

// countRequest counts a request that stores or deletes.
func (s *service) countRequest(ctx context.Context, address string, now time.Time) error {
	network, end := NetworkOf(address), now.Truncate(time.Hour).Add(time.Hour)
	n, _, err := s.Counter.Count(ctx, fmt.Sprintf("%s from %d", network, end.Unix()), 0, now, end)
	if err == nil && n > s.Limits.PerHour {
		return &tooMany{"your network has stored many links within this hour", end.Sub(now)}
	}
	return err
}

// countLink counts a link that is about to be stored, and removes expired links from the store from
// time to time. A link that the limit of its network refuses is not counted for all networks.
func (s *service) countLink(ctx context.Context, address string, bytes int, now time.Time) error {
	end := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	count := func(who string, limit Storage, sentence string) (int, error) {
		n, sum, err := s.Counter.Count(ctx, fmt.Sprintf("%s until %d", who, end.Unix()), bytes, now, end)
		if err == nil && (n > limit.Links || sum > limit.Bytes) {
			err = &tooMany{sentence, end.Sub(now)}
		}
		return n, err
	}
	if _, err := count(NetworkOf(address), s.Limits.OfANetwork, "your network has stored as many links as it may in a day"); err != nil {
		return err
	}
	n, err := count("all", s.Limits.OfAll, "the service has stored as many links as it may in a day")
	if err == nil && n%sweepEvery == 1 {
		err = s.Store.Sweep(ctx, now)
	}
	return err
}

// sweepEvery is the number of links that are stored between two sweeps.
const sweepEvery = 100

// MemoryCounter counts in memory.
type MemoryCounter struct {
	lock      sync.Mutex
	counts    map[string]*count
	lastSweep time.Time
}

type count struct {
	n, bytes int
	end      time.Time
}

var _ Counter = (*MemoryCounter)(nil)

// Count adds an event to the count of a key and returns the sums.
func (c *MemoryCounter) Count(_ context.Context, key string, bytes int, now, end time.Time) (n, sum int, err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.counts == nil {
		c.counts = map[string]*count{}
	}
	if now.Sub(c.lastSweep) > time.Minute {
		maps.DeleteFunc(c.counts, func(_ string, v *count) bool { return !now.Before(v.end) })
		c.lastSweep = now
	}
	entry := c.counts[key]
	if entry == nil {
		entry = &count{end: end}
		c.counts[key] = entry
	}
	entry.n++
	entry.bytes += bytes
	return entry.n, entry.bytes, nil
}
