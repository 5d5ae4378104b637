// Package page is the page of lp Lab: data, kernel, p and the weights that come
// of them, on one screen.
//
// It is a go-app component around a plain state (state.go), whose transitions
// are pure; this file carries events to the state and effects to web/page.js
// (bridge.go). It never computes: the solver runs in a worker behind lplab.js.
//
// Elements that JavaScript fills (the plots) have no children here and keep
// their place: go-app matches children by position, so what comes and goes
// before them is hidden rather than left out.
package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// Register routes an address to the page: the one of which the server renders it, or the
// one at which the browser is; the site may lie in any folder, and a short link is an
// address of its own.
func Register(path string) {
	app.RouteFunc(path, func() app.Composer { return &Page{} })
}

// siteAddress is the address of a file of the site: what go-app says of its own
// resources goes for it, too. They are relative where the site may lie in any folder.
func siteAddress(path string) string { return app.Getenv("GOAPP_STATIC_RESOURCES_URL") + path }

// Page is the whole page.
type Page struct {
	app.Compo
	s           state
	bridge      bridge
	previewOpen bool            // the disclosure of the columns
	open        map[string]bool // the other disclosures, by section of the experiment
	telling     telling
	view        view   // of the choice of the model
	outdated    bool   // a newer version of the page is there, one reload away
	first, next app.UI // what was rendered first, and what is to be rendered next where that is known
}

var (
	_ app.Initializer = (*Page)(nil)
	_ app.Mounter     = (*Page)(nil)
	_ app.AppUpdater  = (*Page)(nil)
)

// OnInit starts from the default experiment, and from its result where that is
// at hand: what was rendered beforehand then stays as the program takes over.
func (p *Page) OnInit() {
	if p.bridge == nil {
		p.bridge = newBridge()
	}
	p.s = newState()
	p.view, p.open = viewPath, map[string]bool{}
	if r := p.bridge.opening(); r != nil {
		p.s.Spec, p.s.Result, p.s.Status = r.Report.Spec, r, outcome(r)
		p.s.rescale()
		p.s.amend()
		p.s.Note = "Computed beforehand; being recomputed here"
	}
}

// OnMount opens the way to JavaScript.
func (p *Page) OnMount(ctx app.Context) {
	ahead := p.bridge.attach(func(kind string, id int, text string) {
		ctx.Dispatch(func(ctx app.Context) { p.hear(ctx, kind, id, text) })
	})
	p.bridge.mounted()
	if ahead {
		p.do(p.s.opened(p.s.Result, false))
		p.settle(ctx)
		p.next = p.first // nothing of what is shown has changed, and go-app renders after each event
	}
	p.first = nil
}

// OnAppUpdate offers a newer version; it does not take it, for that would lose
// what was entered.
func (p *Page) OnAppUpdate(ctx app.Context) {
	p.outdated = ctx.AppUpdateAvailable()
	p.next = nil
}

func (p *Page) onReload(app.Context, app.Event) { p.do([]effect{{Do: "update"}}) }

// readOpened reads page.js's digest of the opening result, which is that of the default
// experiment; nil where there is none.
func readOpened(text string) *result {
	r := new(result)
	if text == "" || json.Unmarshal([]byte(text), r) != nil {
		return nil
	}
	r.Report.Spec = experiment.Default()
	return r
}

// sessionFollows is the number of the event "opening" where "restored" comes next.
const sessionFollows = 1

// hear takes an event of page.js.
func (p *Page) hear(ctx app.Context, kind string, id int, text string) {
	defer p.settle(ctx)
	switch kind {
	case "opening":
		p.do(p.s.opened(readOpened(text), id == sessionFollows))
	case "received":
		var r received
		p.read(text, &r)
		p.do(p.s.receive(r))
		p.telling.run = p.s.runID // it has its place in the history
	case "share":
		var wanted lesson
		p.read(text, &wanted)
		p.do(p.s.share(&wanted))
	case "try":
		var spec experiment.Spec
		p.read(text, &spec)
		p.do(p.s.try(spec))
	case "whole":
		p.s.whole()
		p.do(p.s.share(nil))
	case "home":
		p.do(p.s.receive(received{Document: experiment.Document{Spec: experiment.Default()}, Seconds: new(float64)}))
		p.telling.run = p.s.runID
	case "unreadable-link":
		p.s.unreadableLink(text)
		p.telling.told = p.s.addressed() // the link stays where it is
	case "file":
		var f file
		p.read(text, &f)
		p.do(p.s.fileGiven(f))
	case "inspection":
		var found inspection
		p.read(text, &found)
		p.s.inspected(id, found)
	case "unreadable":
		p.s.unreadable(id, text)
	case "refused":
		var r refusal
		p.read(text, &r)
		p.s.refused(id, r)
	case "declined":
		p.s.declined(text)
	case "progress":
		var progress experiment.Progress
		p.read(text, &progress)
		p.s.progressed(id, progress)
	case "report":
		var r result
		p.read(text, &r)
		asked := p.s.busy() && !p.s.InPlace
		p.s.reported(id, r)
		if found := r.Report; found.Search != nil || found.Stability != nil && asked {
			p.view = suggested(found)
		}
		if asked && !p.s.busy() {
			p.bridge.reveal()
		}
	case "again":
		var a again
		p.read(text, &a)
		p.s.again(id, a)
	case "listed":
		var top []experiment.Weight
		p.read(text, &top)
		p.s.listed(top)
	case "slide":
		p.do(p.s.slide())
	case "followed":
		var r result
		p.read(text, &r)
		p.s.followed(r)
	case "slid":
		p.do(p.s.slid(text))
	case "placed":
		var at experiment.Place
		p.read(text, &at)
		p.do(p.s.placed(at))
	case "failed":
		p.s.runFailed(id, text)
	case "cancelled":
		p.s.cancelled(id)
	case "shown":
		var r result
		p.read(text, &r)
		p.s.shown(id, r)
	case "lost":
		p.s.lost(id)
	case "save":
		p.do(p.s.save())
	case "restored":
		p.do(p.s.restored(id, text))
	case "offer":
		p.s.Offer = new(offer)
		p.read(text, p.s.Offer)
	case "stored":
		p.s.Unkept = text
	case "told":
		p.s.Status = text
	}
}

