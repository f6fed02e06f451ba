// What a modal's fields hold when it is sent, and what Slack checks before it asks the app.

// valuesOf is view.state.values: what was put in, over what the app put there first.
export function valuesOf(view, form = {}) {
  const values = {};
  for (const b of view.blocks ?? []) {
    const elements = b.type === 'input' ? [b.element] : b.type === 'actions' ? b.elements : [b.accessory];
    for (const e of elements ?? []) {
      if (!e?.action_id || e.type === 'button' || e.type === 'overflow' || e.type === 'image') continue;
      (values[b.block_id] ??= {})[e.action_id] = form[b.block_id]?.[e.action_id] ?? first(e);
    }
  }
  return values;
}

// first is the value of an untouched element.
function first(e) {
  const value = { type: e.type };
  if (/_input$/.test(e.type)) value.value = e.initial_value ?? null;
  else if (e.type === 'checkboxes') value.selected_options = e.initial_options ?? [];
  else if (e.type === 'radio_buttons') value.selected_option = e.initial_option ?? null;
  else if (e.type === 'datepicker') value.selected_date = e.initial_date ?? null;
  else if (e.type === 'timepicker') value.selected_time = e.initial_time ?? null;
  else if (e.type === 'datetimepicker') value.selected_date_time = e.initial_date_time ?? null;
  else Object.assign(value, firstChoice(e));
  return value;
}

function firstChoice(e) {
  const m = /^(multi_)?(static|external|users|channels|conversations)_select$/.exec(e.type);
  if (!m) return {};
  const word = { static: 'option', external: 'option', users: 'user', channels: 'channel', conversations: 'conversation' }[m[2]];
  return m[1] ? { [`selected_${word}s`]: e[`initial_${word}s`] ?? [] } : { [`selected_${word}`]: e[`initial_${word}`] ?? null };
}

// faultsOf returns {block_id: words} for each input Slack itself would send back.
export function faultsOf(view, values) {
  const faults = {};
  for (const b of view.blocks ?? []) {
    if (b.type !== 'input') continue;
    const { type, ...held } = values[b.block_id]?.[b.element?.action_id] ?? {};
    const value = Object.values(held)[0];
    const empty = value === null || value === undefined || value === '' || value.length === 0;
    const fault = empty ? (b.optional ? '' : 'Please complete this required field.') : wrong(b.element, value);
    if (fault) faults[b.block_id] = fault;
  }
  return faults;
}

function wrong(e, value) {
  const n = [...String(value)].length;
  if (e.min_length && n < e.min_length) return `Please use at least ${e.min_length} characters.`;
  if (e.max_length && n > e.max_length) return `Please use at most ${e.max_length} characters.`;
  if (e.type === 'number_input') {
    if (Number.isNaN(Number(value))) return 'Please enter a number.';
    if (e.min_value !== undefined && Number(value) < Number(e.min_value)) return `Please enter ${e.min_value} or more.`;
    if (e.max_value !== undefined && Number(value) > Number(e.max_value)) return `Please enter ${e.max_value} or less.`;
  }
  if (e.type === 'email_text_input' && !/^\S+@\S+$/.test(value)) return 'Please enter an email address.';
  if (e.type === 'url_text_input' && !/^https?:\/\/\S+$/.test(value)) return 'Please enter a web address.';
  return '';
}
