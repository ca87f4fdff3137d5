"""MkDocs hook: our fences become live sections, rendered by the engine before Python ever runs in a browser.

superfences swallows what a formatter raises, so everything is checked and rendered in `on_page_markdown`; the formatter
only hands over, in order, what stands ready, and `on_page_content` counts that all of it arrived.
"""

import gc
import hashlib
import importlib
import importlib.util
import json
import os
import re
import sys
from collections import deque
from collections.abc import Sequence
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

PLACE = re.compile(r'<div data-calculator-here="(\d+)"></div>')

_serving = False
_ready: deque[str] = deque()
_calculators: list[str] = []
_expected = 0
_cache: dict[str, list[str]] = {}
_cache_file = CACHE


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
    """Import the engine anew (a server keeps running while its modules are edited) and announce our fences."""
    gc.disable()  # a build makes millions of small objects and throws few away: collecting takes as long as making
    modules = config.extra.get("felloe", {}).get("modules", [])
    packages = dict.fromkeys(["engine", *(module.split(".")[0] for module in modules)])
    stale = set(packages) - {"hooks"}
    for name in [name for name in sys.modules if name.split(".")[0] in stale]:
        del sys.modules[name]
    importlib.invalidate_caches()
    try:
        pages = importlib.import_module("engine.pages")
        importlib.import_module("engine.app").load(modules)
    except ModuleNotFoundError as error:
        raise PluginError(f"mkdocs.yml names the modules {', '.join(modules)}: {error}.") from None
    except ValueError as error:
        raise PluginError(str(error)) from None
    superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    superfences["custom_fences"] = [
        {"name": language, "class": "felloe", "format": _formatter} for language in pages.OURS
    ]
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
    global _cache, _cache_file
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0" + path.read_bytes())
    _cache_file = CACHE / f"{digest.hexdigest()[:16]}.json"
    _cache = json.loads(_cache_file.read_text(encoding="utf-8")) if _cache_file.exists() else {}


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Check every fence of a page and render it; a fault stops the build with file and line."""
    global _expected
    name, base, source = f"docs/{page.file.src_uri}", "../" * page.url.count("/"), page.file.content_string
    key = hashlib.sha256(f"{name}\0{base}\0{source}".encode()).hexdigest()[:24]
    try:
        if key not in _cache:
            _cache[key] = importlib.import_module("engine.sections").render(source, name, base, quick=_serving)
    except ValueError as error:
        raise PluginError(str(error)) from None
    _ready.clear()
    _calculators.clear()
    _ready.extend(_cache[key])
    _expected = len(_ready)
    return markdown


def _formatter(*_args: Any, **_: Any) -> str:
    shown = _ready.popleft()
    if not shown.startswith("<section"):
        return shown
    _calculators.append(shown)
    return f'<div data-calculator-here="{len(_calculators) - 1}"></div>'


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """As many live sections as fences, or the build fails; links of other pages may lead to what sections hold.

    Calculators wait outside until the page is whole: nothing is searched in them, and reading them as HTML with the
    rest, as search does, would take longer than all the rest of a build.
    """
    if _ready:
        raise PluginError(
            f"docs/{page.file.src_uri}: of {_expected} fences {len(_ready)} did not become sections; "
            "each stands at top level, with an empty line before it."
        )
    page.calculators = list(_calculators)
    for part in (html, *_calculators):
        page.present_anchor_ids.update(ID.findall(part))
    return html


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The calculators take their places."""
    return put(output, page)


def put(html: str, page: Any) -> str:
    """The HTML with the page's calculators in their places."""
    return PLACE.sub(lambda found: page.calculators[int(found[1])], html)


def on_post_build(**_: Any) -> None:
    """Keep the rendered sections; the file appears whole or not at all."""
    gc.enable()
    CACHE.mkdir(parents=True, exist_ok=True)
    part = _cache_file.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(_cache, ensure_ascii=False), encoding="utf-8")
    part.replace(_cache_file)
