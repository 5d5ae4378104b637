package page

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// importPrefix is the prefix of the paths of the import settings.
const importPrefix = "data.import."

// findingOf returns the finding for a field of data.import, with its value as the field has it.
func findingOf(f *table.Findings, path string) table.Finding {
	name := strings.TrimPrefix(path, importPrefix)
	finding, ok := reflect.ValueOf(*f).FieldByName(upperFirst(name)).Interface().(table.Finding)
	if !ok {
		panic("page: no finding for " + path)
	}
	switch name {
	case "delimiter":
		finding.Value = map[string]string{",": experiment.DelimiterComma, ";": experiment.DelimiterSemicolon, "\t": experiment.DelimiterTab,
			"|": experiment.DelimiterBar, " ": experiment.DelimiterSpace}[finding.Value]
	case "decimal":
		finding.Value = map[string]string{".": experiment.DecimalPoint, ",": experiment.DecimalComma}[finding.Value]
	}
	return finding
}

// readingWords describes how a file was read: "CSV, semicolon, decimal comma, header".
func readingWords(f *table.Findings) string {
	format, _, _ := strings.Cut(labelOf("data.import.format", f.Format.Value), " ") // "JSON", not "JSON records"
	if f.Format.Value == experiment.FormatDelimited {
		format = "CSV"
	}
	words := []string{cmp.Or(format, "The file")}
	if f.Gzip {
		words = append(words, "gzip")
	}
	if value := findingOf(f, "data.import.delimiter").Value; value != "" && !f.Delimiter.Fixed {
		words = append(words, strings.ToLower(labelOf("data.import.delimiter", value)))
	}
	if f.Decimal.Value == "," {
		words = append(words, "decimal comma")
	}
	if start := f.Start.Value; start != "" && start != "1" {
		words = append(words, "from line "+start)
	}
	if !f.Header.Fixed && f.Header.Value != "" {
		words = append(words, map[string]string{"yes": "header", "no": "no header"}[f.Header.Value])
	}
	if f.Encoding.Value != "" && f.Encoding.Value != "utf-8" {
		words = append(words, labelOf("data.import.encoding", f.Encoding.Value))
	}
	if f.RaggedLines > 0 {
		words = append(words, english.Count(f.RaggedLines, "ragged line")+map[string]string{"drop": " left out", "pad": " filled up"}[f.Ragged.Value])
	}
	return strings.Join(words, ", ")
}

// refusal is the error of a file that could not be read, with the findings.
type refusal struct {
	Message  string
	Setting  string // the field of data.import that may correct it, "" for none
	Findings table.Findings

	file *file // where it is not the file in use
}

// repairData returns the data of the repair sheet with their findings; nil where there is nothing to
// set.
func (s *state) repairData() (experiment.Data, *table.Findings) {
	switch r := s.Refusal; {
	case r != nil && s.DataError != "" && r.file != nil:
		return r.file.data(), &r.Findings
	case r != nil && s.DataError != "":
		return s.Spec.Data, &r.Findings
	case s.Spec.Data.Source == experiment.SourceFile && s.Inspection != nil && s.Inspection.Findings != nil:
		return s.Spec.Data, s.Inspection.Findings
	}
	return experiment.Data{}, nil
}

