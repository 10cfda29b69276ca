"""An app on Bolt for Python: checks that it accepts the fake as Slack."""

import json
import sys

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

base, bot, token = sys.argv[1:]


def tell(what):
    print(json.dumps(what), flush=True)


def block(text):
    button = {"type": "button", "action_id": "judge_click", "value": "1"}
    button["text"] = {"type": "plain_text", "text": text}
    return [{"type": "actions", "block_id": "b", "elements": [button]}]


app = App(client=WebClient(token=bot, base_url=base))


@app.action("judge_click")
def clicked(ack, body, client):
    ack()
    tell({"clicked": body["user"]["id"]})
    place = {"channel": body["channel"]["id"], "ts": body["message"]["ts"]}
    client.chat_update(**place, text="clicked", blocks=block("clicked"))
    title = {"type": "plain_text", "text": "Title"}
    view = {"type": "modal", "callback_id": "c", "title": title, "blocks": []}
    client.views_open(trigger_id=body["trigger_id"], view=view)
    try:
        client.chat_postMessage(channel="C1", text="x", blocks=[{"type": "bogus"}])
    except SlackApiError as error:
        tell({"refused": error.response["error"]})


app.client.chat_postMessage(channel="C1", text="click", blocks=block("click"))
handler = SocketModeHandler(app, token)
handler.connect()
tell({"connected": True})
sys.stdin.read()
