//go:build !wasm

// Package contract tests the service of short links over HTTP, with the same tests for
// every deployment. They start a server in this process, or use the one at a given
// address:
//
//	go test ./app/links/contract -at http://127.0.0.1:8787/
package contract

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lplab/app/headers"
	"lplab/app/links"
	"lplab/app/links/boltstore"
	"lplab/app/server"
)

var at = flag.String("at", "", "address of the service; empty: start one in this process")

// base is the address of the service, without a slash at its end.
var base string

func TestMain(m *testing.M) {
	flag.Parse()
	if *at != "" {
		base = strings.TrimSuffix(*at, "/")
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp("", "links")
	if err != nil {
		panic(err)
	}
	store, err := boltstore.Open(dir)
	if err != nil {
		panic(err)
	}
	site, err := server.New(fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>lp Lab</title>")}})
	if err != nil {
		panic(err)
	}
	home := httptest.NewServer(site.With(links.New(links.Config{
		Store: store, Counter: new(links.MemoryCounter), Limits: links.UsualLimits, Now: time.Now, Shell: site.Shell,
		Complain: func(err error) { fmt.Fprintln(os.Stderr, err) },
	}), links.Owns))
	base = home.URL
	status := m.Run()
	home.Close()
	if err := store.Close(); err != nil {
		panic(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(status)
}

// client follows no redirect, because there must be none, and keeps no connection, because
// a server may close a connection after an unread body.
var client = &http.Client{
	Timeout:       10 * time.Minute,
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// reply is a response with its whole body.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request and checks the headers that every response must have; header holds
// names and values in turn.
func ask(t *testing.T, method, path string, body []byte, header ...string) reply {
	t.Helper()
	r, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body == nil {
		r.Body, r.ContentLength = nil, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := reply{response.StatusCode, response.Header, read}
	for _, h := range headers.Security {
		if got.header.Get(h.Name) != h.Value {
			t.Errorf("%s %.80s: %s is %q", method, path, h.Name, got.header.Get(h.Name))
		}
	}
	if cache := got.header.Get("Cache-Control"); got.status >= 400 && cache != "no-store" {
		t.Errorf("%s %.80s: a response with status %d may be cached: %q", method, path, got.status, cache)
	}
	return got
}

// refused checks the status of a response and that its error is one sentence.
func (got reply) refused(t *testing.T, what string, status int) {
	t.Helper()
	var sentence struct{ Error string }
	err := json.Unmarshal(got.body, &sentence)
	if got.status != status || err != nil || sentence.Error == "" || strings.Contains(sentence.Error, "\n") {
		t.Errorf("%s: status %d, want %d: %.200s", what, got.status, status, got.body)
	}
}

// stored is the response to a request that stores an experiment.
type stored struct{ ID, URL, DeleteToken string }

// store stores an experiment.
func store(t *testing.T, experiment string, header ...string) (int, stored) {
	t.Helper()
	got := ask(t, "POST", "/api/links?keep=30d", []byte(experiment), header...)
	var s stored
	if err := json.Unmarshal(got.body, &s); err != nil || got.status >= 300 {
		t.Fatalf("status %d, %s", got.status, got.body)
	}
	return got.status, s
}

// another returns a new experiment, which is not stored yet.
func another() string {
	return fmt.Sprintf(`{"data":{"source":"synthetic","n":40,"seed":%d},"title":"Zoë's \"<b>six</b>\"","model":{"p":"4/3"}}`, rand.Uint64N(1<<52))
}

func TestAnExperimentComesBackWhole(t *testing.T) {
	experiment := another()
	status, s := store(t, experiment)
	if status != http.StatusCreated || len(s.ID) != 12 || s.URL != base+"/s/"+s.ID || len(s.DeleteToken) < 22 {
		t.Fatalf("status %d, %+v", status, s)
	}
	got := ask(t, "GET", "/api/links/"+s.ID, nil)
	if got.status != http.StatusOK || got.header.Get("Content-Type") != "application/json" {
		t.Fatalf("status %d, %v", got.status, got.header)
	}
	if cache := got.header.Get("Cache-Control"); !strings.Contains(cache, "immutable") || !strings.Contains(cache, "max-age=2") {
		t.Errorf("Cache-Control is %q", cache)
	}
	if got.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Error("scripts of other origins cannot read it")
	}
	if file := got.header.Get("Content-Disposition"); file != `attachment; filename="`+s.ID+`.lplab.json"` {
		t.Errorf("a stored experiment is not sent as an attachment: Content-Disposition is %q", file)
	}
	var sent, came map[string]any
	if err := json.Unmarshal([]byte(experiment), &sent); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got.body, &came); err != nil {
		t.Fatal(err)
	}
	contains(t, "", sent, came)
	if came["solver"] == nil {
		t.Error("the defaults are not filled in")
	}

	// Other spellings of the same experiment have the same id.
	for _, same := range []string{
		" \n" + strings.ReplaceAll(experiment, ",", " ,\t"), string(got.body),
		strings.Replace(experiment, `"n":40,`, "", 1)[:len(experiment)-len(`"n":40,`)-1] + `,"version":1}`,
	} {
		same = strings.Replace(same, `"source":"synthetic","seed"`, `"n":40,"source":"synthetic","seed"`, 1)
		if status, again := store(t, same); status != http.StatusOK || again.ID != s.ID || again.DeleteToken == "" || again.DeleteToken == s.DeleteToken {
			t.Errorf("stored again: status %d, %+v", status, again)
		}
	}
	head := ask(t, "HEAD", "/api/links/"+s.ID, nil)
	if head.status != http.StatusOK || len(head.body) > 0 {
		t.Errorf("HEAD: status %d, %q", head.status, head.body)
	}
	for _, id := range []string{s.ID, strings.ToUpper(s.ID), s.ID + ".", s.ID + ")", s.ID + "%3E.", s.ID + "%E2%80%9D", s.ID + "**", s.ID + "_."} {
		page := ask(t, "GET", "/s/"+id, nil)
		if page.status != http.StatusOK || !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") || !bytes.Contains(page.body, []byte("<title>lp Lab</title>")) {
			t.Errorf("the page: status %d, %v, %.80s", page.status, page.header, page.body)
		}
		if strings.Contains(page.header.Get("Cache-Control"), "immutable") {
			t.Error("the page is immutable, so a browser would not load the next build")
		}
	}
}

// contains checks that every part of want is in have.
func contains(t *testing.T, path string, want, have any) {
	t.Helper()
	object, ok := want.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(want, have) {
			t.Errorf("%s is %v, want %v", path, have, want)
		}
		return
	}
	parts, _ := have.(map[string]any)
	for key, value := range object {
		contains(t, path+"."+key, value, parts[key])
	}
}

// TestATableIsStored checks that an experiment with a table of the size of the Boston housing data
// is stored.
func TestATableIsStored(t *testing.T) {
	columns := make([]string, 14)
	rows := make([][]float64, 506)
	for j := range columns {
		columns[j] = fmt.Sprint("c", j)
	}
	for i := range rows {
		rows[i] = make([]float64, len(columns))
		for j := range rows[i] {
			rows[i][j] = math.Round(1e5*rand.Float64()) / 1e3
		}
	}
	text, err := json.Marshal(map[string]any{"data": map[string]any{"source": "inline", "columns": columns, "rows": rows}, "target": "c0"})
	if err != nil {
		t.Fatal(err)
	}
	if status, s := store(t, string(text)); status != http.StatusCreated || s.ID == "" {
		t.Errorf("status %d for %d bytes", status, len(text))
	}
}

func TestOnlyWhoStoredItDeletesIt(t *testing.T) {
	experiment := another()
	_, s := store(t, experiment)
	path := "/api/links/" + s.ID
	unnamed := ask(t, "DELETE", path, nil)
	unnamed.refused(t, "without a token", http.StatusUnauthorized)
	if unnamed.header.Get("WWW-Authenticate") == "" {
		t.Error("WWW-Authenticate is missing")
	}
	for _, token := range []string{strings.Repeat("a", 26), s.DeleteToken + "a", strings.ToUpper(s.DeleteToken)} {
		ask(t, "DELETE", path, nil, "Authorization", "Bearer "+token).refused(t, "with another token", http.StatusForbidden)
	}
	if got := ask(t, "DELETE", path, nil, "Authorization", "Bearer "+s.DeleteToken); got.status != http.StatusNoContent || len(got.body) > 0 {
		t.Errorf("status %d, %s", got.status, got.body)
	}
	ask(t, "GET", path, nil).refused(t, "a deleted link", http.StatusNotFound)
	if page := ask(t, "GET", "/s/"+s.ID, nil); page.status != http.StatusNotFound {
		t.Errorf("the page of a deleted link: status %d", page.status)
	}
	ask(t, "DELETE", path, nil, "Authorization", "Bearer "+s.DeleteToken).refused(t, "deleted twice", http.StatusNotFound)
	if status, again := store(t, experiment); status != http.StatusCreated || again.ID != s.ID {
		t.Errorf("stored again: status %d, %+v", status, again)
	}
}

// TestATokenOfOnesOwnMakesStoringRepeatable checks that a request with a client's token can be
// sent again.
func TestATokenOfOnesOwnMakesStoringRepeatable(t *testing.T) {
	experiment, token := another(), fmt.Sprintf("%026d", rand.Uint64())
	own := []string{"Authorization", "Bearer " + token}
	first, one := store(t, experiment, own...)
	second, two := store(t, experiment, own...)
	third, three := store(t, experiment, "Authorization", "Bearer "+strings.Repeat("f", 26))
	if first != 201 || second != 200 || third != 200 || one != two || one.DeleteToken != token || three.DeleteToken != strings.Repeat("f", 26) || three.ID != one.ID {
		t.Errorf("%d %+v, %d %+v, %d %+v", first, one, second, two, third, three)
	}
}

// TestEveryAuthorHasAClaim checks that storing the same experiment again adds a claim, and that the
// last claim deletes the experiment.
func TestEveryAuthorHasAClaim(t *testing.T) {
	experiment := another()
	_, first := store(t, experiment)
	_, second := store(t, experiment)
	path := "/api/links/" + first.ID
	if got := ask(t, "DELETE", path, nil, "Authorization", "Bearer "+first.DeleteToken); got.status != http.StatusOK || string(got.body) != "{\"kept\":true}\n" {
		t.Errorf("status %d, %s", got.status, got.body)
	}
	ask(t, "DELETE", path, nil, "Authorization", "Bearer "+first.DeleteToken).refused(t, "given up twice", http.StatusForbidden)
	if got := ask(t, "GET", path, nil); got.status != http.StatusOK {
		t.Errorf("the link of the second claim is gone: status %d", got.status)
	}
	if got := ask(t, "DELETE", path, nil, "Authorization", "Bearer "+second.DeleteToken); got.status != http.StatusNoContent {
		t.Errorf("status %d, %s", got.status, got.body)
	}
	ask(t, "GET", path, nil).refused(t, "after the last claim", http.StatusNotFound)
}

func TestManyStoreTheSameAtOnce(t *testing.T) {
	experiment, n := another(), 24
	statuses, ids := make(chan int, n), make(chan string, n)
	for range n {
		go func() {
			status, id := 0, ""
			if response, err := client.Post(base+"/api/links", "application/json", strings.NewReader(experiment)); err == nil {
				var s stored
				status = response.StatusCode
				if json.NewDecoder(response.Body).Decode(&s) == nil {
					id = s.ID
				}
				response.Body.Close()
			}
			statuses <- status
			ids <- id
		}()
	}
	count, id := map[int]int{}, <-ids
	for range n - 1 {
		if other := <-ids; other != id || id == "" {
			t.Errorf("ids %q and %q", id, other)
		}
	}
	for range n {
		count[<-statuses]++
	}
	if count[201] != 1 || count[200] != n-1 {
		t.Errorf("answers by status: %v", count)
	}
}

func TestServiceIsAvailable(t *testing.T) {
	got := ask(t, "GET", "/api/links", nil)
	var said struct {
		Service  string
		MaxBytes int
		Keep     []string
	}
	if err := json.Unmarshal(got.body, &said); err != nil || got.status != 200 || said.Service != "lplab-links" || said.MaxBytes != links.MaxBytes || len(said.Keep) != 3 {
		t.Errorf("status %d, %s", got.status, got.body)
	}
}

func TestHostileRequests(t *testing.T) {
	deep := strings.Repeat("[", 10_000)
	title := func(n int) string {
		return `{"data":{"source":"synthetic"},"title":"` + strings.Repeat("é", n) + `"}`
	}
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"nothing":               {422, ""},
		"no JSON":               {422, "<html>"},
		"not UTF-8":             {422, "{\"title\":\"\xff\xfe\"}"},
		"a list":                {422, "[]"},
		"null":                  {422, "null"},
		"a text":                {422, `"experiment"`},
		"deep":                  {422, deep},
		"deep in a field":       {422, `{"data":` + deep + strings.Repeat("]", 10_000) + `}`},
		"cut short":             {422, `{"data":{"source":"synthetic"`},
		"something after it":    {422, `{"data":{"source":"synthetic"}} {}`},
		"an unknown field":      {422, `{"data":{"source":"synthetic"},"__proto__":{}}`},
		"a field in capitals":   {422, `{"DATA":{"source":"synthetic"}}`},
		"a field twice":         {422, `{"data":{"source":"synthetic","n":40,"n":50}}`},
		"wrong types":           {422, `{"data":{"source":"synthetic","n":"many"}}`},
		"no number":             {422, `{"data":{"source":"synthetic","noise":NaN}}`},
		"a huge number":         {422, `{"data":{"source":"synthetic","n":1e309}}`},
		"a number out of range": {422, `{"data":{"source":"synthetic","n":-1}}`},
		"a later version":       {422, `{"version":2,"data":{"source":"synthetic"}}`},
		"a long title":          {422, title(81)},
		"much more than fits":   {413, `{"title":"` + strings.Repeat("a", 4*links.MaxBytes) + `"}`},
		"a little too much":     {413, `{"data":{"source":"synthetic"}` + strings.Repeat(" ", links.MaxBytes) + `}`},
		"larger when encoded":   {413, `{"data":{"source":"inline","columns":["a"],"rows":[["` + strings.Repeat("<", links.MaxBytes/2) + `"]]},"target":"a"}`},
	} {
		t.Run(name, func(t *testing.T) {
			ask(t, "POST", "/api/links", []byte(c.body)).refused(t, name, c.status)
		})
	}
	if got := ask(t, "POST", "/api/links", []byte(title(80))); got.status >= 300 {
		t.Errorf("a title of 80 characters: status %d, %s", got.status, got.body)
	}
	good := []byte(another())
	ask(t, "POST", "/api/links?keep=forever", good).refused(t, "another retention", 422)
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=\"", "json"} {
		ask(t, "POST", "/api/links", good, "Content-Type", kind).refused(t, "content type "+kind, 415)
	}
	ask(t, "POST", "/api/links", good, "Content-Encoding", "gzip").refused(t, "compressed", 415)
	ask(t, "POST", "/api/links", good, "Authorization", "Bearer "+strings.Repeat("x", 4000)) // another token is made
	// A body without Content-Length is limited too.
	r, err := http.NewRequest("POST", base+"/api/links", io.LimitReader(zeros{}, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if response, err := client.Do(r); err == nil { // the server may close the connection
		response.Body.Close()
		if response.StatusCode != 413 {
			t.Errorf("a megabyte of unknown length: status %d", response.StatusCode)
		}
	}
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '0'
	}
	return len(b), nil
}

func TestOtherMethodsAndPaths(t *testing.T) {
	for path, allow := range map[string]string{
		"/api/links":              "GET, HEAD, POST",
		"/api/links/000000000000": "GET, HEAD, DELETE",
		"/s/000000000000":         "GET, HEAD",
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "PROPFIND"} {
			if strings.Contains(allow, method) {
				continue
			}
			got := ask(t, method, path, nil)
			got.refused(t, method+" "+path, http.StatusMethodNotAllowed)
			if got.header.Get("Allow") != allow {
				t.Errorf("%s %s: Allow is %q", method, path, got.header.Get("Allow"))
			}
		}
	}
	for _, tail := range []string{"", "0", "000000000000", "00000000000u", strings.Repeat("0", 53), strings.Repeat("0", 4000),
		"%00%00%00%00%00%00%00%00%00%00%00%00", "%0d%0aSet-Cookie:%20a=b", "..%2f..%2f..%2fgo.mod", "..%5c..%5cgo.mod", "000000000000/", "000000000000/..%2f",
		"%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "'%20OR%201=1--", "%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9", "%E2%84%AA00000000000"} {
		for _, before := range []string{"/api/links/", "/s/", "/api/other/"} {
			got := ask(t, "GET", before+tail, nil)
			if got.status != http.StatusNotFound {
				t.Errorf("%s%.80s: status %d", before, tail, got.status)
			}
			if got.header.Get("Set-Cookie") != "" || got.header.Get("Location") != "" || bytes.Contains(got.body, []byte("alert(1)")) {
				t.Errorf("%s%.80s: %v, %.200s", before, tail, got.header, got.body)
			}
		}
	}
	// Unresolved dots in a path are not followed.
	r, err := http.NewRequest("GET", base, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.URL.Opaque = "/s/../../../etc/passwd"
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("dots: status %d", response.StatusCode)
	}
	// Another host name gives no redirect.
	r, err = http.NewRequest("GET", base+"/s/"+url.PathEscape("000000000000"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	if response, err = client.Do(r); err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound || response.Header.Get("Location") != "" {
		t.Errorf("another host: status %d, %v", response.StatusCode, response.Header)
	}
}
