//go:build !wasm

package command

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"strings"

	"lplab/core/experiment"
	"lplab/core/reports/link"
)

const linkUsage = `encode SPEC.json [-base URL] [-data FILE] [-test FILE] | decode LINK

  encode      prints the link of an experiment, or of a .lplab.json file
  decode      prints the document in a link, as JSON
  SPEC.json   the experiment; "-" reads standard input
  LINK        a whole address, or its text from "1." on; "-" reads standard input
  -base URL   the address of lp Lab for the link; without it, only the text of
              the link is printed
  -data FILE  the file that the experiment uses: its rows are included in the
              link
  -test FILE  the file of its test rows, which are included too`

func linkText(_ context.Context, flags *flag.FlagSet, args []string, std streams) error {
	base := flags.String("base", "", "")
	files := addDataFlags(flags)
	words, err := parse(flags, args, "encode or decode", "SPEC.json or LINK")
	if err != nil {
		return err
	}
	switch words[0] {
	case "encode":
		return encodeLink(words[1], *base, files, std)
	case "decode":
		if *base != "" || *files != (dataFlags{}) {
			return unusable("link: -base, -data and -test are for encode; leave them out")
		}
		return decodeLink(words[1], std)
	}
	return unusable("link: %q is neither encode nor decode; lplab link -h explains", words[0])
}

func encodeLink(name, base string, files *dataFlags, std streams) error {
	if u, err := url.Parse(base); base != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "") {
		return unusable("link: -base %q is no address such as https://host/; give the address of lp Lab", base)
	}
	var d experiment.Document
	var err error
	if *files == (dataFlags{}) {
		d, err = readDocument(name, std) // a link to a file need not hold it
	} else {
		d, err = withRows(name, files, std)
	}
	if err != nil {
		return err
	}
	line, err := link.Encode(d)
	if err != nil {
		return asUnusable(err)
	}
	if base != "" {
		line = strings.TrimSuffix(base, "#") + link.Key + line
	}
	_, err = fmt.Fprintln(std.out, line)
	return err
}

// withRows is a document with the rows of the user's files in their place.
func withRows(name string, files *dataFlags, std streams) (experiment.Document, error) {
	d, session, file, err := readExperiment(name, files, std)
	if err != nil {
		return d, err
	}
	d, err = session.Inline(d, file)
	return d, asUnusable(err)
}

func decodeLink(text string, std streams) error {
	if text == "-" {
		b, err := readInput(text, std.in)
		if err != nil {
			return err
		}
		text = string(b)
	}
	d, err := link.Decode(text)
	if err != nil {
		return asUnusable(err)
	}
	return writeJSON(d, "", std.out)
}
