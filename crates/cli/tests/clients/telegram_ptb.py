"""A bot on python-telegram-bot: checks that it accepts the fake as Telegram."""

import asyncio
import json
import sys

from telegram import (
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, RetryAfter
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, MessageHandler, filters

base, token, chat = sys.argv[1], sys.argv[2], int(sys.argv[3])


def tell(what):
    print(json.dumps(what), flush=True)


def keyboard(data="judge", text="tap me"):
    return InlineKeyboardMarkup([[InlineKeyboardButton(text, callback_data=data)]])


async def refused(call):
    try:
        await call
    except (BadRequest, Forbidden, Conflict, InvalidToken, RetryAfter) as error:
        tell({"refused": type(error).__name__, "says": str(error)})
    else:
        tell({"refused": None})


async def tapped(update, context):
    query = update.callback_query
    await query.answer(text="seen", show_alert=True)
    tell({"tapped": query.from_user.id, "data": query.data, "on": query.message.message_id})
    await query.edit_message_text("tapped <b>it</b>", parse_mode="HTML")


async def wrote(update, context):
    message = update.effective_message
    about = message.reply_to_message.message_id if message.reply_to_message else None
    edited = update.edited_message is not None
    private = message.chat.type == "private"
    tell({"wrote": message.text, "about": about, "edited": edited, "private": private})


async def main():
    app = ApplicationBuilder().token(token).base_url(f"{base}/bot").build()
    app.add_handler(CallbackQueryHandler(tapped))
    app.add_handler(MessageHandler(filters.TEXT, wrote))
    await app.initialize()
    tell({"me": app.bot.username})
    sent = await app.bot.send_message(
        chat,
        "<i>a &lt;b&gt; &amp; c</i>",
        parse_mode="HTML",
        reply_markup=keyboard(),
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    tell({"sent": sent.text})
    below = await app.bot.send_message(
        chat,
        "type",
        reply_markup=ForceReply(),
        reply_parameters=ReplyParameters(sent.message_id, allow_sending_without_reply=True),
    )
    bot = app.bot
    await refused(below.edit_text("not this one"))
    await refused(bot.send_message(chat, "<u>x", parse_mode="HTML"))
    await refused(bot.send_message(chat, "x", reply_markup=keyboard("x" * 65)))
    await refused(bot.send_message(chat, "x" * 4097))
    await refused(bot.edit_message_text("x", chat, 1))
    await refused(bot.send_message(chat, "slow"))
    await refused(bot.send_message(chat, "blocked"))
    await bot.delete_message(chat, below.message_id)
    await app.start()
    await app.updater.start_polling()
    tell({"polling": True})
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await app.updater.stop()
    await app.stop()
    await app.shutdown()


asyncio.run(main())
