"""Parts of questions that several chapters have: abilities, dice, obstacles, and words that say what it is about."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.burning_wheel.dice import Shade
from engine.questions import Part, Way

BLACK = "black dice"
SHADES = {
    Shade.BLACK: ("b", "black", "black shade"),
    Shade.GRAY: ("g", "gray", "gray shade"),
    Shade.WHITE: ("w", "white", "white shade"),
}
COUNTED = ("# d", "# dice", "# die")
OBSTACLE = ("ob #", "obs #", "obstacle #", "against #", "vs #", "versus #", "difficulty #", "# success", "# successes")
ANSWERED = (
    "ability roll rolling test testing odd odds chance chances probability probable likely likelihood pass make makes "
    "beat succeed % percent against vs versus to"
)
"""Words in which someone asks for a chance."""


def about(*words: str) -> Part:
    """What a question is about, in any of these words."""
    return Part(tuple(Way(one, {}) for one in words))


def said(inputs: Mapping[str, Any], *words: str, assumed: str = "") -> tuple[Way, ...]:
    """Ways to say the same."""
    return tuple(Way(one, inputs, assumed) for one in words)


def choice(field: str, ways: Mapping[str, Iterable[str]], missing: str = "", unsaid: Way | None = None) -> Part:
    """A member of a closed vocabulary: for each of its values, the words for it."""
    found = [Way(words, {field: value}) for value, all_words in ways.items() for words in all_words]
    return Part(tuple(found), missing, unsaid)


def number(fields: str | Iterable[str], *ways: str, missing: str = "", unsaid: Way | None = None) -> Part:
    """A whole number, in ways with ``#`` for it, that goes into one or several fields."""
    names = [fields] if isinstance(fields, str) else fields
    return Part(said(dict.fromkeys(names, "#"), *ways), missing, unsaid)


def rated(field: str, *, dice: bool = False, bare: bool = False) -> tuple[Way, ...]:
    """Ways to say an ability: "B4", "gray 5", "4 gray dice"; "4D", which is black, where `dice` are counted too; and
    where the number alone may stand, a `bare` "4"."""
    ways = [Way(f"{word} #", {field: f"{shade.value}#"}) for shade, words in SHADES.items() for word in words]
    if dice or bare:
        for count in COUNTED:
            ways.append(Way(count, {field: "B#"}, BLACK))
            ways += [
                Way(f"{word} {count}", {field: f"{shade.value}#"}) for shade, words in SHADES.items() for word in words
            ]
        ways += [
            Way(f"# {unit} {word}", {field: f"{shade.value}#"})
            for shade, words in SHADES.items()
            for word in words
            for unit in ("d", "dice")
        ]
        ways += [
            Way(f"# {word} {unit}", {field: f"{shade.value}#"})
            for shade, words in SHADES.items()
            for word in words
            for unit in ("d", "dice", "die")
        ]
    return (*ways, Way("#", {field: "B#"}, BLACK)) if bare else tuple(ways)


def labelled(field: str, *labels: str, missing: str = "", unsaid: Way | None = None, after: bool = True) -> Part:
    """An ability behind or before its name: "Will B4", "Will 4", "B4 Will"."""
    ways = [way._replace(typed=f"{label} {way.typed}") for label in labels for way in rated(field, bare=True)]
    if after:
        ways += [way._replace(typed=f"{way.typed} {label}") for label in labels for way in rated(field, dice=True)]
    return Part(tuple(ways), missing, unsaid)


def exponent(field: str, missing: str = "") -> Part:
    """An exponent as a number, whatever its shade: "B4", "exponent 4"."""
    shades = [f"{word} #" for words in SHADES.values() for word in words]
    return number(field, *shades, "exponent #", "expo #", "exp #", "level #", missing=missing)


def obstacle(field: str = "obstacle", missing: str = "the obstacle") -> Part:
    """An obstacle: "ob 3"."""
    return number(field, *OBSTACLE, missing=missing)


def dice(field: str, missing: str = "your dice") -> Part:
    """Dice that are rolled, by shade or counted."""
    return Part(rated(field, dice=True), missing)


def ability(field: str = "ability", missing: str = "your ability") -> Part:
    """An ability, by shade, or its dice counted."""
    return Part(rated(field, dice=True), missing)
