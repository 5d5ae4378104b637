package page

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// fileState returns a state with the data of a user's file.
func fileState(t *testing.T) *state {
	t.Helper()
	s := openedState(t)
	asked := s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("ab", 32)})
	s.takeInspection(asked[0].ID, readInspection(t, `{"rows": 9, "total": 3, "columns": [
		{"name": "a", "type": "number", "usable": true}, {"name": "b", "type": "number", "usable": true}, {"name": "y", "type": "number", "usable": true}],
		"findings": {"format": {"value": "delimited", "confidence": 1, "reason": "so"}, "delimiter": {"value": ";", "confidence": 0.9, "reason": "so"},
			"decimal": {"value": ",", "confidence": 0.5, "reason": "both", "alternatives": ["."]}, "header": {"value": "yes", "confidence": 1, "reason": "so"},
			"encoding": {"value": "utf-8", "confidence": 1, "reason": "so"}, "missing": {"value": "", "confidence": 0.5, "reason": "seen", "alternatives": ["-999"]}},
		"unsure": ["decimal", "missing"]}`))
	s.record()
	return s
}

func readInspection(t *testing.T, text string) inspection {
	t.Helper()
	var seen inspection
	if err := json.Unmarshal([]byte(text), &seen); err != nil {
		t.Fatal(err)
	}
	return seen
}

func dataOf(t *testing.T, effects []effect) experiment.Data {
	t.Helper()
	if len(effects) != 1 || effects[0].Do != "inspect" {
		t.Fatalf("effects %+v", effects)
	}
	var asked inspectRequest
	if err := json.Unmarshal([]byte(effects[0].Text), &asked); err != nil {
		t.Fatal(err)
	}
	return asked.Data
}

func TestCodesAreToggled(t *testing.T) {
	s := fileState(t)
	for _, c := range []struct {
		entry, value string
		want         []string
	}{{"codes:a", "true", []string{"a"}}, {"codes:b", "true", []string{"a", "b"}}, {"codes:a", "false", []string{"b"}}, {"codes:b", "false", nil}} {
		if d := dataOf(t, s.enter(c.entry, c.value)); !slices.Equal(d.Import.Codes, c.want) || !slices.Equal(s.File.Import.Codes, c.want) {
			t.Errorf("%s %s: %q, with the file %q", c.entry, c.value, d.Import.Codes, s.File.Import.Codes)
		}
		s.record()
	}
}

func TestGuessesAreAsked(t *testing.T) {
	s := fileState(t)
	if _, found := s.repairData(); found == nil || readingWords(found) != "CSV, semicolon, decimal comma, header" || !s.Open[importSection] {
		t.Fatalf("found %+v, open %v", found, s.Open[importSection])
	}
	if asked := s.toCheck(); !slices.Equal(asked, []string{"decimal", "missing"}) {
		t.Errorf("to check: %q", asked)
	}
	s.takeEntry("features", `["a","b"]`)
	s.record()
	d := dataOf(t, s.enter("data.import.decimal", "point"))
	if d.Import.Decimal != "point" || s.Spec.Data.Import.Decimal != "point" || s.File.Import.Decimal != "point" {
		t.Errorf("read with %+v, the file in use with %+v", d.Import, s.File.Import)
	}
	s.record()
	if asked := s.toCheck(); !slices.Equal(asked, []string{"missing"}) {
		t.Errorf("to check after a choice: %q", asked)
	}
	s.takeInspection(s.inspectID, inspection{Rows: 9, Total: 2, Target: "y", Columns: []column{numeric("a"), numeric("y")}})
	if !slices.Equal(s.Spec.Features, []string{"a"}) || s.Spec.Target != "y" {
		t.Errorf("features %q, target %q", s.Spec.Features, s.Spec.Target)
	}
	s.amend()
	s.undo()
	if s.Spec.Data.Import.Decimal != "" || len(s.Spec.Features) != 2 {
		t.Errorf("undone to %+v, features %q", s.Spec.Data.Import, s.Spec.Features)
	}
}

