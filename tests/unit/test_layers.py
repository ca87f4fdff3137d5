"""Who may import whom: from dice to rules, readings, calculators and views, one way; and the core knows no game."""

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "engine"
GAMES = "engine.games."
BORROWS = {"melee": ("burning_wheel.dice", "burning_wheel.rules")}
"""A game may rest on rules of the one that it is a hack of, and on nothing else of it."""
CLOSED = ("forms", "readings", "blocks", "words", "views", "sheet", "calculators")
"""What the rules of a game know nothing of."""


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
