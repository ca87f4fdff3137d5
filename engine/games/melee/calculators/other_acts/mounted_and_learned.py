"""Mounted and flying, and what a fight teaches (MEL-52, MEL-53)."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, row
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Obstacle, ob
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.steel import SITUATIONS
from engine.games.melee.forms.people import B4, B5, Speed, Steel
from engine.games.melee.rules import marking
from engine.games.melee.rules.acts import AROUND, GONE, STILL, WHEN, Doing, Goes
from engine.games.melee.rules.marking import Aimed
from engine.rulings import Rulings
from engine.working import Mark

# --- Mounted and flying ---


_FIGURES = {AROUND: "At any point", STILL: "Before or after", GONE: "Without moving"}


@calculator("mel-mounted", rules="MEL-52")
def mounted(
    goes: Annotated[Goes, Asked("You are")] = Goes.MOUNTED,
    doing: Annotated[Doing, Asked("You want to")] = Doing.ATTACK,
) -> Answer:
    """When in your turn can you do it?"""
    when = WHEN[doing][goes.free]
    differs = WHEN[doing][0] != WHEN[doing][1]
    words = f"{goes.words[0].upper()}{goes.words[1:]}"
    facts = (Fact("not so on foot" if goes.free else "riders are freer") if differs else Fact("the same on foot"),)
    rows: list[tuple[Entry, ...]] = [
        (f"{one.words[0].upper()}{one.words[1:]}", foot, riding) for one, (foot, riding) in WHEN.items()
    ]
    blocks: tuple[Block, ...] = (
        Verdict(
            _FIGURES.get(when, f"{when[0].upper()}{when[1:]}"),
            facts,
            f"{words}, you {doing.words} {when}.",
        ),
        Table(
            "Movement and the rest of a turn",
            ("What you do", "On foot", "Mounted or flying"),
            tuple(rows),
            list(Doing).index(doing),
        ),
        Note("Melee! says no more of riders; for all else the rules of riding hold.", Mark.MISSING, "RID-01"),
    )
    return Answer({"when": when, "differs": differs}, blocks)


# --- What you learned ---


@dataclass(frozen=True, slots=True)
class Lived:
    """What the fight was like, as far as it teaches nerve: a row of the table, or the GM's own. Source: STE-09."""

    name: Annotated[str, Asked("What happened")] = ""
    obstacle: Annotated[int, Between(1, 10), Asked("Obstacle", gm=True, quick=(2, 3, 4, 5))] = 1

    @classmethod
    def table(cls) -> Mapping[str, "Lived"]:
        """All rows by key, in the order of the book."""
        return _lived()

    @property
    def words(self) -> str:
        return f"{self.name} ({ob(self.obstacle)})"


@functools.cache
def _lived() -> Mapping[str, Lived]:
    return {one.id: Lived(one.words, one.obstacle) for one in SITUATIONS.values()}


BRAWL = Lived.table()["brawl"]


@row("attack")
class AimedRow:
    """An attack that was aimed at you."""

    name: Annotated[str, Asked("Who attacked")] = ""
    successes: Annotated[int, Between(0, MOST_OBSTACLE), Asked("Their successes", quick=(0, 1, 2, 3, 4))] = 2
    dodging: Annotated[bool, Asked("You were dodging")] = True


@calculator("mel-marks", rules="MEL-53")
def learned(
    situation: Annotated[Among[Lived], Asked("What the fight was like", gm=True)] = BRAWL,
    steel: Steel = B5,
    attacks: Annotated[tuple[AimedRow, ...], Asked("Attacks on you")] = (
        AimedRow("The first orc", 2),
        AimedRow("The second orc", 4),
    ),
    speed: Speed = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which tests do you mark after the fight?"""
    nerve = classes_of(steel.exponent, situation.obstacle, ask)
    best = marking.dodge([Aimed(one.successes, one.dodging) for one in attacks])
    rows: list[tuple[Entry, ...]] = [("Steel", situation.name or "The fight", Obstacle(situation.obstacle), nerve)]
    values: dict[str, Any] = {
        "steel": situation.obstacle,
        "steel_class": nerve.value,
        "dodge": None,
        "tests": ["Steel"],
    }
    marks = marks_of("steel", nerve, Kind.STEEL)
    facts: tuple[Fact, ...] = (Fact(f"Steel: {nerve.short}"),)
    said = [f"Steel at {ob(situation.obstacle)}: {nerve.article}."]
    if best is not None:
        hurt = feels(wounds, speed, ask)
        dice, obstacle = max(0, speed.exponent - hurt.lost), attacks[best].successes
        dodged = classes_of(dice, obstacle, ask)
        values |= {"dodge": obstacle, "dodge_class": dodged.value, "tests": ["Steel", "Speed"]}
        rows.append(("Speed", attacks[best].name or f"Attack {best + 1}", Obstacle(obstacle), dodged))
        marks = (*marks, *marks_of("speed", dodged, Kind.STAT))
        facts = (*facts, Fact(f"Speed: {dodged.short}"))
        said.append(f"Speed at {ob(obstacle)}: {dodged.article}.")
    figure = wording.count(len(rows), "test")
    return Answer(
        values,
        (
            Verdict(figure, facts, " ".join(said)),
            Table("To mark", ("Ability", "For", "Obstacle", "Class"), tuple(rows)),
            Note("Steel that you rolled in the fight is marked as it was rolled, beside this one.", rule="STE-08"),
        ),
        marks,
    )
