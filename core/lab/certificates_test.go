package lab

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// randomExperiment draws a table and an lp experiment on it without its gamma; class is
// the name of its solver.
func randomExperiment(seed uint64) (spec func(gamma string) string, class string) {
	r := rand.New(rand.NewPCG(seed, 31))
	p := pick(r, "2", "4/3", "4/3", "6/5", "8/7", "3/2", "11/10", "21/20")
	strategy, method := pick(r, "auto", "auto", "features", "sparse"), "newton"
	n := 4 + r.IntN(37)
	if most := map[string]int{"2": 40, "4/3": 24, "6/5": 13, "8/7": 9}[p]; most > 0 && r.IntN(2) == 0 {
		strategy = pick(r, "tensor", "tensor", "streamed")
		n = 4 + r.IntN(most-3)
	}
	d := 1 + r.IntN(6)
	kernel := pick(r, `"linear"`, `"linear"`, `"polynomial", "degree": 2`, `"polynomial", "degree": 3`, `"polynomial", "degree": 2, "constant": 1`,
		`"polynomial", "degree": 3, "constant": 0.3`, `"series", "coefficients": [0.5, 1, 0, 0.25]`, `"series", "coefficients": [0, 2, 0.125]`,
		`"sum", "of": [{"type": "linear"}, {"type": "polynomial", "degree": 3}]`,
		`"product", "of": [{"type": "polynomial", "degree": 1, "constant": 2}, {"type": "linear"}]`)
	standardize := r.IntN(3) > 0
	if strategy == "sparse" { // centred points have sparse features only with a linear kernel
		standardize = standardize && kernel == `"linear"`
	}
	task := "regression"
	loss := pick(r, "squared", "absolute", "epsilon-insensitive", "huber")
	if r.IntN(3) == 0 {
		task, loss = "classification", pick(r, "logistic", "hinge", "smoothed-hinge", "quadratically-smoothed-hinge", "squared")
	}
	if r.IntN(6) == 0 && loss != "absolute" && loss != "epsilon-insensitive" && loss != "hinge" {
		method = pick(r, "proximal-gradient", "dual-gradient", "primal-gradient", "fista")
		if method == "dual-gradient" && loss != "squared" {
			method = "proximal-gradient"
		}
		if method == "primal-gradient" || method == "fista" {
			strategy = pick(r, "auto", "features")
		}
	}
	unit := math.Pow(10, 18*r.Float64()-9)
	parameters := ""
	switch loss {
	case "epsilon-insensitive":
		parameters = fmt.Sprintf(`, "epsilon": %g`, unit*r.Float64())
	case "huber":
		parameters = fmt.Sprintf(`, "rho": %g`, unit*math.Pow(10, 2*r.Float64()-1))
	case "quadratically-smoothed-hinge":
		parameters = fmt.Sprintf(`, "width": %g`, math.Pow(10, 2*r.Float64()-1))
	}
	data := experiment.Data{Source: experiment.SourceInline, Rows: make([][]any, n)}
	sizes := make([]float64, d)
	spread := float64(r.IntN(2))
	for j := range d {
		data.Columns = append(data.Columns, "x"+strconv.Itoa(j))
		sizes[j] = math.Pow(10, spread*(2*r.Float64()-1))
	}
	data.Columns = append(data.Columns, "y")
	whole, outliers, copies := r.IntN(4) == 0, r.IntN(3) == 0, r.IntN(4) == 0
	offset := float64(r.IntN(3)) * r.NormFloat64()
	for i := range n {
		row := make([]any, d+1)
		y := offset + 0.3*r.NormFloat64()
		for j := range d {
			x := sizes[j] * r.NormFloat64()
			if whole || strategy == "sparse" {
				x = float64(r.IntN(5) - 2)
			}
			row[j] = x
			if j < 2 {
				y += x / sizes[j]
			}
		}
		if outliers && r.IntN(8) == 0 {
			y *= 1000
		}
		if copies && i > 0 && r.IntN(3) == 0 {
			copy(row, data.Rows[r.IntN(i)][:d])
		}
		row[d] = unit * y
		if task == "classification" {
			row[d] = "u"
			if y > offset || i == 0 {
				row[d] = "v"
			}
			if i == 1 {
				row[d] = "u"
			}
		}
		data.Rows[i] = row
	}
	b := compact(data)
	split := `"train": 1`
	if n > 8 {
		split = fmt.Sprintf(`"train": 0.8, "test": 0.2, "seed": %d`, r.IntN(100))
	}
	tolerance := pick(r, "1e-10", "1e-10", "1e-8", "1e-12")
	if standardize && tolerance == "1e-12" { // standardised features have rounding errors
		tolerance = "1e-10"
	}
	limit := 500
	if method != "newton" {
		limit = 200
	}
	rest := fmt.Sprintf(`"task": %q, "split": {%s}, "preprocess": {"standardize": %v, "intercept": %v},
		"solver": {"method": %q, "strategy": %q, "tolerance": %s, "maxIterations": %d},
		"model": {"p": %q, "kernel": {"type": %s}, "loss": {"type": %q%s}, "gamma": `,
		task, split, standardize, r.IntN(2) == 0, method, strategy, tolerance, limit, p, kernel, loss, parameters)
	spec = func(gamma string) string {
		return `{"data": ` + b + `, "target": "y", ` + rest + gamma + `}}`
	}
	class = method
	if method == "newton" && (strategy == "tensor" || strategy == "streamed") {
		class = "newton on a tensor"
	}
	return spec, class
}

