//go:build !wasm

package command

import (
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlot checks plots of reports from standard input and from files, to standard output and
// to a file.
func TestPlot(t *testing.T) {
	report := mustRun(t, small, "solve", "-")
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
	if svg := mustRun(t, report, "plot", "-"); titleOf(svg) != "Weights" {
		t.Errorf("%.100s", svg)
	}

	file, out := write(t, "report.json", report), filepath.Join(t.TempDir(), "out.svg")
	stdout := mustRun(t, report, "plot", "-figure", "convergence", file, "-", "-o", out)
	if stdout != "" || titleOf(mustRead(t, out)) != "Convergence" {
		t.Errorf("standard output %q", stdout)
	}

	if numbers := mustRun(t, report, "plot", "-", "-figure", "convergence", "-csv"); !strings.HasPrefix(numbers, "report,method,step,iteration,seconds,dual,primal,gap\n1,newton,0,0,") {
		t.Errorf("%.100s", numbers)
	}
	if svg := mustRun(t, "", "plot", "-figure", "lp-balls"); titleOf(svg) != "Unit balls" {
		t.Errorf("%.100s", svg)
	}
	assertUnusable(t, "", []string{"plot"}, "REPORT.json is missing")
	assertUnusable(t, "", []string{"plot", file, "-figure", "lp-balls"}, "report")
	assertUnusable(t, "", []string{"plot", file, "-figure", "path"}, "search.criterion")
	assertUnusable(t, report, []string{"plot", "-", "-o", filepath.Join(t.TempDir(), "none", "out.svg")}, "-o")
}
