"""How far a long calculation has come, told to whoever waits for it.

A calculator that takes its time calls `report` now and then; the page shows it beside the section, with a Cancel
button. Where nobody listens (the build, the command line, tests), reporting does nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], object]
_listener: Listener | None = None


def report(done: int, of: int) -> None:
    """Say that `done` of `of` equal parts are done, 0 ≤ `done` ≤ `of`. Cheap enough for once in a millisecond."""
    if _listener is not None:
        _listener(done, of)


@contextmanager
def told(listener: Listener | None) -> Iterator[None]:
    """As long as the block lasts, what is reported goes to `listener`."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before
