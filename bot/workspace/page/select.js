// The select elements, single and multiple, as the browser's own <select> or a list to tick.
import { h } from './dom.js';
import { emojiText } from './emoji.js';

const sources = {
  static: { one: 'selected_option', many: 'selected_options', first: 'initial_option', firsts: 'initial_options' },
  users: { one: 'selected_user', many: 'selected_users', first: 'initial_user', firsts: 'initial_users' },
  channels: { one: 'selected_channel', many: 'selected_channels', first: 'initial_channel', firsts: 'initial_channels' },
  conversations: { one: 'selected_conversation', many: 'selected_conversations', first: 'initial_conversation', firsts: 'initial_conversations' },
};

// chooser returns the drawing function for a type such as "multi_users_select", or undefined.
export function chooser(type) {
  const m = /^(multi_)?(static|users|channels|conversations)_select$/.exec(String(type));
  return m ? (one) => draw(one, sources[m[2]], m[2], Boolean(m[1])) : undefined;
}

function draw({ e, value, attrs, label, change, host }, names, source, many) {
  const groups = source === 'static' ? e.option_groups ?? [{ options: e.options }] : [{ options: listed(host, source) }];
  const options = groups.flatMap((g) => g.options ?? []);
  const back = (v) => (source === 'static' ? options.find((o) => o.value === v) : v || null);
  const id = (x) => (source === 'static' ? x?.value : x) ?? '';
  const held = many ? (value ? value[names.many] : e[names.firsts]) ?? [] : [(value ? value[names.one] : e[names.first]) ?? null];
  const on = new Set(held.map(id));
  if (many) {
    const tick = (o) => (ev) => change({ [names.many]: options.filter((x) => (x === o ? ev.target.checked : on.has(x.value))).map((x) => back(x.value)) });
    return h('div.ticks.many', { id: attrs.id, role: 'group', 'aria-label': label ?? e.placeholder?.text, tabindex: -1 }, options.map((o) => h('label', {},
      h('input', { type: 'checkbox', checked: on.has(o.value), disabled: attrs.disabled, onchange: tick(o) }), h('span', {}, emojiText(o.text?.text)))));
  }
  const set = (ev) => change({ [names.one]: back(ev.target.value) ?? null });
  const option = (o) => h('option', { value: o.value, selected: on.has(o.value) }, emojiText(o.text?.text));
  const empty = h('option', { value: '', selected: !held[0], disabled: source === 'static' }, e.placeholder?.text ?? 'Select an item');
  return h('select', { ...attrs, 'aria-label': label, onchange: set },
    empty, groups.map((g) => (g.label ? h('optgroup', { label: g.label.text }, (g.options ?? []).map(option)) : (g.options ?? []).map(option))));
}

// listed makes options of the workspace's own people or channels.
function listed(host, source) {
  const all = source === 'users' ? host.look.people() : host.look.rooms();
  return all.map(({ id, name }) => ({ value: id, text: { text: source === 'users' ? name : `#${name}` } }));
}
