//go:build !wasm

// Command mutate measures how much of a package's code its tests hold: it changes signs,
// constants and comparisons one at a time, runs the tests of the package, and lists the
// changes that they do not notice.
//
//	go run ./app/mutate [-n 200] [-from 0] [-seed 1] [-most 5] [-except FILE] [-file NAMES] [-run TESTS] PACKAGE...
//
// -file changes only files whose names match, and -run runs only such tests, as in go test.
// -from leaves out the first changes of the drawn order, so a long measurement can be made in parts.
// A change that does not compile is not counted; one with which the tests take far more
// processor time than without it counts as noticed. Tests that take less than a tenth of a
// second run first, so most changes cost little more than their build.
//
// FILE lists, a line each, changes that the tests need not notice, or lines where they need notice none
// (": any"), with the reason after a tab. They are tried as all others, and counted apart where they
// survive. A reason that begins with "cost" says that the result is the same and the way to it is not;
// any other, that nothing differs. The exit status is 1 where more than -most percent of the changes
// survive in a package without being listed. What is listed and no longer in the code is told.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// settings are the flags.
type settings struct {
	n, from             int
	seed                uint64
	most                float64
	except, file, tests string
}

func main() {
	var s settings
	flag.IntVar(&s.n, "n", 200, "the most changes to try in a package, drawn at random")
	flag.IntVar(&s.from, "from", 0, "leave out as many of those drawn first")
	flag.Uint64Var(&s.seed, "seed", 1, "another seed draws other changes")
	flag.Float64Var(&s.most, "most", 5, "percent of the changes that may survive")
	flag.StringVar(&s.except, "except", "", "file of changes that need not be noticed")
	flag.StringVar(&s.file, "file", "", "change only files whose names match this expression")
	flag.StringVar(&s.tests, "run", "", "the only tests to run")
	flag.Parse()
	failed, err := run(flag.Args(), s)
	if err != nil {
		fmt.Fprintf(os.Stderr, "mutate: %v\n", err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

func run(packages []string, s settings) (failed bool, err error) {
	listed, err := readExceptions(s.except)
	if err != nil {
		return false, err
	}
	files, err := regexp.Compile(s.file)
	if err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	for _, name := range packages {
		muts, err := mutations(name, files)
		if err != nil {
			return failed, err
		}
		places := map[string]bool{}
		for _, m := range muts {
			places[m.file] = true
			places[m.String()], places[m.place()+anyChange] = true, true
		}
		for change := range listed {
			if file, _, _ := strings.Cut(change, ": "); places[file] && !places[change] {
				fmt.Printf("%s has a change that the code no longer has: %s\n", s.except, change)
			}
		}
		slices.SortFunc(muts, inOrder)
		rng := rand.New(rand.NewPCG(s.seed, 0))
		rng.Shuffle(len(muts), func(i, j int) { muts[i], muts[j] = muts[j], muts[i] })
		all := len(muts)
		muts = muts[min(s.from, all):min(s.from+s.n, all)]
		slices.SortFunc(muts, inOrder)
		began := time.Now()
		t := tester{dir: scratch, name: name, limit: 600, parts: [][]string{{"-test.v", "-test.run", s.tests}}}
		verdict, output, used := t.test(nil)
		if verdict != survived {
			return failed, fmt.Errorf("%s fails its tests as it is: %s", name, output)
		}
		t.limit = 3 + int(5*used.Seconds())
		if s.tests == "" {
			quick := "^(" + strings.Join(quickTests(output), "|") + ")$"
			t.parts = [][]string{{"-test.run", quick}, {"-test.skip", quick}}
		}
		var count [same + 1]int
		for _, m := range muts {
			verdict, _, _ := t.test(&m)
			if verdict == survived {
				reason := cmp.Or(listed[m.String()], listed[m.place()+anyChange])
				switch {
				case strings.HasPrefix(reason, "cost"):
					verdict = costs
				case reason != "":
					verdict = same
				default:
					fmt.Println(m)
				}
			}
			count[verdict]++
		}
		tried := len(muts) - count[unusable]
		share := 100 * float64(count[survived]) / float64(max(1, tried))
		fmt.Printf("%s: %d of %d changes survive (%.1f %%), besides %d that only cost more and %d that change nothing; of %d possible; %.0f s\n",
			name, count[survived], tried, share, count[costs], count[same], all, time.Since(began).Seconds())
		failed = failed || share > s.most
	}
	return failed, nil
}

// inOrder compares changes by their places.
func inOrder(a, b mutation) int {
	return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.offset, b.offset))
}

// anyChange ends an exception that holds for all changes of a line.
const anyChange = ": any"

// readExceptions reads the changes that need not be noticed, each with its reason.
func readExceptions(name string) (map[string]string, error) {
	listed := map[string]string{}
	if name == "" {
		return listed, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(b)) {
		change, reason, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if change != "" && reason == "" {
			return nil, fmt.Errorf("%s: %q has no reason", name, change)
		}
		listed[change] = reason
	}
	return listed, nil
}

// What becomes of a change: noticed by the tests, or not; not compiled; not noticed and listed.
const (
	noticed = iota
	survived
	unusable
	costs
	same
)

// quickTests lists the tests that took less than a tenth of a second, by the output of "-test.v".
func quickTests(output string) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^--- PASS: (\w+) \(0\.0\ds\)`).FindAllStringSubmatch(output, -1) {
		names = append(names, m[1])
	}
	return names
}

// tester runs the tests of a package with a change laid over its file.
type tester struct {
	dir, name string
	limit     int        // of the processor time of each part, in seconds
	parts     [][]string // the arguments of each part of the tests, in turn
}

// test returns the verdict on a change, the output of the tests, and the processor time that they took.
func (t *tester) test(m *mutation) (verdict int, output string, used time.Duration) {
	binary := filepath.Join(t.dir, "test")
	args := []string{"test", "-c", "-o", binary, "-vet=off", "-ldflags=-s -w"}
	if m != nil {
		changed, overlay := filepath.Join(t.dir, "changed.go"), filepath.Join(t.dir, "overlay.json")
		text, err := json.Marshal(map[string]any{"Replace": map[string]string{m.path: changed}})
		if err == nil {
			err = errors.Join(os.WriteFile(changed, m.apply(), 0o666), os.WriteFile(overlay, text, 0o666))
		}
		if err != nil {
			return unusable, err.Error(), 0
		}
		args = append(args, "-overlay", overlay)
	}
	if out, err := exec.Command("go", append(args, t.name)...).CombinedOutput(); err != nil {
		return unusable, string(out), 0
	}
	for _, part := range t.parts {
		args := append([]string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(t.limit), binary, "-test.short", "-test.failfast"}, part...)
		command := exec.Command("sh", args...)
		command.Dir = t.name
		out, err := command.CombinedOutput()
		if output += string(out); err != nil {
			return noticed, output, used
		}
		used += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	return survived, output, used
}
