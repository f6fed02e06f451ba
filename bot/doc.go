// Package bot answers alerts in Slack with the past incidents that are like them.
//
// What Slack delivers is kept first and done after. The walk of one message is a straight line,
// and Bot.answer tells it:
//
//	Slack delivery  ~ socket.go, http.go  translated by deliver.go into an item: a message, a click, a form …
//	inbox           ~ inbox.go            written down, and only then acknowledged
//	lanes           ~ work.go, verdict.go items of one lane one after the other; what fails is tried again
//	Message         · message.go          Slack's shapes end here
//	Alert           · bot/alert           the words of the message, or why it is none
//	claim           ~ bot/store           first writer wins; a second delivery stops here
//	[]Match         · matcher             past cases, best first, each with its Evidence
//	Decision        · decide.go           speak or stay quiet, always with a Reason
//	Reply           · reply.go            blocks and text, ready to post
//	effect          ~ speak.go, post.go   into the alert's own thread, once however often it is tried
//	Record          ~ bot/store           what was said, where and why
//
// Steps marked · are plain functions over values; ~ touches the world. An item may be done again
// after a crash, so whatever it does must come to the same the second time. Replies change by
// edit.go alone, in a lane of their own for each channel.
//
// People ask by commands and mentions (verb.go, ask.go), press buttons (click.go) and fill in
// forms (form.go); the same matcher and the same words answer. What they set for a channel is in
// settings.go, what that does to the walk in obey.go, what votes do in heed.go and governor.go.
// Alerts that are kept quiet are in quiet.go, the cases that people write in teach.go and
// owncases.go, digests in digest_due.go and bot/digest, the Home tab in home.go.
package bot
