package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// comments are the comments of types, by "package.Type", and of fields, by "package.Type.Field".
type comments struct {
	types, fields map[string]string
	values        map[string][]string // the constants of a type, as literals
}

// readComments reads the packages in some directories below root.
func readComments(root string, directories []string) (comments, error) {
	c := comments{types: map[string]string{}, fields: map[string]string{}, values: map[string][]string{}}
	for _, directory := range directories {
		files, err := filepath.Glob(filepath.Join(root, directory, "*.go"))
		if err != nil {
			return c, err
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				return c, err
			}
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok {
					c.add(f.Name.Name+".", g)
				}
			}
		}
	}
	return c, nil
}

func (c *comments) add(prefix string, g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			name := prefix + s.Name.Name
			c.types[name] = s.Doc.Text() + g.Doc.Text()
			if body, ok := s.Type.(*ast.StructType); ok {
				for _, f := range body.Fields.List {
					for _, n := range f.Names {
						c.fields[name+"."+n.Name] = f.Doc.Text() + f.Comment.Text()
					}
				}
			}
		case *ast.ValueSpec:
			of, ok := s.Type.(*ast.Ident)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, v := range s.Values {
				if literal, ok := v.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					c.values[prefix+of.Name] = append(c.values[prefix+of.Name], literal.Value)
				}
			}
		}
	}
}
