// The thread on the right.
import { follows } from './channel.js';
import { Composer } from './composer.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { Message } from './message.js';
import { channelName, shown } from './store.js';

// Thread draws the thread the route names, if it names one.
export function Thread(app) {
  const { state } = app;
  const { channel, thread } = state.route;
  if (state.route.page !== 'channel' || !thread) return null;
  const c = state.channels.find((x) => x.id === channel);
  const [root, ...replies] = shown(state, channel, thread);
  const count = replies.filter((m) => !m.ephemeral).length;
  return h('aside.pane.thread', { key: 'thread', 'aria-label': 'Thread', onkeydown: (ev) => { if (ev.key === 'Escape' && !state.menu && !state.editing) location.hash = `#/${channel}`; } },
    h('header', {},
      h('a.plain.back', { href: `#/${channel}`, 'aria-label': 'Back to the channel' }, icon('back')),
      h('h1', {}, 'Thread'), h('span.topic', {}, `#${channelName(state, c)}`),
      h('a.plain.close', { href: `#/${channel}`, 'aria-label': 'Close thread', role: 'button' }, icon('close'))),
    h('div.stream', { key: `${channel}/${thread}`, role: 'log', 'aria-label': 'Replies', tabindex: 0 },
      root ? Message(app, channel, root, { inThread: true }) : h('p.muted', {}, 'This message is gone.'),
      count ? h('div.count', { key: 'count' }, h('span', {}, `${count} ${count === 1 ? 'reply' : 'replies'}`)) : null,
      replies.map((m, i) => Message(app, channel, m, { inThread: true, compact: i > 0 && follows(app, replies[i - 1], m) }))),
    c && !c.is_archived ? Composer(app, channel, thread) : null);
}
