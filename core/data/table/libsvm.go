package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/english"
)

// labelName is the name of the column of labels of a LIBSVM file.
const labelName = "label"

// queryMark begins a word with the query of a line for ranking.
const queryMark = "qid:"

// libsvm holds the lines of a file in the LIBSVM (svmlight) format,
//
//	label index:value index:value ... # comment
//
// with indices from 1, or from 0, in any order. Values that a line leaves out are 0. Only the
// values that are not 0 are kept.
type libsvm struct {
	labels []float64
	lines  []int32 // of the rows
	last   []int32 // by index, the row of its last entry, counted from 1
	count  []int   // count[index+1] is the number of entries that are not 0

	highest    int // index, -1 before the first
	lowest     int // index, at most 1
	entries    int
	queries    int // "qid:n" left out
	firstQID   int // line
	blankLines int
}

func init() {
	formats.Add(FormatLIBSVM, func(struct{}) format { return format{sniffLIBSVM, readLIBSVM} })
}

// readLIBSVM makes a table of a file in the LIBSVM format: a column labelName
// and, for every index up to the highest, a column of Sparse numbers, x1, x2, ... . Time
// and memory are linear in the file and the highest index.
func readLIBSVM(text string, _ Options, findings *Findings, notes *notes) (*Table, error) {
	const reason = "defined by the LIBSVM format"
	findings.Delimiter = fixedBy(" ", reason)
	findings.Decimal = fixedBy(".", reason)
	findings.Header = fixedBy("no", reason)
	f := &libsvm{highest: -1, lowest: 1, last: make([]int32, maxColumns+1), count: make([]int, maxColumns+2)}
	for number, rest := 1, text; rest != ""; number++ {
		var line string
		line, rest = cutLine(rest)
		if err := f.add(line, number); err != nil {
			return nil, err
		}
	}
	if len(f.labels) == 0 {
		return nil, errEmpty
	}
	if f.highest < 0 {
		return nil, errors.New("no line has a pair index:value, so there are no features: check that the file is in the LIBSVM format")
	}
	if f.blankLines > 0 {
		notes.add("%s left out", english.CountOf(f.blankLines, "blank line was", "blank lines were"))
	}
	if f.queries > 0 {
		notes.add("%s left out, as rows are not grouped by queries (first in line %d)", english.CountOf(f.queries, "mark qid was", "marks qid were"), f.firstQID)
	}
	if f.lowest == 0 {
		notes.add("the indices count from 0, so that the first column is x0")
	}
	columns := f.columns(text)
	for _, c := range columns[1:] {
		if k := slices.IndexFunc(c.Sparse.Values, func(v float64) bool { return math.Abs(v) > huge }); k >= 0 {
			notes.add("column %q has numbers as large as %s in line %d; their squares overflow: rescale it", c.Name, formatNumber(c.Sparse.Values[k]), f.lines[c.Sparse.Rows[k]])
		}
	}
	return newTable(columns, len(f.labels)), nil
}

func (f *libsvm) add(line string, number int) error {
	line, _, commented := strings.Cut(line, "#")
	label, rest := cutWord(line)
	if label == "" {
		if !commented {
			f.blankLines++
		}
		return nil
	}
	y, err := labelOf(label, number)
	if err != nil {
		return err
	}
	f.labels = append(f.labels, y)
	f.lines = append(f.lines, int32(number))
	row := int32(len(f.labels))
	for word := range strings.FieldsSeq(rest) {
		if strings.HasPrefix(word, queryMark) {
			if f.queries++; f.queries == 1 {
				f.firstQID = number
			}
			continue
		}
		index, value, err := pairOf(word, number)
		if err != nil {
			return err
		}
		if f.last[index] == row {
			return fmt.Errorf("line %d has the index %d twice: keep one of the pairs", number, index)
		}
		f.last[index] = row
		f.highest = max(f.highest, index)
		f.lowest = min(f.lowest, index)
		if value != 0 {
			f.count[index+1]++
		}
		if f.entries++; f.entries > memory.cells {
			return checkCells(f.entries, 1, fmt.Sprintf("the pairs up to line %d", number))
		}
	}
	return nil
}

// labelOf reads the word in front of the pairs.
func labelOf(word string, line int) (float64, error) {
	if plainNumber(word) {
		y, err := styles[0].parse(word)
		if err != nil {
			return 0, fmt.Errorf("line %d: the label %s is beyond the largest number (about 1.8e308): correct it", line, english.Clip(word))
		}
		return y, nil
	}
	switch {
	case strings.Contains(word, ":"):
		return 0, fmt.Errorf("line %d begins with %q where its label belongs: put a number in front of the pairs", line, english.Clip(word))
	case strings.Contains(word, ","):
		return 0, fmt.Errorf("line %d has the labels %q: keep a single one", line, english.Clip(word))
	}
	return 0, fmt.Errorf("line %d has the label %q, which is not a finite number: give classes numbers, such as -1 and 1", line, english.Clip(word))
}

