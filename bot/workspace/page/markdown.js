// The markdown block holds ordinary Markdown, not mrkdwn. This reads the part
// Slack shows: headings, lists, tasks, quotes, fences, rules and inline styles.
import { h } from './dom.js';
import { emojiText } from './emoji.js';
import { link } from './inline.js';

// markdown draws a Markdown text.
export function markdown(text) {
  const lines = String(text ?? '').split('\n');
  const out = [];
  for (let i = 0; i < lines.length;) {
    const [view, used] = fence(lines, i) ?? items(lines, i) ?? quote(lines, i) ?? single(lines[i]) ?? paragraph(lines, i);
    out.push(view);
    i += used;
  }
  return h('div.markdown', {}, out);
}

const starts = /^(```|\s*([-*+]|\d+[.)])\s+|>|#{1,6}\s|\s*$|(-{3,}|\*{3,})\s*$)/;

function fence(lines, i) {
  if (!lines[i].startsWith('```')) return null;
  let end = i + 1;
  while (end < lines.length && !lines[end].startsWith('```')) end++;
  return [h('pre', {}, lines.slice(i + 1, end).join('\n')), end - i + 1];
}

const item = /^(\s*)([-*+]|(\d+)[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;

function items(lines, i) {
  const first = item.exec(lines[i]);
  if (!first) return null;
  const rows = [];
  let m = first;
  for (let k = i; m && Boolean(m[3]) === Boolean(first[3]); m = item.exec(lines[++k] ?? '')) rows.push(m);
  const views = rows.map((r) => h('li', { style: { 'margin-left': `${Math.min(r[1].length, 12) * 8}px` } },
    r[4] ? `${r[4] === ' ' ? '☐' : '☑'} ` : null, spans(r[5])));
  return [h(first[3] ? 'ol' : 'ul', { start: first[3] }, views), rows.length];
}

function quote(lines, i) {
  let end = i;
  while (end < lines.length && lines[end].startsWith('>')) end++;
  if (end === i) return null;
  return [h('blockquote', {}, spans(lines.slice(i, end).map((l) => l.replace(/^> ?/, '')).join('\n'))), end - i];
}

function single(line) {
  const head = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (head) return [h(`h${Math.min(head[1].length + 2, 6)}`, { class: `level-${head[1].length}` }, spans(head[2])), 1];
  if (/^(-{3,}|\*{3,})\s*$/.test(line)) return [h('hr', {}), 1];
  return line.trim() ? null : [null, 1];
}

function paragraph(lines, i) {
  let end = i + 1;
  while (end < lines.length && !starts.test(lines[end])) end++;
  return [h('p', {}, spans(lines.slice(i, end).join('\n'))), end - i];
}

const marks = [
  [/`([^`\n]+)`/, (m) => h('code', {}, m[1])],
  [/\[([^\]\n]+)\]\(([^()\s]+)\)/, (m) => link(m[2], spans(m[1]))],
  [/\*\*(\S|\S[\s\S]*?\S)\*\*/, (m) => h('strong', {}, spans(m[1]))],
  [/~~(\S|\S[\s\S]*?\S)~~/, (m) => h('s', {}, spans(m[1]))],
  [/(?<![\p{L}\p{N}*])\*(\S|\S[^*]*?\S)\*/u, (m) => h('em', {}, spans(m[1]))],
  [/(?<![\p{L}\p{N}_])_(\S|\S[^_]*?\S)_(?![\p{L}\p{N}])/u, (m) => h('em', {}, spans(m[1]))],
  [/https?:\/\/[^\s<>]+[^\s<>.,;:!?'")\]]/, (m) => link(m[0], m[0])],
];

// spans draws the inline styles, the leftmost first.
function spans(text) {
  let best = null;
  for (const [pattern, view] of marks) {
    const m = pattern.exec(text);
    if (m && (!best || m.index < best.m.index)) best = { m, view };
  }
  if (!best) return [emojiText(text)];
  const { m, view } = best;
  return [emojiText(text.slice(0, m.index)), view(m), spans(text.slice(m.index + m[0].length))];
}
