package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// sessionFollows is the number of the message "opening" where "restored" comes next.
const sessionFollows = 1

// messages handle what page.js and buttons send, by the name of the message. Each has a number,
// which for an answer is that of its request, and a text.
var messages map[string]func(p *Page, id int, text string)

// init fills messages, because an initialiser would refer to itself by settle.
func init() {
	messages = map[string]func(p *Page, id int, text string){
		// The opening experiment, a session, a link or a file.
		"opening": func(p *Page, id int, text string) { p.do(p.s.takeOpening(readOpened(text), id == sessionFollows)) },
		"received": withJSON(func(p *Page, _ int, r timedDocument) {
			p.do(p.s.receive(r))
			p.address.run = p.s.runID // the link has an entry in the history of the browser
		}),
		"home": func(p *Page, _ int, _ string) {
			p.do(p.s.receive(timedDocument{Document: experiment.Document{Spec: experiment.Default()}, Seconds: new(float64)}))
			p.address.run = p.s.runID
		},
		"unreadable-link": func(p *Page, _ int, text string) {
			p.s.unreadableLink(text)
			p.address.document = p.s.addressDocument() // the link stays in the address
		},
		"save":     func(p *Page, _ int, _ string) { p.do(p.s.save()) },
		"restored": func(p *Page, id int, text string) { p.do(p.s.restoreSession(id, text)) },
		"offer":    withJSON(func(p *Page, _ int, o offer) { p.s.Offer = &o }),
		"stored":   func(p *Page, _ int, text string) { p.s.StoreError = text },
		"status":   func(p *Page, _ int, text string) { p.s.Status = text },

		// Requests of the reader. A button has the message, its number and its text in data attributes.
		"entered": withJSON(func(p *Page, _ int, all []earlyEntry) { p.do(p.s.enterAll(all)) }),
		"run": func(p *Page, _ int, _ string) {
			if !p.s.busy() {
				p.do(p.s.run())
			}
		},
		"cancel": func(p *Page, _ int, _ string) {
			if p.s.busy() || p.s.isReading() {
				p.do(p.s.cancel())
			}
		},
		"undo":   func(p *Page, _ int, _ string) { p.do(p.s.undo()) },
		"redo":   func(p *Page, _ int, _ string) { p.do(p.s.redo()) },
		"step":   func(p *Page, by int, _ string) { p.do(p.s.step(by)) },
		"slide":  withJSON(func(p *Page, _ int, m move) { p.do(p.s.slide(m)) }),
		"moved":  withJSON(func(p *Page, _ int, m move) { p.do(p.s.showMove(m)) }),
		"slid":   func(p *Page, _ int, text string) { p.do(p.s.takeSlide(text)) },
		"placed": withJSON(func(p *Page, _ int, at experiment.Place) { p.do(p.s.runPlace(at)) }),
		"share":  withJSON(func(p *Page, _ int, l lesson) { p.do(p.s.share(&l)) }),
		"try":    withJSON(func(p *Page, _ int, spec experiment.Spec) { p.do(p.s.turnTo(spec)) }),
		"rule":   func(p *Page, _ int, rule string) { p.do(p.s.runChosen(rule)) },
		"run-model": func(p *Page, _ int, _ string) {
			if !p.s.busy() {
				p.do(p.s.runModel())
			}
		},
		"begin": func(p *Page, _ int, entry string) {
			path, value, _ := strings.Cut(entry, "=")
			p.do(p.s.begin(path, value))
		},
		"pin": func(p *Page, _ int, _ string) {
			p.do(p.s.pinResult())
			if len(p.s.Pins) == mostPins {
				p.s.Views[resultTabs] = viewCompare
			}
		},
		"use":         func(p *Page, pin int, _ string) { p.do(p.s.usedPin(pin)) },
		"better":      func(p *Page, _ int, _ string) { p.do(p.s.useProposal()) },
		"fit-all":     func(p *Page, _ int, _ string) { p.do(p.s.fitAll()) },
		"unpin":       func(p *Page, pin int, _ string) { p.do(p.s.removePin(pin)) },
		"present":     func(p *Page, _ int, _ string) { p.do([]effect{p.s.present()}) },
		"show-export": send(actionExport),
		"show-share":  func(p *Page, _ int, _ string) { p.do(p.s.share(nil)) },
		"add-step":    func(p *Page, _ int, _ string) { p.s.addStep() },
		"update":      send(actionUpdate),
		"restore":     send(actionRestore),
		"discard":     func(p *Page, _ int, _ string) { p.forget(actionDiscard) },
		"clear":       func(p *Page, _ int, _ string) { p.forget(actionClear) },
		"pane": func(p *Page, _ int, name string) {
			p.pane = pane(name)
			p.do([]effect{{Do: actionToPane}})
		},
		"past":        withJSON(func(p *Page, _ int, list []pastRun) { p.s.Past = list }),
		"past-open":   func(p *Page, at int, _ string) { p.do(p.s.reopen(at)) },
		"past-delete": send(actionForgetPast),
		"past-clear":  send(actionClearPast),
		"past-save":   send(actionSavePast),
		"all-weights": func(p *Page, _ int, _ string) {
			p.s.Open[allWeights] = !p.s.Open[allWeights]
			if p.s.Open[allWeights] {
				p.do([]effect{{Do: actionList}})
			}
		},
		"whole": func(p *Page, _ int, _ string) {
			p.s.showWholePage()
			p.do(p.s.share(nil))
		},

		// The data.
		"file":       withJSON(func(p *Page, _ int, f file) { p.do(p.s.takeFile(f)) }),
		"testfile":   withJSON(func(p *Page, _ int, f file) { p.do(p.s.takeTestFile(f)) }),
		"no-test":    func(p *Page, _ int, _ string) { p.do(p.s.removeTestFile()) },
		"read":       func(p *Page, id int, percent string) { p.s.read(id, percent) },
		"declined":   func(p *Page, _ int, text string) { p.s.failReading(text) },
		"inspection": withJSON(func(p *Page, id int, i inspection) { p.do(p.s.takeInspection(id, i)) }),
		"unreadable": func(p *Page, id int, text string) {
			p.s.failInspection(id, text)
			p.pane = paneData
		},
		"refused": withJSON(func(p *Page, id int, r refusal) {
			p.s.takeRefusal(id, r)
			p.pane = paneData
		}),

		// Runs and their results.
		"progress": withJSON(func(p *Page, id int, progress experiment.Progress) {
			p.s.takeProgress(id, progress)
			p.progressed = true
		}),
		"report":    withJSON((*Page).takeReport),
		"again":     withJSON(func(p *Page, id int, a rerun) { p.s.takeRerun(id, a) }),
		"failed":    func(p *Page, id int, text string) { p.do(p.s.failRun(id, text)) },
		"overran":   func(p *Page, id int, _ string) { p.s.takeOverrun(id) },
		"cancelled": func(p *Page, id int, _ string) { p.s.takeCancellation(id) },
		"listed":    withJSON(func(p *Page, _ int, top []experiment.Weight) { p.s.takeList(top) }),
		"followed":  withJSON(func(p *Page, _ int, r result) { p.s.takeFollowed(r) }),
		"of-class":  withJSON(func(p *Page, _ int, r result) { p.s.classShown(r) }),
		"shown":     withJSON(func(p *Page, id int, r result) { p.s.showEarlier(id, r) }),
		"lost":      func(p *Page, id int, _ string) { p.s.lost(id) },
	}
}

