// The page's two ways to the server: a POST for each deed, one stream of what happens.

// post sends a deed and returns the answer. A refusal is an Error whose message
// says what was wrong and, where the server knows one, the remedy.
export async function post(path, body) {
  const answer = await fetch(`/ui/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const text = await answer.text();
  const data = parsed(text);
  if (answer.ok) return data ?? {};
  const { error = text.slice(0, 200) || answer.statusText, hint = '' } = data ?? {};
  throw new Error(hint ? `${error} (${hint})` : error);
}

// state fetches the whole workspace.
export async function fetchState() {
  const answer = await fetch('/ui/state');
  if (!answer.ok) throw new Error(`the workspace answered ${answer.status}`);
  return answer.json();
}

const kinds = ['message', 'changed', 'deleted', 'ephemeral', 'ephemeral_changed', 'ephemeral_deleted', 'views', 'home', 'notice', 'toast', 'channel', 'user'];

// follow calls heard(kind, data) for each event, and link(up) when the stream
// opens or breaks. The browser opens it again by itself.
export function follow(heard, link) {
  const stream = new EventSource('/ui/stream');
  for (const kind of kinds) stream.addEventListener(kind, (ev) => heard(kind, parsed(ev.data) ?? {}));
  stream.onopen = () => link(true);
  stream.onerror = () => link(false);
  return stream;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
