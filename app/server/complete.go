package server

import (
	_ "embed" // program.js, load.js
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Names in the directory web of a site. The solver and the program get a hash of their contents
// into their names, so that no cache and no open page mixes two builds.
const (
	solverDir = "web/solver"   // worker.js, wasm_exec.js, kernel
	pageWasm  = "web/app.wasm" // the program of the page and of the solver
	buildJS   = "web/build.js" // has both names for lplab.js, and the service for links.js
	loadJS    = "web/load.js"  // begins to load the program

	examplesDir = "examples/" // pages that show how the lab is used in others
)

// linksPath is where the service of short links is, seen from the page.
const linksPath = "api/links"

// Complete makes a site of dir, which holds the built files: it fingerprints the WebAssembly,
// and renders the page and its files. The routes of the page must be registered.
func Complete(dir string) error {
	solver, err := fingerprint(dir, solverDir)
	if err != nil {
		return err
	}
	program, err := fingerprint(dir, pageWasm)
	if err != nil {
		return err
	}
	build := fmt.Sprintf("export const program = %q;\nexport const solver = %q;\nexport const links = %q;\n", path.Base(program), path.Base(solver)+"/", linksPath)
	if err := os.WriteFile(filepath.Join(dir, buildJS), []byte(build), 0o666); err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(dir, program))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, loadJS), fmt.Appendf(nil, loader, path.Base(program), info.Size()), 0o666); err != nil {
		return err
	}
	script := filepath.Join(dir, "wasm_exec.js")
	text, err := os.ReadFile(script)
	if err != nil {
		return fmt.Errorf("the site is not built: %w", err)
	}
	if err := os.WriteFile(script, append(text, programJS...), 0o666); err != nil {
		return err
	}
	files, err := list(dir)
	if err != nil {
		return err
	}
	if err := render(dir, program, files); err != nil {
		return err
	}
	return keepOffline(dir)
}

// loader begins to load the program.
//
//go:embed load.js
var loader string

// programJS is what the program needs in a page in addition to Go's script.
//
//go:embed program.js
var programJS []byte

// fingerprint adds the hash of the contents to the name of a file or a directory of dir, and returns
// the new name.
func fingerprint(dir, name string) (string, error) {
	names, err := list(filepath.Join(dir, name))
	if err != nil {
		return "", fmt.Errorf("the site is not built: %w", err)
	}
	var contents [][]byte
	for _, n := range names {
		b, err := os.ReadFile(filepath.Join(dir, name, n))
		if err != nil {
			return "", err
		}
		contents = append(contents, []byte(n), b)
	}
	ext := path.Ext(name)
	newName := strings.TrimSuffix(name, ext) + "-" + hashOf(contents...) + ext
	return newName, os.Rename(filepath.Join(dir, name), filepath.Join(dir, newName))
}

var fingerprintPattern = regexp.MustCompile(`-[0-9a-f]{16}[/.]`)

func hasFingerprint(name string) bool { return fingerprintPattern.MatchString(name) }

// list returns the sorted paths of the files under root, with slashes; "." if root is a file.
func list(root string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		address, err := filepath.Rel(root, name)
		names = append(names, filepath.ToSlash(address))
		return err
	})
	slices.Sort(names)
	return names, err
}
