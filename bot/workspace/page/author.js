// Who wrote a message, and the square beside it.
import { h } from './dom.js';
import { emoji } from './emoji.js';

const colours = ['4a7ebb', '2f9e8f', 'b5642f', '8a5fb0', 'b0476b', '5b8c3a', '3f6fb5', 'a07d1c'];

// authorOf returns {id, name, app, outside, colour, emoji}: id is the same for messages of one author.
export function authorOf(m, users) {
  const user = users.get(m.user);
  const app = Boolean(m.bot_id || m.bot_profile || user?.is_bot);
  const name = m.username || m.bot_profile?.name || (user && (user.real_name || user.name)) || m.user || m.bot_id || 'Unknown';
  const icon = emoji(String(m.icons?.emoji ?? '').replace(/:/g, ''));
  const system = m.user === 'USLACKBOT';
  return { id: `${m.bot_id ?? m.user}/${name}`, name: system ? 'Slackbot' : name, app, outside: Boolean(user?.is_stranger), colour: user?.color || colourOf(name), emoji: icon };
}

function colourOf(name) {
  let n = 0;
  for (const c of name) n = (n * 31 + c.codePointAt(0)) >>> 0;
  return colours[n % colours.length];
}

// avatar draws the square: an emoji where the bot chose one, else the first letters.
export function avatar(who, size = '') {
  const letters = who.name.split(/\s+/).filter(Boolean).slice(0, size === 'small' ? 1 : 2).map((w) => [...w][0]).join('').toUpperCase();
  const colour = /^#?[0-9a-f]{3,8}$/i.test(who.colour) ? `#${who.colour.replace('#', '')}` : '#888';
  return h(`span.avatar${size && `.${size}`}${who.app ? '.bot' : ''}`, { 'aria-hidden': 'true', style: { background: who.emoji ? 'transparent' : colour } }, who.emoji ?? letters);
}
