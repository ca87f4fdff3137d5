"""MkDocs hook: what the navigation says of a closed chapter is drawn once for all pages of a folder.

The theme draws the whole navigation into each page, though pages of one folder link to any other place by the same
relative addresses. Without this it is the largest part of a build: it grows as pages times pages.
"""

import posixpath
from collections.abc import Iterator
from typing import Any, Protocol

from jinja2 import ChoiceLoader, Environment, FunctionLoader

TEMPLATE = "partials/nav-item.html"
DRAWS_A_CHILD = '{{ render(item, path ~ "_" ~ loop.index, level + 1, nav_item) }}'
DRAWS_IT_ONCE = '{{ drawn_once(page, render, item, path ~ "_" ~ loop.index, level + 1, nav_item) }}'


class _Render(Protocol):
    """The theme's macro."""

    def __call__(self, item: Any, path: str, level: int, parent: Any) -> str: ...


class _Once:
    """Draws each closed chapter once a folder of pages."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], str] = {}

    def __call__(self, page: Any, render: _Render, item: Any, path: str, level: int, parent: Any) -> str:
        if page is None or item.active or not item.children or any(url.startswith(page.url) for url in _urls(item)):
            return render(item, path, level, parent)
        key = posixpath.dirname(page.url.rstrip("/")), path
        if key not in self._drawn:
            self._drawn[key] = render(item, path, level, parent)
        return self._drawn[key]


def _urls(item: Any) -> Iterator[str]:
    for child in item.children or ():
        yield from _urls(child)
    if item.is_page:
        yield item.url


def on_env(env: Environment, **_: Any) -> Environment:
    """Have the theme ask before it draws; each build has an environment of its own."""
    loader = env.loader
    assert loader is not None

    def asking(name: str) -> tuple[str, str | None, Any] | None:
        if name != TEMPLATE:
            return None
        source, path, current = loader.get_source(env, name)
        return source.replace(DRAWS_A_CHILD, DRAWS_IT_ONCE), path, current

    env.loader = ChoiceLoader([FunctionLoader(asking), loader])
    env.globals["drawn_once"] = _Once()
    return env
