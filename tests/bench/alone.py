"""Python and a page that asks it, without the site around them."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hooks import runtime
from hooks.assets import CLIENT, STYLE, style
from tests.browser.server import Server

PAGE = "<!doctype html><title>Python</title>"


@contextmanager
def python_alone(modules: Sequence[str] = (), page: str = PAGE) -> Iterator[Server]:
    """A server whose first page can import ``./python.js``, with the calculators of `modules` and the site's style."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(runtime.build(modules, snapshot=True), folder / "runtime")
        for name in ("python.js", "worker.js"):
            shutil.copy(CLIENT / name, folder / name)
        (folder / STYLE).write_text(style(), encoding="utf-8")
        (folder / "index.html").write_text(page, encoding="utf-8")
        with Server(folder) as server:
            yield server
