"""MkDocs hook: the client's scripts and style, its fonts, and the libraries that it needs, in the site's assets/.

A page loads one module, felloe.js: esbuild makes it of those that the configuration names as ``extra_javascript``, and
of all that they import. It has the same name in each build, because under a new one instant navigation would run it
beside the one that a reader has. The modules as they were written lie in client/, to be read, and for the commands that
make pages for file://. What no module imports is laid there under its own name, and so is what is imported later.

The files of style/ are one file, too, and the fonts lie beside it (`hooks/fonts.py`). Behind the site's style comes the
``style.css`` of each game that has one in its package, and its accent; before it, once all pages are there, what they
need of Material's (`hooks/unused.py`). Two modules are written here: ``games.js``, what
the client has to know of the games before Python is alive, and ``ruled.js``, what each ruling says.
"""

import functools
import importlib
import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from hooks import fonts, serving, unused
from hooks.commands import fetch
from hooks.commands.progress import Failure

CLIENT = Path(__file__).parent / "client"
STYLE = "felloe.css"
STYLES = (
    *("ink", "page", "section", "form", "answer", "table", "grid", "dice", "rolling", "compare", "sessions", "stage"),
    *(
        "rulings",
        "our-table",
        "characters",
        "home",
        "screen",
        "search",
        "previews",
        "quick",
        "evening",
        "offline",
        "touch",
        "icons",
        "phone",
        "paper",
    ),
)
LIBRARY = "idiomorph.js"
CODES = "lean-qr.js"
ABOUT_CODES = "/*! lean-qr, Copyright David Evans; MIT. */\n"
ABOUT = "/*! idiomorph, Copyright Big Sky Software and contributors; Zero-Clause BSD. */\n"
EXPORT = "\nexport { Idiomorph };\n"
GAMES = "games.js"
RULED = "ruled.js"
EARLY = ("back.js", "waiting.js")
WORKER = "worker.js"
ALONE = (*EARLY, WORKER)
SITE = "felloe.js"
ENTRY = "site.js"
LATER = (
    *("compare.js", "drawer.js", "evening-page.js", "lookup.js", "own-rules.js", "panels.js", "previews.js", "qr.js"),
    RULED,
)
"""Modules that a page asks for once someone pins an answer, opens the drawer, reads the session log, searches, writes a
rule, has put a section onto a screen, points at a rule, sends rulings as a code, or plays by rulings that the list of
all names. They import nothing that holds a state: what they need of the page that is open is handed to them."""
ACCENT = """\
[data-game="{name}"] {{ --fl-accent: {light}; --fl-accent-soft: {light}14; }}
@media screen {{
  [data-md-color-scheme="slate"] [data-game="{name}"] {{ --fl-accent: {dark}; --fl-accent-soft: {dark}1f; }}
}}
"""


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Lay them beside the pages, as if they stood in the folder of the pages."""
    named = [Path(str(script)).name for script in config.extra_javascript]
    entries = [name for name in named if (CLIENT / name).is_file() and name not in ALONE]
    config.extra_javascript = [
        script for script, name in zip(config.extra_javascript, named, strict=True) if name not in {*entries} - {SITE}
    ]
    try:
        faces = fonts.made()
        rules = (faces / fonts.RULES).read_text(encoding="utf-8")
        modules = {**_sources(), **_made(), ENTRY: _entry(entries)}
        laid = {name: smaller((CLIENT / name).read_text(encoding="utf-8"), "js") for name in EARLY}
        laid |= {name: bundled(tuple(modules.items()), name) for name in LATER}
        laid |= {SITE: bundled(tuple(modules.items()), ENTRY), STYLE: smaller(rules + style(), "css")}
    except Failure as failure:
        raise PluginError(str(failure)) from None
    laid[WORKER] = (CLIENT / WORKER).read_text(encoding="utf-8")
    laid[CODES] = modules[CODES]  # which few pages ask for, once they are to draw one
    for name, text in {**laid, **{f"client/{name}": text for name, text in modules.items()}}.items():
        files.append(File.generated(config, f"assets/{name}", content=text))
    for path in sorted(faces.iterdir()):
        if path.name != fonts.RULES:
            files.append(File.generated(config, f"assets/{fonts.FOLDER}/{path.name}", abs_src_path=str(path)))
    return files


def on_post_build(config: Any, **_: Any) -> None:
    """Put what the pages need of Material's style before the site's own: one file, which packs better than two."""
    site = Path(config.site_dir)
    path = site / "assets" / STYLE
    own = path.read_text(encoding="utf-8")
    rest = unused.sheet(site)
    if not serving.on():  # from where all of it comes at once
        rest = unused.without(rest, unused.classes(site), unused.read(site, own))
    try:
        path.write_text(smaller(rest, "css") + own, encoding="utf-8", newline="\n")
    except Failure as failure:
        raise PluginError(str(failure)) from None


def _sources() -> dict[str, str]:
    """The client's modules, by name."""
    paths = sorted(path for path in CLIENT.glob("*.js") if path.name not in ALONE)
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def _made() -> dict[str, str]:
    """The modules that are made here, by name."""
    return {LIBRARY: idiomorph(), CODES: lean_qr(), GAMES: handed_over(), RULED: ruled()}


