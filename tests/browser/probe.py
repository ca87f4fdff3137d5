"""An engine that exists only for tests: its calculators look at Python itself, or bring it down.

It is a package written to a folder, so that it reaches the browser as any other module of calculators does.
"""

from pathlib import Path

PROBE = "probe_engine"

SOURCE = '''"""Calculators that look at Python itself, or bring it down."""

import os
import sys
import time

from engine.answer import Answer, Verdict
from engine.calculators import calculator


@calculator("probe-modules", rules="HUB-01")
def modules() -> Answer:
    """Which modules of Python's library are imported?"""
    library = sorted(name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names)
    return Answer({"modules": library, "files": os.listdir("/lib")}, (Verdict("", (), ""),))


@calculator("probe-endless", rules="HUB-01")
def endless(go: bool = False) -> Answer:
    """What if an answer does not come?"""
    end = time.monotonic() + 10  # not for ever: WebKit cannot stop WebAssembly that loops, even in a worker that ended
    while go and time.monotonic() < end:
        pass
    return Answer({}, (Verdict("0", (), ""),))


@calculator("probe-abort", rules="HUB-01")
def abort(go: bool = False) -> Answer:
    """What if Python dies?"""
    if go:
        os.abort()
    return Answer({}, (Verdict("0", (), ""),))


@calculator("probe-raise", rules="HUB-01")
def mistake(go: bool = False) -> Answer:
    """What if a calculator has a mistake in it?"""
    if go:
        raise ZeroDivisionError("the mistake")
    return Answer({}, (Verdict("0", (), ""),))
'''


def write(folder: Path) -> None:
    """Write the package into a folder."""
    package = folder / PROBE
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text(SOURCE, encoding="utf-8")
