package scoring_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/scoring"
)

// fit fits a model to a small table and returns it.
func fit(spec string) (*experiment.ModelFile, error) {
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		return nil, err
	}
	var session lab.Session
	if _, err := session.Run(context.Background(), s, nil, lab.Options{}); err != nil {
		return nil, err
	}
	return session.Model(context.Background())
}

// A model of y = 1 + 2x predicts the rows of another file with other columns. A row without
// a number has no prediction.
func ExamplePredict() {
	m, err := fit(`{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[0, 1], [1, 3], [2, 5], [4, 9]]},
		"target": "y", "split": {"train": [0, 1, 2, 3]}, "model": {"type": "least-squares"}}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := "name,x\nfirst,10\nsecond,none\nthird,0.5\n"
	summary, err := scoring.Predict(context.Background(), m, strings.NewReader(rows), os.Stdout)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary)
	// Output:
	// name,x,prediction
	// first,10,21
	// second,none,
	// third,0.5,2
	// 1 of 3 rows have no prediction: row 2: column "x" holds "none", which is not a number
}

// The columns of predictions of two classes, and the class of a decision value.
func ExampleOutcomeOf() {
	m, err := fit(`{"data": {"source": "inline", "columns": ["x", "grade"], "rows": [[-2, "low"], [-1, "low"], [1, "high"], [3, "high"]]},
		"target": "grade", "task": "classification", "split": {"train": [0, 1, 2, 3]}, "model": {"type": "knn", "k": 1}}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(scoring.Columns(m))
	o := scoring.OutcomeOf(m, []float64{-0.5})
	fmt.Println(m.Classes[o.Class], o.Scores)
	// Output:
	// [prediction score:high score:low]
	// high [0.5 -0.5]
}
