// Package sample holds the data sets of lp Lab, with their credits.
package sample

import (
	"fmt"
	"strings"

	"lplab/core/data/table"
)

// Info describes a data set and suggests what to do with it.
type Info struct {
	Name        string `json:"name"` // what Open takes
	Title       string `json:"title"`
	Description string `json:"description"` // one sentence
	Credit      string `json:"credit"`      // source and licence
	Rows        int    `json:"rows"`
	Columns     int    `json:"columns"`
	Target      string `json:"target"` // suggested column
	Task        string `json:"task"`   // suggested: "regression" or "classification"
	Bag         string `json:"bag"`    // the column that names the bag of each row; "" without bags
	Bags        int    `json:"bags"`   // their number
	// Model is a suggested model: paths of fields of the experiment, and their values.
	Model [][2]string `json:"model"`
}

// sparseSearch is the search for a linear model with few weights: over gamma, r and the number
// of steps of reweighting, by cross-validation.
var sparseSearch = [][2]string{
	{"model.type", "lp"}, {"model.kernel.type", "linear"}, {"model.p", "4/3"}, {"model.r", "1"}, {"model.steps", "4"}, {"selection.rule", "nonzero"},
	{"search.criterion", "cross-validation"}, {"search.decades", "auto"}, {"search.count", "20"}, {"search.refine", "3"}, {"search.r", "2/3, 1"},
}

// All lists the data sets in the order in which to offer them. It does not refer to the
// data, so that a program that only lists them does not contain them.
func All() []Info {
	return []Info{
		{
			Name:  "wpbc",
			Title: "Wisconsin prognostic breast cancer",
			Description: "Ten features of cell nuclei, each as mean, standard error and worst value, tumour size and lymph nodes " +
				"of 198 patients, with the time in months to recurrence (status R) or to the last visit without one (N).",
			Credit: "W. H. Wolberg, W. N. Street, O. L. Mangasarian (1995), UCI Machine Learning Repository, CC BY 4.0",
			Rows:   198, Columns: 34,
			Target: "time", Task: "regression", Model: sparseSearch,
		},
		{
			Name:  "prostate",
			Title: "Prostate cancer",
			Description: "Eight clinical measures of 97 men about to undergo radical prostatectomy, with the logarithm of their " +
				"prostate specific antigen (lpsa).",
			Credit: "T. A. Stamey et al. (1989), Journal of Urology 141, 1076-1083; as in the R package lasso2",
			Rows:   97, Columns: 9,
			Target: "lpsa", Task: "regression", Model: sparseSearch,
		},
		{
			Name:  "bags",
			Title: "Bags of points",
			Description: "80 bags of 10 to 30 points in the plane, each of a normal distribution that is longer one way than the other; " +
				"a bag's label is the entropy of the first coordinate, which depends only on the spread of its points.",
			Credit: "Generated, after Z. Szabo et al. (2016), Journal of Machine Learning Research 17",
			Rows:   1632, Columns: 4,
			Target: "entropy", Task: "regression", Bag: "bag", Bags: 80,
		},
	}
}

// Open reads a data set. The error for an unknown name lists the known ones.
func Open(name string) (*table.Table, error) {
	var names []string
	for _, info := range All() {
		if info.Name == name {
			return table.Read(contents(name), table.Options{})
		}
		names = append(names, info.Name)
	}
	return nil, fmt.Errorf("there is no sample %q: choose one of %s", name, strings.Join(names, ", "))
}
