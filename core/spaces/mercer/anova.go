package mercer

// Anova is k(x, t) = prod_j (1 + x_j t_j): the features are the products of all sets of
// different coordinates, the empty one included [K, "Anova Kernel"].
type Anova struct{}

func init() { Registry.Add("anova", func(Parameters) Kernel { return Anova{} }) }

func (Anova) String() string { return "anova" }

func (Anova) ValidatePoint([]float64) error { return nil }

func (Anova) At(x, t []float64) float64 {
	p := 1.0
	for j, v := range x {
		p *= 1 + v*t[j]
	}
	return p
}
