// Menus: a short list of things to do, under the button that opened it.
import { h } from './dom.js';

// openMenu is the state of a menu of items [{text, hint, danger, run}] below the button of an event.
export function openMenu(event, items) {
  const at = event.currentTarget.getBoundingClientRect();
  return { items, left: Math.max(8, Math.min(at.left, innerWidth - 288)), top: Math.min(at.bottom + 4, innerHeight - 48 * items.length - 16), back: event.currentTarget };
}

// Menu draws the open menu. The browser's popover closes it on Escape and on a click elsewhere.
export function Menu(app) {
  const { menu } = app.state;
  if (!menu) return null;
  const close = () => app.set({ menu: null });
  const choose = (item) => () => {
    close();
    menu.back?.focus?.();
    item.run();
  };
  return h('div.menu', {
    key: 'menu', role: 'menu', popover: 'auto', style: { left: `${menu.left}px`, top: `${menu.top}px` },
    onmount: (node) => { node.showPopover(); node.querySelector('button')?.focus(); },
    ontoggle: (ev) => { if (ev.newState === 'closed') close(); },
    onkeydown: step,
  }, menu.items.map((item) => h(`button${item.danger ? '.danger' : ''}`, { type: 'button', role: 'menuitem', onclick: choose(item) }, item.text, item.hint && h('small', {}, item.hint))));
}

// step moves between the items with the arrow keys.
function step(ev) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[ev.key];
  if (!by) return;
  ev.preventDefault();
  const items = [...ev.currentTarget.querySelectorAll('button')];
  items[(items.indexOf(document.activeElement) + by + items.length) % items.length]?.focus();
}
