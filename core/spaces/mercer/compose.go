package mercer

import (
	"context"
	"fmt"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// Compose is k(x, t) = Of(phi(x), phi(t)) with the map phi that takes the coordinates Columns,
// counted from 0, of a point [K, "Kernel composition"].
type Compose struct {
	Columns []int
	Names   string // of the coordinates, for messages; "" for their numbers
	Of      Kernel
}

func init() {
	Registry.Add("compose", func(p Parameters) Kernel { return Compose{Columns: p.Columns, Names: p.Names, Of: p.Of[0]} })
}

func (c Compose) String() string {
	if c.Names != "" {
		return fmt.Sprintf("(%v) of %s", c.Of, c.Names)
	}
	return fmt.Sprintf("(%v) of columns %v", c.Of, c.Columns)
}

func (c Compose) ValidatePoint(x []float64) error {
	for _, j := range c.Columns {
		if j >= len(x) {
			return fmt.Errorf("column %d is chosen, and a point has %d numbers; choose below that", j, len(x))
		}
	}
	return c.Of.ValidatePoint(c.choose(x))
}

func (c Compose) At(x, t []float64) float64 { return c.Of.At(c.choose(x), c.choose(t)) }

// Block takes the coordinates of every point once.
func (c Compose) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	Block(ctx, dst, c.Of, lists.Map(xs, c.choose), lists.Map(ts, c.choose))
}

func (c Compose) choose(x []float64) []float64 { return dense.At(x, c.Columns) }
