package page

import (
	"encoding/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// pastRun is an experiment that was run in this browser, as web/shell/past.js stores it.
type pastRun struct {
	When  string          `json:"when,omitempty"` // written by past.js
	Data  string          `json:"data"`
	Model string          `json:"model"`
	Score string          `json:"score"`
	Spec  json.RawMessage `json:"spec"`
}

// rememberResult stores the result in view among the past experiments.
func (s *state) rememberResult() []effect {
	if s.Result == nil {
		return nil
	}
	path := story(s.Result)
	run := pastRun{Data: path[0], Model: path[1] + ", " + path[2], Score: s.Result.scoreWords(), Spec: json.RawMessage(jsonOf(s.resultEntries))}
	return []effect{{Do: actionRemember, Text: jsonOf(run)}}
}

// reopen shows the entries of a past experiment, and runs them if their data are available.
func (s *state) reopen(at int) []effect {
	var spec experiment.Spec
	if at < 0 || at >= len(s.Past) || json.Unmarshal(s.Past[at].Spec, &spec) != nil {
		s.fail("This experiment can no longer be read: delete it from the list")
		return nil
	}
	return s.turnTo(spec)
}

// turnTo shows other entries, and runs them if their data are available.
func (s *state) turnTo(spec experiment.Spec) []effect {
	effects := s.load(spec)
	if spec.Data.Source == experiment.SourceFile && !s.has(spec.Data) {
		s.await(wantedWords(spec.Data))
		return effects
	}
	return append(effects, s.run()...)
}

// pastCard lists the experiments that were run in this browser.
func (p *Page) pastCard() app.UI {
	rows := make([]app.UI, len(p.s.Past))
	for i, run := range p.s.Past {
		button := func(name, message string) app.UI {
			return p.press(message).Class("quiet-button").DataSet("number", i).Aria("label", name+" experiment "+strconv.Itoa(i+1)).Text(name)
		}
		rows[i] = app.Tr().Body(
			app.Td().Text(run.When),
			rowHeading(run.Data),
			app.Td().Text(run.Model),
			numberCell(run.Score),
			app.Td().Class("past-buttons").Body(button("Open", "past-open"), button("Delete", "past-delete")),
		)
	}
	head := []app.UI{heading("When"), heading("Data"), heading("Model"), numberHeading("Score, unseen rows"), unseenHeading("Actions")}
	return app.Section().Class(classIf(len(rows) > 0, "card", "past")).DataSet("part", "past").Aria("labelledby", "past-title").Body(
		app.H3().ID("past-title").Text("Experiments in this browser"),
		scroll("Table of the experiments", tableOf(head, rows, app.Caption().Class("unseen").Text("Experiments in this browser"))),
		app.Div().Class("row").Body(
			p.press("past-save").Class("quiet-button").Text("Save list"),
			p.press("past-clear").Class("quiet-button").Text("Delete all"),
		),
	)
}
