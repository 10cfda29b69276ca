// A bot on grammY: checks that it accepts the fake as Telegram.

import { Bot, GrammyError, InlineKeyboard } from 'grammy';

const [base, token, person] = process.argv.slice(2);
const chat = Number(person);
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const bot = new Bot(token, { client: { apiRoot: base } });
const keyboard = (data = 'judge') => new InlineKeyboard().text('tap me', data);

const refused = async (call) => {
  try {
    await call;
    tell({ refused: null });
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    tell({ refused: error.error_code, says: error.description, parameters: error.parameters });
  }
};

bot.on('callback_query:data', async (context) => {
  await context.answerCallbackQuery({ text: 'seen', show_alert: true });
  const { from, data, message } = context.callbackQuery;
  tell({ tapped: from.id, data, on: message.message_id });
  await context.editMessageText('tapped <b>it</b>', { parse_mode: 'HTML' });
});
bot.on(['message:text', 'edited_message:text'], (context) => {
  const message = context.msg;
  const about = message.reply_to_message?.message_id ?? null;
  const edited = context.editedMessage !== undefined;
  tell({ wrote: message.text, about, edited, private: message.chat.type === 'private' });
});

await bot.init();
tell({ me: bot.botInfo.username });
const html = { parse_mode: 'HTML' };
const sent = await bot.api.sendMessage(chat, '<i>a &lt;b&gt; &amp; c</i>', {
  ...html,
  reply_markup: keyboard(),
  link_preview_options: { is_disabled: true },
});
tell({ sent: sent.text });
const below = await bot.api.sendMessage(chat, 'type', {
  reply_markup: { force_reply: true },
  reply_parameters: { message_id: sent.message_id, allow_sending_without_reply: true },
});
await refused(bot.api.editMessageText(chat, below.message_id, 'not this one'));
await refused(bot.api.sendMessage(chat, '<u>x', html));
await refused(bot.api.sendMessage(chat, 'x', { reply_markup: keyboard('x'.repeat(65)) }));
await refused(bot.api.sendMessage(chat, 'x'.repeat(4097)));
await refused(bot.api.editMessageText(chat, 1, 'x'));
await refused(bot.api.sendMessage(chat, 'slow'));
await refused(bot.api.sendMessage(chat, 'blocked'));
await bot.api.deleteMessage(chat, below.message_id);
process.stdin.on('end', () => bot.stop()).resume();
await bot.start({ onStart: () => tell({ polling: true }) });
