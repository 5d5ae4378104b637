package tensor

import "sync"

// pool keeps the scratch memory of processors that are not at work. Unlike a sync.Pool it keeps all of
// it until its owner is gone.
type pool[T any] struct {
	mu   sync.Mutex
	free []*T
	make func() *T
}

func (p *pool[T]) take() *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.free) - 1
	if last < 0 {
		return p.make()
	}
	v := p.free[last]
	p.free = p.free[:last]
	return v
}

func (p *pool[T]) give(v *T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, v)
}
