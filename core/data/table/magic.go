package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// A signature is the beginning of a kind of file that is not text.
type signature struct {
	start  string
	what   string
	remedy string
}

const (
	unpackIt = "unpack it and open the CSV file inside"
	saveAs   = "open it in a spreadsheet program and save the sheet as CSV (UTF-8)"
	exportIt = "export the table as CSV first"
	download = "download the data itself, not the page that shows it"
)

var signatures = []signature{
	{"%PDF-", "a PDF document", "copy its table into a spreadsheet and save that as CSV"},
	{gzipMark, "compressed with gzip twice", unpackIt},
	{"BZh91AY&SY", "compressed with bzip2", unpackIt},
	{"\xfd7zXZ\x00", "compressed with xz", unpackIt},
	{"\x28\xb5\x2f\xfd", "compressed with zstd", unpackIt},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", unpackIt},
	{"Rar!\x1a\x07", "a RAR archive", unpackIt},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document, such as XLS", saveAs},
	{"PAR1\x15", "a Parquet file", exportIt},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file", exportIt},
	{"SQLite format 3\x00", "an SQLite database", exportIt},
	{"\x89PNG\r\n\x1a\n", "a PNG picture", exportIt},
	{"\xff\xd8\xff", "a JPEG picture", exportIt},
	{"\xff\xfe\x00\x00", "text in UTF-32", "save it as UTF-8"},
	{"\x00\x00\xfe\xff", "text in UTF-32", "save it as UTF-8"},
}

// documents are those of lp Lab, by members near their beginning, without spaces: a model file and a report contain an
// experiment.
var documents = []signature{
	{`{"kind":"lplab-model"`, "a model file of lp Lab", "give it to lplab predict, with the rows to predict"},
	{`"spec":{"version":`, "a report of lp Lab", "give it to lplab model or lplab plot; the page opens its experiment, which Export writes as .lplab.json"},
	{`"data":{"source":"`, "an experiment of lp Lab", "the page opens it if its name ends with .lplab.json, and lplab solve runs it"},
}

// Recognise returns an error that names the kind of a file that is not text, of a web page, or of a document of lp Lab.
func Recognise(b []byte) error {
	refuse := func(what, remedy string) error {
		return fmt.Errorf("the file is %s, which cannot be read as a table: %s", what, remedy)
	}
	for _, s := range signatures {
		if bytes.HasPrefix(b, []byte(s.start)) {
			return refuse(s.what, s.remedy)
		}
	}
	head := b[:min(len(b), 4096)]
	if bytes.HasPrefix(b, []byte("PK\x03\x04")) || bytes.HasPrefix(b, []byte("PK\x05\x06")) {
		switch {
		case bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")):
			return refuse("an Office document, such as a workbook (XLSX)", saveAs+"; the page of lp Lab reads a workbook if its name ends with .xlsx or .xlsm")
		case bytes.Contains(head, []byte("application/vnd.oasis.opendocument")):
			return refuse("an OpenDocument file", saveAs)
		}
		return refuse("a ZIP archive", unpackIt)
	}
	if at := 257; len(b) > at && bytes.HasPrefix(b[at:], []byte("ustar")) {
		return refuse("a TAR archive", unpackIt)
	}
	// A page that demands a login or reports "not found" is a frequent download.
	page := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n"))
	if bytes.HasPrefix(page, []byte("<!doctype html")) || bytes.HasPrefix(page, []byte("<html")) {
		return refuse("a web page (HTML)", download)
	}
	if members := bytes.Join(bytes.Fields(page), nil); bytes.HasPrefix(members, []byte(`{"`)) {
		for _, d := range documents {
			if bytes.Contains(members, []byte(d.start)) {
				return refuse(d.what, d.remedy)
			}
		}
	}
	return nil
}

var errEmpty = errors.New("the file is empty: choose one with a row of names and at least one row of values")

// checkBinary refuses text with a zero byte or with many control characters.
func checkBinary(text string) error {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return fmt.Errorf("line %d holds a zero byte, so the file is binary or damaged: export the table as CSV again", 1+lineEnds(text[:i]))
	}
	control := 0
	for i := range len(text) {
		if c := text[i]; c < ' ' && strings.IndexByte("\t\n\r\v\f\x1a", c) < 0 || c == 0x7f {
			control++
		}
	}
	if control > 8 && control > len(text)/50 {
		return fmt.Errorf("the file is binary (%d control characters): export the table as CSV", control)
	}
	return nil
}
