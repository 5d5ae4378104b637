package server

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lplab/app/headers"
)

// absolute matches addresses that are valid only at the root of a host.
var absolute = regexp.MustCompile(`["'(]/(?:web/|app|manifest|wasm_exec)|"api/links"`)

func TestExport(t *testing.T) {
	site := os.DirFS(completed(t, "// one"))
	for _, relative := range []bool{false, true} {
		out := filepath.Join(t.TempDir(), "a", "b")
		if err := Export(site, out, relative); err != nil {
			t.Fatal(err)
		}
		names, err := list(out)
		if err != nil {
			t.Fatal(err)
		}
		program := ""
		for _, name := range names {
			if strings.HasSuffix(name, brotliSuffix) {
				t.Errorf("%s was exported", name)
			}
			if filepath.Ext(name) == ".wasm" && strings.HasPrefix(name, "web/app-") {
				program = name
			}
		}
		rules := read(t, filepath.Join(out, headersFile))
		for _, want := range []string{
			"/*\n  Content-Security-Policy: " + headers.ContentSecurityPolicy + "\n", "\n  Permissions-Policy: ",
			"\n/" + program + "\n  Cache-Control: " + headers.Immutable + "\n",
		} {
			if !strings.Contains(rules, want) {
				t.Errorf("the headers lack %q:\n%s", want, rules)
			}
		}
		for name := range relations {
			text := read(t, filepath.Join(out, name))
			if found := absolute.FindString(text); relative != (found == "") {
				t.Errorf("relative %v: %s contains %q", relative, name, found)
			}
			if relative && name != buildJS && !strings.Contains(text, `"./`) {
				t.Errorf("%s contains no relative address", name)
			}
		}
		for _, name := range []string{"index.html", "lessons/index.html"} {
			policy := `<head>\n?<meta http-equiv="Content-Security-Policy" content="` + regexp.QuoteMeta(headers.DocumentPolicy) + `">\n`
			if relative != regexp.MustCompile(policy).MatchString(read(t, filepath.Join(out, name))) {
				t.Errorf("relative %v: the policy of %s", relative, name)
			}
		}
		rewrites, err := os.ReadFile(filepath.Join(out, rewritesFile))
		if want := "/favicon.ico /web/icon.svg 200\n/ /index.html 200\n/lessons/ /lessons/index.html 200\n"; !relative && string(rewrites) != want || relative && err == nil {
			t.Errorf("relative %v: the rewrites are %q, %v", relative, rewrites, err)
		}
		if err := Export(site, out, relative); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Errorf("exported twice: %v", err)
		}
	}
}
