// The data_visualization block: its bar charts, with the bars of one label beside each other.
// Other charts are told as a table.
import { h } from './dom.js';

export function chart(b) {
  const { type, series = [], segments = [], axis_config: axis } = b.chart ?? {};
  const rows = type === 'pie' ? [{ name: '', data: segments }] : series;
  const labels = axis?.categories ?? rows[0]?.data?.map((d) => d.label) ?? [];
  const value = (s, label) => Number(s.data?.find((d) => d.label === label)?.value ?? 0);
  const most = Math.max(1, ...rows.flatMap((s) => labels.map((l) => value(s, l))));
  return h('figure.chart', { 'aria-label': b.title ?? '' },
    h('figcaption.caption', {}, b.title ?? ''),
    type === 'bar' ? bars(rows, labels, value, most) : told(rows, labels, value),
    rows.length > 1 && h('div.legend', {}, rows.map((s, i) => h(`span.series-${i}`, {}, s.name ?? ''))));
}

function bars(rows, labels, value, most) {
  return h('div.bars', {}, labels.map((label) => h('div.group', {},
    h('div.pair', {}, rows.map((s, i) => h(`div.bar.series-${i}`, {
      role: 'img', title: `${s.name}, ${label}: ${value(s, label)}`, 'aria-label': `${s.name}, ${label}: ${value(s, label)}`,
      style: { height: `${(100 * Math.max(0, value(s, label))) / most}%` },
    }))),
    h('div.label', {}, label))));
}

function told(rows, labels, value) {
  return h('div.scroll', {}, h('table', {}, h('tbody', {}, labels.map((label) => h('tr', {},
    h('th', {}, label), rows.map((s) => h('td', {}, String(value(s, label)))))))));
}
