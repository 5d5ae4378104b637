// Package bench measures the speed of lp Lab: operations on tensors relative to the limits of
// the machine, and whole experiments relative to the times of the papers.
//
// The cases are in cases.json. web/bench.js measures the same cases in a browser.
package bench

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
)

//go:embed cases.json
var casesJSON []byte

// Case is one entry of cases.json.
type Case struct {
	ID   string `json:"id"`
	Kind string `json:"kind"` // limits, build, contract, predict, run, slide, choice
	What string `json:"what"`
	Size string `json:"size"` // "", "gigabytes" of memory, "large": minutes

	// A tensor to build or to contract, or points to predict by the exponential kernel.
	N       int   `json:"n"`
	D       int   `json:"d"`
	Degree  int   `json:"degree"`
	Rows    int   `json:"rows"`
	Workers []int `json:"workers"`

	// An experiment to run.
	Spec    json.RawMessage `json:"spec"`
	File    bool            `json:"file"`    // its data are a file that lp Lab does not contain
	Steps   int             `json:"steps"`   // of gamma's slider
	Decades float64         `json:"decades"` // that they cover
	Target  float64         `json:"target"`  // seconds
	Each    []NamedSpec     `json:"each"`    // experiments for which a strategy is chosen
	Paper   *Paper          `json:"paper"`
}

// NamedSpec is an experiment of a case with several.
type NamedSpec struct {
	Name string          `json:"name"`
	Spec json.RawMessage `json:"spec"`
}

// Paper is the result of a paper for the case.
type Paper struct {
	Source  string  `json:"source"` // "[S table 2]"
	Text    string  `json:"text"`   // as printed
	Seconds float64 `json:"seconds"`
}

// Row is one measured figure.
type Row struct {
	ID     string  `json:"id"`
	What   string  `json:"what"`
	Value  float64 `json:"value,omitempty"`  // of the best turn
	Median float64 `json:"median,omitempty"` // of all turns; 0 where Value is it
	Turns  int     `json:"turns,omitempty"`
	Unit   string  `json:"unit,omitempty"` // s, GB/s, GFlop/s, or what Value is a multiple of
	Share  float64 `json:"share,omitempty"`
	Limit  string  `json:"limit,omitempty"` // what Share is a share of
	Detail string  `json:"detail,omitempty"`
	Target float64 `json:"target,omitempty"` // seconds at most
	Paper  *Paper  `json:"paper,omitempty"`
	Failed string  `json:"failed,omitempty"` // why there is no Value
}

// Options states what to measure.
type Options struct {
	Large        bool           // the cases that take minutes, too
	File         []byte         // of the cases that need one; nil: they are left out
	MemoryBudget int64          // of a run; see lab.Options
	Clock        func() float64 // seconds that have passed, or of processor time
	Only         string         // the id of one case, or a prefix of ids that ends in "-"; "": all
}

// Cases reads cases.json.
func Cases() ([]Case, error) {
	var all []Case
	if err := json.Unmarshal(casesJSON, &all); err != nil {
		return nil, fmt.Errorf("bench: cases.json: %w", err)
	}
	return all, nil
}

func (o Options) isWanted(c Case) bool {
	if o.Only != "" {
		return c.ID == o.Only || strings.HasSuffix(o.Only, "-") && strings.HasPrefix(c.ID, o.Only)
	}
	return c.Size != "large" || o.Large
}

// Run measures the cases one after another and calls report with every figure. A case that fails
// gives a Row with Failed set. The error is ctx.Err().
func Run(ctx context.Context, o Options, report func(Row)) error {
	all, err := Cases()
	if err != nil {
		return err
	}
	for _, c := range all {
		if !o.isWanted(c) {
			continue
		}
		rows, err := kinds[c.Kind](ctx, c, o)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			rows = []Row{c.row("", Row{Failed: err.Error()})}
		}
		for _, r := range rows {
			report(r)
		}
		runtime.GC() // free a large tensor before the next case
	}
	return nil
}

var errNoFile = errors.New("left out: its file was not given")

// row returns r with the entries that a figure takes from its case.
func (c Case) row(part string, r Row) Row {
	r.ID, r.Target, r.Paper = c.ID, c.Target, c.Paper
	if r.What == "" {
		r.What = c.What
	}
	if part != "" {
		r.ID += "-" + part
	}
	return r
}

// Figure returns the value with its unit, or the reason of a missing value.
func (r Row) Figure() string {
	switch {
	case r.Failed != "":
		return r.Failed
	case r.Unit == "s":
		return Seconds(r.Value)
	}
	return fmt.Sprintf("%.1f %s", r.Value, r.Unit)
}

// Spread compares the value with the median of the turns; "" where there was one turn.
func (r Row) Spread() string {
	if r.Turns < 2 || r.Median == 0 {
		return ""
	}
	median := r
	median.Value = r.Median
	return fmt.Sprintf("best of %d, median %s", r.Turns, median.Figure())
}

// Seconds is a time in two or three digits: "31 ms", "0.34 s", "5.2 s", "139 s".
func Seconds(t float64) string {
	switch {
	case t < 0.0995:
		return fmt.Sprintf("%.2g ms", 1e3*t)
	case t < 0.995:
		return fmt.Sprintf("%.2f s", t)
	case t < 99.5:
		return fmt.Sprintf("%.1f s", t)
	}
	return fmt.Sprintf("%.0f s", t)
}
