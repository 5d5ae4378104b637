package remaining

import "testing"

func TestWords(t *testing.T) {
	for _, c := range []struct {
		estimate float64
		want     string
	}{
		{0, ""}, {0.2, "a few seconds left"}, {4.9, "a few seconds left"}, {11.7, "about 12 s left"},
		{58, "about 60 s left"}, {80, "about 90 s left"}, {170, "about 3 min left"}, {1300, "about 20 min left"},
		{3500, "about 1 h left"}, {5000, "about 1.5 h left"}, {1e9, "a day or more left"},
	} {
		if got := new(Time).Left(c.estimate); got != c.want {
			t.Errorf("%g s: %q instead of %q", c.estimate, got, c.want)
		}
	}
}

func TestCountsDownCalmly(t *testing.T) {
	var left Time
	for _, c := range []struct {
		estimate float64
		want     string
	}{
		{12.2, "about 12 s left"},
		{13.9, "about 12 s left"}, // small changes are ignored
		{9.8, "about 10 s left"},
		{0, ""}, // unknown for a moment
		{12.4, "about 10 s left"},
		{3, "a few seconds left"},
		{6.5, "a few seconds left"},
		{40, "about 40 s left"}, // the earlier estimate was far too low
		{38, "about 40 s left"},
	} {
		if got := left.Left(c.estimate); got != c.want {
			t.Errorf("after %g s: %q instead of %q", c.estimate, got, c.want)
		}
	}
}
