package page

import (
	"slices"
	"sync"

	bundled "lplab/core/data/sample"
	"lplab/core/english"
	"lplab/core/experiment"
)

// sample is an entry of the Sample control: the source of rows, and settings that suit them.
type sample struct {
	ID    string // value of the option
	Label string
	Note  string // description and source
	Data  experiment.Data
	// Target to begin with; "" lets the first inspection choose.
	Target string
	// Raw columns are on scales of their own: standardise them, and fit a constant.
	Raw bool
	// Bag is the column that names the bags of its rows; "" without bags.
	Bag string
	// Model is a model that suits the data: fields of the experiment, and their values.
	Model [][2]string
}

func (s sample) hasModelOf(spec experiment.Spec) bool {
	return len(s.Model) > 0 && !slices.ContainsFunc(s.Model, func(e [2]string) bool {
		f := experiment.Lookup(e[0])
		return e[1] != "" && f.Kind != experiment.Scale && (!f.Applies(spec) || f.Get(spec) != e[1])
	})
}

// Models that suit planted data: sums of columns, and of products of several.
var (
	lp     = [][2]string{{"search.criterion", ""}, {"model.type", experiment.ModelLP}, {"model.p", "4/3"}, {"model.r", ""}}
	linear = slices.Concat(lp, [][2]string{{"model.kernel.type", experiment.KernelLinear}})
)

func products(degree string) [][2]string {
	return slices.Concat(lp, [][2]string{{"model.kernel.type", experiment.KernelPolynomial}, {"model.kernel.degree", degree}, {"model.kernel.constant", "0"}})
}

// sparse is a model with its gamma, and reweighting to r = 1/2.
func sparse(model [][2]string, gamma string) [][2]string {
	return slices.Concat(model, [][2]string{{"model.gamma", gamma}, {"model.r", "1/2"}, {"model.steps", "8"}, {"selection.rule", experiment.SelectNonzero}})
}

// set gives fields their values, as an experiment has them.
func set(s *experiment.Spec, entries ...[2]string) {
	for _, e := range entries {
		if err := experiment.Lookup(e[0]).Set(s, e[1]); err != nil {
			panic("page: " + err.Error())
		}
	}
}

// Values of the Sample control that are no IDs of samples.
const (
	ownFile = "file"   // the user's file
	ownData = "inline" // the rows of the experiment itself
)

// samples lists the entries of the Sample control in their order. They are made on first use, because
// the solver's workers run the same program without them.
var samples = sync.OnceValue(func() []sample {
	all := []sample{
		{
			ID: "synthetic-triples", Label: "Synthetic: 4 of 4,960 products",
			Note: "The target is a sum of four of the 4,960 products of three columns, plus noise. A linear model explains about a tenth of it.",
			Data: experiment.Default().Data, Target: "y", Model: sparse(products("3"), "1"),
		},
		{
			ID: "synthetic", Label: "Synthetic: 6 of 1,500 columns matter",
			Note: "The target is a sum of six columns, plus noise, as in the first figure of Salzo, Suykens and Rosasco.",
			Data: experiment.Data{Source: experiment.SourceSynthetic, N: 125, D: 1500, Relevant: 6, Noise: 0.05, Degree: 1, Seed: 1}, Target: "y", Model: sparse(linear, "10"),
		},
		{
			ID: "synthetic-pairs", Label: "Synthetic: 5 products of 40 columns",
			Note: "The target is a sum of products of two columns, plus noise.",
			Data: experiment.Data{Source: experiment.SourceSynthetic, N: 160, D: 40, Relevant: 5, Noise: 0.05, Degree: 2, Seed: 1}, Target: "y", Model: sparse(products("2"), "1"),
		},
		{
			ID: "synthetic-large", Label: "Synthetic: 6 of 211,575 products",
			Note: "650 columns have 211,575 products of two; the target is a sum of six of them, plus noise.",
			Data: experiment.Data{Source: experiment.SourceSynthetic, N: 120, D: 650, Relevant: 6, Noise: 0.05, Degree: 2, Seed: 1}, Target: "y", Model: append(products("2"), [2]string{"model.gamma", "10"}),
		},
	}
	for _, info := range bundled.All() {
		size := english.Count(info.Rows, "row")
		if info.Bag != "" {
			size = english.Count(info.Bags, "bag")
		}
		all = append(all, sample{
			ID: info.Name, Label: info.Title + ", " + size,
			Note:   info.Description + " " + info.Credit + ".",
			Data:   experiment.Data{Source: experiment.SourceSample, Name: info.Name},
			Target: info.Target, Raw: true, Bag: info.Bag, Model: info.Model,
		})
	}
	return all
})

// bags changes to the bags named in a column, with a model for them; or, for column "", to rows.
func bags(s *experiment.Spec, column string) {
	entries := [][2]string{{"bag", column}}
	switch {
	case column != "":
		entries = [][2]string{{"model.type", experiment.ModelKernelRidge}, {"model.kernel.type", experiment.KernelSet}, {"model.kernel.of", experiment.KernelGaussian}, {"bag", column}}
	case s.Bag != "" && s.Model.Kernel.Type == experiment.KernelSet: // the points of the sets become single rows
		entries = append(entries, [2]string{"model.kernel.type", experiment.KernelGaussian})
	}
	set(s, entries...)
}

func sampleByID(id string) (sample, bool) {
	for _, s := range samples() {
		if s.ID == id {
			return s, true
		}
	}
	return sample{}, false
}

// sampleOf is the entry of the Sample control for d. Synthetic data with other parameters are the
// first entry of their degree.
func sampleOf(d experiment.Data) string {
	switch d.Source {
	case experiment.SourceFile:
		return ownFile
	case experiment.SourceInline:
		return ownData
	case experiment.SourceSample:
		return d.Name
	}
	id := samples()[0].ID
	for _, s := range slices.Backward(samples()) {
		if s.Data.Source != d.Source || s.Data.Degree != d.Degree {
			continue
		}
		id = s.ID
		if s.Data.N == d.N && s.Data.D == d.D {
			return s.ID
		}
	}
	return id
}
