// Views are plain data: h makes one, patch makes the document look like it.
// Nothing here ever parses HTML, so a text stays a text whatever it holds.
import { safeURL } from './links.js';

// h makes a view. kind is a tag with classes, as in "div.message.own". A child
// is a view, a text, a number, a list of these, or nothing (null, false).
export function h(kind, props, ...children) {
  const [tag, ...classes] = kind.split('.');
  const all = { ...props };
  const named = [...classes, ...(all.class ? [all.class] : [])].join(' ');
  if (named) all.class = named;
  const { key, ...rest } = all;
  return { tag, key, props: rest, children: flatten(children) };
}

function flatten(children) {
  return children.flat(Infinity)
    .filter((c) => c !== null && c !== undefined && c !== false && c !== true && c !== '')
    .map((c) => (typeof c === 'object' ? c : String(c)));
}

const drawn = new WeakMap(); // node -> the view it shows

// patch makes parent's children show views. Nodes are kept where key and tag
// agree, so the caret, the scroll position and open menus survive a redraw.
export function patch(parent, views) {
  const keyed = new Map();
  const plain = [];
  for (const node of parent.childNodes) {
    const key = drawn.get(node)?.key;
    if (key === undefined) plain.push(node);
    else keyed.set(key, node);
  }
  const kept = new Set();
  let low = 0; // every plain node before it is kept
  const spare = (view) => {
    while (kept.has(plain[low])) low++;
    for (let i = low; i < plain.length; i++) if (!kept.has(plain[i]) && alike(plain[i], view)) return plain[i];
    return undefined;
  };
  let at = parent.firstChild;
  for (const view of views) {
    let node = view.key === undefined ? spare(view) : keyed.get(view.key);
    if (!node || kept.has(node) || !alike(node, view)) node = create(parent, view);
    kept.add(node);
    update(node, view);
    while (at && at !== node && !kept.has(at) && !wanted(at, views)) {
      const gone = at;
      at = at.nextSibling;
      remove(gone);
    }
    if (at === node) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  for (const node of [...parent.childNodes]) if (!kept.has(node)) remove(node);
}

// A dialog is closed first: that gives the focus back to where it came from.
function remove(node) {
  if (node.localName === 'dialog' && node.open) node.close();
  node.remove();
}

function wanted(node, views) {
  const key = drawn.get(node)?.key;
  return key === undefined || views.some((v) => v.key === key);
}

function alike(node, view) {
  if (typeof view === 'string') return node.nodeType === 3;
  return node.nodeType === 1 && node.localName === view.tag;
}

const svg = new Set(['svg', 'path', 'circle']);

function create(parent, view) {
  const doc = parent.ownerDocument;
  if (typeof view === 'string') return doc.createTextNode(view);
  return svg.has(view.tag) ? doc.createElementNS('http://www.w3.org/2000/svg', view.tag) : doc.createElement(view.tag);
}

function update(node, view) {
  const before = drawn.get(node);
  if (before === view && typeof view === 'object') return;
  drawn.set(node, typeof view === 'string' ? {} : view);
  if (typeof view === 'string') {
    if (node.data !== view) node.data = view;
    return;
  }
  const old = before?.props ?? {};
  for (const name in old) if (!(name in view.props)) set(node, name, undefined, old[name]);
  patch(node, view.children);
  // After the children: a select takes its value only once its options exist.
  for (const name in view.props) set(node, name, view.props[name], old[name]);
  if (!before && view.props.onmount) queueMicrotask(() => view.props.onmount(node));
}

function set(node, name, value, old) {
  if (name === 'onmount') return;
  if (name.startsWith('on')) {
    if (old === value) return;
    if (old) node.removeEventListener(name.slice(2), old);
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    return;
  }
  if (name === 'style') {
    for (const key in value ?? old) node.style.setProperty(key, value?.[key] ?? '');
    return;
  }
  if (name === 'value' || name === 'checked' || name === 'selected') {
    if (node[name] !== (value ?? '')) node[name] = value ?? (name === 'value' ? '' : false);
    return;
  }
  if (name === 'href' || name === 'src') value = safeURL(value);
  if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else if (value !== old) node.setAttribute(name, value === true ? '' : value);
}
