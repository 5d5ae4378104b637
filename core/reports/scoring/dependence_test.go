package scoring

import (
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/figure"
)

// fitModel fits a model to a table of two numbers and a category.
func fitModel(t *testing.T, model string) (*lab.Predictor, *lab.Session, *experiment.ModelFile) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	var rows []string
	for i := range 60 {
		u, v, grade := r.Float64(), r.NormFloat64(), i%3
		class := "no"
		if u+v+float64(grade) > 1.5 {
			class = "yes"
		}
		rows = append(rows, fmt.Sprintf(`[%g, %g, "%c", %g, %q]`, u, v, 'A'+grade, 3*u+u*v+float64(grade)+0.1*r.NormFloat64(), class))
	}
	m, session := modelOf(t, decode(t, fmt.Sprintf(`{"data": {"source": "inline", "columns": ["u", "v", "grade", "y", "class"], "rows": [%s]}, "features": ["u", "v", "grade"], %s}`, strings.Join(rows, ","), model)), nil)
	p, err := lab.NewPredictor(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return p, session, m
}

// TestDependence checks that the means of a linear model are a line with its slope, and a mean of
// a pair of columns against the predictions of a file.
func TestDependence(t *testing.T) {
	p, session, m := fitModel(t, `"target": "y", "model": {"type": "least-squares"}`)
	table, err := session.Table(m.Experiment.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Dependence(context.Background(), p, table, []string{"u"}, "")
	if err != nil {
		t.Fatal(err)
	}
	slope := 0.0
	for _, term := range m.Functions[0].Terms {
		if term.Monomial["u"] == 1 {
			slope = term.Coefficient
		}
	}
	c := d.Columns[0]
	if len(c.Grid) != gridAlone || len(d.Mean) != gridAlone || d.Rows != 60 || d.All != 60 || len(c.Data) != 60 || d.Of != "y" {
		t.Fatalf("%+v", d)
	}
	for i := range c.Grid {
		if want := d.Mean[0][0] + slope*(c.Grid[i]-c.Grid[0]); math.Abs(d.Mean[i][0]-want) > 1e-12 {
			t.Errorf("at %v the mean is %v, want %v", c.Grid[i], d.Mean[i][0], want)
		}
	}

	p, session, m = fitModel(t, `"target": "class", "model": {"loss": {"type": "logistic"}, "kernel": {"type": "exponential", "a": "auto"}, "subsample": 12}, "task": "classification"`)
	table, err = session.Table(m.Experiment.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err = Dependence(context.Background(), p, table, []string{"grade", "v"}, "no")
	if err != nil || len(d.Mean) != 3 || len(d.Mean[0]) != gridOfPair || d.Of != "probability of no" {
		t.Fatalf("%v, %+v", err, d)
	}
	// One mean, row by row, from the predictions of the file with the cells replaced.
	var file strings.Builder
	file.WriteString("u,v,grade\n")
	for i := range d.Rows {
		u, _ := table.Column("u")
		fmt.Fprintf(&file, "%v,%v,B\n", u.Number(i*table.Rows/d.Rows), d.Columns[1].Grid[4])
	}
	out, _ := predict(t, m.WithoutErrors(), file.String())
	mean := 0.0
	for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
		var share float64
		fmt.Sscan(strings.Split(line, ",")[6], &share)
		mean += share / float64(d.Rows)
	}
	if math.Abs(mean-d.Mean[1][4]) > 1e-12 {
		t.Errorf("the mean is %v, but of the predictions %v", d.Mean[1][4], mean)
	}
	for _, columns := range [][]string{{"u"}, {"grade"}, {"u", "v"}, {"grade", "u"}} {
		d, err := Dependence(context.Background(), p, table, columns, "")
		if err != nil {
			t.Fatal(err)
		}
		svg := string(figure.Dependence(d).SVG())
		if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil || strings.Contains(svg, "NaN") || !strings.Contains(svg, "Partial dependence of probability of yes on "+columns[0]) {
			t.Errorf("%v: %v, %.300s", columns, err, svg)
		}
		if lines := strings.Count(string(figure.DependenceCSV(d)), "\n"); lines != 1+len(d.Mean)*len(d.Mean[0]) {
			t.Errorf("%v: %d lines", columns, lines)
		}
	}
	for _, c := range []struct {
		columns []string
		class   string
		want    string
	}{
		{nil, "", "0 are given"},
		{[]string{"u", "u"}, "", `two different ones, and "u" is given twice`},
		{[]string{"grad"}, "", `did you mean "grade"?`},
		{[]string{"u"}, "maybe", `no class "maybe"`},
	} {
		if _, err := Dependence(context.Background(), p, table, c.columns, c.class); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.columns, err, c.want)
		}
	}
}
