// The table block: the first row is the heading.
import { h } from './dom.js';
import { richText } from './richtext.js';

// table draws rows of raw_text, raw_number and rich_text cells; an empty cell may be null.
export function table(b, look) {
  const rows = Array.isArray(b.rows) ? b.rows.filter(Array.isArray) : [];
  const [head, ...rest] = rows;
  const align = (i) => ({ 'text-align': b.column_settings?.[i]?.align ?? 'left' });
  const row = (tag) => (cells) => h('tr', {}, cells.map((c, i) => h(tag, { style: align(i) }, cell(c, look))));
  return h('div.scroll', { tabindex: 0 }, h('table', {},
    head && h('thead', {}, row('th')(head)),
    h('tbody', {}, rest.map(row('td')))));
}

function cell(c, look) {
  if (!c) return null;
  if (c.type === 'rich_text') return richText(c, look);
  return String(c.text ?? c.value ?? '');
}
