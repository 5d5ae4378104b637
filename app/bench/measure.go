package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
	"lplab/core/spaces/weights"
)

const (
	order       = 4
	limitPoints = 150     // of the tensor that is read: 177 MB, more than caches hold
	addRounds   = 1 << 20 // some milliseconds
	fewestTurns = 5       // the best counts: other programs run on the machine, too
	mostTurns   = 50
	turnSeconds = 2.0 // after which no more turns begin
	shortRun    = 2.0 // seconds: a longer run is measured once
	repeats     = 3   // least number of measurements of a shorter one, within turnSeconds; the best counts
)

// kinds are the measurements by the kinds of cases.
var kinds = map[string]func(context.Context, Case, Options) ([]Row, error){
	"limits": limits, "build": build, "contract": contract, "predict": predict, "run": run, "slide": slide, "choice": choice,
}

// limits measures the limits of one thread.
func limits(ctx context.Context, c Case, o Options) ([]Row, error) {
	t, err := tensorOf(ctx, limitPoints)
	if err != nil {
		return nil, err
	}
	var flops float64
	took := o.inTurns(1, func() { t.ReadLimit(false) }, func() { t.ReadLimit(true) }, func() { flops = multiplyAdd(1) })
	bytes := 8 * float64(t.Entries())
	return []Row{
		c.rate("read", "Reading memory, one core", bytes, "GB/s", faster(took[0], took[1])),
		c.rate("add", "Multiplying and adding, one core", flops, "GFlop/s", took[2]),
	}, nil
}

// multiplyAdd multiplies and adds on the given number of threads, and returns the number of
// operations.
func multiplyAdd(threads int) float64 {
	flops := make([]float64, threads)
	onThreads(threads, func(i int) { _, flops[i] = tensor.MultiplyAddLimit(addRounds) })
	return float64(threads) * flops[0]
}

// onThreads does some work on every thread at the same time.
func onThreads(threads int, work func(thread int)) {
	var all sync.WaitGroup
	for i := range threads {
		all.Go(func() { work(i) })
	}
	all.Wait()
}

// tensorOf builds a tensor to read, of arbitrary entries.
func tensorOf(ctx context.Context, n int) (*tensor.Packed, error) {
	const d = 4
	return tensor.Build(ctx, dense.Points{N: n, D: d, X: numbers(n*d, 1)}, order, kernel.Polynomial{Degree: 2}.Apply, nil)
}

// build measures the Gram tensor of a polynomial kernel, in turns with
// multiplications and additions alone.
func build(ctx context.Context, c Case, o Options) ([]Row, error) {
	x := dense.Points{N: c.N, D: c.D, X: numbers(c.N*c.D, 1)}
	work := 2 * float64(c.D) * float64(tensor.Count(c.N, order))
	var rows []Row
	for _, workers := range c.threads() {
		var flops float64
		var err error
		took := o.inTurns(workers, func() {
			if _, e := tensor.Build(ctx, x, order, kernel.Polynomial{Degree: c.Degree}.Apply, nil); e != nil {
				err = e
			}
		}, func() { flops = multiplyAdd(workers) })
		if err != nil {
			return nil, err
		}
		what := fmt.Sprintf("Building the tensor, n = %d, d = %d, degree %d, %s", c.N, c.D, c.Degree, cores(workers))
		rows = append(rows, c.rate(fmt.Sprint(workers), what, work, "GFlop/s", took[0]).
			of("multiplying and adding", flops/took[1].best()/1e9))
	}
	return rows, nil
}

// contract measures passes over a tensor, in turns with reading it.
func contract(ctx context.Context, c Case, o Options) ([]Row, error) {
	t, err := tensorOf(ctx, c.N)
	if err != nil {
		return nil, err
	}
	pass := tensor.NewContraction(t)
	alpha, omega, matrix := numbers(c.N, 2), make([]float64, c.N), make([]float64, c.N*c.N)
	bytes := 8 * float64(t.Entries())
	var rows []Row
	for _, workers := range c.threads() {
		took := o.inTurns(workers,
			func() { err = errors.Join(err, pass.OmegaM(ctx, omega, matrix, alpha)) },
			func() { err = errors.Join(err, pass.OmegaM(ctx, omega, nil, alpha)) },
			func() { onThreads(workers, func(int) { t.ReadLimit(false) }) }, func() { onThreads(workers, func(int) { t.ReadLimit(true) }) })
		if err != nil {
			return nil, err
		}
		limit := float64(workers) * bytes / faster(took[2], took[3]).best() / 1e9
		for i, kind := range []struct{ part, what string }{{"hessian", "with the Hessian"}, {"omega", "gradient alone"}} {
			what := fmt.Sprintf("A pass over the tensor, n = %d, %s, %s", c.N, kind.what, cores(workers))
			rows = append(rows, c.rate(fmt.Sprintf("%s-%d", kind.part, workers), what, bytes, "GB/s", took[i]).of("reading", limit))
		}
	}
	return rows, nil
}

// predict measures predictions by the exponential tensor kernel.
func predict(ctx context.Context, c Case, o Options) ([]Row, error) {
	m := weights.Model{Kernel: kernel.Exponential{}, Q: order, X: dense.Points{N: c.N, D: c.D, X: numbers(c.N*c.D, 1)}}
	x := dense.Points{N: c.Rows, D: c.D, X: numbers(c.Rows*c.D, 2)}
	alphas := [][]float64{numbers(c.N, 3)}
	var rows []Row
	var err error
	for _, workers := range c.threads() {
		took := o.inTurns(workers, func() {
			_, e := weights.ByTensor(ctx, m, alphas, x)
			err = errors.Join(err, e)
		})[0]
		if err != nil {
			return nil, err
		}
		what := fmt.Sprintf("Predicting %d rows, n = %d, d = %d, exponential, %s", c.Rows, c.N, c.D, cores(workers))
		rows = append(rows, c.row(fmt.Sprint(workers), Row{What: what, Value: took.best(), Unit: "s", Median: took.median(), Turns: len(took)}))
	}
	return rows, nil
}

