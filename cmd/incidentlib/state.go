package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os/user"
	"time"

	"incidentlib/bot/store"
	"incidentlib/config"
)

// openBeside opens the state that the settings choose for a command that looks after it, beside
// a bot that may be working on it.
func openBeside(ctx context.Context, w world) (*store.Store, error) {
	c, err := config.Load(w.config, withoutSlack(w.getenv))
	if err != nil {
		return nil, err
	}
	st, err := store.OpenBeside(ctx, stateName(c))
	if err != nil {
		return nil, err
	}
	if err := st.CheckForm(ctx); err != nil {
		st.Close()
		return nil, err
	}
	return st, nil
}

// note writes into the audit what was changed by hand, and who did it as far as this machine
// knows.
func note(ctx context.Context, st *store.Store, w store.Workspace, action, subject string) error {
	actor := "command line"
	if u, err := user.Current(); err == nil {
		actor += ", " + u.Username
	}
	return st.Audit(ctx, store.Deed{Workspace: w, ID: rand.Text(), Actor: actor, Action: action, Subject: subject, At: time.Now()})
}

// age tells how long something took or has waited, in its largest unit or two.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d d", int(d.Hours())/24)
}

// size tells a number of bytes.
func size(bytes int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	n, i := float64(bytes), 0
	for n >= 1000 && i < len(units)-1 {
		n, i = n/1000, i+1
	}
	if i == 0 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return fmt.Sprintf("%.1f %s", n, units[i])
}

// counted tells a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
