"""What a page costs at full size, in bytes before it is touched and in time to build.

``python -m tests.bench.pages`` prints the figures alone.
"""

import json
import shutil
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path
from statistics import median
from typing import Any

import brotli
import yaml

from tests.bench import full

ROOT = Path(__file__).parents[2]
RUNS = 3
CACHES = ("sections", "rows", "templates")
MATERIAL = ["admonition", "attr_list", "tables", {"toc": {"permalink": True}}, "pymdownx.superfences"]


class _Assets(HTMLParser):
    """The site's own stylesheets and scripts that a page loads at once."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and given.get("src"):
            self.found.append(given["src"] or "")
        if tag == "link" and given.get("rel") == "stylesheet":
            self.found.append(given.get("href") or "")


def page_kib(site: Path) -> dict[str, float]:
    """KiB of brotli for each page with all that it loads before it is touched or searched, the most."""
    packed: dict[Path, int] = {}

    def size(path: Path) -> int:
        if path not in packed:
            packed[path] = len(brotli.compress(path.read_bytes(), quality=11 if path.stat().st_size < 10**6 else 9))
        return packed[path]

    always = [site / "sitemap.xml", site / "assets" / "python.js", site / "assets" / "finder.js"]
    sizes = {}
    for page in sorted(site.rglob("index.html")):
        parser = _Assets()
        parser.feed(page.read_text(encoding="utf-8"))
        loaded = {page, *always, *((page.parent / name.split("?")[0]).resolve() for name in parser.found)}
        sizes[page.parent.relative_to(site).as_posix()] = sum(size(path) for path in loaded) / 1024
    return sizes


def _timed(config: Path, *, clean: bool = False) -> float:
    for folder in CACHES if clean else ():
        shutil.rmtree(ROOT / ".cache" / folder, ignore_errors=True)
    start = time.perf_counter()
    full.build(full.sources(), config.parent / f"{config.stem}-site", config)
    return time.perf_counter() - start


def _plain(folder: Path) -> Path:
    """A configuration of the same pages for Material alone: fences are plain code."""
    config = {
        "INHERIT": str(full.sources().config),
        "hooks": [],
        "extra_css": [],
        "extra_javascript": [],
        "markdown_extensions": MATERIAL,
    }
    path = folder / "plain.yml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path


def measure() -> dict[str, Any]:
    """Figures of pages and builds; seconds are medians of alternating runs, with all that a build does but make the
    snapshot, which `tests.bench.runtime` times. A cold one has nothing else cached."""
    full.bundle()
    with tempfile.TemporaryDirectory() as temporary:
        ours, plain = full.sources().config, _plain(Path(temporary))
        cold, warm, bare = [], [], []
        for _ in range(RUNS):
            bare.append(_timed(plain))
            cold.append(_timed(ours, clean=True))
            warm.append(_timed(ours))
        sizes = page_kib(ours.with_name(f"{ours.stem}-site"))
    heaviest = max(sizes, key=lambda page: sizes[page])
    return {
        "pages": len(sizes),
        "page_kib_brotli_most": max(sizes.values()),
        "page_kib_brotli_heaviest": heaviest,
        "page_kib_brotli_median": median(sizes.values()),
        "build_ratio_warm": median(warm) / median(bare),
        "build_ratio_cold": median(cold) / median(bare),
        "build_seconds": {"plain": median(bare), "ours_warm": median(warm), "ours_cold": median(cold)},
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
