package repro

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"lplab/core/experiment"
)

// Document writes results as Markdown.
type Document struct {
	Machine string // in a sentence
	Figures string // folder of the figures, with a slash; "": figures are left out
	Quick   bool   // the results are of other sizes than the papers'
}

// Head writes the text before the results.
func (d Document) Head(out io.Writer) error {
	var b strings.Builder
	b.WriteString("# Reproduction of the papers\n\n" +
		"[S] is Salzo, Suykens, Rosasco, *Solving lp-norm regularization with tensor kernels*; [H] is Hibraj, *Efficient tensor\n" +
		"kernel methods for sparse regression*. `lplab repro NAME` repeats a table or figure; `make repro` repeats those of the papers\n" +
		"and writes this document. Experiments are listed in the format of the page and of `lplab solve`, one for all seeds of its data.\n\n")
	fmt.Fprintf(&b, "Machine: %s\n", d.Machine)
	if d.Quick {
		b.WriteString("\nQuick runs with smaller sizes than in the papers: the numbers are not comparable.\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Write writes a result.
func (d Document) Write(out io.Writer, r *Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s: %s\n\n%s.\n", r.Name, r.Title, r.Source)
	for _, t := range r.Tables {
		b.WriteString("\n")
		row(&b, t.Head)
		b.WriteString(strings.Repeat("|---", len(t.Head)) + "|\n")
		for _, cells := range t.Rows {
			row(&b, cells)
		}
	}
	if d.Figures != "" {
		for _, p := range r.Pictures {
			fmt.Fprintf(&b, "\n![%s](%s)\n\n%[1]s\n", p.Caption, d.Figures+p.File())
		}
	}
	if len(r.Claims) > 0 {
		b.WriteString("\n")
	}
	for _, c := range r.Claims {
		verdict := "Holds"
		if !c.Holds {
			verdict = "Does not hold here"
		}
		fmt.Fprintf(&b, "- %s: %s\n", verdict, c.Text)
	}
	if len(r.Notes) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(r.Notes, " "))
	}
	if len(r.Experiments) > 0 {
		b.WriteString("\n<details><summary>Experiments</summary>\n\n```json\n")
		seen := map[string]bool{}
		for _, spec := range r.Experiments {
			text, err := experiment.Document{Spec: spec}.Delta()
			if err != nil {
				return err
			}
			if alike := dataSeed.ReplaceAllString(string(text), "$1"); !seen[alike] {
				seen[alike] = true
				fmt.Fprintf(&b, "%s\n", text)
			}
		}
		b.WriteString("```\n\n</details>\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// dataSeed matches the seed of synthetic data in an experiment.
var dataSeed = regexp.MustCompile(`("source":"synthetic"[^}]*),"seed":\d+`)

func row(b *strings.Builder, cells []string) {
	b.WriteString("|")
	for _, cell := range cells {
		b.WriteString(" " + cell + " |")
	}
	b.WriteString("\n")
}

// File is the name of the picture's file.
func (p Picture) File() string { return p.Name + ".svg" }
