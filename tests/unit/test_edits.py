"""A served page is drawn anew where anything has changed that its template can know of, and only there."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from hooks import edits, serving


@pytest.fixture
def theme(tmp_path: Path) -> Path:
    (tmp_path / "main.html").write_text("one", encoding="utf-8")
    return tmp_path


def context(theme: Path, **changed: Any) -> dict[str, Any]:
    """A template's context as MkDocs makes it, of one build."""
    said = {
        "title": "Steel",
        "url": "steel/",
        "meta": {"description": "Fear"},
        "toc": "[a]",
        "content": "<p>1</p>",
        "edit_url": None,
        "is_homepage": False,
        "before": "Wounds",
        "nav": "[Steel]",
        "name": "Felloe",
        "site_url": "http://127.0.0.1/",
        "css": "felloe.css",
        "script": "felloe.js",
        "base_url": "..",
        **changed,
    }
    near = SimpleNamespace(title=said.pop("before"), url="wounds/")
    config = SimpleNamespace(
        theme=SimpleNamespace(dirs=[str(theme)]),
        user_configs=[{"site_name": said.pop("name")}],
        site_url=said.pop("site_url"),
        extra_css=[said.pop("css")],
        extra={"sprite": said.pop("sprite", "")},
        extra_javascript=[said.pop("script")],
    )
    nav, base_url = [said.pop("nav")], said.pop("base_url")
    page = SimpleNamespace(**said, previous_page=near, next_page=None)
    return {"page": page, "config": config, "nav": nav, "base_url": base_url}


@pytest.fixture
def drawings() -> Iterator[list[str]]:
    serving.begin("serve")
    yield []
    serving.begin("build")


def draw(drawings: list[str], said: dict[str, Any]) -> str:
    env = Environment(loader=DictLoader({"main.html": "{{ note(page.title) }}: {{ page.content }}"}), autoescape=True)
    env.template_class = edits.Drawn
    env.globals["note"] = lambda title: drawings.append(title) or title
    return env.get_template("main.html").render(said)


def test_the_same_page_is_drawn_once(theme: Path, drawings: list[str]) -> None:
    assert draw(drawings, context(theme)) == draw(drawings, context(theme)) == "Steel: &lt;p&gt;1&lt;/p&gt;"
    assert drawings == ["Steel"]


KNOWN = ("title", "meta", "toc", "content", "edit_url", "is_homepage", "before", "nav", "name", "site_url", "css")


@pytest.mark.parametrize("changed", [*KNOWN, "script", "base_url", "url"])
def test_what_a_template_can_know_draws_it_anew(changed: str, theme: Path, drawings: list[str]) -> None:
    draw(drawings, context(theme))
    draw(drawings, context(theme, **{changed: "another"}))
    assert len(drawings) == 2


def test_the_projects_part_of_the_theme_counts_too(theme: Path, drawings: list[str]) -> None:
    draw(drawings, context(theme))
    (theme / "partial.html").write_text("two", encoding="utf-8")
    draw(drawings, context(theme))
    assert len(drawings) == 2


def test_what_is_no_page_is_drawn_each_time(theme: Path, drawings: list[str]) -> None:
    said = {**context(theme), "page": None}
    env = Environment(loader=DictLoader({"404.html": "{{ note() }}"}), autoescape=True)
    env.template_class = edits.Drawn
    env.globals["note"] = lambda: drawings.append("404") or ""
    for _ in range(2):
        env.get_template("404.html").render(said)
    assert drawings == ["404", "404"]
