package server

import (
	"crypto/sha256"
	_ "embed" // offline.js
	"encoding/base64"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// offlineWorker is the service worker's name; go-app's script registers it.
const offlineWorker = "app-worker.js"

//go:embed offline.js
var offlineJS string

// keepOffline writes the service worker of the site in dir, which is complete except for compressed
// copies.
func keepOffline(dir string) error {
	names, err := list(dir)
	if err != nil {
		return err
	}
	files, version := map[string]string{}, [][]byte{[]byte(offlineJS)}
	for _, name := range names {
		if !keptOffline(name) {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		integrity := "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		files["./"+name] = integrity
		if folder, isIndex := strings.CutSuffix(name, "index.html"); isIndex {
			files["./"+folder] = integrity
		}
		version = append(version, []byte(name), sum[:])
	}
	text, err := json.Marshal(files)
	if err != nil {
		return err
	}
	script := strings.NewReplacer("{{files}}", string(text), "{{version}}", hashOf(version...)).Replace(offlineJS)
	return os.WriteFile(filepath.Join(dir, offlineWorker), []byte(script), 0o666)
}

// keptOffline reports whether the page or the lessons may need a file.
func keptOffline(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".txt", ".br":
		return false
	}
	return name != offlineWorker && name != headersFile && !strings.HasPrefix(name, examplesDir)
}
