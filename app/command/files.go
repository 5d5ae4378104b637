//go:build !wasm

package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/link"
)

// readInput reads a file, or standard input where the name is "-".
func readInput(name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		b, err := io.ReadAll(stdin)
		if err != nil {
			return nil, unusable("standard input cannot be read: %w", err)
		}
		return b, nil
	}
	b, err := os.ReadFile(name)
	return b, readError(name, err)
}

// readError returns the error for a file that cannot be read; nil without an error.
func readError(name string, err error) error {
	if err == nil {
		return nil
	}
	if pathError := (*os.PathError)(nil); errors.As(err, &pathError) {
		err = pathError.Err
	}
	return unusable("%s cannot be read: %w", cmp.Or(name, `the file ""`), err)
}

// dataFlags are the flags of an experiment's files.
type dataFlags struct {
	data, test string // "-" is standard input, "" none
}

func addDataFlags(flags *flag.FlagSet) *dataFlags {
	f := new(dataFlags)
	flags.StringVar(&f.data, "data", "", "")
	flags.StringVar(&f.test, "test", "", "")
	return f
}

// addOutputFlag adds -o, the file of the result. "-" is standard output, as without it.
func addOutputFlag(flags *flag.FlagSet) *string {
	name := new(string)
	flags.Func("o", "", func(text string) error {
		if *name = text; text == "-" {
			*name = ""
		}
		return nil
	})
	return name
}

// read reads the files of an experiment. The test file becomes part of the session, and its name part
// of the experiment if it has none.
func (f *dataFlags) read(s *experiment.Spec, std streams) (session *lab.Session, file []byte, err error) {
	own := s.Data.Source == experiment.SourceFile
	switch name := s.Data.Test.Name; {
	case f.data == "" && own:
		return nil, nil, unusable("the experiment's data are the file %s: give it with -data FILE", s.Data.Name)
	case f.data != "" && !own:
		return nil, nil, unusable(`-data is given, but the experiment's data.source is %q: leave -data out or set data.source to "file"`, s.Data.Source)
	case f.test == "" && name != "":
		return nil, nil, unusable("the experiment's test rows are the file %s: give it with -test FILE", name)
	case f.test != "" && !own:
		return nil, nil, unusable(`-test is given, but the experiment's data.source is %q: leave -test out, or set data.source to "file"`, s.Data.Source)
	case f.data == "-" && f.test == "-":
		return nil, nil, unusable("the data and the test rows cannot both come from standard input: give one of them as a file")
	}
	session = new(lab.Session)
	if f.data != "" {
		if file, err = readInput(f.data, std.in); err != nil {
			return nil, nil, err
		}
	}
	if f.test != "" {
		if session.Test, err = readInput(f.test, std.in); err != nil {
			return nil, nil, err
		}
		if s.Data.Test.Name == "" {
			s.Data.Test.Name = filepath.Base(f.test)
		}
	}
	return session, file, nil
}

// readExperiment reads a document with the files of its data. The session holds its test file.
func readExperiment(name string, files *dataFlags, std streams) (d experiment.Document, session *lab.Session, file []byte, err error) {
	if name == "-" && (files.data == "-" || files.test == "-") {
		return d, nil, nil, unusable("the experiment and the data cannot both come from standard input: give one of them as a file")
	}
	if d, err = readDocument(name, std); err != nil {
		return d, nil, nil, err
	}
	session, file, err = files.read(&d.Spec, std)
	return d, session, file, err
}

// readDocument reads an experiment from a file, from standard input or from a link.
func readDocument(name string, std streams) (experiment.Document, error) {
	address := name
	if !strings.Contains(name, link.Key) && !strings.Contains(name, "://") {
		text, err := readInput(name, std.in)
		if err != nil {
			return experiment.Document{}, err
		}
		address = strings.TrimSpace(string(text))
		if !strings.Contains(address, link.Key) || json.Valid(text) {
			d, err := experiment.DecodeDocument(text)
			return d, asUnusable(err)
		}
	}
	d, err := link.Decode(address)
	return d, asUnusable(err)
}

// checkOutput reports before a long run whether its result can be written.
func checkOutput(name string) error {
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // to open and close a pipe ends its reader
	}
	_, statErr := os.Lstat(name)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return unusable("the result cannot be written: %w; choose another place with -o", err)
	}
	f.Close()
	if errors.Is(statErr, os.ErrNotExist) {
		os.Remove(name) // created only for this check
	}
	return nil
}

func writeJSON(v any, name string, stdout io.Writer) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("the result cannot be written as JSON: %w", err)
	}
	return writeResult(b.Bytes(), name, stdout)
}

// writeResult writes to the named file, or to standard output if the name is empty.
func writeResult(b []byte, name string, stdout io.Writer) error {
	var err error
	if name == "" {
		_, err = stdout.Write(b)
	} else {
		err = os.WriteFile(name, b, 0o666)
	}
	return writeError(err)
}

// writeError returns the error for a result that cannot be written; nil without an error.
func writeError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the result cannot be written: %w", err)
}
