package lab

import (
	"testing"

	"lplab/core/experiment"
)

// goldenDigests are the digests of the golden experiments' results, with their numbers of
// iterations, by Engine 1.1. On amd64, on arm64 and in WebAssembly sums are taken in other
// orders and some functions are the processor's own, so that duals differ in the sixteenth
// digit: the digests, and the ways to them, do not.
var goldenDigests = map[string]struct {
	digest     string
	iterations int
}{
	"exp-q4-logistic":      {"ebe873ce884b3e5e", 4},
	"exp-q4-squared":       {"a1754312fb8bfbca", 6},
	"krr-poly2-q2-squared": {"4d366292a756559d", 1},
	"linear-p1.1-squared":  {"175a18efc3192dd6", 10},
	"linear-q4-absolute":   {"88c1183c270cca59", 10},
	"linear-q4-logistic":   {"da62bd645460aea8", 4},
	"linear-q4-squared":    {"cd51820bd92aef85", 6},
	"linear-q6-squared":    {"713824f3589cd04c", 6},
	"poly2-q4-epsilon":     {"d34ee391689739a7", 7},
	"poly2-q4-hinge":       {"040bb821ebc40cbf", 7},
	"poly2-q4-huber":       {"416091ce92377baa", 6},
	"poly2-q4-squared":     {"206e4d107fcb742e", 6},
	"poly2-q6-squared":     {"f531bdbb3ec2e120", 6},
	"poly3-q4-squared":     {"5e4dad1431896e15", 8},
}

// TestGoldenDigests: who opens a link on another machine is told that the result is the
// same. Where the digits are meant to change, Engine changes, and this table.
func TestGoldenDigests(t *testing.T) {
	for _, g := range readGolden(t) {
		r := mustRun(t, string(g.Spec), nil, Options{})
		want := goldenDigests[g.Name]
		if r.Status != experiment.Converged || r.Result.Digest != want.digest || r.Solver.Iterations != want.iterations {
			t.Errorf("%s: %s after %d iterations, digest %s of dual %v; want %d and %s", g.Name, r.Status, r.Solver.Iterations, r.Result.Digest, r.Objective.Dual, want.iterations, want.digest)
		}
	}
}
