"""MkDocs hook: the client's scripts and style, its fonts, and the libraries that it needs, in the site's assets/.

Each script in hooks/client/ is laid there under its own name, and the files of its style/ as one; its other folders are
for hooks/offline.py and for the commands that make pages for file://. Behind the site's style comes the ``style.css``
of each game that has one in its package, and its accent. ``games.js`` is written here: what the client has to know of
the games before Python is alive.
"""

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from hooks import fonts
from hooks.commands import fetch
from hooks.commands.progress import Failure

CLIENT = Path(__file__).parent / "client"
STYLE = "felloe.css"
STYLES = (
    *("ink", "page", "section", "form", "answer", "table", "grid", "dice", "rolling", "compare", "sessions", "rulings"),
    *("our-table", "characters", "home", "search", "offline", "touch", "icons", "phone", "paper"),
)
LIBRARY = "idiomorph.js"
CODES = "lean-qr.js"
ABOUT_CODES = "// lean-qr, Copyright David Evans; MIT.\n"
ABOUT = "// idiomorph, Copyright Big Sky Software and contributors; Zero-Clause BSD.\n"
EXPORT = "\nexport { Idiomorph };\n"
GAMES = "games.js"
ACCENT = """\
[data-game="{name}"] {{ --fl-accent: {light}; --fl-accent-soft: {light}14; }}
@media screen {{
  [data-md-color-scheme="slate"] [data-game="{name}"] {{ --fl-accent: {dark}; --fl-accent-soft: {dark}1f; }}
}}
"""


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Lay them beside the pages, as if they stood in the folder of the pages."""
    try:
        library, codes, faces = idiomorph(), lean_qr(), fonts.made()
    except Failure as failure:
        raise PluginError(str(failure)) from None
    for path in sorted(CLIENT.iterdir()):
        if path.suffix == ".js":
            files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    rules = (faces / fonts.RULES).read_text(encoding="utf-8")
    files.append(File.generated(config, f"assets/{STYLE}", content=rules + style()))
    for path in sorted(faces.iterdir()):
        if path.name != fonts.RULES:
            files.append(File.generated(config, f"assets/{fonts.FOLDER}/{path.name}", abs_src_path=str(path)))
    config.extra["preloads"] = [f"assets/{fonts.FOLDER}/{name}" for name in fonts.early(faces)]
    files.append(File.generated(config, f"assets/{LIBRARY}", content=library))
    files.append(File.generated(config, f"assets/{CODES}", content=codes))
    files.append(File.generated(config, f"assets/{GAMES}", content=handed_over()))
    return files


def style() -> str:
    """The site's style, and behind it that of each game: its accent, and what only this game shows."""
    parts = ((CLIENT / "style" / f"{part}.css").read_text(encoding="utf-8") for part in STYLES)
    return "\n".join([*parts, *_styles()])


def _styles() -> Iterator[str]:
    games = importlib.import_module("engine.games")  # anew: a server keeps running while games are edited
    for game in games.GAMES.values():
        if game.accent:
            yield ACCENT.format(name=game.name, light=game.accent.light, dark=game.accent.dark)
        path = Path(str(importlib.import_module(game.package).__file__)).with_name("style.css")
        if path.exists():
            yield path.read_text(encoding="utf-8")


def handed_over() -> str:
    """The module games.js."""
    rulings = importlib.import_module("engine.rulings")
    books = {name: dict(ruling.books) for name, ruling in rulings.books().items()}
    said = {"UNPREFIXED": rulings.unprefixed(), "BOOKS": books}
    return "".join(f"export const {name} = {json.dumps(one, ensure_ascii=False)};\n" for name, one in said.items())


def idiomorph() -> str:
    """The library as a module, made of its smallest build as its own packaging makes one. Raises `Failure`."""
    smallest = fetch.site() / "idiomorph" / "dist" / "idiomorph.min.js"
    return ABOUT + smallest.read_text(encoding="utf-8").rstrip() + EXPORT


def lean_qr() -> str:
    """The library that draws QR codes, as its own packaging makes the module. Raises `Failure`."""
    return ABOUT_CODES + (fetch.site() / "lean-qr" / "index.mjs").read_text(encoding="utf-8")
