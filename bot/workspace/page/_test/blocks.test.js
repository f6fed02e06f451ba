import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { attachments } from '../attachments.js';
import { blocks } from '../blocks.js';
import { find, look, outline } from './outline.js';

const host = (more) => ({ look, change() {}, menu() {}, open: () => false, toggle() {}, legacy() {}, ...more });
const draw = (list, more) => blocks(list, host(more));
const mrkdwn = (text) => ({ type: 'mrkdwn', text });
const plain = (text) => ({ type: 'plain_text', text });

test('each kind of block shows its words', () => {
  const list = JSON.parse(readFileSync(new URL('blocks.json', import.meta.url)));
  for (const { block, shows } of list) {
    const text = outline(draw([block])).replace(/<[^<>]*>/g, ' ');
    for (const words of shows) assert.ok(text.includes(words), `${block.type}: ${JSON.stringify(words)} is not in ${text}`);
  }
});

test('what is not known is named, not dropped and not fatal', () => {
  const odd = [{ type: 'brand_new' }, { type: 'actions', elements: [{ type: 'brand_new_element' }, null] }, { type: 'context', elements: [{ type: 'odd' }] }, null, { type: 'constructor' }, {}];
  const text = outline(draw(odd));
  assert.match(text, /brand_new is not shown here/);
  assert.match(text, /brand_new_element is not shown here/);
  assert.match(text, /constructor is not shown here/);
  for (const none of [null, undefined, 'text', {}]) assert.equal(outline(draw(none)), '<div.blocks></>');
});

test('a button hands over its value, and a select the whole option', () => {
  const got = [];
  const change = (b, e, value, send) => got.push([b.block_id, e.action_id, value, send]);
  const options = [{ text: plain('Quiet'), value: 'q' }, { text: plain('Details'), value: 'd' }];
  const view = draw([{ type: 'actions', block_id: 'b', elements: [
    { type: 'button', action_id: 'yes', text: plain('This is it'), value: 'IL-1', style: 'primary' },
    { type: 'static_select', action_id: 'more', options, initial_option: options[1] },
  ] }], { change });
  const [button] = find(view, (v) => v.tag === 'button');
  assert.equal(button.props.class, 'button primary');
  button.props.onclick();
  const [select] = find(view, (v) => v.tag === 'select');
  select.props.onchange({ target: { value: 'q' } });
  assert.deepEqual(got, [
    ['b', 'yes', { type: 'button', value: 'IL-1', text: plain('This is it') }, true],
    ['b', 'more', { type: 'static_select', selected_option: options[0] }, true],
  ]);
});

test('a multiple choice hands over all that is ticked', () => {
  const got = [];
  const view = draw([{ type: 'actions', block_id: 'b', elements: [{ type: 'multi_users_select', action_id: 'who' }, { type: 'multi_static_select', action_id: 'what', options: ['a', 'b'].map((value) => ({ text: plain(value), value })) }] }],
    { values: { b: { what: { selected_options: [{ value: 'a' }] } } }, change: (b, e, value) => got.push(value) });
  const boxes = find(view, (v) => v.tag === 'input');
  assert.deepEqual(boxes.map((v) => v.props.checked), [false, true, false]);
  for (const box of boxes) box.props.onchange({ target: { checked: !box.props.checked } });
  assert.deepEqual(got, [
    { type: 'multi_users_select', selected_users: ['U1'] },
    { type: 'multi_static_select', selected_options: [] },
    { type: 'multi_static_select', selected_options: [{ text: plain('a'), value: 'a' }, { text: plain('b'), value: 'b' }] },
  ]);
});

test('an input tells the app of a change only when it asks for that', () => {
  const sent = [];
  const change = (b, e, value, send) => sent.push(send);
  const input = (dispatch_action) => ({ type: 'input', block_id: 'b', dispatch_action, label: plain('Case'), element: { type: 'checkboxes', action_id: 'a', options: [{ text: plain('x'), value: 'x' }] } });
  for (const b of [input(true), input(undefined)]) find(draw([b], { change }), (v) => v.tag === 'input')[0].props.onchange({ target: { checked: true } });
  assert.deepEqual(sent, [true, false]);
});

test('an error stands under its field', () => {
  const b = { type: 'input', block_id: 'b', label: plain('Case'), element: { type: 'plain_text_input', action_id: 'a' } };
  const view = draw([b], { errors: { b: 'No such case' } });
  assert.match(outline(view), /<div\.error>No such case<\/>/);
  assert.equal(find(view, (v) => v.tag === 'input')[0].props['aria-invalid'], 'true');
});

test('an attachment shows each of its parts once', () => {
  const view = attachments([{ id: 1, color: 'a30200', fallback: 'never shown', pretext: '<!here>', title: '[FIRING:1] Disk &amp; inode', title_link: 'https://a.example', text: '*full*', footer: 'Alertmanager', ts: 1776067200,
    fields: [{ title: 'Host', value: 'web-1', short: true }, { title: null, value: null }] }], host());
  const text = outline(view);
  assert.match(text, /<div\.title><a=https:\/\/a\.example>\[FIRING:1\] Disk & inode<\/>/);
  assert.match(text, /<strong>full<\/>/);
  assert.match(text, /<div\.field\.short><div\.name>Host<\/><div>web-1<\/>/);
  assert.match(text, /Alertmanager \| Yesterday at 8:00 AM/);
  assert.doesNotMatch(text, /never shown/);
  assert.equal(find(view, (v) => v.props.class === 'bar')[0].props.style.background, '#a30200');
});

test('a colour that is none reaches no style', () => {
  const [bar] = find(attachments([{ text: 'x', color: 'url(https://a.example)' }], host()), (v) => v.props.class === 'bar');
  assert.equal(bar.props.style.background, 'var(--line)');
});

test('fallback is shown only where nothing else is', () => {
  assert.match(outline(attachments([{ fallback: 'disk full' }], host())), /disk full/);
});

test('a long attachment is folded, a short one is not', () => {
  const fold = (text) => outline(attachments([{ text }], host())).includes('Show more');
  assert.equal(fold('line\n'.repeat(20)), true);
  assert.equal(fold('word '.repeat(200)), true);
  assert.equal(fold('one\ntwo\nthree'), false);
});

test('mrkdwn_in says which parts are marked up', () => {
  const text = (mrkdwn_in) => outline(attachments([{ text: '*a*', mrkdwn_in }], host()));
  assert.match(text(['text']), /<strong>a<\/>/);
  assert.match(text(['pretext']), /\*a\*/);
});

test('no picture of another host is loaded', () => {
  const view = draw([{ type: 'image', image_url: 'https://a.example/x.png', alt_text: 'graph' }, { type: 'section', text: mrkdwn('x'), accessory: { type: 'image', image_url: 'https://a.example/y.png', alt_text: 'y' } }]);
  assert.equal(find(view, (v) => v.tag === 'img' || v.props.src).length, 0);
  assert.match(outline(view), /<a=https:\/\/a\.example\/x\.png>graph<\/>/);
});
