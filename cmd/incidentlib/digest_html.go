package main

import (
	"bytes"
	_ "embed"
	"html/template"

	"incidentlib/bot"
	"incidentlib/bot/digest"
)

//go:embed digest.html
var digestHTML string

// digestPage is a digest as one page that needs no other file.
func digestPage(d digest.Digest, kind, lang string) ([]byte, error) {
	if kind == bot.DigestLibrary {
		d = digest.Digest{From: d.From, To: d.To, New: d.New}
	}
	most := 1
	for _, day := range d.Days {
		most = max(most, day.Answered+day.Silent)
	}
	page, err := template.New("digest").Funcs(template.FuncMap{
		"share": func(n int) int { return n * 100 / most },
		"in":    func(t interface{ In(string) string }) string { return t.In(lang) },
	}).Parse(digestHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, struct {
		digest.Digest
		Lang  string
		Words bot.DigestHeadings
	}{d, lang, bot.HeadingsOf(d, kind, lang)})
	return out.Bytes(), err
}
