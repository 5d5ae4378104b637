// The page's program in the browser.
package main

import (
	"runtime/debug"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/page"
)

// gcPercent lets the heap, some 2 MB, grow to some 20 MB before garbage is
// collected: that stops the page for 10 to 20 ms, and would happen in every run.
const gcPercent = 400

func main() {
	debug.SetGCPercent(gcPercent)
	page.Register()
	app.RunWhenOnBrowser()
}
