// The modal on top of the stack of open views.
import { blocks } from './blocks.js';
import { Confirm } from './confirm.js';
import { h } from './dom.js';
import { hostOf } from './host.js';
import { icon } from './icons.js';
import { textObject } from './inline.js';
import { Menu } from './menu.js';

// Modal draws the top view, if one is open.
export function Modal(app) {
  const { views, busy } = app.state;
  const view = views.at(-1);
  if (!view) return null;
  const look = app.look();
  const waiting = busy.has(view.id);
  const close = () => app.do.closeView(view);
  const submit = (ev) => {
    ev.preventDefault();
    app.do.submitView(view);
  };
  return h('dialog.modal', { key: view.id, 'aria-labelledby': 'modal-title', onmount: open, oncancel: (ev) => { ev.preventDefault(); close(); } },
    h('form', { novalidate: true, onsubmit: submit },
      h('header', {},
        views.length > 1 && h('button.plain', { type: 'button', 'aria-label': 'Back', onclick: close }, icon('back')),
        h('h2', { id: 'modal-title' }, textObject(view.title, look)),
        h('button.plain', { type: 'button', 'aria-label': 'Close', onclick: close }, icon('close'))),
      h('div.content', { tabindex: -1 }, blocks(view.blocks, hostOf(app, { key: view.id, view_id: view.id }))),
      h('footer', {},
        h('button.button', { type: 'button', onclick: close }, view.close ? textObject(view.close, look) : 'Cancel'),
        view.submit && h('button.button.primary', { type: 'submit', disabled: waiting || view.submit_disabled, class: waiting ? 'busy' : undefined }, textObject(view.submit, look)))),
    Confirm(app), Menu(app));
}

function open(node) {
  node.showModal();
  (node.querySelector('.content input, .content textarea, .content select') ?? node.querySelector('.content')).focus();
}
