// One message, as a channel or a thread shows it.
import { attachments } from './attachments.js';
import { authorOf, avatar } from './author.js';
import { blocks } from './blocks.js';
import { h } from './dom.js';
import { hostOf } from './host.js';
import { icon } from './icons.js';
import { mrkdwn } from './inline.js';
import { reactions, toolbar } from './messagemenu.js';
import { clock, dayName, stamp } from './time.js';

const joins = new Set(['channel_join', 'channel_leave', 'group_join', 'group_leave']);

// Message draws m of a channel. how: {compact, inThread, replies}; compact leaves
// the author out, replies are those the channel counts below it. A message none of
// whose parts has changed gives the same view again, which costs nothing to patch.
export function Message(app, channel, m, how = {}) {
  const notices = app.state.notices.filter((n) => n.channel === channel && n.ts === m.ts);
  const of = [m, how.compact, how.replies?.length, how.replies?.at(-1), notices.length];
  const key = `${channel}/${m.ts}/${how.inThread ?? ''}`;
  const last = app.drawn.get(key);
  if (last && of.every((part, i) => part === last.of[i])) return last.view;
  const view = draw(app, channel, m, { ...how, notices });
  app.drawn.set(key, { view, of });
  return view;
}

function draw(app, channel, m, how) {
  const who = authorOf(m, app.state.users);
  const quiet = m.subtype === 'tombstone';
  const label = `${who.name}, ${clock(m.ts)}`;
  return h('article.message', { key: (m.ephemeral ? 'e' : 'm') + m.ts, 'data-ts': m.ts, 'aria-label': label, class: classes(m, how) },
    m.ephemeral && h('div.private', {}, icon('eye'), 'Only visible to you'),
    m.subtype === 'thread_broadcast' && !how.inThread ? repliedLine(app, channel, m) : null,
    h('div.gutter', {}, how.compact ? h('time', { title: stamp(m.ts) }, clock(m.ts).replace(/ [AP]M$/, '')) : avatar(quiet ? { name: '🗑', colour: '888' } : who)),
    h('div.content', {},
      how.compact || quiet ? null : h('div.who', {}, h('b', {}, who.name), who.app && h('span.badge', {}, 'APP'), who.outside && h('span.badge', {}, 'EXTERNAL'), h('time', { title: stamp(m.ts) }, clock(m.ts))),
      app.state.editing === m.ts ? editor(app, channel, m) : body(app, channel, m),
      m.ephemeral && h('button.link.dismiss', { type: 'button', onclick: () => app.toggle('hidden', m.ts) }, 'Dismiss'),
      reactions(app, channel, m),
      noticeStrip(how.notices),
      threadLine(app, channel, m, how.replies ?? [])),
    m.ephemeral || quiet ? null : toolbar(app, channel, m, how));
}

const classes = (m, how) => [how.compact && 'compact', m.ephemeral && 'ephemeral', m.subtype === 'tombstone' && 'tombstone', joins.has(m.subtype) && 'system'].filter(Boolean).join(' ') || undefined;

function body(app, channel, m) {
  const look = app.look();
  const host = hostOf(app, { key: `${channel}/${m.ts}`, channel, ts: m.ts, ephemeral: m.ephemeral || undefined });
  const edited = m.edited && h('span.edited', { title: stamp(m.edited.ts) }, '(edited)');
  const rich = Array.isArray(m.blocks) && m.blocks.length > 0;
  const text = mrkdwn(m.text, look, { styles: m.mrkdwn !== false });
  return h('div.body', {},
    rich ? blocks(m.blocks, host) : m.text ? h('div.text', {}, text) : null,
    attachments(m.attachments, host),
    (m.files ?? []).map((f) => h('div.picture', {}, `📄 ${f.title || f.name || f.id}`)),
    edited);
}

function editor(app, channel, m) {
  const done = () => app.set({ editing: '' });
  const save = (ev) => {
    ev.preventDefault();
    done();
    app.do.edit(channel, m.ts, ev.target.elements.text.value);
  };
  const keys = (ev) => {
    if (ev.key === 'Escape') done();
    if (ev.key === 'Enter' && !ev.shiftKey && !ev.isComposing) { ev.preventDefault(); ev.target.form.requestSubmit(); }
  };
  return h('form.editor', { key: 'editor', onsubmit: save },
    h('textarea', { name: 'text', rows: 2, 'aria-label': 'Edit message', onkeydown: keys, onmount: (node) => { node.value = plain(m.text); node.focus(); } }),
    h('button.button', { type: 'button', onclick: done }, 'Cancel'), h('button.button.primary', { type: 'submit' }, 'Save'));
}

const plain = (text) => String(text ?? '').replace(/<((?:https?|mailto):[^|>]+)(?:\|[^>]*)?>/g, '$1').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

// noticeStrip marks a message that would have pinged somebody.
function noticeStrip(notices) {
  if (!notices.length) return null;
  return h('div.notice', { role: 'note' }, icon('bell'), h('span', {}, 'would notify: ', notices.map((n, i) => [i ? ', ' : null, h('b', { title: n.how }, n.who)])));
}

function repliedLine(app, channel, m) {
  const root = (app.state.messages[channel] ?? []).find((x) => x.ts === m.thread_ts) ?? m.root;
  const gist = String(root?.text || root?.attachments?.[0]?.title || 'a message').slice(0, 80);
  return h('div.private', {}, icon('reply'), 'replied to a thread: ', h('a', { href: `#/${channel}/${m.thread_ts}` }, mrkdwn(gist, app.look(), { styles: false, verbatim: true })));
}

// threadLine counts the replies and opens them.
function threadLine(app, channel, m, replies) {
  if (!replies.length) return null;
  const look = app.look();
  const last = replies.at(-1).ts;
  const faces = new Map(replies.map((r) => authorOf(r, app.state.users)).map((who) => [who.id, who]));
  const count = `${replies.length} ${replies.length === 1 ? 'reply' : 'replies'}`;
  return h('a.replies', { href: `#/${channel}/${m.ts}` },
    [...faces.values()].slice(0, 4).map((who) => avatar(who, 'small')), h('b', {}, count),
    h('span', {}, `Last reply ${dayName(last, look.now).replace(/^(To|Yester)/, (d) => d.toLowerCase())} at ${clock(last)}`), icon('back'));
}
