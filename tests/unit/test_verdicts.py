"""A page's verdict stands as long as all that it rests on, and no longer."""

from pathlib import Path

import pytest

from tests.browser import verdicts

URL = "http://127.0.0.1:4711/"


def name(folder: Path, url: str = URL, path: str = "", browser: str = "1") -> str:
    return verdicts.of_page(folder, url, path, browser).name


def site(folder: Path, *, page: str = "One", script: str = "let a;", url: str = URL) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(f'<link rel="canonical" href="{url}"><h1>{page}</h1>', encoding="utf-8")
    (folder / "assets" / "felloe.js").write_text(script, encoding="utf-8")
    return folder


def test_the_same_page_for_another_server_has_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "CACHE", tmp_path / "verdicts")
    other = "http://127.0.0.1:31337/"
    assert name(site(tmp_path / "a")) == name(site(tmp_path / "b", url=other), other)


def test_another_page_script_or_browser_has_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "CACHE", tmp_path / "verdicts")
    folders = [site(tmp_path / "a"), site(tmp_path / "b", page="Two"), site(tmp_path / "c", script="let b;")]
    assert len({*map(name, folders), name(folders[0], browser="2")}) == 4
