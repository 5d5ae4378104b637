package linear

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// answers are the results of other programs for some data sets, written by the scripts in testdata/reference.
type answers struct {
	Sets []struct {
		Name  string
		N, D  int
		Rows  []float64
		Y     []float64
		Cases []answer
	}
}

type answer struct {
	Method       string
	Ratio        float64
	Intercept    bool
	Lambda       float64
	Groups       [][]int
	Coefficients []float64
	Constant     float64
	Norms        []float64 // norms of the groups
	Left         []float64 // left-out residuals, by refits
}

// method returns the method of a case.
func (c *answer) method() Method {
	switch c.Method {
	case "least squares":
		return LeastSquares{}
	case "ridge":
		return Ridge{}
	case "lasso":
		return Lasso(CoordinateDescent)
	case "elastic net", "": // glmnet.json has no names
		return ElasticNet{Ratio: c.Ratio}
	case "group lasso":
		return GroupLasso{Groups: c.Groups}
	}
	panic("no such method: " + c.Method)
}

func TestReferences(t *testing.T) {
	for file, cases := range map[string]int{"glmnet.json": 64, "linear.json": 64} {
		text, err := os.ReadFile("../../../testdata/reference/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var r answers
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		for _, set := range r.Sets {
			for _, c := range set.Cases {
				cases--
				p := newProblem(fmt.Sprintf("%s of %s, %v, intercept %v", set.Name, file, c.method(), c.Intercept), set.N, set.D, set.Rows, set.Y, c.Intercept)
				f := mustConverge(t, c.method(), p, c.Lambda, nil)
				if !allNear(f.Coefficients, c.Coefficients, 1e-6) || !near(f.Intercept, c.Constant, 1e-6) {
					t.Errorf("%s, lambda %g: %v, %g; want %v, %g", p.name, c.Lambda, f.Coefficients, f.Intercept, c.Coefficients, c.Constant)
				}
				if c.Norms != nil && !allNear(f.Groups, c.Norms, 1e-5) {
					t.Errorf("%s, lambda %g: norms of the groups %v, want %v", p.name, c.Lambda, f.Groups, c.Norms)
				}
				if c.Left != nil {
					h, err := Ridge{}.Leverages(context.Background(), p.data, c.Lambda)
					if err != nil {
						t.Fatal(err)
					}
					if e := LeaveOneOut(p.data, f, h); !allNear(e, c.Left, 1e-9) {
						t.Errorf("%s, lambda %g: left-out residuals %v, want %v", p.name, c.Lambda, e, c.Left)
					}
				}
			}
		}
		if cases != 0 {
			t.Errorf("%s: %d cases are missing", file, cases)
		}
	}
}
