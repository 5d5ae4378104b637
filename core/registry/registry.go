// Package registry finds losses, kernels, models and methods by the names that core/experiment declares. Each
// adds itself in an init function of its own file.
package registry

import (
	"maps"
	"slices"
)

// Of holds constructors of T, which take the parameters P, by name. The zero value is empty.
type Of[P, T any] struct{ constructors map[string]func(P) T }

// Add adds a constructor, in an init function. It panics if the name is taken.
func (r *Of[P, T]) Add(name string, construct func(P) T) {
	if r.constructors[name] != nil {
		panic("registry: " + name + " is added twice")
	}
	if r.constructors == nil {
		r.constructors = map[string]func(P) T{}
	}
	r.constructors[name] = construct
}

// New constructs the implementation of a name. It panics if there is none.
func (r *Of[P, T]) New(name string, parameters P) T {
	construct := r.constructors[name]
	if construct == nil {
		panic("registry: there is no " + name)
	}
	return construct(parameters)
}

// Names lists the names in alphabetical order.
func (r *Of[P, T]) Names() []string { return slices.Sorted(maps.Keys(r.constructors)) }
