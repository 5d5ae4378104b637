package lab

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/link"
)

// TestInline checks that a document with the rows of its file gives the same result
// through a link, without the file.
func TestInline(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("id;size;colour;note;price\n")
	for i := range 30 {
		size, colour := fmt.Sprintf("%d,%d", i*7%11, i%10), []string{"red", "green", "blue"}[i%3]
		if i == 4 {
			size = "?"
		}
		fmt.Fprintf(&csv, "%05d;%s;%s;%s;%d,5\n", i, size, colour, strings.Repeat("=A1+", i), i*i%17)
	}
	var codes strings.Builder
	codes.WriteString("grade,city,note,y\n")
	for i := range 120 {
		fmt.Fprintf(&codes, "%d,%c%c,%d,%d\n", i%3, 'A'+i%5, 'A'+i%6, i%2, 7*i%3+i%30%7)
	}
	for _, c := range []struct{ name, settings, file string }{
		{"texts, missing cells and unusable columns", `"target": "price"`, csv.String()},
		{"chosen features", `"target": "price", "features": ["colour"]`, csv.String()},
		{"two classes", `"target": "y", "task": "classification"`, "a,b,y\n1,2,yes\n2,1,no\n3,5,yes\n4,4,no\n5,0,yes\n6,2,no\n7,9,no\n8,8,yes\n"},
		{"formulas", `"target": "price", "basis": ["size^2", "max(size, -1)"]`, csv.String()},
		{"codes of categories", `"data": {"source": "file", "name": "f", "import": {"codes": ["grade", "city", "note"]}}, "features": ["grade", "city"], "target": "y", "model": {"type": "ridge", "lambda": 0.1}`, codes.String()},
		{"bags", `"target": "y", "bag": "who", "model": {"type": "kernel-ridge", "kernel": {"type": "set"}}`, "who,note,a,y\n01,u,1,3\n02,v,2,4\n01,w,5,3\n03,x,4,7\n04,y,3,1\n04,z,6,1\n"},
		{"a split by time", `"target": "y", "split": {"train": 0.5, "test": 0.5, "order": "when"}`, "when,note,a,y\n2024-03-01,u,1,3\n2024-01-01,v,2,4\n2024-04-01,w,5,3\n2024-02-01,x,4,7\n"},
		{"a split by groups", `"target": "y", "split": {"train": 0.5, "test": 0.5, "groups": "who"}`, "who,note,a,y\n7,u,1,3\n8,v,2,4\n7,w,5,3\n8,x,4,7\n9,y,2,2\n9,z,3,3\n"},
		{"sparse rows", `"target": "label"`, "1 1:2 3:1\n-1 2:1.5\n2 1:1 2:4\n0.5 3:2\n3 1:5\n-2 2:2 3:3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := c.settings
			if !strings.Contains(settings, `"data"`) {
				settings = `"data": {"source": "file", "name": "f"}, ` + settings
			}
			spec := mustDecode(t, `{`+settings+`}`)
			var s Session
			want := mustRunIn(t, &s, spec, []byte(c.file), Options{})
			d, err := s.Inline(experiment.Document{Spec: spec}, []byte(c.file))
			if err != nil {
				t.Fatal(err)
			}
			text, err := link.Encode(d)
			if err != nil {
				t.Fatal(err)
			}
			if d, err = link.Decode(text); err != nil {
				t.Fatal(err)
			}
			got := mustRunIn(t, new(Session), d.Spec, nil, Options{})
			if got.Result != want.Result {
				t.Errorf("the result is %+v with the rows in the link, %+v with the file", got.Result, want.Result)
			}
		})
	}
	spec := experiment.Spec{}
	if _, err := new(Session).Inline(experiment.Document{Spec: spec}, nil); err != nil {
		t.Errorf("a document without a file: %v", err)
	}
	spec.Data = experiment.Data{Source: experiment.SourceFile, Name: "f.csv"}
	if _, err := new(Session).Inline(experiment.Document{Spec: spec}, nil); err == nil {
		t.Error("a document without its file is accepted")
	}
}
