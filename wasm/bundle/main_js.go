// Command bundle is core/lab in the worker of a self-contained HTML file: one HTML file
// with an experiment, its result and this program (lplab bundle, and Export on the page).
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"
	"time"

	"lplab/core/experiment"
	"lplab/core/lab"
)

const (
	memoryBudget = 1 << 30 // bytes of a tensor that is held; the rest is computed in every pass
	interval     = 0.1     // seconds between two messages about progress
)

func main() {
	js.Global().Set("lplabRun", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go serve(args[0].String(), args[1], args[2]) // the callback must not block
		return nil
	}))
	select {}
}

// serve runs a document with its data file and test file, or null, and posts {report} or {error}.
func serve(document string, data, test js.Value) {
	defer func() {
		if fault := recover(); fault != nil {
			post("error", fmt.Sprintf("the program failed (%v); this is a bug in lp Lab", fault))
		}
	}()
	report, err := run(document, data, test)
	if err != nil {
		post("error", err.Error())
		return
	}
	post("report", report)
}

func run(document string, data, test js.Value) (string, error) {
	d, err := experiment.DecodeDocument([]byte(document))
	if err != nil {
		return "", err
	}
	session := lab.Session{Test: bytesOf(test)}
	start, lastPost := time.Now(), 0.0
	clock := func() float64 { return time.Since(start).Seconds() }
	report, err := session.Run(context.Background(), d.Spec, bytesOf(data), lab.Options{
		Clock:        clock,
		MemoryBudget: memoryBudget,
		Progress: func(p experiment.Progress) {
			if now := clock(); now-lastPost > interval {
				lastPost = now
				post("fraction", p.Fraction)
			}
		},
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(report)
	return string(text), err
}

// bytesOf copies an ArrayBuffer; null gives nil.
func bytesOf(buffer js.Value) []byte {
	if buffer.IsNull() {
		return nil
	}
	view := js.Global().Get("Uint8Array").New(buffer)
	b := make([]byte, view.Length())
	js.CopyBytesToGo(b, view)
	return b
}

func post(key string, value any) { js.Global().Call("postMessage", map[string]any{key: value}) }