// plainNumber reports whether a word is a number without groups and without a decimal comma.
func plainNumber(word string) bool { return numberStyles(word)&1 != 0 }

// pairOf reads index:value.
func pairOf(word string, line int) (index int, value float64, err error) {
	left, right, ok := strings.Cut(word, ":")
	if digits := leadingDigits(left); !ok || digits == 0 || digits < len(left) {
		return 0, 0, fmt.Errorf("line %d: %q is not a pair of an index and a value: write it as 3:0.5", line, english.Clip(word))
	}
	index, err = strconv.Atoi(left)
	if err != nil || index > maxColumns {
		return 0, 0, fmt.Errorf("line %d: the index %s is above %d: leave such columns out, or number them anew", line, english.Clip(left), maxColumns)
	}
	if !plainNumber(right) {
		return 0, 0, fmt.Errorf("line %d, index %d: the value %q is not a finite number: correct it, or leave the pair out", line, index, english.Clip(right))
	}
	if value, err = styles[0].parse(right); err != nil {
		return 0, 0, fmt.Errorf("line %d, index %d: %s is beyond the largest number (about 1.8e308): correct it, or leave the pair out", line, index, english.Clip(right))
	}
	return index, value, nil
}

// columns reads the text again and sorts the entries that are not 0 by columns. add has counted
// those of each.
func (f *libsvm) columns(text string) []*Column {
	last, count := f.highest+1, f.count[:f.highest+2]
	for j := range last {
		count[j+1] += count[j]
	}
	n := count[last]
	sortedRows, sortedValues := make([]int32, n), make([]float64, n)
	next := count[:last]
	row := int32(-1)
	for text != "" {
		var line string
		line, text = cutLine(text)
		line, _, _ = strings.Cut(line, "#")
		label, rest := cutWord(line)
		if label == "" {
			continue
		}
		row++
		for word := range strings.FieldsSeq(rest) {
			if strings.HasPrefix(word, queryMark) {
				continue
			}
			if j, v, _ := pairOf(word, 0); v != 0 {
				sortedRows[next[j]], sortedValues[next[j]] = row, v
				next[j]++
			}
		}
	}

	missing := make([]bool, len(f.labels)) // none is; shared by all columns
	list := make([]*Column, 1, last+1-f.lowest)
	list[0] = &Column{Name: labelName, Kind: Number, Numbers: f.labels, Missing: missing}
	list[0].setNumberLevels()
	columns, cells := make([]Column, last), make([]Sparse, last)
	names := numberedNames(0, last)
	onlyZero := []string{"0"}
	begin := 0
	for j, end := range next { // of column j
		cells[j] = Sparse{sortedRows[begin:end:end], sortedValues[begin:end:end]}
		begin = end
		if j < f.lowest {
			continue
		}
		columns[j] = Column{Name: names[j], Kind: Number, Sparse: &cells[j], Missing: missing}
		if len(cells[j].Rows) == 0 {
			columns[j].Constant, columns[j].Levels = true, onlyZero
		} else {
			columns[j].setNumberLevels()
		}
		list = append(list, &columns[j])
	}
	return list
}

// sniffLIBSVM guesses whether the first lines of a text are in the LIBSVM format: most lines,
// among them the first, are pairs index:value, or a word and such pairs.
func sniffLIBSVM(text string) (Finding, bool) {
	const most, bytes = 200, 64 << 10
	lines, pairs := 0, 0
	size := len(text)
	for text != "" && lines < most && (lines == 0 || size-len(text) < bytes) {
		var line string
		line, text = cutLine(text)
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines++
		if hasPairs(line) {
			pairs++
		}
		if pairs == 0 {
			break
		}
	}
	return guess(FormatLIBSVM, float64(pairs)/float64(max(1, lines)), "the first lines are labels with pairs of an index and a value"), 2*pairs > lines
}

// hasPairs reports whether more than half of the words after the first, except "qid:n",
// are pairs.
func hasPairs(line string) bool {
	_, rest := cutWord(line)
	words, pairs := 0, 0
	for word := range strings.FieldsSeq(rest) {
		if strings.HasPrefix(word, queryMark) {
			continue
		}
		words++
		if n := leadingDigits(word); n > 0 && n+1 < len(word) && word[n] == ':' && !strings.ContainsAny(word[n+1:], `:,;|"`) {
			pairs++
		}
	}
	return 2*pairs > words
}
