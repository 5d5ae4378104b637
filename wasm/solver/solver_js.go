// Package solver runs core/lab in a Web Worker: it answers each request of web/lplab.js by a call of
// core/lab. worker.js hosts it, and web/types/messages.d.ts has the messages.
package solver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"
	"unsafe"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/lists"
	"lplab/core/spaces/weights"
)

// progressInterval is the least time between two messages of progress, in seconds.
const progressInterval = 0.05

// Serve answers the requests of the worker's page; it does not return.
func Serve() {
	debug.SetGCPercent(smallPercent)
	useVectors()
	weights.UseEvaluator(tensors.evaluate)
	js.Global().Set("lplabSolver", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go serve(args[0]) // a callback that blocks would stop timers and garbage collection
		return nil
	}))
	select {}
}

// answer is the answer to a request, without its number, type and memory.
type answer map[string]any

// requests are the types of requests, with the type of the answer and its function.
var requests = map[string]struct {
	answer string
	take   func(request js.Value) (answer, error)
}{
	"run":        {"done", run},
	"inspect":    {"inspection", inspect},
	"link":       {"linked", encodeLink},
	"inline":     {"inlined", inlineData},
	"unlink":     {"unlinked", decodeLink},
	"variants":   {"variants", variants},
	"model":      {"model", writeModel},
	"predict":    {"predicted", predictRows},
	"dependence": {"figure", drawDependence},
	"code":       {"code", writeCode},
	"figure":     {"figure", draw},
	"figures":    {"figures", figures},
	"comparison": {"comparison", compare},
}

// serve answers one request, with "error" if it fails.
func serve(request js.Value) {
	id := request.Get("id")
	defer func() {
		if r := recover(); r != nil {
			fail(id, fmt.Errorf("the solver failed (%v); this is a bug in lp Lab", r))
		}
	}()
	kind := request.Get("type").String()
	err := fmt.Errorf("there is no request %q", kind)
	if handler, ok := requests[kind]; ok {
		var reply answer
		if reply, err = handler.take(request); err == nil {
			reply["id"], reply["type"] = id, handler.answer
			if weights, ok := reply["weights"].(js.Value); ok && weights.Truthy() {
				post(reply, weights.Get("buffer"))
			} else {
				post(reply)
			}
		}
	}
	if err != nil {
		fail(id, err)
	}
	tidy()
}

// inJSON is an answer with one value as JSON text.
func inJSON(name string, value any) (answer, error) {
	marshal := func() ([]byte, error) { return json.Marshal(value) }
	if m, ok := value.(json.Marshaler); ok {
		marshal = m.MarshalJSON // json.Marshal would go through its text once more
	}
	text, err := marshal()
	if err != nil {
		return nil, fmt.Errorf("the %s has a number that JSON cannot hold: %w", name, err)
	}
	return answer{name: string(text)}, nil
}

// State that requests share: the tensors in the kernel workers, and the data.
var (
	tensors engine
	session lab.Session
)

// run answers a "run" request with "done".
func run(request js.Value) (answer, error) {
	spec, err := decode(request)
	if err != nil {
		return nil, err
	}
	options := request.Get("options")
	tensors.workerCount = options.Get("kernelWorkers").Int()
	tensors.budget = int64(options.Get("memoryBudget").Float())
	file, progress, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	report, err := session.Run(context.Background(), spec, file, lab.Options{
		Progress:     progress,
		Clock:        now,
		MemoryBudget: tensors.budget,
		Engine:       &tensors,
		AllWeights:   options.Get("allWeights").Bool(),
		Warm:         options.Get("warm").Truthy(),
	})
	if err != nil {
		return nil, err
	}
	reply, err := inJSON("report", report)
	if err != nil {
		return nil, err
	}
	values := report.Weights.Values
	for _, p := range report.ByClass {
		values = append(values, p.Weights.Values...)
	}
	reply["weights"] = js.Null()
	if values != nil {
		reply["weights"] = float64Array(values)
	}
	return reply, nil
}

// inspect answers an "inspect" request with "inspection".
func inspect(request js.Value) (answer, error) {
	spec, err := decode(request)
	if err != nil {
		return nil, err
	}
	file, _, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	inspection, err := session.Inspect(spec.Data, file, request.Get("columns").Int(), request.Get("name").String())
	if err != nil {
		return nil, err
	}
	return inJSON("inspection", inspection)
}

