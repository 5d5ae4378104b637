//go:build !wasm

package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lplab/app/links"
	"lplab/app/links/boltstore"
	"lplab/app/server"
)

// TestTakedown checks that a link can be stored and taken down, that it is then refused, and that
// it can be stored again after -undo.
func TestTakedown(t *testing.T) {
	siteDir, data := t.TempDir(), filepath.Join(t.TempDir(), "links")
	if err := os.WriteFile(filepath.Join(siteDir, "index.html"), []byte("<h1>The page</h1>"), 0o666); err != nil {
		t.Fatal(err)
	}
	site, err := server.New(os.DirFS(siteDir))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path string) *httptest.ResponseRecorder {
		t.Helper()
		store, err := boltstore.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		r := httptest.NewRequest(method, path, strings.NewReader(`{"data":{"source":"sample","name":"wpbc"},"target":"time"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		withLinks(site, store, links.UsualLimits, streams{err: os.Stderr}).ServeHTTP(w, r)
		return w
	}
	takedown := func(status int, says string, args ...string) {
		t.Helper()
		got, out, err := run(t, "", append([]string{"takedown"}, args...)...)
		if got != status || !strings.Contains(out+err, says) {
			t.Errorf("takedown %q: status %d, %q, %q", args, got, out, err)
		}
	}
	expect := func(w *httptest.ResponseRecorder, status int, says string) {
		t.Helper()
		if w.Code != status || !strings.Contains(w.Body.String(), says) {
			t.Errorf("status %d, want %d: %s", w.Code, status, w.Body)
		}
	}

	w := ask(http.MethodPost, "/api/links")
	expect(w, http.StatusCreated, "/s/")
	_, rest, _ := strings.Cut(w.Body.String(), "/s/")
	id := rest[:12]
	expect(ask(http.MethodGet, "/s/"+id), http.StatusOK, "The page")
	takedown(Done, id+" is taken down", "-data", data, id)
	expect(ask(http.MethodGet, "/s/"+id), http.StatusGone, "The page")
	expect(ask(http.MethodGet, "/api/links/"+id), http.StatusGone, "taken down")
	expect(ask(http.MethodPost, "/api/links"), http.StatusGone, "taken down")
	takedown(Done, id+" may be stored again", "-data", data, "-undo", strings.ToUpper(id))
	expect(ask(http.MethodGet, "/api/links/"+id), http.StatusNotFound, "no such short link")
	expect(ask(http.MethodPost, "/api/links"), http.StatusCreated, id)
	expect(ask(http.MethodGet, "/"), http.StatusOK, "The page")

	takedown(Unusable, "holds no link 000000000000", "-data", data, "000000000000")
	takedown(Unusable, "no id of a short link", "-data", data, "../../etc")
	takedown(Unusable, "-data is missing", id)
	takedown(Unusable, "no such file", "-data", data+"-other", id)
	store, err := boltstore.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Sweep(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	takedown(Unusable, "stop it first", "-data", data, id)
}
