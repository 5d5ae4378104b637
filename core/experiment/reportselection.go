package experiment

// Stability has the share of models of random halves of the training rows that select each monomial
// (Meinshausen and Buehlmann, Stability selection, JRSS B
// 2010).
type Stability struct {
	Resamples int         `json:"resamples"`
	Top       []Frequency `json:"top"` // by falling share
	Endings               // of the resamples, in order
}

// Selected is the outcome of a rule of selection, with the metrics of the selected weights alone.
type Selected struct {
	Rule     string   `json:"rule"`
	Of       string   `json:"of,omitempty"` // knockoffs: SelectMonomials or SelectColumns
	Selected []string `json:"selected"`     // labels of monomials, or names of columns, by falling weight; at most 1000
	// Level, Bound or FDR is the error that the rule controls; a rule without error control has none of
	// them. Bound is the bound on the expected number of false selections.
	Level float64 `json:"level,omitempty"`
	Bound float64 `json:"bound,omitempty"`
	FDR   float64 `json:"fdr,omitempty"`
	// Threshold is the least statistic of a selected weight: for stability a share of the halves,
	// for knockoffs a difference. It is absent if it is infinite, so that nothing is selected, and for
	// a selection by size, which has Weights.Threshold.
	Threshold float64 `json:"threshold,omitempty"`
	PerHalf   int     `json:"perHalf,omitempty"` // stability: number of weights, the largest, that each half selects
	// Statistics are the differences of absolute weights between a feature and its knockoff; the
	// largest in absolute value are listed.
	Statistics []Statistic `json:"statistics,omitempty"`
	Knockoffs  *Knockoffs  `json:"knockoffs,omitempty"`
	// Assumptions are sentences: the assumptions of the rule, and those known to be violated.
	Assumptions []string `json:"assumptions"`
	// Orphans are the selected products with columns that are not selected as single features.
	Orphans []Orphan `json:"orphans,omitempty"`
	// Refit is least squares on the selected monomials; absent if they are too many.
	Refit *Refit `json:"refit,omitempty"`
}

// Statistic is the statistic of a monomial or a column.
type Statistic struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
}

// Knockoffs describes the construction of knockoffs.
type Knockoffs struct {
	Fixed     bool    `json:"fixed,omitempty"` // fixed-X; otherwise second-order Gaussian
	Shrinkage float64 `json:"shrinkage,omitempty"`
	Distance  float64 `json:"distance"` // mean of 1 less the correlation of a feature with its knockoff
}

// Orphan is a selected product with those of its columns that are not selected as single features.
type Orphan struct {
	Label   string   `json:"label"`
	Columns []string `json:"columns"`
}

// Refit is the least squares fit on the selected monomials, with the experiment's intercept; for
// classes it is fitted to labels -1 and +1.
type Refit struct {
	Terms     []RefitTerm       `json:"terms"`
	Intercept float64           `json:"intercept"`
	Metrics   map[string]Metric `json:"metrics"` // by part
	// Folds are the metrics of rows held out of the selection and of the refit, and All the metrics
	// of the model with all weights on the same rows; with selection.folds.
	Folds *Metric `json:"folds,omitempty"`
	All   *Metric `json:"all,omitempty"`
	// PerFold counts the weights selected without each fold.
	PerFold []int `json:"perFold,omitempty"`
}

// RefitTerm is a monomial, as Weight has it, with its coefficient of the features, which are standardised if the
// experiment standardises them.
type RefitTerm struct {
	Label       string         `json:"label"`
	Monomial    map[string]int `json:"monomial"`
	Coefficient float64        `json:"coefficient"`
}

// Frequency is the share of the resamples that select a monomial. If a resample selects more than 1000 monomials, only those
// with the 1000 largest weights count, unless the rule is SelectStability, which bounds their number itself.
type Frequency struct {
	Index    int     `json:"index"` // as in Weight
	Label    string  `json:"label"`
	Share    float64 `json:"share"`
	Relevant bool    `json:"relevant,omitempty"`
}
