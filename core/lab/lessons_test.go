package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// The sources of the lessons mark their claims about their experiments. The tests below run
// these experiments and fail if a claim is false:
//
//	<!-- check                                    after the sentence with the claim
//	a = closing-gap.json solver.maxIterations=5
//	a.gap > 0.1 && a.gap < max(a.gaps)
//	-->
//	... reaches 0.97<!-- = a.accuracy.train -->   the number before it, to the written digits
//	<!-- answer binomial(6, 4) -->                in an exercise: the accepted answer
//	<!-- solved model.p="4/3" -->                 at a goal: settings that reach it
//	<!-- guess a.gap < 1; a.gap >= 1 -->          after a question of a figure: the claim of each option; only that of the answer is true
//
// A run is the experiment of the lesson with the initial controls of its figure and the given
// settings; null removes a field, and 1..8 gives a list of runs. Names are valid until the end
// of the lesson. Expressions have the syntax of Go, with the measures and functions of
// lessons_eval_test.go; a statement about a list must be true for each element.

const lessonsFolder = "../../web/lessons"

var (
	figureMark  = regexp.MustCompile(`(?s)<(lp-[a-z]+)\b([^>]*)>(.*?)</lp-`)
	attrMark    = regexp.MustCompile(`([a-z-]+)=(?:"([^"]*)"|'([^']*)')`)
	controlMark = regexp.MustCompile(`(?s)<(input|button) ([^>]*)>|<(select) ([^>]*)>(.*?)</select>`)
	optionMark  = regexp.MustCompile(`<option([^>]*)>([^<]*)</option>`)
	checkMark   = regexp.MustCompile(`(?s)((?:\S+ %)|[^\s(]*)<!-- (check|=|solved|answer|guess)\s(.*?)-->`)
	runMark     = regexp.MustCompile(`^(\w+) = (\S+\.json)((?: \S+)*)$`)
	answerMark  = regexp.MustCompile(`<lp-exercise kind="number" answer="([^"]*)"`)
	guessMark   = regexp.MustCompile(`data-answer="(\d)"`)
	goalMark    = regexp.MustCompile(`data-goal="([^"]*)"`)
)

// lesson is a file of web/lessons/*.md.
type lesson struct {
	name, text string
	figures    map[string]lessonFigure // by the file of the experiment
}

type lessonFigure struct {
	tag, body string
	first     []setting // initial values of the controls
}

type setting struct{ path, value string }

func lessons(t *testing.T) []lesson {
	t.Helper()
	files, err := filepath.Glob(lessonsFolder + "/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lessons in %s: %v", lessonsFolder, err)
	}
	var all []lesson
	for _, file := range files {
		text := mustReadFile(t, file)
		l := lesson{name: filepath.Base(file), text: string(text), figures: map[string]lessonFigure{}}
		for _, m := range figureMark.FindAllStringSubmatch(l.text, -1) {
			if src := attributes(m[2])["src"]; src != "" {
				l.figures[src] = lessonFigure{tag: m[1], body: m[3], first: controls(m[3])}
			}
		}
		all = append(all, l)
	}
	return all
}

func attributes(text string) map[string]string {
	of := map[string]string{}
	for _, m := range attrMark.FindAllStringSubmatch(text, -1) {
		of[m[1]] = m[2] + m[3]
	}
	return of
}

// controls returns the initial settings of the controls of a figure.
func controls(body string) []setting {
	var set []setting
	for _, m := range controlMark.FindAllStringSubmatch(body, -1) {
		tag, at := m[1]+m[3], attributes(m[2]+m[4])
		value := at["value"]
		switch {
		case at["data-path"] == "" || tag == "button":
			continue
		case tag == "select":
			for i, o := range optionMark.FindAllStringSubmatch(m[5], -1) {
				if text, given := attributes(o[1])["value"]; i == 0 || strings.Contains(o[1], "selected") {
					if value = text; !given {
						value = o[2]
					}
				}
			}
		case at["type"] == "checkbox":
			value = strconv.FormatBool(strings.Contains(m[2], "checked"))
		case strings.Contains(m[2], "data-log"):
			exponent, _ := strconv.ParseFloat(value, 64)
			value = strconv.FormatFloat(math.Pow(10, exponent), 'g', 3, 64)
		}
		set = append(set, setting{at["data-path"], value})
	}
	return set
}