// TestTestFileStaysWithItsFile checks that the test file stays after a change of the import settings,
// even if the settings make the test file invalid, and after another sample.
func TestTestFileStaysWithItsFile(t *testing.T) {
	s := fileState(t)
	seen := *s.Inspection
	test := experiment.TestFile{Name: "more.csv", SHA256: strings.Repeat("ef", 32)}
	asked := s.takeTestFile(file{Name: test.Name, SHA256: test.SHA256})
	s.takeRefusal(asked[0].ID, refusal{Message: `test file "more.csv": line 3 is short`, Setting: "ragged"})
	if !slices.Equal(s.toCheck(), []string{"ragged"}) || s.dataProblem() == "" {
		t.Errorf("to check: %q, unusable %q", s.toCheck(), s.dataProblem())
	}
	if d := dataOf(t, s.enter("data.import.ragged", "pad")); d.Test != test || d.Import.Ragged != "pad" {
		t.Errorf("read again with %+v", d)
	}
	s.takeInspection(s.inspectID, seen)
	if d := dataOf(t, s.enter("data.import.decimal", "point")); d.Test != test {
		t.Errorf("read again with %+v", d)
	}
	s.takeInspection(s.inspectID, seen)
	s.chooseSample("prostate")
	if d := dataOf(t, s.chooseSample(ownFile)); d.Test != test || d.Import.Ragged != "pad" {
		t.Errorf("chosen again with %+v", d)
	}
	s.takeInspection(s.inspectID, seen)
	s.removeTestFile()
	s.chooseSample("prostate")
	if d := dataOf(t, s.chooseSample(ownFile)); d.Test.Name != "" {
		t.Errorf("after its removal the test file is %q", d.Test.Name)
	}
}

// TestRefusedTestFile checks that the test file before a refused one stays, and that the refused one is no step of the
// history.
func TestRefusedTestFile(t *testing.T) {
	s := fileState(t)
	s.record()
	seen := *s.Inspection
	first := experiment.TestFile{Name: "first.csv", SHA256: strings.Repeat("ef", 32)}
	read := endEvent(s, s.takeTestFile(file{Name: first.Name, SHA256: first.SHA256}))
	s.takeInspection(read[0].ID, seen)
	steps := len(s.history.past)
	read = endEvent(s, s.takeTestFile(file{Name: "wrong.csv", SHA256: strings.Repeat("01", 32)}))
	s.takeRefusal(read[0].ID, refusal{Message: `the test file "wrong.csv" lacks the column "x"`})
	s.record()
	if s.Spec.Data.Test != first || s.File.Test != first || len(s.history.past) != steps || s.Phase != failed {
		t.Errorf("the test file is %+v, of the file %+v, steps %q, status %q", s.Spec.Data.Test, s.File.Test, names(s.history.past), s.Status)
	}
}

func TestRefusedFileStaysAtHand(t *testing.T) {
	s := fileState(t)
	before := s.Spec
	given := file{Name: "ragged.csv", SHA256: strings.Repeat("cd", 32)}
	asked := s.takeFile(given)
	s.takeRefusal(asked[0].ID, refusal{Message: "line 3 is short", Setting: "ragged", Findings: table.Findings{Format: table.Finding{Value: "delimited", Reason: "so"}, RaggedLines: 2}})
	data, found := s.repairData()
	if data.Name != "ragged.csv" || found == nil || readingWords(found) != "CSV, 2 ragged lines" || !s.Open[importSection] || !slices.Equal(s.toCheck(), []string{"ragged"}) {
		t.Fatalf("the import is of %q, to check: %q", data.Name, s.toCheck())
	}
	if s.DataError != "ragged.csv was not loaded: line 3 is short" || s.Spec.Data.Name != before.Data.Name {
		t.Errorf("%q; in use is %q", s.DataError, s.Spec.Data.Name)
	}
	// One setting is not enough; two together are.
	d := dataOf(t, s.enter("data.import.delimiter", "tab"))
	s.takeRefusal(s.inspectID, refusal{Message: "still", Setting: "ragged"})
	if d.Import.Delimiter != "tab" || s.Refusal.file.Import.Delimiter != "tab" || s.Spec.Data.Name != before.Data.Name {
		t.Errorf("tried with %+v, kept with %+v", d.Import, s.Refusal.file.Import)
	}
	d = dataOf(t, s.enter("data.import.ragged", "drop"))
	if d.Name != "ragged.csv" || d.Import.Ragged != "drop" || d.Import.Delimiter != "tab" {
		t.Errorf("tried %q with %+v", d.Name, d.Import)
	}
	s.takeInspection(s.inspectID, inspection{Rows: 9, Total: 2, Target: "y", Columns: []column{numeric("a"), numeric("y")}, Findings: &table.Findings{RaggedLines: 2}})
	if s.Spec.Data.Name != "ragged.csv" || s.Spec.Data.Import.Ragged != "drop" || s.DataError != "" || s.Refusal != nil {
		t.Errorf("in use is %+v, %q", s.Spec.Data, s.DataError)
	}
	// A file in use that a setting makes unreadable also stays.
	s.enter("data.import.encoding", "utf-16le")
	s.takeRefusal(s.inspectID, refusal{Message: "spoilt", Setting: ""})
	if data, found := s.repairData(); found == nil || data.Import.Encoding != "utf-16le" || s.dataProblem() != "spoilt" {
		t.Errorf("unreadable with %+v, %q", data.Import, s.dataProblem())
	}
	if d := dataOf(t, s.enter("data.import.encoding", "")); d.Import.Encoding != "" || d.Import.Ragged != "drop" {
		t.Errorf("set back to %+v", d.Import)
	}
}

