import assert from 'node:assert/strict';
import test from 'node:test';
import { faultsOf, valuesOf } from '../forms.js';
import { safeURL } from '../links.js';
import { routeOf } from '../route.js';
import { hear, load, newState, shown } from '../store.js';
import { choices } from '../suggest.js';

function workspace() {
  const state = newState();
  load(state, { me: 'U1', users: [{ id: 'U1', name: 'dana', real_name: 'Dana' }, { id: 'U2', name: 'incidentlib', is_bot: true }], channels: [{ id: 'C1', name: 'alerts' }],
    apps: [{ id: 'A1', name: 'incidentlib', commands: [{ command: '/incidentlib', usage_hint: 'what you see' }] }],
    messages: { C1: [{ ts: '9.1', text: 'old' }, { ts: '10.1', text: 'start' }] } });
  return state;
}
const texts = (list) => list.map((m) => m.text);

test('messages keep the order of their ts and stand there once', () => {
  const state = workspace();
  for (const ts of ['10.3', '10.2', '10.3']) hear(state, 'message', { channel: 'C1', message: { ts, text: ts } });
  assert.deepEqual(texts(shown(state, 'C1')), ['old', 'start', '10.2', '10.3']);
  assert.equal(state.unread.C1, 2);
});

test('replies stand in their thread, broadcasts in both', () => {
  const state = workspace();
  hear(state, 'message', { channel: 'C1', message: { ts: '11.1', thread_ts: '10.1', text: 'reply' } });
  hear(state, 'message', { channel: 'C1', message: { ts: '11.2', thread_ts: '10.1', text: 'loud', subtype: 'thread_broadcast' } });
  hear(state, 'ephemeral', { channel: 'C1', message: { ts: '11.3', thread_ts: '10.1', text: 'mine' } });
  assert.deepEqual(texts(shown(state, 'C1')), ['old', 'start', 'loud']);
  assert.deepEqual(texts(shown(state, 'C1', '10.1')), ['start', 'reply', 'loud', 'mine']);
});

test('changes and deletions', () => {
  const state = workspace();
  hear(state, 'changed', { channel: 'C1', message: { ts: '10.1', text: 'edited' } });
  hear(state, 'deleted', { channel: 'C1', ts: '9.1' });
  hear(state, 'never_heard_of', {});
  assert.deepEqual(texts(shown(state, 'C1')), ['edited']);
});

test('a modal sends initial values, and what was put in over them', () => {
  const view = { blocks: [
    { type: 'input', block_id: 'a', element: { type: 'plain_text_input', action_id: 'x', initial_value: 'first' } },
    { type: 'input', block_id: 'b', element: { type: 'plain_text_input', action_id: 'x', min_length: 3 } },
    { type: 'section', block_id: 'c', accessory: { type: 'static_select', action_id: 'x', initial_option: { value: 'o' } } },
    { type: 'actions', block_id: 'd', elements: [{ type: 'button', action_id: 'x' }] }] };
  const values = valuesOf(view, { b: { x: { type: 'plain_text_input', value: 'no' } } });
  assert.deepEqual(values, {
    a: { x: { type: 'plain_text_input', value: 'first' } }, b: { x: { type: 'plain_text_input', value: 'no' } },
    c: { x: { type: 'static_select', selected_option: { value: 'o' } } } });
  assert.deepEqual(faultsOf(view, values), { b: 'Please use at least 3 characters.' });
  assert.deepEqual(faultsOf(view, valuesOf(view)), { b: 'Please complete this required field.' });
});

test('the composer offers commands in channels, and says why not in threads', () => {
  const state = workspace();
  const offer = (text, thread) => choices(state, { text }, thread).map((c) => c.text ?? c.label);
  assert.deepEqual(offer('/inc'), ['/incidentlib ']);
  assert.deepEqual(offer('/incidentlib disk'), ['/incidentlib what you see']);
  assert.deepEqual(offer('/inc', '10.1'), ['Slash commands do not work in threads.']);
  assert.deepEqual(offer('ask @inc'), ['ask @incidentlib ']);
  assert.deepEqual(offer('mail a@inc'), []);
});

test('routes', () => {
  assert.deepEqual(routeOf('#/C1/10.1'), { page: 'channel', channel: 'C1', thread: '10.1' });
  assert.deepEqual(routeOf('#/home/A1'), { page: 'home', app: 'A1' });
  assert.deepEqual(routeOf(''), { page: '' });
});

test('only web, mail and own addresses are followed', () => {
  for (const url of ['https://a.example', 'HTTP://a.example', 'mailto:a@b.example', '#/C1', '/static/app.js']) assert.equal(safeURL(url), url);
  for (const url of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//a.example', 'file:///etc', null, 5]) assert.equal(safeURL(url), undefined);
});
