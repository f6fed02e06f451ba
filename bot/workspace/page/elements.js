// Interactive elements. Each hands host.change the value in Slack's own shape,
// as it stands in block_actions and in view.state.values.
import { h } from './dom.js';
import { emojiText } from './emoji.js';
import { textObject } from './inline.js';
import { webURL } from './links.js';
import { openMenu } from './menu.js';
import { picture, unknown } from './placeholder.js';
import { chooser } from './select.js';

// element draws e of block b. how: {id, send, wide, error}; send says whether the
// app hears of each change, which it does everywhere but in most inputs.
export function element(b, e, host, how = {}) {
  const one = { b, e, host, how, send: how.send ?? true };
  one.value = host.values?.[b.block_id]?.[e.action_id];
  one.change = (value) => host.change(b, e, { type: e.type, ...value }, one.send);
  one.attrs = { id: how.id, 'aria-invalid': how.error ? 'true' : undefined, 'aria-describedby': how.error ? `${how.id}-error` : undefined, disabled: host.busy?.(b, e) };
  one.label = how.id ? undefined : e.accessibility_label ?? e.placeholder?.text ?? e.action_id;
  const draw = Object.hasOwn(kinds, e.type) ? kinds[e.type] : chooser(e.type) ?? unknown;
  return draw === unknown ? unknown(e) : draw(one);
}

const kinds = {
  button,
  workflow_button: button,
  icon_button: button,
  image: ({ e }) => picture(e),
  overflow,
  plain_text_input: typed,
  email_text_input: (one) => field(one, 'email'),
  url_text_input: (one) => field(one, 'url'),
  number_input: (one) => field(one, 'number'),
  datepicker: (one) => picked(one, 'date', 'selected_date', one.e.initial_date),
  timepicker: (one) => picked(one, 'time', 'selected_time', one.e.initial_time),
  datetimepicker: (one) => picked(one, 'datetime-local', 'selected_date_time'),
  checkboxes: (one) => ticks(one, 'checkbox'),
  radio_buttons: (one) => ticks(one, 'radio'),
};

function button({ e, host, change, attrs, b }) {
  const press = () => {
    if (webURL(e.url)) window.open(e.url, '_blank', 'noopener');
    change({ value: e.value, text: e.text });
  };
  const style = e.style === 'primary' || e.style === 'danger' ? `.${e.style}` : '';
  const busy = host.busy?.(b, e);
  return h(`button.button${style}`, { ...attrs, type: 'button', class: busy ? 'busy' : undefined, 'aria-label': e.accessibility_label, onclick: press },
    textObject(e.text, host.look), e.url ? ' ↗' : null);
}

function overflow({ e, change, host }) {
  const items = (e.options ?? []).map((o) => ({
    text: emojiText(o.text?.text), hint: o.description?.text,
    run: () => {
      if (webURL(o.url)) window.open(o.url, '_blank', 'noopener');
      change({ selected_option: o });
    },
  }));
  return h('button.button.overflow', { type: 'button', 'aria-haspopup': 'menu', 'aria-label': e.accessibility_label ?? 'More actions', onclick: (ev) => host.menu(openMenu(ev, items)) }, '⋯');
}

function typed(one) {
  if (!one.e.multiline) return field(one, 'text');
  return h('textarea', { ...text(one), rows: 4 });
}

const field = (one, type) => h('input', { ...text(one), type, step: one.e.is_decimal_allowed ? 'any' : undefined });

function text({ e, value, attrs, label, host, b, change, send }) {
  const when = e.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  const keep = (ev) => host.change(b, e, { type: e.type, value: ev.target.value || null }, send && when.includes('on_character_entered'));
  const enter = (ev) => {
    if (send && ev.key === 'Enter' && !ev.isComposing && when.includes('on_enter_pressed')) change({ value: ev.target.value });
  };
  return { ...attrs, 'aria-label': label, value: (value ? value.value : e.initial_value) ?? '', placeholder: e.placeholder?.text, maxlength: e.max_length, minlength: e.min_length, min: e.min_value, max: e.max_value, oninput: keep, onkeydown: enter };
}

function picked({ e, value, attrs, label, change }, type, name, first) {
  const set = (ev) => change({ [name]: name === 'selected_date_time' ? Math.floor(new Date(ev.target.value) / 1000) : ev.target.value || null });
  const seconds = (value ? value[name] : e.initial_date_time) ?? null;
  const shown = name !== 'selected_date_time' ? (value ? value[name] : first) ?? '' : seconds ? local(seconds) : '';
  return h('input', { ...attrs, 'aria-label': label, type, value: shown, onchange: set });
}

// local is seconds as a datetime-local field wants them, in the reader's zone.
function local(seconds) {
  const d = new Date(seconds * 1000);
  return new Date(d - d.getTimezoneOffset() * 60e3).toISOString().slice(0, 16);
}

function ticks({ e, value, attrs, label, change, host, b }, type) {
  const many = type === 'checkbox';
  const first = many ? e.initial_options : e.initial_option && [e.initial_option];
  const chosen = (value ? (many ? value.selected_options : [value.selected_option]) : first) ?? [];
  const on = (o) => chosen.some((c) => c?.value === o.value);
  const set = (o) => (ev) => {
    if (!many) return change({ selected_option: o });
    return change({ selected_options: (e.options ?? []).filter((x) => (x.value === o.value ? ev.target.checked : on(x))) });
  };
  return h('div.ticks', { id: attrs.id, role: many ? 'group' : 'radiogroup', 'aria-label': label ?? b.label?.text, tabindex: -1 }, (e.options ?? []).map((o) => h('label', {},
    h('input', { type, name: `${b.block_id}-${e.action_id}`, checked: on(o), onchange: set(o) }),
    h('span', {}, textObject(o.text, host.look), o.description && h('small', {}, textObject(o.description, host.look))))));
}
