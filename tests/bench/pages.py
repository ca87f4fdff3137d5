"""What a page costs at full size, in bytes before it is touched and in time to build.

``python -m tests.bench.pages`` prints the figures alone.
"""

import json
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from tests.bench import full
from tests.site import reading

ROOT = Path(__file__).parents[2]
RUNS = 3
CACHES = ("sections", "rows", "templates")
MATERIAL = ["admonition", "attr_list", "tables", {"toc": {"permalink": True}}, "pymdownx.superfences"]


def page_kib(site: Path) -> dict[str, float]:
    """KiB of brotli for each page with all that it loads before it is touched or searched, the most."""
    return {name: whole / 1024 for name, whole in reading.page_bytes(site).items()}


def _timed(config: Path, *, clean: bool = False) -> float:
    for folder in CACHES if clean else ():
        shutil.rmtree(ROOT / ".cache" / folder, ignore_errors=True)
    start = time.perf_counter()
    full.build(full.sources(), config.parent / f"{config.stem}-site", config)
    return time.perf_counter() - start


def _plain(folder: Path) -> Path:
    """A configuration of the same pages for Material alone: fences are plain code."""
    templates = folder / "templates"
    templates.mkdir()
    config = {
        "INHERIT": str(full.sources().config),
        "theme": {"custom_dir": str(templates)},  # ours ask the hooks
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
