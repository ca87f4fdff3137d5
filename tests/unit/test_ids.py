"""Ids of headings and of calculators on a page are apart: a link to one would lead to the other."""

import functools
import re
from pathlib import Path

import pytest
from markdown.extensions.toc import slugify

from engine import app, views
from tests.site.building import DOCS, modules

app.load(modules())

HEADING = re.compile(r"^#{1,3} (.+?)(?:\s*\{ #([\w.-]+)[^\n]*\})?$", re.MULTILINE)
USE = re.compile(r'^use = "([\w-]+)"', re.MULTILINE)
ID = re.compile(r'\bid="([^"]+)"')
CODE = re.compile(r"^( *)(`{3,})(?!calculator)[^\n]*\n.*?^\1\2$", re.MULTILINE | re.DOTALL)


@functools.cache
def ids(name: str) -> frozenset[str]:
    """The ids in the form of a calculator."""
    drawn = views.form(app.entry(name).form, app.run(name, {}).inputs, views.Place(name, "/"))
    return frozenset(ID.findall(drawn))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_no_heading_is_called_like_a_calculator_of_its_page(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    used = [name for name in USE.findall(text) if name in app.names()]
    headings = {said or slugify(words, "-") for words, said in HEADING.findall(text)}
    assert headings & set(used) == set()
    controls = {found for name in used for found in ids(name)}
    assert controls & set(used) == set()