// lessonReports caches the reports of the lessons by their experiments.
var lessonReports = map[string]*experiment.Report{}

// run returns the reports of an experiment of the lesson with settings: several if a setting
// is a range.
func (l lesson) run(t *testing.T, file string, settings []setting) []*experiment.Report {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(lessonsFolder, file))
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	for i, s := range settings {
		if from, to, ranged := strings.Cut(s.value, ".."); ranged {
			first, err1 := strconv.Atoi(from)
			last, err2 := strconv.Atoi(to)
			if err1 != nil || err2 != nil || last < first {
				t.Fatalf("%s: no range: %s", l.name, s.value)
			}
			var all []*experiment.Report
			for v := first; v <= last; v++ {
				one := append([]setting(nil), settings...)
				one[i].value = strconv.Itoa(v)
				all = append(all, l.run(t, file, one)...)
			}
			return all
		}
	}
	var spec map[string]any
	if err := json.Unmarshal(source, &spec); err != nil {
		t.Fatalf("%s: %s: %v", l.name, file, err)
	}
	figure := l.figures[file]
	for _, s := range append(append([]setting(nil), figure.first...), settings...) {
		set(spec, s)
	}
	if figure.tag == "lp-balls" {
		p, gamma := spec["p"].(float64), spec["gamma"].(float64)
		delete(spec, "p")
		delete(spec, "gamma")
		spec["model"] = map[string]any{"kernel": map[string]any{"type": "linear"}, "p": p, "gamma": gamma}
		if p == 1 {
			spec["model"] = map[string]any{"type": "lasso", "lambda": 1 / gamma}
		}
	}
	text := compact(spec)
	if lessonReports[text] == nil {
		lessonReports[text] = mustRun(t, text, nil, Options{AllWeights: true})
	}
	return []*experiment.Report{lessonReports[text]}
}

func set(spec map[string]any, s setting) {
	path := strings.Split(s.path, ".")
	at := spec
	for _, name := range path[:len(path)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	var value any
	if json.Unmarshal([]byte(s.value), &value) != nil {
		value = s.value
	}
	if at[path[len(path)-1]] = value; value == nil {
		delete(at, path[len(path)-1])
	}
}

func settingsOf(text string) []setting {
	var all []setting
	for _, word := range strings.Fields(text) {
		path, value, _ := strings.Cut(word, "=")
		all = append(all, setting{path, value})
	}
	return all
}

// TestLessonsAreTrue checks every marked claim of the lessons.
func TestLessonsAreTrue(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the native run checks the lessons; TestGoldenDigests compares the results of WebAssembly with native ones")
	}
	for _, l := range lessons(t) {
		t.Run(l.name, func(t *testing.T) {
			scope := scope{}
			for _, m := range checkMark.FindAllStringSubmatchIndex(l.text, -1) {
				before, kind, body := l.text[m[2]:m[3]], l.text[m[4]:m[5]], strings.TrimSpace(l.text[m[6]:m[7]])
				line := strings.Count(l.text[:m[4]], "\n") + 1
				switch kind {
				case "=":
					if err := scope.matches(before, body); err != nil {
						t.Errorf("%s:%d: %v", l.name, line, err)
					}
				case "answer":
					written := answerMark.FindAllStringSubmatch(l.text[:m[4]], -1)
					if len(written) == 0 {
						t.Errorf("%s:%d: there is no exercise", l.name, line)
					} else if err := scope.matches(written[len(written)-1][1], body); err != nil {
						t.Errorf("%s:%d: %v", l.name, line, err)
					}
				case "guess":
					asked := guessMark.FindAllStringSubmatch(l.text[:m[4]], -1)
					for i, claim := range strings.Split(body, ";") {
						if err, right := scope.holds(strings.TrimSpace(claim)), asked[len(asked)-1][1] == strconv.Itoa(i+1); (err == nil) != right {
							t.Errorf("%s:%d: option %d of the guess: the answer is %s, %v", l.name, line, i+1, asked[len(asked)-1][1], err)
						}
					}
				case "check":
					for i, statement := range strings.Split(body, "\n") {
						if r := runMark.FindStringSubmatch(statement); r != nil {
							scope[r[1]] = l.run(t, r[2], settingsOf(r[3]))
							continue
						}
						if err := scope.holds(statement); err != nil {
							t.Errorf("%s:%d: %v", l.name, line+i+1, err)
						}
					}
				}
			}
			if len(scope) == 0 && len(l.figures) > 0 {
				t.Error("the lesson has no checks of its figures")
			}
		})
	}
}

