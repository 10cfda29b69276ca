"""A registry with the npm packages in the folders that are named. Prints its address, and ends when its
input closes."""

import base64
import hashlib
import http.server
import json
import pathlib
import sys
import tarfile
import threading
import urllib.parse

packages, tarballs = {}, {}
for folder in sys.argv[1:]:
    for file in pathlib.Path(folder).glob("*.tgz"):
        with tarfile.open(file) as tar:
            about = json.load(tar.extractfile("package/package.json"))
        packages[f"/{about['name']}"] = about, file
        tarballs[f"/{file.name}"] = file


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urllib.parse.unquote(self.path)
        if path in tarballs:
            self.reply(200, "application/octet-stream", tarballs[path].read_bytes())
        elif path in packages:
            self.reply(200, "application/json", json.dumps(described(*packages[path])).encode())
        else:
            self.reply(404, "application/json", b"{}")

    def reply(self, code, kind, content):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        # As the public one does: within this time npx doesn't ask again.
        self.send_header("Cache-Control", "public, max-age=300")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def described(about, file):
    digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    dist = {"tarball": f"{address}/{file.name}", "integrity": f"sha512-{digest}"}
    version = about["version"]
    versions = {version: {**about, "dist": dist}}
    return {"name": about["name"], "dist-tags": {"latest": version}, "versions": versions}


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
address = f"http://127.0.0.1:{server.server_port}"
threading.Thread(target=server.serve_forever, daemon=True).start()
print(address, flush=True)
sys.stdin.read()
