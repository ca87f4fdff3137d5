"""MkDocs hook: the books' examples with our answers, from the cases that prove them.

In a page, ``<div data-examples="ferries/boats"></div>`` alone in its line becomes a list of those cases in
tests/cases/*.toml that say ``example = true`` and whose rules stand on pages in this folder: the title of each, as a
link that fills its calculator in, its rule, and what that answers.
"""

import functools
import hashlib
import html
import importlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hooks import loading, places, serving
from hooks.dependencies import Kept, write

CASES = places.HERE / "tests" / "cases"
CACHE = places.KEPT / "examples"
PLACE = re.compile(r'^<div data-examples="([\w/-]+)"></div>$', re.MULTILINE)

WORKED_BY = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

Case = Mapping[str, Any]
Home = tuple[str, str]
"""A page and the anchor of a section on it; as a key, a calculator and a page."""


def on_config(config: Any, **_: Any) -> Any:
    """A case that is written is seen at once."""
    if CASES.is_dir():
        config.watch.append(str(CASES))
    return config


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Put the examples in their places."""
    if not PLACE.search(markdown):
        return markdown
    sources = tuple((file.src_uri, file.content_string) for file in files.documentation_pages())
    base, engine = "../" * page.url.count("/"), loading.engine()[1]
    homes, cases = _homes(sources), read(CASES)

    def put(found: re.Match[str]) -> str:
        rests_on = homes, cases, base
        work = functools.partial(listed, found[1], homes, base, cases)
        return serving.kept("examples", f"{page.url} {found[1]}", rests_on, work, engine=engine, page=page.url)

    return PLACE.sub(put, markdown)


def read(folder: Path) -> list[Case]:
    """The examples among the cases of a folder."""
    return [case for path in sorted(folder.glob("*.toml")) for case in _read(path, path.stat().st_mtime_ns)]


@functools.cache
def _read(path: Path, _written: int) -> list[Case]:
    """The examples of a file, which is read again only where it was written since."""
    text = path.read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    file = CACHE / "cases" / f"{path.stem}.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if kept.get("digest") != digest:
        found = [case for case in tomllib.loads(text).get("case", []) if case.get("example")]
        kept = {"digest": digest, "examples": found}
        write(file, kept)
    return list(kept["examples"])


def listed(folder: str, homes: Mapping[Home, Home], base: str, cases: Iterable[Case]) -> str:
    """The examples of the pages in a folder as an HTML list.

    `homes` says where each calculator stands, by its name with a page and with "" for any; `base` leads from the page
    up to the site's root ("../../").
    """
    app, files = loading.engine()
    rules = importlib.import_module("engine.rules").REGISTRY
    order = list(rules)
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


@functools.lru_cache(maxsize=1)
def _homes(sources: tuple[tuple[str, str], ...]) -> Mapping[Home, Home]:
    """Where each calculator stands, by its name with a page and with "" for any; `sources` is all Markdown by path,
    which is the same for all pages of a build."""
    found: dict[Home, Home] = {}
    for source, text in sources:
        page = source.removesuffix(".md")
        for use, anchor in serving.kept("homes", source, text, functools.partial(_stand, text, source)):
            for key in ((use, page), (use, "")):
                found.setdefault(key, (page, anchor))
    return found


def _stand(text: str, source: str) -> list[tuple[str, str]]:
    """Each calculator of a page, with the anchor of the section that it stands in."""
    pages, name = importlib.import_module("engine.pages"), f"docs/{source}"
    return [
        (pages.calculator_of(fence, name), section.anchor)
        for section in loading.sections(text, name)
        for fence in section.fences
        if section.anchor and fence.language == pages.CALCULATOR
    ]


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
