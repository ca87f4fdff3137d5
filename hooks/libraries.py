"""MkDocs hook: the library with which pages are redrawn, from npm, as a module beside the site's own."""

from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from hooks import fetch
from hooks.progress import Failure

NAME = "idiomorph.js"
ABOUT = "// idiomorph, Copyright Big Sky Software and contributors; Zero-Clause BSD.\n"
EXPORT = "\nexport { Idiomorph };\n"


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Lay the library beside the pages' scripts, as if it stood in the folder of the pages."""
    try:
        source = idiomorph()
    except Failure as failure:
        raise PluginError(str(failure)) from None
    files.append(File.generated(config, f"assets/{NAME}", content=source))
    return files


def idiomorph() -> str:
    """The library as a module, made of its smallest build as its own packaging makes one. Raises `Failure`."""
    return ABOUT + (fetch.idiomorph() / "dist" / "idiomorph.min.js").read_text(encoding="utf-8").rstrip() + EXPORT
