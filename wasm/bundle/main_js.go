// Command bundle is core/lab in the worker of a file that proves itself: one HTML file
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
		go serve(args[0].String(), args[1]) // the callback must not block
		return nil
	}))
	select {}
}

// serve runs a document and posts {report} or {error}.
func serve(document string, data js.Value) {
	defer func() {
		if fault := recover(); fault != nil {
			post("error", fmt.Sprintf("the program failed (%v); this is a bug in lp Lab", fault))
		}
	}()
	report, err := run(document, data)
	if err != nil {
		post("error", err.Error())
		return
	}
	post("report", report)
}

func run(document string, data js.Value) (string, error) {
	d, err := experiment.DecodeDocument([]byte(document))
	if err != nil {
		return "", err
	}
	var file []byte
	if !data.IsNull() {
		view := js.Global().Get("Uint8Array").New(data)
		file = make([]byte, view.Length())
		js.CopyBytesToGo(file, view)
	}
	began, posted := time.Now(), 0.0
	clock := func() float64 { return time.Since(began).Seconds() }
	report, err := lab.Run(context.Background(), d.Spec, file, lab.Options{
		Clock:        clock,
		MemoryBudget: memoryBudget,
		Progress: func(p experiment.Progress) {
			if now := clock(); now-posted > interval {
				posted = now
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

func post(key string, value any) { js.Global().Call("postMessage", map[string]any{key: value}) }
