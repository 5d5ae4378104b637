// Package neighbours predicts by the k nearest training points in the Euclidean distance: the mean
// of their labels, or the majority of their votes. Of points at the same distance the first in the
// training set counts as nearer, and a tied vote goes to the class of the nearest point.
package neighbours

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lplab/core/numeric/dense"
)

// Neighbours are training points with their labels. Its methods are safe for concurrent use.
type Neighbours struct {
	points  dense.Points
	labels  []float64
	classes int       // of a classification, else 0
	squares []float64 // the squared norms of the points
	largest float64   // of these
}

// New keeps the points and labels, which must not change. The labels are numbers for 0 classes, -1 and
// +1 for two, and count from 0 for more. The error is for unsuitable numbers, or no points.
func New(points dense.Points, labels []float64, classes int) (*Neighbours, error) {
	if points.N != len(labels) {
		panic("neighbours: as many labels as points are needed")
	}
	if points.N == 0 {
		return nil, fmt.Errorf("there are no training rows; nearest neighbours need at least one")
	}
	n := &Neighbours{points: points, labels: labels, classes: classes, squares: make([]float64, points.N)}
	for i, y := range labels {
		for j, v := range points.Row(i) {
			if math.IsNaN(v - v) {
				return nil, fmt.Errorf("number %d of point %d is %g: every one must be finite", j, i, v)
			}
			n.squares[i] += v * v
		}
		n.largest = max(n.largest, n.squares[i])
		if math.IsNaN(y - y) {
			return nil, fmt.Errorf("label %d is %g: every label must be a number", i, y)
		} else if classes == 2 && y != 1 && y != -1 {
			return nil, fmt.Errorf("a classification needs labels -1 and +1, and label %d is %g", i, y)
		} else if classes > 2 && (y != math.Trunc(y) || y < 0 || y >= float64(classes)) {
			return nil, fmt.Errorf("a classification of %d classes needs labels from 0 to %d, and label %d is %g", classes, classes-1, i, y)
		}
	}
	return n, nil
}

// Values returns the number of values of a prediction: one, or one for each of more than two
// classes.
func (n *Neighbours) Values() int {
	if n.classes > 2 {
		return n.classes
	}
	return 1
}

// vote stores the decision values of point i in dst.
func (n *Neighbours) vote(dst [][]float64, i int, neighbours []key, ks []int) {
	votes := make([]float64, n.classes)
	first := 0
	for j, k := range ks {
		for _, p := range neighbours[first:k] {
			votes[int(n.labels[p.index()])]++
		}
		first = k
		values := dst[j][i*n.classes : (i+1)*n.classes]
		for c, v := range votes {
			values[c] = (2*v - float64(k)) / float64(k)
		}
		most := slices.Max(votes)
		for _, p := range neighbours[:k] {
			if c := int(n.labels[p.index()]); votes[c] == most {
				values[c] += 0.5 / float64(k)
				break
			}
		}
	}
}

// Predict stores in dst[j], for every point, the mean label of its ks[j] nearest neighbours. For
// two classes this is a decision value with the sign of the class of the majority; in a tie, the
// class of the nearest neighbour gets half a vote more. For more classes dst[j] has, point after
// point, a decision value (2 v - k)/k for each class with v votes; among the classes with the most
// votes, the one of the nearest neighbour gets half a vote more. The ks must ascend.
func (n *Neighbours) Predict(ctx context.Context, dst [][]float64, points dense.Points, ks []int) error {
	const blockWork = 1 << 24 // multiplications of a block of points, unless a single point takes more
	if len(dst) != len(ks) || !slices.IsSorted(ks) {
		panic("neighbours: values for every k are needed, which ascend")
	}
	if points.N > 0 && points.D != n.points.D {
		panic("neighbours: points of the training points' dimension are needed")
	}
	for j, k := range ks {
		if len(dst[j]) != points.N*n.Values() {
			panic("neighbours: a value for every point is needed")
		}
		if k < 1 || k > n.points.N {
			return fmt.Errorf("k is %d: it must be between 1 and %d, the number of training rows to choose from", k, n.points.N)
		}
	}
	if len(ks) == 0 {
		return nil
	}
	count, d := n.points.N, n.points.D
	block := min(points.N, 128, 1+blockWork/(count*(d+1)))
	s := &search{Neighbours: n, keys: make([]key, count), near: make([]key, 0, count), swap: make([]key, count), distances: make([]float64, count)}
	products := make([]float64, block*count)
	var cross dense.Cross
	for from := 0; from < points.N; from += block {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := min(block, points.N-from)
		clear(products)
		cross.Add(products, count, points.X[from*d:], d, rows, n.points.X, d, count, d)
		for i := from; i < from+rows; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			neighbours := s.nearest(points.Row(i), products[(i-from)*count:][:count], ks[len(ks)-1])
			if n.classes > 2 {
				n.vote(dst, i, neighbours, ks)
				continue
			}
			var sum float64
			first := 0
			for j, k := range ks {
				for _, p := range neighbours[first:k] {
					sum += n.labels[p.index()]
				}
				first = k
				value := sum
				if n.classes == 2 && sum == 0 {
					value = n.labels[neighbours[0].index()] / 2
				}
				dst[j][i] = value / float64(k)
			}
		}
	}
	return nil
}
