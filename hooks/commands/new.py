"""A site of one's own: a folder with a small game, its pages, its tests, and a release of Felloe to stand on.

``python -m hooks.commands.new ../my-game`` writes it; ``--title "My Game"`` says what people call the game, ``--owner
"belongs to …"`` what the footer says behind that. The folder's name is that of the game in links, and with ``_`` for
``-`` that of its package. What is written lies in new/, a template for each file; two pages are ours.
"""

import argparse
import functools
import importlib.util
import json
import keyword
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hooks import places
from hooks.commands import release
from hooks.commands.progress import Failure, tell

TEMPLATES = Path(__file__).with_name("new")
ENDING = ".jinja"
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PLACES = {"package": "package", "docs/game": "docs/{name}", "gitignore": ".gitignore"}
OURS = ("rulings-and-sources/marks-of-trust.md", "rulings-and-sources/index-of-rules.md")
"""Pages that speak of no game."""
TAKEN = ("at-the-table", "rulings-and-sources", "assets", "search", "docs", "site", "dist", "tests")
"""Names of folders that a site has beside those of its game."""
OWNER = "is a game of our own."
INITIALS = 3
TITLE = re.compile(r"""[^"\\<>{}\[\]*_`#|]{1,60}""")


def write(folder: Path, title: str, owner: str = OWNER) -> list[str]:
    """Write a site into a folder that is empty or not there, and return the names of its files.

    Raises `Failure` where the folder cannot be used, its name cannot be that of a game, or the release cannot be made.
    """
    name = folder.resolve().name
    _check(folder, name)
    package = name.replace("-", "_")
    called = " ".join(title.split()) or name.replace("-", " ").title()
    if not TITLE.fullmatch(called):
        raise Failure(f"A title has 1 to 60 letters and no signs of Markdown, HTML or quotation; this says “{called}”.")
    wheel = release.write(folder)
    said = {"name": name, "package": package, "title": called, "owner": owner, "id": _id(name), "release": wheel.name}
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    environment.filters["quoted"] = functools.partial(json.dumps, ensure_ascii=False)
    for template in environment.list_templates(extensions=[ENDING[1:]]):
        path = folder / _place(template.removesuffix(ENDING), name, package)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(environment.get_template(template).render(said), encoding="utf-8")
    for page in OURS:
        shutil.copyfile(places.FELLOE / "docs" / page, folder / "docs" / page)
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _check(folder: Path, name: str) -> None:
    if not SLUG.fullmatch(name):
        raise Failure(
            "The folder’s name is the game’s in links: small letters and digits with single hyphens between, as in "
            f"salt-road; this says “{name}”."
        )
    package = name.replace("-", "_")
    if name in TAKEN or keyword.iskeyword(package) or importlib.util.find_spec(package) is not None:
        raise Failure(
            f"The name “{name}” is taken by a part of the site or of Python: choose another, as in salt-road."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Failure(f"There is something in {folder} already: name a folder that is empty or not there yet.")
    if folder.resolve().is_relative_to(places.FELLOE.resolve()):
        raise Failure(f"{folder} lies in Felloe’s own folder: name one outside it, as in ../{name}.")


def _id(name: str) -> str:
    """What the ids of its rules begin with: the initials of its words, or the first letters of its one."""
    words = name.split("-")
    return ("".join(word[0] for word in words) if len(words) > 1 else name[:INITIALS]).upper()


def _place(template: str, name: str, package: str) -> str:
    """Where the file of a template stands in the site."""
    for start, place in PLACES.items():
        if template == start or template.startswith(f"{start}/"):
            named = package if start == "package" else place.format(name=name)
            return named + template.removeprefix(start)
    return template


def main(arguments: Sequence[str]) -> None:
    """Write the site and say what to do next."""
    parser = argparse.ArgumentParser(prog="python -m hooks.commands.new", description="Write a site of one’s own.")
    parser.add_argument("folder", type=Path, help="where it is to stand, as in ../salt-road")
    parser.add_argument("--title", default="", help="what people call the game")
    parser.add_argument("--owner", default=OWNER, help="what the footer says behind the title")
    options = parser.parse_args(arguments)
    written = write(options.folder, options.title, options.owner)
    print(f"{options.folder}: {len(written)} files. Next: cd {options.folder}, then make serve.")


if __name__ == "__main__":
    tell(lambda: main(sys.argv[1:]))
