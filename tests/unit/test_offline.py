"""What the build tells the service worker: every file that a page may ask for, by its hash."""

import json
from pathlib import Path
from typing import Any

import pytest
from mkdocs.exceptions import PluginError

from hooks import offline

FILES = {
    "index.html": "<h1>Home</h1>",
    "404.html": "Not here",
    "people/index.html": "<h1>People</h1>",
    "people/my-index.html": "a name that only ends like it",
    "assets/felloe.js": 'let words="Keep this site for offline (as much as the build says)";',
    "assets/client/offline.js": '"Keep this site for offline (as much as the build says)"',
    "assets/runtime/runtime.json": '{"version": "0123456789abcdef"}',
    "assets/runtime/python.wasm": "\0" * 2_600_000,
    "assets/runtime/memory.gz": "\0" * 2_600_000,
    "assets/bundle.js.map": "for those who debug",
    "assets/javascripts/lunr/wordcut.js": "for another language",
    "assets/ahead/0123456789abcdef.gz": "for who has no Python yet",
    ".nojekyll": "",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def listed(site: Path) -> dict[str, Any]:
    first = (site / offline.NAME).read_text(encoding="utf-8").partition("\n")[0]
    return dict(json.loads(first.removeprefix("self.site = ").removesuffix(";")))


def test_the_list(site: Path) -> None:
    offline.write(site)
    said = listed(site)
    assert list(said["files"]) == [
        "404.html",
        "assets/felloe.js",
        "assets/runtime/memory.gz",
        "assets/runtime/python.wasm",
        "assets/runtime/runtime.json",
        "",
        "people/",
        "people/my-index.html",
    ]
    assert said["files"]["people/"] == ["87332a7b7ba4a71f791c7df1434b0e20", 15]


def test_the_size_is_what_a_host_sends(site: Path) -> None:
    offline.write(site)
    assert (site / offline.SCRIPT).read_text(encoding="utf-8") == 'let words="Keep this site for offline (3 MB)";'


def test_the_same_files_give_the_same_worker_and_others_another(site: Path) -> None:
    offline.write(site)
    worker = (site / offline.NAME).read_bytes()
    offline.write(site)
    assert (site / offline.NAME).read_bytes() == worker
    (site / "people" / "index.html").write_text("<h1>Peoplf</h1>", encoding="utf-8")
    offline.write(site)
    assert (site / offline.NAME).read_bytes() != worker


def test_a_site_without_its_script(site: Path) -> None:
    (site / offline.SCRIPT).unlink()
    with pytest.raises(PluginError, match=r"no assets/felloe\.js"):
        offline.write(site)