// solvedShares has the least share of random experiments that must converge, by class. Those
// with a tolerance of 1e-12 are not counted, because rounding limits their certificates. The
// gradient methods are slow near p = 1.
var solvedShares = map[string]float64{
	"newton": 0.998, "newton on a tensor": 0.998,
	"proximal-gradient": 0.6, "dual-gradient": 0.6, "primal-gradient": 0.4, "fista": 0.7,
}

var experiments = flag.Int("experiments", 1500, "number of random experiments of TestCertificates")

// TestCertificates checks that every random experiment with the status converged has
// converged, for any kernel, loss, p, strategy, method and unit of the target, and that most
// converge.
func TestCertificates(t *testing.T) {
	trials := *experiments
	if testing.Short() {
		trials = 600
	}
	counts, converged := map[string]int{}, map[string]int{}
	refused := 0
	for seed := range uint64(trials) {
		report, class, err := runRandom(t, seed)
		name := fmt.Sprintf("seed %d (%s)", seed, class)
		if err != nil {
			assertSentence(t, name, err.Error())
			refused++
			continue
		}
		o := report.Objective
		if report.Spec.Solver.Tolerance > 1e-12 {
			counts[class]++
			if report.Status == experiment.Converged {
				converged[class]++
			}
		}
		switch {
		case report.Status == experiment.Converged:
			assertExact(t, name, report)
		case o.RelativeGap <= report.Spec.Solver.Tolerance:
			t.Errorf("%s: %s at a relative gap of %g", name, report.Status, o.RelativeGap)
		}
	}
	for class, share := range solvedShares {
		if n := counts[class]; n == 0 || float64(converged[class]) < share*float64(n)-1 {
			t.Errorf("%s: %d of %d converged", class, converged[class], n)
		}
	}
	if refused > trials/200 {
		t.Errorf("%d of %d were refused", refused, trials)
	}
}

// runRandom runs a random experiment with a gamma within some decades of the automatic one.
func runRandom(t *testing.T, seed uint64) (report *experiment.Report, class string, err error) {
	spec, class := randomExperiment(seed)
	session := new(Session)
	run := func(gamma string, iterations int) (*experiment.Report, error) {
		s := mustDecode(t, spec(gamma))
		s.Solver.MaxIterations = min(s.Solver.MaxIterations, iterations)
		return session.Run(t.Context(), s, nil, Options{})
	}
	gamma, r := `"auto"`, rand.New(rand.NewPCG(seed, 32))
	if r.IntN(3) > 0 {
		if first, err := run(gamma, 1); err == nil {
			gamma = fmt.Sprint(first.Gamma * math.Pow(10, 8*r.Float64()-4))
		}
	}
	report, err = run(gamma, math.MaxInt)
	return report, class, err
}

// TestFlatHessians checks runs with q = 21, for which the Hessian of a point may be too small for
// a step, and a damping relative to it has no effect.
func TestFlatHessians(t *testing.T) {
	for _, seed := range []uint64{3786, 3891, 5477, 11226} {
		report, class, err := runRandom(t, seed)
		if err != nil {
			t.Fatalf("seed %d (%s): %v", seed, class, err)
		}
		if report.Status != experiment.Converged {
			t.Errorf("seed %d (%s): %s", seed, class, report.Status)
		}
		assertExact(t, fmt.Sprintf("seed %d", seed), report)
	}
}

// TestCertificatesOfAnInfiniteKernel checks the certificates of the tensor of the exponential
// kernel against its series in extended precision, which is short enough for one or two
// columns with K(x, x) up to e^4.
func TestCertificatesOfAnInfiniteKernel(t *testing.T) {
	trials := 1500
	if testing.Short() {
		trials = 600
	}
	kernel := regexp.MustCompile(`"kernel": \{.*\}, "loss"`)
	converged := 0
	for seed := range uint64(trials) {
		spec, class := randomExperiment(seed)
		if class != "newton on a tensor" {
			continue
		}
		text := kernel.ReplaceAllString(spec(`"auto"`), `"kernel": {"type": "exponential"}, "loss"`)
		s := mustDecode(t, strings.Replace(text, `"standardize": true`, `"standardize": false`, 1))
		if len(s.Data.Columns) > 3 {
			continue
		}
		largest := 0.0
		for _, row := range s.Data.Rows {
			var sum float64
			for _, v := range row[:len(row)-1] {
				sum += math.Pow(math.Abs(v.(float64)), s.Model.P.Q())
			}
			largest = max(largest, sum)
		}
		if largest > 4 {
			continue
		}
		if r, err := Run(t.Context(), s, nil, Options{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		} else if r.Status == experiment.Converged {
			converged++
			assertExact(t, fmt.Sprintf("seed %d", seed), r)
		}
	}
	if converged < trials/200 {
		t.Errorf("only %d converged", converged)
	}
}
