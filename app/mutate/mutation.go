package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mutation is one change of a file: the text from at offset is replaced by to.
type mutation struct {
	path, file string // absolute path, and the path that is printed
	text       []byte
	offset     int
	from, to   string
	line       string // the line of code, trimmed
}

// place identifies a line by its text, which does not change when lines are added elsewhere.
func (m mutation) place() string { return m.file + ": " + m.line }

func (m mutation) String() string { return fmt.Sprintf("%s: %s becomes %s", m.place(), m.from, m.to) }

// apply returns the text of the file with the change.
func (m mutation) apply() []byte {
	return slices.Concat(m.text[:m.offset], []byte(m.to), m.text[m.offset+len(m.from):])
}

// operators gives the replacement of each operator: the opposite sign or the negated comparison.
var operators = map[token.Token]string{
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
	token.LSS: ">=", token.LEQ: ">", token.GTR: "<=", token.GEQ: "<", token.EQL: "!=", token.NEQ: "==",
	token.LAND: "||", token.LOR: "&&",
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.MUL_ASSIGN: "/=", token.QUO_ASSIGN: "*=",
}

// mutations returns all changes of the package in a directory, in files with a matching name, without test files and
// files for other systems. Messages of errors and panics, capacities, lengths of arrays and constants returned
// beside an error are not changed.
func mutations(dir string, files *regexp.Regexp) (list []mutation, err error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	for _, name := range p.GoFiles {
		if !files.MatchString(name) {
			continue
		}
		path, err := filepath.Abs(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(string(text), "\n")
		add := func(pos token.Pos, from, to string) {
			at := set.Position(pos)
			list = append(list, mutation{path, filepath.ToSlash(filepath.Join(dir, name)), text, at.Offset, from, to, strings.TrimSpace(lines[at.Line-1])})
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Inf" && len(n.Args) == 1 {
					return false // the value of its argument has no effect, only the sign
				}
				return !isMessage(n)
			case *ast.ImportSpec, *ast.Field:
				return false
			case *ast.ArrayType: // a greater length has no effect
				return false
			case *ast.ReturnStmt:
				return !failsWith(n)
			case *ast.BinaryExpr:
				if to, ok := operators[n.Op]; ok && !isText(n) {
					add(n.OpPos, n.Op.String(), to)
				}
			case *ast.AssignStmt:
				if to, ok := operators[n.Tok]; ok && !isText(n.Rhs[0]) {
					add(n.TokPos, n.Tok.String(), to)
				}
			case *ast.UnaryExpr:
				if n.Op == token.SUB || n.Op == token.NOT {
					add(n.OpPos, n.Op.String(), "")
				}
			case *ast.BasicLit:
				if to := otherNumber(n); to != "" {
					add(n.Pos(), n.Value, to)
				}
			}
			return true
		})
	}
	return list, nil
}

// otherNumber returns the replacement of a constant: an integer plus 1, twice a float, or 1 for 0.0; "" for others.
func otherNumber(n *ast.BasicLit) string {
	switch n.Kind {
	case token.INT:
		if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			return strconv.FormatInt(v+1, 10)
		}
	case token.FLOAT:
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return strconv.FormatFloat(2*v+map[bool]float64{true: 1}[v == 0], 'g', -1, 64)
		}
	}
	return ""
}

// isMessage reports whether a call makes a message or allocates memory: panic, make, fmt and errors.
func isMessage(n *ast.CallExpr) bool {
	switch f := n.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic" || f.Name == "make"
	case *ast.SelectorExpr:
		p, ok := f.X.(*ast.Ident)
		return ok && (p.Name == "fmt" || p.Name == "errors")
	}
	return false
}

// failsWith reports whether a statement returns an error or false, and beside it only constants, which
// callers ignore.
func failsWith(n *ast.ReturnStmt) bool {
	if len(n.Results) < 2 {
		return false
	}
	for _, result := range n.Results[:len(n.Results)-1] {
		if _, constant := result.(*ast.BasicLit); !constant {
			return false
		}
	}
	last, named := n.Results[len(n.Results)-1].(*ast.Ident)
	return named && (last.Name == "err" || last.Name == "false")
}

// isText reports whether an expression has a string literal: then + concatenates.
func isText(n ast.Expr) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		found = found || ok && literal.Kind == token.STRING
		return !found
	})
	return found
}
