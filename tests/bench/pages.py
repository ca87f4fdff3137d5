"""What a page costs, in bytes before it is touched and in time to build: ``python -m tests.bench.pages``."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path
from statistics import median
from typing import Any

import brotli
import yaml

ROOT = Path(__file__).parents[2]
RUNS = 3
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


def _build(config: Path, *, clean: bool) -> float:
    if clean:
        shutil.rmtree(ROOT / ".cache" / "sections", ignore_errors=True)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)],
        cwd=ROOT,
        check=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    return time.perf_counter() - start


def _config(folder: Path, name: str, *, ours: bool) -> Path:
    """A configuration of the same pages: ours without the runtime, or Material alone (fences as plain code)."""
    text = re.sub(r"!ENV \[.*?\]", "http://127.0.0.1:8000/", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    config = yaml.safe_load(text)
    config |= {"docs_dir": str(ROOT / "docs"), "site_dir": str(folder / name), "watch": []}
    config["hooks"] = [str(ROOT / "hooks" / "fences.py")] if ours else []
    config["theme"]["custom_dir"] = str(ROOT / "hooks" / "theme")
    if not ours:
        config["markdown_extensions"] = MATERIAL
    path = folder / f"{name}.yml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path


def measure() -> dict[str, Any]:
    """Figures of pages and builds; seconds are medians of alternating runs."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        ours, plain = _config(folder, "ours", ours=True), _config(folder, "plain", ours=False)
        cold, warm, bare = [], [], []
        for _ in range(RUNS):
            bare.append(_build(plain, clean=False))
            cold.append(_build(ours, clean=True))
            warm.append(_build(ours, clean=False))
        sizes = page_kib(folder / "ours")
    heaviest = max(sizes, key=lambda page: sizes[page])
    return {
        "page_kib_brotli": max(sizes.values()),
        "page_kib_brotli_heaviest": heaviest,
        "page_kib_brotli_median": median(sizes.values()),
        "build_ratio_warm": median(warm) / median(bare),
        "build_ratio_cold": median(cold) / median(bare),
        "build_seconds": {"plain": median(bare), "ours_warm": median(warm), "ours_cold": median(cold)},
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
