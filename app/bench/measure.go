//go:build !wasm

package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/rng"
	"lplab/core/tensor"
)

const (
	order      = 4
	readLength = 1 << 24 // numbers: 128 MB, more than caches hold
	addRounds  = 1 << 22 // some hundredths of a second
	turns      = 5       // the best counts: other programs run on the machine, too
	shortRun   = 2.0     // seconds: what takes longer is measured once
	repeated   = 3       // of shorter ones the best counts
)

// measure gives the figures of a case.
func measure(ctx context.Context, c Case, o Options) ([]Row, error) {
	switch c.Kind {
	case "limits":
		return limits(c, o), nil
	case "build":
		return build(ctx, c, o)
	case "contract":
		return contract(ctx, c, o)
	case "run":
		return run(ctx, c, o)
	case "slide":
		return slide(ctx, c, o)
	case "choice":
		return choice(ctx, c, o)
	}
	return nil, fmt.Errorf("bench: there is no kind %q", c.Kind)
}

// limits are those of one thread.
func limits(c Case, o Options) []Row {
	data := numbers(readLength, 1)
	read := best(o.Clock, turns, func() { tensor.ReadLimit(data) })
	var flops float64
	add := best(o.Clock, turns, func() { flops = multiplyAdd(1) })
	return []Row{
		c.row("read", Row{What: "Reading memory, one core", Value: 8 * readLength / read / 1e9, Unit: "GB/s"}),
		c.row("add", Row{What: "Multiplying and adding, one core", Value: flops / add / 1e9, Unit: "GFlop/s"}),
	}
}

// multiplyAdd does what the limit of so many threads is measured by, and returns
// how many operations that were.
func multiplyAdd(threads int) float64 {
	flops := make([]float64, threads)
	var all sync.WaitGroup
	for i := range flops {
		all.Go(func() { _, flops[i] = tensor.MultiplyAddLimit(addRounds) })
	}
	all.Wait()
	return float64(threads) * flops[0]
}

