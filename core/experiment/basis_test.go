package experiment

import "testing"

func TestBasisRefusals(t *testing.T) {
	for _, c := range []struct{ rest, want string }{
		{`"basis":[]`, `basis is a list of length 0: it must be a list of 1 to 1000 formulas, such as ["x1", "x1^2", "log(x2)"]`},
		{`"basis":"x1"`, `basis is "x1": it must be a list of 1 to 1000 formulas, such as ["x1", "x1^2", "log(x2)"]`},
		{`"basis":["x1",2]`, `basis[1] is 2: it must be a formula`},
		{`"basis":["x1","x2","x1"]`, `basis[2] is "x1": it stands at basis[0] too; keep one of the two`},
		{`"basis":["x1","log(x2"]`, `basis[1] is "log(x2": character 4: "(" is not closed; add ")"`},
		{`"basis":["x1"],"features":["x1"]`, `basis[0] is "x1": it is among the features too; keep one of the two`},
		{`"basis":["x1","x1*y"]`, `basis[1] is "x1*y": it uses the target; change the formula, or choose another target`},
		{`"basis":["x1+b"],"bag":"b","model":{"type":"kernel-ridge","kernel":{"type":"set"}}`,
			`basis[0] is "x1+b": it uses the column that names the bags; change the formula, or choose another column for bag`},
	} {
		assertRefused(t, `{"data":{"source":"synthetic"},`+c.rest+`}`, c.want)
	}
	s := Default()
	const want = `basis[0] is "2x1": character 2: "x" follows where an operator or the end must be; write * for a product`
	if err := Lookup("basis").Set(&s, "2x1, x2"); err == nil || err.Error() != want || s.Basis != nil {
		t.Errorf("%v, %q", err, s.Basis)
	}
}
