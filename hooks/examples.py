"""MkDocs hook: the books' examples with our answers, from the cases that prove them.

In a page, ``<div data-examples="ferries/boats"></div>`` alone in its line becomes a list of those cases in
tests/cases/*.toml that say ``example = true`` and whose rules stand on pages in this folder: the title of each, as a
link that fills its calculator in, its rule, and what that answers.
"""

import functools
import hashlib
import html
import importlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hooks import loading, places
from hooks.dependencies import Kept

CASES = places.HERE / "tests" / "cases"
CACHE = places.KEPT / "examples"
PLACE = re.compile(r'^<div data-examples="([\w/-]+)"></div>$', re.MULTILINE)

WORKED_BY = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

Case = Mapping[str, Any]
Home = tuple[str, str]
"""A page and the anchor of a section on it."""


def on_config(config: Any, **_: Any) -> Any:
    """A case that is written is seen at once."""
    read.cache_clear()
    if CASES.is_dir():
        config.watch.append(str(CASES))
    return config


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Put the examples in their places."""
    if not PLACE.search(markdown):
        return markdown
    sources = {file.src_uri: file.content_string for file in files.documentation_pages()}
    base = "../" * page.url.count("/")
    return PLACE.sub(lambda found: listed(found[1], sources, base, read(CASES)), markdown)


@functools.cache
def read(folder: Path) -> list[Case]:
    """The examples among the cases of a folder, read once a build."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))]
    return [case for text in texts for case in tomllib.loads(text).get("case", []) if case.get("example")]


def listed(folder: str, sources: Mapping[str, str], base: str, cases: Iterable[Case]) -> str:
    """The examples of the pages in a folder as an HTML list; `sources` is all Markdown by path.

    `base` leads from the page up to the site's root ("../../").
    """
    app, files = loading.engine()
    pages, rules = importlib.import_module("engine.pages"), importlib.import_module("engine.rules").REGISTRY
    sections = {source.removesuffix(".md"): pages.sections(text, f"docs/{source}") for source, text in sources.items()}
    homes, order = _homes(sections, pages), list(rules)
    kept = Kept(CACHE / f"{folder.replace('/', '-')}.json", files, quick=False)
    here = [case for case in cases if rules[case["rule"]].page.startswith(f"{folder}/")]
    items = []
    for case in sorted(here, key=lambda case: order.index(case["rule"])):
        name = case["calculator"]
        home = homes.get((name, rules[case["rule"]].page)) or homes[name, ""]
        work = functools.partial(_answered, app, case, home)
        link, answer = kept([app.home(name)], [WORKED_BY, dict(case), home], work)
        said = f"{html.escape(case['title'])} <small>{html.escape(case['rule'])}</small>"
        told = f'<span class="fl-listed__held">{html.escape(answer)}</span>' if answer else ""
        items.append(f'<li><a href="{html.escape(base + link)}">{said}</a>{told}</li>')
    kept.write()
    return f'<ul class="fl-listed" data-search-exclude>{"".join(items)}</ul>'


def _homes(sections: Mapping[str, Any], pages: Any) -> dict[tuple[str, str], Home]:
    """Where each calculator stands: by its name and a page, and by its name alone."""
    found: dict[tuple[str, str], Home] = {}
    for page, parts in sections.items():
        for section in parts:
            for fence in section.fences:
                if section.anchor and fence.language == pages.CALCULATOR:
                    use = pages.calculator_of(fence, f"docs/{page}.md")
                    for key in ((use, page), (use, "")):
                        found.setdefault(key, (page, section.anchor))
    return found


def _answered(app: Any, case: Case, home: Home) -> tuple[str, str]:
    """A link that fills the case's calculator in, and what it answers at a glance."""
    links = importlib.import_module("engine.links")
    readings = case.get("rulings", {})
    done = app.run(case["calculator"], case["inputs"], readings)
    for step in case.get("steps", ()):
        done = app.step(case["calculator"], done.log, step, readings)
    pairs = links.write(app.entry(case["calculator"]).form, done.inputs, done.log)
    link = links.address(*home, case["calculator"], pairs, readings or None)
    verdict = done.answer.verdict
    return link, verdict.in_a_line if verdict else ""
