"""MkDocs hook: the client's scripts and style, and the library with which pages are redrawn, in the site's assets/.

What stands in hooks/client/ itself is laid there under its own name; its folders are for hooks/offline.py and for the
commands that make pages for file://. Behind the site's style comes the ``style.css`` of each game that has one in its
package.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from hooks.commands import fetch
from hooks.commands.progress import Failure

CLIENT = Path(__file__).parent / "client"
KINDS = (".css", ".js")
STYLE = "felloe.css"
LIBRARY = "idiomorph.js"
ABOUT = "// idiomorph, Copyright Big Sky Software and contributors; Zero-Clause BSD.\n"
EXPORT = "\nexport { Idiomorph };\n"


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Lay them beside the pages, as if they stood in the folder of the pages."""
    try:
        library = idiomorph()
    except Failure as failure:
        raise PluginError(str(failure)) from None
    for path in sorted(CLIENT.iterdir()):
        if path.suffix in KINDS and path.name != STYLE:
            files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    files.append(File.generated(config, f"assets/{STYLE}", content=style()))
    files.append(File.generated(config, f"assets/{LIBRARY}", content=library))
    return files


def style() -> str:
    """The site's style, and behind it that of each game for what only this game shows."""
    return "\n".join(path.read_text(encoding="utf-8") for path in (CLIENT / STYLE, *_styles()))


def _styles() -> Iterator[Path]:
    app = importlib.import_module("engine.app")  # anew: a server keeps running while games are edited
    for game in app.games.GAMES.values():
        path = Path(str(importlib.import_module(game.package).__file__)).with_name("style.css")
        if path.exists():
            yield path


def idiomorph() -> str:
    """The library as a module, made of its smallest build as its own packaging makes one. Raises `Failure`."""
    return ABOUT + (fetch.idiomorph() / "dist" / "idiomorph.min.js").read_text(encoding="utf-8").rstrip() + EXPORT
