package workspace

import "errors"

// OpenHome opens the app's Home tab: the app hears app_home_opened.
func (ws *Workspace) OpenHome(userID, appID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	u, err := ws.person(userID)
	switch {
	case err != nil:
		return err
	case !a.Home:
		return errors.New("workspace: this app has no Home tab")
	}
	e := object{"type": "app_home_opened", "user": u.id, "channel": ws.direct(u, a.bot.user).id, "tab": "home"}
	if h := ws.homes[homeKey{a.ID, u.id}]; h != nil {
		e["view"] = deepCopy(h)
	}
	ws.dispatchTo(a, "app_home_opened", nil, e)
	return nil
}
