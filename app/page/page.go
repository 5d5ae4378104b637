// Package page is the page of lp Lab: data, kernel, p and the resulting weights on one screen.
//
// It is a go-app component around a plain state (state.go) with transitions that use no browser;
// this file passes events to the state and effects to web/page.js (bridge.go). The solver runs
// in a worker behind lplab.js.
//
// Elements that JavaScript fills (the plots) have no children here and keep their places. go-app
// matches children by position, so elements before them are hidden rather than left out.
package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// Register routes an address to the page: on the server the address to render, in the browser
// the current one, because the site may be in any folder and a short link has its own address.
func Register(path string) {
	app.RouteFunc(path, func() app.Composer { return &Page{} })
}

// siteAddress is the address of a file of the site, below the same folder as the resources of
// go-app.
func siteAddress(path string) string { return app.Getenv("GOAPP_STATIC_RESOURCES_URL") + path }

// Page is the whole page.
type Page struct {
	app.Compo
	s           state
	bridge      bridge
	address     address
	pane        pane   // shown on a small screen
	wasBusy     bool   // when the last event was handled
	outdated    bool   // a newer version of the page is there, one reload away
	guideStep   string // the step that was sent to guide last
	first, next app.UI // what was rendered first, and what is rendered next if it is known
	lastState   state  // the state that was rendered last
	// Progress comes ten times a second and changes the header alone.
	below      []app.UI // what is below the header, as it was rendered last; nil if that is outdated
	progressed bool     // the event that is being handled is progress
}

var (
	_ app.Initializer = (*Page)(nil)
	_ app.Mounter     = (*Page)(nil)
	_ app.AppUpdater  = (*Page)(nil)
)

// OnInit starts from the default experiment, and from its result if that is available: the
// prerendered page then stays as it is.
func (p *Page) OnInit() {
	if p.bridge == nil {
		p.bridge = newBridge()
	}
	p.s = newState()
	p.pane = paneResult
	if r := p.bridge.opening(); r != nil {
		p.s.showOpening(r)
	}
}

// OnMount connects the page with JavaScript.
func (p *Page) OnMount(ctx app.Context) {
	ahead := p.bridge.attach(func(kind string, id int, text string) {
		ctx.Dispatch(func(ctx app.Context) { p.receive(ctx, kind, id, text) })
	})
	if ahead {
		p.do(p.s.takeOpening(p.s.Result, false))
		p.settle(ctx)
		p.next = p.first // nothing shown has changed, and go-app renders after each event
	}
	p.first = nil
}

// OnAppUpdate offers a newer version. Loading it at once would lose the entries.
func (p *Page) OnAppUpdate(ctx app.Context) {
	p.outdated = ctx.AppUpdateAvailable()
	p.next = nil
}

// readOpened reads the opening result, which page.js sends without the default experiment; nil
// where there is none.
func readOpened(text string) *result {
	r := new(result)
	if text == "" || json.Unmarshal([]byte(text), r) != nil {
		return nil
	}
	r.Report.Spec = experiment.Default()
	return r
}

// do sends effects to JavaScript. If they run the next step of a lesson, its text and goal are sent
// first: the result is then compared with the goal of its own step.
func (p *Page) do(effects []effect) {
	if p.guideStep != "" && p.s.guide() != "" && p.s.guide() != p.guideStep {
		p.publish()
		p.showStep()
	}
	for _, e := range effects {
		p.bridge.do(e)
	}
}

// settle ends every handler. The phase is published after its words are rendered, so that a test
// that waits for the phase can read them. A panic does not end the program: the entries stay,
// and the error goes to the console, where it fails every test.
func (p *Page) settle(ctx app.Context) {
	if r := recover(); r != nil {
		p.bridge.do(effect{Do: actionMistake, Text: fmt.Sprint(r)})
		p.s.runID = 0
		p.s.fail(fmt.Sprintf("Error in the page (%v); your entries are kept", r))
	}
	p.next = nil // the state has changed since
	if !p.progressed {
		p.below = nil
	}
	p.progressed = false
	busy := p.s.busy() && !p.s.InPlace
	if busy && !p.wasBusy {
		p.pane = paneResult
	}
	p.wasBusy = busy
	p.s.searchAnew()
	p.s.record()
	p.updateAddress()
	p.do(p.s.saveIfChanged())
	ctx.Defer(func(app.Context) {
		p.publish()
		p.showStep() // the first one, once its place is on the page
	})
}

// publish makes the phase public; that of a file being read is running.
func (p *Page) publish() {
	shown := p.s.Phase
	if p.s.isReading() && shown != loading {
		shown = running
	}
	p.bridge.do(effect{Do: actionPhase, Text: string(shown)})
}

