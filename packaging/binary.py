"""The binary that is packaged: what it runs on, read from its own header, and what it prints of itself."""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ELF, MACH_O = b"\x7fELF", b"\xcf\xfa\xed\xfe"
PROCESSORS = {ELF: {62: "x64", 183: "arm64"}, MACH_O: {0x01000007: "x64", 0x0100000C: "arm64"}}
SYSTEMS = {ELF: "linux", MACH_O: "darwin"}
MACHINES = {"x64": "x86_64", "arm64": "aarch64"}


class Binary:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.content = self.path.read_bytes()
        magic = self.content[:4]
        if magic not in SYSTEMS:
            sys.exit(f"{path} is no program for Linux or macOS")
        place, size = (18, "<H") if magic == ELF else (4, "<I")
        machine = struct.unpack_from(size, self.content, place)[0]
        if machine not in PROCESSORS[magic]:
            sys.exit(f"{path} is for a processor without packages: {machine}")
        self.system, self.processor = SYSTEMS[magic], PROCESSORS[magic][machine]
        self.version = self.says("--version").split()[1]

    def says(self, *arguments):
        ran = subprocess.run([self.path, *arguments], capture_output=True, text=True, env={"HOME": "/"})
        if ran.returncode != 0:
            sys.exit(f"{self.path} {' '.join(arguments)}: {ran.stderr.strip()}")
        return ran.stdout

    def manuals(self):
        """Every manual page by its file name."""
        with tempfile.TemporaryDirectory() as place:
            self.says("man", "--out", place)
            return {page.name: page.read_bytes() for page in sorted(pathlib.Path(place).rglob("*.[17]"))}

    @property
    def npm_platform(self):
        return f"{self.system}-{self.processor}"

    @property
    def rust_target(self):
        rest = {"linux": "unknown-linux-gnu", "darwin": "apple-darwin"}[self.system]
        return f"{MACHINES[self.processor]}-{rest}"

    @property
    def debian_architecture(self):
        return {"x64": "amd64", "arm64": "arm64"}[self.processor]

    @property
    def wheel_platform(self):
        if self.system == "linux":
            major, minor = self.glibc()
            return f"manylinux_{major}_{minor}_{MACHINES[self.processor]}"
        major, minor = self.macos()
        return f"macosx_{major}_{minor}_{'x86_64' if self.processor == 'x64' else 'arm64'}"

    def glibc(self):
        """The oldest glibc that has every symbol it needs."""
        found = re.findall(r"\bGLIBC_(\d+)\.(\d+)", self.readelf("--version-info"))
        if not found:
            sys.exit(f"{self.path} does not use glibc")
        return max((int(major), int(minor)) for major, minor in found)

    def libraries(self):
        return re.findall(r"\(NEEDED\).*\[(.+)\]", self.readelf("--dynamic"))

    def readelf(self, what):
        try:
            command = ["readelf", "--wide", what, self.path]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout
        except FileNotFoundError:
            sys.exit("readelf is missing: install binutils")

    def macos(self):
        """The oldest macOS it says it runs on."""
        commands, place = struct.unpack_from("<I", self.content, 16)[0], 32
        for _ in range(commands):
            kind, size = struct.unpack_from("<II", self.content, place)
            # LC_BUILD_VERSION has the platform first, LC_VERSION_MIN_MACOSX has not.
            if kind in (0x32, 0x24):
                least = struct.unpack_from("<I", self.content, place + (12 if kind == 0x32 else 8))[0]
                major, minor = least >> 16, (least >> 8) & 0xFF
                return (major, 0) if major >= 11 else (major, minor)
            place += size
        sys.exit(f"{self.path} does not say which macOS it needs")
