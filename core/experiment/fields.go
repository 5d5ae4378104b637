package experiment

import (
	"fmt"
	"strings"
)

// Kind is the type of a field's value.
type Kind int

// The kinds of fields, with their JSON and their Go type in Spec.
const (
	Integer  Kind = iota // a whole number; int, or uint64 for a seed
	Number               // a finite number; float64
	Text                 // a string
	Flag                 // true or false; bool
	Choice               // one of Values; string
	Exponent             // a fraction "a/b" or a number; P
	Scale                // a positive number or "auto"; Gamma
	Share                // a fraction or a list of rows; Part
	Names                // a list of different strings; []string
	Cells                // a list of rows of numbers, strings and nulls; [][]any
)

// Field describes one field of an experiment: everything the decoder, the
// encoder, the page's controls and the link need to know about it.
type Field struct {
	Path  string // place in the JSON: "model.kernel.degree"
	Label string // accessible name of its control
	Help  string // one sentence for its control

	Kind     Kind
	Min, Max float64 // range of a number; length of a text or a list. Unbounded (1e300) is not shown.
	Open     bool    // Min itself is excluded
	Values   []Value // of a Choice

	// Default is the Go value an absent field takes, nil where there is none:
	// such a field must be given, or, if Optional, stays at its zero value.
	Default  any
	Optional bool

	// When says for which experiments the field exists at all.
	When Condition

	defaultFor func(*Spec) any // where the default depends on earlier fields
	missing    string          // what to do where it must be given and is not
	at         func(*Spec) any // pointer to the field in a Spec
}

// Value is one value of a Choice.
type Value struct {
	Value string // in the JSON
	Label string // on the page
}

// Condition holds where the field at Path has one of Values, or, with no
// Values, is not zero. The zero Condition always holds.
type Condition struct {
	Path   string
	Values []string
}

// Unbounded is the Max of a number without an upper limit of its own.
const Unbounded = 1e300

// maxSeed is the largest whole number that JavaScript keeps exact.
const maxSeed = 1<<53 - 1

