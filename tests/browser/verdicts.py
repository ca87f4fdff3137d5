"""Which pages passed their visit before: a visit's verdict has the name of all that it rests on.

Builds are equal byte for byte, so a page that nobody changed has the name that it had, and a fresh clone, or one after
``make clean``, visits every page.
"""

import functools
import hashlib
from pathlib import Path

from hooks.commands import fetch

ROOT = Path(__file__).parent.parent.parent
CACHE = ROOT / ".cache" / "verdicts"
VISIT = [Path(__file__).parent / name for name in ("looking.py", "server.py", "test_pages.py", "verdicts.py")]


def of_page(site: Path, url: str, path: str, browser: str) -> Path:
    """The file that is there if this page of the site in a folder, built for `url`, has passed in that browser.

    It rests on the page's HTML, on all scripts, styles and Python of the site, and on the tests themselves.
    """
    page = _without(url, (site / path / "index.html").read_bytes())
    CACHE.mkdir(parents=True, exist_ok=True)
    parts = (page, _assets(site, url), _visit(), path.encode(), browser.encode())
    return CACHE / hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _without(url: str, content: bytes) -> bytes:
    """The address of the server that is under test differs from run to run."""
    return content.replace(url.rstrip("/").encode(), b"")


@functools.cache
def _assets(site: Path, url: str) -> bytes:
    files = sorted(path for path in (site / "assets").rglob("*") if path.is_file())
    told = (f"{path.relative_to(site)} {_digest(_without(url, path.read_bytes()))}\n" for path in files)
    return "".join(told).encode()


@functools.cache
def _visit() -> bytes:
    return "\n".join([*(_digest(path.read_bytes()) for path in VISIT), str(fetch.tools())]).encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
