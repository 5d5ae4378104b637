package lab

import (
	"lplab/core/experiment"
	"lplab/core/spaces/gram"
)

func (r *run) beginPhase(phase string) {
	r.options.Progress(experiment.Progress{Phase: phase})
}

// steps reports the progress of a phase of many solves.
type steps struct {
	options     Options
	phase       string
	done, total int
	start       float64
}

func (r *execution) newSteps(phase string, total int) *steps {
	return &steps{options: r.options, phase: phase, total: total, start: r.options.Clock()}
}

// next reports one more solve.
func (s *steps) next() {
	s.done++
	p := experiment.Progress{Phase: s.phase, Fraction: float64(s.done) / float64(s.total), Solved: s.done, Solves: s.total}
	if elapsed := s.options.Clock() - s.start; elapsed >= leastSeconds {
		p.Remaining = elapsed * float64(s.total-s.done) / float64(s.done)
	}
	s.options.Progress(p)
}

// forecast estimates the remaining time while a form is built: the rest of building at the speed so
// far, and the passes of the solve at the planned speed, corrected by the error of the plan.
type forecast struct {
	plan   gram.Plan
	passes int
	start  float64 // seconds, of the run's clock
}

const (
	leastSeconds  = 0.2  // there is no estimate before
	leastFraction = 0.01 // there is no estimate before
	mostCorrected = 4    // largest factor of the correction
)

// buildSeconds returns the estimate in seconds when a fraction is built, 0 if there is none yet.
func (f forecast) buildSeconds(fraction, now float64) float64 {
	elapsed := now - f.start
	if elapsed < leastSeconds || fraction < leastFraction || fraction > 1 {
		return 0
	}
	build := elapsed / fraction
	solve := float64(f.passes) * f.plan.Pass
	if f.plan.Build > 0 { // a part may have been built before
		solve *= min(max(build/f.plan.Build, 1.0/mostCorrected), mostCorrected)
	}
	return build - elapsed + solve
}