// build measures the Gram tensor of a polynomial kernel, in turns with
// multiplications and additions alone.
func build(ctx context.Context, c Case, o Options) ([]Row, error) {
	x := tensor.Points{N: c.N, D: c.D, X: numbers(c.N*c.D, 1)}
	work := 2 * float64(c.D) * float64(tensor.Count(c.N, order))
	var rows []Row
	for _, workers := range c.Workers {
		if workers > runtime.NumCPU() {
			continue
		}
		took, add, flops := math.Inf(1), math.Inf(1), 0.0
		var err error
		onThreads(workers, func() {
			for range turns {
				took = min(took, best(o.Clock, 1, func() {
					if _, e := tensor.Build(ctx, x, order, power(c.Degree), nil); e != nil {
						err = e
					}
				}))
				add = min(add, best(o.Clock, 1, func() { flops = multiplyAdd(workers) }))
			}
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, c.row(fmt.Sprint(workers), Row{
			What:  fmt.Sprintf("Building the tensor, n = %d, d = %d, degree %d, %s", c.N, c.D, c.Degree, cores(workers)),
			Value: work / took / 1e9, Unit: "GFlop/s", Share: work / took / (flops / add), Limit: "multiplying and adding",
		}))
	}
	return rows, nil
}

// contract measures a pass over a tensor with one thread, in turns with reading
// the same number of bytes.
func contract(ctx context.Context, c Case, o Options) ([]Row, error) {
	const d = 4 // what the entries are takes no part in this
	x := tensor.Points{N: c.N, D: d, X: numbers(c.N*d, 1)}
	t, err := tensor.Build(ctx, x, order, power(2), nil)
	if err != nil {
		return nil, err
	}
	pass := tensor.NewContraction(t)
	alpha, omega, matrix := numbers(c.N, 2), make([]float64, c.N), make([]float64, c.N*c.N)
	data := numbers(int(min(t.Entries(), readLength)), 3)
	both, alone, read := math.Inf(1), math.Inf(1), math.Inf(1)
	onThreads(1, func() {
		for range turns {
			both = min(both, best(o.Clock, 1, func() { pass.OmegaM(context.Background(), omega, matrix, alpha) }))
			alone = min(alone, best(o.Clock, 1, func() { pass.Omega(context.Background(), omega, alpha) }))
			read = min(read, best(o.Clock, 1, func() { tensor.ReadLimit(data) }))
		}
	})
	bytes, limit := 8*float64(t.Entries())/1e9, 8*float64(len(data))/1e9/read
	row := func(part, what string, took float64) Row {
		return c.row(part, Row{What: fmt.Sprintf("A pass over the tensor, n = %d, %s, one core", c.N, what),
			Value: bytes / took, Unit: "GB/s", Share: bytes / took / limit, Limit: "reading"})
	}
	return []Row{row("hessian", "with the Hessian", both), row("omega", "gradient alone", alone)}, nil
}

// run measures a whole experiment, from its text to its report.
func run(ctx context.Context, c Case, o Options) ([]Row, error) {
	if c.File && o.File == nil {
		return nil, errNoFile
	}
	spec, err := experiment.Decode(c.Spec)
	if err != nil {
		return nil, err
	}
	least := math.Inf(1)
	var report *experiment.Report
	for range repeated {
		took := best(o.Clock, 1, func() {
			r, e := lab.Run(ctx, spec, o.File, lab.Options{Clock: o.Clock, MemoryBudget: o.MemoryBudget})
			report, err = r, e
		})
		if err != nil {
			return nil, err
		}
		least = min(least, took)
		if took > shortRun {
			break
		}
	}
	return []Row{c.row("", Row{Value: least, Unit: "s", Detail: detail(report)})}, nil
}

// slide measures the steps of gamma's slider, each from the solution before.
func slide(ctx context.Context, c Case, o Options) ([]Row, error) {
	spec, err := experiment.Decode(c.Spec)
	if err != nil {
		return nil, err
	}
	var session lab.Session
	options := lab.Options{Clock: o.Clock, MemoryBudget: o.MemoryBudget, AllWeights: true, Warm: true}
	first, err := session.Run(ctx, spec, nil, options)
	if err != nil {
		return nil, err
	}
	steps := make([]float64, c.Steps)
	for i := range steps {
		spec.Model.Gamma = experiment.Gamma{Value: first.Gamma * math.Pow(10, -c.Decades*float64(i+1)/float64(c.Steps))}
		steps[i] = best(o.Clock, 1, func() {
			r, e := session.Run(ctx, spec, nil, options)
			if e == nil && !r.Status.IsSolved() {
				e = fmt.Errorf("a step ended with status %q", r.Status)
			}
			err = e
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(steps)
	return []Row{c.row("", Row{Value: steps[len(steps)/2], Unit: "s", Detail: fmt.Sprintf("median of %d steps", len(steps))})}, nil
}

// choice measures experiments by every strategy that can hold them, and how much
// longer the automatic choice takes than the best: the cost model is fitted to
// keep that below 1.5.
func choice(ctx context.Context, c Case, o Options) ([]Row, error) {
	worst := Row{Unit: "of the best"}
	for _, each := range c.Each {
		spec, err := experiment.Decode(each.Spec)
		if err != nil {
			return nil, err
		}
		chosen, seconds := "", map[string]float64{}
		for _, strategy := range []string{experiment.Auto, experiment.StrategyFeatures, experiment.StrategyTensor} {
			spec.Solver.Strategy = strategy
			least := math.Inf(1)
			for range repeated {
				r, err := lab.Run(ctx, spec, nil, lab.Options{Clock: o.Clock, MemoryBudget: o.MemoryBudget})
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					break // this strategy cannot hold the case
				}
				if strategy == experiment.Auto {
					chosen = r.Solver.Strategy
					break
				}
				least = min(least, r.Solver.Seconds.Build+r.Solver.Seconds.Solve)
			}
			seconds[strategy] = least
		}
		if _, measured := seconds[chosen]; !measured {
			return nil, fmt.Errorf("bench: strategy %s is chosen for %s, and it is not among those measured", chosen, each.Name)
		}
		if ratio := seconds[chosen] / min(seconds[experiment.StrategyFeatures], seconds[experiment.StrategyTensor]); ratio > worst.Value {
			worst.Value, worst.Detail = ratio, fmt.Sprintf("%s, where %s is chosen", each.Name, chosen)
		}
	}
	return []Row{c.row("", worst)}, nil
}

// detail says how a run went.
func detail(r *experiment.Report) string {
	passes := "passes"
	if r.Solver.Passes == 1 {
		passes = "pass"
	}
	text := fmt.Sprintf("%s, built in %.2f s, solved in %.2f s with %d %s",
		r.Solver.Strategy, r.Solver.Seconds.Build, r.Solver.Seconds.Solve, r.Solver.Passes, passes)
	if r.Solver.Degree > 0 {
		text += fmt.Sprintf(", up to degree %d with a relative gap of %.1g", r.Solver.Degree, r.Objective.RelativeGap)
	}
	if !r.Status.IsSolved() {
		text += fmt.Sprintf(", not converged: %s, relative gap %.1g", r.Status, r.Objective.RelativeGap)
	}
	return text
}

// best is the least time of so many calls.
func best(clock func() float64, times int, work func()) float64 {
	least := math.Inf(1)
	for range times {
		begin := clock()
		work()
		least = min(least, clock()-begin)
	}
	return least
}

// onThreads measures with so many of the machine's processors.
func onThreads(n int, measure func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	measure()
}

// cores counts them in words.
func cores(n int) string {
	if n == 1 {
		return "one core"
	}
	return fmt.Sprintf("%d cores", n)
}

// numbers are n of them between -1/2 and 1/2.
func numbers(n int, seed uint64) []float64 {
	stream := rng.NewStream(seed, "bench")
	v := make([]float64, n)
	for i := range v {
		v[i] = stream.Float64() - 0.5
	}
	return v
}

// power is the polynomial kernel's function, s -> s^degree.
func power(degree int) func([]float64) {
	return func(v []float64) {
		for i, s := range v {
			p := s
			for range degree - 1 {
				p *= s
			}
			v[i] = p
		}
	}
}