// fields is the table, in the order of the document. A field's condition and
// default may depend on fields above it. Paths never change meaning, and
// defaults never change within a version: a link stores only what differs.
var fields = []Field{
	{Path: "version", Label: "Version", Help: "Version of the experiment's format.",
		Kind: Integer, Min: 1, Max: Version, Default: Version,
		at: func(s *Spec) any { return &s.Version }},
	{Path: "title", Label: "Title", Help: "What the experiment shows, in a few words.",
		Kind: Text, Max: 80, Default: "", Optional: true,
		at: func(s *Spec) any { return &s.Title }},

	{Path: "data.source", Label: "Data", Help: "Where the rows come from.",
		Kind: Choice, Values: []Value{{SourceSynthetic, "Synthetic"}, {SourceSample, "Sample"}, {SourceInline, "In the experiment"}, {SourceFile, "File"}},
		missing: `it must be one of "synthetic", "sample", "inline", "file"`,
		at:      func(s *Spec) any { return &s.Data.Source }},
	{Path: "data.n", Label: "Rows", Help: "Number of synthetic rows.",
		Kind: Integer, Min: 2, Max: 100_000, Default: 125, When: synthetic,
		at: func(s *Spec) any { return &s.Data.N }},
	{Path: "data.d", Label: "Columns", Help: "Number of synthetic columns x1, x2, ..., each standard normal.",
		Kind: Integer, Min: 1, Max: 200_000, Default: 1500, When: synthetic,
		at: func(s *Spec) any { return &s.Data.D }},
	{Path: "data.relevant", Label: "Relevant", Help: "Number of monomials that the target is made of.",
		Kind: Integer, Min: 0, Max: 10_000, Default: 6, When: synthetic,
		at: func(s *Spec) any { return &s.Data.Relevant }},
	{Path: "data.noise", Label: "Noise", Help: "Standard deviation of the noise added to the target.",
		Kind: Number, Min: 0, Max: Unbounded, Default: 0.05, When: synthetic,
		at: func(s *Spec) any { return &s.Data.Noise }},
	{Path: "data.degree", Label: "Planted degree", Help: "Degree of the monomials that the target is made of.",
		Kind: Integer, Min: 1, Max: 10, Default: 1, When: synthetic,
		at: func(s *Spec) any { return &s.Data.Degree }},
	{Path: "data.seed", Label: "Data seed", Help: "Another seed gives other rows, weights and noise.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: synthetic,
		at: func(s *Spec) any { return &s.Data.Seed }},
	{Path: "data.name", Label: "Sample", Help: "Name of the bundled data set, or of the file.",
		Kind: Text, Min: 1, Max: 1000, When: Condition{"data.source", []string{SourceSample, SourceFile}},
		missing: "name the bundled data set or the file",
		at:      func(s *Spec) any { return &s.Data.Name }},
	{Path: "data.sha256", Label: "SHA-256", Help: "Hash of the file's bytes: another file is refused. Without it any file is taken.",
		Kind: Text, Max: 64, Default: "", Optional: true, When: Condition{"data.source", []string{SourceFile}},
		at: func(s *Spec) any { return &s.Data.SHA256 }},
	{Path: "data.columns", Label: "Column names", Help: "Names of the columns of the rows in the experiment.",
		Kind: Names, Min: 1, Max: 200_000, When: inline,
		missing: "list the columns' names",
		at:      func(s *Spec) any { return &s.Data.Columns }},
	{Path: "data.rows", Label: "Cells", Help: "The rows: a number, a text or null (missing) for each column.",
		Kind: Cells, Min: 1, Max: 1_000_000, When: inline,
		missing: "list the rows, each a list with a cell for each column",
		at:      func(s *Spec) any { return &s.Data.Rows }},

	{Path: "target", Label: "Target", Help: "The column to predict.",
		Kind: Text, Min: 1, Max: 10_000,
		defaultFor: func(s *Spec) any {
			if s.Data.Source == SourceSynthetic {
				return "y"
			}
			return nil
		},
		missing: "name the column to predict",
		at:      func(s *Spec) any { return &s.Target }},
	{Path: "features", Label: "Features", Help: "The columns to predict from; without a choice, every usable one but the target.",
		Kind: Names, Min: 1, Max: 200_000, Optional: true,
		at: func(s *Spec) any { return &s.Features }},
	{Path: "task", Label: "Task", Help: "Predict a number, or one of two classes.",
		Kind: Choice, Values: []Value{{Regression, "Regression"}, {Classification, "Classification"}}, Default: Regression,
		at: func(s *Spec) any { return &s.Task }},

	{Path: "split.train", Label: "Training share", Help: "Rows that the model is fitted to.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.75},
		missing: "give the training rows too, as a fraction or as a list",
		at:      func(s *Spec) any { return &s.Split.Train }},
	{Path: "split.validation", Label: "Validation share", Help: "Rows that choices between models are made on.",
		Kind: Share, Min: 0, Max: 1, Default: Part{},
		at: func(s *Spec) any { return &s.Split.Validation }},
	{Path: "split.test", Label: "Test share", Help: "Rows that only the final errors are measured on.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.25},
		at: func(s *Spec) any { return &s.Split.Test }},
	{Path: "split.seed", Label: "Split seed", Help: "Another seed shares out the rows differently.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1),
		at: func(s *Spec) any { return &s.Split.Seed }},

	{Path: "preprocess.standardize", Label: "Standardize", Help: "Scale each column to mean 0 and standard deviation 1 over the training rows.",
		Kind: Flag, Default: true,
		at: func(s *Spec) any { return &s.Preprocess.Standardize }},
	{Path: "preprocess.intercept", Label: "Intercept", Help: "Add a constant that is not penalised.",
		Kind: Flag, Default: true,
		at: func(s *Spec) any { return &s.Preprocess.Intercept }},
	{Path: "preprocess.missing", Label: "Missing cells", Help: "Leave out rows with a missing cell, or let the training mean (the most frequent level) stand in.",
		Kind: Choice, Values: []Value{{MissingDrop, "Leave the row out"}, {MissingMean, "Use the mean"}}, Default: MissingDrop,
		at: func(s *Spec) any { return &s.Preprocess.Missing }},

	{Path: "model.kernel.type", Label: "Kernel", Help: "The monomials that the model may use.",
		Kind: Choice, Values: []Value{{KernelLinear, "Linear"}, {KernelPolynomial, "Polynomial"}, {KernelExponential, "Exponential"}}, Default: KernelLinear,
		at: func(s *Spec) any { return &s.Model.Kernel.Type }},
	{Path: "model.kernel.degree", Label: "Degree", Help: "Degree of the monomials.",
		Kind: Integer, Min: 1, Max: 10, Default: 2, When: Condition{"model.kernel.type", []string{KernelPolynomial}},
		at: func(s *Spec) any { return &s.Model.Kernel.Degree }},
	{Path: "model.p", Label: "p", Help: "The norm of the penalty: 2 spreads the weights, towards 1 few of them carry all.",
		Kind: Exponent, Min: 1, Open: true, Max: 2, Default: P{Num: 4, Den: 3},
		at: func(s *Spec) any { return &s.Model.P }},
	{Path: "model.loss.type", Label: "Loss", Help: "How an error on a training row is counted.",
		Kind: Choice, Values: []Value{{LossSquared, "Squared"}, {LossAbsolute, "Absolute"}, {LossEpsilonInsensitive, "Epsilon-insensitive"}, {LossHuber, "Huber"}, {LossLogistic, "Logistic"}, {LossHinge, "Hinge"}},
		Default: LossSquared,
		defaultFor: func(s *Spec) any {
			if s.Task == Classification {
				return LossLogistic
			}
			return LossSquared
		},
		at: func(s *Spec) any { return &s.Model.Loss.Type }},
	{Path: "model.loss.epsilon", Label: "Epsilon", Help: "Errors up to this size cost nothing.",
		Kind: Number, Min: 0, Max: Unbounded, Default: 0.1, When: Condition{"model.loss.type", []string{LossEpsilonInsensitive}},
		at: func(s *Spec) any { return &s.Model.Loss.Epsilon }},
	{Path: "model.loss.rho", Label: "Rho", Help: "Errors beyond this size count linearly.",
		Kind: Number, Min: 0, Open: true, Max: Unbounded, Default: 1.0, When: Condition{"model.loss.type", []string{LossHuber}},
		at: func(s *Spec) any { return &s.Model.Loss.Rho }},
	{Path: "model.gamma", Label: "Gamma", Help: "Weight of the data against the penalty; auto takes the scale at which the fit becomes as large as the target.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true},
		at: func(s *Spec) any { return &s.Model.Gamma }},
	{Path: "model.subsample", Label: "Subsample", Help: "Number of training rows that carry the model; without it, all of them.",
		Kind: Integer, Min: 2, Max: 1_000_000, Default: 0, Optional: true,
		at: func(s *Spec) any { return &s.Model.Subsample }},
	{Path: "model.subsampleSeed", Label: "Subsample seed", Help: "Another seed draws another subsample.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: Condition{Path: "model.subsample"},
		at: func(s *Spec) any { return &s.Model.SubsampleSeed }},

	{Path: "solver.method", Label: "Method", Help: "The algorithm; auto chooses by loss and size.",
		Kind: Choice, Values: []Value{{Auto, "Auto"}, {MethodNewton, "Newton"}, {MethodDualGradient, "Dual gradient"}, {MethodProximalGradient, "Proximal gradient"}}, Default: Auto,
		at: func(s *Spec) any { return &s.Solver.Method }},
	{Path: "solver.tolerance", Label: "Tolerance", Help: "Duality gap, relative to the objective, at which the run has converged.",
		Kind: Number, Min: 1e-15, Max: 1, Default: 1e-10,
		at: func(s *Spec) any { return &s.Solver.Tolerance }},
	{Path: "solver.maxIterations", Label: "Iteration limit", Help: "The run stops after so many iterations, converged or not.",
		Kind: Integer, Min: 1, Max: 1_000_000, Default: 500,
		at: func(s *Spec) any { return &s.Solver.MaxIterations }},
	{Path: "solver.strategy", Label: "Strategy", Help: "Work on the Gram tensor or on explicit features; auto takes the cheaper.",
		Kind: Choice, Values: []Value{{Auto, "Auto"}, {StrategyTensor, "Tensor"}, {StrategyFeatures, "Features"}}, Default: Auto,
		at: func(s *Spec) any { return &s.Solver.Strategy }},
}

