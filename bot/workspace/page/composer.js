// Where the reader writes: text, a slash command, or the raw JSON of a message.
import { h } from './dom.js';
import { icon } from './icons.js';
import { RawFields, rawBody } from './raw.js';
import { channelName } from './store.js';
import { Suggestions, choices, suggestKeys } from './suggest.js';

// Composer draws the box below a channel, or below a thread of it.
export function Composer(app, channel, thread) {
  const { state } = app;
  const key = thread ? `${channel}/${thread}` : channel;
  const draft = (state.drafts[key] ??= { text: '', broadcast: false, raw: false, as: '', name: '', kind: 'app', json: '' });
  const c = state.channels.find((x) => x.id === channel);
  const name = `${c?.im ? '' : '#'}${channelName(state, c)}`;
  const change = (part) => { Object.assign(draft, part); app.draw({ light: true }); };
  const submit = () => send(app, channel, thread, draft);
  return h('form.composer', { key: 'composer', onsubmit: (ev) => { ev.preventDefault(); submit(); } },
    draft.raw ? RawFields(app, draft, change) : [
      Suggestions(app, draft, thread, change),
      h('textarea', {
        key: 'text', rows: 1, value: draft.text, placeholder: thread ? 'Reply…' : `Message ${name}`, 'aria-label': thread ? 'Reply' : `Message ${name}`,
        onmount: (node) => { if (thread && matchMedia('(min-width: 481px)').matches) node.focus(); },
        oninput: (ev) => change({ text: ev.target.value, picked: 0, shut: false }),
        onkeydown: (ev) => keys(app, ev, draft, thread, change, submit),
      })],
    h('footer', { key: 'footer' },
      h('button.plain', { type: 'button', 'aria-pressed': String(draft.raw), title: 'Write the message as raw JSON', 'aria-label': 'Raw message JSON', class: draft.raw ? 'on' : undefined, onclick: () => change({ raw: !draft.raw }) }, icon('braces')),
      thread && h('label.also', {}, h('input', { type: 'checkbox', checked: draft.broadcast, onchange: (ev) => change({ broadcast: ev.target.checked }) }), `Also send to ${name}`),
      h('button.send', { type: 'submit', 'aria-label': 'Send', title: 'Send', disabled: !(draft.raw ? draft.json : draft.text).trim() }, icon('send'))));
}

function keys(app, ev, draft, thread, change, submit) {
  if (ev.isComposing) return; // a syllable is still being put together
  if (suggestKeys(ev, choices(app.state, draft, thread), draft, change)) return;
  if (ev.key !== 'Enter' || ev.shiftKey) return;
  ev.preventDefault();
  submit();
}

async function send(app, channel, thread, draft) {
  const text = draft.text.trim();
  const place = { channel, thread_ts: thread, broadcast: draft.broadcast || undefined };
  if (draft.raw) {
    const body = rawBody(app, draft);
    if (body && await app.do.say(place, body)) clear(app, draft, { json: '' });
    return;
  }
  if (!text) return;
  const command = /^\/\S+/.exec(text)?.[0];
  if (command && thread) {
    app.do.tell(new Error(`${command} is not supported in threads. Sorry!`));
    return;
  }
  clear(app, draft, { text: '', broadcast: false });
  const sent = command ? await app.do.command(channel, text) : await app.do.say(place, { text });
  if (!sent && !draft.text.trim()) clear(app, draft, { text }); // give the words back
}

function clear(app, draft, part) {
  Object.assign(draft, part);
  app.draw({ light: true });
}
