"""Elements as text: the one place where markup is put together. Everything but `Html` is escaped."""

import functools
import html
from collections.abc import Iterable
from typing import Any

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
    written = []
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = _attribute(key)
        written.append(f" {key}" if value is True else f' {key}="{html.escape(str(value))}"')
    opening = f"<{name}{''.join(written)}>"
    return Html(opening if name in _VOID else f"{opening}{join(children)}</{name}>")


@functools.cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def join(children: Iterable[object]) -> Html:
    """Children one after the other; lists are opened, None is left out, plain text is escaped."""
    parts: list[str] = []
    for child in children:
        if isinstance(child, Html):
            parts.append(child)
        elif isinstance(child, (list, tuple)):
            parts.append(join(child))
        elif child is not None:
            parts.append(html.escape(str(child), quote=False))
    return Html("".join(parts))


@functools.lru_cache(maxsize=4096)  # the same few words stand in every row of a table and in every answer
def text(markdown: str) -> Html:
    """A sentence of Markdown (emphasis and code only) as markup."""
    return Html(_TEXT.renderInline(markdown))