// variants answers a "variants" request with "variants": an experiment with every
// model that can take its task.
func variants(request js.Value) (answer, error) {
	spec, err := experiment.Decode([]byte(request.Get("spec").String()))
	if err != nil {
		return nil, err
	}
	specs, err := experiment.Variants(spec)
	if err != nil {
		return nil, err
	}
	type variant struct {
		Label string          `json:"label"`
		Spec  experiment.Spec `json:"spec"`
	}
	list := lists.Map(specs, func(s experiment.Spec) variant { return variant{experiment.ModelLabel(s.Model.Method()), s} })
	return inJSON("variants", list)
}

// decode reads the experiment of a request, and sets the pace for it.
func decode(request js.Value) (experiment.Spec, error) {
	spec, err := experiment.Decode([]byte(request.Get("spec").String()))
	bytes := 8 * spec.Data.N * spec.Data.D
	if data := request.Get("data"); !data.IsNull() {
		bytes = sizeOf(data)
	}
	pace(bytes <= smallData && spec.Search.Criterion == "" && spec.Selection.Resamples+spec.Selection.Permutations+spec.Selection.Folds == 0)
	return spec, err
}

// throttledProgress posts at most one message per progressInterval.
func throttledProgress(id js.Value) func(experiment.Progress) {
	last := now() - progressInterval
	return func(p experiment.Progress) {
		if t := now(); t-last >= progressInterval {
			last = t
			post(map[string]any{
				"id": id, "type": "progress",
				"phase": p.Phase, "fraction": p.Fraction, "remaining": p.Remaining,
				"iteration": p.Iteration, "dual": p.Dual, "gap": p.Gap,
				"solved": p.Solved, "solves": p.Solves,
			})
		}
	}
}

func fail(id js.Value, err error) {
	message := map[string]any{"id": id, "type": "error", "message": err.Error()}
	if readErr := (*table.Refused)(nil); errors.As(err, &readErr) {
		if text, err := json.Marshal(readErr); err == nil {
			message["refusal"] = string(text)
		}
	}
	post(message)
}

func post(message map[string]any, transfer ...any) {
	js.Global().Call("postMessage", message, transfer)
}

// sizeOf is the length of an ArrayBuffer or of a Blob; of a list of them, of the first.
func sizeOf(data js.Value) int {
	if data.InstanceOf(js.Global().Get("Array")) {
		data = data.Index(0)
	}
	if data.IsNull() {
		return 0
	}
	if size := data.Get("size"); !size.IsUndefined() {
		return size.Int()
	}
	return data.Get("byteLength").Int()
}

// dataOf copies the data of a request: an ArrayBuffer, a Blob or null. Of two, the second becomes the
// test file of the session. progress posts the progress of the request, which includes the reading.
func dataOf(request js.Value) (file []byte, progress func(experiment.Progress), err error) {
	progress = throttledProgress(request.Get("id"))
	session.Reading = func(fraction float64) { progress(experiment.Progress{Phase: "read", Fraction: fraction}) }
	data, test := request.Get("data"), js.Null()
	if data.InstanceOf(js.Global().Get("Array")) {
		data, test = data.Index(0), data.Index(1)
	}
	if session.Test, err = bytesOf(test); err != nil {
		return nil, nil, err
	}
	file, err = bytesOf(data)
	return file, progress, err
}

// bytesOf copies an ArrayBuffer, or a Blob, part by part; null gives nil.
func bytesOf(data js.Value) ([]byte, error) {
	if data.IsNull() {
		return nil, nil
	}
	size := sizeOf(data)
	if err := table.CheckBytes(size); err != nil {
		return nil, err
	}
	b := make([]byte, size)
	array := js.Global().Get("Uint8Array")
	if data.InstanceOf(js.Global().Get("ArrayBuffer")) {
		js.CopyBytesToGo(b, array.New(data))
		return b, nil
	}
	const part = 8 << 20
	for from := 0; from < size; from += part {
		to := min(from+part, size)
		buffer, err := await(data.Call("slice", from, to).Call("arrayBuffer"))
		if err != nil {
			return nil, errors.New("the browser could not read the file: choose it once more, or a copy of it")
		}
		js.CopyBytesToGo(b[from:to], array.New(buffer))
	}
	return b, nil
}

// float64Array copies v, in one piece, to a Float64Array of its own.
func float64Array(v []float64) js.Value {
	return js.Global().Get("Float64Array").New(copyOf(v).Get("buffer"))
}

// copyOf is a copy of numbers as a Uint8Array.
func copyOf[T int32 | float64](v []T) js.Value {
	size := len(v) * int(unsafe.Sizeof(*new(T)))
	bytes := js.Global().Get("Uint8Array").New(size)
	js.CopyBytesToJS(bytes, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), size))
	return bytes
}

var startTime = time.Now()

// now is the worker's clock; under js it reads performance.now.
func now() float64 { return time.Since(startTime).Seconds() }
