package server

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/headers"
)

// hello replaces the page.
type hello struct{ app.Compo }

func (*hello) Render() app.UI { return app.H1().Text("Hello") }

// completed builds and completes a small site and returns its directory.
func completed(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"wasm_exec.js":              "// Go's",
		"web/app.wasm":              strings.Repeat("page ", 1000),
		"web/page.js":               "import \"./build.js\";\n" + script,
		"web/page.css":              "body {}",
		"web/vendor/base.css":       "p {}",
		"examples/examples.css":     "p {}",
		"lessons/index.html":        "<head></head><h1>Lessons</h1>",
		"lessons/lessons.css":       "h1 {}",
		"web/lplab.d.ts":            "// types",
		"web/icon.svg":              "<svg/>",
		"web/solver/worker.js":      "// worker",
		"web/solver/wasm_exec.js":   "// Go's",
		"web/vendor/LICENSE.txt":    "MIT",
		"web/opening.json":          "{}",
		"web/icon-192.png":          "png",
		"web/icon-512.png":          "png",
		"web/vendor/library.esm.js": "export default 1",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(body), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	app.RouteFunc("/", func() app.Composer { return &hello{} })
	if err := Complete(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestComplete(t *testing.T) {
	dir := completed(t, "// one")

	index := read(t, filepath.Join(dir, "index.html"))
	for _, want := range []string{"<h1>Hello</h1>", `src="/web/page.js"`, `<title>lp Lab</title>`} {
		if !strings.Contains(index, want) {
			t.Errorf("index.html lacks %s", want)
		}
	}
	for _, unwanted := range []string{"lessons.css", "user-scalable", "maximum-scale", "localhost", "og:url"} {
		if strings.Contains(index, unwanted) {
			t.Errorf("index.html contains %s", unwanted)
		}
	}
	if strings.Contains(index+read(t, filepath.Join(dir, "app-worker.js")), "examples/") {
		t.Error("the page refers to files of the examples, which are separate pages")
	}
	if strings.LastIndex(index, "/web/vendor/base.css") > strings.LastIndex(index, "/web/page.css") {
		t.Error("the styles of a package come after those of the page")
	}
	for _, name := range []string{"/web/page.js", "/web/build.js"} {
		if strings.Count(index, `<link href="`+name+`" rel="modulepreload">`) != 1 {
			t.Errorf("index.html does not preload %s once", name)
		}
	}
	for _, match := range regexp.MustCompile(`<link as="fetch" crossorigin href="/([^"]+)" rel="preload">`).FindAllStringSubmatch(index, -1) {
		if _, err := os.Stat(filepath.Join(dir, match[1])); err != nil {
			t.Errorf("index.html preloads %s: %v", match[1], err)
		}
	}
	if inline := regexp.MustCompile(`<script(?: [^>]*)?>[^<]|<style| style=| on\w+=`).FindString(index); inline != "" {
		t.Errorf("index.html contains %q, which the security policy refuses", inline)
	}

	built := regexp.MustCompile(`^export const program = "(app-[0-9a-f]{16}.wasm)";\nexport const solver = "(solver-[0-9a-f]{16}/)";\nexport const links = "api/links";\n$`).
		FindStringSubmatch(read(t, filepath.Join(dir, buildJS)))
	if built == nil {
		t.Fatalf("%s is %q", buildJS, read(t, filepath.Join(dir, buildJS)))
	}
	program, solver := built[1], built[2]
	if got := read(t, filepath.Join(dir, "web", solver, "worker.js")); got != "// worker" {
		t.Errorf("worker.js is %q", got)
	}
	script := read(t, filepath.Join(dir, "wasm_exec.js"))
	if !strings.HasPrefix(script, "// Go's") || !strings.Contains(script, "importObject.lplab") {
		t.Errorf("wasm_exec.js is not Go's file with the imports of the program: %s", script)
	}
	if loader := read(t, filepath.Join(dir, loadJS)); !strings.Contains(loader, `program = "`+program+`", length = 5000;`) {
		t.Errorf("%s does not load the program %s of 5000 bytes: %s", loadJS, program, loader)
	}
	if !strings.Contains(index, "<meta charset=\"UTF-8\">\n<link as=\"fetch\" crossorigin href=\"/web/"+program+"\" rel=\"preload\">\n<script src=\"/"+loadJS+"\"></script>\n") {
		t.Errorf("index.html does not begin with the preload of %s, and %s", program, loadJS)
	}
	if starter := read(t, filepath.Join(dir, "app.js")); !strings.Contains(starter, "WebAssembly.instantiate(await lplabProgram") || strings.Contains(starter, "fetchWithProgress(\"") {
		t.Error("app.js does not start the program that was loaded")
	}

	// The service worker caches every file that the page needs offline.
	worker := read(t, filepath.Join(dir, "app-worker.js"))
	for _, name := range []string{"", "web/page.js", "web/opening.json", "lessons/", "lessons/index.html", "web/" + solver + "worker.js", "wasm_exec.js", "web/vendor/base.css"} {
		if !strings.Contains(worker, `"./`+name+`":"sha256-`) {
			t.Errorf("app-worker.js does not cache %q", name)
		}
	}
	if strings.Contains(worker, "http") {
		t.Error("app-worker.js names a foreign address")
	}
}

// TestCompletionIsReproducible checks that the same files give the same site, byte for byte, although
// go-app writes attributes in random order.
func TestCompletionIsReproducible(t *testing.T) {
	first := completed(t, "// one")
	names, err := list(first)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		again := completed(t, "// one")
		if others, err := list(again); err != nil || !slices.Equal(names, others) {
			t.Fatalf("files %v and %v, %v", names, others, err)
		}
		for _, name := range names {
			if read(t, filepath.Join(first, name)) != read(t, filepath.Join(again, name)) {
				t.Errorf("%s differs", name)
			}
		}
	}
}

func TestVersionFollowsContents(t *testing.T) {
	version := func(script string) string {
		return regexp.MustCompile(`"GOAPP_VERSION":"(\w+)"`).FindString(read(t, filepath.Join(completed(t, script), "app.js")))
	}
	one, again, other := version("// one"), version("// one"), version("// two")
	if one == "" || one != again {
		t.Errorf("the same files have the versions %s and %s", one, again)
	}
	if one == other {
		t.Errorf("other files have the same version %s", one)
	}
}

func TestHandler(t *testing.T) {
	dir := completed(t, "// one")
	handler, err := New(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	wasm, err := filepath.Glob(filepath.Join(dir, "web", "app-*.wasm"))
	if err != nil || len(wasm) != 1 {
		t.Fatal(wasm, err)
	}
	program := "/web/" + filepath.Base(wasm[0])

	for _, c := range []struct {
		method, path string
		status       int
		mediaType    string
		cache        string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", "no-cache"},
		{"HEAD", "/", 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/lessons/", 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/web/page.js", 200, "text/javascript; charset=utf-8", "no-cache"},
		{"GET", program, 200, "application/wasm", "public, max-age=31536000, immutable"},
		{"GET", "/manifest.webmanifest", 200, "application/manifest+json", "no-cache"},
		{"GET", "/favicon.ico", 200, "image/svg+xml", "no-cache"},
		{"GET", "/lessons?x=1", 301, "text/html; charset=utf-8", ""},
		{"GET", "/web", 404, "text/html; charset=utf-8", ""},
		{"GET", "/web/", 404, "text/html; charset=utf-8", ""},
		{"GET", program + ".br", 404, "text/html; charset=utf-8", ""},
		{"GET", "/../go.mod", 404, "text/html; charset=utf-8", ""},
		{"GET", `/%22%3E%3Cscript%3E`, 404, "text/html; charset=utf-8", ""},
		{"POST", "/", 405, "text/plain; charset=utf-8", ""},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
			if w.Code != c.status {
				t.Errorf("status %d, want %d", w.Code, c.status)
			}
			for name, want := range map[string]string{
				"Content-Type":            c.mediaType,
				"Cache-Control":           c.cache,
				"Content-Security-Policy": headers.ContentSecurityPolicy,
				"X-Content-Type-Options":  "nosniff",
				"Referrer-Policy":         "no-referrer",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			if w.Code == 301 && w.Header().Get("Location") != "/lessons/?x=1" {
				t.Errorf("leads to %s", w.Header().Get("Location"))
			}
			if w.Code == 404 && !strings.Contains(w.Body.String(), `<a href="/">`) {
				t.Errorf("no link to the page: %s", w.Body)
			}
			if strings.Contains(w.Body.String(), "<script>") {
				t.Error("the response repeats the path")
			}
		})
	}
}

func TestHandlerEncodesAndRevalidates(t *testing.T) {
	dir := completed(t, "// one")
	if err := os.WriteFile(filepath.Join(dir, "index.html"+brotliSuffix), []byte("index, compressed"), 0o666); err != nil {
		t.Fatal(err)
	}
	handler, err := New(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	get := func(header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/", nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	plain, compressed := get(), get("Accept-Encoding", "gzip, deflate, br")
	if compressed.Header().Get("Content-Encoding") != "br" || plain.Header().Get("Content-Encoding") != "" {
		t.Error("the encodings are not the requested ones")
	}
	if got := compressed.Body.String(); got != "index, compressed" {
		t.Errorf("the compressed copy is %q", got)
	}
	if refused := get("Accept-Encoding", "gzip, br; q=0.0"); refused.Header().Get("Content-Encoding") != "" {
		t.Error("an encoding with the quality 0 was used")
	}
	tag := compressed.Header().Get("ETag")
	if tag == plain.Header().Get("ETag") {
		t.Error("two encodings have the same ETag")
	}
	if again := get("Accept-Encoding", "br", "If-None-Match", tag); again.Code != http.StatusNotModified {
		t.Errorf("revalidation gave status %d", again.Code)
	}
}

func TestNewRefusesWhatIsNoSite(t *testing.T) {
	for name, site := range map[string]fstest.MapFS{
		"index.html":  {"page.js": {}},
		"strange.exe": {"index.html": {}, "strange.exe": {}},
	} {
		if _, err := New(site); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want one that names %s", err, name)
		}
	}
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, printed := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, "127.0.0.1:0", 9, http.NotFoundHandler(), printed) }()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`^lp Lab is at http://(127\.0\.0\.1:\d+)/\n$`).FindStringSubmatch(string(line[:n]))
	if found == nil {
		t.Fatalf("Serve printed %q", line[:n])
	}
	response, err := http.Get("http://" + found[1])
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()

	err = Serve(ctx, found[1], 9, http.NotFoundHandler(), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "taken by another program") || !strings.Contains(err.Error(), "-addr") {
		t.Errorf("a port in use gave %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Serve ended with %v", err)
	}
}
