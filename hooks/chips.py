"""MkDocs hook: chips under a page's first words lead to its sections, where the table of contents does not show."""

import html
from collections.abc import Sequence
from typing import Any

FEWEST = 2


def on_page_content(content: str, page: Any, **_: Any) -> str:
    """Put them there, from the table of contents that the page has; the first page has ways enough."""
    if page.is_homepage:
        return content
    return placed(content, [(one.id, one.title) for title in page.toc for one in title.children])


def placed(content: str, sections: Sequence[tuple[str, str]]) -> str:
    """The page with chips for these sections, by id and title, under its title and the paragraph that follows this.

    >>> placed('<h1>Ferries</h1>\\n<p>Two.</p>', [("fare", "The fare"), ("rope", "The rope")])
    '<h1>Ferries</h1>\\n<p>Two.</p>\\n<nav class="fl-leads" aria-label="On this page" data-search-exclude><a \
href="#fare">The fare</a> <a href="#rope">The rope</a></nav>'
    """
    head, end, rest = content.partition("</h1>")
    if len(sections) < FEWEST or not end:
        return content
    links = " ".join(f'<a href="#{anchor}">{html.escape(html.unescape(title))}</a>' for anchor, title in sections)
    chips = f'\n<nav class="fl-leads" aria-label="On this page" data-search-exclude>{links}</nav>'
    if rest.lstrip().startswith("<p>"):
        first, closed, rest = rest.partition("</p>")
        return f"{head}{end}{first}{closed}{chips}{rest}"
    return f"{head}{end}{chips}{rest}"