// MessageKinds returns the kinds of the messages that the page handles, in alphabetical order.
func MessageKinds() []string { return slices.Sorted(maps.Keys(messages)) }

// withJSON handles a message with a JSON text. Other text is a mistake in the program.
func withJSON[T any](act func(p *Page, id int, v T)) func(*Page, int, string) {
	return func(p *Page, id int, text string) {
		var v T
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			panic(fmt.Sprintf("page: %v", err))
		}
		act(p, id, v)
	}
}

// send is a message that only calls a method of page.js, with its number.
func send(do action) func(*Page, int, string) {
	return func(p *Page, id int, _ string) { p.do([]effect{{Do: do, ID: id}}) }
}

// receive handles a message of page.js; an unknown one is a mistake in the program.
func (p *Page) receive(ctx app.Context, kind string, id int, text string) {
	defer p.settle(ctx)
	act, ok := messages[kind]
	if !ok {
		panic("page: unknown message " + kind)
	}
	act(p, id, text)
}

// onPress handles a button with a message.
func (p *Page) onPress(ctx app.Context, _ app.Event) {
	data := ctx.JSSrc().Get("dataset")
	number, _ := strconv.Atoi(data.Get("number").String()) // 0 without one
	text := ""
	if value := data.Get("value"); value.Truthy() {
		text = value.String()
	}
	p.receive(ctx, data.Get("message").String(), number, text)
}

func (p *Page) takeReport(id int, r result) {
	tuned := p.s.tuning != nil
	asked := p.s.busy() && (tuned || !p.s.InPlace)
	effects := p.s.takeReport(id, r)
	if report := r.Report; report.Search != nil || report.Stability != nil && asked && !tuned {
		p.s.Views[choiceTabs] = suggestedView(report)
	}
	if asked && !p.s.busy() {
		effects = append(effects, effect{Do: actionReveal})
		effects = append(effects, p.s.rememberResult()...)
	}
	p.do(effects)
}