// toCheck lists the fields of data.import that the reader should check.
func (s *state) toCheck() []string {
	var names []string
	if s.Refusal != nil && s.DataError != "" {
		names = []string{s.Refusal.Setting}
	} else if s.Inspection != nil {
		data, _ := s.repairData()
		for _, name := range s.Inspection.Unsure {
			if experiment.Lookup(importPrefix+name).Get(experiment.Spec{Data: data}) == "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// importSet takes an entry of the repair sheet. A file that was refused is read again with it.
func (s *state) importSet(path, text string) []effect {
	data, findings := s.repairData()
	if findings == nil {
		return nil
	}
	if path == importPrefix+"header" { // a checkbox
		text = cmp.Or(map[string]string{"true": "yes", "false": "no"}[text], text)
	}
	if reflect.DeepEqual(data, s.Spec.Data) {
		effects := s.takeEntry(path, text)
		s.readFile()
		return effects
	}
	f := experiment.Lookup(path)
	spec := experiment.Spec{Data: data}
	if err := f.Set(&spec, text); err != nil {
		s.DataError = problem(f, err)
		return nil
	}
	newFile := *s.Refusal.file
	newFile.Import = spec.Data.Import
	s.Refusal.file, s.NewFile = &newFile, &newFile
	return s.inspect(newFile.data())
}

// toggleCodes makes a column of numbers or texts one of categories, or the reverse.
func (s *state) toggleCodes(name string, on bool) []effect {
	codes := slices.DeleteFunc(slices.Clone(s.Spec.Data.Import.Codes), func(code string) bool { return code == name })
	if on {
		codes = append(codes, name)
	}
	text := ""
	if len(codes) > 0 {
		text = jsonOf(codes)
	}
	return s.importSet(importPrefix+"codes", text)
}

// readFile stores the import settings with the user's file, for when it is chosen again.
func (s *state) readFile() {
	if d := s.Spec.Data; s.File != nil && s.File.SHA256 == d.SHA256 {
		f := *s.File
		f.Import, f.Test = d.Import, d.Test
		s.File = &f
	}
}

// takeRefusal takes the refusal of a file. It keeps the file if a setting may correct this.
func (s *state) takeRefusal(id int, r refusal) {
	if id != s.inspectID {
		return
	}
	r.file = s.NewFile
	if r.Setting != "" {
		s.oldTest = nil // a test file that a setting may correct stays
	}
	s.failInspection(id, r.Message)
	if r.Setting != "" || r.file == nil {
		s.Refusal, s.Open[importSection] = &r, true
	}
}

// failReading takes the message that a file was not read. It ends the reading of any file before.
func (s *state) failReading(message string) {
	if s.NewFile != nil {
		s.NewFile, s.inspectID = nil, 0
	}
	s.Refusal, s.DataError, s.Status = nil, message, message
	if s.Phase != running {
		s.Phase = failed
	}
}

// reread removes the features that are no longer usable columns.
func (s *state) reread(i *inspection) {
	if !i.complete() || s.Spec.Data.Source != experiment.SourceFile {
		return
	}
	s.keepFeatures(func(name string) bool {
		c, _ := i.find(name)
		return c.Usable
	})
}

// dataProblem explains why no model can be fitted to the data; "" where one can.
func (s *state) dataProblem() string {
	seen := s.Inspection
	if s.Spec.Data.Source != experiment.SourceFile || s.inspectID != 0 {
		return ""
	}
	if seen == nil {
		return s.DataError
	}
	usable := 0
	for _, c := range seen.Columns {
		if c.Usable {
			usable++
		}
	}
	target, known := seen.find(s.Spec.Target)
	switch {
	case !seen.complete():
		return ""
	case seen.Rows < 2:
		return "There is only one row: choose a file with more"
	case usable == 0:
		return "No column has varying numbers or categories: choose another file, or change the import settings"
	case known && isConstant(target):
		return cmp.Or(target.Name, "The target") + " is constant: choose another target"
	case usable == 1 && known && target.Usable:
		remedy := "choose a file with more columns, or change the import settings"
		if seen.hasDates() {
			remedy = "change the import setting Dates to use parts of the dates, or choose a file with more columns"
		}
		return "No column is left to predict " + target.Name + " from: " + remedy
	}
	return ""
}

// dataFault is the problem of the data of a file, with its name; "" without one.
func (s *state) dataFault() string {
	why := s.dataProblem()
	if why == "" || s.File == nil {
		return ""
	}
	return s.File.Name + ": " + lowerFirst(why)
}

// isConstant reports whether all present cells of a column are known to be the same.
func isConstant(c column) bool {
	return c.Min != nil && c.Max != nil && *c.Min == *c.Max || c.Min == nil && len(c.Levels) == 1
}

// datesAlone reports whether dates, with nothing chosen for them, are all there is to predict from.
func (s *state) datesAlone() bool {
	return s.dataProblem() != "" && s.Inspection.hasDates() && s.Inspection.Rows > 1 && s.Spec.Data.Import.Dates == ""
}

func (i *inspection) hasDates() bool {
	return slices.ContainsFunc(i.Columns, func(c column) bool { return c.Type == "date" })
}
