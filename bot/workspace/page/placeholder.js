// What stands where the page draws nothing itself.
import { h } from './dom.js';
import { link } from './inline.js';

// unknown is a kind of block or element that is not drawn here.
export function unknown(b) {
  return h('div.unknown', { role: 'note' }, `${b.type ?? 'A block without a type'} is not shown here`);
}

// Pictures are named and linked, never loaded: the page asks no other host for anything.
export function picture(b, size = '') {
  const url = b.image_url ?? b.slack_file?.url;
  const name = b.alt_text || b.fallback || 'image';
  if (size === 'icon') return h('span.picture.icon', { title: name, role: 'img', 'aria-label': name }, '🖼');
  return h('div.picture', {}, '🖼 ', link(url, name));
}
