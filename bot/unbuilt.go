package bot

import "context"

// What these verbs ask for is not there yet. An answer without blocks says that it was given
// already.

func (b *Bot) quietAsked(ctx context.Context, q question) (answer, error) {
	return said(q.words.ask.notYet), nil
}
