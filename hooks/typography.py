"""MkDocs hook: a number stays with its unit, however narrow the page: "12.5 %", and units of the games before it."""

import importlib
import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor

NO_BREAK = "\N{NO-BREAK SPACE}"


def bound(units: Iterable[str]) -> re.Pattern[str]:
    """The spaces between a number and the unit behind it, or one of these `units` before it."""
    before = "".join(rf"(?<=\b{re.escape(unit)}) (?=[0-9])|" for unit in units)
    return re.compile(rf"{before}(?<=[0-9]) (?=%)")


class _Binder(Treeprocessor):
    """Works on the text between the tags, after Markdown has been read and never on code."""

    def __init__(self, md: Markdown, spaces: re.Pattern[str]) -> None:
        super().__init__(md)
        self._spaces = spaces

    def run(self, root: ElementTree.Element) -> None:
        for element in root.iter():
            if element.text and element.tag not in ("code", "pre"):
                element.text = self._spaces.sub(NO_BREAK, element.text)
            if element.tail:
                element.tail = self._spaces.sub(NO_BREAK, element.tail)


class _Typography(Extension):
    def __init__(self, units: Iterable[str]) -> None:
        self.config = {"units": [tuple(units), "what stands before its number"]}
        super().__init__()

    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(
            _Binder(md, bound(self.getConfig("units"))), "bind_numbers", 6
        )  # attributes are read at 8, contents made at 5


def on_config(config: Any, **_: Any) -> Any:
    """Add the extension to every page's Markdown."""
    games = importlib.import_module("engine.games").GAMES.values()
    config.markdown_extensions.append(_Typography(unit for game in games for unit in game.units))
    return config
