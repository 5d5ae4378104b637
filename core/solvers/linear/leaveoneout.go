package linear

import "math"

// LeaveOneOut returns, for each point, y less the prediction of the fit without that point,
//
//	(y_i - f(x_i)) / (1 - h_i),
//
// from the leverages of the fit, which must be of least squares or ridge. It is NaN where the
// leverage is 1, because the other points then do not determine the prediction.
func LeaveOneOut(d *Data, f *Fit, leverages []float64) []float64 {
	const fullLeverage = 1 - 1e-10 // from which the fitted value of a row is taken to depend on that row alone
	e, fit := make([]float64, len(d.Y)), f.Fitted()
	for i, y := range d.Y {
		e[i] = math.NaN()
		if leverages[i] < fullLeverage {
			e[i] = (y - fit[i]) / (1 - leverages[i])
		}
	}
	return e
}
