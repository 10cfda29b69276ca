"""The Debian package: binary, manual pages, completions, and the unit that `systemctl --user` enables."""

import gzip
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile


def make(binary, parcel, texts, out):
    if binary.system != "linux":
        sys.exit("a Debian package needs a binary for Linux")

    def packed(text):
        content = text.encode() if isinstance(text, str) else text
        return gzip.compress(content, 9, mtime=parcel.epoch)

    parcel.add("usr/bin/sayso", binary.content, executable=True)
    for page, text in binary.manuals().items():
        parcel.add(f"usr/share/man/man{page[-1]}/{page}.gz", packed(text))
    for path, shell in COMPLETIONS.items():
        parcel.add(f"usr/share/{path}", binary.says("completions", shell))
    parcel.add("usr/lib/systemd/user/sayso-hub.service", texts("packaging/deb/sayso-hub.service"))
    parcel.add("usr/share/doc/sayso/copyright", texts("packaging/deb/copyright"))
    parcel.add("usr/share/doc/sayso/changelog.gz", packed(texts("CHANGELOG.md")))
    size = sum(len(content) for content, _ in parcel.files.values()) // 1024
    sums = [f"{hashlib.md5(content).hexdigest()}  {path}\n" for path, (content, _) in sorted(parcel.files.items())]
    parcel.add("DEBIAN/md5sums", "".join(sums))
    parcel.add("DEBIAN/control", control(binary, size))
    with tempfile.TemporaryDirectory() as place:
        # Not the mode of a temporary directory.
        root = pathlib.Path(place, "root")
        root.mkdir(mode=0o755)
        parcel.write(root)
        file = out / f"sayso_{binary.version}_{binary.debian_architecture}.deb"
        how = ["-Znone"] if parcel.quick else ["-Zxz", "-z9"]
        command = ["dpkg-deb", "--root-owner-group", *how, "--build", root, file]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(parcel.epoch)}
        try:
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        except FileNotFoundError:
            sys.exit("dpkg-deb is missing: Debian packages are built on Debian or Ubuntu")


def control(binary, size):
    major, minor = binary.glibc()
    depends = [f"libc6 (>= {major}.{minor})"]
    for library in binary.libraries():
        if library in LIBRARIES:
            depends.append(LIBRARIES[library])
        elif not library.startswith(OF_GLIBC):
            sys.exit(f"which Debian package has {library}?")
    return CONTROL.format(
        version=binary.version,
        architecture=binary.debian_architecture,
        size=size,
        depends=", ".join(depends),
    )


OF_GLIBC = ("libc.so.", "libm.so.", "libpthread.so.", "libdl.so.", "librt.so.", "ld-linux")
LIBRARIES = {"libgcc_s.so.1": "libgcc-s1 (>= 4.2)"}

COMPLETIONS = {
    "bash-completion/completions/sayso": "bash",
    "zsh/vendor-completions/_sayso": "zsh",
    "fish/vendor_completions.d/sayso.fish": "fish",
}

CONTROL = """\
Package: sayso
Version: {version}
Architecture: {architecture}
Maintainer: the sayso authors <authors@sayso.invalid>
Installed-Size: {size}
Depends: {depends}
Recommends: ca-certificates
Suggests: libnotify-bin, xdg-utils
Section: utils
Priority: optional
Description: AI agents ask you structured questions instead of guessing
 Agents ask over MCP, from scripts or in their text. You answer in a terminal,
 a browser or Slack. The agent gets exactly one answer, and no crash, timeout
 or second agent loses it.
"""