// showStep shows the text, the questions and the goal of the step if the step has changed.
func (p *Page) showStep() {
	if guide := p.s.guide(); guide != p.guideStep {
		p.guideStep = guide
		p.bridge.do(effect{Do: actionGuide, Text: guide})
	}
}

// Render lays out the page. If a mistake in the program prevents this, it shows the previous
// state again, with an error message.
func (p *Page) Render() app.UI {
	if next := p.next; next != nil {
		p.next = nil
		return next
	}
	if page := p.attempt(); page != nil {
		p.lastState = p.s
		return page
	}
	p.s = p.lastState
	p.s.await("")
	p.s.fail("Error in the page; the previous state is shown")
	p.below = nil
	return p.layout()
}

// attempt is the page; nil if its layout panics.
func (p *Page) attempt() (page app.UI) {
	defer func() {
		if r := recover(); r != nil && p.Mounted() {
			p.bridge.do(effect{Do: actionMistake, Text: fmt.Sprint(r)})
		} else if r != nil {
			panic(r)
		}
	}()
	return p.layout()
}

// layout is the page: the header, and below it the entries beside the result. A small screen
// shows one of three panes at a time.
func (p *Page) layout() app.UI {
	if p.below == nil {
		p.below = p.belowHeader()
	}
	page := p.applyView(app.Div().ID("page")).Body(append([]app.UI{
		app.A().Class("skip").Href("#result").Text("Skip to the result"),
		p.masthead(),
	}, p.below...)...)
	if !p.Mounted() {
		p.first = page
	}
	return page
}

func (p *Page) belowHeader() []app.UI {
	return []app.UI{
		app.Div().Class("notices").Body(
			p.runNotices(),
			p.stepsBar(),
			p.lessonBar(),
			p.offerLine(),
		),
		app.Main().Class("lab").DataSet("pane", p.shownPane()).Body(
			app.Form().ID("controls").Class("controls").TabIndex(-1).Aria("label", "Experiment").AutoComplete(false).Attr("novalidate", true).Body(
				p.dataPanel(),
				app.Div().Class("model-panels").Body(
					p.kernelPanel(),
					p.normPanel(),
					p.searchPanel(),
					p.selectionPanel(),
					p.advancedPanel(),
				),
			),
			p.resultPane(),
		),
		p.wholeLink(),
		about(),
	}
}

func (p *Page) masthead() app.UI {
	path, strength := [4]string{"Data", "kernel", "p", "weights"}, ""
	if r := p.s.Result; r != nil {
		path = story(r)
		if m := r.Report.Spec.Model; m.Kernel.Type != "" && m.Parameter() != "" { // story has that of other models
			strength = m.Parameter() + " = " + number(strengthOf(r.Report), 4)
		}
	}
	steps := make([]app.UI, len(path))
	for i, step := range path {
		steps[i] = app.Li().Text(step)
	}
	if k := strings.LastIndex(path[0], ", "); k >= 0 { // the name is shortened, and not the size of the table
		steps[0] = app.Li().Body(app.Span().Text(path[0][:k]), app.Text(path[0][k:]))
	}
	return app.Header().Class("masthead").Body(
		app.Div().Class("brand").Body(
			app.Img().Class("mark").Src("/web/icon.svg").Alt("").Width(28).Height(28),
			app.H1().Text("lp Lab"),
		),
		p.runBar(),
		app.Ol().Class("story").DataSet("strength", strength).Aria("label", "The experiment shown").Body(steps...),
		p.press("update").Class(classIf(p.outdated, "update")).Text("Reload for the new version"),
		p.toolbar(),
		app.A().Class("help-link").Href(siteAddress("/lessons/index.html")).Text("Lessons"),
		app.A().Class("help-link", "about-link").Href("#about").Text("How it works"),
	)
}

// The handlers read their field from the element, because go-app keeps the first closure of a
// handler.

// onEntry handles a control, or a button with a value.
func (p *Page) onEntry(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	p.do(p.s.enter(entryOf(ctx)))
}

// entryOf is the path and the value of the control or button of an event.
func entryOf(ctx app.Context) (path, text string) {
	element := ctx.JSSrc()
	data := element.Get("dataset")
	text = element.Get("value").String()
	switch element.Get("type").String() {
	case "checkbox":
		text = fmt.Sprint(element.Get("checked").Bool())
	case "button":
		text = data.Get("value").String()
	}
	return data.Get("path").String(), text
}

// onToggle handles a disclosure with data-section.
func (p *Page) onToggle(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	element := ctx.JSSrc()
	section, open := element.Get("dataset").Get("section").String(), element.Get("open").Bool()
	p.s.Open[section] = open
	if section == columnSection && open {
		p.do(p.s.look())
	}
}
