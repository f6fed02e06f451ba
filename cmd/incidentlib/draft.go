package main

import (
	"context"
	"fmt"
	"io"

	"incidentlib/matcher"
	"incidentlib/seeds"
)

type casesDraftCmd struct {
	File string `arg:"" help:"A post-mortem, a thread or a transcript as text; - for standard input."`
	ID   string `help:"Id of the new case." default:"DRAFT-1" placeholder:"ID"`
}

func (casesDraftCmd) Help() string {
	return `Prints a case to start from: title, date, components, symptoms and possible signals that
were found in the text, and under "candidates" the sentences that may hold the trigger,
the fix and the lesson. Write the prose in your own words and delete the candidates.

Examples:

    incidentlib cases draft --id OPS-17 postmortem.md > cases/OPS-17.json
    pbpaste | incidentlib cases draft --id OPS-18 -`
}

// maxDraft is how much text is read, in bytes.
const maxDraft = 1 << 20

func (c casesDraftCmd) Run(ctx context.Context, w world) error {
	in, err := openInput(ctx, []string{c.File}, w.stdin, true)
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in.from, maxDraft+1))
	if err != nil {
		return err
	}
	if len(text) > maxDraft {
		return fmt.Errorf("%s: more than 1 MiB of text; give the part that tells the incident", c.File)
	}
	v, err := seeds.Vocabulary()
	if err != nil {
		return err
	}
	draft, err := seeds.Draft(c.ID, string(text), v)
	if err != nil {
		return err
	}
	if faults := draft.Validate(); len(faults) > 0 {
		return faults
	}
	data, err := matcher.EncodeCase(draft)
	if err != nil {
		return err
	}
	_, err = w.stdout.Write(data)
	return err
}
