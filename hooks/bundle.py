"""Modules of the client for a page from file://, which may import no file that lies beside it.

Each module stands in the page once, in an import map, as a data: address under its file's name; a module that several
import is one module still. The page's own module then says ``import "felloe.js"``, and its policy allows ``data:``.
"""

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path

IMPORT = re.compile(r'^((?:import|export|\}) ?[^"\n]*)"\./([\w-]+\.js)"', re.MULTILINE)


def modules(folder: Path, entry: str, instead: Mapping[str, str] | None = None) -> dict[str, str]:
    """The source of the module `entry` in `folder` and of all that it needs, by file name, imports under bare names.

    `instead` says which module takes another one's place; only the one that does so still imports that other.
    """
    found: dict[str, str] = {}
    wanted = [entry]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        source = (folder / name).read_text(encoding="utf-8")
        places = {old: new for old, new in (instead or {}).items() if new != name}

        def bare(line: re.Match[str], places: Mapping[str, str] = places) -> str:
            other = places.get(line[2], line[2])
            wanted.append(other)
            return f'{line[1]}"{other}"'

        found[name] = IMPORT.sub(bare, source)
    return dict(sorted(found.items()))


def import_map(sources: Mapping[str, str]) -> str:
    """What stands in ``<script type="importmap">`` for these modules; it holds no ``<``."""
    addresses = {
        name: f"data:text/javascript;base64,{base64.b64encode(source.encode()).decode()}"
        for name, source in sources.items()
    }
    return json.dumps({"imports": addresses}, separators=(",", ":"))
