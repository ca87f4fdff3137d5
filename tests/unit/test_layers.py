"""Who may import whom: from dice to rules, readings, calculators and views, one way; and the core knows no game."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "engine"
GAMES = "engine.games."
ROOMS = ("GAME", "dice", "rules", "readings", "forms", "blocks", "words", "sheet.", "views.blocks")
BORROWS = {"melee": tuple(f"burning_wheel.{room}" for room in ROOMS)}
"""A hack rests on the game that it changes: on its rules and what they are read and shown with, on no calculator."""
CLOSED = ("forms", "readings", "blocks", "words", "views", "sheet", "calculators")
"""What the rules of a game know nothing of."""
TERMS = r"artha|belief|circles|duel|exponent|lifepath|persona|shade|steel|trait|volley|wound"
"""Words of the games that no file of the core says, not even where it explains itself; nor their names and rule ids."""
KEPT = dict.fromkeys(
    ("engine/links-1.toml", "engine/our_table-1.toml", "engine/our_table-2.toml"),
    "codes that people have kept were packed with these very letters, and are still to be read",
)
KINDS = (".py", ".toml", ".js", ".ts", ".css", ".html")


def arrows() -> Iterator[tuple[str, str]]:
    """Each module of the engine with each that it imports, by their names."""
    for path in ENGINE.rglob("*.py"):
        name = ".".join(path.relative_to(ENGINE.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield from ((name, f"{node.module}.{one.name}") for one in node.names)


def allowed(name: str, other: str) -> bool:
    if not (other.startswith(GAMES) and (ENGINE / "games" / other.removeprefix(GAMES).partition(".")[0]).is_dir()):
        return not (name.startswith(GAMES) and ".rules." in name and other.startswith(("engine.forms", "engine.views")))
    game, _, room = name.removeprefix(GAMES).partition(".")
    its, _, theirs = other.removeprefix(GAMES).partition(".")
    if not name.startswith(GAMES) or its != game:
        return f"{its}.{theirs}".startswith(BORROWS.get(game, ("–",)))
    if theirs.startswith("calculators."):  # a chapter's own, or the folder's list of them
        return room.startswith("calculators.") and room.split(".")[1] == theirs.split(".")[1]
    return not (room.startswith("rules.") and theirs.startswith(CLOSED))


def test_every_import_goes_down() -> None:
    assert [f"{name} imports {other}" for name, other in arrows() if not allowed(name, other)] == []


def test_a_game_finds_another_calculator_and_never_takes_it_for_loaded() -> None:
    """In the browser a calculator sleeps until it is asked for: `engine.calculators.find` wakes it."""
    assert [name for name, other in arrows() if name.startswith(GAMES) and other == "engine.calculators.REGISTRY"] == []


def core() -> Iterator[tuple[str, str]]:
    """Each file of the core and of the hooks, by its path, with its text."""
    root = ENGINE.parent
    for path in sorted((*ENGINE.rglob("*"), *(root / "hooks").rglob("*"))):
        name = path.relative_to(root).as_posix()
        of_game = name.startswith("engine/games/") and name != "engine/games/__init__.py"
        if path.suffix in KINDS and not of_game and name not in KEPT:
            yield name, path.read_text(encoding="utf-8")


def test_the_core_says_no_word_of_a_game() -> None:
    games = [path.name for path in (ENGINE / "games").iterdir() if (path / "__init__.py").exists()]
    tables = (ENGINE / "games").glob("*/index/*.toml")
    ids = {row["id"].split("-")[0] for path in tables for row in tomllib.loads(path.read_text("utf-8"))["rule"]}
    names = "|".join(game.replace("_", "[-_ ]") for game in games)
    said = re.compile(rf"\b(?:(?:{TERMS})s?|(?:{names})|(?:{'|'.join(ids)})-[0-9]+)\b|\b(?-i:Ob)\b", re.I)
    files = dict(core())
    assert {"engine/wording.py", "hooks/client/rulings.js", "hooks/typography.py"} <= files.keys()
    found = [f"{name} says {one[0]}" for name, text in files.items() for one in said.finditer(text)]
    assert found == []
