// Temporary: keeps the modules until each is imported for real.
package main

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/blevesearch/bleve/v2"
	_ "github.com/chromedp/chromedp"
	_ "github.com/goccy/go-yaml"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/gorilla/websocket"
	_ "github.com/robfig/cron/v3"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/slack-go/slack/socketmode"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/text/unicode/norm"
	_ "golang.org/x/time/rate"
	_ "modernc.org/sqlite"
)

func main() {}
