package bot

import "context"

// What these verbs ask for is not there yet. Each gets the question as it was asked: q.Of holds
// what stands behind the verb, q.thread and q.ts where a mention stands, q.trigger what opens a
// modal, and nothing for a mention. An answer without blocks says that it was given already.

func (b *Bot) addAsked(ctx context.Context, q question) (answer, error)   { return notYet(q), nil }
func (b *Bot) noteAsked(ctx context.Context, q question) (answer, error)  { return notYet(q), nil }
func (b *Bot) quietAsked(ctx context.Context, q question) (answer, error) { return notYet(q), nil }

func notYet(q question) answer { return said(q.words.ask.notYet) }
