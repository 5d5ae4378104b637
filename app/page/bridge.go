package page

// bridge connects the page with JavaScript: with web/page.js in the browser, with nothing where
// the page is prerendered, with a recorder in tests.
type bridge interface {
	// opening is the result of the opening experiment; nil while there is none.
	opening() *result
	// attach sets the function that receives events, of the kinds in messages. It reports
	// whether page.js runs the opening experiment already, without the event "opening".
	attach(emit func(kind string, id int, text string)) bool
	do(e effect)
}
