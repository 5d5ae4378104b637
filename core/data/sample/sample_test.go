package sample

import (
	"testing"

	"lplab/core/data/table"
)

// TestOpen checks that every listed data set can be opened, has the listed size and
// target, and gives no warning.
func TestOpen(t *testing.T) {
	for _, info := range All() {
		data, err := Open(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		if data.Rows != info.Rows || len(data.Columns) != info.Columns {
			t.Errorf("%s: %d rows, %d columns; listed as %d, %d", info.Name, data.Rows, len(data.Columns), info.Rows, info.Columns)
		}
		target, ok := data.Column(info.Target)
		if !ok || target.Kind != table.Number || info.Task != "regression" {
			t.Errorf("%s: the target %q does not suit the task %q", info.Name, info.Target, info.Task)
		}
		bags := map[string]bool{}
		if column, ok := data.Column(info.Bag); ok {
			for i := range data.Rows {
				bags[column.Text(i)] = true
			}
		}
		if len(bags) != info.Bags {
			t.Errorf("%s: the column %q names %d bags, but %d are listed", info.Name, info.Bag, len(bags), info.Bags)
		}
		for _, c := range data.Columns {
			if !c.Usable() {
				t.Errorf("%s: column %q is a %v, which is not usable", info.Name, c.Name, c.Kind)
			}
		}
		if len(data.Warnings) > 0 {
			t.Errorf("%s: %q", info.Name, data.Warnings)
		}
		if info.Title == "" || info.Description == "" || info.Credit == "" {
			t.Errorf("%s: incomplete description", info.Name)
		}
	}
}

// TestWPBC checks facts about the file that are known from other sources.
func TestWPBC(t *testing.T) {
	data, err := Open("wpbc")
	if err != nil {
		t.Fatal(err)
	}
	status, _ := data.Column("status")
	nonrecurrent := 0
	for i := range data.Rows {
		if status.Text(i) == "N" {
			nonrecurrent++
		}
	}
	if status.Kind != table.Category || nonrecurrent != 151 {
		t.Errorf("status is a %v with %d N, want a category with 151", status.Kind, nonrecurrent)
	}
	nodes, _ := data.Column("pnodes")
	if nodes.Kind != table.Number || nodes.MissingCount() != 4 {
		t.Errorf("pnodes is a %v with %d missing, want numbers with 4 missing", nodes.Kind, nodes.MissingCount())
	}
	time, _ := data.Column("time")
	if time.Numbers[0] != 31 || time.Numbers[197] != 6 {
		t.Errorf("time runs from %v to %v, want 31 to 6", time.Numbers[0], time.Numbers[197])
	}
}

func TestOpenUnknown(t *testing.T) {
	_, err := Open("iris")
	const want = `there is no sample "iris": choose one of wpbc, prostate, bags`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
