// The raw mode of the composer: any message JSON, sent as another bot, a webhook or a person.
import { h } from './dom.js';

const example = `{
  "attachments": [
    {
      "color": "danger",
      "title": "[FIRING:1] HighErrorRate api (critical)",
      "title_link": "https://alerts.example.com/1",
      "text": "5xx rate is 12% for 5m"
    }
  ]
}`;

// RawFields draws the choice of sender and the JSON.
export function RawFields(app, draft, change) {
  const people = [...app.state.users.values()].filter((u) => !u.is_bot);
  const bots = senders(app.state);
  return [
    h('div.raw', { key: 'raw' },
      h('label', {}, 'Post as ', h('select', { value: draft.as, onchange: (ev) => change({ as: ev.target.value }) },
        h('option', { value: '' }, 'a new bot…'),
        h('optgroup', { label: 'Bots' }, bots.map((name) => h('option', { value: name }, name))),
        h('optgroup', { label: 'People' }, people.map((u) => h('option', { value: u.id }, u.real_name || u.name))))),
      draft.as ? null : [
        h('input', { 'aria-label': 'Name of the new bot', placeholder: 'Alertmanager', value: draft.name, oninput: (ev) => change({ name: ev.target.value }) }),
        h('select', { 'aria-label': 'Kind of bot', value: draft.kind, onchange: (ev) => change({ kind: ev.target.value }) },
          h('option', { value: 'app' }, 'app'), h('option', { value: 'webhook' }, 'incoming webhook'))],
      h('button.link', { type: 'button', onclick: () => change({ json: example }) }, 'Example')),
    h('textarea.code', { key: 'json', rows: 8, spellcheck: 'false', 'aria-label': 'Message JSON', placeholder: '{"text": "…", "blocks": […], "attachments": […]}', value: draft.json, oninput: (ev) => change({ json: ev.target.value }) }),
  ];
}

// senders names the bots that have posted and are no installed app.
function senders(state) {
  const names = new Set();
  for (const list of Object.values(state.messages)) {
    for (const m of list) if (m.bot_id) names.add(m.username || m.bot_profile?.name);
  }
  for (const a of state.apps) names.delete(a.name);
  return [...names].filter(Boolean).sort();
}

// rawBody is what to post, or null once it has said what is wrong with the JSON.
export function rawBody(app, draft) {
  try {
    const message = JSON.parse(draft.json);
    if (typeof message !== 'object' || message === null || Array.isArray(message)) throw new Error('it must be an object, such as {"text": "hello"}');
    return { message, as: draft.as || draft.name.trim() || 'Alertmanager', webhook: !draft.as && draft.kind === 'webhook' };
  } catch (err) {
    app.do.tell(new Error(`The message JSON cannot be read: ${err.message}`));
    return null;
  }
}
