//go:build !wasm

package page

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lab"
)

// walker uses the controls of a page at random, and handles its requests like page.js and the solver.
type walker struct {
	t       *testing.T
	p       *Page
	r       *recorder
	d       app.ClientDispatcher
	rng     *rand.Rand
	session lab.Session
	results map[int]result // the results that can be shown again
	steps   []string       // the messages so far
}

// walkedFile is the file that is uploaded.
const walkedFile = "a,b,c,bag,y\n1,0.5,w,1,0.1\n2,0.1,v,1,1.9\n3,-0.4,w,2,3.2\n4,0.2,v,2,4.1\n5,0.9,u,3,4.8\n6,-0.7,v,3,6.3\n7,0.3,u,4,6.9\n8,0,v,4,8.2\n9,0.6,u,5,9.1\n10,-0.2,v,5,9.8\n11,0.4,w,6,11.3\n12,-0.9,v,6,12.1\n"

// walkedTexts are entered in text fields.
var walkedTexts = []string{"", "0", "1", "2", "3", "-1", "0.5", "0,5", "4/3", "1e-9", "1e99", "auto", "x", "a, b", "1, 2", "0.5, 1", "true", "false", "a", "y", "a*b", "a +"}

func (w *walker) send(message string, id int, text string) {
	w.steps = append(w.steps, fmt.Sprintf("%s %d %.150s", message, id, text))
	w.r.emit(message, id, text)
	w.d.Consume()
}

// shownControl is a control of the page: its attributes, and the values of its options.
type shownControl struct {
	tag     string
	has     map[string]string
	options []string
}

// controls lists the controls that are not hidden.
func (w *walker) controls() (all []shownControl) {
	var hidden []bool // of the open elements
	for _, m := range tag.FindAllStringSubmatch(rendered(w.p), -1) {
		if m[1] == "/" {
			hidden = hidden[:len(hidden)-1]
			continue
		}
		o := shownControl{tag: m[2], has: map[string]string{}}
		for _, a := range attribute.FindAllStringSubmatch(m[3], -1) {
			o.has[a[1]] = a[2]
		}
		isGone := len(hidden) > 0 && hidden[len(hidden)-1] || slices.Contains(strings.Fields(o.has["class"]), "gone")
		if last := len(all) - 1; m[2] == "option" && !isGone && last >= 0 {
			all[last].options = append(all[last].options, o.has["value"])
		}
		if !isGone && o.has["data-message"]+o.has["data-path"] != "" {
			all = append(all, o)
		}
		if !slices.Contains([]string{"input", "img", "br"}, m[2]) && !strings.HasSuffix(m[3], "/") {
			hidden = append(hidden, isGone)
		}
	}
	return all
}

// press uses one of the controls of the page.
func (w *walker) press() {
	all := w.controls()
	o := all[w.rng.IntN(len(all))]
	number, _ := strconv.Atoi(o.has["data-number"])
	path, text := o.has["data-path"], walkedTexts[w.rng.IntN(len(walkedTexts))]
	switch {
	case o.has["data-message"] != "":
		w.send(o.has["data-message"], number, o.has["data-value"])
		return
	case o.tag == "button":
		text = o.has["data-value"]
	case len(o.options) > 0:
		text = o.options[w.rng.IntN(len(o.options))]
	case o.has["type"] == "checkbox":
		text = fmt.Sprint(w.rng.IntN(2) == 0)
	}
	w.send("entered", 0, asJSON(w.t, []earlyEntry{{path, text}}))
	if wrong, refused := w.p.s.Drafts[path]; refused && wrong.Reason == "" {
		w.fail("the entry %q of %s is refused without a reason", text, path)
	}
}

// answer handles one of the requests of the page.
func (w *walker) answer() {
	w.r.effects = slices.DeleteFunc(w.r.effects, func(e effect) bool {
		return !slices.Contains([]action{"inspect", "run", "trial", "cancel", "show"}, e.Do)
	})
	if len(w.r.effects) == 0 {
		return
	}
	i := len(w.r.effects) - 1 - w.rng.IntN(min(2, len(w.r.effects)))
	e := w.r.effects[i]
	w.r.effects = slices.Delete(w.r.effects, i, i+1)
	fails := w.rng.IntN(8) == 0
	switch e.Do {
	case "inspect":
		var of inspectRequest
		decode(w.t, []byte(e.Text), &of)
		spec, err := experiment.Decode([]byte(asJSON(w.t, map[string]any{"data": of.Data, "target": "y"})))
		var found table.Inspection
		if err == nil {
			found, err = w.session.Inspect(spec.Data, []byte(walkedFile), 12, of.Column)
		}
		if fails || err != nil {
			w.send("unreadable", e.ID, fmt.Sprint("refused: ", err))
			return
		}
		w.send("inspection", e.ID, asJSON(w.t, found))
	case "run", "trial":
		spec := specOf(w.t, e)
		if fails || spec.Data.Source != experiment.SourceFile {
			w.send(([]string{"failed", "cancelled"})[w.rng.IntN(2)], e.ID, "no result")
			return
		}
		report, err := w.session.Run(context.Background(), spec, []byte(walkedFile), lab.Options{})
		if err != nil {
			w.send("failed", e.ID, err.Error())
			return
		}
		w.results[e.ID] = resultOf(*report)
		w.send("report", e.ID, asJSON(w.t, w.results[e.ID]))
	case "cancel":
		w.send("cancelled", e.ID, "")
	case "show":
		if r, ok := w.results[e.ID]; ok && !fails {
			w.send("shown", e.ID, asJSON(w.t, r))
		} else {
			w.send("lost", e.ID, "")
		}
	}
}

