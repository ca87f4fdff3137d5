"""MkDocs hook: the answers to each single tap on a section lie beside its page, worked out ahead.

A reader's first tap need not wait for Python: hooks/client/ahead.js fetches them when a section comes near. What a
section's taps are and what they answer is in `hooks/taps.py`. Each section has a file, whose name is a hash of the
section and of all that its answers rest on; what an earlier build worked out is kept by that name. Sessions go by
steps, and a sheet is filled with the reader's own, so these have none. A site that is served while you write has none,
nor one that is built with AHEAD=false.
"""

import hashlib
import os
import re
import shutil
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from hooks import loading, places, serving, taps

CACHE = places.KEPT / "ahead"
FOLDER = "assets/ahead"
SECTION = re.compile(r'<section (?=[^>]*\sdata-calculator="([^"]+)")(?![^>]*\sdata-log=)[^>]*')
SHEET = re.compile(r'\sdata-sheet="([^"]+)"')
WORKED_BY = Path(taps.__file__).read_text(encoding="utf-8")
KEPT_SECONDS = 30 * 24 * 3600
FEW = 8
"""So few sections are worked out sooner than another process begins."""

_wanted: dict[str, str] = {}


def on_page_content(html: str, page: Any, config: Any, **_: Any) -> str:
    """Each section says under which name its answers lie."""
    if not serving.on() and config.extra.get("felloe", {}).get("ahead", True):
        page.calculators = {number: _named(section) for number, section in page.calculators.items()}
    return html


def _named(section: str) -> str:
    found = SECTION.search(section)
    if found is None:
        return section
    sheet = SHEET.search(found[0])
    if sheet and sheet[1] == found[1]:
        return section
    name = _name(section, [found[1], *([sheet[1]] if sheet else [])])
    _wanted[name] = section
    return f'{section[: found.end()]} data-ahead="{name}"{section[found.end() :]}'


def _name(section: str, calculators: Sequence[str]) -> str:
    app, sources = loading.engine()
    facts = [section, sources.of(*sorted({app.home(name) for name in calculators})), WORKED_BY]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:16]


def on_post_build(config: Any, **_: Any) -> None:
    """Work out what is not known from an earlier build, and lay all of it beside the pages."""
    if not _wanted:
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    missing = {name: section for name, section in _wanted.items() if not _file(name).exists()}
    _work(missing, config.extra.get("felloe", {}).get("modules", []))
    target = Path(config.site_dir) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in _wanted:
        shutil.copyfile(_file(name), target / _file(name).name)
        os.utime(_file(name))
    for path in CACHE.iterdir():
        if time.time() - path.stat().st_mtime > KEPT_SECONDS:
            path.unlink(missing_ok=True)
    _wanted.clear()


def _file(name: str) -> Path:
    return CACHE / f"{name}.gz"


def _work(sections: dict[str, str], modules: Sequence[str]) -> None:
    """Work out the answers of sections, by name, on all processors where it is worth it."""
    if len(sections) <= FEW:
        done = map(taps.packed, sections.values())
        for name, content in zip(sections, done, strict=True):
            _write(name, content)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=taps.begin, initargs=(modules,)) as pool:
        for name, content in zip(sections, pool.map(taps.packed, sections.values(), chunksize=FEW), strict=True):
            _write(name, content)


def _write(name: str, content: bytes) -> None:
    part = CACHE / f"{name}.{os.getpid()}"
    part.write_bytes(content)
    part.replace(_file(name))
