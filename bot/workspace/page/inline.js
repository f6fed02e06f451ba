// Inline nodes (see mrkdwn.js) as views. look knows names: {me, user(id), channel(id), group(id), now, zone}.
import { h } from './dom.js';
import { emoji, emojiText } from './emoji.js';
import { webURL } from './links.js';
import { decode, parse } from './mrkdwn.js';
import { dateText, stamp } from './time.js';

const tags = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', quote: 'blockquote' };

const leaves = {
  text: (n) => n.text,
  code: (n) => h('code', {}, n.text),
  pre: (n) => h('pre', {}, n.text),
  emoji: (n) => (emoji(n.name) ? h('span.emoji', { title: `:${n.name}:` }, emoji(n.name)) : `:${n.name}:`),
  link: (n) => link(n.url, n.text),
  user: (n, look) => h(`span.mention${n.id === look.me ? '.me' : ''}`, {}, `@${look.user(n.id) ?? (n.text.replace(/^@/, '') || n.id)}`),
  channel: (n, look) => channel(n, look),
  group: (n, look) => h('span.mention', {}, `@${(n.text || look.group?.(n.id) || n.id).replace(/^@/, '')}`),
  broadcast: (n) => h('span.mention.me', {}, `@${n.range}`),
  color: (n) => h('span.colour', {}, h('i', { style: { background: n.value } }), n.value),
  date(n, look) {
    const text = dateText(n.ts, n.form, n.text, look.now, look.zone);
    return n.url && webURL(n.url) ? link(n.url, text) : h('time', { title: stampOr(n, look) }, text);
  },
};

function channel(n, look) {
  const name = look.channel(n.id);
  if (!name && !n.text) return h('span.mention', {}, 'private channel');
  const text = `#${name ?? n.text}`;
  return name ? h('a.mention', { href: `#/${n.id}` }, text) : h('span.mention', {}, text);
}

const stampOr = (n, look) => (/^\d{1,12}$/.test(n.ts) ? stamp(n.ts, look.zone) : undefined);

// inline draws nodes.
export function inline(nodes, look) {
  return nodes.map((n) => (tags[n.type] ? h(tags[n.type], {}, inline(n.children, look)) : leaves[n.type]?.(n, look)));
}

// link draws a link that opens elsewhere, or its bare text where the address is not a web one.
export function link(url, ...children) {
  const safe = webURL(url);
  if (!safe) return h('span', {}, ...children);
  return h('a', { href: safe, target: '_blank', rel: 'noopener noreferrer', title: safe }, ...children);
}

// mrkdwn draws a text written in Slack's markup.
export const mrkdwn = (text, look, how) => inline(parse(String(text ?? ''), how), look);

// textObject draws a Block Kit text object: plain_text has escapes and emoji names at most.
export function textObject(t, look) {
  if (!t) return [];
  if (t.type === 'mrkdwn') return mrkdwn(t.text, look, { verbatim: t.verbatim === true, names: true });
  const text = decode(String(t.text ?? ''));
  return [t.emoji === false ? text : emojiText(text)];
}
