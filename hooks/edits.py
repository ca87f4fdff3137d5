"""MkDocs hook: while a site is served, an edit costs what it changes, and not all pages.

MkDocs builds a site whole after each edit. Most of its pages are what they were: their Markdown is not read again, nor
their words for search, and the theme, which draws the whole navigation into each, does not draw them again.
"""

import hashlib
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jinja2 import Template
from mkdocs.utils import CountHandler

from hooks import places, serving

INCLUDED = "--8<--"
"""What takes in other files is read each time."""

POLL = "/livereload/"
"""Where a page asks whether there is a newer one."""

_warnings = CountHandler()
_warnings.setLevel(logging.WARNING)


def on_startup(command: str, **_: Any) -> None:
    """Every other hook asks `hooks.serving` from now on."""
    serving.begin(command)
    if serving.on():
        logging.getLogger("mkdocs").addHandler(_warnings)
        sys.pycache_prefix = str(places.KEPT / "compiled")  # beside a module it would be one more edit


def on_config(config: Any, **_: Any) -> Any:
    """Material's plugin has made its index anew for this build, and is yet to read the pages."""
    serving.start()
    plugin = config.plugins.get("material/search")
    if serving.on() and plugin:
        index = plugin.search_index
        index.add_entry_from_context = _Entries(index, index.add_entry_from_context)
    return config


def on_serve(server: Any, builder: Callable[[], None], **_: Any) -> Any:
    """The server asks before it answers, and builds one site at a time."""
    answering = _Answering(server, builder)
    server.builder = answering.build
    server.set_app(answering)
    return server


class _Answering:
    """The server as a browser asks it: a page that an edit of the engine has left behind is built anew first."""

    def __init__(self, server: Any, builder: Callable[[], None]) -> None:
        self._server, self._builder = server, builder
        self._building = threading.Lock()
        self._wrong = ""

    def build(self) -> None:
        """Once an edit is seen. Raises what building raises."""
        with self._building:
            self._anew()

    def _anew(self) -> None:
        self._builder()
        self._wrong = ""

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not path.startswith(POLL):
            with self._building:  # which empties the site's folder first
                if path.endswith("/"):
                    self._follow(path.removeprefix(self._server.mount_path))
            if self._wrong:
                start_response("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])
                return [self._wrong.encode()]
        answered: Iterable[bytes] = self._server.serve_request(environ, start_response)
        return answered

    def _follow(self, page: str) -> None:
        if not serving.ask(page) and not self._wrong:
            return
        try:
            self._anew()
        except Exception as error:
            self._wrong = str(error.__context__ or error)
            traceback.print_exc()


class _Entries:
    """Material's reading of a page for its index, where that is not known from the build before."""

    def __init__(self, index: Any, read: Callable[[Any], None]) -> None:
        self._index, self._read = index, read

    def __call__(self, page: Any) -> None:
        rests_on = page.url, page.title, page.meta, str(page.toc), page.content
        self._index.entries += serving.kept("entries", page.url, rests_on, lambda: self._entries(page))

    def _entries(self, page: Any) -> list[Any]:
        before = len(self._index.entries)
        self._read(page)
        found = self._index.entries[before:]
        del self._index.entries[before:]
        return list(found)


def on_env(env: Any, **_: Any) -> Any:
    """Have the theme's templates ask before they draw."""
    if serving.on():
        env.template_class = Drawn
    return env


class Drawn(Template):
    """A template that draws a page anew only where something has changed that a template can know of it."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        context = dict(*args, **kwargs)
        page = context.get("page")
        if page is None:
            return super().render(context)
        draw = super().render
        return serving.kept("drawn", page.url, digest(self.name or "", context), lambda: draw(context))


def digest(template: str, context: dict[str, Any]) -> str:
    """All that a page's template can know: the page, those before and behind it, the navigation, the configuration, and
    the project's own part of the theme."""
    page, config = context["page"], context["config"]
    near = [(one.title, one.url) for one in (page.previous_page, page.next_page) if one]
    said = (
        (template, _shared(context["nav"], config), context["base_url"]),
        (page.url, page.title, page.meta, str(page.toc), page.content, page.edit_url, near, page.is_homepage),
    )
    return hashlib.sha256(repr(said).encode()).hexdigest()


_nav: tuple[Any, str] = None, ""


def _shared(nav: Any, config: Any) -> str:
    """What all pages of a build have in common; each build has a navigation of its own."""
    global _nav
    if _nav[0] is not nav:
        overrides = [
            (str(path), path.stat().st_mtime_ns)
            for folder in config.theme.dirs[:1]
            for path in sorted(Path(folder).rglob("*"))
        ]
        loaded = [str(one) for one in (*config.extra_css, *config.extra_javascript)]
        sprite = config.extra.get("sprite")
        _nav = nav, repr((overrides, config.user_configs, config.site_url, loaded, sprite, str(nav)))
    return _nav[1]


def on_pre_page(page: Any, **_: Any) -> Any:
    """Once all hooks have had its Markdown, a page is to ask before it is read."""
    if serving.on():
        page.render = _Reading(page)
    return page


class _Reading:
    """What MkDocs makes of a page's Markdown, where that is not known from the build before: it sets the page's HTML,
    contents, title, anchors and links."""

    def __init__(self, page: Any) -> None:
        self._page, self._read = page, page.render

    def __call__(self, config: Any, files: Any) -> None:
        if INCLUDED in self._page.markdown:
            self._read(config, files)
            return
        rests_on = self._page.markdown, _links(files, config), _extensions(config)
        warned = _warned()
        found, links = serving.kept("read", self._page.file.src_uri, rests_on, lambda: self._found(config, files))
        if _warned() > warned:
            serving.forget("read", self._page.file.src_uri)  # what is wrong is said again
        vars(self._page).update(found, present_anchor_ids=set(found["present_anchor_ids"]))
        self._page.links_to_anchors = {files.src_uris[uri]: dict(said) for uri, said in links.items()}

    def _found(self, config: Any, files: Any) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
        """What reading sets, but for links, which hold files of one build: these by their paths."""
        before = dict(vars(self._page))
        self._read(config, files)
        links = {file.src_uri: said for file, said in (self._page.links_to_anchors or {}).items()}
        made = {name: value for name, value in vars(self._page).items() if value is not before.get(name, before)}
        made.pop("links_to_anchors", None)
        return {**made, "present_anchor_ids": set(self._page.present_anchor_ids)}, links


def _warned() -> int:
    return sum(_warnings.counts.values())


_linked: tuple[Any, Any] = None, ()


def _links(files: Any, config: Any) -> Any:
    """All that links may lead to, once a build."""
    global _linked
    if _linked[0] is not files:
        _linked = files, (str(config.validation), [(file.src_uri, file.url) for file in files])
    return _linked[1]


def _extensions(config: Any) -> Any:
    """The extensions of Markdown with what each is told."""
    own = [
        one if isinstance(one, str) else (type(one).__name__, one.getConfigs()) for one in config.markdown_extensions
    ]
    return own, repr(config.mdx_configs)
