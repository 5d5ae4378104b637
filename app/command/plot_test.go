//go:build !wasm

package command

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlot checks plots of reports from standard input and from files, to standard output and
// to a file.
func TestPlot(t *testing.T) {
	status, report, _ := run(t, small, "solve", "-")
	if status != Done {
		t.Fatalf("solve: status %d", status)
	}
	titleOf := func(svg string) string {
		var picture struct {
			XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
			Title   string   `xml:"title"`
		}
		if err := xml.Unmarshal([]byte(svg), &picture); err != nil {
			t.Fatal(err)
		}
		return picture.Title
	}
	status, svg, _ := run(t, report, "plot", "-")
	if status != Done || titleOf(svg) != "Weights" {
		t.Errorf("status %d, %.100s", status, svg)
	}

	file, out := write(t, "report.json", report), filepath.Join(t.TempDir(), "out.svg")
	status, stdout, _ := run(t, report, "plot", "-figure", "convergence", file, "-", "-o", out)
	written, err := os.ReadFile(out)
	if status != Done || stdout != "" || err != nil || titleOf(string(written)) != "Convergence" {
		t.Errorf("status %d, standard output %q, %v", status, stdout, err)
	}

	status, numbers, _ := run(t, report, "plot", "-", "-figure", "convergence", "-csv")
	if status != Done || !strings.HasPrefix(numbers, "report,method,step,iteration,seconds,dual,primal,gap\n1,newton,0,0,") {
		t.Errorf("status %d, %.100s", status, numbers)
	}

	status, svg, _ = run(t, "", "plot", "-figure", "lp-balls")
	if status != Done || titleOf(svg) != "Unit balls" {
		t.Errorf("status %d, %.100s", status, svg)
	}
	for _, args := range [][]string{{"plot"}, {"plot", file, "-figure", "lp-balls"}} {
		if status, stdout, stderr := run(t, "", args...); status != Unusable || stdout != "" || !strings.Contains(strings.ToLower(stderr), "report") {
			t.Errorf("%v: status %d, %q, %q", args, status, stdout, stderr)
		}
	}

	status, stdout, stderr := run(t, "", "plot", file, "-figure", "path")
	if status != Unusable || stdout != "" || !strings.Contains(stderr, "search.criterion") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	missing := filepath.Join(t.TempDir(), "none", "out.svg")
	if status, _, stderr := run(t, report, "plot", "-", "-o", missing); status != Unusable || !strings.Contains(stderr, "-o") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
