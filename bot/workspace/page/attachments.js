// Attachments, the older form most alert tools still post.
import { blocks } from './blocks.js';
import { h } from './dom.js';
import { link, mrkdwn } from './inline.js';
import { picture } from './placeholder.js';
import { clock, dayName } from './time.js';

const named = { good: '2eb886', warning: 'daa038', danger: 'a30200' };

// attachments draws them all. host is as for blocks, and has {open, toggle, legacy} besides.
export function attachments(list, host) {
  return (Array.isArray(list) ? list : []).map((a, i) => h('div.attachment', { key: `a${a?.id ?? i}` },
    h('div.bar', { style: { background: colour(a?.color) } }),
    h('div.body', {}, body(a ?? {}, i, host))));
}

function colour(c) {
  const hex = named[c] ?? String(c ?? '').replace(/^#/, '');
  return /^[0-9a-f]{3,8}$/i.test(hex) ? `#${hex}` : 'var(--line)';
}

function body(a, i, host) {
  const { look } = host;
  const styled = (field, text) => mrkdwn(text, look, { styles: !Array.isArray(a.mrkdwn_in) || a.mrkdwn_in.includes(field) });
  const seen = a.blocks || a.pretext || a.title || a.text || a.fields?.length || a.image_url || a.author_name || a.actions;
  return [
    a.pretext && h('div.pretext', {}, styled('pretext', a.pretext)),
    a.author_name && h('div.author', {}, link(a.author_link, a.author_name)),
    a.title && h('div.title', {}, a.title_link ? link(a.title_link, mrkdwn(a.title, look, { styles: false })) : mrkdwn(a.title, look, { styles: false })),
    a.text && long(String(a.text), i, host, styled),
    a.fields?.length ? h('div.fields', {}, a.fields.map((f) => field(f ?? {}, styled))) : null,
    a.blocks && blocks(a.blocks, host),
    !seen && a.fallback ? h('div.text', {}, mrkdwn(a.fallback, look, { styles: false })) : null,
    a.image_url && picture({ image_url: a.image_url, alt_text: a.title }),
    a.actions && h('div.block-actions', {}, a.actions.map((x) => action(a, x ?? {}, host))),
    (a.footer || a.ts) && h('div.footer', {}, a.footer && mrkdwn(a.footer, look, { styles: false }), a.footer && a.ts ? ' | ' : null, a.ts && `${dayName(a.ts, look.now, look.zone)} at ${clock(a.ts, look.zone)}`),
  ];
}

// long folds a text of over 700 characters or five line breaks, as Slack does.
function long(text, i, host, styled) {
  const folds = text.length > 700 || text.split('\n').length > 6;
  const open = !folds || host.open(i);
  return [
    h(`div.text${open ? '' : '.folded'}`, {}, styled('text', text)),
    folds && h('button.link', { type: 'button', 'aria-expanded': String(open), onclick: () => host.toggle(i) }, open ? 'Show less' : 'Show more'),
  ];
}

const field = (f, styled) => h(`div.field${f.short ? '.short' : ''}`, {},
  f.title && h('div.name', {}, styled('', String(f.title))),
  h('div', {}, styled('fields', String(f.value ?? ''))));

function action(a, x, host) {
  const ask = (value) => host.legacy(a, x, value);
  if (x.type === 'select') {
    const options = x.options ?? (x.option_groups ?? []).flatMap((g) => g.options ?? []);
    return h('select', { 'aria-label': x.text, value: x.selected_options?.[0]?.value ?? '', onchange: (ev) => ask({ value: ev.target.value }) },
      h('option', { value: '', disabled: true }, x.text), options.map((o) => h('option', { value: o.value }, o.text)));
  }
  if (x.url) return h('span.button', {}, link(x.url, x.text));
  return h(`button.button${['primary', 'danger'].includes(x.style) ? `.${x.style}` : ''}`, { type: 'button', onclick: () => ask({ value: x.value }) }, x.text);
}
