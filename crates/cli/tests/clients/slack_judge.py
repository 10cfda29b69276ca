"""The official Python SDK as a judge: one request and one reply per line.

`{"blocks": […]}` and `{"view": {…}}` are parsed by its models and validated, children included;
`{"call": {…}}` sends a request that its own code has signed.
"""

import json
import sys
import time
import urllib.error
import urllib.request

from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View
from slack_sdk.signature import Clock, SignatureVerifier


def check(thing, faults):
    """Validates an object and every object in it."""
    if isinstance(thing, (list, tuple, set)):
        for item in thing:
            check(item, faults)
    elif isinstance(thing, JsonObject):
        try:
            thing.validate_json()
        except Exception as error:
            faults.append(f"{type(thing).__name__}: {error}")
        for value in vars(thing).values():
            check(value, faults)


def lost(given, kept, path, faults):
    """The models drop unknown fields; nothing may be lost."""
    if isinstance(given, dict):
        for name, value in given.items():
            if not isinstance(kept, dict) or name not in kept:
                faults.append(f"{path}.{name} is unknown")
            else:
                lost(value, kept[name], f"{path}.{name}", faults)
    elif isinstance(given, list):
        for at, value in enumerate(given):
            lost(value, kept[at] if at < len(kept) else None, f"{path}[{at}]", faults)


def judged(given):
    faults = []
    try:
        parse(given, faults)
    except Exception as error:
        faults.append(str(error))
    return {"faults": faults}


def parse(given, faults):
    if "view" in given:
        view = View(**given["view"])
        check(view, faults)
        lost(given["view"], view.to_dict(), "view", faults)
    else:
        blocks = Block.parse_all(given["blocks"])
        check(blocks, faults)
        lost(given["blocks"], [block.to_dict() for block in blocks], "blocks", faults)


def call(given):
    at = str(int(time.time()) - given["age"])
    verifier = SignatureVerifier(given["secret"], Clock())
    signature = verifier.generate_signature(timestamp=at, body=given["body"])
    headers = {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": signature}
    is_form = given["body"].startswith("payload=")
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    request = urllib.request.Request(
        given["url"], given["body"].encode(), {**headers, "Content-Type": kind}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return {"status": answer.status, "body": answer.read().decode()}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "body": error.read().decode()}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(call(asked["call"]) if "call" in asked else judged(asked)), flush=True)
