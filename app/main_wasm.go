// lp Lab in the browser: one program, which is the page in a document and the
// solver in a Web Worker, so that both share what is loaded and compiled.
package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/page"
	"lplab/wasm/solver"
)

// gcPercent lets the page's heap, some 2 MB, grow to some 20 MB before garbage is
// collected: that stops the page for 10 to 20 ms, and would happen in every run.
const gcPercent = 400

func main() {
	if js.Global().Get("document").IsUndefined() {
		solver.Serve()
	}
	debug.SetGCPercent(gcPercent)
	page.Register(app.Window().URL().Path)
	app.RunWhenOnBrowser()
}
