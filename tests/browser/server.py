"""A static server on a free port of this machine, which remembers what it was asked for."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import unquote, urlsplit

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
CHUNK = 65536


@dataclass(frozen=True)
class Reply:
    """What to answer instead of the file: a status, and other bytes."""

    status: int = 200
    body: bytes = b""


@dataclass
class Server:
    """Serves `folder`, below `prefix` (``/felloe/``), with `headers` on every response.

    `replies` answer in place of the file of that path (without the query); `bytes_per_second` slows everything down.
    `requests` lists every path asked for, in order, with its query.
    """

    folder: Path
    prefix: str = "/"
    headers: Mapping[str, str] = field(default_factory=dict)
    bytes_per_second: int | None = None
    replies: dict[str, Reply] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer._answer(self)

            do_HEAD = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  # a browser that leaves is no error

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The address of the folder, with a slash at its end."""
        return f"http://127.0.0.1:{self._http.server_port}{self.prefix}"

    def asked(self, part: str) -> list[str]:
        """The requests so far that hold `part`."""
        return [path for path in self.requests if part in path]

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.requests.append(handler.path)
        path = unquote(urlsplit(handler.path).path)
        reply, kind = self._found(path)
        handler.send_response(reply.status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(reply.body)))
        handler.send_header("Cache-Control", "no-cache")
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        if handler.command == "HEAD":
            return
        for start in range(0, len(reply.body), CHUNK):
            part = reply.body[start : start + CHUNK]
            handler.wfile.write(part)
            if self.bytes_per_second:
                time.sleep(len(part) / self.bytes_per_second)

    def _found(self, path: str) -> tuple[Reply, str]:
        name = path.removeprefix(self.prefix)
        file = self.folder / name
        if file.is_dir():
            file = file / "index.html"
        kind = TYPES.get(file.suffix, "application/octet-stream")
        if path in self.replies:
            return self.replies[path], kind
        inside = path.startswith(self.prefix) and file.resolve().is_relative_to(self.folder.resolve())
        if inside and file.is_file():
            return Reply(body=file.read_bytes()), kind
        missing = self.folder / "404.html"
        return Reply(404, missing.read_bytes() if missing.is_file() else b"Not here."), TYPES[".html"]
