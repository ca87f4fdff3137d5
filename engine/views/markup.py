"""Elements as text: the one place where markup is put together. Everything but `Html` is escaped."""

import functools
import html
from collections.abc import Iterable
from typing import Any, Literal

from markdown_it import MarkdownIt

# Text in answers may hold what a reader typed (or a link someone sent): emphasis yes; links, images and HTML no.
_TEXT = MarkdownIt("commonmark", {"html": False}).disable(["link", "autolink", "image", "html_inline", "entity"])
_VOID = frozenset({"input", "br", "hr"})


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *children: object, **attributes: Any) -> Html:
    """An element. ``class_`` and ``for_`` lose their underscore, other underscores become hyphens.

    True gives a bare attribute, False and None leave it out.
    """
    parts = ["<", name]
    for key, value in attributes.items():
        if value is not None and value is not False:
            parts.append(attribute(key, value if value is True else str(value)))
    parts.append(">")
    if name not in _VOID:
        _put(children, parts)
        parts += ("</", name, ">")
    return Html("".join(parts))


@functools.lru_cache(maxsize=4096)  # the same few classes and roles stand on all there is
def attribute(key: str, value: str | Literal[True]) -> str:
    """An attribute with the space before it; True gives a bare one."""
    written = key.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{html.escape(value)}"'


def join(children: Iterable[object]) -> Html:
    """Children one after the other; lists are opened, None is left out, plain text is escaped."""
    parts: list[str] = []
    _put(children, parts)
    return Html("".join(parts))


def _put(children: Iterable[object], parts: list[str]) -> None:
    for child in children:
        if isinstance(child, Html):
            parts.append(child)
        elif isinstance(child, (list, tuple)):
            _put(child, parts)
        elif child is not None:
            parts.append(html.escape(str(child), quote=False))


@functools.lru_cache(maxsize=4096)  # the same few words stand in every row of a table and in every answer
def text(markdown: str) -> Html:
    """A sentence of Markdown (emphasis and code only) as markup."""
    return Html(_TEXT.renderInline(markdown))
