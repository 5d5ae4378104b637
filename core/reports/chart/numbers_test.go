package chart_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"lplab/core/reports/chart"
)

// TestNumber checks numbers with the table of web/test/numbers.test.mjs, which tests the JavaScript code.
func TestNumber(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Value   *float64
		Digits  int
		Percent bool
		Text    string
	}
	if err := json.Unmarshal(text, &table); err != nil || len(table) == 0 {
		t.Fatalf("%d numbers: %v", len(table), err)
	}
	for _, c := range table {
		x := math.NaN()
		if c.Value != nil {
			x = *c.Value
		}
		got := chart.Number(x, c.Digits)
		if c.Percent {
			got = chart.Percent(x)
		}
		if got != c.Text {
			t.Errorf("%+v: %g is %q", c, x, got)
		}
	}
	for v, want := range map[float64]string{23357880: "23.4 MB", 80: "80 bytes"} {
		if got := chart.Bytes(v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMargin(t *testing.T) {
	for _, c := range []struct {
		x, err float64
		want   string
	}{
		{7412345, 955767, "0.96e6"}, {-7412345, 12, "0.000012e6"}, {3.2e-5, 4e-6, "0.4e-5"},
		{0.0048, 0.00052, "0.00052"}, {900000, 1234567, "1,234,567"}, {0, 0, "0"},
	} {
		if got := chart.Margin(c.x, c.err); got != c.want {
			t.Errorf("Margin(%g, %g) = %q, want %q", c.x, c.err, got, c.want)
		}
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		want     string
	}{
		{0.876, 2, "0.88"}, {0.994, 2, "0.994"}, {0.99991, 2, "0.99991"},
		{0.99999999, 2, "0.99999"}, {1, 2, "1.00"}, {-3.25, 1, "−3.2"}, {-0.001, 2, "0.00"},
	} {
		if got := chart.Score(c.v, c.decimals); got != c.want {
			t.Errorf("Score(%g, %d) = %q, want %q", c.v, c.decimals, got, c.want)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0.5, 12.34, "0.5 to 12.3"}, {-121.416, -121.008, "−121.42 to −121.01"}, {2, 2, "2 to 2"}, {1e5, 100001, "100,000 to 100,001"},
	} {
		if got := chart.Interval(c.lo, c.hi); got != c.want {
			t.Errorf("Interval(%g, %g) = %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
}
