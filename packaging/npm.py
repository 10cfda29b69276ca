"""The npm packages: `sayso-mcp`, which is a launcher, and one with the binary for each platform."""

import json
import os

# The name `sayso` belongs to somebody else on npm.
NAME = "sayso-mcp"
PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]
NAMES = [NAME, *(f"{NAME}-{platform}" for platform in PLATFORMS)]


def make(binary, parcel, texts, out):
    platform = binary.npm_platform
    system, processor = platform.split("-")
    about = {"description": f"The sayso binary for {platform}", "os": [system], "cpu": [processor]}
    if system == "linux":
        about["libc"] = ["glibc"]
    # Yarn would leave it inside an archive.
    about["preferUnplugged"] = True
    parcel.add("package/bin/sayso", binary.content, executable=True)
    describe(parcel, f"{NAME}-{platform}", binary.version, about, texts)
    parcel.tar(out / f"{NAME}-{platform}-{binary.version}.tgz", folders=False)

    parcel.files.clear()
    about = {
        "description": "Agents act on your say-so: they ask structured questions, you answer anywhere",
        "keywords": ["mcp", "mcp-server", "agent", "human-in-the-loop", "cli"],
        # `npx sayso-mcp` starts the one with the name of the package.
        "bin": {"sayso": "sayso.js", NAME: "sayso.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"{NAME}-{name}": binary.version for name in PLATFORMS},
    }
    parcel.add("package/sayso.js", texts("packaging/npm/sayso.js"), executable=True)
    parcel.add("package/README.md", texts("packaging/README.md"))
    describe(parcel, NAME, binary.version, about, texts)
    parcel.tar(out / f"{NAME}-{binary.version}.tgz", folders=False)


def describe(parcel, name, version, about, texts):
    known = {"name": name, "version": version, "license": "MIT OR Apache-2.0"}
    # The MCP registry compares it with its own entry; `scripts/package --check-names` knows us by it.
    known["mcpName"] = json.loads(texts("server.json"))["name"]
    # npm compares it with the provenance, which names where the release was built.
    if "GITHUB_REPOSITORY" in os.environ:
        url = f"git+https://github.com/{os.environ['GITHUB_REPOSITORY']}.git"
        known["repository"] = {"type": "git", "url": url}
    parcel.add("package/package.json", json.dumps({**known, **about}, indent=2) + "\n")
    parcel.add("package/LICENSE", texts("LICENSE"))
