"""MkDocs hook: a reader may keep the whole built site in the browser and read it without a network.

It writes service-worker.js at the site's root, with every file and its hash in it, after all other hooks; offline.js in
the page asks for it when the reader does. A site that is served while you write has neither: it should show each edit.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority

from hooks import serving
from hooks.assets import CLIENT, SITE

WORKER = CLIENT / "offline" / "service-worker.js"
NAME = WORKER.name
DATED = "sitemap.xml.gz"
"""The map of the site as MkDocs packs it, with the day of the build: no page asks for it, and hosts pack the other."""
CONTROL = "assets/offline.js"
SCRIPT = f"assets/{SITE}"
SIZE = re.compile(r"(?<=Keep this site for offline \()[^)]*(?=\))")
# What no page of ours asks for: maps for those who debug Material, the search's other languages, its whole style,
# what crawlers read; answers worked out ahead, for which no page asks that has Python on the device; and scripts as
# they were written.
LEFT_OUT = (
    NAME,
    "*.map",
    "assets/javascripts/lunr/*",
    "assets/stylesheets/*",
    ".*",
    "assets/ahead/*",
    "assets/client/*",
)
PACKED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".xml")  # what hosts compress on the way
HASH_LETTERS = 32


def on_config(config: Any, **_: Any) -> Any:
    """Every page of a built site gets the control's script."""
    if not serving.on():
        script = ExtraScriptValue(CONTROL)
        script.type = "module"
        config.extra_javascript.append(script)
    return config


@event_priority(-100)
def on_post_build(config: Any, **_: Any) -> None:
    """Write the service worker when every other file is there; the same sources make the same site on any day."""
    if not serving.on():
        site = Path(config.site_dir)
        (site / DATED).unlink(missing_ok=True)
        write(site)


def write(site: Path) -> None:
    """Write the service worker of the built site in this folder, and into its script how much a reader fetches.

    The same files give the same worker. Raises `PluginError` where the script has no place for that.
    """
    script = site / SCRIPT
    if not script.is_file() or not SIZE.search(text := script.read_text(encoding="utf-8")):
        raise PluginError(f"The site has no {SCRIPT} with a place for its size.")
    size = sum(_fetched(path) for _, path in _files(site))
    script.write_text(SIZE.sub(f"{size / 1e6:.0f} MB", text), encoding="utf-8", newline="\n")
    described = {"files": {name: [_hash(content := path.read_bytes()), len(content)] for name, path in _files(site)}}
    listed = json.dumps(described, ensure_ascii=False, separators=(",", ":"))
    source = WORKER.read_text(encoding="utf-8")
    (site / NAME).write_text(f"self.site = {listed};\n{source}", encoding="utf-8", newline="\n")


def _files(site: Path) -> Iterator[tuple[str, Path]]:
    """What is kept, each file by the path that a page asks for: a folder's index.html by the folder."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not any(fnmatch(name, pattern) for pattern in LEFT_OUT):
            yield (name.removesuffix("index.html") if path.name == "index.html" else name), path


def _fetched(path: Path) -> int:
    content = path.read_bytes()
    # The quickest level: a little more than a host will send, and it is told in whole megabytes.
    return len(gzip.compress(content, 1)) if path.suffix in PACKED else len(content)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LETTERS]
