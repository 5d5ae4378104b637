package page

import (
	"cmp"
	"math"
	"reflect"
	"strings"

	"lplab/app/remaining"
	"lplab/core/experiment"
)

// Runs: the check of the entries, the start, the progress and the end.

// run starts the experiment entered. If it differs from the one shown in the model alone and the
// search on the page still holds, it is not searched again.
func (s *state) run() []effect {
	if s.holds() && !s.chooses() && !reflect.DeepEqual(s.Spec, s.resultEntries) {
		return s.runModel()
	}
	spec, ok := s.checkSpec(s.Spec)
	if !ok {
		return nil
	}
	s.Spec = spec
	return s.start(spec, spec, running)
}

// checkSpec returns an experiment that can be run; otherwise the status explains why not.
func (s *state) checkSpec(spec experiment.Spec) (experiment.Spec, bool) {
	if s.NewFile != nil {
		s.fail("Wait until " + s.NewFile.Name + " has been read")
		return spec, false
	}
	if why := s.dataProblem(); why != "" {
		s.fail(why)
		return spec, false
	}
	for _, f := range experiment.Fields() {
		if entry, ok := s.Drafts[f.Path]; ok && f.Applies(spec) {
			s.fail(entry.Reason)
			return spec, false
		}
	}
	spec, err := experiment.Validate(spec)
	if err != nil {
		s.refuse(err.Error())
		return spec, false
	}
	s.checking = false
	return spec, true
}

// refuse shows why an experiment was refused. A sentence about a field begins with its path and is
// shown at its control too.
func (s *state) refuse(sentence string) {
	for _, f := range experiment.Fields() {
		rest, found := strings.CutPrefix(sentence, f.Path)
		if !found || !strings.HasPrefix(rest, " is ") && !strings.HasPrefix(rest, "[") {
			continue
		}
		if _, rest, found = strings.Cut(rest, " is "); found {
			sentence = withLabels(f.Label+" is "+rest, f)
			s.Errors = map[string]string{f.Path: sentence}
			break
		}
	}
	s.fail(withLabels(sentence))
}

// start starts a run; its result belongs to the entries.
func (s *state) start(spec, entries experiment.Spec, p phase) []effect {
	s.last++
	s.runID = s.last
	s.Phase = p
	s.Progress, s.Left, s.estimate = experiment.Progress{}, "", remaining.Time{}
	s.Sliding, s.InPlace, s.Errors, s.runEntries, s.runSpec = false, false, nil, entries, spec
	if p == running {
		s.Status = "Running"
	}
	return []effect{{Do: actionRun, ID: s.runID, Text: jsonOf(spec)}}
}

func (s *state) fail(message string) { s.Phase, s.Status = failed, message }

// isReading reports whether a new file is being read.
func (s *state) isReading() bool { return s.NewFile != nil && s.inspectID != 0 }

// read shows how much of a file has been read.
func (s *state) read(id int, percent string) {
	if id == s.inspectID && s.isReading() {
		s.Status = "Reading " + s.NewFile.Name + ", " + percent + " %"
	}
}

// busy reports whether a run that the user started is under way.
func (s *state) busy() bool { return s.Phase == running }

// cancel ends the reading of a file or, if none is read, the run under way.
func (s *state) cancel() []effect {
	if effects := s.cancelReading(); effects != nil {
		return effects
	}
	return s.cancelRun()
}

func (s *state) cancelReading() []effect {
	if !s.isReading() {
		return nil
	}
	s.failReading("Cancelled: " + s.NewFile.Name + " was not loaded")
	return []effect{{Do: actionStopReading}}
}

func (s *state) cancelRun() []effect {
	if s.runID == 0 {
		return nil
	}
	return []effect{{Do: actionCancel, ID: s.runID}}
}

func (s *state) takeProgress(id int, p experiment.Progress) {
	if id != s.runID || !s.busy() || p.Phase == "build" && s.Progress.Solves > 0 {
		return // a build within a search is part of it
	}
	s.Progress = p
	s.Left = s.estimate.Left(p.Remaining)
	if s.tuning == nil {
		s.Status = cmp.Or(phases[p.Phase], "Running")
	}
}

