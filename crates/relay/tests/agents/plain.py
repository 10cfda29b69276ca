"""A scripted agent with plain text: reads lines and prints its replies. Usage: plain.py FOLDER."""
import json, os, pathlib, signal, sys

folder = pathlib.Path(sys.argv[1])
script = json.loads((folder / "script.json").read_text())


def log(**entry):
    with open(folder / "log", "a") as file:
        file.write(json.dumps(entry) + "\n")


log(started=sys.argv[2:], pid=os.getpid())
for line in sys.stdin:
    said = line.rstrip("\n")
    log(said=said)
    for step in script.get(said, []):
        if "text" in step:
            print(step["text"], end="", flush=True)
        if "exits" in step:
            print("that is all", file=sys.stderr, flush=True)
            sys.exit(step["exits"])
log(ended="input")
