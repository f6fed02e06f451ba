// Slack's own markup ("mrkdwn") as a tree of plain nodes:
//   {type:'text', text} bold, italic, strike, quote {children} code, pre {text}
//   link {url, text} user, channel, group {id, text} broadcast {range} date {...} emoji {name}
// A text arrives with & < > escaped and with <…> around what Slack itself marked.

const word = /[\p{L}\p{N}]/u;
const marks = { '*': 'bold', _: 'italic', '~': 'strike' };

// decode undoes Slack's three escapes, once: "&amp;lt;" becomes "&lt;".
export const decode = (s) => s.replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>' })[name]);

// parse reads a text. Bare addresses become links unless verbatim, a bare @here
// becomes a mention only with names; without styles, * _ ~ ` and > stay as they are.
export function parse(text, { verbatim = false, names = false, styles = true } = {}) {
  const how = { verbatim, names: names && !verbatim, styles };
  if (!styles) return inline(text, how);
  const out = [];
  const fence = /```([\s\S]+?)```\n?/g;
  let from = 0;
  for (let m = fence.exec(text); m; m = fence.exec(text)) {
    out.push(...lines(text.slice(from, m.index), how));
    out.push({ type: 'pre', text: flat(m[1].replace(/^\n|\n$/g, '')) });
    from = fence.lastIndex;
  }
  out.push(...lines(text.slice(from), how));
  return out;
}

// lines gathers quoted lines; ">>>" quotes all that follows.
function lines(text, how) {
  const out = [];
  const rest = /(^|\n)(?:&gt;|>){3}([\s\S]*)$/.exec(text);
  if (rest) text = text.slice(0, rest.index + rest[1].length);
  const quoted = /(?:^(?:&gt;|>).*(?:\n|$))+/gm;
  let from = 0;
  for (let m = quoted.exec(text); m && m[0]; m = quoted.exec(text)) {
    out.push(...inline(text.slice(from, m.index), how), quote(m[0].replace(/\n$/, '').replace(/^(?:&gt;|>) ?/gm, ''), how));
    from = quoted.lastIndex;
  }
  out.push(...inline(text.slice(from), how));
  if (rest) out.push(quote(rest[2].replace(/^\s/, ''), how));
  return out;
}

const quote = (text, how) => ({ type: 'quote', children: inline(text, how) });

// inline reads what has no line structure.
function inline(s, how) {
  const out = [];
  const unclosed = {}; // mark -> where the line ends in which it closes no more
  let plain = '';
  const add = (node) => {
    if (plain) out.push({ type: 'text', text: decode(plain) });
    plain = '';
    out.push(node);
  };
  for (let i = 0; i < s.length;) {
    const found = token(s, i) ?? styled(s, i, how, unclosed) ?? named(s, i) ?? (how.verbatim ? null : bare(s, i, how.names));
    if (found) {
      add(found.node);
      i = found.end;
    } else {
      plain += s[i++];
    }
  }
  if (plain) out.push({ type: 'text', text: decode(plain) });
  return out;
}

// token reads <…> at i.
function token(s, i) {
  if (s[i] !== '<') return null;
  const m = /<([^<>\n]+)>/y;
  m.lastIndex = i;
  const found = m.exec(s);
  const node = found && special(found[1]);
  return node ? { node, end: m.lastIndex } : null;
}

function special(body) {
  const bar = body.indexOf('|');
  const head = bar < 0 ? body : body.slice(0, bar);
  const label = bar < 0 ? '' : decode(body.slice(bar + 1));
  if (/^@[UWB][A-Z0-9]*$/.test(head)) return { type: 'user', id: head.slice(1), text: label };
  if (/^#[CGD][A-Z0-9]*$/.test(head)) return { type: 'channel', id: head.slice(1), text: label };
  if (/^!(here|channel|everyone)$/.test(head)) return { type: 'broadcast', range: head.slice(1) };
  if (head.startsWith('!subteam^')) return { type: 'group', id: head.slice(9), text: label };
  if (head.startsWith('!date^')) {
    const [, ts, form = '', url] = head.split('^');
    return { type: 'date', ts, form: decode(form), url: url && decode(url), text: label };
  }
  if (head.startsWith('!')) return { type: 'text', text: label || `<${head}>` };
  if (/^(https?:\/\/|mailto:)/i.test(head)) return { type: 'link', url: decode(head), text: label || decode(head).replace(/^mailto:/i, '') };
  return label ? { type: 'text', text: label } : null;
}

// styled reads *bold*, _italic_, ~strike~ or `code` at i. The marks count only at
// word edges and within a line, so "*굵게*는" keeps its asterisks.
function styled(s, i, how, unclosed) {
  const mark = s[i];
  if (!how.styles || !(mark === '`' || marks[mark]) || i < unclosed[mark]) return null;
  const next = s[i + 1] ?? ' ';
  if (word.test(s[i - 1] ?? ' ') || s[i - 1] === mark || next === mark || /\s/.test(next)) return null;
  let j = i + 2;
  for (; j < s.length && s[j] !== '\n'; j++) {
    if (s[j] === '<') j = Math.max(j, (token(s, j)?.end ?? j + 1) - 1);
    const closes = s[j] === mark && !/\s/.test(s[j - 1]) && s[j + 1] !== mark && !word.test(s[j + 1] ?? ' ');
    if (!closes) continue;
    const inside = s.slice(i + 1, j);
    const node = mark === '`' ? { type: 'code', text: flat(inside) } : { type: marks[mark], children: inline(inside, how) };
    return { node, end: j + 1 };
  }
  unclosed[mark] = j;
  return null;
}

// named reads an emoji at i.
function named(s, i) {
  const m = /:([a-z0-9_+'-]{1,60}(?:::skin-tone-\d)?):/y;
  m.lastIndex = i;
  const found = s[i] === ':' && m.exec(s);
  return found ? { node: { type: 'emoji', name: found[1] }, end: m.lastIndex } : null;
}

// bare reads what Slack links by itself: an address, @here and its kin.
function bare(s, i, names) {
  if (!(names ? 'hH@' : 'hH').includes(s[i]) || word.test(s[i - 1] ?? ' ')) return null;
  const m = /(https?:\/\/[^\s<>|]+[^\s<>|.,;:!?'")\]}])|@(here|channel|everyone)(?![\p{L}\p{N}])/iuy;
  m.lastIndex = i;
  const found = m.exec(s);
  if (!found) return null;
  const url = found[1] && decode(found[1]);
  const node = url ? { type: 'link', url, text: url } : { type: 'broadcast', range: found[2].toLowerCase() };
  return { node, end: m.lastIndex };
}

// flat is the text of a code span or fence: marks stay, <…> gives way to its label.
function flat(s) {
  return s.split(/(<[^<>\n]+>)/).map((part, k) => {
    const node = k % 2 ? special(part.slice(1, -1)) : null;
    if (!node) return decode(part);
    return node.text || (node.range ? `@${node.range}` : node.id ? decode(part) : '');
  }).join('');
}
