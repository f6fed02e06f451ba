package workspace

import "net/http"

// serveState is GET /ui/state: everything the page shows to the acting person.
func (ws *Workspace) serveState(w http.ResponseWriter, _ *http.Request) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	users, channels, apps, notices := []any{}, []any{}, []any{}, []any{}
	messages, ephemerals, homes := object{}, object{}, object{}
	for _, u := range ws.users {
		users = append(users, ws.userForPage(u))
	}
	for _, a := range ws.apps {
		apps = append(apps, object{
			"id": a.ID, "name": a.Name, "bot_user": a.BotUser, "commands": append([]Command{}, a.Commands...),
			"shortcuts": append([]Shortcut{}, a.Shortcuts...), "home": a.Home,
		})
		if h := ws.homes[homeKey{a.ID, ws.me}]; h != nil {
			homes[a.ID] = h
		}
	}
	for _, ch := range ws.channels {
		if !ch.has(ws.me) && ch.Private {
			continue
		}
		channels = append(channels, ws.channelForPage(ch))
		said, whispered := []any{}, []any{}
		for _, m := range ch.messages {
			said = append(said, m.body)
		}
		for _, e := range ch.ephemera {
			if e.user == ws.me {
				whispered = append(whispered, e.body)
			}
		}
		messages[ch.id], ephemerals[ch.id] = said, whispered
	}
	for _, n := range ws.notices {
		notices = append(notices, n)
	}
	views := []any{}
	for _, v := range ws.stack(ws.me) {
		views = append(views, v.body)
	}
	writeJSON(w, http.StatusOK, object{
		"team": object{"id": ws.teamID, "name": ws.opts.Team}, "me": ws.me, "users": users, "channels": channels, "apps": apps,
		"messages": messages, "ephemerals": ephemerals, "views": views, "homes": homes, "notices": notices,
	})
}

func (ws *Workspace) userForPage(u *user) object {
	return object{"id": u.id, "name": u.name, "real_name": u.real, "is_bot": u.bot != nil, "color": u.color, "is_stranger": u.team != ws.teamID}
}

func (ws *Workspace) channelForPage(ch *channel) object {
	o := object{
		"id": ch.id, "name": ch.Name, "is_private": ch.Private, "is_archived": ch.archived, "is_ext_shared": ch.ExtShared,
		"topic": ch.Topic, "members": len(ch.members) + ch.Crowd, "unread": ch.unread, "is_im": ch.im != nil,
	}
	if ch.im != nil {
		o["im"] = ch.im
	}
	return o
}
