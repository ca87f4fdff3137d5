"""MkDocs hook: all icons stand once in each page, as symbols that `engine.views.icon` and the theme refer to; and the
contents of all games, by chapters with their icons, stand where a page has ``<div data-contents></div>``.

The site's own lie in hooks/client/icons/, those of a game in ``icons/`` beside its package, each a drawing of 24 by 24:
one stroke in the colour of the text around it, filled parts where it says so. One called as a chapter's folder of pages
stands before that chapter in the navigation. In the page they work from a disk too, where a browser lets no page draw
out of a file beside it.
"""

import importlib
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, DictLoader
from mkdocs.utils import get_relative_url

from hooks.assets import CLIENT

CONTENTS = "<div data-contents></div>"
DRAWING = re.compile(r"<svg\b[^>]*>(.*)</svg>", re.DOTALL)
THEME = "felloe"

_chapters: list[Any] = []


def drawings() -> dict[str, str]:
    """What each icon draws, by the name under which `engine.views.icon` knows it."""
    folders = {"": CLIENT / "icons"}
    games = importlib.import_module("engine.games")
    for game in games.GAMES.values():
        package = importlib.import_module(game.package)
        folders[f"{game.name}/"] = Path(str(package.__file__)).with_name("icons")
    return {
        f"{prefix}{path.stem}": _drawing(path)
        for prefix, folder in folders.items()
        for path in sorted(folder.glob("*.svg"))
    }


def _drawing(path: Path) -> str:
    text = " ".join(path.read_text(encoding="utf-8").split())
    return DRAWING.sub(r"\1", text).strip().replace("> <", "><")


def sprite(drawn: dict[str, str]) -> str:
    """These drawings as the symbols of a page."""
    symbols = (
        f'<symbol id="icon-{name.replace("/", "-")}" viewBox="0 0 24 24">{drawing}</symbol>'
        for name, drawing in drawn.items()
    )
    return f'<svg class="fl-sprite" aria-hidden="true">{"".join(symbols)}</svg>'


def on_config(config: Any, **_: Any) -> Any:
    """Hand the symbols to the theme."""
    config.extra["sprite"] = sprite(drawings())
    return config


def on_nav(nav: Any, **_: Any) -> Any:
    """Let each chapter that has an icon say so, as the theme asks for it."""
    known = drawings()
    _chapters.clear()
    for section in _sections(nav.items):
        folders = {Path(page.file.src_uri).parent.as_posix() for page in section.children if page.is_page}
        if len(folders) == 1 and (name := folders.pop()) in known:
            section.meta = {"icon": f"{THEME}/{name}"}
            _chapters.append(section)
    return nav


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """The contents take their place, as links from this page."""
    return html.replace(CONTENTS, contents(_chapters, page.url)) if CONTENTS in html else html


def contents(chapters: Iterable[Any], url: str) -> str:
    """Chapters of the navigation by their games, for the page at `url`; what is no page of a game is left out."""
    games = importlib.import_module("engine.games").GAMES
    tag = importlib.import_module("engine.views.markup").tag
    parts = []
    for game, of_game in groupby(chapters, key=lambda chapter: _folder(chapter).partition("/")[0]):
        listed = tag("div", [_chapter(chapter, url) for chapter in of_game], class_="fl-toc")
        parts.append(tag("section", tag("h3", games[game].title), listed, class_="fl-game"))
    return str(tag("div", parts, class_="fl-games", data_search_exclude=True))


def _folder(chapter: Any) -> str:
    """Where a chapter's pages lie: its game, and its own folder."""
    return str(chapter.meta["icon"].removeprefix(f"{THEME}/"))


def _chapter(chapter: Any, url: str) -> Any:
    """A chapter's name with its icon, and its pages as links."""
    tag = importlib.import_module("engine.views.markup").tag
    icon = importlib.import_module("engine.views.icon").icon
    pages = [tag("li", tag("a", page.title, href=get_relative_url(page.url, url))) for page in chapter.children]
    return tag("div", tag("h4", icon(_folder(chapter)), chapter.title), tag("ul", pages), class_="fl-toc__part")


def _sections(items: Any) -> Iterator[Any]:
    for item in items:
        if item.is_section:
            yield item
            yield from _sections(item.children)


def on_env(env: Any, **_: Any) -> Any:
    """The theme includes an icon as a file of its own."""
    icon = importlib.import_module("engine.views.icon").icon
    env.loader = ChoiceLoader(
        [DictLoader({f".icons/{THEME}/{name}.svg": icon(name) for name in drawings()}), env.loader]
    )
    return env
