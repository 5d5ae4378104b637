package links

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// memory is a Store in memory.
type memory struct {
	links map[string]Link
	swept int
	err   error
}

var _ Store = (*memory)(nil)

func (m *memory) Get(_ context.Context, id string) (Link, error) {
	l, ok := m.links[id]
	if !ok && m.err == nil {
		return l, ErrUnknown
	}
	return l, m.err
}

func (m *memory) Add(_ context.Context, l Link, now time.Time) (bool, error) {
	if known, ok := m.links[l.ID]; ok && !known.Expired(now) {
		return false, nil
	}
	m.links[l.ID] = l
	return true, nil
}

func (m *memory) Claim(_ context.Context, id string, c Claim, now time.Time) error {
	l := m.links[id]
	err := l.Claim(c, now)
	m.links[id] = l
	return err
}

func (m *memory) Release(_ context.Context, id string, token Hash, now time.Time) (bool, error) {
	l := m.links[id]
	l.Release(token)
	m.links[id] = l
	if l.Expired(now) {
		delete(m.links, id)
	}
	return l.Expired(now), nil
}

func (m *memory) Sweep(context.Context, time.Time) error {
	m.swept++
	return nil
}

// bench is a service with a fixed clock.
type bench struct {
	testing.TB
	memory
	config     Config
	now        time.Time
	complaints []error
}

func newBench(t testing.TB) *bench {
	b := &bench{TB: t, memory: memory{links: map[string]Link{}}, now: time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)}
	b.config = Config{
		Store: &b.memory, Counter: new(MemoryCounter), Limits: UsualLimits,
		Now:      func() time.Time { return b.now },
		Shell:    func(w http.ResponseWriter, _ *http.Request, status int) { w.WriteHeader(status) },
		Complain: func(err error) { b.complaints = append(b.complaints, err) },
	}
	return b
}

// ask sends a request; header holds names and values in turn.
func (b *bench) ask(method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Remote" {
			r.RemoteAddr = header[i+1]
		}
	}
	w := httptest.NewRecorder()
	New(b.config).ServeHTTP(w, r)
	return w
}

// stored is the response to a request that stores an experiment.
type stored struct{ ID, URL, DeleteToken string }

