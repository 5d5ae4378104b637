//go:build !wasm

package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRepro checks the output to standard output and, with figures, into a directory.
func TestRepro(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "docs")
	stdout := mustRun(t, "", "repro", "H.fig12", "-quick", "-o", dir)
	if !strings.Contains(stdout, "| entries that differ | 715 | 715 |") {
		t.Fatal(stdout)
	}
	if text := mustRead(t, filepath.Join(dir, "repro.md")); text != stdout || !strings.Contains(stdout, "](repro/H.fig12.svg)") {
		t.Errorf("the file contains %.100q", text)
	}
	if svg := mustRead(t, filepath.Join(dir, "repro", "H.fig12.svg")); !strings.HasPrefix(svg, "<svg") {
		t.Errorf("the figure begins with %.20q", svg)
	}
	if stdout = mustRun(t, "", "repro", "h.fig12"); strings.Contains(stdout, ".svg") {
		t.Error("without a directory the document shows a missing figure")
	}
}

// TestReproDexter uses a data set of the same form with two classes that one column separates.
func TestReproDexter(t *testing.T) {
	dir := t.TempDir()
	files := func(data, labels string) {
		for name, text := range map[string]string{"dexter_train.data": data, "dexter_train.labels": labels} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	files(strings.Repeat("1:7 4:100 \n2:3 3:5 \n", 75), strings.Repeat("1\n-1\n", 75))
	stdout := mustRun(t, "", "repro", "H.table4", "-dexter", dir)
	if strings.Contains(stdout, "not measured") || !strings.Contains(stdout, "58.801 s") {
		t.Error(stdout)
	}
	files("1:7\n", "1\n-1\n")
	assertUnusable(t, "", []string{"repro", "H.table4", "-dexter", dir}, "1 rows of data and 2 labels")
	assertUnusable(t, "", []string{"repro", "H.table4", "-dexter", filepath.Join(dir, "none")}, "dexter_train.data")
	if stdout = mustRun(t, "", "repro", "H.table4"); !strings.Contains(stdout, "give DEXTER with -dexter DIR") {
		t.Error("the output does not ask for DEXTER")
	}
}

func TestReproCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _, stderr := runContext(t, ctx, "", "repro", "S.table2", "-quick"); status != Failed || !strings.Contains(stderr, "cancelled") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
