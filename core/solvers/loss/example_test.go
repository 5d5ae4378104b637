package loss_test

import (
	"fmt"

	"lplab/core/solvers/loss"
)

// The Huber loss is linear beyond rho. Its Fenchel-Young residual is 0 at -gamma times its slope.
func ExampleHuber() {
	l := loss.Registry.New("huber", loss.Parameters{Rho: 1})
	y, t, gamma := 3.0, 0.0, 2.0
	slope, _ := l.Subdifferential(y, t)
	fmt.Println(l.Value(y, t), slope, l.Gap(y, t, -gamma*slope, gamma))
	// Output:
	// 2.5 -1 0
}
