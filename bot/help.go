package bot

import "github.com/slack-go/slack"

// help says what can be asked, with examples.
func help(lang string) Reply {
	lines := wordsIn(lang).help
	var listed []*line
	for _, h := range lines[1:] {
		listed = append(listed, new(line).code(h[0]).text("  "+h[1]))
	}
	block := para(new(line).text(lines[0][1]))
	block.Elements = append(block.Elements, bullets(listed...))
	return newReply(notice(lines[0][1]), []slack.Block{block}...)
}
