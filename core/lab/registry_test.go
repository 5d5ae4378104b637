package lab

import (
	"maps"
	"slices"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/machine"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/mercer"
)

// TestNamesHaveImplementations checks that every name of a model, loss, kernel or method of lp models in
// experiments has an implementation, and that every implementation has a name in core/experiment/models.go.
func TestNamesHaveImplementations(t *testing.T) {
	names := func(path, model string) (list []string) {
		for _, v := range experiment.Lookup(path).ValuesIn(experiment.Spec{Model: experiment.Model{Type: model}}) {
			list = append(list, v.Value)
		}
		slices.Sort(list)
		return list
	}
	compare := func(what string, declared, implemented []string) {
		for _, name := range declared {
			if !slices.Contains(implemented, name) {
				t.Errorf("the %s %q has no implementation: add it to the registry in the file that implements it", what, name)
			}
		}
		for _, name := range implemented {
			if !slices.Contains(declared, name) {
				t.Errorf("the %s %q is not declared: add its row to core/experiment/models.go", what, name)
			}
		}
		if len(slices.Compact(slices.Clone(declared))) != len(declared) {
			t.Errorf("a %s is declared twice: %v", what, declared)
		}
	}
	compare("loss", names("model.loss.type", experiment.ModelLP), loss.Registry.Names())
	compare("tensor kernel", names("model.kernel.type", experiment.ModelLP), kernel.Registry.Names())
	compare("method", names("solver.method", experiment.ModelLP), lp.Registry.Names())
	for _, name := range lp.Registry.Names() {
		if got := methodOf(experiment.Solver{Method: name}).String(); got != name && name != experiment.Auto {
			t.Errorf("the method %q is %q in reports", name, got)
		}
	}
	for _, name := range machine.Registry.Names() {
		compare("kernel of two arguments", names("model.kernel.type", name), mercer.Registry.Names())
	}
	compare("model", names("model.type", experiment.ModelLP), slices.Sorted(maps.Keys(kinds)))
	for _, name := range linear.Registry.Names() {
		if m := (experiment.Model{Type: name}); !m.HasWeights() || experiment.Lookup("model.kernel.type").Applies(experiment.Spec{Model: m}) {
			t.Errorf("the linear model %q is not declared with the trait linear", name)
		}
	}
	for _, name := range machine.Registry.Names() {
		if m := (experiment.Model{Type: name}); m.HasWeights() || !experiment.Lookup("model.kernel.type").Applies(experiment.Spec{Model: m}) {
			t.Errorf("the kernel machine %q is not declared with the trait onGram", name)
		}
	}
	for _, name := range loss.Registry.Names() {
		if got := lossOf(experiment.Loss{Type: name}).Labels(); got != experiment.OfClasses(name) {
			t.Errorf("the loss %q is for classes: %v, but its row in core/experiment/models.go has the opposite", name, got)
		}
	}
}

// TestFormatsAreDeclared checks that the formats of experiments are those of core/data/table.
func TestFormatsAreDeclared(t *testing.T) {
	var declared []string
	for _, v := range experiment.Lookup("data.import.format").Values {
		declared = append(declared, v.Value)
	}
	slices.Sort(declared)
	if read := table.Formats(); !slices.Equal(read, declared) {
		t.Errorf("the formats of core/data/table are %v, in core/experiment/fields.go %v", read, declared)
	}
}
