// Package neighbours predicts by the k nearest training points in the Euclidean distance: in
// a regression the mean of their labels, in a classification the majority of their votes.
// There is nothing to fit but k, which leaving one point out after another may choose.
//
// Everything is determined: of points equally far the one that comes first in the training
// set is nearer, and a vote that ends even goes to the class of the nearest.
package neighbours

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Neighbours are training points with their labels. The zero value has none; it is made by
// Regression or Classification, and its methods are safe for concurrent use.
type Neighbours struct {
	points  [][]float64
	labels  []float64
	classes bool
}

// Regression predicts numbers. It keeps the points and labels, which may not change.
func Regression(points [][]float64, labels []float64) (*Neighbours, error) {
	return newNeighbours(points, labels, false)
}

// Classification predicts one of two classes, whose labels are -1 and +1. It keeps the
// points and labels, which may not change.
func Classification(points [][]float64, labels []float64) (*Neighbours, error) {
	return newNeighbours(points, labels, true)
}

func newNeighbours(points [][]float64, labels []float64, classes bool) (*Neighbours, error) {
	if len(points) != len(labels) {
		panic("neighbours: as many labels as points are needed")
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("there are no training rows; nearest neighbours need at least one")
	}
	for i, x := range points {
		for j, v := range x {
			if math.IsNaN(v - v) {
				return nil, fmt.Errorf("number %d of point %d is %g: every one must be finite", j, i, v)
			}
		}
		if y := labels[i]; math.IsNaN(y - y) {
			return nil, fmt.Errorf("label %d is %g: every label must be a number", i, y)
		} else if classes && y != 1 && y != -1 {
			return nil, fmt.Errorf("a classification needs labels -1 and +1, and label %d is %g", i, y)
		}
	}
	return &Neighbours{points, labels, classes}, nil
}

// Count returns the number of training points.
func (n *Neighbours) Count() int { return len(n.points) }

// neighbour is a training point as another point sees it.
type neighbour struct {
	square float64 // of the distance
	index  int
}

// compare orders neighbours by distance, then as they come.
func compare(a, b neighbour) int {
	switch {
	case a.square < b.square:
		return -1
	case a.square > b.square:
		return 1
	}
	return a.index - b.index
}

// room is where the k nearest are gathered: they, and as many again.
func room(k int) []neighbour { return make([]neighbour, 0, 2*k) }

// nearest returns the k training points nearest to x, but for the one at except, in their
// order, in the memory of dst. Points nearer than the k-th so far are gathered, and sorted
// whenever there are twice as many as are asked for, so that a large k costs little more
// than a small one.
func (n *Neighbours) nearest(dst []neighbour, x []float64, k, except int) []neighbour {
	dst = dst[:0]
	bound, bounded := neighbour{}, false
	for i, p := range n.points {
		next := neighbour{squareDistance(x, p), i}
		if i == except || bounded && compare(next, bound) > 0 {
			continue
		}
		if dst = append(dst, next); len(dst) == 2*k {
			slices.SortFunc(dst, compare)
			dst = dst[:k]
			bound, bounded = dst[k-1], true
		}
	}
	slices.SortFunc(dst, compare)
	return dst[:min(k, len(dst))]
}

func squareDistance(x, t []float64) float64 {
	var s float64
	for j, v := range x {
		v -= t[j]
		s += float64(v * v)
	}
	return s
}

// Nearest returns the indices of the k training points nearest to x, the nearest first.
func (n *Neighbours) Nearest(x []float64, k int) ([]int, error) {
	if err := n.check(k, len(n.points)); err != nil {
		return nil, err
	}
	indices := make([]int, k)
	for i, p := range n.nearest(room(k), x, k, -1) {
		indices[i] = p.index
	}
	return indices, nil
}

// check refuses a k for which there are not enough points.
func (n *Neighbours) check(k, points int) error {
	if points == 0 {
		return fmt.Errorf("there is no other training row to choose from; leaving one out needs two at least")
	}
	if k < 1 || k > points {
		return fmt.Errorf("k is %d: it must be between 1 and %d, the number of training rows to choose from", k, points)
	}
	return nil
}

// Predict stores in dst[j], for every point, what its ks[j] nearest neighbours say: the mean
// of their labels. In a classification that is the decision value, whose sign is the
// majority's class; where the vote is even it is half a vote for the class of the nearest.
// The ks ascend: a point's distances and their order serve all of them.
func (n *Neighbours) Predict(ctx context.Context, dst [][]float64, points [][]float64, ks []int) error {
	if len(dst) != len(ks) || !slices.IsSorted(ks) {
		panic("neighbours: values for every k are needed, which ascend")
	}
	for j, k := range ks {
		if len(dst[j]) != len(points) {
			panic("neighbours: a value for every point is needed")
		}
		if err := n.check(k, len(n.points)); err != nil {
			return err
		}
	}
	if len(ks) == 0 {
		return nil
	}
	most := ks[len(ks)-1]
	near := room(most)
	for i, x := range points {
		if err := ctx.Err(); err != nil {
			return err
		}
		near = n.nearest(near, x, most, -1)
		var sum float64
		from := 0
		for j, k := range ks {
			for _, p := range near[from:k] {
				sum += n.labels[p.index]
			}
			dst[j][i] = n.say(sum, near[:k])
			from = k
		}
	}
	return nil
}

// say is what neighbours say whose labels have the given sum.
func (n *Neighbours) say(sum float64, near []neighbour) float64 {
	if n.classes && sum == 0 {
		sum = n.labels[near[0].index] / 2
	}
	return sum / float64(len(near))
}

// LeaveOneOut returns the score of every k from 1 to most, at index k-1, when each training
// point is predicted by all others: the mean squared error of a regression, the share of
// wrong classes of a classification.
func (n *Neighbours) LeaveOneOut(ctx context.Context, most int) ([]float64, error) {
	if err := n.check(most, len(n.points)-1); err != nil {
		return nil, err
	}
	scores := make([]float64, most)
	near := room(most)
	for i, x := range n.points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		near = n.nearest(near, x, most, i)
		var sum float64
		for k, p := range near {
			sum += n.labels[p.index]
			scores[k] += n.loss(n.labels[i], n.say(sum, near[:k+1]))
		}
	}
	for k := range scores {
		scores[k] /= float64(len(n.points))
	}
	return scores, nil
}

// loss is the squared error, or 1 for the wrong class.
func (n *Neighbours) loss(label, said float64) float64 {
	if !n.classes {
		return (label - said) * (label - said)
	}
	if label*said > 0 {
		return 0
	}
	return 1
}
