package experiment

// Dependence is the partial dependence of a model on one column or on a pair: the mean prediction of
// rows of the data after their cells in these columns are replaced by each value of a grid (Friedman, Greedy function approximation, Annals of Statistics 2001, sec. 8.2).
type Dependence struct {
	Of      string             `json:"of"` // what Mean is of: the target, or "probability of CLASS" or "score of CLASS"
	Columns []DependenceColumn `json:"columns"`
	Mean    [][]float64        `json:"mean"` // [i][j] for value i of the first grid and j of the second; without a second column j is 0
	Rows    int                `json:"rows"` // averaged over
	All     int                `json:"all"`  // in the data
}

// DependenceColumn is a column with its grid, and what the data have in it.
type DependenceColumn struct {
	Name   string    `json:"name"`
	Grid   []float64 `json:"grid"`             // of numbers, ascending; the places of Levels from 0
	Levels []string  `json:"levels,omitempty"` // of a category
	Data   []float64 `json:"data"`             // the cells of the rows averaged over, as in Grid
}