// TestLessonsGoals checks that each goal is not reached by the initial figure, and that its marked
// settings reach it.
func TestLessonsGoals(t *testing.T) {
	for _, l := range lessons(t) {
		for src, figure := range l.figures {
			if figure.tag == "lp-alpha" {
				continue // the reader sets alpha in its figure; web/test/lessons.test.mjs does so
			}
			goals := goalMark.FindAllStringSubmatch(figure.body, -1)
			var solved []string
			for _, m := range checkMark.FindAllStringSubmatch(figure.body, -1) {
				if m[2] == "solved" {
					solved = append(solved, m[3])
				}
			}
			if len(goals) != len(solved) {
				t.Errorf("%s: %d goals of %s, %d marked as solved", l.name, len(goals), src, len(solved))
				continue
			}
			for i, goal := range goals {
				first, last := l.run(t, src, nil)[0], l.run(t, src, settingsOf(solved[i]))[0]
				if reached, err := reaches(goal[1], first); reached || err != nil {
					t.Errorf("%s: the goal %q is reached at the start, or is invalid: %v", l.name, goal[1], err)
				}
				if reached, err := reaches(goal[1], last); !reached || err != nil {
					t.Errorf("%s: %s does not reach %q: %v", l.name, solved[i], goal[1], err)
				}
			}
		}
	}
}

// reaches reports whether a report reaches a goal, such as "selected=6 r2.test>=0.9".
func reaches(goal string, r *experiment.Report) (bool, error) {
	for _, condition := range strings.Fields(goal) {
		at := strings.IndexAny(condition, "<>=")
		sign := strings.TrimRight(condition[at:], "0123456789.-+e")
		expression := fmt.Sprintf("r.%s %s %s", condition[:at], map[string]string{"=": "==", "<=": "<=", ">=": ">="}[sign], condition[at+len(sign):])
		v, err := scope{"r": {r}}.value(expression)
		if err != nil || v[0] == 0 {
			return false, err
		}
	}
	return true, nil
}

// instruction matches the beginning of an instruction to the reader.
var instruction = regexp.MustCompile(`(?m)(?:^|[.:] )(Move|Lower|Raise|Choose|Press|Set|Drag|Tick|Draw a|Increase|Reduce)\b`)

// TestLessonsInstructionsAreChecked checks that each paragraph with an instruction to the
// reader has a check.
func TestLessonsInstructionsAreChecked(t *testing.T) {
	for _, l := range lessons(t) {
		for _, paragraph := range strings.Split(l.text, "\n\n") {
			if strings.HasPrefix(paragraph, "<lp-") || strings.HasPrefix(paragraph, "<section") {
				continue
			}
			if said := instruction.FindString(paragraph); said != "" && !strings.Contains(paragraph, "<!-- ") {
				t.Errorf("%s: %q is not checked: %.90s", l.name, strings.TrimSpace(said), paragraph)
			}
		}
	}
}
