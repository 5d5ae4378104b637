package experiment

import "slices"

// fields is the table, in the order of the document. A field's condition and
// default may depend on fields above it. Paths never change meaning, and
// defaults never change within a version: a link stores only what differs.
var fields = []Field{
	{Path: "version", Label: "Version", Help: "Version of the experiment format.",
		Kind: Integer, Min: 1, Max: Version, Default: Version},
	{Path: "title", Label: "Title", Help: "A short description of the experiment.",
		Kind: Text, Max: 80, Default: "", Optional: true},

	{Path: "data.source", Label: "Data", Help: "Source of the rows.",
		Kind: Choice, Values: []Value{{SourceSynthetic, "Synthetic"}, {SourceSample, "Sample"}, {SourceInline, "In the experiment"}, {SourceFile, "File"}},
		missing: `it must be one of "synthetic", "sample", "inline", "file"`},
	{Path: "data.n", Label: "Rows", Help: "Number of synthetic rows.",
		Kind: Integer, Min: 2, Max: 100_000, Default: 125, When: synthetic},
	{Path: "data.d", Label: "Columns", Help: "Number of synthetic columns x1, x2, ..., each standard normal.",
		Kind: Integer, Min: 1, Max: 200_000, Default: 1500, When: synthetic},
	{Path: "data.relevant", Label: "Relevant", Help: "Number of monomials in the target.",
		Kind: Integer, Min: 0, Max: 10_000, Default: 6, When: synthetic},
	{Path: "data.noise", Label: "Noise", Help: "Standard deviation of the noise added to the target.",
		Kind: Number, Min: 0, Max: Unbounded, Default: 0.05, When: synthetic},
	{Path: "data.degree", Label: "Planted degree", Help: "Degree of the monomials in the target.",
		Kind: Integer, Min: 1, Max: 10, Default: 1, When: synthetic},
	{Path: "data.seed", Label: "Data seed", Help: "Seed of the random rows, weights and noise.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: synthetic},
	{Path: "data.name", Label: "Sample", Help: "Name of the bundled data set, or of the file.",
		Kind: Text, Min: 1, Max: 1000, When: Condition{"data.source", []string{SourceSample, SourceFile}},
		missing: "name the bundled data set or the file"},
	{Path: "data.sha256", Label: "SHA-256", Help: "Hash of the file's contents; other files are refused.",
		Kind: Hash, Default: "", Optional: true, When: ownFile},
	{Path: "data.test.name", Label: "Test file", Help: "A second file with the test rows; the rows of the first are split into training and validation rows.",
		Kind: Text, Min: 1, Max: 1000, Optional: true, When: ownFile},
	{Path: "data.test.sha256", Label: "Test SHA-256", Help: "Hash of the test file's contents; other files are refused.",
		Kind: Hash, Optional: true, When: ownFile},
	{Path: "data.import.format", Label: "Format", Help: "Format of the file; by default detected from its contents.",
		Kind: Choice, Optional: true, When: ownFile, Values: []Value{
			{FormatDelimited, "Delimited (CSV)"},
			{FormatLIBSVM, "LIBSVM"},
			{FormatJSON, "JSON records"},
			{FormatARFF, "ARFF"},
		}},
	{Path: "data.import.encoding", Label: "Encoding", Help: "Character encoding of the file.",
		Kind: Choice, Values: []Value{{"utf-8", "UTF-8"}, {"windows-1252", "Windows-1252"}, {"utf-16le", "UTF-16 (little-endian)"}, {"utf-16be", "UTF-16 (big-endian)"}}, Optional: true, When: ownFile},
	{Path: "data.import.delimiter", Label: "Delimiter", Help: "Separator of the cells of a line.",
		Kind: Choice, Values: []Value{{DelimiterComma, "Comma"}, {DelimiterSemicolon, "Semicolon"}, {DelimiterTab, "Tab"}, {DelimiterBar, "Bar |"}, {DelimiterSpace, "Space"}}, Optional: true, When: ownFile},
	{Path: "data.import.decimal", Label: "Decimal mark", Help: "Separator of the integer and the fractional part of a number.",
		Kind: Choice, Values: []Value{{DecimalPoint, "Point (1.5)"}, {DecimalComma, "Comma (1,5)"}}, Optional: true, When: ownFile},
	{Path: "data.import.header", Label: "Header", Help: "Whether the first row contains the column names.",
		Kind: Choice, Values: []Value{{"yes", "First row names the columns"}, {"no", "First row is data"}}, Optional: true, When: ownFile},
	{Path: "data.import.quote", Label: "Quotes", Help: "Whether double quotes enclose cells or are ordinary characters.",
		Kind: Choice, Values: []Value{{"enclose", "Enclose a cell"}, {"literal", "Ordinary characters"}}, Optional: true, When: ownFile},
	{Path: "data.import.missing", Label: "Missing codes", Help: "Further codes of missing cells, such as -999, besides blank, NA, N/A, ?, NaN and NULL.",
		Kind: Codes, Min: 1, Max: 20, Optional: true, When: ownFile},
	{Path: "data.import.ragged", Label: "Ragged rows", Help: "Treatment of lines with more or fewer cells than the others.",
		Kind: Choice, Values: []Value{{"refuse", "Refuse the file"}, {"drop", "Leave them out"}, {"pad", "Fill up with missing cells"}}, Optional: true, When: ownFile},
	{Path: "data.import.dates", Label: "Dates", Help: "Use of columns of dates.",
		Kind: Choice, Values: []Value{{"text", "Leave them out"}, {"parts", "Year, month, day, weekday"}}, Optional: true, When: ownFile},
	{Path: "data.columns", Label: "Column names", Help: "Names of the columns of the rows in the experiment.",
		Kind: Names, Min: 1, Max: 200_000, When: inline,
		missing: "list the columns' names"},
	{Path: "data.rows", Label: "Cells", Help: "The rows: a number, a text or null (missing) for each column.",
		Kind: Cells, Min: 1, Max: 1_000_000, When: inline,
		missing: "list the rows, each a list with a cell for each column"},

	{Path: "target", Label: "Target", Help: "Column to predict.",
		Kind: Text, Min: 1, Max: 10_000,
		defaultFor: func(s *Spec) any {
			if s.Data.Source == SourceSynthetic {
				return "y"
			}
			return nil
		},
		missing: "name the column to predict"},
	{Path: "features", Label: "Features", Help: "Columns used to predict the target; by default all usable ones.",
		Kind: Names, Min: 1, Max: 200_000, Optional: true},
	{Path: "basis", Label: "Basis", Help: "Formulas used as features in place of columns: x1, x1^2, x1*x2, log(x2), sin(2*pi*x1).",
		Kind: Formulas, Min: 1, Max: 1000, Optional: true},
	{Path: "bag", Label: "Bag", Help: "Column with the name of the bag of each line. Bags are the observations of kernel machines with a set kernel.",
		Kind: Text, Min: 1, Max: 10_000, Optional: true},
	{Path: "task", Label: "Task", Help: "Predict a number, or one of 2 to 50 classes.",
		Kind: Choice, Values: []Value{{Regression, "Regression"}, {Classification, "Classification"}}, Default: Regression},

	{Path: "split.train", Label: "Training share", Help: "Rows to fit the model.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.75},
		missing: "give the training rows too, as a fraction or as a list"},
	{Path: "split.validation", Label: "Validation share", Help: "Rows to choose between models.",
		Kind: Share, Min: 0, Max: 1, Default: Part{}},
	{Path: "split.test", Label: "Test share", Help: "Rows to measure the final errors.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.25}},
	{Path: "split.seed", Label: "Split seed", Help: "Seed of the random split.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1)},
	{Path: "split.stratify", Label: "Stratify", Help: "Split each class separately, so that every part has about the same share of it.",
		Kind: Flag, Default: false, When: Condition{taskPath, []string{Classification}}},
	{Path: "split.order", Label: "Split by time", Help: "Column of dates or numbers: the earliest rows are for training, the latest for the test. By default the split is random.",
		Kind: Text, Min: 1, Max: 10_000, Optional: true},

	{Path: "preprocess.standardize", Label: "Standardize", Help: "Scale each column to mean 0 and standard deviation 1 over the training rows.",
		Kind: Flag, Default: true},
	{Path: "preprocess.intercept", Label: "Intercept", Help: "Add an unpenalised constant.",
		Kind: Flag, Default: true},
	{Path: "preprocess.missing", Label: "Missing cells", Help: "Drop rows with a missing cell, or impute the training mean (the most frequent level).",
		Kind: Choice, Values: []Value{{MissingDrop, "Leave the row out"}, {MissingMean, "Use the mean"}}, Default: MissingDrop},

	{Path: "model.type", Label: "Model", Help: "Type of model.",
		Kind: Choice, Values: valuesOf(kinds), Default: ModelLP, Implied: true},
	{Path: "model.kernel.type", Label: "Kernel", Help: "Features of the model: monomials of the columns, or similarity to training rows.", Models: kernelled,
		Kind: Choice, Values: valuesOf(kernelTypes), ValueModels: kernelModels(), Default: KernelLinear},
	{Path: "model.kernel.degree", Label: "Degree", Help: "Degree of the monomials.",
		Kind: Integer, Min: 1, Max: 10, Default: 2, When: Condition{"model.kernel.type", []string{KernelPolynomial}}},
	{Path: "model.kernel.constant", Label: "Constant", Help: "Constant added before the power; a positive one includes lower degrees.",
		Kind: Number, Min: 0, Max: 1e6, Default: 0.0, Implied: true, When: Condition{"model.kernel.type", []string{KernelPolynomial}}},
	{Path: "model.kernel.radius", Label: "Radius", Help: "The series 1 + S/r + (S/r)² + ... needs rows with a sum of |x|^q below r; auto is twice the largest sum of the training rows.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Value: 1}, When: Condition{"model.kernel.type", []string{KernelGeometric}},
		suggested: func(*Spec) any { return Gamma{Auto: true} }},
	{Path: "model.kernel.coefficients", Label: "Coefficients", Help: "Coefficients of the powers of S, or of another kernel, constant first: 0, 1, 0.5 is S + S²/2.",
		Kind: Numbers, Min: 0, Max: 1e100, Default: []float64{0, 1, 0.5}, When: Condition{"model.kernel.type", []string{KernelSeries, KernelPolynomialOf}}},
	{Path: "model.kernel.a", Label: "Rate", Help: "The kernel is exp(a S), with S = x·t for two arguments; auto is 1 / the largest sum of |x|^q of the training rows.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Value: 1}, Implied: true, When: Condition{"model.kernel.type", []string{KernelExponential}},
		suggested: func(*Spec) any { return Gamma{Auto: true} }},
	{Path: "model.kernel.beta", Label: "Beta", Help: "The kernel is exp(-beta ‖x - t‖²); auto is 1 / the total variance of the features.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}, When: Condition{"model.kernel.type", []string{KernelGaussian}}},
	{Path: "model.kernel.A", Label: "Matrix A", Help: "The kernel is x·A t, with a row and a column for each feature: commas within a row, semicolons between rows.",
		Kind: Matrix, Min: 1, Max: 1000, When: Condition{"model.kernel.type", []string{KernelMatrix}},
		missing: "give a symmetric matrix, a list of rows, with a row and a column for each feature"},
	{Path: "model.kernel.dimension", Label: "Dimension", Help: "Number of coordinates of a point, if each row is a bag of consecutive points.",
		Kind: Integer, Min: 1, Max: 100_000, Default: 1, When: Condition{"model.kernel.type", []string{KernelSet}}, Unless: "bag"},
	{Path: "model.kernel.factor", Label: "Factor", Help: "Factor of the kernel.",
		Kind: Number, Min: 0, Max: 1e100, Default: 1.0, When: Condition{"model.kernel.type", []string{KernelScale}}},
	{Path: "model.kernel.columns", Label: "Kernel columns", Help: "Features used by the kernel.",
		Kind: Names, Min: 1, Max: 100_000, When: Condition{"model.kernel.type", []string{KernelCompose}},
		missing: "list the features for the kernel"},
	{Path: "model.kernel.of", Label: "Parts", Help: "Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses.",
		Kind: Kernels, Min: 2, Max: mostKernels, Default: []Kernel{{Type: KernelLinear}, {Type: KernelPolynomial, Degree: 2}}, When: Condition{"model.kernel.type", namesWith(ofOne|ofSeveral, kernelTypes)},
		defaultFor: func(s *Spec) any {
			if s.Model.Kernel.ofOne() {
				return []Kernel{{Type: KernelLinear}}
			}
			return []Kernel{{Type: KernelLinear}, {Type: KernelPolynomial, Degree: 2}}
		}},
	{Path: "model.p", Label: "p", Help: "Exponent of the penalty; values near 1 give few large weights.",
		Models: lpOnly, Kind: Exponent, Min: 1, Open: true, Max: 2, Default: P{Num: 4, Den: 3}},
	{Path: "model.r", Label: "r", Help: "Exponent of the penalty after reweighting, below p: 1 for the lasso penalty, less for sparser weights.",
		Models: lpOnly, Kind: Exponent, Min: 0.1, Max: 2, Optional: true},
	{Path: "model.steps", Label: "Reweighting steps", Help: "Largest number of refits on reweighted features; refits end when the weights no longer change.",
		Models: lpOnly, Kind: Integer, Min: 1, Max: mostSteps, Default: 4, When: Condition{Path: "model.r"}},
	{Path: "model.loss.type", Label: "Loss", Help: "Cost of an error on a training row.",
		Models: lpOnly, Kind: Choice, Values: valuesOf(lossTypes),
		Default: LossSquared, defaultFor: ofTask(LossSquared, LossLogistic)},
	{Path: "model.loss.epsilon", Label: "Epsilon", Help: "Errors up to this size have no cost.",
		Models: lpOnly, Kind: Number, Min: 0, Max: Unbounded, Default: 0.1, When: Condition{"model.loss.type", []string{LossEpsilonInsensitive}}},
	{Path: "model.loss.rho", Label: "Rho", Help: "Errors above this size have linear cost.",
		Models: lpOnly, Kind: Number, Min: 0, Open: true, Max: Unbounded, Default: 1.0, When: Condition{"model.loss.type", []string{LossHuber}}},
	{Path: "model.loss.width", Label: "Width", Help: "Width of the quadratic part of the loss below the margin 1.",
		Models: lpOnly, Kind: Number, Min: 1e-6, Max: 1e6, Default: 0.5, When: Condition{"model.loss.type", []string{LossQuadraticHinge}}},
	{Path: "model.gamma", Label: "Gamma", Help: "Weight of the loss; auto is the scale at which the fit becomes as large as the target.",
		Models: lpOnly, Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.lambda", Label: "Lambda", Help: "Weight of the penalty; auto is computed from the data.",
		Models: penalised, Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.ratio", Label: "Ratio", Help: "Share of the lasso penalty; the rest is the ridge penalty.",
		Models: []string{ModelElasticNet}, Kind: Number, Min: 0, Max: 1, Default: 0.5},
	{Path: "model.groups", Label: "Groups", Help: "Features selected together: commas within a group, semicolons between groups; by default each column is a group.",
		Models: []string{ModelGroupLasso}, Kind: Groups, Min: 1, Max: 100_000, Optional: true},
	{Path: "model.C", Label: "C", Help: "Weight of the loss; auto is computed from the data.",
		Models: modelsOf("C"), Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.k", Label: "k", Help: "Number of nearest training rows that determine a prediction.",
		Models: []string{ModelKNN}, Kind: Integer, Min: 1, Max: 1_000_000, Default: 5},
	{Path: "model.subsample", Label: "Subsample", Help: "Number of training rows used for the fit; by default all.",
		Models: lpOnly, Kind: Integer, Min: 2, Max: 1_000_000, Default: 0, Optional: true},
	{Path: "model.subsampleSeed", Label: "Subsample seed", Help: "Seed of the random subsample.",
		Models: lpOnly, Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: Condition{Path: "model.subsample"}},

	{Path: "selection.rule", Label: "Selection", Help: "Rule that selects weights.",
		Models: weighted, Kind: Choice, Values: []Value{{SelectNonzero, "Not zero"}, {SelectDeviation, "Twice the deviation"}, {SelectGap, "Largest gap"}, {SelectCount, "Fixed count"}, {SelectShare, "Share of the norm"},
			{SelectPermutation, "Above the noise of permuted targets"}, {SelectStability, "Stable over halves"}, {SelectKnockoffs, "Knockoffs"}}, Default: SelectDeviation,
		ValueModels: map[string][]string{SelectNonzero: linearModels}, ValueWith: map[string]string{SelectNonzero: "model.r"},
		defaultFor: func(s *Spec) any {
			if s.Model.HasZeros() || s.Model.R != (P{}) {
				return SelectNonzero
			}
			return SelectDeviation
		}},
	{Path: "selection.count", Label: "Selected weights", Help: "Number of selected weights.",
		Models: weighted, Kind: Integer, Min: 1, Max: 1_000_000, Default: 10, When: Condition{"selection.rule", []string{SelectCount}}},
	{Path: "selection.share", Label: "Selected share", Help: "Share of the sum of |w|^p that the selected weights have.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 1, Default: 0.9, When: Condition{"selection.rule", []string{SelectShare}}},
	{Path: "selection.level", Label: "Level", Help: "Probability of any selection if the target does not depend on the columns; 0 for no noise floor.",
		Models: weighted, Kind: Number, Min: 0, Max: 0.5, Default: 0.0, When: Condition{"selection.rule", []string{SelectPermutation, SelectGap, SelectShare}},
		defaultFor: func(s *Spec) any {
			if s.Selection.Rule == SelectPermutation {
				return 0.05
			}
			return 0.0
		}},
	{Path: "selection.permutations", Label: "Permutations", Help: "Number of permuted targets for the noise floor.",
		Models: weighted, Kind: Integer, Min: 1, Max: 10_000, Default: 99, When: Condition{Path: "selection.level"}},
	{Path: "selection.falseSelections", Label: "False selections", Help: "Bound on the expected number of falsely selected weights.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 1000, Default: 1.0, When: Condition{"selection.rule", []string{SelectStability}}},
	{Path: "selection.fdr", Label: "False discovery rate", Help: "Expected share of false selections.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 0.5, Default: 0.1, When: Condition{"selection.rule", []string{SelectKnockoffs}}},
	{Path: "selection.of", Label: "Knockoffs of", Help: "Select monomials or whole columns.",
		Models: weighted, Kind: Choice, Values: []Value{{SelectMonomials, "Monomials"}, {SelectColumns, "Columns"}}, Default: SelectMonomials, When: Condition{"selection.rule", []string{SelectKnockoffs}}},
	{Path: "selection.resamples", Label: "Resamples", Help: "Number of random halves of the training rows on which the selection is repeated; 0 for none.",
		Models: weighted, Kind: Integer, Min: 0, Max: 1000, Default: 0,
		defaultFor: func(s *Spec) any {
			if s.Selection.Rule == SelectStability {
				return 100
			}
			return 0
		}},
	{Path: "selection.folds", Label: "Selection folds", Help: "Number of folds over which selection and refit are repeated, for metrics on held-out rows; 0 for none.",
		Models: weighted, Kind: Integer, Min: 0, Max: 20, Default: 0, Implied: true},
	{Path: "selection.seed", Label: "Selection seed", Help: "Seed of the random halves, permutations, knockoffs and folds.",
		Models: weighted, Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: Condition{Path: "selection.resamples"}, OrWhen: []string{"selection.level", "selection.fdr", "selection.folds"}},

	{Path: "solver.method", Label: "Method", Help: "Algorithm; auto chooses by loss and size.",
		Kind: Choice, Values: []Value{{Auto, "Auto"}, {MethodNewton, "Newton"}, {MethodDualGradient, "Dual gradient"}, {MethodProximalGradient, "Proximal gradient"}, {MethodPrimalGradient, "Primal gradient"}, {MethodCoordinateDescent, "Coordinate descent"}, {MethodIsta, "ISTA"}, {MethodFista, "FISTA"}, {MethodPrimal, "Primal"}, {MethodDual, "Dual"}}, Default: Auto,
		ValueModels: map[string][]string{
			MethodNewton: lpOnly, MethodDualGradient: lpOnly, MethodProximalGradient: lpOnly, MethodPrimalGradient: lpOnly,
			MethodFista: slices.Concat(lpOnly, exact), MethodCoordinateDescent: exact, MethodIsta: exact,
			MethodPrimal: {ModelRidge}, MethodDual: {ModelRidge},
		}},
	{Path: "solver.tolerance", Label: "Tolerance", Help: "Duality gap, relative to the objective, at which a run has converged.",
		Kind: Number, Min: 1e-15, Max: 1, Default: 1e-10},
	{Path: "solver.maxIterations", Label: "Iteration limit", Help: "Largest number of iterations of a run.",
		Kind: Integer, Min: 1, Max: 1_000_000, Default: 500,
		defaultFor: func(s *Spec) any {
			if s.Model.Kind() != ModelLP {
				return 10_000 // iterations that cost little each
			}
			return 500
		}},
	{Path: "solver.strategy", Label: "Strategy", Help: "Evaluation by the Gram tensor (stored or recomputed in part), explicit features, a truncated series, or non-zero cells; auto chooses the cheapest.",
		Models: lpOnly, Kind: Choice, Values: []Value{{Auto, "Auto"}, {StrategyTensor, "Tensor"}, {StrategyStreamed, "Streamed tensor"}, {StrategyFeatures, "Features"}, {StrategyTruncated, "Truncated series"}, {StrategySparse, "Sparse rows"}}, Default: Auto},

	{Path: "search.criterion", Label: "Search", Help: "Fit models of many strengths: to show the path of the solutions, or to choose by the error on validation rows or over folds.",
		Models: tuned, Kind: Choice, Values: []Value{{SearchPath, "Path"}, {SearchValidation, "Validation"}, {SearchCrossValidation, "Cross-validation"}}, Optional: true},
	{Path: "search.gamma", Label: "Gammas", Help: "Gammas to fit; auto is an even logarithmic grid about the scale of gamma.",
		Models: lpOnly, Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.lambda", Label: "Lambdas", Help: "Lambdas to fit; auto is an even logarithmic grid computed from the data.",
		Models: penalised, Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.C", Label: "Values of C", Help: "Values of C to fit; auto is an even logarithmic grid computed from the data.",
		Models: modelsOf("C"), Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.k", Label: "Values of k", Help: "Numbers of neighbours to fit; auto goes from 1 to half of the rows.",
		Models: []string{ModelKNN}, Kind: Counts, Min: 1, Max: 1_000_000, Default: Grid{Auto: true}, When: searched},
	{Path: "search.count", Label: "Number of gammas", Help: "Number of values of the automatic grid.",
		Kind: Integer, Min: 2, Max: longestGrid, Default: 50, When: Condition{Path: "search.gamma"}, OrWhen: []string{"search.lambda", "search.C"}},
	{Path: "search.decades", Label: "Decades", Help: "Number of powers of ten of the automatic grid: for gamma centred at its scale, otherwise starting at the simplest model; auto goes from 0.1 to 10,000 times the scale of gamma.",
		Kind: Scale, Min: 0.1, Max: 20, Default: Gamma{Value: 6}, When: Condition{Path: "search.gamma"}, OrWhen: []string{"search.lambda", "search.C"},
		defaultFor: func(s *Spec) any { return Gamma{Value: s.Model.Decades()} },
		suggested: func(s *Spec) any {
			if s.Model.Kind() != ModelLP {
				return nil
			}
			return Gamma{Auto: true}
		}},
	{Path: "search.folds", Label: "Folds", Help: "Number of parts of the training rows; each is predicted by a model fitted to the others.",
		Kind: Integer, Min: 2, Max: 100_000, Default: 5, When: Condition{"search.criterion", []string{SearchCrossValidation}}},
	{Path: "search.subsample", Label: "Subsamples", Help: "Subsample sizes to compare; each subsample is part of the next larger one.",
		Models: lpOnly, Kind: Sizes, Min: 2, Max: 1_000_000, Optional: true, When: Condition{"search.criterion", []string{SearchValidation}}},
	{Path: "search.repeats", Label: "Repeats", Help: "Number of random draws of the subsamples; errors are averaged.",
		Kind: Integer, Min: 1, Max: 1000, Default: 10, When: Condition{Path: "search.subsample"}},
	{Path: "search.refine", Label: "Refinement", Help: "Number of further values between the best of the grid and each of its neighbours.",
		Models: modelsOf("gamma", "lambda", "C"), Kind: Integer, Min: 0, Max: 20, Default: 0, Implied: true, When: scored, Unless: "search.subsample",
		suggested: func(*Spec) any { return 3 }},
	{Path: "search.p", Label: "Values of p", Help: "Values of p to compare.",
		Models: lpOnly, Kind: Exponents, Min: 1, Open: true, Max: 2, Optional: true, When: scored, Unless: "search.subsample"},
	{Path: "search.degree", Label: "Degrees", Help: "Degrees of a polynomial kernel to compare.",
		Models: lpOnly, Kind: Sizes, Min: 1, Max: 10, Optional: true, When: scored, Unless: "search.subsample"},
	{Path: "search.r", Label: "Values of r", Help: "Exponents r to compare, ascending.",
		Models: lpOnly, Kind: Exponents, Min: 0.1, Max: 2, Optional: true, When: scored, Unless: "search.subsample", With: "model.r"},
	{Path: "search.steps", Label: "Search the steps", Help: "Choose the number of reweighting steps: 0, 1, 2, 4, 8, ... up to the number of the model.",
		Models: lpOnly, Kind: Flag, Default: true, When: scored, Unless: "search.subsample", With: "model.r"},
	{Path: "search.metric", Label: "Metric", Help: "Error or score of the search.",
		Kind: Choice, Values: []Value{{MetricMSE, "Mean squared error"}, {MetricMAE, "Mean absolute error"}, {MetricAccuracy, "Accuracy"}, {MetricBalancedAccuracy, "Balanced accuracy"}, {MetricAUC, "Area under the ROC curve"}, {MetricLogLoss, "Log-loss"}},
		Default: MetricMSE, defaultFor: ofTask(MetricMSE, MetricAccuracy), When: scored},
	{Path: "search.rule", Label: "Rule", Help: "Choose the model with the smallest error, or the most regularised one within one standard error of it, or keep the entered one.",
		Kind: Choice, Values: []Value{{RuleMinimum, "Minimum"}, {RuleOneError, "One standard error"}, {RuleGiven, "As entered"}}, Default: RuleMinimum, When: scored},
	{Path: "search.seed", Label: "Search seed", Help: "Seed of the random folds and subsamples.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: scored},
}

// ofTask is a default that depends on the task.
func ofTask(regression, classification any) func(*Spec) any {
	return func(s *Spec) any {
		if s.Task == Classification {
			return classification
		}
		return regression
	}
}

// mostSteps bounds the steps of reweighting.
const mostSteps = 20

var (
	searched  = Condition{Path: "search.criterion"}
	scored    = Condition{"search.criterion", []string{SearchValidation, SearchCrossValidation}}
	synthetic = Condition{"data.source", []string{SourceSynthetic}}
	ownFile   = Condition{"data.source", []string{SourceFile}}
	inline    = Condition{"data.source", []string{SourceInline}}
)
