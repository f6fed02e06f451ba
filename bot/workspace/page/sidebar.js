// The list on the left: channels, apps, who would have been notified, who is reading.
import { authorOf, avatar } from './author.js';
import { sign } from './channel.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { openMenu } from './menu.js';
import { channelName } from './store.js';

// Sidebar draws the list.
export function Sidebar(app) {
  const { state } = app;
  const rooms = state.channels.filter((c) => !c.im);
  const direct = state.channels.filter((c) => c.im);
  return h('nav.pane.sidebar', { key: 'sidebar', 'aria-label': 'Workspace' },
    h('header', {}, h('h1', {}, state.team.name ?? 'Workspace'), state.online ? null : h('span.offline', { role: 'status' }, 'reconnecting…')),
    h('div.lists', {},
      group('Channels', rooms.map((c) => channelLink(app, c)), 'No channels yet.'),
      direct.length ? group('Direct messages', direct.map((c) => channelLink(app, c))) : null,
      group('Apps', state.apps.map((a) => appLink(app, a)), 'No app is installed.'),
      group('Would have notified', state.notices.slice(-20).reverse().map((n) => noticeLink(app, n)), 'Nobody so far.', state.notices.length)),
    h('footer', {}, reader(app)));
}

function group(title, links, none, count) {
  return h('section', { key: title },
    h('h2', {}, title, count ? h('span.number.alarm', {}, count) : null),
    links.length ? h('ul', {}, links) : h('p.muted', {}, none));
}

function channelLink(app, c) {
  const { route, unread } = app.state;
  const here = route.page === 'channel' && route.channel === c.id;
  const n = here ? 0 : unread[c.id] ?? 0;
  return h('li', { key: c.id }, h('a', { href: `#/${c.id}`, 'aria-current': here ? 'page' : undefined, class: n ? 'unread' : undefined },
    sign(app.state, c), h('span.name', {}, channelName(app.state, c)),
    c.is_ext_shared && h('span.mark', { title: 'Shared with another organisation' }, icon('shared')),
    n ? h('span.number', { 'aria-label': `${n} unread` }, n) : null));
}

function appLink(app, a) {
  const { route } = app.state;
  const here = route.page === 'home' && route.app === a.id;
  const global = (a.shortcuts ?? []).filter((s) => s.type === 'global');
  const who = authorOf({ user: a.bot_user, bot_id: a.id, username: a.name }, app.state.users);
  const body = [avatar(who, 'small'), h('span.name', {}, a.name)];
  const run = global.map((s) => ({ text: s.name, hint: a.name, run: () => app.do.shortcut(s.callback_id) }));
  return h('li', { key: a.id },
    a.home === false ? h('span.row', {}, body) : h('a', { href: `#/home/${a.id}`, 'aria-current': here ? 'page' : undefined }, body),
    global.length ? h('button.plain', { type: 'button', title: 'Shortcuts', 'aria-label': `Shortcuts of ${a.name}`, 'aria-haspopup': 'menu', onclick: (ev) => app.set({ menu: openMenu(ev, run) }) }, icon('bolt')) : null);
}

function noticeLink(app, n) {
  const list = app.state.messages[n.channel] ?? [];
  const m = list.find((x) => x.ts === n.ts);
  const thread = m?.thread_ts && m.thread_ts !== m.ts ? `/${m.thread_ts}` : '';
  const c = app.state.channels.find((x) => x.id === n.channel);
  return h('li', { key: `${n.channel}${n.ts}${n.how}` }, h('a.alarm', { href: `#/${n.channel}${thread}`, title: n.how },
    icon('bell'), h('span.name', {}, n.who), h('small', {}, `#${channelName(app.state, c)}`)));
}

// reader chooses whose eyes the page looks through.
function reader(app) {
  const { state } = app;
  const people = [...state.users.values()].filter((u) => !u.is_bot);
  const me = state.users.get(state.me);
  return h('label.reader', {},
    me && avatar(authorOf({ user: me.id }, state.users), 'small'), h('span', {}, 'You are'),
    h('select', { 'aria-label': 'Act as', value: state.me, onchange: (ev) => app.do.actAs(ev.target.value) },
      people.map((u) => h('option', { value: u.id }, u.real_name || u.name))));
}
