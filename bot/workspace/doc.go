// Package workspace is a Slack workspace in one process, on the loopback
// interface: channels, people and other bots, the Web API, Socket Mode, signed
// HTTP delivery, commands, buttons, modals and a page to watch it all in. The
// tests of the bot and its demo run against it, so that nothing but an address
// differs from the real thing.
//
// It keeps messages as the JSON they are and knows no client library's types: a
// bot and its look-alike must not share one misunderstanding.
//
// The path of a post: post.go or api_chat.go take it in, normalize.go and
// escape.go turn it into what Slack would store, messages.go keeps it,
// notices.go notes who would have been notified, events.go makes the event of
// each app that may see it, deliver.go sends it by socket.go or
// httpdelivery.go and sends it again when nobody answers. What a person does in
// return (a click, a command, a modal) starts in interact.go. The page's side is
// ui.go and stream.go.
//
// # What it cannot prove
//
// It behaves as Slack's documentation and captured payloads say, and where they
// are silent it guesses. Only a real workspace can show:
//
//   - the true rate limits and bursts, beyond "one a second per channel";
//   - what "verbatim": true prevents on every client, and whether text in a
//     rich_text block can ever notify; here a non-verbatim "@here" counts as a
//     notification, which errs on the side of caution;
//   - whether an acknowledgement that comes late, on another connection, still
//     counts; here it does until the deadline;
//   - link unfurls, file uploads, Enterprise Grid, user tokens and token rotation:
//     they are not here at all (an unfurl-like change can be played with EditAs);
//   - when two events overtake each other: here the events of one connection
//     arrive in order;
//   - error texts in response_metadata, which follow the shape of Slack's but not
//     its every word;
//   - what apps.connections.open answers while Socket Mode is switched off; here
//     it is forbidden_team.
package workspace
