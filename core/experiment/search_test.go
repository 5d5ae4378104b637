package experiment

import (
	"reflect"
	"testing"
)

// searching returns an experiment with the given fields of a search.
func searching(search string) string {
	return `{"data":{"source":"synthetic"},"split":{"train":0.5,"validation":0.5},"search":{` + search + `}}`
}

// TestSearchKeepsItsMeaning checks that an older document, without a refinement or an
// automatic span, has neither, and that entering a search sets both for lp models and
// the refinement for others.
func TestSearchKeepsItsMeaning(t *testing.T) {
	s := decode(t, searching(`"criterion":"cross-validation"`))
	if s.Search.Decades != (Gamma{Value: 6}) || s.Search.Refine != 0 {
		t.Errorf("%+v", s.Search)
	}
	for kind, want := range map[string]Gamma{ModelLP: {Auto: true}, ModelRidge: {Value: 6}, ModelLasso: {Value: 3}} {
		entered := Default()
		for _, e := range [][2]string{{"model.type", kind}, {"search.criterion", SearchCrossValidation}} {
			if err := Lookup(e[0]).Enter(&entered, e[1]); err != nil {
				t.Fatal(err)
			}
		}
		if entered.Search.Decades != want || entered.Search.Refine == 0 {
			t.Errorf("%s: entered as %+v", kind, entered.Search)
		}
		again, err := Validate(entered)
		if err != nil || again.Search.Decades != want || again.Search.Refine != entered.Search.Refine {
			t.Errorf("%s: %+v becomes %+v (%v)", kind, entered.Search, again.Search, err)
		}
	}
}

// TestRefinementBelongsToScores checks that a path search and a search over subsamples have no
// refinement.
func TestRefinementBelongsToScores(t *testing.T) {
	for search, want := range map[string]string{
		`"criterion":"path","refine":2`:                               `search.refine is 2: it belongs to search.criterion "validation" or "cross-validation", and search.criterion is "path"; remove it, or change search.criterion`,
		`"criterion":"validation","subsample":[20,40],"refine":2`:     `search.refine is 2: it does not go with search.subsample; remove one of the two`,
		`"criterion":"validation","refine":21`:                        `search.refine is 21: it must be a whole number from 0 to 20`,
		`"criterion":"cross-validation","decades":0`:                  `search.decades is 0: it must be a number from 0.1 to 20, or "auto"`,
		`"criterion":"cross-validation","gamma":[1],"decades":"auto"`: `search.decades is "auto": it belongs with search.gamma "auto"; remove it, or change search.gamma`,
	} {
		assertRefused(t, searching(search), want)
	}
	s := decode(t, searching(`"criterion":"validation","refine":2`))
	if err := Lookup("search.subsample").Set(&s, "20, 40"); err != nil || s.Search.Refine != 0 {
		t.Errorf("with subsamples: %+v (%v)", s.Search, err)
	}
}

// TestForms checks that lists of p and of degrees are decoded, encoded and shown, and
// refused if the kernel does not support them.
func TestForms(t *testing.T) {
	with := func(model, search string) string {
		return `{"data":{"source":"synthetic"},"model":{` + model + `},"search":{"criterion":"cross-validation",` + search + `}}`
	}
	const polynomial = `"kernel":{"type":"polynomial"}`
	s := decode(t, with(polynomial, `"p":["4/3",1.5,"2"],"degree":[1,2,3]`))
	if !reflect.DeepEqual(s.Search.P, []P{{Num: 4, Den: 3}, {Number: 1.5}, {Number: 2}}) || !reflect.DeepEqual(s.Search.Degree, []int{1, 2, 3}) {
		t.Fatalf("%+v", s.Search)
	}
	roundTrip(t, s)
	f := Lookup("search.p")
	for _, text := range []string{"4/3, 1.5, 2", `["4/3", 1.5, 2]`} {
		if err := f.Set(&s, text); err != nil || f.Get(s) != "4/3, 1.5, 2" {
			t.Errorf("set to %s, shown as %s (%v)", text, f.Get(s), err)
		}
	}
	if err := f.Set(&s, ""); err != nil || s.Search.P != nil {
		t.Errorf("cleared: %v (%v)", s.Search.P, err)
	}
	for document, want := range map[string]string{
		with(polynomial, `"p":[2,"4/3"]`):                                     `search.p[1] is "4/3": it must be larger than the one before it`,
		with(polynomial, `"p":[1,2]`):                                         `search.p[0] is 1: it must be a list of ascending values greater than 1 and at most 2, each a number or a fraction of numbers up to 9999 such as "4/3"`,
		with(polynomial, `"p":[]`):                                            `search.p is a list of length 0: it must be a list of ascending values greater than 1 and at most 2, each a number or a fraction of numbers up to 9999 such as "4/3"`,
		with(`"kernel":{"type":"exponential"}`, `"p":["3/2",2]`):              `search.p[0] is 3/2: the exponential kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7`,
		with(`"kernel":{"type":"linear"}`, `"degree":[1,2]`):                  `search.degree is a list for the linear kernel: only the polynomial kernel has a degree; remove it, or change model.kernel.type`,
		with(polynomial, `"degree":[1,11]`):                                   `search.degree[1] is 11: it must be a list of ascending whole numbers from 1 to 10`,
		with(polynomial, `"degree":[1,3],"rule":"given"`):                     `model.kernel.degree is 2: search.rule is "given"; give one of the degrees in search.degree`,
		with(polynomial, `"p":[2],"rule":"given"`):                            `model.p is 4/3: search.rule is "given"; give one of the values in search.p`,
		searching(`"criterion":"validation","subsample":[20,40],"p":[1.5,2]`): `search.p is a list of length 2: it does not go with search.subsample; remove one of the two`,
	} {
		assertRefused(t, document, want)
	}
}
