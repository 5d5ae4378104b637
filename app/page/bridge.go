package page

// bridge is the page's way to JavaScript: web/page.js in the browser, nothing
// where the page is prerendered, a recorder in tests.
type bridge interface {
	// opening is the finished opening experiment, where it is known already.
	opening() *result
	// attach sets the function that receives events; page.js lists their kinds. It reports
	// whether the opening experiment is under way there, to be asked for without the
	// event "opening".
	attach(emit func(kind string, id int, text string)) bool
	// mounted tells that the hosts of the plots are in the document.
	mounted()
	do(e effect)
	phase(p phase)
	// address keeps the document in the page's address; a committed one has an entry
	// of its own in the browser's history.
	address(document string, committed bool)
	// mistake shows that something in the page went wrong, beside what Go renders.
	mistake(what string)
	// reveal brings the result into view where it is out of sight.
	reveal()
}
