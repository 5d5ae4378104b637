package mercer

// Linear is k(x, t) = x.t, whose features are the coordinates.
type Linear struct{}

var _ Kernel = Linear{}

// String names the kernel.
func (Linear) String() string { return "linear" }

// Check implements Kernel.
func (Linear) Check() error { return nil }

// ValidatePoint implements Kernel.
func (Linear) ValidatePoint([]float64) error { return nil }

// At implements Kernel.
func (Linear) At(x, t []float64) float64 { return dot(x, t) }
