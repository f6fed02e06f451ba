// What the reader can do. Each deed goes to the server; what it changes comes
// back on the stream. A refusal becomes a toast.
import { post } from './api.js';
import { faultsOf, valuesOf } from './forms.js';
import { addToast, load } from './store.js';

// actions returns the deeds for an app {state, draw}.
export function actions(app) {
  const { state } = app;
  const tell = (err) => {
    addToast(state, err.message);
    app.draw();
  };
  const send = (path, body) => post(path, body).catch((err) => { tell(err); return null; });
  const during = async (spot, work) => {
    state.busy.add(spot);
    app.draw();
    const answer = await work();
    state.busy.delete(spot);
    app.draw();
    return answer;
  };

  return {
    tell,
    say: (place, body) => send('post', { ...place, ...body }),
    command: (channel, text) => send('command', { channel, text }),
    edit: (channel, ts, text) => send('edit', { channel, ts, text }),
    remove: (channel, ts) => send('delete', { channel, ts }),
    react: (channel, ts, name) => send('react', { channel, ts, name }),
    shortcut: (callback_id, channel, ts) => send('shortcut', { callback_id, channel, ts }),
    read: (channel) => send('read', { channel }),
    openHome: (id) => send('home', { app: id }),
    action(where, spot, value) {
      const { channel, ts, ephemeral, view_id } = where;
      const state_ = view_id ? { values: valuesOf(app.viewOf(view_id) ?? {}, state.forms[where.key]) } : undefined;
      return during(spot, () => send('action', { channel, ts, ephemeral, view_id, state: state_, ...value }));
    },
    async actAs(user) {
      await send('me', { user });
      await app.reload();
    },
    async submitView(view) {
      const values = valuesOf(view, state.forms[view.id]);
      state.errors[view.id] = faultsOf(view, values);
      if (Object.keys(state.errors[view.id]).length) return app.draw();
      const answer = await during(view.id, () => send('view/submit', { view_id: view.id, state: { values } }));
      if (answer?.errors) state.errors[view.id] = answer.errors;
      return app.draw();
    },
    closeView: (view) => send('view/close', { view_id: view.id }),
    load: (s) => load(state, s),
  };
}