var (
	synthetic = Condition{"data.source", []string{SourceSynthetic}}
	inline    = Condition{"data.source", []string{SourceInline}}
)

// byPath finds a field's place in the table; sections lists, for each object of
// the document ("" is the document itself), its keys in order.
var byPath, sections = index()

func index() (map[string]int, map[string][]string) {
	places, keys := map[string]int{}, map[string][]string{}
	for i, f := range fields {
		places[f.Path] = i
		parent, key := "", f.Path
		for {
			head, rest, deeper := strings.Cut(key, ".")
			if known := keys[parent]; len(known) == 0 || known[len(known)-1] != head {
				keys[parent] = append(known, head)
			}
			if !deeper {
				break
			}
			parent, key = join(parent, head), rest
		}
	}
	return places, keys
}

// Fields returns the whole table, in the order of the document.
func Fields() []Field { return append([]Field(nil), fields...) }

// Lookup returns the field at a path such as "model.kernel.degree". It panics
// where there is none.
func Lookup(path string) Field { return *lookup(path) }

func lookup(path string) *Field {
	i, ok := byPath[path]
	if !ok {
		panic("experiment: no field " + path)
	}
	return &fields[i]
}

// Applies reports whether s has this field: the degree, say, only where the
// kernel is polynomial.
func (f Field) Applies(s Spec) bool { return f.applies(&s) }

