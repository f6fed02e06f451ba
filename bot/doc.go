// Package bot answers alerts in Slack with the past incidents that are like them.
//
// The walk of one message is a straight line, and Bot.answer tells it:
//
//	Slack delivery  ~ socket.go, http.go  acknowledged, translated, put in its channel's lane
//	Message         · message.go          Slack's shapes end here
//	Alert           · bot/alert           the words of the message, or why it is none
//	claim           ~ bot/store           first writer wins; a second delivery stops here
//	[]Match         · matcher             past cases, best first, each with its Evidence
//	Decision        · decide.go           speak or stay quiet, always with a Reason
//	Reply           · reply.go            blocks and text, ready to post
//	post            ~ slack.go            into the alert's own thread
//	Record          ~ bot/store           what was said, where and why
//
// Steps marked · are plain functions over values; ~ touches the world. Commands
// (command.go) and buttons (click.go) use the same matcher and the same words. What people set
// for a channel is in settings.go, what that does to the walk in obey.go, what votes do to it in
// governor.go, and the Home tab in home.go.
package bot
