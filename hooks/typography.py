"""MkDocs hook: a number stays with its unit, "Ob 3" and "12.5 %", however narrow the page."""

import re
from typing import Any
from xml.etree import ElementTree

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

BOUND = re.compile(r"\b(Ob) (?=[0-9])|(?<=[0-9]) (?=%)")
NO_BREAK = "\N{NO-BREAK SPACE}"


def bind(text: str) -> str:
    """The text with a no-break space between each number and its unit."""
    return BOUND.sub(lambda found: f"{found[1] or ''}{NO_BREAK}", text)


class _Binder(Treeprocessor):
    """Works on the text between the tags, after Markdown has been read and never on code."""

    def run(self, root: ElementTree.Element) -> None:
        for element in root.iter():
            if element.text and element.tag not in ("code", "pre"):
                element.text = bind(element.text)
            if element.tail:
                element.tail = bind(element.tail)


class _Typography(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(_Binder(md), "bind_numbers", 6)  # attributes are read at 8, contents made at 5


def on_config(config: Any, **_: Any) -> Any:
    """Add the extension to every page's Markdown."""
    config.markdown_extensions.append(_Typography())
    return config
