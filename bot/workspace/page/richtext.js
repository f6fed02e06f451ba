// The rich_text block: what people's own messages are made of.
import { h } from './dom.js';
import { inline } from './inline.js';

// richText draws the block's sections, lists, quotes and code.
export function richText(block, look) {
  return h('div.rich', {}, list(block.elements).map((e) => part(e, look)));
}

function part(e, look) {
  switch (e?.type) {
    case 'rich_text_section': return h('div', {}, leaves(e, look));
    case 'rich_text_quote': return h('blockquote', {}, leaves(e, look));
    case 'rich_text_preformatted': return h('pre', {}, leaves(e, look));
    case 'rich_text_list': return items(e, look);
    default: return h('div.unknown', {}, `${e?.type ?? 'part'} is not shown here`);
  }
}

// A list's indent is its depth: Slack sends nested lists side by side.
function items(e, look) {
  const ordered = e.style === 'ordered';
  const depth = Math.min(Number(e.indent) || 0, 8);
  const start = ordered && e.offset ? Number(e.offset) + 1 : undefined;
  return h(ordered ? 'ol' : 'ul', { class: `depth-${depth % 3}`, start, style: { 'margin-left': `${depth * 24}px` } },
    list(e.elements).map((item) => h('li', {}, part(item, look))));
}

const leaves = (e, look) => inline(list(e.elements).map(node), look);

// node turns one leaf into an inline node (see mrkdwn.js), its styles around it.
function node(leaf) {
  let n = shape(leaf);
  const style = leaf?.style ?? {};
  if (style.code) n = { type: 'code', text: n.text ?? '' };
  for (const mark of ['bold', 'italic', 'strike', 'underline']) if (style[mark]) n = { type: mark, children: [n] };
  return n;
}

function shape(leaf) {
  switch (leaf?.type) {
    case 'text': return { type: 'text', text: String(leaf.text ?? '') };
    case 'link': return { type: 'link', url: leaf.url, text: leaf.text || leaf.url };
    case 'user': return { type: 'user', id: leaf.user_id, text: '' };
    case 'channel': return { type: 'channel', id: leaf.channel_id, text: '' };
    case 'usergroup': return { type: 'group', id: leaf.usergroup_id, text: '' };
    case 'broadcast': return { type: 'broadcast', range: leaf.range };
    case 'emoji': return { type: 'emoji', name: String(leaf.name) };
    case 'color': return { type: 'color', value: String(leaf.value) };
    case 'date': return { type: 'date', ts: String(leaf.timestamp), form: leaf.format ?? '', url: leaf.url, text: leaf.fallback ?? '' };
    default: return { type: 'text', text: leaf?.text ? String(leaf.text) : '' };
  }
}

const list = (x) => (Array.isArray(x) ? x : []);
