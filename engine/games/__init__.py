"""What a game hands the core: one `Game` in the package of each, and nothing else of it is known outside its folder.

A game's package lies in this folder, or wherever a reader's own lies (``modules`` in mkdocs.yml). Beside its `Game` it
has ``rulings/`` and ``index/``, TOML files with its rulings and the ids of its rules, ``calculators/``, modules that
register themselves as they are imported; where its blocks need it, ``style.css``; and where it answers what is typed
into the search, a module ``questions`` with its `engine.questions.Question`s as ``QUESTIONS``.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from engine import calculators, rules, rulings
from engine.calculators import Calculator
from engine.rulings import Rulings
from engine.session import Session
from engine.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Accent:
    """The colour of a game's sections, on light and on dark ground: ``#rrggbb``, each readable as text."""

    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `name` stands in the ids of its rulings and is the folder of its pages; people call it by its `title`.

    `package` is its ``__name__``. `sheet` is its sheet, where it keeps one. `drawings` has for each kind of block that
    the game brings what draws it: a function of block and place that gives HTML. `awake` are calculators that pages ask
    for beside their own.

    `books` says behind its title, in every page's footer, whose its books are: "belongs to …". `spelling` has how its
    words begin that others spell in another way, by that other way (``{"armou": "armo"}``), so that a search finds
    both. `units` are words that stay on one line with the number behind them. `accent` is its colour, if it has one.

    `rests_on` is the name of a game that it is a hack of: that game's rulings hold where it has none of its own, and
    its sheet may be the same one.

    `unprefixed` says that its rulings had no game in their ids once, so that old links may name them without.
    """

    name: str
    title: str
    package: str
    sheet: Sheet | None = None
    drawings: Mapping[type, Callable[[Any, Any], Any]] = field(default_factory=dict)
    awake: tuple[str, ...] = ()
    books: str = ""
    spelling: Mapping[str, str] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    accent: Accent | None = None
    rests_on: str = ""
    unprefixed: bool = False

    @property
    def colored(self) -> str | None:
        """Its name, if it has a colour of its own."""
        return self.name if self.accent else None


GAMES: dict[str, Game] = {}


def register(module: ModuleType) -> None:
    """Add the game of a package, if it has one, and its calculators, unless these sleep (`engine.calculators.HOMES`).

    Raises ``ValueError`` where another game has the name or the sheet.
    """
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        return
    if GAMES.setdefault(game.name, game) is not game:
        raise ValueError(f"Two games are called {game.name}; a name stands for one.")
    if game.sheet and sheet(game.sheet.calculator) is not game.sheet:
        raise ValueError(f"Two games keep the sheet {game.sheet.calculator}; a sheet is that of one.")
    folder = Path(str(module.__file__)).parent
    rules.load(folder / "index", game.title)
    rulings.load(folder / "rulings", game.name, unprefixed=game.unprefixed)
    for name in () if calculators.HOMES else calculators_of(game):
        importlib.import_module(name)


def here() -> list[ModuleType]:
    """The packages in this folder; first what stood alone once (`Game.unprefixed`).

    What people kept of that time names no game, and means the first.
    """
    names = (found.name for found in pkgutil.iter_modules(__path__, f"{__name__}."))
    packages = (importlib.import_module(name) for name in names)
    return sorted(packages, key=lambda package: not package.GAME.unprefixed)


def calculators_of(game: Game) -> Iterator[str]:
    """The names of the modules in which a game's calculators are."""
    package = importlib.import_module(f"{game.package}.calculators")
    return (found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))


def of(module: str) -> Game | None:
    """The game in whose package a module lies; none for a calculator that stands by itself."""
    return next((game for game in GAMES.values() if f"{module}.".startswith(f"{game.package}.")), None)


def game_of(entry: Calculator | Session) -> Game | None:
    """The game of a calculator or session; none for one that stands by itself."""
    return of(entry.module)


def rulings_of(entry: Calculator | Session, chosen: Mapping[str, str]) -> Rulings:
    """The readings in force for an answer of this calculator or session."""
    game = game_of(entry)
    return Rulings(game.name, chosen, game.rests_on) if game else Rulings("", chosen)


def sheet_of(entry: Calculator | Session) -> Sheet | None:
    """The sheet from which a calculator is filled: that of its game."""
    game = game_of(entry)
    return game.sheet if game else None


def sheet(calculator: str) -> Sheet | None:
    """The sheet that a calculator draws, if that is what it does."""
    return next((game.sheet for game in GAMES.values() if game.sheet and game.sheet.calculator == calculator), None)


def of_sheet(sheet: Sheet) -> Game:
    """The game that keeps a sheet: the first, where another rests on it."""
    return next(game for game in GAMES.values() if game.sheet is sheet)


def sheets() -> Iterator[Sheet]:
    """The sheets of all games, one that two of them share once."""
    return iter({id(game.sheet): game.sheet for game in GAMES.values() if game.sheet}.values())


def spellings() -> dict[str, str]:
    """How words of all games begin that are spelt in two ways: one of the two, and the other, which stands for both.

    Which of them a game writes makes no difference here: of two that begin alike the shorter stands for both.
    """
    found: dict[str, str] = {}
    for game in GAMES.values():
        for pair in game.spelling.items():
            other, ours = pair[::-1] if pair[1].startswith(pair[0]) else pair
            if ours not in found:
                found[other] = ours
    return found


def drawing(block: type) -> Callable[[Any, Any], Any] | None:
    """What draws a kind of block that one of the games brought."""
    return next((game.drawings[block] for game in GAMES.values() if block in game.drawings), None)
