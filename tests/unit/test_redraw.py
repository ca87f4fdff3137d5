"""Who writes markup into a page that a reader is at: hooks/client/redraw.js alone, by difference."""

import re

from hooks.assets import CLIENT, idiomorph

WRITES = re.compile(r"\b(?:innerHTML|outerHTML)\s*\+?=(?!=)|insertAdjacentHTML|setHTMLUnsafe|document.write")
WHOLE_PAGES = {"handbook.js": "main.outerHTML = page.main;"}


def test_markup_is_drawn_by_difference_alone() -> None:
    texts = {path.name: path.read_text(encoding="utf-8").splitlines() for path in CLIENT.rglob("*.js")}
    found = {name: line.strip() for name, lines in texts.items() for line in lines if WRITES.search(line)}
    assert found == WHOLE_PAGES


def test_the_library_is_a_module_with_its_licence() -> None:
    first, *_, last = idiomorph().splitlines()
    assert "Zero-Clause BSD" in first
    assert last == "export { Idiomorph };"
