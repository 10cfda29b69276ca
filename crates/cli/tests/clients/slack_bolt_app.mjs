// An app on Bolt for JavaScript: checks that it accepts the fake as Slack.

import bolt from '@slack/bolt';

const [base, bot, token] = process.argv.slice(2);
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const block = (text) => [
  {
    type: 'actions',
    block_id: 'b',
    elements: [
      { type: 'button', action_id: 'judge_click', value: '1', text: { type: 'plain_text', text } },
    ],
  },
];

const app = new bolt.App({
  token: bot,
  appToken: token,
  socketMode: true,
  logLevel: 'error',
  clientOptions: { slackApiUrl: base },
});

app.action('judge_click', async ({ ack, body, client }) => {
  await ack();
  tell({ clicked: body.user.id });
  const place = { channel: body.channel.id, ts: body.message.ts };
  await client.chat.update({ ...place, text: 'clicked', blocks: block('clicked') });
  const title = { type: 'plain_text', text: 'Title' };
  const view = { type: 'modal', callback_id: 'c', title, blocks: [] };
  await client.views.open({ trigger_id: body.trigger_id, view });
  try {
    await client.chat.postMessage({ channel: 'C1', text: 'x', blocks: [{ type: 'bogus' }] });
  } catch (error) {
    tell({ refused: error.data.error });
  }
});

await app.client.chat.postMessage({ channel: 'C1', text: 'click', blocks: block('click') });
await app.start();
tell({ connected: true });
process.stdin.on('end', () => process.exit(0)).resume();
