"""Whether the names we publish under are free or ours, asked through npm and pip."""

import json
import shutil
import subprocess
import sys

import npm
import wheel

FREE, OURS, TAKEN, UNKNOWN = "free", "ours", "TAKEN", "UNKNOWN"


def check(entry):
    """Prints a line for each name; True if all of them can be used. `entry` is our name in the MCP registry."""
    found = [("npm", name, on_npm(name, entry)) for name in npm.NAMES]
    found.append(("PyPI", wheel.NAME, on_pypi(wheel.NAME, entry)))
    for registry, name, (state, why) in found:
        print(f"{registry:4}  {name:24}  {state}{f': {why}' if why else ''}")
    return all(state in (FREE, OURS) for _, _, (state, _) in found)


def on_npm(name, entry):
    code, out, err = ran("npm", "view", name, "--json")
    if code != 0:
        return (FREE, "") if "E404" in err + out else (UNKNOWN, last(err))
    about = json.loads(out)
    # Of several versions, npm gives a list.
    about = about[-1] if isinstance(about, list) else about
    return (OURS, "") if about.get("mcpName") == entry else (TAKEN, about.get("description", ""))


def on_pypi(name, entry):
    # pip says the same of a name that doesn't exist and of a registry that it can't reach.
    code, _, err = ran("pip", *REPORT, "pip")
    if code != 0:
        return UNKNOWN, last(err)
    code, out, err = ran("pip", *REPORT, name)
    if code != 0:
        return (FREE, "") if "from versions: none" in err else (TAKEN, last(err))
    about = json.loads(out)["install"][0]["metadata"]
    ours = f"mcp-name: {entry}" in about.get("description", "")
    return (OURS, "") if ours else (TAKEN, about.get("summary", ""))


REPORT = ["install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-"]


def ran(program, *arguments):
    if not shutil.which(program):
        sys.exit(f"{program} is missing: the registry is asked through it")
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def last(text):
    return (text.strip().splitlines() or ["no answer"])[-1]
