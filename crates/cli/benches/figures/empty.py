"""Writes packages that do nothing, of the same kinds as ours, into the folder that is named."""

import base64
import hashlib
import io
import json
import pathlib
import sys
import tarfile
import zipfile

out = pathlib.Path(sys.argv[1])

with tarfile.open(out / "nothing-1.0.0.tgz", "w:gz") as tar:
    about = {"name": "nothing", "version": "1.0.0", "bin": {"nothing": "nothing.js"}}
    texts = {"package.json": json.dumps(about), "nothing.js": "#!/usr/bin/env node\n"}
    for name, text in texts.items():
        entry = tarfile.TarInfo(f"package/{name}")
        entry.size, entry.mode = len(text), 0o755
        tar.addfile(entry, io.BytesIO(text.encode()))

files = {
    "nothing-1.0.0.data/scripts/nothing": pathlib.Path("/bin/true").read_bytes(),
    "nothing-1.0.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: nothing\nVersion: 1.0.0\n",
    "nothing-1.0.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
}
record = ""
with zipfile.ZipFile(out / "nothing-1.0.0-py3-none-any.whl", "w") as wheel:
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(content)}\n"
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o100755 << 16
        wheel.writestr(entry, content)
    wheel.writestr("nothing-1.0.0.dist-info/RECORD", record + "nothing-1.0.0.dist-info/RECORD,,\n")
