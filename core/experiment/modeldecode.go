package experiment

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/formula"
)

const maxModelBytes = 256 << 20

// maxPower bounds the degree of a term.
const maxPower = 1000

// DecodeModel reads a model file, or the model that a report holds, strictly. The error is
// one sentence that names the field.
func DecodeModel(b []byte) (*ModelFile, error) {
	const name = "the model file"
	if len(b) > maxModelBytes {
		return nil, fmt.Errorf("%s is %d bytes long: it must be at most %d", name, len(b), maxModelBytes)
	}
	tree, err := parseNamed(b, name)
	if err != nil {
		return nil, err
	}
	o, ok := tree.(*object)
	if !ok {
		return nil, errors.New(name + " is not a JSON object: choose a file written by lplab model or Download model")
	}
	if _, report := o.values["spec"]; report {
		model, ok := o.values["model"].(*object)
		if !ok {
			return nil, errors.New("the report contains no model: write a model file with lplab model and the experiment's data")
		}
		return decodeModelObject(model.append(nil), model)
	}
	if kind, _ := o.values["kind"].(string); kind != ModelFileKind {
		return nil, fmt.Errorf("%s has no kind %q, so it is another kind of file: choose a file written by lplab model or Download model", name, ModelFileKind)
	}
	if n, ok := wholeNumber(o.values["version"]); !ok || n != ModelFileVersion {
		return nil, fmt.Errorf("%s is of version %s, and this lp Lab reads version %d: use the lp Lab that wrote it, or write the model file again", name, quoteValue(o.values["version"]), ModelFileVersion)
	}
	return decodeModelObject(withoutMark(b), o)
}

func decodeModelObject(b []byte, o *object) (*ModelFile, error) {
	for _, key := range o.keys {
		if at := nullIn(o.values[key], key); at != "" && key != "experiment" { // which has its own rules
			return nil, fmt.Errorf("the model file's %s is null: the file is damaged; write it again", at)
		}
	}
	m := new(ModelFile)
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, unreadable("the model file", err)
	}
	features, functions := reflect.TypeOf(m.Features), reflect.TypeOf(m.Functions)
	if at := cmp.Or(absentIn(o.values["features"], features, "features"), absentIn(o.values["functions"], functions, "functions")); at != "" {
		return nil, fmt.Errorf("the model file's %s is missing: the file is damaged; write it again", at)
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m, nil
}

// unreadable returns the error of a file that encoding/json cannot decode.
func unreadable(what string, err error) error {
	if of, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s's %s holds a JSON %s, which is of the wrong type: the file is damaged; write it again", what, strings.TrimPrefix(of.Field, "ClassPart."), of.Value)
	}
	return fmt.Errorf("%s cannot be read (%s): the file is damaged; write it again", what, strings.TrimPrefix(err.Error(), "json: "))
}

// nullIn returns the path of a null in a part of a document, which Go would read as 0; "" for none.
func nullIn(v any, path string) string {
	switch v := v.(type) {
	case nil:
		return path
	case []any:
		for i, x := range v {
			if at := nullIn(x, element(path, i)); at != "" {
				return at
			}
		}
	case *object:
		for _, key := range v.keys {
			if at := nullIn(v.values[key], join(path, key)); at != "" {
				return at
			}
		}
	}
	return ""
}

// absentIn returns the path of an entry that a part of a decoded document lacks although its type always writes it, and which
// Go would read as 0; "" for none.
func absentIn(v any, t reflect.Type, path string) string {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			if at := absentIn(x, t.Elem(), element(path, i)); at != "" {
				return at
			}
		}
	case *object:
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct { // a map
			return ""
		}
		for _, field := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			value, ok := v.values[name]
			if !ok && options == "" {
				return join(path, name)
			}
			if at := absentIn(value, field.Type, join(path, name)); at != "" {
				return at
			}
		}
	}
	return ""
}

// Check reports the first part of a model file that does not fit the others, in one sentence.
func (m *ModelFile) Check() error {
	for _, rule := range []func() (path, problem string){m.checkHead, m.checkColumns, m.checkFeatures, m.checkPoints, m.checkFunctions} {
		if path, problem := rule(); problem != "" {
			return fmt.Errorf("the model file's %s %s: the file is damaged; write it again", path, problem)
		}
	}
	if at, bad := findNonFinite(reflect.ValueOf(m)); bad {
		return fmt.Errorf("the model file's %s is not a finite number: the file is damaged; write it again", at)
	}
	if _, err := m.Spec(); err != nil {
		return fmt.Errorf("the model file's experiment cannot be used: %w", err)
	}
	return nil
}

