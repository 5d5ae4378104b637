// lp Lab in the browser: one program, which is the page in a document and the solver in a Web
// Worker, so that it is loaded and compiled once.
package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/page"
	"lplab/wasm/solver"
)

// gcPercent lets the page's heap grow from 2 MB to about 20 MB before a garbage collection, which
// stops the page for 10 to 20 ms and would otherwise happen in every run.
const gcPercent = 400

func main() {
	if js.Global().Get("document").IsUndefined() {
		solver.Serve()
	}
	debug.SetGCPercent(gcPercent)
	page.Register(app.Window().URL().Path)
	app.RunWhenOnBrowser()
}
