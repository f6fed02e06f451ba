package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/slack-go/slack"
)

// open shows a modal to the person of whom the trigger is, and returns the modal's id. Slack
// takes a trigger for three seconds, once.
func (d *desk) open(ctx context.Context, trigger string, view slack.ModalViewRequest) (id string, err error) {
	return d.view(ctx, "views.open", view, url.Values{"trigger_id": {trigger}})
}

// renew gives an open modal other content. One that the person has closed stays closed.
func (d *desk) renew(ctx context.Context, id string, view slack.ModalViewRequest) error {
	_, err := d.view(ctx, "views.update", view, url.Values{"view_id": {id}})
	return err
}

func (d *desk) view(ctx context.Context, method string, view slack.ModalViewRequest, args url.Values) (id string, err error) {
	raw, err := json.Marshal(view)
	if err != nil {
		return "", fmt.Errorf("%s: write the view: %w", method, err)
	}
	args.Set("view", string(raw))
	answer, err := d.call(ctx, method, args)
	return object(answer["view"]).text("id"), err
}

// plainText is a text of at most that many code points that Slack shows as it is.
func plainText(s string, most int) *slack.TextBlockObject {
	return slack.NewTextBlockObject(slack.PlainTextType, cut(plain(s), most), false, false)
}

// A textField is an input for text in a modal.
type textField struct {
	block, name, hint, initial string
	lines                      bool // of several lines
	optional                   bool // it may be left empty
	most                       int  // code points
}

func (f textField) input() *slack.InputBlock {
	in := slack.NewPlainTextInputBlockElement(nil, "text")
	in.InitialValue, in.Multiline, in.MaxLength = cut(plain(f.initial), f.most), f.lines, f.most
	b := slack.NewInputBlock(f.block, plainText(f.name, 200), nil, in)
	if f.hint != "" {
		b.Hint = plainText(f.hint, 500)
	}
	b.Optional = f.optional
	return b
}

// choice is an input for one of several options in a modal; chosen is the value of the one that
// is chosen at first.
func choice(block, name, chosen string, options ...*slack.OptionBlockObject) *slack.InputBlock {
	in := slack.NewRadioButtonsBlockElement("choice", options...)
	for _, o := range options {
		if o.Value == chosen {
			in.InitialOption = o
		}
	}
	return slack.NewInputBlock(block, plainText(name, 200), nil, in)
}

func option(value, text string) *slack.OptionBlockObject {
	return slack.NewOptionBlockObject(value, plainText(text, maxButton), nil)
}