func (m *ModelFile) checkHead() (path, problem string) {
	e := m.Experiment
	for _, part := range [][3]string{{"type", m.Type, e.Model.Kind()}, {"task", m.Task, e.Task}, {"target", m.Target, e.Target}, {"bag", m.Bag, e.Bag}} {
		if part[1] != part[2] {
			return part[0], fmt.Sprintf("is %q, and that of its experiment %q", part[1], part[2])
		}
	}
	switch {
	case m.Missing != MissingDrop && m.Missing != MissingMean:
		return "missing", fmt.Sprintf("is %q, and must be %q or %q", m.Missing, MissingDrop, MissingMean)
	case !slices.Contains([]string{"", ".", ","}, m.Decimal):
		return "decimal", fmt.Sprintf("is %q, and must be a point or a comma", m.Decimal)
	case !slices.Contains([]string{"", ".", ",", " ", "'"}, m.Group):
		return "group", fmt.Sprintf("is %q, and must be a point, a comma, a space or an apostrophe", m.Group)
	case m.Task == Regression && m.Classes != nil:
		return "classes", "are those of a regression"
	case m.Task == Classification && (len(m.Classes) < 2 || firstRepeated(m.Classes) >= 0):
		return "classes", "must be two different labels at least"
	case m.Probability != "" && (m.Probability != LossLogistic || m.Task != Classification):
		return "probability", fmt.Sprintf("is %q, which does not fit", m.Probability)
	case m.Type == ModelKNN && (m.K < 1 || m.K != float64(int(m.K))):
		return "k", "must be a whole number from 1"
	case m.Type == ModelKernelGroupLasso && !(m.Lambda > 0):
		return "lambda", "must be greater than 0"
	}
	return "", ""
}

// firstRepeated returns the index of the first name that equals an earlier one; -1 if all differ.
func firstRepeated(names []string) int {
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if seen[name] {
			return i
		}
		seen[name] = true
	}
	return -1
}

func checkNames(list string, names []string) (path, problem string) {
	if i := firstRepeated(names); i >= 0 {
		return element(list, i), fmt.Sprintf("has the name %q of another one", names[i])
	}
	return "", ""
}

func (m *ModelFile) checkColumns() (path, problem string) {
	names := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		path := element("columns", i)
		names[i] = c.Name
		switch {
		case c.Name == "":
			return path, "has no name"
		case c.DateOf != "" && (!slices.Contains([]string{"year", "month", "day", "weekday", "hour"}, strings.TrimPrefix(c.Name, c.DateOf+" ")) || !slices.Contains([]string{"ymd", "dmy", "mdy"}, c.DateOrder)):
			return path + ".dateOf", fmt.Sprintf("is %q with the order %q, and must be the column of dates of %q", c.DateOf, c.DateOrder, c.Name)
		case c.Type == ColumnNumber && c.Levels == nil:
		case c.Type != ColumnCategory:
			return path + ".type", fmt.Sprintf("is %q, and must be %q, or %q with levels", c.Type, ColumnNumber, ColumnCategory)
		case len(c.Levels) == 0 || firstRepeated(c.Levels) >= 0:
			return path + ".levels", "must be different texts, one at least"
		case !slices.Contains(c.Levels, c.Mode):
			return path + ".mode", "is not one of its levels"
		}
	}
	return checkNames("columns", names)
}

func (m *ModelFile) checkFeatures() (path, problem string) {
	if len(m.Features) == 0 {
		return "features", "are missing"
	}
	columns := map[string]*ModelColumn{}
	for i := range m.Columns {
		columns[m.Columns[i].Name] = &m.Columns[i]
	}
	names := make([]string, len(m.Features))
	for i, f := range m.Features {
		path := element("features", i)
		names[i] = f.Name
		c := columns[f.Column]
		switch {
		case !(f.Scale > 0):
			return path + ".scale", "must be greater than 0"
		case f.Formula != "":
			of, err := formula.ParseOver(f.Formula, func(name string) bool { return columns[name] != nil })
			if err != nil {
				return path + ".formula", "cannot be read (" + err.Error() + ")"
			}
			for _, name := range of.Columns() {
				if c := columns[name]; c == nil || c.Type != ColumnNumber {
					return path + ".formula", fmt.Sprintf("reads %q, which is not a column of numbers", name)
				}
			}
		case c == nil:
			return path + ".column", fmt.Sprintf("is %q, which is not one of the columns", f.Column)
		case c.Type == ColumnCategory && !slices.Contains(c.Levels, f.Level):
			return path + ".level", fmt.Sprintf("is %q, which is not a level of %q", f.Level, f.Column)
		}
	}
	return checkNames("features", names)
}

