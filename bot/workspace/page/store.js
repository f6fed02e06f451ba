// What the page knows: the workspace as the server told it, and what the reader is doing.

// newState is the state before the first answer.
export function newState() {
  return {
    ready: false, online: true, problem: '',
    team: {}, me: '', users: new Map(), channels: [], apps: [], messages: {}, ephemerals: {}, views: [], homes: {}, notices: [],
    route: { page: '' }, unread: {}, toasts: [], menu: null, confirm: null, editing: '', pick: 0,
    drafts: {}, raw: {}, forms: {}, errors: {}, busy: new Set(), open: new Set(), hidden: new Set(),
  };
}

// load takes the answer of /ui/state over, and keeps drafts and the route.
export function load(state, s) {
  const list = (x) => x ?? [];
  Object.assign(state, {
    ready: true, problem: '', team: s.team ?? {}, me: s.me ?? '',
    users: new Map(list(s.users).map((u) => [u.id, u])),
    channels: list(s.channels), apps: list(s.apps), messages: s.messages ?? {}, ephemerals: s.ephemerals ?? {},
    views: list(s.views), homes: s.homes ?? {}, notices: list(s.notices),
    unread: Object.fromEntries(list(s.channels).map((c) => [c.id, c.unread ?? 0])),
  });
}

// hear takes one event of the stream over.
export function hear(state, kind, data) {
  deeds[kind]?.(state, data);
}

const deeds = {
  message(state, { channel, message }) {
    if (!put(state.messages, channel, message)) return;
    const seen = state.route.page === 'channel' && state.route.channel === channel;
    if (!seen && inChannel(message) && message.user !== state.me) state.unread[channel] = (state.unread[channel] ?? 0) + 1;
  },
  changed: (state, { channel, message }) => put(state.messages, channel, message),
  deleted: (state, { channel, ts }) => drop(state.messages, channel, ts),
  ephemeral: (state, { channel, message }) => put(state.ephemerals, channel, message),
  ephemeral_changed: (state, { channel, message }) => put(state.ephemerals, channel, message),
  ephemeral_deleted: (state, { channel, ts }) => drop(state.ephemerals, channel, ts),
  views(state, { views }) {
    state.views = views ?? [];
    const open = new Set(state.views.map((v) => v.id));
    for (const id of Object.keys(state.errors)) if (!open.has(id)) delete state.errors[id];
  },
  home: (state, { app, view }) => { state.homes[app] = view; },
  notice(state, n) {
    if (!state.notices.some((x) => x.channel === n.channel && x.ts === n.ts && x.how === n.how)) state.notices.push(n);
  },
  toast: (state, toast) => addToast(state, toast.text ?? toast.error ?? toast.message),
  channel(state, { channel }) {
    upsert(state.channels, channel);
    state.unread[channel.id] = channel.unread ?? 0;
  },
  user: (state, { user }) => state.users.set(user.id, user),
};

// addToast shows words until the reader puts them away; at most four at once.
export function addToast(state, text) {
  if (text) state.toasts = [...state.toasts, { id: `${Date.now()}-${state.toasts.length}`, text: String(text) }].slice(-4);
}

function upsert(list, item) {
  const i = list.findIndex((x) => x.id === item.id);
  if (i < 0) list.push(item);
  else list[i] = { ...list[i], ...item };
}

// put keeps a channel's messages in the order of their ts, each once, and says
// whether this one is new.
function put(all, channel, message) {
  const list = (all[channel] ??= []);
  const same = list.findIndex((m) => m.ts === message.ts);
  if (same >= 0) {
    list[same] = message;
    return false;
  }
  let i = list.length;
  while (i > 0 && later(list[i - 1].ts, message.ts)) i--;
  list.splice(i, 0, message);
  return true;
}

function drop(all, channel, ts) {
  all[channel] = (all[channel] ?? []).filter((m) => m.ts !== ts);
}

// later compares two ts as what they are, digits: longer is later.
export const later = (a, b) => (a.length === b.length ? a > b : a.length > b.length);

// isReply says that a message belongs into a thread, below its start.
export const isReply = (m) => Boolean(m.thread_ts) && m.thread_ts !== m.ts;

// inChannel says that the channel itself shows the message.
export const inChannel = (m) => !isReply(m) || m.subtype === 'thread_broadcast';

// shown lists what a channel shows, or a thread of it, with what only the reader sees.
export function shown(state, channel, thread) {
  const wanted = (m) => (thread ? m.ts === thread || m.thread_ts === thread : inChannel(m));
  const mine = (state.ephemerals[channel] ?? []).filter((m) => !state.hidden.has(m.ts)).map((m) => ({ ...m, ephemeral: true }));
  return [...(state.messages[channel] ?? []).filter(wanted), ...mine.filter((m) => (thread ? m.thread_ts === thread : !m.thread_ts))]
    .sort((a, b) => (later(a.ts, b.ts) ? 1 : -1));
}

// threadsOf maps the ts of each message of a channel that has replies to these.
export function threadsOf(state, channel) {
  const threads = new Map();
  for (const m of state.messages[channel] ?? []) {
    if (!isReply(m)) continue;
    if (!threads.has(m.thread_ts)) threads.set(m.thread_ts, []);
    threads.get(m.thread_ts).push(m);
  }
  return threads;
}

// channelName is a channel's name, or the other person's for a direct message.
export function channelName(state, c) {
  const other = c?.im?.find((id) => id !== state.me);
  return other ? state.users.get(other)?.real_name ?? other : c?.name ?? '';
}

// lookOf is what the views need to name people and channels.
export function lookOf(state, now = new Date()) {
  const name = (u) => u && (u.real_name || u.name);
  return {
    me: state.me, now,
    user: (id) => name(state.users.get(id)),
    channel: (id) => state.channels.find((c) => c.id === id)?.name,
    people: () => [...state.users.values()].map((u) => ({ id: u.id, name: name(u) })),
    rooms: () => state.channels.filter((c) => c.name).map(({ id, name: n }) => ({ id, name: n })),
  };
}
