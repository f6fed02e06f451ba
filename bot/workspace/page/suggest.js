// What the composer offers while one types: commands after "/", names after "@".
import { h } from './dom.js';

// choices lists what fits the end of the draft: [{label, hint, text}]; text is the
// draft once it is taken, absent where the line only explains.
export function choices(state, draft, thread) {
  if (draft.shut) return [];
  const { text } = draft;
  if (/^\/\S*/.test(text) && !text.includes('\n')) return commands(state, text, thread);
  const at = /(^|\s)@([\p{L}\p{N}._-]*)$/u.exec(text);
  if (!at) return [];
  const part = at[2].toLowerCase();
  return [...state.users.values()]
    .filter((u) => [u.name, u.real_name].some((n) => n?.toLowerCase().startsWith(part)))
    .slice(0, 6)
    .map((u) => ({ label: `@${u.name}`, hint: u.is_bot ? 'app' : u.real_name, text: `${text.slice(0, text.length - part.length)}${u.name} ` }));
}

function commands(state, text, thread) {
  if (thread) return [{ label: 'Slash commands do not work in threads.', hint: 'Use a message shortcut or a mention instead' }];
  const [word, ...rest] = text.split(' ');
  const all = state.apps.flatMap((a) => (a.commands ?? []).map((c) => ({ ...c, app: a.name })));
  if (rest.length) return all.filter((c) => c.command === word).map((c) => ({ label: `${c.command} ${c.usage_hint ?? ''}`, hint: c.description }));
  return all.filter((c) => c.command.startsWith(word)).map((c) => ({ label: `${c.command} ${c.usage_hint ?? ''}`, hint: `${c.description ?? ''} · ${c.app}`, text: `${c.command} ` }));
}

// Suggestions draws them above the text.
export function Suggestions(app, draft, thread, change) {
  const list = choices(app.state, draft, thread);
  if (!list.length) return null;
  return h('ul.suggestions', { key: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions' }, list.map((c, i) => h('li', {
    key: c.label, role: 'option', 'aria-selected': String(Boolean(c.text) && i === (draft.picked ?? 0)),
    onmousedown: (ev) => { ev.preventDefault(); if (c.text) change({ text: c.text, picked: 0 }); },
  }, h('b', {}, c.label), h('small', {}, c.hint))));
}

// suggestKeys handles the keys that move in the list or take from it, and says whether it did.
export function suggestKeys(ev, list, draft, change) {
  const open = list.filter((c) => c.text);
  if (!open.length) return false;
  const picked = draft.picked ?? 0;
  const move = { ArrowDown: 1, ArrowUp: -1 }[ev.key];
  if (move) change({ picked: (picked + move + open.length) % open.length });
  else if (ev.key === 'Tab' || (ev.key === 'Enter' && open[picked].text.trim() !== draft.text.trim())) change({ text: open[picked].text, picked: 0 });
  else if (ev.key === 'Escape') change({ shut: true });
  else return false;
  ev.preventDefault();
  ev.stopPropagation();
  return true;
}
