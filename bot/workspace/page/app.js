// The page: state, one function that draws it, and the stream that changes it.
//
// Read on in this order: store.js is what the page knows, dom.js how a view gets
// onto the screen, channel.js and message.js what a channel shows, mrkdwn.js,
// blocks.js and attachments.js what a message holds, actions.js what a reader can do.
// Every view is a function from state to plain data, and none keeps anything.
import { actions } from './actions.js';
import { fetchState, follow } from './api.js';
import { Channel, empty } from './channel.js';
import { Confirm } from './confirm.js';
import { h, patch } from './dom.js';
import { Home } from './home.js';
import { icon } from './icons.js';
import { Menu } from './menu.js';
import { Modal } from './modal.js';
import { paneOf, routeOf } from './route.js';
import { keepingPlace } from './scroll.js';
import { Sidebar } from './sidebar.js';
import { hear, lookOf, newState } from './store.js';
import { Thread } from './thread.js';

const toastLife = 10e3; // milliseconds
const root = document.getElementById('app');
const app = { state: newState(), drawn: new Map() }; // drawn: see message.js
let due = false;
let look = null;

// draw shows the state, once for all changes of a moment. With light only messages
// have come or changed, or somebody types: then messages that are the same as
// before are not drawn again. With lazy it waits for the next frame, as suits a
// stream; what a reader types must be drawn before their next key.
app.draw = ({ light = false, lazy = false } = {}) => {
  if (!light) app.drawn.clear();
  due = true;
  if (lazy && !document.hidden) requestAnimationFrame(show);
  else queueMicrotask(show);
};

function show() {
  if (!due) return;
  due = false;
  look = null;
  keepingPlace(root, () => patch(root, [Page(app)]));
  document.title = titleOf(app.state);
}

app.look = () => (look ??= lookOf(app.state));
app.set = (part) => { Object.assign(app.state, part); app.draw(); };
app.toggle = (set, item) => { if (!app.state[set].delete(item)) app.state[set].add(item); app.draw(); };
app.viewOf = (id) => [...app.state.views, ...Object.values(app.state.homes)].find((v) => v?.id === id);
app.do = actions(app);

// reload takes the whole workspace over: once the stream is open, and for another
// reader. What the stream tells meanwhile is kept and heard afterwards.
let waiting = null;
app.reload = async () => {
  waiting ??= [];
  try {
    app.do.load(await fetchState());
    for (const [kind, data] of waiting) hear(app.state, kind, data);
    go();
  } catch (err) {
    app.set({ problem: `The workspace cannot be reached: ${err.message}` });
  } finally {
    waiting = null;
  }
};

// go follows the address to the channel, thread or Home tab it names.
function go() {
  const { state } = app;
  const wide = matchMedia('(min-width: 481px)').matches;
  if (!location.hash.replace(/^#\/?/, '') && wide && state.channels.length) {
    history.replaceState(null, '', `#/${state.channels[0].id}`);
  }
  const left = state.route.channel;
  state.route = routeOf(location.hash);
  for (const channel of new Set([left, state.route.channel])) {
    if (state.channels.some((c) => c.id === channel)) app.do.read(channel);
  }
  if (state.route.page === 'home') app.do.openHome(state.route.app);
  app.draw();
}

function titleOf({ route, channels, apps, team, unread }) {
  const here = channels.find((c) => c.id === route.channel)?.name ?? apps.find((a) => a.id === route.app)?.name;
  const waiting = Object.values(unread).some((n) => n > 0);
  return [waiting ? '* ' : '', here ? `${here} · ` : '', team.name ?? 'Workspace'].join('');
}

function Page({ state }) {
  if (!state.ready) return h('div.app', {}, empty(state.problem || 'Loading…', state.problem ? 'Is it still running?' : ''));
  const pane = paneOf(state.route);
  const modal = Modal(app);
  return h('div.app', { 'data-pane': pane, class: state.route.thread ? 'with-thread' : undefined },
    Sidebar(app),
    state.route.page === 'home' ? Home(app) : state.route.page === 'channel' ? Channel(app) : h('main.pane.channel', { key: 'none' }, empty('No channels yet', 'They appear here as soon as there are any.')),
    Thread(app),
    modal ?? [Confirm(app), Menu(app)],
    h('div.toasts', { key: 'toasts', role: 'status', 'aria-live': 'polite' }, state.toasts.map(Toast)));
}

function Toast(t) {
  const close = () => app.set({ toasts: app.state.toasts.filter((x) => x !== t) });
  return h('div.toast', { key: t.id, onmount: () => setTimeout(close, toastLife) }, h('span', {}, t.text),
    h('button.plain', { type: 'button', 'aria-label': 'Put away', onclick: close }, icon('close')));
}

const stream = follow((kind, data) => {
  waiting?.push([kind, data]);
  hear(app.state, kind, data);
  app.draw({ light: /^(message|changed|deleted|notice)$/.test(kind), lazy: true });
}, (up) => {
  if (up) app.reload();
  app.set({ online: up });
});
addEventListener('hashchange', go);
// A browser opens few connections to one host: a page put aside gives its own back.
addEventListener('pagehide', () => stream.close());
addEventListener('pageshow', (ev) => { if (ev.persisted) location.reload(); });
app.draw();
