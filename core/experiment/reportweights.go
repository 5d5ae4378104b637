package experiment

import "math"

// Weights describes the vector w over monomials.
type Weights struct {
	Count         int      `json:"count"`              // weights examined: all of them for a finite feature map
	Infinite      bool     `json:"infinite,omitempty"` // the feature map has infinitely many weights, as that of the exponential kernel
	MaxDegree     int      `json:"maxDegree"`          // highest degree examined
	Degrees       []int    `json:"degrees"`            // of the examined monomials, ascending
	Norm          float64  `json:"norm"`               // ||w||_p
	NormPower     float64  `json:"normPower"`          // ||w||_p^p = alpha . omega, exact
	ListedShare   float64  `json:"listedShare"`        // share of ||w||_p^p of the weights in Top
	ExaminedShare float64  `json:"examinedShare"`      // share of ||w||_p^p of all examined weights: 1 for a finite map
	Threshold     float64  `json:"threshold"`          // of the selection's rule, such as twice the standard deviation of the examined weights [H sec. 6.3]
	Selected      int      `json:"selected"`           // number of selected weights: those with |value| > Threshold, unless Marked
	Marked        bool     `json:"marked,omitempty"`   // the rule does not select by size: Weight.Selected marks the selected ones, and Threshold is 0
	Nonzero       int      `json:"nonzero"`            // number of examined weights that are not 0
	Top           []Weight `json:"top"`                // by falling |value|
	Truth         []Weight `json:"truth,omitempty"`    // synthetic data: the planted weights
	// Importance lists the columns, and Interactions the pairs of columns, by the share of
	// ||w||_p^p of all examined monomials that contain them; the largest are listed, falling. A monomial
	// counts for each of its columns, so the shares can add up to more than 1.
	Importance   []ColumnShare `json:"importance,omitempty"`
	Interactions []ColumnShare `json:"interactions,omitempty"`
	// Recovery counts the selected weights against the planted ones.
	Recovery *Recovery `json:"recovery,omitempty"`
	// TrustRows is the number of training rows that a reweighted selection of this size needs to
	// be reliable. With fewer rows the report has a warning.
	TrustRows int `json:"trustRows,omitempty"`
	// Values holds every examined weight in monomial order; it is not part of the
	// JSON (it may hold 200,000 numbers) and present only where asked for.
	Values []float64 `json:"-"`
}

// Weight is one component of w. Value is w_k, the weight of the normalised
// feature phi_k; Coefficient is the coefficient of the monomial of the features, which are standardised if the
// experiment standardises them, and of linear models that of the column in its own unit.
type Weight struct {
	Index       int            `json:"index"` // index in monomial order: by degree, then lexicographic
	Monomial    map[string]int `json:"monomial"`
	Label       string         `json:"label"` // "x1·x7", "x3²", "1" for the constant
	Value       float64        `json:"value"`
	Coefficient float64        `json:"coefficient"`
	// The weight at the exact minimum of the objective is between Value - Below and Value + Above, by
	// the gap; absent if the gap gives no bound on single weights.
	Below    float64 `json:"below,omitempty"`
	Above    float64 `json:"above,omitempty"`
	Relevant bool    `json:"relevant,omitempty"` // planted in synthetic data
	Selected bool    `json:"selected,omitempty"` // of a selection that is not by size
}

// Selects reports whether one of the listed weights is selected.
func (w *Weights) Selects(k Weight) bool {
	if w.Marked {
		return k.Selected
	}
	return math.Abs(k.Value) > w.Threshold
}

// Others names the weights that are not selected: small ones if the selection is by size.
func (w *Weights) Others() string {
	if w.Marked {
		return "not selected"
	}
	return "small"
}

// ColumnShare is the share of ||w||_p^p of one column, or of several together.
type ColumnShare struct {
	Columns []string `json:"columns"`
	Share   float64  `json:"share"`
}

// Reweighting is one step from the penalty of p to that of r. Step 0 is the lp problem over all
// monomials; the other steps are fitted to its largest weights.
type Reweighting struct {
	Step        int     `json:"step"`
	Features    int     `json:"features"`    // number of features of the step
	ListedShare float64 `json:"listedShare"` // share of ||w||_p^p of the previous step on these features
	// Objective is gamma sum L + (1/r) sum |w|^r. For step 0 it is computed at the weights that the next
	// step starts from.
	Objective  float64 `json:"objective"`
	Status     Status  `json:"status"`
	Gap        float64 `json:"gap"` // duality gap of the lp problem of the step
	Iterations int     `json:"iterations"`
	Nonzero    int     `json:"nonzero"` // number of weights that are not 0
	// LassoGap is, for r = 1, the gap of the lasso with the features of step 1. The steps end where it is
	// at most 1e-4 of the objective.
	LassoGap *float64 `json:"lassoGap,omitempty"`
	// Moved is set if the step starts from weights with a lower objective, found by a local search, and
	// not from the weights of the step before.
	Moved bool `json:"moved,omitempty"`
}

// Recovery compares the selected weights with the planted ones.
type Recovery struct {
	Found     int     `json:"found"`  // planted and selected
	Missed    int     `json:"missed"` // planted and not selected
	False     int     `json:"false"`  // selected and not planted
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
}
