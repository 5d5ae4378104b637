package gram

import (
	"context"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// Engine builds and contracts the tensors of runs, keeps the last tensor for the next run, and computes
// passes over features that are not held.
// It is not safe for concurrent use. A form is valid until the next call of Tensor.
type Engine interface {
	// Tensor returns the form of the Gram tensor of k over x, of which it holds at most
	// room entries; the others are computed in every pass, except for passes over rounded
	// entries (Rounded), which are held, too, if rounded. Entries of that tensor that are
	// still held are not built again. progress is called with the fraction built and then,
	// where entries are computed, with that of every pass. The error is an *Overflow, an
	// *Outside, the context's, or one sentence for the user.
	Tensor(ctx context.Context, k kernel.Kernel, x dense.Points, q int, room int64, rounded bool, progress func(float64)) (Form, error)
	// Passes returns the passes over monomials. They are valid as long as m does not change.
	Passes(m *Monomials) Passes
	// Rates returns the rates of the cost model for the tensor of the request.
	Rates(r Request) Rates
}

// Rates are an engine's speeds, as measured, and its room.
type Rates struct {
	Flops float64 // of the products of an entry, 2 d of them, a second
	Entry float64 // seconds that an entry costs besides: the kernel function, its place in memory
	Read  float64 // bytes of held entries a second in a pass, for omega and M together
	Room  int64   // bytes that a tensor may take; 0: the request's budget

	Products float64 // flops a second of matrix products: the Hessian on features
	Factor   float64 // flops a second of factorisations, and of passes over features
}

// TensorKey identifies the tensor that an engine still holds.
type TensorKey struct {
	Kernel kernel.Kernel
	X      dense.Points
	Q      int
}

// Covers reports whether the tensor of k over x is a prefix of the kept one.
func (h *TensorKey) Covers(k kernel.Kernel, x dense.Points, q int) bool {
	return x.N <= h.X.N && h.agrees(k, x, q)
}

// Begins reports whether the kept tensor is a prefix of that of k over x.
func (h *TensorKey) Begins(k kernel.Kernel, x dense.Points, q int) bool {
	return h.X.N <= x.N && h.agrees(k, x, q)
}

// agrees compares kernel, order and the points that both have.
func (h *TensorKey) agrees(k kernel.Kernel, x dense.Points, q int) bool {
	if q != h.Q || x.D != h.X.D || !reflect.DeepEqual(k, h.Kernel) {
		return false
	}
	both := min(x.N, h.X.N) * x.D
	return slices.Equal(h.X.X[:both], x.X[:both])
}

// Portable is the engine in Go alone. The zero value is ready for use.
type Portable struct {
	key    TensorKey
	packed *tensor.Packed
}

var _ Engine = (*Portable)(nil)

func (e *Portable) Tensor(ctx context.Context, k kernel.Kernel, x dense.Points, q int, room int64, rounded bool, progress func(float64)) (Form, error) {
	held, entries := tensor.Holds(x.N, q, room), tensor.Count(x.N, q)
	if e.packed != nil && e.key.Covers(k, x, q) && min(e.packed.Held(), entries) == held &&
		(held == entries || e.packed.HasRounded() == rounded) {
		return watch(newTensorForm(e.packed.Prefix(x.N)), progress), nil
	}
	if err := Check(k, x, float64(q)); err != nil {
		return nil, err
	}
	t := e.packed
	e.packed = nil // its memory may be needed
	var err error
	if t != nil && e.key.Begins(k, x, q) {
		t, err = t.Extend(ctx, x, room, rounded, progress)
	} else {
		t, err = tensor.BuildPart(ctx, x, q, k.Apply, room, rounded, progress)
	}
	if err != nil {
		return nil, err
	}
	e.key, e.packed = TensorKey{k, x, q}, t
	return watch(newTensorForm(t), progress), nil
}

func (*Portable) Passes(m *Monomials) Passes {
	shares := len(m.Shares) - 1
	return &portablePasses{m, make([]chunkRoom, shares), make([][]float64, shares)}
}

// watch makes the passes over a tensor that is not held whole report their progress.
func watch(t *Tensor, progress func(float64)) *Tensor {
	if t.Held() < t.Entries() {
		t.Watch(progress)
	}
	return t
}

// Rates are as measured on a core of a current processor in native code with and without vector
// loops, and in WebAssembly.
func (*Portable) Rates(r Request) Rates {
	threads := float64(runtime.GOMAXPROCS(0))
	other := entryOf(r.Kernel, 11e-9)
	rates := Rates{Flops: 4e9, Entry: 8e-9 + other, Read: 6e9, Products: 4e9, Factor: 2e9}
	switch {
	case runtime.GOARCH == "wasm":
		rates = Rates{Flops: 2e9, Entry: 12e-9 + other, Read: 2e9, Products: 2e9, Factor: 1e9}
	case cpu.X86.HasAVX2: // false on other processors
		rates = referenceRates(r.Kernel)
	}
	const memory = 20e9 // bytes a second that all threads together read
	rates.Flops *= threads
	rates.Entry /= threads
	rates.Read = min(rates.Read*threads, memory)
	return rates
}
