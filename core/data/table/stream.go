package table

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"lplab/core/english"
	"lplab/core/lists"
)

// PartBytes is the usual size of a part in ReadParts.
const PartBytes = 4 << 20

// ReadParts reads a file of any length part by part and calls use with the table of each, all
// with the same columns. The findings are those of the first part. A file of one part, of at
// most size bytes, may have any format; a longer one must be delimited text in UTF-8 or
// Windows-1252, compressed with gzip or not, or no longer than MaxBytes. The error is that of
// use, or one sentence.
func ReadParts(r io.Reader, o Options, size int, use func(*Table) error) error {
	p := &parts{from: r, options: o, size: size}
	if err := p.fill(); err != nil {
		return err
	}
	if bytes.HasPrefix(p.buffer, []byte(gzipMark)) {
		body, err := gzip.NewReader(io.MultiReader(bytes.NewReader(p.buffer), p.from))
		if err != nil {
			return errDamagedGzip
		}
		p = &parts{from: body, options: o, size: size}
		if err := p.fill(); err != nil {
			return err
		}
	}
	if !p.ended && !p.isDelimited() {
		rest, err := io.ReadAll(io.LimitReader(p.from, int64(memory.bytes+1-len(p.buffer))))
		if err != nil {
			return readError(err)
		}
		p.buffer, p.ended = append(p.buffer, rest...), true // Read refuses a file that is too long
	}
	return p.read(use)
}

var errDamagedGzip = errors.New("the gzip file is damaged or cut off: compress it again, or choose the uncompressed file")

func readError(err error) error {
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errDamagedGzip
	}
	return fmt.Errorf("the file cannot be read: %w", err)
}

// parts cuts a file at the ends of records.
type parts struct {
	from    io.Reader
	options Options
	size    int
	buffer  []byte // read and not yet used
	ended   bool   // nothing is left in from
	header  []byte // the record that names the columns, read before every later part
	names   []string
	line    int // of buffer
}

// firstRead is the number of bytes allocated at first: a single row has far fewer than a part.
const firstRead = 64 << 10

// fill reads until a whole part is held.
func (p *parts) fill() error {
	for len(p.buffer) < p.size && !p.ended {
		from := len(p.buffer)
		to := min(p.size, max(firstRead, 2*from))
		p.buffer = slices.Grow(p.buffer, to-from)
		n, err := p.from.Read(p.buffer[from:to])
		p.buffer = p.buffer[:from+n]
		p.ended = errors.Is(err, io.EOF)
		if err != nil && !p.ended {
			return readError(err)
		}
	}
	return nil
}

// isDelimited reports whether the file can be read by parts.
func (p *parts) isDelimited() bool {
	o := p.options
	if o.Format != "" || o.Delimiter != 0 {
		return o.Format == FormatDelimited || o.Format == ""
	}
	if Recognise(p.buffer) != nil {
		return false
	}
	text, encoding, err := decode(p.buffer[:p.validEnd()], o.Encoding, &notes{})
	return err == nil && (encoding.Value == utf8Name || encoding.Value == cp1252Name) && sniffFormat(text).Value == FormatDelimited
}

// validEnd is the end of the last whole character of UTF-8 that is held.
func (p *parts) validEnd() int {
	end := len(p.buffer)
	for back := 1; back < utf8.UTFMax && back < end; back++ {
		if tail := p.buffer[end-back:]; utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
			return end - back
		}
	}
	return end
}

// read makes a table of each part.
func (p *parts) read(use func(*Table) error) error {
	for p.line = 1; ; {
		end := len(p.buffer)
		if !p.ended {
			var err error
			if end, err = p.cut(); err != nil {
				return err
			}
		}
		part := append(slices.Clip(p.header), p.buffer[:end]...)
		o := p.options
		o.line = p.line - lineEnds(string(p.header))
		if p.names != nil {
			o.Start = o.line
		}
		t, err := Read(part, o)
		if err != nil && !(p.names != nil && isBlank(p.buffer[:end])) {
			return err
		}
		if err == nil {
			if err := p.settle(t, p.buffer[:end]); err != nil {
				return err
			}
			if err := use(t); err != nil {
				return err
			}
		}
		if p.ended {
			return nil
		}
		p.line += lineEnds(string(p.buffer[:end]))
		p.buffer = append(p.buffer[:0], p.buffer[end:]...)
		if err := p.fill(); err != nil {
			return err
		}
		if p.ended && isBlank(p.buffer) {
			return nil
		}
	}
}

func isBlank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// cut is the end of the last record that is held whole.
func (p *parts) cut() (int, error) {
	delimiter, literal := p.options.Delimiter, p.options.Quote == QuoteLiteral
	text := string(p.buffer)
	if delimiter == 0 {
		var rest string
		if delimiter, rest = separatorLine(text); delimiter == 0 {
			delimiter, _ = sniffDelimiter(rest, 1, literal)
		}
	}
	d := &delimitedText{start: newScanner(text, delimiter, p.line, literal)}
	end := 0
	d.each(func(int, []string) error {
		if !d.last.done() {
			end = d.last.pos
		}
		return nil
	}) // it fails at a quoted cell that ends in the next part
	if end == 0 {
		return 0, fmt.Errorf("line %d begins a record of more than %d MB: close its quotes, or read quotes as ordinary characters", p.line, p.size>>20)
	}
	return end, nil
}

// settle keeps the findings of the first part, and checks the columns of the others.
func (p *parts) settle(t *Table, part []byte) error {
	names := lists.Map(t.Columns, func(c *Column) string { return c.Name })
	if p.names != nil {
		if !slices.Equal(names, p.names) {
			return fmt.Errorf("from line %d on the file has the columns %s instead of %s: give every line as many cells as the others, and every column of dates only dates",
				p.line, english.List(names), english.List(p.names))
		}
		return nil
	}
	p.names = names
	f := t.Findings
	if f.Format.Value != FormatDelimited {
		return nil
	}
	o := &p.options
	o.Format, o.Encoding = FormatDelimited, f.Encoding.Value
	o.Delimiter, _ = utf8.DecodeRuneInString(f.Delimiter.Value)
	if f.Decimal.Confidence > 0.5 {
		o.Decimal = f.Decimal.Value
	}
	if o.Header = f.Header.Value; o.Header == "yes" {
		rest, line, _ := fromLine(strings.TrimPrefix(string(part), byteOrderMark), 1, f.startLine())
		d := &delimitedText{start: newScanner(rest, o.Delimiter, line, o.Quote == QuoteLiteral)}
		d.each(func(int, []string) error { return errEnough })
		p.header = []byte(rest[:d.last.pos])
	}
	return nil
}

// holdsAll reports whether a first record holds all of some names of columns.
func holdsAll(record, names []string) bool {
	cells := map[string]bool{}
	for j, name := range record {
		cells[safeName(name, j)] = true
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !cells[name] })
}
