"""MkDocs hook: our fences become live sections, rendered by the engine before Python ever runs in a browser.

In a page's Markdown a mark takes the place of each fence, and its HTML waits with the page: a table's until the rest is
HTML, a calculator's until the page is whole. Nothing is searched in calculators, and reading them as HTML with the
rest, as search does, would take longer than all the rest of a build.
"""

import gc
import hashlib
import importlib
import importlib.util
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import FileSystemBytecodeCache
from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError

from hooks import loading, places, serving
from hooks.dependencies import Kept, Sources

CACHE = places.KEPT / "sections"
ID = re.compile(r'\sid="([^"]+)"')

PLACE = re.compile(r'<div data-fence="(\d+)"></div>(?:\n(?=\n))?')  # Markdown leaves a line empty behind raw HTML
VERBATIM = re.compile("|".join(rf"<{tag}\b.*?</{tag}>" for tag in ("pre", "script", "style", "textarea")), re.DOTALL)

_sources: Sources


class _RuleAnchors(Treeprocessor):
    """A section that claims several rules is reached by the id of each, not only by its own."""

    def run(self, root: ElementTree.Element) -> None:
        for heading in list(root):
            for rule in reversed(heading.get("data-rules", "").split()):
                if rule.lower() != heading.get("id"):
                    anchor = ElementTree.Element("span", id=rule.lower())
                    anchor.tail, heading.text = heading.text, ""
                    heading.insert(0, anchor)


class _Anchors(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(_RuleAnchors(md), "rule_anchors", 7)  # attributes are read at 8, anchors at 5


def on_config(config: Any, **_: Any) -> Any:
    """Import the engine; anew where it has changed, because a server keeps running while its modules are edited."""
    global _sources
    gc.disable()  # a build makes millions of small objects and throws few away: collecting takes as long as making
    modules = config.extra.get("felloe", {}).get("modules", [])
    packages = dict.fromkeys(["engine", *(module.split(".")[0] for module in modules)])
    folders = [_folder(package, modules) for package in packages]
    config.watch.extend(map(str, folders[1:]))  # the engine stands in mkdocs.yml
    config.markdown_extensions.append(_Anchors())
    _sources = loading.load(modules, folders, CACHE)
    return config


def on_env(env: Any, **_: Any) -> Any:
    """The theme's templates are compiled once."""
    templates = CACHE.parent / "templates"
    templates.mkdir(parents=True, exist_ok=True)
    env.bytecode_cache = FileSystemBytecodeCache(str(templates))
    return env


def _folder(package: str, modules: Sequence[str]) -> Path:
    """Where a package's files lie. Raises `PluginError` for a module that lies in none, or is not there."""
    found = importlib.util.find_spec(package)
    if found is None:
        raise PluginError(f"mkdocs.yml names the modules {', '.join(modules)}: No module named {package!r}.")
    if not found.submodule_search_locations:
        raise PluginError(
            f"A module of calculators lies in a folder, as in “homebrew.{package}”; this says “{package}”."
        )
    return Path(found.submodule_search_locations[0])


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Render every fence of a page, and put a mark in its place; a fault stops the build with file and line."""
    name, base, source = f"docs/{page.file.src_uri}", "../" * page.url.count("/"), page.file.content_string
    pages = importlib.import_module("engine.pages")
    if not source.endswith(markdown):
        raise PluginError(f"{name}: fences are found by their lines, and another hook has changed those before.")
    try:
        fences = [fence for section in loading.sections(source, name) for fence in section.fences]
        shown = serving.kept(
            "shown", name, (source, base), lambda: _rendered(source, name, base), engine=_sources, page=page.url
        )
        for fence in fences:
            if fence.language == pages.RULINGS:
                _chapters_have_pages(pages.read_rulings(fence, name).titles, page, files, f"{name}:{fence.line}")
    except pages.BadPage as error:
        raise PluginError(str(error)) from None
    page.blocks, page.calculators = {}, {}
    lines = markdown.split("\n")
    above = source.count("\n") - markdown.count("\n")  # the page's title and description
    for number, fence in reversed(list(enumerate(fences))):
        held = page.calculators if fence.language == pages.CALCULATOR else page.blocks
        held[number] = shown[number]
        lines[fence.line - 1 - above : fence.end - above] = ["", f'<div data-fence="{number}"></div>', ""]
    return "\n".join(lines)


def _chapters_have_pages(folders: Iterable[str], page: Any, files: Any, at: str) -> None:
    """The list of all rulings leads to a page below its own for each of these chapters. Raises `PluginError`."""
    urls = {file.url for file in files.documentation_pages()}
    missing = [folder for folder in folders if f"{page.url}{folder}/" not in urls]
    if missing:
        raise PluginError(f"{at}: [chapters] names {missing[0]}, and there is no page {page.url}{missing[0]}/.")


def _rendered(source: str, name: str, base: str) -> list[str]:
    """The HTML of a page's fences, as far as it holds from the build before; examples of a page that is served nobody
    worked out."""
    file = CACHE / f"{hashlib.sha256(f'{name} {base}'.encode()).hexdigest()[:24]}.json"
    kept = Kept(file, _sources, quick=serving.on())
    shown = importlib.import_module("engine.sections").render(source, name, base, quick=serving.on(), keep=kept)
    kept.write()
    return list(shown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Each mark has become HTML, or the build fails; links of other pages may lead to what sections hold."""
    shown = {**page.blocks, **page.calculators}
    if sorted(shown) != sorted(int(found) for found in PLACE.findall(html)):
        raise PluginError(
            f"docs/{page.file.src_uri}: of {len(shown)} fences not each became a section; "
            "another hook has changed the page behind ours."
        )
    anchors = serving.kept("anchors", page.url, (html, shown), lambda: ID.findall("".join((html, *shown.values()))))
    page.present_anchor_ids.update(anchors)
    return put(html, page.blocks)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The calculators take their places, in a page without the indents and empty lines of its templates."""
    rests_on = output, page.calculators
    return serving.kept("whole", page.url, rests_on, lambda: put(tight(output), page.calculators))


def tight(html: str) -> str:
    """The HTML without indents and empty lines, but for what shows or reads them."""
    at, parts = 0, []
    for found in VERBATIM.finditer(html):
        parts += [_tight(html[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, _tight(html[at:])])


def _tight(between: str) -> str:
    first, *others = between.split("\n")
    if not others:
        return between
    stripped = [line.strip() for line in others[:-1]]
    return "\n".join([first.rstrip(), *filter(None, stripped), others[-1].lstrip()])


def put(html: str, sections: Mapping[int, str]) -> str:
    """The HTML with these sections in place of their marks; other marks stay."""
    return PLACE.sub(lambda found: sections.get(int(found[1]), found[0]), html)


def on_post_build(**_: Any) -> None:
    """What was off since `on_config`."""
    gc.enable()
