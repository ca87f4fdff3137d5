"""Whether a site is served while someone writes, and what then stays from one build to the next.

No hook itself: hooks ask it, and MkDocs has an instance of each hook of its own.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Made = TypeVar("Made")

LOOKED_AT = 3
"""So many pages, those that browsers asked for last, follow an edit of the engine at once."""

_serving = False
_kept: dict[tuple[str, str], "_Last"] = {}
_asked: list[str] = []
_behind: set[str] = set()


class _Last(NamedTuple):
    """What was made last under a name, and what it rests on."""

    rests_on: Any
    engine: Any
    made: Any


def begin(command: str) -> None:
    """MkDocs says "serve" or "build" before anything else; what was kept of another site goes."""
    global _serving
    _serving = command == "serve"
    for kept_ in (_kept, _asked, _behind):
        kept_.clear()


def on() -> bool:
    """Whether this build is a server's: it shows an edit at once, and leaves out what only readers need."""
    return _serving


def kept(
    kind: str, name: str, rests_on: Any, make: Callable[[], Made], *, engine: Any = None, page: str | None = None
) -> Made:
    """What `make` gives; in a server what it gave last under this name, where that rested on the same.

    `kind` tells names of one hook from those of another, and `rests_on` may be anything that knows its equal. What
    comes of the `engine`, too, stays while it is the very same. An edit of the engine changes most sections of a game,
    and whoever made it looks at one: what is only for the `page` at this URL may be of an engine before, until a
    browser asks for it.
    """
    if not _serving:
        return make()
    last = _kept.get((kind, name))
    if last is None or last.rests_on != rests_on or (last.engine is not engine and page in (None, *_asked)):
        last = _kept[kind, name] = _Last(rests_on, engine, make())
    elif last.engine is not engine and page is not None:
        _behind.add(page)
    made: Made = last.made
    return made


def forget(kind: str, name: str) -> None:
    """Have it made again by the next build."""
    _kept.pop((kind, name), None)


def ask(page: str) -> bool:
    """Say that a browser asks for the page at this URL, and learn whether that is of an engine before."""
    _asked[:] = [*(one for one in _asked if one != page), page][-LOOKED_AT:]
    return page in _behind


def start() -> None:
    """A build begins, which finds out anew which pages it leaves behind."""
    _behind.clear()
