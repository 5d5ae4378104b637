package links

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzService checks that no request makes the service fail, that a refusal is one sentence, and
// that a stored experiment can be read.
func FuzzService(f *testing.F) {
	seeds := newBench(f)
	id := seeds.store(http.StatusCreated, "", numbered(1)).ID
	add := func(method, path, query, header, value, body string) {
		f.Add(method, path, query, header, value, []byte(body))
	}
	add("POST", linksPath, "keep=1y", "Authorization", "Bearer abcdefghijklmnopqrstuvwxyz", numbered(2))
	add("POST", linksPath, "keep=never", "Content-Encoding", "gzip", `{"data":`)
	add("POST", linksPath, "", "Content-Type", "text/plain; charset", "\xff")
	add("GET", linksPath+"/"+id, "", "X-Forwarded-Proto", "https", "")
	add("DELETE", linksPath+"/"+strings.ToUpper(id), "", "Authorization", "Bearer ", "")
	add("HEAD", pagePath+id, "%zz", "Host", "a b", "")
	add("PATCH", "/api/links/../x", "a=1;b", "Origin", "null", "")
	f.Fuzz(func(t *testing.T, method, path, query, header, value string, body []byte) {
		s := newBench(t)
		s.store(http.StatusCreated, "", numbered(1))
		r := httptest.NewRequest("GET", "/", strings.NewReader(string(body)))
		r.Method, r.URL = method, &url.URL{Path: path, RawQuery: query}
		r.Header.Set("Content-Type", mediaType)
		r.Header[http.CanonicalHeaderKey(header)] = []string{value}
		w := httptest.NewRecorder()
		New(s.config).ServeHTTP(w, r)
		if w.Code >= 500 || len(s.complaints) > 0 {
			t.Fatalf("status %d, %v: %s", w.Code, s.complaints, w.Body)
		}
		if w.Code >= 400 && method != http.MethodHead && strings.HasPrefix(path, apiPath) {
			var refused struct{ Error string }
			if err := json.Unmarshal(w.Body.Bytes(), &refused); err != nil || refused.Error == "" || strings.ContainsAny(refused.Error, "\n\r") {
				t.Fatalf("status %d: %q, %v", w.Code, w.Body, err)
			}
		}
		if w.Code == http.StatusCreated {
			var kept stored
			if err := json.Unmarshal(w.Body.Bytes(), &kept); err != nil {
				t.Fatal(err)
			}
			s.expect(http.StatusOK, "GET", linksPath+"/"+kept.ID)
		}
	})
}
