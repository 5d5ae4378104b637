// Command mutate measures how well the tests of a package cover its formulas (mutation testing). It changes
// one sign, constant or comparison at a time, runs the tests of the package, and prints each change with which
// they pass: a change that survives.
//
//	go run ./app/mutate [-n 200] [-seed 1] [-except FILE] [-file NAMES] [-run TESTS] PACKAGE...
//
// -file limits the changes to files with matching names, and -run limits the tests to those with matching names, as
// in go test. The sample of -n changes depends only on the seed and on the text of the changes, and not on other
// lines of the package.
//
// A change that does not compile is not counted. A change also fails the tests if they take five times their
// usual processor time. Tests that take less than a tenth of a second run first, which decides most changes.
//
// Each line of the file given by -except lists a change that may survive, or with ": any" every change of a line
// of code, and after a tab the reason. Listed changes are tried like all others and counted separately. A reason
// that begins with "cost" means that the change increases the cost and leaves the result as it is; any other reason
// means that the change has no effect. Listed changes that the code no longer has are printed.
//
// The exit status is 1 if more than 5 % of a package's changes survive without being listed.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	size   = flag.Int("n", 200, "how many changes of a package to try, drawn at random")
	seed   = flag.Uint64("seed", 1, "seed of the random numbers that draw the sample")
	except = flag.String("except", "", "file that lists changes that may survive")
	only   = flag.String("file", "", "expression: change only files with a matching name")
	tests  = flag.String("run", "", "expression: run only tests with a matching name")
)

// most is the percentage of the changes that may survive in a package.
const most = 5

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
	exceptions, err := readExceptions(*except)
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
		for change := range exceptions {
			if file, _, _ := strings.Cut(change, ": "); places[file] && !places[change] {
				fmt.Printf("%s lists a change that the code no longer has: %s\n", *except, change)
			}
		}
		all := len(muts)
		shuffle(muts, *seed)
		muts = muts[:min(*size, all)]
		slices.SortFunc(muts, inOrder)
		start := time.Now()
		t := tester{name: name, limit: 600, parts: [][]string{{"-test.v", "-test.run", *tests}}}
		verdict, output, cpu := t.test(nil, scratch)
		if verdict != survived {
			return failed, fmt.Errorf("%s fails its tests as it is: %s", name, output)
		}
		t.limit = 3 + int(5*cpu.Seconds())
		if *tests == "" {
			pattern := "^(" + strings.Join(quickTests(output), "|") + ")$"
			t.parts = [][]string{{"-test.run", pattern}, {"-test.skip", pattern}}
		}
		count, err := t.testAll(muts, exceptions, scratch)
		if err != nil {
			return failed, err
		}
		total := len(muts) - count[unusable]
		share := 100 * float64(count[survived]) / float64(max(1, total))
		fmt.Printf("%s: %d of %d changes survive (%.1f %%), besides %d listed that only cost more and %d listed without effect; %d are possible; %.0f s\n",
			name, count[survived], total, share, count[costs], count[same], all, time.Since(start).Seconds())
		failed = failed || share > most
	}
	return failed, nil
}

// shuffle brings the changes into an order that is random by seed.
func shuffle(muts []mutation, seed uint64) {
	slices.SortFunc(muts, inOrder)
	type key struct {
		hash [sha256.Size]byte
		mutation
	}
	keys, seen := make([]key, len(muts)), map[string]int{}
	for i, m := range muts {
		keys[i] = key{sha256.Sum256(fmt.Append(nil, seed, " ", seen[m.String()], " ", m)), m}
		seen[m.String()]++
	}
	slices.SortFunc(keys, func(a, b key) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	for i := range muts {
		muts[i] = keys[i].mutation
	}
}

// inOrder compares changes by file and offset.
func inOrder(a, b mutation) int {
	return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.offset, b.offset))
}

// anyChange is the suffix of an exception for all changes of a line.
const anyChange = ": any"

// readExceptions returns the reasons of the changes that may survive, by change.
func readExceptions(name string) (map[string]string, error) {
	exceptions := map[string]string{}
	if name == "" {
		return exceptions, nil
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
		exceptions[change] = reason
	}
	return exceptions, nil
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
	name  string
	limit int        // processor time of each part, in seconds
	parts [][]string // arguments of the test binary, one list per run
}

// testAll counts the verdicts on changes and prints the changes that survive without being listed. It tries as many
// at the same time as there are processors, each in a folder of dir.
func (t *tester) testAll(muts []mutation, exceptions map[string]string, dir string) (count [same + 1]int, err error) {
	queue := make(chan mutation)
	var lock sync.Mutex
	var wait sync.WaitGroup
	for worker := range runtime.NumCPU() {
		folder := filepath.Join(dir, strconv.Itoa(worker))
		err = errors.Join(err, os.MkdirAll(folder, 0o777))
		wait.Go(func() {
			for m := range queue {
				verdict, _, _ := t.test(&m, folder)
				lock.Lock()
				if verdict == survived {
					reason := cmp.Or(exceptions[m.String()], exceptions[m.place()+anyChange])
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
				lock.Unlock()
			}
		})
	}
	if err == nil {
		for _, m := range muts {
			queue <- m
		}
	}
	close(queue)
	wait.Wait()
	return count, err
}

// test returns the verdict on a change (nil: the code as it is), the output of the tests and their processor time.
// It writes files to dir.
func (t *tester) test(m *mutation, dir string) (verdict int, output string, cpu time.Duration) {
	binary := filepath.Join(dir, "test")
	args := []string{"test", "-c", "-o", binary, "-vet=off", "-ldflags=-s -w"}
	if m != nil {
		source, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
		text, err := json.Marshal(map[string]any{"Replace": map[string]string{m.path: source}})
		if err == nil {
			err = errors.Join(os.WriteFile(source, m.apply(), 0o666), os.WriteFile(overlay, text, 0o666))
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
		// Property tests neither shrink nor store the case that fails.
		command.Env = append(os.Environ(), "RAPID_SHRINKTIME=0s", "RAPID_NOFAILFILE=1")
		out, err := command.CombinedOutput()
		if output += string(out); err != nil {
			return killed, output, cpu
		}
		cpu += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	return survived, output, cpu
}
