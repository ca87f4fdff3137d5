"""The icons: one for each chapter, action and tool, drawn in the colours of the text around them, in few bytes."""

import re
from types import SimpleNamespace

import brotli

import engine.app  # noqa: F401  # it knows the games
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.rules.duel import Action
from engine.views.icon import icon
from hooks import icons
from tests.site.building import DOCS, ROOT

MOST_KIB = 3
SHOWN = re.compile(r'<use xlink:href="#([\w-]+)"')
NAMED = re.compile(r'\b(?:icon|_tool)\("([\w/-]+)"')


def test_each_chapter_and_each_action_has_one() -> None:
    drawn = icons.drawings()
    chapters = {path.relative_to(DOCS).as_posix() for path in (DOCS / NAME).iterdir() if path.is_dir()}
    assert chapters - drawn.keys() == set()
    assert {f"{NAME}/{action.value}" for action in Action} - drawn.keys() == set()
    assert len(set(drawn.values())) > len(drawn) - 3, "only a die is drawn alike for two"


def test_every_icon_that_is_asked_for_is_there() -> None:
    drawn = icons.drawings()
    asked = {name for path in (ROOT / "engine").rglob("*.py") for name in NAMED.findall(path.read_text("utf-8"))}
    assert {"pin", "undo"} <= asked
    assert asked - drawn.keys() == set()
    shown = {one for path in DOCS.rglob("*.md") for one in SHOWN.findall(path.read_text("utf-8"))}
    assert {"icon-search", f"icon-{NAME}-test"} <= shown
    assert shown - {f"icon-{name.replace('/', '-')}" for name in drawn} == set()


def test_they_take_their_colours_from_the_text() -> None:
    for name, drawing in icons.drawings().items():
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawing)) <= {"none", "currentColor"}, name
        assert "style" not in drawing, name
        assert drawing.startswith("<"), name


def test_all_together_are_small_and_have_names_of_their_own() -> None:
    sprite = icons.sprite(icons.drawings())
    assert len(brotli.compress(sprite.encode())) <= MOST_KIB * 1024
    found = re.findall(r' id="([^"]*)"', sprite)
    assert len(found) == len(set(found)) == len(icons.drawings())
    for name in icons.drawings():
        assert icon(name).split('href="#')[1].partition('"')[0] in found


def test_the_contents_are_the_chapters_with_their_pages() -> None:
    pages = [
        SimpleNamespace(title="Buying & selling", url="g/money/buying/"),
        SimpleNamespace(title="Debt", url="g/debt/"),
    ]
    chapter = SimpleNamespace(title="Money", children=pages, meta={"icon": f"felloe/{NAME}/money"})
    made = icons.contents([chapter], "")
    shown = f'<svg class="fl-icon" aria-hidden="true"><use xlink:href="#icon-{NAME}-money"></use></svg>'
    assert f'<h3>Burning Wheel</h3><div class="fl-toc"><div class="fl-toc__part"><h4>{shown}Money</h4>' in made
    assert '<li><a href="g/money/buying/">Buying &amp; selling</a></li><li><a href="g/debt/">Debt</a></li>' in made
    assert 'href="../g/debt/"' in icons.contents([chapter], "other/")
