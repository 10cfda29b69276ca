"""The wheel: the binary as a script of the environment it is installed into. No Python runs."""

import base64
import hashlib

NAME = "sayso-mcp"


def make(binary, parcel, texts, out):
    name = f"{NAME.replace('-', '_')}-{binary.version}"
    tag = f"py3-none-{binary.wheel_platform}"
    parcel.add(f"{name}.data/scripts/sayso", binary.content, executable=True)
    # `uvx sayso-mcp` starts the one with the name of the package.
    parcel.add(f"{name}.data/scripts/{NAME}", ALIAS, executable=True)
    parcel.add(f"{name}.dist-info/METADATA", METADATA.format(name=NAME, version=binary.version) + texts("packaging/README.md"))
    parcel.add(f"{name}.dist-info/WHEEL", WHEEL.format(tag=tag))
    parcel.add(f"{name}.dist-info/licenses/LICENSE", texts("LICENSE"))
    lines = [f"{path},{hashed(content)},{len(content)}\n" for path, (content, _) in parcel.files.items()]
    record = f"{name}.dist-info/RECORD"
    parcel.add(record, "".join(lines) + f"{record},,\n")
    parcel.zip(out / f"{name}-{tag}.whl")


def hashed(content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return "sha256=" + digest.decode().rstrip("=")


METADATA = """\
Metadata-Version: 2.4
Name: {name}
Version: {version}
Summary: Agents act on your say-so: they ask structured questions, you answer anywhere
License-Expression: MIT OR Apache-2.0
License-File: LICENSE
Requires-Python: >=3.8
Description-Content-Type: text/markdown

"""

ALIAS = """\
#!/bin/sh
exec "$(dirname -- "$0")/sayso" "$@"
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: sayso
Root-Is-Purelib: false
Tag: {tag}
"""
