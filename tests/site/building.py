"""Building a site for a test: ours, or a folder of pages of its own under our configuration."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from mkdocs.utils.yaml import yaml_load

ROOT = Path(__file__).parent.parent.parent
CONFIG = ROOT / "mkdocs.yml"
DOCS = ROOT / "docs"
HOOKS = ("edits.py", "fences.py", "games.py", "assets.py", "icons.py", "navigation.py", "runtime.py", "policy.py")


def pages() -> list[str]:
    """The addresses of all pages of the navigation, from the site's root: "" is the home page."""
    return [
        source.removesuffix("index.md") if Path(source).name == "index.md" else f"{source[:-3]}/"
        for source in _sources(navigation())
    ]


def navigation() -> list[Any]:
    """The navigation, as the configuration has it."""
    return list(_config()["nav"])


def all_hooks() -> list[str]:
    """The names of all hooks that the configuration names."""
    return [Path(hook).name for hook in _config()["hooks"]]


def modules() -> list[str]:
    """The further modules of calculators that the configuration names."""
    return [str(module) for module in _config()["extra"]["felloe"]["modules"]]


def _config() -> dict[str, Any]:
    with CONFIG.open(encoding="utf-8") as file:
        return dict(yaml_load(file))


def _sources(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for item in nav.values():
            yield from _sources(item)
    else:
        for item in nav:
            yield from _sources(item)


def build(
    target: Path, url: str, config: Path = CONFIG, root: Path = ROOT, *, ahead: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run ``mkdocs build --strict`` in `root` into `target` for a site that will stand at `url`; nothing is raised.

    Only with `ahead` are the answers to single taps worked out, which takes a while for all pages.
    """
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    environment = {**os.environ, "SITE_URL": url, "NO_MKDOCS_2_WARNING": "1", "AHEAD": str(ahead).lower()}
    return subprocess.run(
        [*command, "--site-dir", str(target)], cwd=root, env=environment, capture_output=True, encoding="utf-8"
    )


def configured(
    folder: Path,
    docs: Path,
    modules: Sequence[str] = (),
    hooks: Sequence[str] = HOOKS,
    root: Path = ROOT,
    nav: Sequence[Any] | None = None,
) -> Path:
    """A configuration in `folder` like ours, but for the pages in `docs`, their navigation, and further modules."""
    config = {
        "INHERIT": str(root / "mkdocs.yml"),
        "docs_dir": str(docs),
        "nav": nav,
        "watch": [],
        "hooks": [str(root / "hooks" / name) for name in hooks],
        "theme": {"custom_dir": str(root / "hooks" / "theme")},
        "extra": {"felloe": {"modules": list(modules)}},
    }
    path = folder / "mkdocs.yml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path
