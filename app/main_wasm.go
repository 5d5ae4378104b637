// The page's program in the browser.
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/app/page"
)

func main() {
	page.Register()
	app.RunWhenOnBrowser()
}