// step does one random action.
func (w *walker) step() {
	s := &w.p.s
	switch w.rng.IntN(20) {
	case 0, 1, 2, 3, 4, 5:
		w.answer()
	case 6:
		w.send([]string{"undo", "redo"}[w.rng.IntN(2)], 0, "")
	case 7:
		w.send("run", 0, "")
	case 8:
		m := move{Value: w.rng.Float64() * 10, Cursor: []string{"", "gamma"}[w.rng.IntN(2)]}
		w.send("slide", 0, asJSON(w.t, m))
		w.send("moved", 0, asJSON(w.t, m))
		w.send("slid", 0, fmt.Sprint(m.Value))
	case 9:
		if s.Search != nil {
			w.send("placed", 0, asJSON(w.t, experiment.Place{Gamma: w.rng.IntN(5), Form: w.rng.IntN(2)}))
		}
	case 10:
		if s.Spec.Data.Source != experiment.SourceFile {
			w.send("file", 0, asJSON(w.t, file{Name: "walked.csv", Size: int64(len(walkedFile)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(walkedFile)))}))
		}
	case 11:
		w.notice()
	default:
		w.press()
	}
}

// notice sends a message without a request or with a late answer.
func (w *walker) notice() {
	s := &w.p.s
	type message struct {
		kind string
		id   int
		text string
	}
	all := []message{
		{"progress", s.runID, `{"phase":"solve","iteration":3,"gap":0.1}`},
		{"overran", s.runID, ""},
		{"refused", s.inspectID, `{"message":"line 3 has 4 cells","setting":"data.import.ragged"}`},
		{"testfile", 0, `{"name":"test.csv","size":3,"sha256":"cdcd"}`},
		{"declined", 0, "too large"},
		{"home", 0, ""},
		{"whole", 0, ""},
	}
	if s.Result != nil {
		all = append(all, message{"followed", 0, asJSON(w.t, *s.Result)}, message{"of-class", 0, asJSON(w.t, *s.Result)})
	}
	if spec, err := experiment.Validate(s.Spec); err == nil {
		view := &experiment.View{Locked: [][]string{nil, {"model.p", "target"}, {"data.source", "model.gamma"}}[w.rng.IntN(3)]}
		view.Steps = experiment.StepsBetween([]experiment.Spec{spec, experiment.Default()})
		all = append(all, message{"received", 0, asJSON(w.t, timedDocument{Document: experiment.Document{Spec: spec, View: view}, Seconds: new(float64)})},
			message{"try", 0, jsonOf(spec)}, message{"past", 0, asJSON(w.t, []pastRun{{Spec: []byte(jsonOf(spec))}})})
	}
	m := all[w.rng.IntN(len(all))]
	w.send(m.kind, m.id, m.text)
}

// checkUndo checks that Undo and Redo of a step leave the entries unchanged.
func (w *walker) checkUndo() {
	s := &w.p.s
	if len(s.history.past) == 0 {
		return
	}
	before := s.entries()
	w.send("undo", 0, "")
	w.send("redo", 0, "")
	if !s.entries().equals(before) {
		w.fail("after Undo and Redo the entries differ: %v", differences(before.Spec, s.Spec))
	}
}

// checkSession restores the session in another page and checks that it saves the same session.
func (w *walker) checkSession() {
	want := w.p.s.session()
	other := newState()
	other.takeOpening(nil, true)
	other.restoreSession(0, jsonOf(want))
	other.showEarlier(want.View, w.results[want.View])
	got := other.session()
	got.Last = want.Last
	if a, b := jsonOf(want), jsonOf(got); a != b {
		w.fail("a session is restored as\n%s\ninstead of\n%s", b, a)
	}
}

func (w *walker) fail(format string, args ...any) {
	w.t.Helper()
	w.t.Fatalf("%s\nafter the steps:\n%s", fmt.Sprintf(format, args...), strings.Join(w.steps[max(0, len(w.steps)-12):], "\n"))
}

// TestWalk takes random actions and checks that the page does not panic, that it accepts an entry or
// gives a reason for its refusal, that Redo reverts Undo, and that sessions are restored as saved.
func TestWalk(t *testing.T) {
	p, r, d := mount(t)
	w := &walker{t: t, p: p, r: r, d: d, rng: rand.New(rand.NewPCG(1, 0)), results: map[int]result{}}
	w.send("opening", 0, asJSON(t, sampleResult()))
	for _, section := range []string{importSection, columnSection} {
		p.s.Open[section] = true
	}
	for i := range 250 {
		w.step()
		if i%5 == 0 {
			w.checkUndo()
			w.checkSession()
		}
		if len(r.mistakes) > 0 {
			w.fail("a mistake: %s", r.mistakes[0])
		}
	}
}
