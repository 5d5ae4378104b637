package lab

import (
	"encoding/json"
	"os"
	"testing"

	"lplab/core/experiment"
)

// goldenDigests are what every engine comes to: the digests of the golden experiments'
// results, with the numbers of iterations, by a version of Engine. On amd64, on arm64 and
// in the WebAssembly of Node, Chromium and Firefox sums are taken in other orders and some
// functions are the processor's own, so that duals differ in the sixteenth digit: the
// digests, and the ways to them, do not. The browsers' tests read the same file
// (web/test/golden.mjs).
type goldenDigests struct {
	Engine  string
	Results map[string]struct {
		Digest     string
		Iterations int
	}
}

// TestGoldenDigests: who opens a link on another machine is told that the result is the
// same. Where the digits are meant to change, Engine changes, and the file with it.
func TestGoldenDigests(t *testing.T) {
	b, err := os.ReadFile("../../testdata/digests.json")
	if err != nil {
		t.Fatal(err)
	}
	var known goldenDigests
	if err := json.Unmarshal(b, &known); err != nil {
		t.Fatal(err)
	}
	if known.Engine != Engine {
		t.Errorf("testdata/digests.json is of engine %s, this is %s", known.Engine, Engine)
	}
	for _, g := range readGolden(t) {
		r := mustRun(t, string(g.Spec), nil, Options{})
		want := known.Results[g.Name]
		if r.Status != experiment.Converged || r.Result.Digest != want.Digest || r.Solver.Iterations != want.Iterations {
			t.Errorf("%s: %s after %d iterations, digest %s of dual %v; want %d and %s", g.Name, r.Status, r.Solver.Iterations, r.Result.Digest, r.Objective.Dual, want.Iterations, want.Digest)
		}
	}
}
