"""The theme's pages as they were drawn a moment ago, while a site is served: an edit touches few of them, and the theme
draws the whole navigation into each.

No hook itself: MkDocs gives the theme's templates an environment of their own for every build of a server.
"""

import hashlib
from pathlib import Path
from typing import Any

from jinja2 import Template

_drawn: dict[str, tuple[str, str]] = {}


class Drawn(Template):
    """A template that draws a page anew only where something has changed that a template can know of it."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        context = dict(*args, **kwargs)
        page = context.get("page")
        if page is None:
            return super().render(context)
        known = digest(self.name or "", context)
        if page.url not in _drawn or _drawn[page.url][0] != known:
            _drawn[page.url] = known, super().render(context)
        return _drawn[page.url][1]


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
