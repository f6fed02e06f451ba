package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed eval.html
var evalHTML string

// html is the report as one page that needs no other file.
func (r evalReport) html() ([]byte, error) {
	page, err := template.New("eval").Funcs(template.FuncMap{
		"cell":    cell,
		"percent": func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) },
		"points":  func(share float64) string { return fmt.Sprintf("%.1f", 100*share) },
		"words":   func(name any) string { return strings.ReplaceAll(fmt.Sprint(name), "_", " ") },
		"minus":   func(a, b float64) float64 { return a - b },
	}).Parse(evalHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, r)
	return out.Bytes(), err
}