def _entry(names: Sequence[str]) -> str:
    """The module that a page loads; what it gives away is for the tests."""
    imports = "".join(f'import "./{name}";\n' for name in names)
    return f'{imports}export {{ python }} from "./section.js";\n'


@functools.lru_cache(maxsize=1 + len(LATER))
def bundled(modules: tuple[tuple[str, str], ...], entry: str) -> str:
    """One module of that one and all that it imports at once, as small as may be.

    Raises `Failure` where one is not there.
    """
    others = [f"--external:./{name}" for name in (CODES, *LATER) if name != entry]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in modules:
            Path(folder, name).write_text(text, encoding="utf-8")
        return _esbuild(["--bundle", "--format=esm", *others, Path(folder, entry)])


@functools.lru_cache(maxsize=len(EARLY) + 2)
def smaller(text: str, kind: str) -> str:
    """The same script ("js") or style ("css") in fewer bytes."""
    return _esbuild([f"--loader={kind}"], text)


def _esbuild(options: Sequence[str | Path], text: str = "") -> str:
    command: list[str | Path] = [fetch.node(), fetch.esbuild(), "--minify", "--charset=utf8", "--target=es2023"]
    done = subprocess.run(
        [*command, "--log-level=warning", *options], input=text, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode or done.stderr:
        raise Failure(f"esbuild could not make the client’s files: {done.stderr.strip()}")
    return done.stdout


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
    games = list(importlib.import_module("engine.games").GAMES)
    return _constants({"UNPREFIXED": rulings.unprefixed(), "BOOKS": books, "GAMES": games})


def ruled() -> str:
    """The module ruled.js."""
    registry = importlib.import_module("engine.rulings").REGISTRY
    said = {
        name: [[[one.value, one.words] for one in ruling.readings], " ".join([ruling.why, *ruling.rules])]
        for name, ruling in registry.items()
    }
    return _constants({"RULED": said})


def _constants(said: Mapping[str, object]) -> str:
    return "".join(f"export const {name} = {json.dumps(one, ensure_ascii=False)};\n" for name, one in said.items())


def idiomorph() -> str:
    """The library as a module, made of its smallest build as its own packaging makes one. Raises `Failure`."""
    smallest = fetch.site() / "idiomorph" / "dist" / "idiomorph.min.js"
    return ABOUT + smallest.read_text(encoding="utf-8").rstrip() + EXPORT


def lean_qr() -> str:
    """The library that draws QR codes, as its own packaging makes the module. Raises `Failure`."""
    return ABOUT_CODES + (fetch.site() / "lean-qr" / "index.mjs").read_text(encoding="utf-8")
