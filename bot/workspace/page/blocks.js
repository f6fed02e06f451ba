// Block Kit: one function a kind of block. host is where the blocks live:
//   {look, values, errors, change(block, element, value, send), busy(block, element)}
// values[block_id][action_id] is what a person put in, in Slack's own shape.
import { chart } from './chart.js';
import { h } from './dom.js';
import { element } from './elements.js';
import { link, textObject } from './inline.js';
import { markdown } from './markdown.js';
import { picture, unknown } from './placeholder.js';
import { richText } from './richtext.js';
import { table } from './table.js';

// blocks draws a list of blocks.
export function blocks(list, host) {
  return h('div.blocks', {}, (Array.isArray(list) ? list : []).map((b, i) => {
    const draw = Object.hasOwn(kinds, b?.type) ? kinds[b.type] : unknown;
    return h(`div.block.block-${String(b?.type).replace(/\W/g, '-')}`, { key: `${b?.block_id ?? ''}/${i}` }, draw(b ?? {}, host));
  }));
}

const kinds = {
  header: (b, { look }) => h('h3', {}, textObject(b.text, look)),
  divider: () => h('hr', {}),
  section: (b, host) => [
    h('div.section', {},
      b.text && h('div.text', {}, textObject(b.text, host.look)),
      b.fields && h('div.fields', {}, b.fields.map((f) => h('div.field', {}, textObject(f, host.look))))),
    b.accessory && h('div.accessory', {}, element(b, b.accessory, host)),
  ],
  context: (b, host) => (b.elements ?? []).map((e) => (e?.type === 'image'
    ? picture(e, 'icon')
    : e?.text !== undefined ? h('span.text', {}, textObject(e, host.look)) : unknown(e ?? {}))),
  actions: (b, host) => (b.elements ?? []).map((e) => element(b, e ?? {}, host)),
  context_actions: (b, host) => (b.elements ?? []).map((e) => element(b, e ?? {}, host)),
  image: (b, { look }) => [b.title && h('div.caption', {}, textObject(b.title, look)), picture(b)],
  rich_text: (b, { look }) => richText(b, look),
  markdown: (b) => markdown(b.text),
  table: (b, { look }) => table(b, look),
  data_visualization: chart,
  input,
  video: (b, { look }) => [
    h('div.caption', {}, link(b.title_url, textObject(b.title, look))),
    b.description && h('div.text', {}, textObject(b.description, look)),
    h('div.picture', {}, '▶ ', link(b.video_url, b.alt_text || 'Video')),
  ],
  file: (b) => h('div.picture', {}, `📄 file ${b.external_id ?? ''}`),
};

function input(b, host) {
  const e = b.element ?? {};
  const error = host.errors?.[b.block_id];
  const id = `f-${b.block_id}-${e.action_id}`;
  return [
    h('label', { for: id }, textObject(b.label, host.look), b.optional ? h('span.optional', {}, ' (optional)') : null),
    element(b, e, host, { id, send: b.dispatch_action === true, wide: true, error }),
    error ? h('div.error', { role: 'alert', id: `${id}-error` }, error) : null,
    b.hint && h('div.hint', {}, textObject(b.hint, host.look)),
  ];
}
