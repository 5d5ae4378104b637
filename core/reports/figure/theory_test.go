package figure_test

import (
	"math"
	"strings"
	"testing"

	"lplab/core/reports/figure"
)

// TestLosses checks the curves and the tables of the losses against their formulas.
func TestLosses(t *testing.T) {
	positive := func(v float64) float64 { return max(0, v) }
	for name, losses := range map[string]map[string]func(v float64) float64{
		"classification-losses": {
			"hinge":    func(z float64) float64 { return positive(1 - z) },
			"logistic": func(z float64) float64 { return math.Log(1 + math.Exp(-z)) },
			"0–1": func(z float64) float64 {
				if z < 0 {
					return 1
				}
				return 0
			},
		},
		"hinge-losses": {
			"hinge": func(z float64) float64 { return positive(1 - z) },
			"smoothed": func(z float64) float64 { // [H eq. 3.6]
				switch {
				case z <= 0:
					return 0.5 - z
				case z < 1:
					return (1 - z) * (1 - z) / 2
				}
				return 0
			},
			"quadratically smoothed": func(z float64) float64 { // [H eq. 3.7] for 1/2
				if z >= 0.5 {
					return positive(1-z) * positive(1-z)
				}
				return 0.75 - z
			},
		},
		"regression-losses": {
			"squared":              func(r float64) float64 { return r * r / 2 },
			"absolute":             math.Abs,
			"ε-insensitive, ε = 1": func(r float64) float64 { return positive(math.Abs(r) - 1) },
			"Huber, ρ = 1": func(r float64) float64 {
				if math.Abs(r) > 1 {
					return math.Abs(r) - 0.5
				}
				return r * r / 2
			},
		},
	} {
		svg := draw(t, name)
		x, y := svg.Axes(t, false, false)
		for title, value := range losses {
			points := svg.Group(t, title).All("path")[0].Points(t)
			if len(points) < 400 {
				t.Errorf("%s of %s: %d points", title, name, len(points))
			}
			for _, p := range points {
				v := x.Value(p[0])
				if title == "0–1" && math.Abs(v) < 1e-2 {
					continue // at its jump
				}
				assertNear(t, name+", "+title, y.Value(p[1]), value(v), 10)
			}
		}
		sheet := sheetOf(t, name)
		for _, row := range sheet[1:] {
			v := parseNumber(t, row[0])
			for c, title := range sheet[0][1:] {
				if want := losses[title](v); math.Abs(parseNumber(t, row[1+c])-want) > 1e-12 {
					t.Fatalf("%s: %s of %v is listed as %s, want %v", name, title, v, row[1+c], want)
				}
			}
		}
	}
}

// TestBalls checks that every outline is on the unit sphere of its norm, contains the
// four corners on the axes, and that both axes have the same scale.
func TestBalls(t *testing.T) {
	svg := draw(t, "lp-balls")
	x, y := svg.Axes(t, false, false)
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range svg.Group(t, "p = 2").All("path")[0].Points(t) {
		left, right, top, bottom = min(left, p[0]), max(right, p[0]), min(top, p[1]), max(bottom, p[1])
	}
	if wide, tall := right-left, bottom-top; math.Abs(wide-tall) > 0.03 || tall < 200 {
		t.Errorf("the disc is %v wide and %v tall", wide, tall)
	}
	for name, p := range map[string]float64{"1/2": 0.5, "1": 1, "4/3": 4.0 / 3, "2": 2, "4": 4, "∞": 200} {
		points := svg.Group(t, "p = "+name).All("path")[0].Points(t)
		for _, at := range points {
			a, b := math.Abs(x.Value(at[0])), math.Abs(y.Value(at[1]))
			if norm := math.Pow(math.Pow(a, p)+math.Pow(b, p), 1/p); math.Abs(norm-1) > 0.01 {
				t.Errorf("p = %s: (%v, %v) has norm %v", name, a, b, norm)
			}
		}
	}
	corners := map[string]int{}
	for _, row := range sheetOf(t, "lp-balls")[1:] {
		w1, w2 := parseNumber(t, row[1]), parseNumber(t, row[2])
		if math.Abs(w1)+math.Abs(w2) == 1 && w1*w2 == 0 {
			corners[row[0]]++
		}
	}
	for p, n := range corners {
		if n != 5 { // the first one twice
			t.Errorf("p = %s meets the axes %d times", p, n)
		}
	}
	if len(corners) != 6 {
		t.Errorf("corners of %d balls", len(corners))
	}
}

// TestTheoryIsOfNoReport checks that figures of the theory refuse a report, and that the others require one.
func TestTheoryIsOfNoReport(t *testing.T) {
	r := solve(t, planted)
	for _, k := range figure.Kinds() {
		_, alone := k.Draw()
		_, with := k.Draw(r)
		if k.Theory && (alone != nil || with == nil || !strings.Contains(with.Error(), "leave the report out")) ||
			!k.Theory && (alone == nil || !strings.Contains(alone.Error(), "give one")) {
			t.Errorf("%s: %v and %v", k.Name, alone, with)
		}
	}
}
