"""MkDocs hook: our fences become live sections, rendered by the engine before Python ever runs in a browser.

In a page's Markdown a mark takes the place of each fence, and its HTML waits with the page: a table's until the rest is
HTML, a calculator's until the page is whole. Nothing is searched in calculators, and reading them as HTML with the
rest, as search does, would take longer than all the rest of a build.
"""

import gc
import hashlib
import importlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import FileSystemBytecodeCache
from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".cache" / "sections"
ID = re.compile(r'\sid="([^"]+)"')

PLACE = re.compile(r'<div data-fence="(\d+)"></div>(?:\n(?=\n))?')  # Markdown leaves a line empty behind raw HTML

_serving = False
_kept = CACHE


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


def on_startup(command: str, **_: Any) -> None:
    """Whoever writes looks at the page at once; examples are worked out by a build."""
    global _serving
    _serving = command == "serve"


def on_config(config: Any, **_: Any) -> Any:
    """Import the engine anew: a server keeps running while its modules are edited."""
    gc.disable()  # a build makes millions of small objects and throws few away: collecting takes as long as making
    modules = config.extra.get("felloe", {}).get("modules", [])
    packages = dict.fromkeys(["engine", *(module.split(".")[0] for module in modules)])
    stale = set(packages) - {"hooks"}
    for name in [name for name in sys.modules if name.split(".")[0] in stale]:
        del sys.modules[name]
    importlib.invalidate_caches()
    bad_table = importlib.import_module("engine.tables").BadTable
    try:
        importlib.import_module("engine.sections")
        importlib.import_module("engine.app").load(modules)
    except ModuleNotFoundError as error:
        raise PluginError(f"mkdocs.yml names the modules {', '.join(modules)}: {error}.") from None
    except bad_table as error:
        raise PluginError(str(error)) from None
    config.markdown_extensions.append(_Anchors())
    engine, *others = (_folder(package) for package in packages)
    config.watch.extend(map(str, others))  # the engine stands in mkdocs.yml
    _open_cache([engine, *others])
    return config


def on_env(env: Any, **_: Any) -> Any:
    """A server compiles the theme's templates once, and not for every edit."""
    templates = CACHE.parent / "templates"
    templates.mkdir(parents=True, exist_ok=True)
    env.bytecode_cache = FileSystemBytecodeCache(str(templates))
    return env


def _folder(package: str) -> Path:
    """Where a package's files lie. Raises `PluginError` for a module that lies in none."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise PluginError(
            f"A module of calculators lies in a folder, as in “homebrew.{package}”; this says “{package}”."
        )
    return Path(found.submodule_search_locations[0])


def _open_cache(folders: Sequence[Path]) -> None:
    """Pages' sections are kept by content under a hash of all calculators: 800 of them would double every build."""
    global _kept
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0" + path.read_bytes())
    _kept = CACHE / digest.hexdigest()[:16]
    _kept.mkdir(parents=True, exist_ok=True)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Render every fence of a page, and put a mark in its place; a fault stops the build with file and line."""
    name, base, source = f"docs/{page.file.src_uri}", "../" * page.url.count("/"), page.file.content_string
    pages = importlib.import_module("engine.pages")
    if not source.endswith(markdown):
        raise PluginError(f"{name}: fences are found by their lines, and another hook has changed those before.")
    try:
        fences, shown = pages.fences(source, name), _rendered(source, name, base)
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


def _rendered(source: str, name: str, base: str) -> list[str]:
    """The HTML of a page's fences, kept for the next build; a page that is served has examples nobody worked out."""
    wanted = [f"{name}\0{base}\0{source}{quick}" for quick in (["", "\0quick"] if _serving else [""])]
    files = [_kept / f"{hashlib.sha256(one.encode()).hexdigest()[:24]}.json" for one in wanted]
    for file in files:
        if file.exists():
            return list(json.loads(file.read_text(encoding="utf-8")))
    shown = importlib.import_module("engine.sections").render(source, name, base, quick=_serving)
    part = files[-1].with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(shown, ensure_ascii=False), encoding="utf-8")
    part.replace(files[-1])
    return list(shown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Each mark has become HTML, or the build fails; links of other pages may lead to what sections hold."""
    shown = {**page.blocks, **page.calculators}
    if sorted(shown) != sorted(int(found) for found in PLACE.findall(html)):
        raise PluginError(
            f"docs/{page.file.src_uri}: of {len(shown)} fences not each became a section; "
            "another hook has changed the page behind ours."
        )
    for part in (html, *shown.values()):
        page.present_anchor_ids.update(ID.findall(part))
    return put(html, page.blocks)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The calculators take their places."""
    return put(output, page.calculators)


def put(html: str, sections: Mapping[int, str]) -> str:
    """The HTML with these sections in place of their marks; other marks stay."""
    return PLACE.sub(lambda found: sections.get(int(found[1]), found[0]), html)


def on_post_build(**_: Any) -> None:
    """What was off since `on_config`."""
    gc.enable()
