// An app on Slack's own SDK (Bolt), to be driven by TestSlackSDK: what the local
// workspace says must be what Slack's code understands.
//
// It answers alerts in their thread, a command with a modal, the modal with an
// error or a post, a button by replacing its message. Settings come as environment
// variables; the single line it prints is JSON: {"ready": true, "port": n}.
import bolt from '@slack/bolt';

const { API_URL, BOT_TOKEN, APP_TOKEN, SIGNING_SECRET, MODE } = process.env;
const { App, HTTPReceiver, LogLevel, SocketModeReceiver } = bolt;
const clientOptions = { slackApiUrl: API_URL };

const receiver = MODE === 'http'
  ? new HTTPReceiver({ signingSecret: SIGNING_SECRET, logLevel: LogLevel.WARN })
  : new SocketModeReceiver({ appToken: APP_TOKEN, clientPingTimeout: 500, installerOptions: { clientOptions }, logLevel: LogLevel.ERROR });
const app = new App({ token: BOT_TOKEN, receiver, clientOptions, logLevel: LogLevel.ERROR });

app.event('message', async ({ event, client }) => {
  if (event.username !== 'Alertmanager') return;
  const [attachment] = event.attachments;
  await client.chat.postMessage({
    channel: event.channel, thread_ts: event.ts, text: `seen ${attachment.color}`,
    blocks: [{ type: 'actions', elements: [{ type: 'button', action_id: 'yes', value: '1', text: { type: 'plain_text', text: 'Yes' } }] }],
  });
});

app.event('app_mention', async ({ event, say }) => say({ text: `you called, ${event.user}`, thread_ts: event.ts }));

app.command('/incidentlib', async ({ ack, body, client }) => {
  await ack(`looking for ${body.text}`);
  await client.views.open({ trigger_id: body.trigger_id, view: modal(body.channel_id) });
});

const modal = (channel) => ({
  type: 'modal', callback_id: 'ask', private_metadata: channel,
  title: { type: 'plain_text', text: 'Ask' }, submit: { type: 'plain_text', text: 'Go' },
  blocks: [{ type: 'input', block_id: 'words', label: { type: 'plain_text', text: 'Words' }, element: { type: 'plain_text_input', action_id: 'typed' } }],
});

app.view('ask', async ({ ack, view, client }) => {
  const words = view.state.values.words.typed.value;
  if (words === 'it broke') return ack({ response_action: 'errors', errors: { words: 'What broke?' } });
  await ack();
  return client.chat.postMessage({ channel: view.private_metadata, text: `asked: ${words}` });
});

app.action('yes', async ({ ack, respond }) => {
  await ack();
  await respond({ text: 'noted', replace_original: true });
});

app.shortcut('similar', async ({ ack, respond, shortcut }) => {
  await ack();
  await respond({ text: `like ${shortcut.message.text}`, response_type: 'ephemeral' });
});

app.error(async (error) => console.error(error));
process.stdin.on('end', () => process.exit(0)).resume();

const server = await app.start(0);
console.log(JSON.stringify({ ready: true, port: server?.address?.().port ?? 0 }));
