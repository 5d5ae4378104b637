package lab

import (
	"encoding/json"
	"testing"

	"lplab/core/experiment"
)

// goldenDigests are the digests of the results of the golden experiments and the numbers
// of iterations for a version of Engine. They are the same on amd64, on arm64 and in the
// WebAssembly of Node, Chromium and Firefox, although duals differ in the sixteenth digit
// because of other orders of sums and instructions of the processor. The browser tests
// read the same file (web/test/golden.mjs).
type goldenDigests struct {
	Engine  string
	Results map[string]struct {
		Digest     string
		Iterations int
	}
}

// TestGoldenDigests checks the digests, because a link opened on another machine compares
// them. If the digits change on purpose, change Engine and the file.
func TestGoldenDigests(t *testing.T) {
	b := mustReadFile(t, "../../testdata/digests.json")
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
