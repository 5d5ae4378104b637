package page

import (
	"math"

	"lplab/core/experiment"
	"lplab/core/spaces/kernel"
)

// Estimates of the times of searches: a tuning makes those of a few seconds.

// Measured times of a browser on two processors, for the estimates. They are fixed, so that a file
// is tuned in the same way on every machine.
const (
	secondsPerProduct  = 1.4e-9 // of rows, features and the smaller of both, in a solve for a loss of classes
	secondsPerFactor   = 0.8e-9 // the same for the squared loss
	secondsPerCube     = 0.7e-9 // of an eigenvalue decomposition, or of a support vector machine
	secondsPerSparse   = 6e-5   // of the squared rows and the cube root of the monomials, in a search over folds with steps of reweighting
	secondsPerClassRow = 3e-5   // of a solve for a loss of classes, by row
	secondsPerRow      = 4e-6   // of another
	secondsPerTerm     = 3.5e-9 // of a distance of two rows, in a search for nearest neighbours
	pairTerms          = 30     // that sorting the distances takes as long as
)

// searchSeconds estimates the time of the search entered, with a number of features.
func (s *state) searchSeconds(width int) float64 {
	if s.Spec.Search.Criterion == experiment.SearchValidation {
		return validationSolves * s.solveSeconds(width)
	}
	return tunedSolves * s.solveSeconds(width)
}

// effort is the number of passes that the solves of a search took, as a multiple of the usual one, or 1.
// Where classes can be separated, solves take more. Numbers of passes are the same on every machine.
func (s *state) effort(r experiment.Report) float64 {
	const usualPasses = 4 // passes of a solve
	solves := float64(tunedSolves)
	if r.Spec.Search.Criterion == experiment.SearchValidation {
		solves = validationSolves
	}
	return max(1, float64(r.Search.Passes)/(usualPasses*solves*s.classModels()))
}

// classModels counts the models of one class against the rest.
func (s *state) classModels() float64 {
	c, _ := s.Inspection.find(s.Spec.Target)
	if n := max(len(c.Levels), c.Classes); s.Spec.Task == experiment.Classification && n > 2 {
		return float64(n)
	}
	return 1
}

// sparseSeconds estimates the times of tunedSparse for the model entered, and of stability selection.
func (s *state) sparseSeconds() (search, halves float64) {
	const (
		searches = 9 // without steps, that the search over two exponents takes as long as
		folds    = 3 // searches over folds that the 100 halves take as long as
	)
	width := s.width(max(1, s.Spec.Model.Kernel.Degree))
	return min(searches*s.searchSeconds(width), s.sparseProductSeconds(width)), folds * tunedSolves * s.solveSeconds(width)
}

// sparseProductSeconds estimates the time of tunedSparse for more monomials than rows, most of which the first steps
// leave out.
func (s *state) sparseProductSeconds(width int) float64 {
	n := s.foldRows()
	return s.tuning.effort * s.classModels() * secondsPerSparse * n * n * math.Cbrt(float64(width))
}

// solveSeconds estimates the time of one solve of a search over folds, with a number of features.
func (s *state) solveSeconds(width int) float64 {
	n, features := s.foldRows(), float64(width)
	side := min(n, features)
	if s.Spec.Task == experiment.Classification {
		return s.tuning.effort * s.classModels() * (secondsPerProduct*n*features*side + secondsPerClassRow*n)
	}
	if features < n {
		return secondsPerFactor*side*side*side + secondsPerRow*n
	}
	return secondsPerFactor*n*features*side + secondsPerRow*n
}

// foldRows is the number of training rows without one of the folds.
func (s *state) foldRows() float64 { return float64(s.trainingRows()) * (tunedFolds - 1) / tunedFolds }

// width counts the monomials of the features up to a degree.
func (s *state) width(degree int) int {
	features := s.Inspection.Total - len(s.Inspection.Columns)
	for _, c := range s.Inspection.Columns {
		switch {
		case !s.isFeature(c.Name):
		case c.Type == "category":
			features += max(1, len(c.Levels)-1)
		default:
			features++
		}
	}
	return int(min(kernel.Count(features+1, degree), 1e9)) - 1
}
