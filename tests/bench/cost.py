"""What one more calculator costs, measured with the page “Add a rule”: ``python -m tests.bench.cost``.

Its steps are carried out in a copy of the project.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import brotli

from tests.site import adding
from tests.site.adding import Write
from tests.site.building import ROOT, build, configured

URL = "http://127.0.0.1:8000/"
MODULE, PAGE = "homebrew", "docs/homebrew/kites.md"
FENCE = re.compile(r"^```calculator\n.*?^```\n", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
MANY = 50
RUNS = 3


def measure() -> dict[str, Any]:
    """Files and lines; bytes of HTML, page with the calculator minus page without; milliseconds of a build that has
    nothing cached, the page with many of it against the page without; bytes of the snapshot.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = adding.clone(Path(temporary, "felloe"))
        (folder / ".cache").mkdir()
        (folder / ".cache" / "npm").symlink_to(ROOT / ".cache" / "npm")
        before = _snapshot(folder)
        steps = [step for step in adding.steps() if isinstance(step, Write)]
        for step in steps:
            step.carry_out(folder)
        after = _snapshot(folder, MODULE)
        none, one, many = (_page(folder, times) for times in (0, 1, MANY))
        seconds: dict[Path, list[float]] = {none: [], many: [], one: []}
        for _ in range(RUNS):
            for config, spent in seconds.items():
                spent.append(_built(folder, config))
        bare, whole = (_html(config) for config in (none, one))
    return {
        "cost_files": {"new": sum(not step.place for step in steps), "changed": len(_changed(steps))},
        "cost_lines": {Path(path).name: lines for path, lines in _lines(steps).items()},
        "cost_html_bytes": len(whole) - len(bare),
        "cost_html_bytes_brotli": len(brotli.compress(whole)) - len(brotli.compress(bare)),
        "cost_build_ms": (median(seconds[many]) - median(seconds[none])) / MANY * 1000,
        "cost_build_ms_page": {"without": median(seconds[none]) * 1000, "with": median(seconds[one]) * 1000},
        "cost_snapshot_bytes": after["bytes"] - before["bytes"],
        "cost_snapshot_bytes_zstd": after["packed"] - before["packed"],
    }


def _changed(steps: list[Write]) -> set[str]:
    return {step.path for step in steps if step.place}


def _lines(steps: list[Write]) -> dict[str, int]:
    """For each file the lines that hold anything."""
    found: dict[str, int] = {}
    for step in steps:
        held = sum(bool(line.strip()) for line in step.content.splitlines())
        found[step.path] = found.get(step.path, 0) + held
    return found


def _snapshot(folder: Path, *modules: str) -> dict[str, int]:
    command = [sys.executable, "-m", "hooks.runtime", *modules]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    bundle = Path(done.stdout.splitlines()[-1])
    described = json.loads((bundle / "runtime.json").read_text(encoding="utf-8"))["snapshot"]
    return {"bytes": described["bytes"], "packed": described["packed"]}


def _page(folder: Path, times: int) -> Path:
    """A configuration whose only page is the example's, with its calculator on it so many times."""
    source = LINK.sub(r"\1", (folder / PAGE).read_text(encoding="utf-8"))
    fences = "\n".join(FENCE.findall(source) * times)
    docs = folder / "cost" / str(times) / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text(FENCE.sub(lambda _: fences, source), encoding="utf-8")
    return configured(docs.parent, docs, [MODULE], ("fences.py", "games.py"), folder)


def _built(folder: Path, config: Path) -> float:
    shutil.rmtree(folder / ".cache" / "sections", ignore_errors=True)
    start = time.perf_counter()
    done = build(config.parent / "site", URL, config, folder)
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr)
    return seconds


def _html(config: Path) -> bytes:
    return (config.parent / "site" / "index.html").read_bytes()


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