func (m *ModelFile) checkPoints() (path, problem string) {
	p := m.Points
	if p == nil {
		return "", ""
	}
	if len(p.Rows) == 0 {
		return "points.rows", "are missing"
	}
	if p.Index != nil && len(p.Index) != len(p.Rows) {
		return "points.index", fmt.Sprintf("has %d lists for %d rows", len(p.Index), len(p.Rows))
	}
	for i, row := range p.Rows {
		switch {
		case p.Index == nil && len(row) != len(m.Features):
			return element("points.rows", i), fmt.Sprintf("has %d numbers for %d features", len(row), len(m.Features))
		case p.Index == nil:
			continue
		case len(p.Index[i]) != len(row):
			return element("points.index", i), fmt.Sprintf("has %d places for %d numbers", len(p.Index[i]), len(row))
		}
		last := -1
		for _, j := range p.Index[i] {
			if j <= last || j >= len(m.Features) {
				return element("points.index", i), "must ascend among the features, from 0"
			}
			last = j
		}
	}
	if (p.Bags != nil) != (m.Bag != "") {
		return "points.bags", "do not fit the column of the bags"
	}
	left := len(p.Rows)
	for i, size := range p.Bags {
		if size < 1 || size > left {
			return element("points.bags", i), strconv.Itoa(size) + " does not fit the points"
		}
		left -= size
	}
	if p.Bags != nil && left > 0 {
		return "points.bags", fmt.Sprintf("leave %d rows over", left)
	}
	return "", ""
}

// count is the number of points, or of bags.
func (p *ModelPoints) count() int {
	if p.Bags != nil {
		return len(p.Bags)
	}
	return len(p.Rows)
}

func (m *ModelFile) checkFunctions() (path, problem string) {
	count := 1
	if len(m.Classes) > 2 && !m.hasValues() {
		count = len(m.Classes)
	}
	if len(m.Functions) != count {
		return "functions", fmt.Sprintf("are %d, and there must be %d", len(m.Functions), count)
	}
	features := m.Places()
	for i := range m.Functions {
		if at, problem := m.checkFunction(&m.Functions[i], features); problem != "" {
			return element("functions", i) + at, problem
		}
		if count > 1 && m.Functions[i].Class != m.Classes[i] {
			return element("functions", i) + ".class", fmt.Sprintf("must be %q", m.Classes[i])
		}
	}
	return "", ""
}

func (m *ModelFile) checkFunction(f *ModelFunction, features map[string]int) (path, problem string) {
	points := 0
	if m.Points != nil {
		points = m.Points.count()
	}
	switch e := f.Errors; {
	case e != nil && (m.Type != ModelLP || !(e.Distance >= 0 && e.Intercept >= 0)):
		return ".errors", "must be of the type lp and at least 0"
	case m.hasValues() && (points == 0 || len(f.Values) != points):
		return ".values", fmt.Sprintf("are %d for %d points", len(f.Values), points)
	case m.hasValues():
		for j, y := range f.Values {
			switch classes := float64(len(m.Classes)); {
			case classes == 2 && y != 1 && y != -1:
				return element(".values", j), "must be -1 or 1"
			case classes > 2 && (y != math.Trunc(y) || y < 0 || y >= classes):
				return element(".values", j), fmt.Sprintf("must be the index of a class, from 0 to %d", len(m.Classes)-1)
			}
		}
		if m.Type == ModelKNN && int(m.K) > points {
			return ".values", fmt.Sprintf("are fewer than k, %g", m.K)
		}
	case len(f.Alpha) > 0 && (m.Kernel == nil || m.Type == ModelLP && m.P == (P{})):
		return ".alpha", "has no kernel, or no p"
	case len(f.Alpha) > 0 && len(f.Alpha) != points:
		return ".alpha", fmt.Sprintf("has %d numbers for %d points", len(f.Alpha), points)
	case len(f.Alpha) > 0 && f.Terms != nil:
		return ".terms", "stand beside alpha"
	}
	for j, t := range f.Terms {
		degree := 0
		for name, power := range t.Monomial {
			if _, known := features[name]; !known {
				return element(".terms", j), fmt.Sprintf("has a power of %q, which is not a feature", name)
			}
			if power < 1 || power > maxPower-degree {
				return element(".terms", j), fmt.Sprintf("has the power %d of %q", power, name)
			}
			degree += power
		}
	}
	return "", ""
}
