package main

import (
	"strings"
	"unicode"
)

// width is how many columns a line fills at most. Terminals have 80 or more.
const width = 96

// page is text for a terminal: lines broken between words, without control
// characters, which in a pasted alert could command the terminal.
type page struct{ strings.Builder }

// line writes text with the indent before every line of it; nothing for no text.
func (p *page) line(indent int, text string) {
	p.hanging(strings.Repeat(" ", indent), indent, text)
}

// part writes a heading and a text below it; nothing for no text.
func (p *page) part(heading, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	p.WriteString("\n" + heading + "\n")
	for paragraph := range strings.Lines(text) {
		p.line(2, paragraph)
	}
}

// list writes a heading and items below it; nothing for no item.
func (p *page) list(heading string, items []string) {
	items = nonEmpty(items...)
	if len(items) == 0 {
		return
	}
	p.WriteString("\n" + heading + "\n")
	for _, item := range items {
		p.hanging("  - ", 4, item)
	}
}

// labelled writes "label  text" below a heading; nothing for no text.
func (p *page) labelled(label, text string) {
	p.hanging("  "+label+": ", 4, text)
}

// hanging writes text behind first, its further lines behind indent spaces.
func (p *page) hanging(first string, indent int, text string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	if len(words) == 0 {
		return
	}
	p.WriteString(first)
	column := columns(first)
	for i, word := range words {
		switch {
		case i == 0:
		case column+1+columns(word) > width:
			p.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			p.WriteString(" ")
			column++
		}
		p.WriteString(word)
		column += columns(word)
	}
	p.WriteString("\n")
}

// command writes a command as it is to be pasted: not one space of it changed, and a line
// of it on a line; nothing for no command.
func (p *page) command(text string) {
	for line := range strings.Lines(text) {
		line = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && r != '\t' || unicode.Is(unicode.Cf, r) {
				return -1
			}
			return r
		}, line)
		if line != "" {
			p.WriteString("    " + line + "\n")
		}
	}
}

// columns is how wide a terminal shows s: Hangul and other East Asian letters take two.
func columns(s string) (n int) {
	for _, r := range s {
		n++
		if unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			n++
		}
	}
	return n
}

func joined(between string, parts ...string) string {
	return strings.Join(nonEmpty(parts...), between)
}

func nonEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
