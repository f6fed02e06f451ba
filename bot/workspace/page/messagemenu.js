// What can be done with a message: quick reactions, reply, and the menu of the rest.
import { h } from './dom.js';
import { emoji } from './emoji.js';
import { icon } from './icons.js';
import { openMenu } from './menu.js';

const quick = [['white_check_mark', 'Completed'], ['eyes', 'Taking a look'], ['raised_hands', 'Nicely done']];

// toolbar draws the buttons that appear over a message.
export function toolbar(app, channel, m, how) {
  const react = (name) => () => app.do.react(channel, m.ts, name);
  return h('div.toolbar', { role: 'group', 'aria-label': 'Message actions' },
    quick.map(([name, title]) => h('button.quick', { type: 'button', title, 'aria-label': `React: ${title}`, onclick: react(name) }, emoji(name))),
    how.inThread ? null : h('a', { href: `#/${channel}/${m.thread_ts || m.ts}`, title: 'Reply in thread', 'aria-label': 'Reply in thread', role: 'button' }, icon('reply')),
    h('button', { type: 'button', title: 'More actions', 'aria-label': 'More actions', 'aria-haspopup': 'menu', onclick: (ev) => app.set({ menu: openMenu(ev, items(app, channel, m)) }) }, icon('dots')));
}

// items are the apps' message shortcuts, then what the author may do.
function items(app, channel, m) {
  const shortcuts = app.state.apps.flatMap((a) => (a.shortcuts ?? []).filter((s) => s.type === 'message')
    .map((s) => ({ text: s.name, hint: a.name, run: () => app.do.shortcut(s.callback_id, channel, m.ts) })));
  const own = m.user === app.state.me && !m.bot_id;
  return [
    ...shortcuts,
    { text: 'Copy message as JSON', run: () => copy(app, JSON.stringify(m, null, 2)) },
    ...(own ? [
      { text: 'Edit message', run: () => app.set({ editing: m.ts }) },
      { text: 'Delete message', danger: true, run: () => app.do.remove(channel, m.ts) },
    ] : []),
  ];
}

function copy(app, text) {
  navigator.clipboard?.writeText(text).then(() => app.do.tell(new Error('Copied')), () => app.do.tell(new Error('The browser did not allow copying')));
}

// reactions draws those a message has; pressing one adds or takes back the reader's own.
export function reactions(app, channel, m) {
  if (!m.reactions?.length) return null;
  return h('div.reactions', {}, m.reactions.map((r) => {
    const mine = (r.users ?? []).includes(app.state.me);
    return h('button', { type: 'button', key: r.name, class: mine ? 'mine' : undefined, 'aria-pressed': String(mine), title: `:${r.name}:`, onclick: () => app.do.react(channel, m.ts, r.name) },
      emoji(r.name) ?? `:${r.name}:`, ' ', r.count ?? r.users?.length ?? 1);
  }));
}
