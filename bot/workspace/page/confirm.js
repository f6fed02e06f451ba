// The "are you sure" of an element with a confirm object. Its parts are text
// objects, or plain strings in the older attachment actions.
import { h } from './dom.js';
import { textObject } from './inline.js';

// Confirm draws the open question.
export function Confirm(app) {
  const { confirm } = app.state;
  if (!confirm) return null;
  const close = () => app.set({ confirm: null });
  const text = (t, other) => (t ? (typeof t === 'string' ? t : textObject(t, app.look())) : other);
  return h('dialog.confirm', { key: 'confirm', 'aria-label': 'Please confirm', onmount: (node) => node.showModal(), onclose: close },
    h('h2', {}, text(confirm.title, 'Are you sure?')),
    h('p', {}, text(confirm.text, '')),
    h('footer', {},
      h('button.button', { type: 'button', onclick: close }, text(confirm.deny, 'Cancel')),
      h(`button.button${confirm.style === 'danger' ? '.danger' : ''}.primary`, { type: 'button', onclick: () => { close(); confirm.run(); } }, text(confirm.confirm, 'Yes'))));
}
