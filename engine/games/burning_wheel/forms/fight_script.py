"""A volley of Fight! as one types it: “Close, Charge, Strike” (FGT-07)."""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Self

from engine import wording
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_script import Deed, Volley
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.refused import Refused

LONGEST = 4
"""Words of the longest name."""
SPOKEN = re.compile(r"[“\"„]([^”\"]*)[”\"]?")
APART = re.compile(r"[,;·/]|(?:->)|→")
SONGS = ("song", "sing", "sings", "prayer", "pray", "prays")
USING = {"hilt": With.HILT, "off-hand": With.OFF, "offhand": With.OFF, "mount": With.MOUNT}
ALSO = {
    "beat": Act.BEAT,
    "bind": Act.BEAT,
    "throw": Act.THROW,
    "escape": Act.ESCAPE,
    "draw": Act.DRAW_WEAPON,
    "draw bow": Act.DRAW_BOW,
    "nock": Act.NOCK,
    "shoot": Act.RELEASE,
    "drool": Act.DROOL,
    "hesitate": Act.DROOL,
    "aggressive": Act.TO_AGGRESSIVE,
    "neutral": Act.TO_NEUTRAL,
    "defensive": Act.TO_DEFENSIVE,
    "condition": Act.CONDITION,
    "cast": Act.INCANT,
    "spell": Act.INCANT,
    "run": Act.RUN,
    "nothing": Act.NOTHING,
    "pick up": Act.RETRIEVE,
    "shrug off": Act.SHRUG_OFF,
    "grit teeth": Act.GRIT_TEETH,
}
ACTS: Mapping[str, Act] = {
    **{act.words.casefold(): act for act in Act},
    **{act.value.replace("-", " "): act for act in Act},
    **ALSO,
}
"""Every name of an action that is understood."""
PLACES: Mapping[str, Positioning] = {
    "close": Positioning.CLOSE,
    "maintain": Positioning.MAINTAIN,
    "withdraw": Positioning.WITHDRAW,
    "stand still": Positioning.STAND,
    "stand": Positioning.STAND,
}
KNOWN = (*ACTS, *PLACES, *USING, "song", "prayer")


@dataclass(frozen=True, slots=True)
class ScriptedVolley:
    """A volley as a field holds it: positioning, actions, speech in quotation marks, song or prayer.

    >>> str(ScriptedVolley.parse("close charge hilt strike “Yield!”"))
    'Close, Charge, hilt Strike, “Yield!”'
    """

    volley: Volley

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a volley. Commas are free. Raises `Refused` at the first word that is no action."""
        says = " ".join(found.strip() for found in SPOKEN.findall(text)).strip()
        words = APART.sub(" ", SPOKEN.sub(" ", text).replace("+", " + ")).casefold().split()
        where, sings, joins = None, False, False
        using = With.MAIN
        slots: list[tuple[Deed, ...]] = []
        for name in _names(words):
            if name in PLACES:
                if where is not None:
                    raise Refused("A volley has one positioning: Close, Maintain, Withdraw, or none.")
                where = PLACES[name]
            elif name in USING:
                using = USING[name]
            elif name in SONGS:
                sings = True
            elif name == "+":
                joins = bool(slots)
            else:
                deed = Deed(ACTS[name], using)
                slots = [*slots[:-1], (*slots[-1], deed)] if joins else [*slots, (deed,)]
                using, joins = With.MAIN, False
        return cls(Volley(where or Positioning.STAND, tuple(slots), says, sings))

    def __str__(self) -> str:
        volley = self.volley
        parts = [] if volley.positioning is Positioning.STAND else [volley.positioning.words]
        parts += [" + ".join(_deed(deed) for deed in slot) for slot in volley.slots]
        parts += ["song"] if volley.sings else []
        parts += [f"“{volley.says}”"] if volley.says else []
        return ", ".join(parts)


def _deed(deed: Deed) -> str:
    prefix = {With.MAIN: "", With.HILT: "hilt ", With.OFF: "off-hand ", With.MOUNT: "mount "}[deed.using]
    return prefix + deed.act.words


def _names(words: list[str]) -> Iterator[str]:
    """The names that words make up, the longest first."""
    at = 0
    while at < len(words):
        for length in range(min(LONGEST, len(words) - at), 0, -1):
            name = " ".join(words[at : at + length])
            if name in ACTS or name in PLACES or name in USING or name in SONGS or name == "+":
                yield name
                at += length
                break
        else:
            said = words[at]
            near = difflib.get_close_matches(said, KNOWN, 1)
            hint = f"; {wording.quoted(near[0])} is one" if near else ""
            raise Refused(f"A volley is typed like “Close, Charge, Strike”; {wording.quoted(said)} is no action{hint}.")


@dataclass(frozen=True, slots=True)
class Calls:
    """Bids as they were called, in turn: how many actions each threw in, 0 for leaving it at that."""

    actions: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2 2 1 0". Raises `Refused` for anything else.

        >>> str(Calls.parse("2, 2, 1"))
        '2 2 1'
        """
        said = re.findall(r"[^\s,;]+", text)
        if any(not (one.isascii() and one.isdecimal() and len(one) < 3) for one in said) or len(said) > 40:
            raise Refused(f"Bids are called in turn, yours first: “2 2 1”; this says {wording.quoted(text)}.")
        return cls(tuple(int(one) for one in said))

    def __str__(self) -> str:
        return " ".join(str(one) for one in self.actions)


OFFERED = (
    "Close",
    "Maintain",
    "Withdraw",
    "Strike",
    "Avoid",
    "Block",
    "Counterstrike",
    "Feint",
    "Push",
    "Lock",
    "Charge",
    "Set",
    "Great Strike",
)
"""What buttons add to a volley; all else is typed."""


TEXT = Longest(160)


def asked(words: str, hint: str = "", *, more: bool = False) -> Asked:
    """How the text of a volley is asked for."""
    return Asked(words, hint, more=more, adds=OFFERED)


def volley_of(text: str, at: str) -> Volley:
    """The volley that was typed into the field `at`. Raises `Unusable` there at the first word that is no action."""
    try:
        return ScriptedVolley.parse(text).volley
    except Refused as error:
        raise Unusable(at, str(error)) from None


def calls_of(text: str, at: str) -> tuple[int, ...]:
    """The bids that were typed into the field `at`. Raises `Unusable` there for anything else."""
    try:
        return Calls.parse(text).actions
    except Refused as error:
        raise Unusable(at, str(error)) from None


B4 = Ability(Shade.BLACK, 4)
YourReflexes = Annotated[Ability, Asked("Your Reflexes", quick=("B3", "B4", "B5", "B6"))]
Bids = Annotated[int, Between(0, 20), Asked("Actions you have bid", more=True, quick=(0, 1, 2))]
WoundDice = Annotated[int, Between(0, 20), Asked("Dice that wounds take", more=True, quick=(0, 1, 2, 3))]
"""Wounds as Reflexes feel them: dice alone."""
