"""A static server on a free port of this machine, which remembers what it was asked for."""

import gzip
import threading
import time
import zlib
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
# What hosts compress as they send it; any other file travels as it is.
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".xml")
CACHE_SECONDS = 600
CHUNK = 16384


@dataclass(frozen=True)
class Reply:
    """What to answer instead of the file: a status, and other bytes."""

    status: int = 200
    body: bytes = b""


@dataclass
class Server:
    """Serves `folder`, below `prefix` (``/felloe/``), with `headers` on every response.

    `replies` answer in place of the file of that path (without the query). `bytes_per_second` is what all connections
    share, and `latency` the seconds before each answer begins; while `down` holds, none comes. A `static_host`
    compresses what such hosts compress and lets browsers cache each file for ten minutes, then ask whether it changed.
    `requests` lists every path asked for, in order, with its query.
    """

    folder: Path
    prefix: str = "/"
    headers: Mapping[str, str] = field(default_factory=dict)
    bytes_per_second: int | None = None
    latency: float = 0
    down: bool = False
    static_host: bool = False
    replies: dict[str, Reply] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        outer = self
        self._line = threading.Lock()
        self._line_free = 0.0
        self._packed: dict[str, bytes] = {}

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
        if self.down:
            handler.close_connection = True
            return
        self.requests.append(handler.path)
        reply, kind, suffix = self._found(unquote(urlsplit(handler.path).path))
        body, headers = reply.body, {"Content-Type": kind, "Cache-Control": "no-cache", **self.headers}
        time.sleep(self.latency)
        if self.static_host:
            tag = f'"{zlib.crc32(body):08x}-{len(body)}"'
            headers |= {"Cache-Control": f"max-age={CACHE_SECONDS}", "ETag": tag, "Vary": "Accept-Encoding"}
            if handler.headers.get("If-None-Match") == tag:
                reply, body = Reply(304), b""
            elif suffix in COMPRESSED and "gzip" in handler.headers.get("Accept-Encoding", ""):
                body = self._compressed(tag, body)
                headers["Content-Encoding"] = "gzip"
        handler.send_response(reply.status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command == "HEAD":
            return
        for start in range(0, len(body), CHUNK):
            part = body[start : start + CHUNK]
            self._take_turn(len(part))
            if self.down:
                handler.close_connection = True
                return
            handler.wfile.write(part)

    def _take_turn(self, length: int) -> None:
        """Wait until this many bytes have passed the line, behind those of other connections that came before."""
        if self.bytes_per_second:
            with self._line:
                self._line_free = max(self._line_free, time.monotonic()) + length / self.bytes_per_second
                free = self._line_free
            time.sleep(max(0, free - time.monotonic()))

    def _compressed(self, tag: str, body: bytes) -> bytes:
        if tag not in self._packed:
            self._packed[tag] = gzip.compress(body, 6)
        return self._packed[tag]

    def _found(self, path: str) -> tuple[Reply, str, str]:
        name = path.removeprefix(self.prefix)
        file = self.folder / name
        if file.is_dir():
            file = file / "index.html"
        kind = TYPES.get(file.suffix, "application/octet-stream")
        if path in self.replies:
            return self.replies[path], kind, file.suffix
        inside = path.startswith(self.prefix) and file.resolve().is_relative_to(self.folder.resolve())
        if inside and file.is_file():
            return Reply(body=file.read_bytes()), kind, file.suffix
        missing = self.folder / "404.html"
        return Reply(404, missing.read_bytes() if missing.is_file() else b"Not here."), TYPES[".html"], ".html"
