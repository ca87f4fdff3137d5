"""ProperDocs, which carries on MkDocs 1.6, builds the same site from the same configuration."""

import os
import subprocess
import sys
from pathlib import Path

from tests.browser.server import Server
from tests.site.building import CONFIG, ROOT

GENERATOR = b'<meta name="generator"'
HASHES = "service-worker.js"  # holds a hash of each page, generator and all


def content(folder: Path) -> dict[str, list[bytes]]:
    """The lines of each file but the one that names its maker, by path."""
    return {
        path.relative_to(folder).as_posix(): [
            line for line in path.read_bytes().splitlines() if not line.lstrip().startswith(GENERATOR)
        ]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_site_is_the_same(running_site: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "--config-file", str(CONFIG)]
    done = subprocess.run(
        [*command, "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "SITE_URL": running_site.url, "AHEAD": "false"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    ours, theirs = content(running_site.folder), content(tmp_path)
    assert set(ours) == set(theirs)
    assert [path for path in ours if ours[path] != theirs[path]] == [HASHES]
    assert b"ProperDocs" in (tmp_path / "index.html").read_bytes()
