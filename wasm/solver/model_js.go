package solver

import (
	"bytes"
	"context"
	"errors"
	"math"
	"syscall/js"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/lists"
	"lplab/core/reports/figure"
	"lplab/core/reports/scoring"
	"lplab/core/reports/takeaway"
)

// writeModel answers a "model" request with "model". If the report is not of one of the session's last
// runs, the experiment is run again, if the request permits it.
func writeModel(request js.Value) (answer, error) {
	spec, err := decode(request)
	if err != nil {
		return nil, err
	}
	m, err := session.ModelOf(context.Background(), spec, request.Get("digest").String())
	if m == nil && err == nil {
		m, err = repeatedModel(request, spec)
	}
	if err != nil {
		return nil, err
	}
	if text := request.Get("report"); text.Truthy() {
		report, err := experiment.DecodeReport([]byte(text.String()))
		if err != nil {
			return nil, err
		}
		if m, err = m.Selected(report); err != nil {
			return nil, err
		}
	}
	return inJSON("model", m)
}

// repeatedModel runs the experiment of a request again for its model.
func repeatedModel(request js.Value, spec experiment.Spec) (*experiment.ModelFile, error) {
	if !request.Get("repeat").Truthy() {
		return nil, errors.New("the report is not of this lab's last runs: allow another run of its experiment with {repeat: true}")
	}
	file, progress, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	report, err := session.Run(context.Background(), spec, file, lab.Options{Progress: progress, Clock: now, Engine: &tensors})
	if err != nil {
		return nil, err
	}
	if report.Result.Digest != request.Get("digest").String() {
		return nil, errors.New("the run of the report's experiment did not repeat its result: run the experiment anew")
	}
	return session.Model(context.Background())
}

// lastModel is the model of the last prediction, ready for the next.
var lastModel struct {
	text      string
	errors    bool // with bounds of the optimisation error
	predictor *lab.Predictor
}

// predictorOf returns the predictor of a request's model; "" is the model of the last prediction.
func predictorOf(request js.Value) (*lab.Predictor, error) {
	text := request.Get("model").String()
	if text == "" {
		text = lastModel.text
	}
	errors := request.Get("errors").Truthy()
	if lastModel.predictor != nil && lastModel.text == text && lastModel.errors == errors {
		return lastModel.predictor, nil
	}
	lastModel.text, lastModel.predictor = text, nil
	m, err := experiment.DecodeModel([]byte(text))
	if err != nil {
		return nil, err
	}
	if !errors {
		m = m.WithoutErrors()
	}
	p, err := lab.NewPredictor(context.Background(), m)
	if err != nil {
		return nil, err
	}
	lastModel.errors, lastModel.predictor = errors, p
	return p, nil
}

// predictRows answers a "predict" request with "predicted": CSV, or JSON of at most limit rows, or of
// all if limit is 0.
func predictRows(request js.Value) (answer, error) {
	p, err := predictorOf(request)
	if err != nil {
		return nil, err
	}
	file, _, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	if request.Get("format").String() == "csv" {
		var out bytes.Buffer
		_, err := scoring.Predict(context.Background(), p.Model, bytes.NewReader(file), &out)
		return answer{"predictions": out.String()}, err
	}
	var content struct {
		Columns []string `json:"columns"`
		Rows    [][]any  `json:"rows"`
		Count   int      `json:"count"`
		scoring.Summary
	}
	content.Problems, content.Notes = []string{}, []string{}
	limit := request.Get("limit").Int()
	count := len(scoring.Columns(p.Model))
	err = scoring.Parts(p.Model, bytes.NewReader(file), func(t *table.Table) error {
		if content.Columns == nil {
			content.Columns = scoring.Header(p.Model, t)
		}
		return scoring.Rows(context.Background(), p, t, &content.Summary, func(cells []string, o *scoring.Outcome) error {
			if limit > 0 && len(content.Rows) == limit {
				return nil
			}
			row := lists.Map(cells, func(cell string) any { return cell })
			last := row[len(row)-count:]
			if o == nil {
				clear(last)
			} else {
				if o.Class >= 0 {
					last = last[1:] // behind the class
				}
				for k, v := range o.Values() {
					if last[k] = v; math.IsInf(v, 0) {
						last[k] = nil
					}
				}
			}
			content.Rows = append(content.Rows, row)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	content.Count = content.Summary.Rows
	return inJSON("predictions", content)
}

// drawDependence answers a "dependence" request with "figure": the partial dependence of a model
// on columns of its experiment's data.
func drawDependence(request js.Value) (answer, error) {
	p, err := predictorOf(request)
	if err != nil {
		return nil, err
	}
	file, _, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	rows, err := session.Table(p.Model.Experiment.Data, file)
	if err != nil {
		return nil, err
	}
	columns := make([]string, request.Get("columns").Length())
	for i := range columns {
		columns[i] = request.Get("columns").Index(i).String()
	}
	options := request.Get("options")
	d, err := scoring.Dependence(context.Background(), p, rows, columns, options.Get("class").String())
	if err != nil {
		return nil, err
	}
	text := figure.DependenceCSV(d)
	if options.Get("format").String() != "csv" {
		text = inSize(figure.Dependence(d), options)
	}
	return answer{"text": string(text)}, nil
}

// writeCode answers a "code" request with "code".
func writeCode(request js.Value) (answer, error) {
	p, err := predictorOf(request)
	if err != nil {
		return nil, err
	}
	text, err := takeaway.Write(p.Model, request.Get("language").String())
	return answer{"text": text}, err
}