// threads lists the numbers of threads of a case that the machine has processors for.
func (c Case) threads() []int {
	return slices.DeleteFunc(slices.Clone(c.Workers), func(n int) bool { return n > runtime.NumCPU() })
}

// sample has the seconds that some work took in each of its turns.
type sample []float64

func (s sample) best() float64 { return slices.Min(s) }

func (s sample) median() float64 { return slices.Sorted(slices.Values(s))[len(s)/2] }

// faster is the sample with the least time.
func faster(a, b sample) sample {
	if a.best() < b.best() {
		return a
	}
	return b
}

// inTurns measures functions in turns, on the given number of threads, and returns the times of each.
// The load by other programs changes, so only times of the same turns are comparable.
func (o Options) inTurns(threads int, works ...func()) []sample {
	samples := make([]sample, len(works))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	begin := o.Clock()
	for turn := 0; turn < fewestTurns || turn < mostTurns && o.Clock()-begin < turnSeconds; turn++ {
		for i, work := range works {
			samples[i] = append(samples[i], o.seconds(work))
		}
	}
	return samples
}

func (o Options) seconds(work func()) float64 {
	begin := o.Clock()
	work()
	return o.Clock() - begin
}

// rate is the row of some work, in units of 10^9 a second.
func (c Case) rate(part, what string, work float64, unit string, took sample) Row {
	return c.row(part, Row{What: what, Value: work / took.best() / 1e9, Unit: unit, Median: work / took.median() / 1e9, Turns: len(took)})
}

// of returns the row with its share of a limit. The value is a lower bound on the limit too, so the
// share is at most 1.
func (r Row) of(limit string, most float64) Row {
	r.Limit, r.Share = limit, r.Value/max(r.Value, most)
	return r
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
	var took sample
	var report *experiment.Report
	if !c.File {
		o.File = nil
	}
	begin := o.Clock()
	for !slices.ContainsFunc(took, func(t float64) bool { return t > shortRun }) &&
		(len(took) < repeats || len(took) < mostTurns && o.Clock()-begin < turnSeconds) {
		took = append(took, o.seconds(func() {
			report, err = lab.Run(ctx, spec, o.File, lab.Options{Clock: o.Clock, MemoryBudget: o.MemoryBudget})
		}))
		if err != nil {
			return nil, err
		}
	}
	return []Row{c.row("", Row{Value: took.best(), Unit: "s", Median: took.median(), Turns: len(took), Detail: detail(report)})}, nil
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
	steps := make(sample, c.Steps)
	for i := range steps {
		spec.Model.Gamma = experiment.Gamma{Value: first.Gamma * math.Pow(10, -c.Decades*float64(i+1)/float64(c.Steps))}
		var r *experiment.Report
		steps[i] = o.seconds(func() { r, err = session.Run(ctx, spec, nil, options) })
		if err != nil {
			return nil, err
		}
		if !r.Status.IsSolved() {
			return nil, fmt.Errorf("a step ended with status %q", r.Status)
		}
	}
	return []Row{c.row("", Row{Value: steps.median(), Unit: "s", Detail: fmt.Sprintf("median of %d steps", len(steps))})}, nil
}

// choice measures experiments by every strategy that can hold them, and the time of the automatic
// choice relative to the best. The cost model is fitted to keep this ratio below 1.5.
func choice(ctx context.Context, c Case, o Options) ([]Row, error) {
	worst := Row{Unit: "of the best"}
	for _, each := range c.Each {
		spec, err := experiment.Decode(each.Spec)
		if err != nil {
			return nil, err
		}
		auto, seconds := "", map[string]float64{}
		for _, strategy := range []string{experiment.Auto, experiment.StrategyFeatures, experiment.StrategyTensor} {
			spec.Solver.Strategy = strategy
			least := math.Inf(1)
			for range repeats {
				r, err := lab.Run(ctx, spec, nil, lab.Options{Clock: o.Clock, MemoryBudget: o.MemoryBudget})
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					break // this strategy cannot hold the case
				}
				if strategy == experiment.Auto {
					auto = r.Solver.Strategy
					break
				}
				least = min(least, r.Solver.Seconds.Build+r.Solver.Seconds.Solve)
			}
			seconds[strategy] = least
		}
		if _, measured := seconds[auto]; !measured {
			return nil, fmt.Errorf("bench: strategy %s is chosen for %s, and it is not among those measured", auto, each.Name)
		}
		if ratio := seconds[auto] / min(seconds[experiment.StrategyFeatures], seconds[experiment.StrategyTensor]); ratio > worst.Value {
			worst.Value, worst.Detail = ratio, fmt.Sprintf("%s, where %s is chosen", each.Name, auto)
		}
	}
	return []Row{c.row("", worst)}, nil
}

// detail describes a run: strategy, times, passes, and how it ended.
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

func cores(n int) string {
	if n == 1 {
		return "one core"
	}
	return fmt.Sprintf("%d cores", n)
}

// numbers returns n random numbers between -1/2 and 1/2.
func numbers(n int, seed uint64) []float64 {
	stream := rng.NewStream(seed, "bench")
	v := make([]float64, n)
	for i := range v {
		v[i] = stream.Float64() - 0.5
	}
	return v
}
