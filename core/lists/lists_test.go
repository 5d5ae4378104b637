package lists

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("got %q", got)
	}
	if none := Map([]int(nil), strconv.Itoa); none != nil {
		t.Errorf("nil: %#v", none)
	}
	if empty := Map([]int{}, strconv.Itoa); empty == nil || len(empty) > 0 {
		t.Errorf("an empty slice: %#v", empty)
	}
}

func TestGroup(t *testing.T) {
	got := Group([]int{4, 1, 2, 7, 6}, func(n int) bool { return n%2 == 0 })
	if len(got) != 2 || !slices.Equal(got[0], []int{4, 2, 6}) || !slices.Equal(got[1], []int{1, 7}) {
		t.Errorf("got %v", got)
	}
}

func TestTied(t *testing.T) {
	values := []float64{2, -5, 2 + 1e-13, 5, -5, 2.1}
	if got := fmt.Sprint(Tied(values, 1e-12)); got != "[[1 4] [0 2] [5] [3]]" {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(Tied(values, 0)); got != "[[1 4] [0] [2] [5] [3]]" {
		t.Errorf("without a tolerance: %s", got)
	}
}

func TestRanks(t *testing.T) {
	if ranks, different := Ranks([]float64{2, -5, 2 + 1e-13, 5, -5, 2.1}, 1e-12); different != 4 || fmt.Sprint(ranks) != "[3.5 1.5 3.5 6 1.5 5]" {
		t.Errorf("%v, %d different", ranks, different)
	}
}
