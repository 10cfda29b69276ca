"""The root file system of the container image: the binary, the libraries it needs, and nothing else."""

import pathlib
import re
import shutil
import subprocess
import sys

CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"


def make(binary, parcel, texts, out):
    if binary.system != "linux":
        sys.exit("the image needs a binary for Linux")
    parcel.add("usr/bin/sayso", binary.content, executable=True)
    listed = subprocess.run(["ldd", binary.path], capture_output=True, text=True, check=True).stdout
    for library in re.findall(r"(?:=> |^\s*)(/\S+) \(0x", listed, re.MULTILINE):
        parcel.add(library.lstrip("/"), pathlib.Path(library).read_bytes(), executable=True)
    parcel.add("etc/passwd", "sayso:x:65532:65532::/data:/nonexistent\n")
    parcel.add("etc/group", "sayso:x:65532:\n")
    parcel.add("etc/nsswitch.conf", "hosts: files dns\n")
    if not pathlib.Path("/", CERTIFICATES).is_file():
        sys.exit(f"/{CERTIFICATES} is missing: install ca-certificates")
    parcel.add(CERTIFICATES, pathlib.Path("/", CERTIFICATES).read_bytes())
    parcel.add("usr/share/doc/sayso/LICENSE", texts("LICENSE"))
    place = out / "container"
    shutil.rmtree(place, ignore_errors=True)
    parcel.write(place / "root")
    # Apart, because it is copied with another owner.
    (place / "volume").mkdir()
    (place / "volume/data").mkdir(mode=0o700)
