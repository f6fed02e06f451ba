import assert from 'node:assert/strict';
import test from 'node:test';
import { mrkdwn, textObject } from '../inline.js';
import { look, outline } from './outline.js';

const cases = [
  ['styles', '*bold* _it_ ~gone~ `code`', '<strong>bold</> <em>it</> <s>gone</> <code>code</>'],
  ['styles inside one another', '*a _b_ c*', '<strong>a <em>b</> c</>'],
  ['marks inside words stay', 'snake_case_name 2*3*4 a~b~c', 'snake_case_name 2*3*4 a~b~c'],
  ['a Korean particle keeps the marks', '*굵게*는 _기울임_을', '*굵게*는 _기울임_을'],
  ['Korean between spaces is bold', '이 *디스크 가득* 경보', '이 <strong>디스크 가득</> 경보'],
  ['punctuation is an edge', '(*bold*), "_it_"!', '(<strong>bold</>), "<em>it</>"!'],
  ['space inside the marks', '* not bold* and *not bold *', '* not bold* and *not bold *'],
  ['doubled marks', '**not bold** __init__', '**not bold** __init__'],
  ['no style over a line end', '*one\ntwo*', '*one\ntwo*'],
  ['code keeps marks', '`*x* _y_ :fire:`', '<code>*x* _y_ :fire:</>'],
  ['fence', 'see ```\n*a* &lt;b&gt;\n``` end', 'see <pre>*a* <b></> end'],
  ['an open fence is text', 'a ``` b', 'a ``` b'],
  ['quote', 'a\n&gt; one\n&gt; *two*\nb', 'a\n<blockquote>one\n<strong>two</></>b'],
  ['quote to the end', 'a\n&gt;&gt;&gt; one\ntwo', 'a\n<blockquote>one\ntwo</>'],
  ['escapes are undone once', '&amp;lt;b&amp;gt; &lt;i&gt; &amp;amp;', '&lt;b&gt; <i> &amp;'],
  ['link with a label', '<https://a.example/x?a=1&amp;b=2|the *run* book>', '<a=https://a.example/x?a=1&b=2>the *run* book</>'],
  ['bold link', '*<https://a.example|go>*', '<strong><a=https://a.example>go</></>'],
  ['mail', '<mailto:a@b.example|write>', '<a=mailto:a@b.example>write</>'],
  ['a script is no link', '<javascript:alert(1)|x> <data:text/html,x>', 'x <data:text/html,x>'],
  ['markup is text', '<img src=x onerror=alert(1)> <b>', '<img src=x onerror=alert(1)> <b>'],
  ['mentions', '<@U1> <@U9|ghost> <@U8>', '<span.mention.me>@Dana</> <span.mention>@ghost</> <span.mention>@U8</>'],
  ['channels', '<#C1> <#C9|ops> <#C9|>', '<a.mention=#/C1>#alerts</> <span.mention>#ops</> <span.mention>private channel</>'],
  ['broadcasts', '<!here|here> <!channel> &lt;!everyone&gt;', '<span.mention.me>@here</> <span.mention.me>@channel</> <!everyone>'],
  ['a group', '<!subteam^S1|@oncall>', '<span.mention>@oncall</>'],
  ['a date', '<!date^1776067200^{date_num} at {time}|then>', '<time>2026-04-13 at 8:00 AM</>'],
  ['a date as a link', '<!date^1776067200^{date_short}^https://a.example|then>', '<a=https://a.example>Apr 13, 2026</>'],
  ['a date in words unknown', '<!date^1776067200^{century}|then>', '<time>then</>'],
  ['a date that is none', '<!date^soon^{date}|then>', '<time>then</>'],
  ['emoji', ':fire: :no_such_one: 10:30:45', '<span.emoji>🔥</> :no_such_one: 10:30:45'],
  ['a bare address', 'see https://a.example/x. now', 'see <a=https://a.example/x>https://a.example/x</>. now'],
  ['a bare ping in a text is text', 'hey @here', 'hey @here'],
];
for (const [name, text, want] of cases) {
  test(`mrkdwn: ${name}`, () => assert.equal(outline(mrkdwn(text, look)), want));
}

test('a mrkdwn object that is not verbatim reads bare names and addresses', () => {
  const text = '@here https://a.example';
  assert.equal(outline(textObject({ type: 'mrkdwn', text }, look)), '<span.mention.me>@here</> <a=https://a.example>https://a.example</>');
  assert.equal(outline(textObject({ type: 'mrkdwn', text, verbatim: true }, look)), text);
});

test('plain text has escapes and emoji, nothing else', () => {
  assert.equal(outline(textObject({ type: 'plain_text', text: '*a* <b> &lt;i&gt; &amp;lt; :fire:' }, look)), '*a* <b> <i> &lt; 🔥');
  assert.equal(outline(textObject({ type: 'plain_text', text: ':fire:', emoji: false }, look)), ':fire:');
});

test('without styles only marked tokens are read', () => {
  assert.equal(outline(mrkdwn('*a* <https://a.example|b>\n&gt; c', look, { styles: false })), '*a* <a=https://a.example>b</>\n> c');
});

test('marks that never close are text, however many there are', () => {
  const text = '*a _b ~c '.repeat(5000);
  assert.equal(outline(mrkdwn(text, look)), text);
});
