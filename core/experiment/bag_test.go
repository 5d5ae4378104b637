package experiment

import (
	"strings"
	"testing"
)

// TestBag checks that bags are encoded with the experiment, and that a set kernel has a
// dimension only without a bag column.
func TestBag(t *testing.T) {
	const data = `{"data":{"source":"sample","name":"bags"},"target":"y",`
	s := decode(t, data+`"bag":"b","model":{"type":"kernel-ridge","kernel":{"type":"set","of":[{"type":"gaussian","beta":2}]}}}`)
	roundTrip(t, s)
	if s.Bag != "b" || s.Model.Kernel.Dimension != 0 {
		t.Errorf("bag %q, dimension %d", s.Bag, s.Model.Kernel.Dimension)
	}
	if words := s.Model.Kernel.String(); words != "set(gaussian(2))" {
		t.Errorf("the kernel is written as %s", words)
	}
	b, err := s.MarshalJSON()
	if err != nil || !strings.Contains(string(b), `"bag":"b"`) || strings.Contains(string(b), "dimension") {
		t.Errorf("%s, %v", b, err)
	}
	roundTrip(t, decode(t, data+`"bag":"b","model":{"type":"kernel-ridge","kernel":{"type":"sum","of":[{"type":"set"},{"type":"scale","factor":3,"of":[{"type":"set"}]}]}}}`))

	field := Lookup("bag")
	if err := field.Set(&s, ""); err != nil || s.Bag != "" || s.Model.Kernel.Dimension != 1 {
		t.Errorf("without bag: %v, dimension %d", err, s.Model.Kernel.Dimension)
	}
	roundTrip(t, s)
	if err := field.Set(&s, " b "); err != nil || s.Bag != "b" || s.Model.Kernel.Dimension != 0 {
		t.Errorf("with bag again: %v, %q, dimension %d", err, s.Bag, s.Model.Kernel.Dimension)
	}
}

func TestBagRefusals(t *testing.T) {
	machine := func(kernel string) string { return `"model":{"type":"kernel-ridge","kernel":` + kernel + `}` }
	for _, c := range []struct{ rest, want string }{
		{`"bag":""`, `bag is "": it must be a text of 1 to 10000 characters`},
		{`"bag":"y"`, `bag is "y": it is the target too; choose another target, or the column that names the bags`},
		{`"bag":"b","features":["x","b"]`, `features[1] is "b": it names the bags; remove it, or choose another column for bag`},
		{`"bag":"b"`, `bag is "b": model.type is "lp", which takes no bags; set it to "kernel-ridge" and model.kernel.type to "set", or remove bag`},
		{`"bag":"b","model":{"type":"knn"}`, `bag is "b": model.type is "knn", which takes no bags; set it to "kernel-ridge" and model.kernel.type to "set", or remove bag`},
		{`"bag":"b","model":{"type":"kernel-ridge"}`, `model.kernel.type is "linear": with bag it must compare bags of points; choose "set" with this kernel for the points, or remove bag`},
		{`"bag":"b",` + machine(`{"type":"sum","of":[{"type":"set"},{"type":"min"}]}`), `model.kernel.of[1].type is "min": with bag it must compare bags of points; choose "set" with this kernel for the points, or remove bag`},
		{`"bag":"b",` + machine(`{"type":"compose","columns":["x"],"of":[{"type":"set"}]}`), `model.kernel.type is "compose": with bag it must compare bags of points; choose "set" with this kernel for the points, or remove bag`},
		{`"bag":"b",` + machine(`{"type":"set","of":[{"type":"set"}]}`), `model.kernel.of[0].type is "set": it is inside another set kernel; choose another kernel for the points`},
		{`"bag":"b",` + machine(`{"type":"set","dimension":2}`), `model.kernel.dimension is 2: it does not go with bag; remove one of the two`},
		{`"bag":"b",` + machine(`{"type":"scale","of":[{"type":"set","dimension":2}]}`), `model.kernel.of[0].dimension is 2: the points of a bag have a number for each feature; remove it, or remove bag`},
	} {
		assertRefused(t, `{"data":{"source":"sample","name":"bags"},"target":"y",`+c.rest+`}`, c.want)
	}
}