func TestLateFileReplacesTheFirst(t *testing.T) {
	s := openedState(t)
	first := s.takeFile(file{Name: "first.csv"})
	s.takeFile(file{Name: "second.csv"})
	s.takeInspection(first[0].ID, inspection{Rows: 3, Total: 1, Columns: []column{numeric("a")}})
	if s.File != nil || s.NewFile == nil || s.NewFile.Name != "second.csv" {
		t.Errorf("file %+v, pending %+v", s.File, s.NewFile)
	}
	s.failReading("huge.csv was not loaded")
	if s.NewFile != nil || s.Status != "huge.csv was not loaded" || s.Phase != failed || s.Spec.Data.Source == experiment.SourceFile {
		t.Errorf("pending %+v, status %q", s.NewFile, s.Status)
	}
	if effects := s.run(); len(effects) != 1 {
		t.Errorf("the data in use cannot be run: %q", s.Status)
	}
}

// TestDataChosenWhileAFileIsRead checks that the columns of other data are never taken for those of the file.
func TestDataChosenWhileAFileIsRead(t *testing.T) {
	for name, act := range map[string]func(s *state) []effect{
		"a sample": func(s *state) []effect { return s.enter(entrySample, "prostate") },
		"an entry": func(s *state) []effect { return s.enter("data.n", "100") },
	} {
		s := openedState(t)
		s.takeFile(file{Name: "mine.csv", SHA256: strings.Repeat("0", 64)})
		effects := act(s)
		s.takeInspection(effects[len(effects)-1].ID, inspection{Rows: 9, Total: 2, Columns: []column{numeric("a"), numeric("y")}, Target: "y"})
		if s.File != nil || s.NewFile != nil || s.Spec.Data.Source == experiment.SourceFile || strings.HasPrefix(s.Status, "Reading") {
			t.Errorf("%s: file %+v, data %+v, status %q", name, s.File, s.Spec.Data, s.Status)
		}
	}
}

// TestFileReadDuringASearch checks that an entry ends the search and not the reading, that the file ends the search
// too if it is not tuned, and that another experiment ends both.
func TestFileReadDuringASearch(t *testing.T) {
	read := inspection{Rows: 100, Total: 2, Columns: []column{numeric("a"), numeric("y")}, Target: "y"}
	searching := func() (*state, int) {
		s := openedState(t)
		s.takeFile(file{Name: "first.csv", SHA256: strings.Repeat("0", 64)})
		s.takeInspection(s.inspectID, read)
		run := s.runID
		s.takeFile(file{Name: "second.csv", SHA256: strings.Repeat("1", 64)})
		return s, run
	}
	ends := func(effects []effect, run int) bool {
		return slices.Contains(effects, effect{Do: actionCancel, ID: run})
	}
	s, run := searching()
	if effects := s.enter("model.p", "2"); !ends(effects, run) || !s.isReading() {
		t.Errorf("an entry: %+v, reading %v", effects, s.isReading())
	}
	s, run = searching()
	s.enter(entryTune, "false")
	if effects := s.takeInspection(s.inspectID, read); !ends(effects, run) || s.tuning != nil || s.Phase != ready || s.Spec.Data.Name != "second.csv" {
		t.Errorf("a file that is not tuned: %+v, phase %q", effects, s.Phase)
	}
	s, run = searching()
	if effects := s.load(experiment.Default()); !ends(effects, run) || s.isReading() || effects[0].Do != actionStopReading {
		t.Errorf("another experiment: %+v, reading %v", effects, s.isReading())
	}
}

func TestUnusableData(t *testing.T) {
	one, text := 1.0, column{Name: "t", Type: "text"}
	constant := column{Name: "c", Type: "number", Min: &one, Max: &one}
	for _, c := range []struct {
		rows    int
		columns []column
		target  string
		want    string
	}{
		{9, []column{numeric("a"), numeric("y")}, "y", ""},
		{1, []column{numeric("a"), numeric("y")}, "y", "There is only one row"},
		{9, []column{text}, "t", "No column has varying"},
		{9, []column{numeric("a"), numeric("b"), constant}, "c", "c is constant"},
		{9, []column{numeric("a"), constant}, "a", "No column is left to predict a from: choose a file"},
		{9, []column{{Name: "day", Type: "date"}, numeric("a")}, "a", "No column is left to predict a from: change the import setting Dates"},
	} {
		s := fileState(t)
		s.Inspection = &inspection{Rows: c.rows, Total: len(c.columns), Columns: c.columns}
		s.Spec.Target = c.target
		got := s.dataProblem()
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d rows of %d columns: %q, want %q", c.rows, len(c.columns), got, c.want)
		}
		if ran := len(s.run()) > 0; ran != (c.want == "") {
			t.Errorf("%q: run %v", got, ran)
		}
	}
}