// takeOpening takes the opening result (nil for none) and starts the same computation here, unless a
// saved session follows.
func (s *state) takeOpening(r *result, follows bool) []effect {
	if s.Phase != loading || s.runID != 0 {
		return nil
	}
	if r != nil {
		s.showOpening(r)
	}
	if follows {
		return nil
	}
	return s.recompute()
}

func (s *state) showOpening(r *result) {
	s.Spec, s.Result, s.resultEntries, s.Status = r.Report.Spec, r, r.Report.Spec, outcome(r)
	s.Note = "Precomputed; recomputing here"
	s.rescale()
	s.amend()
}

// recompute runs the opening experiment here.
func (s *state) recompute() []effect {
	s.checking = s.Result != nil
	return append(s.inspect(s.Spec.Data), s.start(s.Spec, s.Spec, loading)...)
}

func (s *state) takeReport(id int, r result) []effect {
	if id != s.runID {
		return nil
	}
	if r.Report.Spec.Version == 0 { // page.js omits the experiment that it was sent
		r.Report.Spec = s.runSpec
	}
	if s.tuning != nil {
		return s.takeTuned(id, r)
	}
	s.runID, s.Note = 0, ""
	if s.checking {
		s.checking = false
		s.Note = "Recomputed here in " + seconds(r.Wall) + "; it differs from the precomputed result"
		if agree(s.Result.Report, r.Report) {
			s.Note = "Precomputed; recomputed here in " + seconds(r.Wall) + ", the same"
		}
	}
	s.compare(id, r.Report)
	s.take(id, r)
	s.Phase = ready
	s.Status = outcome(&r)
	return nil
}

// take shows a report.
func (s *state) take(id int, r result) {
	s.Result, s.resultEntries, s.Stability, s.runID, s.Proposal = &r, s.runEntries, r.Report.Stability, 0, nil
	s.Link.Unanswered = false
	s.takeSearch(r.Report)
	s.amend()
	s.keep(id)
	s.rescale()
}

// rerun is the part of a report that differs between runs with the same result.
type rerun struct {
	Objective experiment.Objective    `json:"objective"`
	Solver    experiment.SolverReport `json:"solver"`
	Wall      float64                 `json:"wall"`
}

// takeRerun takes the report of a run that repeats the result shown.
func (s *state) takeRerun(id int, a rerun) {
	if s.Result == nil {
		return
	}
	r := *s.Result
	r.Report.Objective, r.Report.Solver, r.Wall = a.Objective, a.Solver, a.Wall
	s.takeReport(id, r)
}

// takeList takes all listed weights of the report shown.
func (s *state) takeList(top []experiment.Weight) {
	if s.Result == nil {
		return
	}
	r := *s.Result
	r.Report.Weights.Top = top
	s.Result = &r
}

// agree reports whether two reports have the same objective to 1e-9, the same status and the same
// number of selected weights.
func agree(a, b experiment.Report) bool {
	scale := math.Max(1e-300, math.Abs(a.Objective.Dual))
	return a.Status == b.Status && math.Abs(a.Objective.Dual-b.Objective.Dual) <= 1e-9*scale && a.Weights.Selected == b.Weights.Selected
}

func (s *state) failRun(id int, message string) []effect {
	if id != s.runID {
		return nil
	}
	s.runID = 0
	s.checking = false
	if s.tuning != nil {
		return s.failTuning(message)
	}
	if s.Phase == loading && s.Result != nil {
		s.Note = "Precomputed; recomputing here failed"
	}
	s.refuse(message)
	return nil
}

func (s *state) takeCancellation(id int) {
	if id != s.runID {
		return
	}
	s.runID = 0
	s.Phase = ready
	s.Status = "Cancelled"
	if s.tuning == nil {
		return
	}
	if s.tuning.began {
		s.Status = "Search stopped: the best model so far is shown"
		if s.tuning.best != nil {
			s.restoreBest()
		}
	}
	s.tuning = nil
	s.amend()
}

// isStale reports whether the entries differ from those of the result shown.
func (s *state) isStale() bool {
	return s.Result != nil && (len(s.Drafts) > 0 || !reflect.DeepEqual(s.Spec, s.resultEntries))
}
