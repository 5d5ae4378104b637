package neighbours_test

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/neighbours"
)

// The means of the labels of the nearest and of the two nearest points.
func ExampleNeighbours_Predict() {
	n, err := neighbours.New(dense.Points{N: 3, D: 1, X: []float64{0, 1, 5}}, []float64{1, 3, 9}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := [][]float64{{0}, {0}}
	err = n.Predict(context.Background(), f, dense.Points{N: 1, D: 1, X: []float64{0.4}}, []int{1, 2})
	fmt.Println(f, err)
	// Output:
	// [[1] [2]] <nil>
}