func (f *Field) applies(s *Spec) bool {
	if f.When.Path == "" {
		return true
	}
	switch v := lookup(f.When.Path).at(s).(type) {
	case *string:
		for _, value := range f.When.Values {
			if *v == value {
				return true
			}
		}
		return false
	case *int:
		return *v != 0
	}
	panic("experiment: the condition of " + f.Path + " is on a field that cannot bear one")
}

// DefaultIn returns the field's default in s, nil where it has none: the
// default loss, say, depends on the task.
func (f Field) DefaultIn(s Spec) any { return f.defaultIn(&s) }

func (f *Field) defaultIn(s *Spec) any {
	if f.defaultFor != nil {
		return f.defaultFor(s)
	}
	return f.Default
}

// Requires says in words what the field's value must be: `it must be greater
// than 0, or "auto"`.
func (f Field) Requires() string {
	switch f.Kind {
	case Integer:
		return fmt.Sprintf("it must be a whole number from %s to %s", plain(f.Min), plain(f.Max))
	case Number:
		return "it must be " + f.bounds()
	case Text:
		if f.Min > 0 {
			return fmt.Sprintf("it must be a text of %s to %s characters", plain(f.Min), plain(f.Max))
		}
		return fmt.Sprintf("it must be a text of at most %s characters", plain(f.Max))
	case Flag:
		return "it must be true or false"
	case Choice:
		return "it must be one of " + quotedList(f.values())
	case Exponent:
		return `it must be ` + f.bounds() + `, as a number or as a fraction such as "4/3"`
	case Scale:
		return `it must be ` + f.bounds() + `, or "auto"`
	case Share:
		return "it must be a fraction " + f.bounds() + ", or a list of row numbers counted from 0"
	case Names:
		return fmt.Sprintf("it must be a list of %s to %s names", plain(f.Min), plain(f.Max))
	case Cells:
		return fmt.Sprintf("it must be a list of %s to %s rows", plain(f.Min), plain(f.Max))
	}
	panic("experiment: " + f.Path + " has no kind")
}

// bounds is the range in words.
func (f Field) bounds() string {
	switch {
	case f.Open && f.Max == Unbounded:
		return "greater than " + plain(f.Min)
	case f.Open:
		return "greater than " + plain(f.Min) + " and at most " + plain(f.Max)
	case f.Max == Unbounded:
		return "at least " + plain(f.Min)
	}
	return "from " + plain(f.Min) + " to " + plain(f.Max)
}

// values lists the values of a Choice.
func (f Field) values() []string {
	words := make([]string, len(f.Values))
	for i, v := range f.Values {
		words[i] = v.Value
	}
	return words
}

// plain writes a bound without an exponent where that is short.
func plain(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprint(x)
}
