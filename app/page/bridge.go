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
	phase(p phase)
	// address keeps the document in the page's address; a committed one has an entry
	// of its own in the browser's history.
	address(document string, committed bool)
	// mistake shows an error in the program, beside what Go renders.
	mistake(what string)
}
