package experiment

import "slices"

// fields is the table, in the order of the document. A field's condition and
// default may depend on fields above it. Paths never change meaning, and
// defaults never change within a version: a link stores only what differs.
var fields = []Field{
	{Path: "version", Label: "Version", Help: "Version of the experiment's format.",
		Kind: Integer, Min: 1, Max: Version, Default: Version},
	{Path: "title", Label: "Title", Help: "What the experiment shows, in a few words.",
		Kind: Text, Max: 80, Default: "", Optional: true},

	{Path: "data.source", Label: "Data", Help: "Where the rows come from.",
		Kind: Choice, Values: []Value{{SourceSynthetic, "Synthetic"}, {SourceSample, "Sample"}, {SourceInline, "In the experiment"}, {SourceFile, "File"}},
		missing: `it must be one of "synthetic", "sample", "inline", "file"`},
	{Path: "data.n", Label: "Rows", Help: "Number of synthetic rows.",
		Kind: Integer, Min: 2, Max: 100_000, Default: 125, When: synthetic},
	{Path: "data.d", Label: "Columns", Help: "Number of synthetic columns x1, x2, ..., each standard normal.",
		Kind: Integer, Min: 1, Max: 200_000, Default: 1500, When: synthetic},
	{Path: "data.relevant", Label: "Relevant", Help: "Number of monomials that the target is made of.",
		Kind: Integer, Min: 0, Max: 10_000, Default: 6, When: synthetic},
	{Path: "data.noise", Label: "Noise", Help: "Standard deviation of the noise added to the target.",
		Kind: Number, Min: 0, Max: Unbounded, Default: 0.05, When: synthetic},
	{Path: "data.degree", Label: "Planted degree", Help: "Degree of the monomials that the target is made of.",
		Kind: Integer, Min: 1, Max: 10, Default: 1, When: synthetic},
	{Path: "data.seed", Label: "Data seed", Help: "Another seed gives other rows, weights and noise.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: synthetic},
	{Path: "data.name", Label: "Sample", Help: "Name of the bundled data set, or of the file.",
		Kind: Text, Min: 1, Max: 1000, When: Condition{"data.source", []string{SourceSample, SourceFile}},
		missing: "name the bundled data set or the file"},
	{Path: "data.sha256", Label: "SHA-256", Help: "Hash of the file's bytes: another file is refused. Without it any file is taken.",
		Kind: Hash, Default: "", Optional: true, When: ownFile},
	{Path: "data.test.name", Label: "Test file", Help: "A second file, whose rows are the test rows; the split shares out those of the first to training and validation.",
		Kind: Text, Min: 1, Max: 1000, Optional: true, When: ownFile},
	{Path: "data.test.sha256", Label: "Test SHA-256", Help: "Hash of the test file's bytes: another file is refused.",
		Kind: Hash, Optional: true, When: ownFile},
	{Path: "data.import.format", Label: "Format", Help: "How the file holds its rows; without a choice, by its content.",
		Kind: Choice, Values: []Value{{FormatDelimited, "Delimited (CSV)"}, {FormatLIBSVM, "LIBSVM"}, {FormatJSON, "JSON records"}, {FormatARFF, "ARFF"}}, Optional: true, When: ownFile},
	{Path: "data.import.encoding", Label: "Encoding", Help: "How the file's bytes encode letters; wrong letters mean a wrong choice.",
		Kind: Choice, Values: []Value{{"utf-8", "UTF-8"}, {"windows-1252", "Windows-1252"}, {"utf-16le", "UTF-16 (little-endian)"}, {"utf-16be", "UTF-16 (big-endian)"}}, Optional: true, When: ownFile},
	{Path: "data.import.delimiter", Label: "Delimiter", Help: "What separates the cells of a line.",
		Kind: Choice, Values: []Value{{DelimiterComma, "Comma"}, {DelimiterSemicolon, "Semicolon"}, {DelimiterTab, "Tab"}, {DelimiterBar, "Bar |"}, {DelimiterSpace, "Space"}}, Optional: true, When: ownFile},
	{Path: "data.import.decimal", Label: "Decimal mark", Help: "What separates a number's whole part from its fraction.",
		Kind: Choice, Values: []Value{{DecimalPoint, "Point (1.5)"}, {DecimalComma, "Comma (1,5)"}}, Optional: true, When: ownFile},
	{Path: "data.import.header", Label: "Header", Help: "Whether the first row names the columns.",
		Kind: Choice, Values: []Value{{"yes", "First row names the columns"}, {"no", "First row is data"}}, Optional: true, When: ownFile},
	{Path: "data.import.quote", Label: "Quotes", Help: "Whether double quotes enclose a cell, delimiters and line ends included, or are ordinary characters.",
		Kind: Choice, Values: []Value{{"enclose", "Enclose a cell"}, {"literal", "Ordinary characters"}}, Optional: true, When: ownFile},
	{Path: "data.import.missing", Label: "Missing codes", Help: "Cells that mean a missing value besides blank, NA, N/A, ?, NaN and NULL, such as -999.",
		Kind: Codes, Min: 1, Max: 20, Optional: true, When: ownFile},
	{Path: "data.import.ragged", Label: "Ragged rows", Help: "What happens to lines with more or fewer cells than the others.",
		Kind: Choice, Values: []Value{{"refuse", "Refuse the file"}, {"drop", "Leave them out"}, {"pad", "Fill up with missing cells"}}, Optional: true, When: ownFile},
	{Path: "data.import.dates", Label: "Dates", Help: "What becomes of columns of dates, which are no features by themselves.",
		Kind: Choice, Values: []Value{{"text", "Leave them out"}, {"parts", "Year, month, day, weekday"}}, Optional: true, When: ownFile},
	{Path: "data.columns", Label: "Column names", Help: "Names of the columns of the rows in the experiment.",
		Kind: Names, Min: 1, Max: 200_000, When: inline,
		missing: "list the columns' names"},
	{Path: "data.rows", Label: "Cells", Help: "The rows: a number, a text or null (missing) for each column.",
		Kind: Cells, Min: 1, Max: 1_000_000, When: inline,
		missing: "list the rows, each a list with a cell for each column"},

	{Path: "target", Label: "Target", Help: "The column to predict.",
		Kind: Text, Min: 1, Max: 10_000,
		defaultFor: func(s *Spec) any {
			if s.Data.Source == SourceSynthetic {
				return "y"
			}
			return nil
		},
		missing: "name the column to predict"},
	{Path: "features", Label: "Features", Help: "The columns to predict from; without a choice, every usable one but the target.",
		Kind: Names, Min: 1, Max: 200_000, Optional: true},
	{Path: "basis", Label: "Basis", Help: "In place of the columns themselves, what formulas make of them: x1, x1^2, x1*x2, log(x2), sin(2*pi*x1).",
		Kind: Formulas, Min: 1, Max: 1000, Optional: true},
	{Path: "bag", Label: "Bag", Help: "Where each line is one point of a bag: the column that names the bag. Bags are then the rows, for kernel machines with a set kernel.",
		Kind: Text, Min: 1, Max: 10_000, Optional: true},
	{Path: "task", Label: "Task", Help: "Predict a number, or one of 2 to 50 classes.",
		Kind: Choice, Values: []Value{{Regression, "Regression"}, {Classification, "Classification"}}, Default: Regression},

	{Path: "split.train", Label: "Training share", Help: "Rows that the model is fitted to.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.75},
		missing: "give the training rows too, as a fraction or as a list"},
	{Path: "split.validation", Label: "Validation share", Help: "Rows that choices between models are made on.",
		Kind: Share, Min: 0, Max: 1, Default: Part{}},
	{Path: "split.test", Label: "Test share", Help: "Rows that only the final errors are measured on.",
		Kind: Share, Min: 0, Max: 1, Default: Part{Fraction: 0.25}},
	{Path: "split.seed", Label: "Split seed", Help: "Another seed shares out the rows differently.",
		Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1)},
	{Path: "split.stratify", Label: "Stratify", Help: "Share out each class for itself, so that every part has about the same share of it.",
		Kind: Flag, Default: false, When: Condition{taskPath, []string{Classification}}},
	{Path: "split.order", Label: "Split by time", Help: "A column of dates or numbers: the earliest rows train, the latest test. Without one, rows are drawn at random.",
		Kind: Text, Min: 1, Max: 10_000, Optional: true},

	{Path: "preprocess.standardize", Label: "Standardize", Help: "Scale each column to mean 0 and standard deviation 1 over the training rows.",
		Kind: Flag, Default: true},
	{Path: "preprocess.intercept", Label: "Intercept", Help: "Add a constant that is not penalised.",
		Kind: Flag, Default: true},
	{Path: "preprocess.missing", Label: "Missing cells", Help: "Leave out rows with a missing cell, or impute the training mean (the most frequent level).",
		Kind: Choice, Values: []Value{{MissingDrop, "Leave the row out"}, {MissingMean, "Use the mean"}}, Default: MissingDrop},

	{Path: "model.type", Label: "Model", Help: "The method that is fitted to the training rows.",
		Kind: Choice, Values: valuesOf(kinds), Default: ModelLP, Implied: true},
	{Path: "model.kernel.type", Label: "Kernel", Help: "What the model may be made of: monomials of the features, or similarity to training rows.", Models: kernelled,
		Kind: Choice, Values: valuesOf(kernelTypes), ValueModels: kernelModels(), Default: KernelLinear},
	{Path: "model.kernel.degree", Label: "Degree", Help: "Degree of the monomials.",
		Kind: Integer, Min: 1, Max: 10, Default: 2, When: Condition{"model.kernel.type", []string{KernelPolynomial}}},
	{Path: "model.kernel.constant", Label: "Constant", Help: "Added before the power is taken: above 0 it lets lower degrees in.",
		Kind: Number, Min: 0, Max: 1e6, Default: 0.0, Implied: true, When: Condition{"model.kernel.type", []string{KernelPolynomial}}},
	{Path: "model.kernel.radius", Label: "Radius", Help: "The series 1 + S/r + (S/r)² + ... needs rows whose sum of |x|^q is less than r; auto takes twice the largest sum of the training rows.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Value: 1}, When: Condition{"model.kernel.type", []string{KernelGeometric}},
		suggested: func(*Spec) any { return Gamma{Auto: true} }},
	{Path: "model.kernel.coefficients", Label: "Coefficients", Help: "Of the powers of S, or of another kernel, the constant first: 0, 1, 0.5 is S + S²/2.",
		Kind: Numbers, Min: 0, Max: 1e100, Default: []float64{0, 1, 0.5}, When: Condition{"model.kernel.type", []string{KernelSeries, KernelPolynomialOf}}},
	{Path: "model.kernel.a", Label: "Rate", Help: "The kernel is exp(a S), with S = x·t where it has two arguments: smaller keeps it within reach of larger rows; auto takes 1 / the largest sum of |x|^q of the training rows.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Value: 1}, Implied: true, When: Condition{"model.kernel.type", []string{KernelExponential}},
		suggested: func(*Spec) any { return Gamma{Auto: true} }},
	{Path: "model.kernel.beta", Label: "Beta", Help: "The kernel is exp(-beta ‖x - t‖²): the larger, the nearer rows must be to be alike; auto suits the spread of the features.",
		Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}, When: Condition{"model.kernel.type", []string{KernelGaussian}}},
	{Path: "model.kernel.A", Label: "Matrix A", Help: "The kernel is x·A t, with a row and a column for each feature: commas within a row, semicolons between rows.",
		Kind: Matrix, Min: 1, Max: 1000, When: Condition{"model.kernel.type", []string{KernelMatrix}},
		missing: "give a symmetric matrix, a list of rows, with a row and a column for each feature"},
	{Path: "model.kernel.dimension", Label: "Dimension", Help: "Each row is a bag of points, one after another; this is how many numbers a point has.",
		Kind: Integer, Min: 1, Max: 100_000, Default: 1, When: Condition{"model.kernel.type", []string{KernelSet}}, Unless: "bag"},
	{Path: "model.kernel.factor", Label: "Factor", Help: "What the kernel is multiplied by.",
		Kind: Number, Min: 0, Max: 1e100, Default: 1.0, When: Condition{"model.kernel.type", []string{KernelScale}}},
	{Path: "model.kernel.columns", Label: "Kernel columns", Help: "The only features that the kernel sees.",
		Kind: Names, Min: 1, Max: 100_000, When: Condition{"model.kernel.type", []string{KernelCompose}},
		missing: "list the features that the kernel sees"},
	{Path: "model.kernel.of", Label: "Parts", Help: "The kernels that it is made of, such as linear, polynomial(2), exponential; parameters in parentheses.",
		Kind: Kernels, Min: 2, Max: mostKernels, Default: []Kernel{{Type: KernelLinear}, {Type: KernelPolynomial, Degree: 2}}, When: Condition{"model.kernel.type", namesWith(ofOne|ofSeveral, kernelTypes)},
		defaultFor: func(s *Spec) any {
			if s.Model.Kernel.ofOne() {
				return []Kernel{{Type: KernelLinear}}
			}
			return []Kernel{{Type: KernelLinear}, {Type: KernelPolynomial, Degree: 2}}
		}},
	{Path: "model.p", Label: "p", Help: "The norm of the penalty: 2 spreads the weights, towards 1 few of them carry all.",
		Models: lpOnly, Kind: Exponent, Min: 1, Open: true, Max: 2, Default: P{Num: 4, Den: 3}},
	{Path: "model.r", Label: "r", Help: "The exponent that reweighting brings the penalty down to, below p: 1 as of the lasso, less is sparser.",
		Models: lpOnly, Kind: Exponent, Min: 0.1, Max: 2, Optional: true},
	{Path: "model.steps", Label: "Reweighting steps", Help: "How often the features are reweighted and the model is fitted again at the most; it ends where the weights have settled.",
		Models: lpOnly, Kind: Integer, Min: 1, Max: mostSteps, Default: 4, When: Condition{Path: "model.r"}},
	{Path: "model.loss.type", Label: "Loss", Help: "How an error on a training row is counted.",
		Models: lpOnly, Kind: Choice, Values: valuesOf(lossTypes),
		Default: LossSquared, defaultFor: ofTask(LossSquared, LossLogistic)},
	{Path: "model.loss.epsilon", Label: "Epsilon", Help: "Errors up to this size cost nothing.",
		Models: lpOnly, Kind: Number, Min: 0, Max: Unbounded, Default: 0.1, When: Condition{"model.loss.type", []string{LossEpsilonInsensitive}}},
	{Path: "model.loss.rho", Label: "Rho", Help: "Errors beyond this size count linearly.",
		Models: lpOnly, Kind: Number, Min: 0, Open: true, Max: Unbounded, Default: 1.0, When: Condition{"model.loss.type", []string{LossHuber}}},
	{Path: "model.loss.width", Label: "Width", Help: "Margins this far below 1 and nearer cost quadratically, those farther off linearly.",
		Models: lpOnly, Kind: Number, Min: 1e-6, Max: 1e6, Default: 0.5, When: Condition{"model.loss.type", []string{LossQuadraticHinge}}},
	{Path: "model.gamma", Label: "Gamma", Help: "Weight of the data against the penalty; auto takes the scale at which the fit becomes as large as the target.",
		Models: lpOnly, Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.lambda", Label: "Lambda", Help: "Weight of the penalty against the data; auto takes one that suits the data.",
		Models: penalised, Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.ratio", Label: "Ratio", Help: "Share of the penalty that is the sum of sizes, as of the lasso; the rest is the sum of squares, as of ridge.",
		Models: []string{ModelElasticNet}, Kind: Number, Min: 0, Max: 1, Default: 0.5},
	{Path: "model.groups", Label: "Groups", Help: "Features that come and go together: commas within a group, semicolons between groups; without an entry, each column is a group.",
		Models: []string{ModelGroupLasso}, Kind: Groups, Min: 1, Max: 100_000, Optional: true},
	{Path: "model.C", Label: "C", Help: "Weight of the data against the penalty; auto takes one that suits the data.",
		Models: modelsOf("C"), Kind: Scale, Min: 0, Open: true, Max: Unbounded, Default: Gamma{Auto: true}},
	{Path: "model.k", Label: "k", Help: "How many of the nearest training rows decide.",
		Models: []string{ModelKNN}, Kind: Integer, Min: 1, Max: 1_000_000, Default: 5},
	{Path: "model.subsample", Label: "Subsample", Help: "Number of training rows that carry the model; without it, all of them.",
		Models: lpOnly, Kind: Integer, Min: 2, Max: 1_000_000, Default: 0, Optional: true},
	{Path: "model.subsampleSeed", Label: "Subsample seed", Help: "Another seed draws another subsample.",
		Models: lpOnly, Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: Condition{Path: "model.subsample"}},

	{Path: "selection.rule", Label: "Selection", Help: "Which weights count as selected.",
		Models: weighted, Kind: Choice, Values: []Value{{SelectNonzero, "Not zero"}, {SelectDeviation, "Twice the deviation"}, {SelectGap, "Largest gap"}, {SelectCount, "Fixed count"}, {SelectShare, "Share of the norm"},
			{SelectPermutation, "Above the noise of permuted targets"}, {SelectStability, "Stable over halves"}, {SelectKnockoffs, "Knockoffs"}}, Default: SelectDeviation,
		ValueModels: map[string][]string{SelectNonzero: linearModels}, ValueWith: map[string]string{SelectNonzero: "model.r"},
		defaultFor: func(s *Spec) any {
			if s.Model.HasZeros() || s.Model.R != (P{}) {
				return SelectNonzero
			}
			return SelectDeviation
		}},
	{Path: "selection.count", Label: "Selected weights", Help: "How many of the largest weights are selected.",
		Models: weighted, Kind: Integer, Min: 1, Max: 1_000_000, Default: 10, When: Condition{"selection.rule", []string{SelectCount}}},
	{Path: "selection.share", Label: "Selected share", Help: "The largest weights that together carry this share of the norm's power are selected.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 1, Default: 0.9, When: Condition{"selection.rule", []string{SelectShare}}},
	{Path: "selection.level", Label: "Level", Help: "Probability of selecting anything where the target does not depend on the columns; 0 for no floor from permuted targets.",
		Models: weighted, Kind: Number, Min: 0, Max: 0.5, Default: 0.0, When: Condition{"selection.rule", []string{SelectPermutation, SelectGap, SelectShare}},
		defaultFor: func(s *Spec) any {
			if s.Selection.Rule == SelectPermutation {
				return 0.05
			}
			return 0.0
		}},
	{Path: "selection.permutations", Label: "Permutations", Help: "How many models of permuted targets the noise floor is found from.",
		Models: weighted, Kind: Integer, Min: 1, Max: 10_000, Default: 99, When: Condition{Path: "selection.level"}},
	{Path: "selection.falseSelections", Label: "False selections", Help: "Bound on the expected number of falsely selected weights.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 1000, Default: 1.0, When: Condition{"selection.rule", []string{SelectStability}}},
	{Path: "selection.fdr", Label: "False discovery rate", Help: "Expected share of the selected that are false.",
		Models: weighted, Kind: Number, Min: 0, Open: true, Max: 0.5, Default: 0.1, When: Condition{"selection.rule", []string{SelectKnockoffs}}},
	{Path: "selection.of", Label: "Knockoffs of", Help: "Whether monomials or whole columns are selected.",
		Models: weighted, Kind: Choice, Values: []Value{{SelectMonomials, "Monomials"}, {SelectColumns, "Columns"}}, Default: SelectMonomials, When: Condition{"selection.rule", []string{SelectKnockoffs}}},
	{Path: "selection.resamples", Label: "Resamples", Help: "How many random halves of the training rows the selection is repeated on, to see how stable it is; 0 for none.",
		Models: weighted, Kind: Integer, Min: 0, Max: 1000, Default: 0,
		defaultFor: func(s *Spec) any {
			if s.Selection.Rule == SelectStability {
				return 100
			}
			return 0
		}},
	{Path: "selection.folds", Label: "Selection folds", Help: "Folds over which the selection and the refit of what it selects are repeated, for metrics on rows that neither has seen; 0 for none.",
		Models: weighted, Kind: Integer, Min: 0, Max: 20, Default: 0, Implied: true},
	{Path: "selection.seed", Label: "Selection seed", Help: "Another seed draws other halves, permutations, knockoffs and folds.",
		Models: weighted, Kind: Integer, Min: 0, Max: maxSeed, Default: uint64(1), When: Condition{Path: "selection.resamples"}, OrWhen: []string{"selection.level", "selection.fdr", "selection.folds"}},

	{Path: "solver.method", Label: "Method", Help: "The algorithm; auto chooses by loss and size.",
		Kind: Choice, Values: []Value{{Auto, "Auto"}, {MethodNewton, "Newton"}, {MethodDualGradient, "Dual gradient"}, {MethodProximalGradient, "Proximal gradient"}, {MethodPrimalGradient, "Primal gradient"}, {MethodCoordinateDescent, "Coordinate descent"}, {MethodIsta, "ISTA"}, {MethodFista, "FISTA"}, {MethodPrimal, "Primal"}, {MethodDual, "Dual"}}, Default: Auto,
		ValueModels: map[string][]string{
			MethodNewton: lpOnly, MethodDualGradient: lpOnly, MethodProximalGradient: lpOnly, MethodPrimalGradient: lpOnly,
			MethodFista: slices.Concat(lpOnly, exact), MethodCoordinateDescent: exact, MethodIsta: exact,
			MethodPrimal: {ModelRidge}, MethodDual: {ModelRidge},
		}},
	{Path: "solver.tolerance", Label: "Tolerance", Help: "Duality gap, relative to the objective, at which the run has converged.",
		Kind: Number, Min: 1e-15, Max: 1, Default: 1e-10},
	{Path: "solver.maxIterations", Label: "Iteration limit", Help: "The largest number of iterations of a run.",
		Kind: Integer, Min: 1, Max: 1_000_000, Default: 500,
		defaultFor: func(s *Spec) any {
			if s.Model.Kind() != ModelLP {
				return 10_000 // iterations that cost little each
			}
			return 500
		}},
	{Path: "solver.strategy", Label: "Strategy", Help: "Work on the Gram tensor, on as much of it as memory holds, on explicit features, on those up to a degree with a bound of the rest, or on the cells that are not zero; auto takes the cheapest.",
		Models: lpOnly, Kind: Choice, Values: []Value{{Auto, "Auto"}, {StrategyTensor, "Tensor"}, {StrategyStreamed, "Streamed tensor"}, {StrategyFeatures, "Features"}, {StrategyTruncated, "Truncated series"}, {StrategySparse, "Sparse rows"}}, Default: Auto},

	{Path: "search.criterion", Label: "Search", Help: "Solve for many gammas, lambdas, values of C or k: to see the path of the solutions, or to choose by the error on validation rows or over folds.",
		Models: tuned, Kind: Choice, Values: []Value{{SearchPath, "Path"}, {SearchValidation, "Validation"}, {SearchCrossValidation, "Cross-validation"}}, Optional: true},
	{Path: "search.gamma", Label: "Gammas", Help: "The gammas to solve for; auto spreads them evenly on a logarithmic scale about the scale of gamma.",
		Models: lpOnly, Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.lambda", Label: "Lambdas", Help: "The lambdas to solve for; auto spreads them evenly on a logarithmic scale that suits the data.",
		Models: penalised, Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.C", Label: "Values of C", Help: "The values of C to solve for; auto spreads them evenly on a logarithmic scale that suits the data.",
		Models: modelsOf("C"), Kind: Scales, Min: 0, Open: true, Max: Unbounded, Default: Grid{Auto: true}, When: searched},
	{Path: "search.k", Label: "Values of k", Help: "The numbers of neighbours to try; auto goes from 1 to half of the rows.",
		Models: []string{ModelKNN}, Kind: Counts, Min: 1, Max: 1_000_000, Default: Grid{Auto: true}, When: searched},
	{Path: "search.count", Label: "Number of gammas", Help: "How many values the automatic grid has.",
		Kind: Integer, Min: 2, Max: longestGrid, Default: 50, When: Condition{Path: "search.gamma"}, OrWhen: []string{"search.lambda", "search.C"}},
	{Path: "search.decades", Label: "Decades", Help: "How many powers of ten the automatic grid spans: of gamma half of them on each side of its scale, of others all of them from the simplest model on; auto goes from a tenth of gamma's scale, to 10,000 times it.",
		Kind: Scale, Min: 0.1, Max: 20, Default: Gamma{Value: 6}, When: Condition{Path: "search.gamma"}, OrWhen: []string{"search.lambda", "search.C"},
		defaultFor: func(s *Spec) any { return Gamma{Value: s.Model.Decades()} },
		suggested: func(s *Spec) any {
			if s.Model.Kind() != ModelLP {
				return nil
			}
			return Gamma{Auto: true}
		}},
	{Path: "search.folds", Label: "Folds", Help: "How many parts the training rows are cut into; each is predicted by a model of the others.",
		Kind: Integer, Min: 2, Max: 100_000, Default: 5, When: Condition{"search.criterion", []string{SearchCrossValidation}}},
	{Path: "search.subsample", Label: "Subsamples", Help: "Numbers of training rows to try besides the gammas, each drawn at random within the next larger.",
		Models: lpOnly, Kind: Sizes, Min: 2, Max: 1_000_000, Optional: true, When: Condition{"search.criterion", []string{SearchValidation}}},
	{Path: "search.repeats", Label: "Repeats", Help: "How often the subsamples are drawn; the errors are averaged.",
		Kind: Integer, Min: 1, Max: 1000, Default: 10, When: Condition{Path: "search.subsample"}},
	{Path: "search.refine", Label: "Refinement", Help: "How many more values are tried between the best of the grid and each of its neighbours.",
		Models: modelsOf("gamma", "lambda", "C"), Kind: Integer, Min: 0, Max: 20, Default: 0, Implied: true, When: scored, Unless: "search.subsample",
		suggested: func(*Spec) any { return 3 }},
	{Path: "search.p", Label: "Values of p", Help: "The values of p to try besides the gammas; one criterion chooses among all.",
		Models: lpOnly, Kind: Exponents, Min: 1, Open: true, Max: 2, Optional: true, When: scored, Unless: "search.subsample"},
	{Path: "search.degree", Label: "Degrees", Help: "The degrees of a polynomial kernel to try besides the gammas; one criterion chooses among all.",
		Models: lpOnly, Kind: Sizes, Min: 1, Max: 10, Optional: true, When: scored, Unless: "search.subsample"},
	{Path: "search.r", Label: "Values of r", Help: "The exponents r to try besides the gammas, ascending; without them, that of the model.",
		Models: lpOnly, Kind: Exponents, Min: 0.1, Max: 2, Optional: true, When: scored, Unless: "search.subsample", With: "model.r"},
	{Path: "search.steps", Label: "Search the steps", Help: "Choose the number of reweighting steps too: none, 1, 2, 4, 8 and so on, up to that of the model.",
		Models: lpOnly, Kind: Flag, Default: true, When: scored, Unless: "search.subsample", With: "model.r"},
	{Path: "search.metric", Label: "Metric", Help: "The error, or the merit, that the choice goes by.",
		Kind: Choice, Values: []Value{{MetricMSE, "Mean squared error"}, {MetricMAE, "Mean absolute error"}, {MetricAccuracy, "Accuracy"}, {MetricBalancedAccuracy, "Balanced accuracy"}, {MetricAUC, "Area under the ROC curve"}, {MetricLogLoss, "Log-loss"}},
		Default: MetricMSE, defaultFor: ofTask(MetricMSE, MetricAccuracy), When: scored},
	{Path: "search.rule", Label: "Rule", Help: "Take the model of the least error, or the most regularised whose error is within one standard error of it, or keep the one entered.",
		Kind: Choice, Values: []Value{{RuleMinimum, "Minimum"}, {RuleOneError, "One standard error"}, {RuleGiven, "As entered"}}, Default: RuleMinimum, When: scored},
	{Path: "search.seed", Label: "Search seed", Help: "Another seed draws other folds and other subsamples.",
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
