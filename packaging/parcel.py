"""Files on their way into a package: the same input gives the same bytes."""

import gzip
import io
import tarfile
import zipfile
import time


class Parcel:
    """Paths with content and mode. `quick` compresses nothing, for tests."""

    def __init__(self, epoch, quick):
        self.files = {}
        self.epoch, self.quick = epoch, quick

    def add(self, path, content, executable=False):
        content = content.encode() if isinstance(content, str) else content
        self.files[path] = (content, 0o755 if executable else 0o644)

    def folders(self):
        found = set()
        for path in self.files:
            parts = path.split("/")[:-1]
            found.update("/".join(parts[: depth + 1]) for depth in range(len(parts)))
        return found

    def tar(self, out, folders=True):
        """A `.tar.gz`, sorted, of owner 0."""
        names = sorted([*self.files, *(self.folders() if folders else [])])
        packed = gzip.GzipFile("", "wb", 0 if self.quick else 9, out.open("wb"), self.epoch)
        with packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name in names:
                entry = tarfile.TarInfo(name)
                entry.mtime = self.epoch
                if name in self.files:
                    content, entry.mode = self.files[name]
                    entry.size = len(content)
                    tar.addfile(entry, io.BytesIO(content))
                else:
                    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                    tar.addfile(entry)

    def zip(self, out):
        level = 0 if self.quick else 9
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as packed:
            for name, (content, mode) in self.files.items():
                entry = zipfile.ZipInfo(name, time.gmtime(max(self.epoch, 315532800))[:6])
                entry.external_attr = (0o100000 | mode) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, content)

    def write(self, folder):
        for name, (content, mode) in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(mode)
