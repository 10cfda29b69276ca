"""A scripted agent that talks like Claude Code in its JSON mode.

Usage: claude.py FOLDER [flags of Claude Code]. FOLDER/script.json maps what is said to a list of steps.
What it is started with and told is written to FOLDER/log, a JSON line each.
"""
import json, os, pathlib, signal, sys

folder = pathlib.Path(sys.argv[1])
flags = sys.argv[2:]
script = json.loads((folder / "script.json").read_text())


def log(**entry):
    with open(folder / "log", "a") as file:
        file.write(json.dumps(entry) + "\n")


def tell(**line):
    print(json.dumps(line), flush=True)


def once(name):
    """Whether this is the first time, over all processes."""
    try:
        (folder / name).touch(exist_ok=False)
        return True
    except FileExistsError:
        return False


log(started=flags, pid=os.getpid())
known = folder / "sessions"
session = f"session-{os.getpid()}"
if "--resume" in flags:
    session = flags[flags.index("--resume") + 1]
    if session not in (known.read_text() if known.exists() else ""):
        why = f"No conversation found with session ID: {session}"
        tell(type="result", subtype="error_during_execution", is_error=True, errors=[why])
        sys.exit(1)
with open(known, "a") as file:
    file.write(session + "\n")

for line in sys.stdin:
    said = json.loads(line)["message"]["content"][0]["text"]
    log(said=said)
    tell(type="system", subtype="init", session_id=session)
    tell(type="something_new", session_id=session)
    for step in script.get(said, [{"text": f"heard {said}"}]):
        if "text" in step:
            text = step["text"]
            tell(type="stream_event", event={"type": "content_block_start", "content_block": {"type": "text", "text": ""}})
            for at in range(0, len(text), 7):
                delta = {"type": "text_delta", "text": text[at:at + 7]}
                tell(type="stream_event", event={"type": "content_block_delta", "delta": delta})
            tell(type="assistant", message={"id": "m", "content": [{"type": "text", "text": text}]})
        if "wants" in step:
            request = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": step["wants"]}}
            tell(type="control_request", request_id="r1", request=request)
            log(permission=json.loads(sys.stdin.readline())["response"])
        if "dies" in step and once(step["dies"]):
            print("out of luck", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        if "dies_always" in step:
            print("out of luck again", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        if "hangs" in step:
            signal.pause()
        if "forgets" in step:
            known.unlink()
        if "child" in step:
            pid = os.fork()
            if pid == 0:
                signal.pause()
            log(child=pid)
    tell(type="result", session_id=session, subtype="success", is_error=False, result="")