// store stores an experiment and expects a status.
func (b *bench) store(status int, query, experiment string) (s stored) {
	b.Helper()
	w := b.ask("POST", "/api/links"+query, experiment)
	if w.Code != status {
		b.Fatalf("status %d, want %d: %s", w.Code, status, w.Body)
	}
	if status < 300 {
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// expect sends a request without a body and expects a status.
func (b *bench) expect(status int, method, path string, header ...string) *httptest.ResponseRecorder {
	b.Helper()
	w := b.ask(method, path, "", header...)
	if w.Code != status {
		b.Errorf("%s %s: status %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return w
}

// numbered returns an experiment with a seed.
func numbered(seed int) string {
	return fmt.Sprintf(`{"data":{"source":"synthetic","seed":%d}}`, seed)
}

func TestLinksLastAsLongAsAsked(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		query string
		last  time.Duration // 0: for ever
	}{{"?keep=30d", 30 * day}, {"", 365 * day}, {"?keep=1y", 365 * day}, {"?keep=keep", 0}} {
		b := newBench(t)
		began := b.now
		s := b.store(http.StatusCreated, c.query, numbered(1))
		at := "/api/links/" + s.ID
		if c.last == 0 {
			b.now = began.AddDate(100, 0, 0)
			b.expect(http.StatusOK, "GET", at)
			continue
		}
		b.now = began.Add(c.last - time.Minute)
		if cache := b.expect(http.StatusOK, "GET", at).Header().Get("Cache-Control"); cache != "public, max-age=60, s-maxage=60, immutable" {
			t.Errorf("a minute before a link expires, Cache-Control is %s", cache)
		}
		b.now = began.Add(c.last)
		b.expect(http.StatusNotFound, "GET", at)
		b.expect(http.StatusNotFound, "GET", "/s/"+s.ID)
		b.expect(http.StatusNotFound, "DELETE", at, "Authorization", "Bearer "+s.DeleteToken)
		// The same id can be stored again, with a new token.
		if again := b.store(http.StatusCreated, c.query, numbered(1)); again.ID != s.ID || again.DeleteToken == s.DeleteToken {
			t.Errorf("stored again after it expired: %+v, before: %+v", again, s)
		}
	}
}

// TestClaimsAreIndependent checks that each claim has its own expiry date.
func TestClaimsAreIndependent(t *testing.T) {
	b := newBench(t)
	token := func(c string) string { return "Bearer " + strings.Repeat(c, 5) }
	claim := func(status int, who, keep string) string {
		t.Helper()
		w := b.ask("POST", "/api/links?keep="+keep, numbered(1), "Authorization", token(who))
		var s stored
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != status || "Bearer "+s.DeleteToken != token(who) {
			t.Fatalf("%s: status %d, %s", who, w.Code, w.Body)
		}
		return "/api/links/" + s.ID
	}
	at := claim(http.StatusCreated, "stranger", "keep")
	claim(http.StatusOK, "teacher", "30d")
	claim(http.StatusOK, "pupil", "1y")
	claim(http.StatusOK, "pupil", "30d") // a claim is not shortened
	// A deletion by the stranger removes only the stranger's unlimited claim.
	if w := b.expect(http.StatusOK, "DELETE", at, "Authorization", token("stranger")); !strings.Contains(w.Body.String(), `{"kept":true}`) {
		t.Errorf("a link that others have was deleted: %s", w.Body)
	}
	b.expect(http.StatusForbidden, "DELETE", at, "Authorization", token("stranger"))
	b.now = b.now.AddDate(0, 0, 31)
	b.expect(http.StatusForbidden, "DELETE", at, "Authorization", token("teacher")) // the claim has expired
	b.expect(http.StatusOK, "GET", at)
	b.expect(http.StatusNoContent, "DELETE", at, "Authorization", token("pupil"))
	b.expect(http.StatusNotFound, "GET", at)

	claim(http.StatusCreated, "teacher", "30d")
	claim(http.StatusOK, "teacher", "1y") // a claim is extended
	b.now = b.now.AddDate(0, 0, 364)
	b.expect(http.StatusOK, "GET", at)
	b.now = b.now.AddDate(0, 0, 1)
	b.expect(http.StatusNotFound, "GET", at)
}

func TestClaimsAreBounded(t *testing.T) {
	b := newBench(t)
	first := b.store(http.StatusCreated, "?keep=30d", numbered(1))
	for range MaxClaims - 1 {
		b.store(http.StatusOK, "?keep=30d", numbered(1))
	}
	b.store(http.StatusConflict, "?keep=30d", numbered(1))
	if w := b.ask("POST", "/api/links?keep=1y", numbered(1), "Authorization", "Bearer "+first.DeleteToken); w.Code != http.StatusOK {
		t.Errorf("a claim is not extended when the number of claims is at its limit: status %d", w.Code)
	}
	b.now = b.now.AddDate(0, 0, 30) // the others have expired
	b.store(http.StatusOK, "?keep=30d", numbered(1))
}

// TestAbsoluteTargets checks that the address of a new link is http or https for every request target.
func TestAbsoluteTargets(t *testing.T) {
	for target, want := range map[string]string{
		"/api/links":                         "http://lab.example/s/",
		"http://lab.example/api/links":       "http://lab.example/s/",
		"https://lab.example/api/links":      "https://lab.example/s/",
		"javascript://lab.example/api/links": "http://lab.example/s/",
	} {
		b := newBench(t)
		r := httptest.NewRequest("POST", target, strings.NewReader(numbered(1)))
		r.Host = "lab.example"
		r.TLS = nil
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		New(b.config).ServeHTTP(w, r)
		var s stored
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || s.URL != want+s.ID {
			t.Errorf("%s gave %s", target, w.Body)
		}
	}
}

func TestIDsGrowOnCollision(t *testing.T) {
	b := newBench(t)
	first := b.store(http.StatusCreated, "", numbered(1))
	name := first.ID
	// The id now belongs to another experiment, so the first one gets an id with one more character.
	other := b.links[name]
	other.Hash[31]++
	b.links[name] = other
	second := b.store(http.StatusCreated, "", numbered(1))
	if len(second.ID) != len(name)+1 || !strings.HasPrefix(second.ID, name) {
		t.Errorf("after a collision with the id %s the id is %s", name, second.ID)
	}
	if again := b.store(http.StatusOK, "", numbered(1)); again.ID != second.ID {
		t.Errorf("stored again at %s, before at %s", again.ID, second.ID)
	}
	if l := b.links[name]; l.Hash != other.Hash {
		t.Error("the other experiment is gone")
	}
}

func TestWhatIsTakenDownStaysSo(t *testing.T) {
	b := newBench(t)
	s := b.store(http.StatusCreated, "?keep=30d", numbered(1))
	l := b.links[s.ID]
	l.Blocked, l.Document, l.Claims = true, nil, nil
	b.links[s.ID] = l
	b.now = b.now.AddDate(2, 0, 0)
	for _, w := range []*httptest.ResponseRecorder{
		b.expect(http.StatusGone, "GET", "/api/links/"+s.ID),
		b.expect(http.StatusGone, "GET", "/s/"+s.ID),
		b.expect(http.StatusGone, "DELETE", "/api/links/"+s.ID, "Authorization", "Bearer "+s.DeleteToken),
	} {
		if cache := w.Header().Get("Cache-Control"); cache != "no-store" {
			t.Errorf("a link that was taken down may be cached: %q", cache)
		}
	}
	b.store(http.StatusGone, "", numbered(1))
}

func TestANetworkAndADayHaveTheirLimits(t *testing.T) {
	b := newBench(t)
	b.config.Limits = Limits{PerHour: 3, OfANetwork: Storage{3, 1 << 20}, OfAll: Storage{5, 1 << 20}}
	from := func(status int, address string, seed int) {
		t.Helper()
		w := b.ask("POST", "/api/links", numbered(seed), "Remote", address)
		if w.Code != status {
			t.Errorf("%s, seed %d: status %d, want %d: %s", address, seed, w.Code, status, w.Body)
		}
		if wait, err := strconv.Atoi(w.Header().Get("Retry-After")); status == http.StatusTooManyRequests && (err != nil || wait < 1 || wait > 24*3600) {
			t.Errorf("Retry-After is %q", w.Header().Get("Retry-After"))
		}
	}
	for i, address := range []string{"203.0.113.7:1000", "203.0.113.8", "203.0.113.255:2"} {
		from(http.StatusCreated, address, i)
	}
	from(http.StatusTooManyRequests, "203.0.113.9:5", 3)
	if w := b.ask("DELETE", "/api/links/000000000000", "", "Remote", "203.0.113.9:5"); w.Code != http.StatusTooManyRequests {
		t.Errorf("guessing tokens gave status %d", w.Code)
	}
	if w := b.ask("GET", "/api/links/000000000000", "", "Remote", "203.0.113.9:5"); w.Code != http.StatusNotFound {
		t.Errorf("reading gave status %d", w.Code)
	}
	from(http.StatusCreated, "[2001:db8:1:2::3]:80", 3)
	from(http.StatusOK, "[2001:db8:1:ffff::4]:80", 3) // already stored: does not count
	from(http.StatusCreated, "2001:db8:1::5", 4)
	from(http.StatusTooManyRequests, "2001:db8:1::5", 5)       // the limit of the network per hour
	from(http.StatusTooManyRequests, "[2001:db8:2::5]:1", 5)   // the limit per day
	from(http.StatusOK, "[2001:db8:2::5]:1", 4)                // already stored: no limit
	b.now = b.now.Truncate(time.Hour).Add(time.Hour)           // the next hour
	from(http.StatusOK, "203.0.113.9:5", 3)                    //
	b.now = b.now.Truncate(24 * time.Hour).Add(24 * time.Hour) // the next day
	from(http.StatusCreated, "203.0.113.9:5", 5)               //
	if b.swept != 2 {                                          // at the first link of each day
		t.Errorf("the store was swept %d times, want 2", b.swept)
	}
}

func TestANetworkHasADayOfItsOwnInLinksAndBytes(t *testing.T) {
	b := newBench(t)
	whole := len(b.ask("GET", "/api/links/"+b.store(http.StatusCreated, "", numbered(0)).ID, "").Body.Bytes())
	store := func(status int, address string, seed int) {
		t.Helper()
		if w := b.ask("POST", "/api/links", numbered(seed), "Remote", address); w.Code != status {
			t.Errorf("%s, seed %d: status %d, want %d: %s", address, seed, w.Code, status, w.Body)
		}
	}
	for name, limits := range map[string]Limits{
		"links":        {PerHour: 100, OfANetwork: Storage{2, 1 << 20}, OfAll: Storage{3, 1 << 20}},
		"bytes":        {PerHour: 100, OfANetwork: Storage{100, 2 * whole}, OfAll: Storage{100, 1 << 20}},
		"bytes of all": {PerHour: 100, OfANetwork: Storage{100, 1 << 20}, OfAll: Storage{100, 2 * whole}},
	} {
		b.config.Limits, b.config.Counter = limits, new(MemoryCounter)
		clear(b.links)
		for seed := range 2 {
			store(http.StatusCreated, "203.0.113.7:1", seed)
		}
		b.now = b.now.Add(time.Hour) // the same day
		for range 5 {
			store(http.StatusTooManyRequests, "203.0.113.8:1", 2)
		}
		store(http.StatusOK, "203.0.113.8:1", 1) // already stored
		want := http.StatusCreated               // a refusal of one network does not count for the others
		if name == "bytes of all" {
			want = http.StatusTooManyRequests
		}
		store(want, "198.51.100.1:1", 2)
		b.now = b.now.Add(-time.Hour)
	}
}

func TestNetworkOf(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.77:80": "192.0.2.0/24", "::ffff:192.0.2.77": "192.0.2.0/24", "[2001:db8:1:2::3%eth0]:9": "2001:db8:1::/48",
		"": "unknown", "somewhere": "unknown",
	} {
		if got := NetworkOf(address); got != want {
			t.Errorf("NetworkOf(%q) is %s, want %s", address, got, want)
		}
	}
}

func TestMemoryCounterForgetsWhatHasEnded(t *testing.T) {
	c, now := new(MemoryCounter), time.Unix(1e9, 0)
	for i := range 100 {
		if _, _, err := c.Count(t.Context(), strconv.Itoa(i), 0, now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Hour)
	n, _, err := c.Count(t.Context(), "1", 0, now, now.Add(time.Hour))
	if n != 1 || err != nil || len(c.counts) != 1 {
		t.Errorf("count %d of %d, %v", n, len(c.counts), err)
	}
}

func TestFaultsAreReported(t *testing.T) {
	b := newBench(t)
	b.err = errors.New("the disk at /dev/sda is full")
	for _, w := range []*httptest.ResponseRecorder{
		b.ask("POST", "/api/links", numbered(1)),
		b.expect(http.StatusInternalServerError, "GET", "/api/links/000000000000"),
		b.expect(http.StatusInternalServerError, "GET", "/s/000000000000"),
	} {
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "sda") {
			t.Errorf("status %d, %s", w.Code, w.Body)
		}
	}
	b.err = nil
	b.config.Shell = func(http.ResponseWriter, *http.Request, int) { panic("no page") }
	b.expect(http.StatusInternalServerError, "GET", "/s/000000000000")
	if len(b.complaints) != 4 || !strings.Contains(b.complaints[0].Error(), "sda") || !strings.Contains(b.complaints[3].Error(), "no page") {
		t.Errorf("complaints: %v", b.complaints)
	}
}

func TestAbsent(t *testing.T) {
	for path, status := range map[string]int{"/api/links": 204, "/api/links/000000000000": 404, "/s/000000000000": 404} {
		w := httptest.NewRecorder()
		Absent().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != status {
			t.Errorf("%s: status %d, want %d", path, w.Code, status)
		}
	}
}

func TestParseID(t *testing.T) {
	for text, want := range map[string]string{
		"0123456789ab": "0123456789ab", "OIL3456789AB": "0113456789ab", strings.Repeat("z", 52): strings.Repeat("z", 52),
		"0123456789a": "", "0123456789au": "", strings.Repeat("z", 53): "", "0123456789é": "", "": "", "../../../etc/": "",
	} {
		if got, ok := ParseID(text); got != want && ok || ok != (want != "") {
			t.Errorf("ParseID(%q) is %q, %v", text, got, ok)
		}
	}
}
