"""The site of full size that parts of the bench measure, written and built once a run, outside of the project."""

import functools
import subprocess
import sys
import tempfile
from pathlib import Path

from hooks import runtime
from tests import full_size
from tests.browser import probe

_folders: list[tempfile.TemporaryDirectory[str]] = []


def _folder() -> Path:
    """A folder that is there until the run ends."""
    _folders.append(tempfile.TemporaryDirectory(prefix="felloe-bench-"))
    return Path(_folders[-1].name)


@functools.cache
def sources() -> full_size.Site:
    """Its sources; from now on this process can import its packages, and the one of `tests.browser.probe`."""
    site = full_size.site(_folder())
    probe.write(site.folder)
    sys.path.insert(0, str(site.folder))
    return site


@functools.cache
def bundle() -> Path:
    """The runtime with its snapshot."""
    sources()
    return runtime.build(full_size.MODULES, snapshot=True)


@functools.cache
def built() -> Path:
    """The site, built as ours is."""
    return build(sources(), _folder() / "site")


def build(site: full_size.Site, target: Path, config: Path | None = None) -> Path:
    """Build a site into a folder, by its own configuration or another one. Raises ``RuntimeError`` where it fails."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config or site.config)]
    done = subprocess.run(
        [*command, "--site-dir", str(target)], env=site.environment, cwd=full_size.ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return target
