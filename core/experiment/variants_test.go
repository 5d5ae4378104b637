package experiment

import (
	"reflect"
	"slices"
	"testing"
)

func TestVariants(t *testing.T) {
	types := func(s Spec) (names []string) {
		t.Helper()
		variants, err := Variants(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range variants {
			names = append(names, v.Model.Type)
			if !reflect.DeepEqual(v.Data, s.Data) || !reflect.DeepEqual(v.Split, s.Split) || v.Preprocess != s.Preprocess || v.Target != s.Target {
				t.Errorf("%s has other data: %+v", v.Model.Type, v)
			}
			if v.Model.Parameter() != "" && v.Search.Criterion == "" {
				t.Errorf("%s has no search", v.Model.Type)
			}
			if again, err := Validate(v); err != nil || !reflect.DeepEqual(again, v) {
				t.Errorf("%s is not valid: %v", v.Model.Type, err)
			}
		}
		return names
	}
	own := decode(t, `{"data":{"source":"sample","name":"prostate"},"target":"lpsa","split":{"train":0.5,"test":0.5,"seed":9},
		"model":{"kernel":{"type":"polynomial"},"p":"8/7","gamma":3},"selection":{"rule":"count","count":4},"search":{"criterion":"cross-validation","gamma":[1,2],"folds":7,"seed":5}}`)
	names := types(own)
	if slices.Contains(names, ModelSVM) || !slices.Contains(names, ModelKNN) {
		t.Errorf("regression has %v", names)
	}
	variants, _ := Variants(own)
	reweighted := 0
	for _, v := range variants {
		if v.Search.Criterion != "" && (v.Search.Folds != 7 || v.Search.Seed != 5) {
			t.Errorf("%s has other folds", v.Model.Type)
		}
		switch v.Model.Type {
		case ModelLP:
			if v.Model.R != (P{}) {
				if v.Model.P != own.Model.P || len(v.Search.R) == 0 || !v.Search.Steps || v.Selection.Rule != SelectNonzero {
					t.Errorf("the reweighted model is %+v with the search %+v", v.Model, v.Search)
				}
				reweighted++
				continue
			}
			if !reflect.DeepEqual(v.Model, own.Model) || v.Selection != own.Selection || !v.Search.Gamma.Auto {
				t.Errorf("the model of the experiment became %+v", v)
			}
		case ModelKernelRidge:
			if v.Model.Kernel.Type != KernelGaussian {
				t.Errorf("a kernel machine has the kernel %s", v.Model.Kernel.Type)
			}
		}
	}
	if reweighted != 1 || variants[1].Model.Method() != reweightedLP {
		t.Errorf("%d reweighted models", reweighted)
	}
	machine := decode(t, `{"data":{"source":"inline","columns":["x","y"],"rows":[[1,"a"],[2,"b"],[3,"a"],[4,"b"]]},"target":"y","task":"classification",
		"model":{"type":"svm","kernel":{"type":"polynomial","degree":3},"C":1,"subsample":3,"subsampleSeed":2}}`)
	if names := types(machine); !slices.Contains(names, ModelSVM) {
		t.Errorf("classification has %v", names)
	}
	variants, _ = Variants(machine)
	for _, v := range variants {
		rows, seed := 0, uint64(0) // of the subsample
		if v.Model.onGram() {
			rows, seed = 3, 2
		}
		if v.Model.Subsample != rows || v.Model.SubsampleSeed != seed || v.Model.onGram() && v.Model.Kernel.Degree != 3 {
			t.Error(mustMarshal(t, v.Model))
		}
	}
}