// read decodes what page.js sent; a mismatch is a mistake in the program.
func (p *Page) read(text string, v any) {
	if err := json.Unmarshal([]byte(text), v); err != nil {
		panic(fmt.Sprintf("page: %v", err))
	}
}

func (p *Page) do(effects []effect) {
	for _, e := range effects {
		p.bridge.do(e)
	}
}

// settle ends every handler. The phase is told once its words are on the page:
// who waits for it may read them. A mistake in the page must not end the
// program: the entries stay.
func (p *Page) settle(ctx app.Context) {
	if r := recover(); r != nil {
		app.Log("page:", r)
		p.s.runID = 0
		p.s.fail(fmt.Sprintf("Something went wrong in the page (%v); your entries are kept", r))
	}
	p.next = nil // what has happened since is to be shown
	p.s.record()
	p.tell()
	p.do(p.s.changed())
	ctx.Defer(func(app.Context) { p.bridge.phase(p.s.Phase) })
}

// Render lays out the page. The result comes first: on a small screen it is
// what one sees on opening; on a large one it stands beside the controls.
func (p *Page) Render() app.UI {
	if known := p.next; known != nil {
		p.next = nil
		return known
	}
	page := p.viewed(app.Div().ID("page")).Body(
		app.A().Class("skip").Href("#controls").Text("Skip to the controls"),
		p.masthead(),
		p.stepsBar(),
		p.lessonBar(),
		p.offerLine(),
		app.Main().Class("lab").Body(
			p.lead(),
			app.Form().ID("controls").Class("controls").TabIndex(-1).Aria("label", "Experiment").AutoComplete(false).Attr("novalidate", true).
				OnSubmit(p.onRun).
				Body(
					p.dataPanel(),
					p.kernelPanel(),
					p.normPanel(),
					p.searchPanel(),
					p.selectionPanel(),
					p.advancedPanel(),
					p.runBar(),
				),
			p.evidence(),
		),
		p.wholeLink(),
		about(),
	)
	if !p.Mounted() {
		p.first = page
	}
	return page
}

func (p *Page) masthead() app.UI {
	return app.Header().Class("masthead").Body(
		app.Div().Class("brand").Body(
			app.Img().Class("mark").Src("/web/icon.svg").Alt("").Width(36).Height(36),
			app.H1().Text("lp Lab"),
		),
		app.P().Class("tagline").Text("Sparse regression with ℓp norms and tensor kernels. Solved in this tab, with a certificate."),
		p.toolbar(),
		app.Button().Type("button").Class(shown(p.outdated, "update")).OnClick(p.onReload).Text("Reload for the new version"),
		app.A().Class("help-link").Href(siteAddress("/lessons/index.html")).Text("Lessons"),
		app.A().Class("help-link").Href("#about").Text("How it works"),
		app.A().Class("help-link").Href("#bench").Text("Benchmark"),
	)
}

// The handlers find their field in the element, not in a closure: go-app would
// keep the first closure.

func (p *Page) onField(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	element := ctx.JSSrc()
	p.do(p.s.entered(element.Get("dataset").Get("path").String(), element.Get("value").String()))
}

func (p *Page) onFlag(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	element := ctx.JSSrc()
	p.do(p.s.entered(element.Get("dataset").Get("path").String(), fmt.Sprint(element.Get("checked").Bool())))
}

// onPick takes a button that stands for a value.
func (p *Page) onPick(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	data := ctx.JSSrc().Get("dataset")
	p.do(p.s.entered(data.Get("path").String(), data.Get("value").String()))
}

// onAuto switches the strength between auto and the value it had in the result.
func (p *Page) onAuto(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	value := experiment.Auto
	if !ctx.JSSrc().Get("checked").Bool() {
		value = plainNumber(p.s.strength())
	}
	p.do(p.s.entered(strengthPath(p.s.Spec), value))
}

func (p *Page) onScale(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	factor, err := strconv.ParseFloat(ctx.JSSrc().Get("dataset").Get("value").String(), 64)
	if err != nil {
		panic(err)
	}
	p.do(p.s.entered(strengthPath(p.s.Spec), plainNumber(p.s.strength()*factor)))
}

func (p *Page) onSample(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	p.do(p.s.sampleChosen(ctx.JSSrc().Get("value").String()))
}

func (p *Page) onFeature(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	element := ctx.JSSrc()
	p.s.featureToggled(element.Get("dataset").Get("column").String(), element.Get("checked").Bool())
}

func (p *Page) onPreview(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	p.previewOpen = ctx.JSSrc().Get("open").Bool()
}

func (p *Page) onRun(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	if !p.s.busy() {
		p.do(p.s.run())
	}
}

func (p *Page) onCancel(ctx app.Context, _ app.Event) {
	defer p.settle(ctx)
	if p.s.busy() {
		p.do(p.s.cancel())
	}
}

// ids joins the parts that are not empty, as attributes that list ids want them.
func ids(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	out := ""
	for i, part := range parts {
		if i > 0 {
			out += " "
		}
		out += part
	}
	return out
}
