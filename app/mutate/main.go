//go:build !wasm

// Command mutate measures how well the tests of a package cover its formulas (mutation testing). It changes
// one sign, constant or comparison at a time, runs the tests of the package, and prints each change with which
// they pass: a change that survives.
//
//	go run ./app/mutate [-n 200] [-from 0] [-seed 1] [-most 5] [-except FILE] [-file NAMES] [-run TESTS] PACKAGE...
//
// -file limits the changes to files with matching names, and -run limits the tests to those with matching names, as
// in go test. -from skips the first changes of the drawn sample, so that a long measurement can be split.
//
// A change that does not compile is not counted. A change fails the tests also where they take five times their
// usual processor time. Tests that take less than a tenth of a second run first, which decides most changes.
//
// Each line of the file given by -except lists a change that may survive, or with ": any" every change of a line
// of code, and after a tab the reason. Listed changes are tried like all others and counted separately. A reason
// that begins with "cost" means that the change makes the way to the result longer and leaves the result as it is;
// any other reason means that the change has no effect. Listed changes that the code no longer has are printed.
//
// The exit status is 1 where more than -most percent of a package's changes survive without being listed.
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

var (
	size   = flag.Int("n", 200, "how many changes of a package to try, drawn at random")
	from   = flag.Int("from", 0, "skip this many changes of the drawn sample")
	seed   = flag.Uint64("seed", 1, "seed of the random numbers that draw the sample")
	most   = flag.Float64("most", 5, "percent of the changes that may survive in a package")
	except = flag.String("except", "", "file that lists changes that may survive")
	only   = flag.String("file", "", "expression: change only files whose names match")
	tests  = flag.String("run", "", "expression: run only tests whose names match")
)

func main() {
	flag.Parse()
	failed, err := run(flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "mutate: %v\n", err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

func run(packages []string) (failed bool, err error) {
	listed, err := readExceptions(*except)
	if err != nil {
		return false, err
	}
	files, err := regexp.Compile(*only)
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
				fmt.Printf("%s lists a change that the code no longer has: %s\n", *except, change)
			}
		}
		slices.SortFunc(muts, inOrder)
		rng := rand.New(rand.NewPCG(*seed, 0))
		rng.Shuffle(len(muts), func(i, j int) { muts[i], muts[j] = muts[j], muts[i] })
		all := len(muts)
		muts = muts[min(*from, all):min(*from+*size, all)]
		slices.SortFunc(muts, inOrder)
		began := time.Now()
		t := tester{dir: scratch, name: name, limit: 600, parts: [][]string{{"-test.v", "-test.run", *tests}}}
		verdict, output, used := t.test(nil)
		if verdict != survived {
			return failed, fmt.Errorf("%s fails its tests as it is: %s", name, output)
		}
		t.limit = 3 + int(5*used.Seconds())
		if *tests == "" {
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
		fmt.Printf("%s: %d of %d changes survive (%.1f %%), besides %d listed that only cost more and %d listed without effect; %d are possible; %.0f s\n",
			name, count[survived], tried, share, count[costs], count[same], all, time.Since(began).Seconds())
		failed = failed || share > *most
	}
	return failed, nil
}

// inOrder compares changes by file and offset.
func inOrder(a, b mutation) int {
	return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.offset, b.offset))
}

// anyChange is the suffix of an exception for all changes of a line.
const anyChange = ": any"

// readExceptions returns the reasons of the changes that may survive, by change.
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

// Verdicts on a change: the tests fail with it; they pass; it does not compile; they pass, and it is listed as one
// that only costs more, or as one without effect.
const (
	killed = iota
	survived
	unusable
	costs
	same
)

// quickTests returns the tests that took less than a tenth of a second, from the output of "-test.v".
func quickTests(output string) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^--- PASS: (\w+) \(0\.0\ds\)`).FindAllStringSubmatch(output, -1) {
		names = append(names, m[1])
	}
	return names
}

// tester runs the tests of a package with a changed file in place of the original (go build -overlay).
type tester struct {
	dir, name string
	limit     int        // processor time of each part, in seconds
	parts     [][]string // arguments of the test binary, one list per run
}

// test returns the verdict on a change (nil: the code as it is), the output of the tests and their processor time.
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
			return killed, output, used
		}
		used += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	return survived, output, used
}
