//go:build !wasm

package contract

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	requests    = flag.Int("requests", 500, "requests of the load run")
	connections = flag.Int("connections", 32, "number of concurrent requests")
)

// load is a run of many concurrent requests.
type load struct {
	client  *http.Client
	lock    sync.Mutex
	stored  map[string]string // experiments by id, as they were sent
	took    []time.Duration
	answers map[int]int
	wrong   []string
}

// TestLoad stores, opens and reads links like a class of students: a tenth of the requests store
// a new experiment. All acknowledged links must exist at the end.
func TestLoad(t *testing.T) {
	l := &load{
		// Idle connections are closed before workerd closes them, after 5 s.
		client:  &http.Client{Timeout: 10 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: *connections, IdleConnTimeout: time.Second}},
		stored:  map[string]string{},
		answers: map[int]int{},
	}
	began := time.Now()
	numbers, done := make(chan int), new(sync.WaitGroup)
	for range *connections {
		done.Go(func() {
			for i := range numbers {
				l.step(i)
			}
		})
	}
	for i := range *requests {
		numbers <- i
	}
	close(numbers)
	done.Wait()
	elapsed := time.Since(began)

	slices.Sort(l.took)
	at := func(part float64) time.Duration {
		return l.took[int(part*float64(len(l.took)-1))].Round(100 * time.Microsecond)
	}
	fmt.Printf("load: %d requests at %d connections in %.1f s, %.0f a second; answers %v; half within %v, 95%% within %v, 99%% within %v, all within %v; %d links stored\n",
		*requests, *connections, elapsed.Seconds(), float64(*requests)/elapsed.Seconds(), l.answers, at(0.5), at(0.95), at(0.99), at(1), len(l.stored))
	for _, sentence := range l.wrong[:min(len(l.wrong), 10)] {
		t.Error(sentence)
	}
	if len(l.took) != *requests || len(l.stored) < *requests/10 {
		t.Errorf("%d answers, %d links stored", len(l.took), len(l.stored))
	}
	for id, experiment := range l.stored {
		if status, body := l.ask("GET", "/api/links/"+id, ""); status != http.StatusOK || !strings.Contains(string(body), seedOf(experiment)) {
			t.Fatalf("the link %s of %s is lost: status %d, %.200s", id, experiment, status, body)
		}
	}
}

// seedOf returns the seed field of an experiment, which is unique.
func seedOf(experiment string) string {
	_, rest, _ := strings.Cut(experiment, `"seed":`)
	seed, _, _ := strings.Cut(rest, "}")
	return `"seed":` + seed
}

// step sends request i.
func (l *load) step(i int) {
	id, experiment := l.any()
	method, path, body, want := "GET", "/api/links/"+id, "", http.StatusOK
	switch {
	case i%10 == 0 || id == "":
		method, path, body, want = "POST", "/api/links?keep=30d", another(), http.StatusCreated
	case i%10 == 1:
		method, path, body = "POST", "/api/links?keep=30d", experiment
	case i%10 < 5:
		path = "/s/" + id
	}
	began := time.Now()
	status, answer := l.ask(method, path, body)
	took := time.Since(began)
	l.lock.Lock()
	defer l.lock.Unlock()
	l.took = append(l.took, took)
	l.answers[status]++
	if status != want {
		l.wrong = append(l.wrong, fmt.Sprintf("%s %s: status %d, want %d: %.200s", method, path, status, want, answer))
	}
	var s stored
	if body != "" && json.Unmarshal(answer, &s) == nil && s.ID != "" {
		l.stored[s.ID] = body
	}
}

// any returns one of the stored links.
func (l *load) any() (id, experiment string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	for id, experiment = range l.stored { // in random order
		break
	}
	return id, experiment
}

// ask sends a request and returns its status, 0 without a response.
func (l *load) ask(method, path, body string) (int, []byte) {
	r, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		return 0, []byte(err.Error())
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cf-Connecting-Ip", fmt.Sprintf("10.%d.%d.1", rand.IntN(256), rand.IntN(256))) // many networks, for the limits of the edge service
	// workerd may close a connection after a response. Go's client then repeats GET, but not POST.
	// Visitors of the deployed service are not connected to workerd directly.
	sender := l.client
	if method == "POST" {
		sender = client
	}
	response, err := sender.Do(r)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	var b bytes.Buffer
	if _, err := io.Copy(&b, response.Body); err != nil {
		return 0, []byte(err.Error())
	}
	return response.StatusCode, b.Bytes()
}
