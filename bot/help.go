package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/slack-go/slack"
)

// topicNamed is the topic of help that a word names, or the verb; "" for any other word.
func topicNamed(word string) string {
	word = strings.ToLower(word)
	if word == "buttons" || word == "버튼" {
		return "buttons" // no verb, but there is something to tell
	}
	for _, v := range verbs() {
		if v.name == word || slices.Contains(v.other, word) {
			return v.name
		}
	}
	return ""
}

// help says what can be asked, or all about one topic.
func (b *Bot) help(ctx context.Context, q question) (answer, error) {
	w := q.words
	topic := topicNamed(q.Of)
	if told, ok := w.ask.topics[topic]; ok {
		var lines []*line
		for _, l := range told[1:] {
			example, rest, _ := strings.Cut(l, " — ")
			if rest == "" {
				lines = append(lines, new(line).text(example))
				continue
			}
			lines = append(lines, new(line).code(example).text("  "+rest))
		}
		block := para(new(line).bold(told[0]))
		block.Elements = append(block.Elements, bullets(lines...))
		return answer{Reply: newReply(notice(told[0]), block)}, nil
	}
	if v := verbNamed(topic); v != nil && v.name != "help" && v.does.In(q.lang) != "" {
		l := new(line).code(v.usage(q.lang)).text("  " + v.does.In(q.lang))
		return answer{Reply: newReply(notice(v.usage(q.lang)+" "+v.does.In(q.lang)), para(l))}, nil
	}
	return answer{Reply: overview(w, q.lang)}, nil
}

// overview is the list of verbs, each in a line.
func overview(w *words, lang string) Reply {
	var lines []*line
	for _, v := range verbs() {
		if v.does.In(lang) != "" {
			lines = append(lines, new(line).code(v.usage(lang)).text("  "+v.does.In(lang)))
		}
	}
	block := para(new(line).text(w.ask.intro))
	block.Elements = append(block.Elements, bullets(lines...))
	return newReply(notice(w.ask.intro), []slack.Block{block, small(w.ask.mentions)}...)
}

// usage is how a verb is typed.
func (v verb) usage(lang string) string {
	to := "/incidentlib"
	if v.mention {
		to = "@incidentlib"
	}
	return strings.Join(nonEmpty(to, v.called(lang), v.args.In(lang)), " ")
}
