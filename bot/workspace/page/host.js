// Where blocks live: what they show of what a person put in, and whom they tell.

// hostOf serves the blocks of a message, a modal or a Home tab. where is
// {key, channel, ts, ephemeral, view_id}; key is the page's own name for the place.
export function hostOf(app, where) {
  const { state } = app;
  const spot = (b, e) => `${where.key}/${b.block_id}/${e.action_id}`;
  return {
    look: app.look(),
    values: state.forms[where.key],
    errors: where.view_id && state.errors[where.view_id],
    busy: (b, e) => state.busy.has(spot(b, e)),
    menu: (menu) => app.set({ menu }),
    open: (part) => state.open.has(`${where.key}/${part}`),
    toggle: (part) => app.toggle('open', `${where.key}/${part}`),
    change(b, e, value, send) {
      const momentary = e.type === 'button' || e.type === 'overflow';
      if (!momentary) keep(state, where.key, b, e, value);
      app.draw();
      if (send) confirmed(app, e.confirm, () => app.do.action(where, spot(b, e), { block_id: b.block_id, action_id: e.action_id, ...value }));
    },
    legacy(a, x, value) {
      const ask = { attachment_id: a.id, callback_id: a.callback_id, name: x.name, type: x.type, ...value };
      confirmed(app, x.confirm && { ...x.confirm, confirm: x.confirm.ok_text, deny: x.confirm.dismiss_text }, () => app.do.action(where, `${where.key}/${x.name}`, ask));
    },
  };
}

function keep(state, key, b, e, value) {
  const form = (state.forms[key] ??= {});
  (form[b.block_id] ??= {})[e.action_id] = value;
}

// confirmed asks first where the app wants that.
function confirmed(app, confirm, run) {
  if (confirm) app.set({ confirm: { ...confirm, run } });
  else run();
}
