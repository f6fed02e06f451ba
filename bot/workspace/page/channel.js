// The channel in the middle: heading, messages by day, composer.
import { authorOf, avatar } from './author.js';
import { Composer } from './composer.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { Message } from './message.js';
import { channelName, shown, threadsOf } from './store.js';
import { dayKey, dayName } from './time.js';

const together = 300; // seconds within which Slack leaves the author out
const most = 300; // messages drawn at once

// Channel draws the channel the route names.
export function Channel(app) {
  const { state } = app;
  const c = state.channels.find((x) => x.id === state.route.channel);
  if (!c) return h('main.pane.channel', {}, empty('No such channel', 'Pick one on the left.'));
  const all = shown(state, c.id);
  const name = channelName(state, c);
  return h('main.pane.channel', { key: 'channel', 'aria-label': `Channel ${name}` },
    h('header', {},
      h('a.plain.back', { href: '#/', 'aria-label': 'Back to the list of channels' }, icon('back')),
      h('h1', {}, sign(state, c), name),
      c.is_ext_shared && h('span.tag', {}, 'shared with another organisation'),
      c.is_archived && h('span.tag', {}, 'archived'),
      c.topic && h('span.topic', { title: c.topic }, c.topic),
      h('span.members', {}, `${members(c)} members`)),
    h('div.stream', { key: c.id, role: 'log', 'aria-label': `Messages in ${name}`, tabindex: 0 },
      all.length > most && h('p.muted', {}, `Showing the latest ${most} of ${all.length} messages.`),
      all.length ? days(app, c.id, all.slice(-most)) : empty(`This is the very beginning of ${name}`, 'Nothing has been posted here yet.')),
    c.is_archived ? h('p.composer.closed', {}, 'This channel is archived. Nobody can post here.') : Composer(app, c.id));
}

const members = (c) => (Array.isArray(c.members) ? c.members.length : c.members ?? 0);

// sign draws what stands before a channel's name: for a direct message, the other person.
export function sign(state, c) {
  const other = c.im?.find((id) => id !== state.me);
  if (other) return avatar(authorOf({ user: other }, state.users), 'small');
  return icon(c.is_archived ? 'archive' : c.is_private ? 'lock' : 'hash');
}

// empty is what stands where nothing is yet.
export const empty = (title, text) => h('div.empty', {}, h('h2', {}, title), h('p', {}, text));

// days groups messages: a line at each new day, the author once for a run of theirs.
function days(app, channel, list) {
  const look = app.look();
  const threads = threadsOf(app.state, channel);
  let before = null;
  return list.map((m) => {
    const newDay = !before || dayKey(before.ts) !== dayKey(m.ts);
    const compact = !newDay && follows(app, before, m);
    before = m;
    return [
      newDay && h('div.day', { key: `d${dayKey(m.ts)}-${m.ts}`, role: 'separator' }, h('span', {}, dayName(m.ts, look.now))),
      Message(app, channel, m, { compact, replies: threads.get(m.ts) }),
    ];
  });
}

// follows says that m continues what its author was writing.
export function follows(app, before, m) {
  const { users } = app.state;
  const plain = (x) => !x.ephemeral && !x.subtype?.match(/join|leave|broadcast|tombstone/);
  return Boolean(before) && plain(before) && plain(m) && authorOf(before, users).id === authorOf(m, users).id && Number(m.ts) - Number(before.ts) < together;
}
