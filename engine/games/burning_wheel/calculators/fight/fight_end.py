"""What a Fight! leaves behind: wounds, tests for the log, and two who may go on in Range and Cover (FGT-16, FGT-67)."""

from collections.abc import Iterator

from engine.answer import Block, Lead, Table
from engine.effects import AddRow, Effect
from engine.games.burning_wheel.calculators.fight.fight_played import Played
from engine.games.burning_wheel.calculators.fight.fight_setup import FIELDS
from engine.games.burning_wheel.calculators.fight.fight_stage import name_of
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms import handoff
from engine.games.burning_wheel.forms.ranged import IN_LOG as SHOT_LOG
from engine.games.burning_wheel.forms.ranged import WORDS as SHOT
from engine.games.burning_wheel.forms.spells_in_conflict import IN_LOG
from engine.games.burning_wheel.forms.spells_in_conflict import TESTED as SPELLED
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.ambush import Watch
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_beast import RIDING
from engine.games.burning_wheel.rules.fight_procedure import Fight
from engine.games.burning_wheel.sheet.effects import LogTest


def left_behind(played: Played) -> list[Block]:
    """The wounds of the fight, the tests that were made, and where the same two may go on."""
    return [*_wounds(played.fight), *_tests(played), *_onward(played)]


def on_sheets(played: Played) -> tuple[Effect, ...]:
    """What the fight leaves on the sheets of those who fought: wounds, and marks for tests."""
    return (*_kept(played), *_marks(played))


def _onward(played: Played) -> Iterator[Block]:
    """Out of reach of each other they may go on with missiles. Source: FGT-16."""
    fight = played.fight
    apart = fight.prevails is None and not any(side.state.out or side.state.lost for side in fight.sides)
    if apart and (pairs := handoff.to_range([_coming(played, place) for place in (0, 1)])):
        yield Lead("The same two, as they stand:", "go on in Range and Cover", "range-play", "RNC-41", pairs)


def _coming(played: Played, place: int) -> handoff.Coming:
    side = played.fight.sides[place]
    state, guard = side.state, side.fighter.guard
    shield = guard.carried.dice if guard else 0
    return handoff.Coming(
        played.both[place],
        state.taken,
        state.hurts,
        state.drained,
        shield,
        eldritch=state.shield,
        afoot=state.afoot,
        beast=state.beast.taken,
    )


def tested_fields(fight: Fight) -> list[str]:
    """The inputs that hold what was tested, in order."""
    return [
        BEFOREHAND.get(one.field, f"{FIELDS[one.side]}.{STANDS_IN.get(one.field, one.field)}") for one in fight.tests
    ]


BEFOREHAND = {"sneak": "surprise.sneak", "look": "surprise.look"}
"""What stands with the ambush, not with a side."""
STANDS_IN = {"holding": "will"}
"""Inputs of a side that are called otherwise than what was tested."""
WORDS = {
    "sneak": "Stealthy or Inconspicuous",
    "look": "Observation or Perception",
    "skill": "the weapon’s skill",
    "hands": "Brawling or Boxing",
    "speed": "Speed",
    "power": "Power",
    "holding": "Will, to hold a spell",
    RIDING: "Riding",
    **SPELLED,
    **SHOT,
}
TESTED = {"hands": "skill", "sneak": "skill", "look": "skill", RIDING: "skill", **STANDS_IN, **IN_LOG, **SHOT_LOG}
"""What a field holds, where it is not called by it."""


def _tests(played: Played) -> list[Block]:
    """The tests that were made, with their class."""
    rows = []
    for one in played.fight.tests:
        classes = classes_of(one.dice, one.obstacle, played.ask)
        row = (name_of(played.fight, one.side), WORDS[one.field], f"{one.dice}D", ob(one.obstacle), classes.short)
        rows.append(row)
    columns = ("Who", "Tested", "Dice", "Against", "In the log")
    return [Table("Tests that were made", columns, tuple(rows))] if rows else []


def _marks(played: Played) -> tuple[LogTest, ...]:
    """What the tests leave on a sheet, each mark once."""
    found: list[LogTest] = []
    for one, field in zip(played.fight.tests, tested_fields(played.fight), strict=True):
        watched = one.field == "look" and played.fight.lurk and played.fight.lurk.watch is Watch.PERCEPTION
        held = Watch.PERCEPTION.value if watched else TESTED.get(one.field, one.field)
        kind = kind_of(ELEMENTS[held])
        found += marks_of(field, classes_of(one.dice, one.obstacle, played.ask), kind, passed=one.passed)
    return tuple(dict.fromkeys(found))


def _kept(played: Played) -> tuple[AddRow, ...]:
    """Each wound of the fight joins the sheet of whoever has it; a side without a name has none."""
    sides = zip(played.fight.sides, played.named, strict=True)
    return tuple(
        AddRow("wounds", {"hit": str(hit)}, side.fighter.name)
        for side, named in sides
        if named
        for hit in side.state.hits
    )


def _wounds(fight: Fight) -> list[Block]:
    """The wounds of the fight, where there are any."""
    rows = []
    for side in fight.sides:
        levels = side.state.levels[len(side.state.levels) - len(side.state.hits) :]
        for hit, level in zip(side.state.hits, levels, strict=True):
            rows.append((side.fighter.name, str(hit), level.words))
        beast = side.state.beast
        for hit, level in zip(beast.hits, beast.levels[len(beast.levels) - len(beast.hits) :], strict=True):
            rows.append((f"{side.fighter.name}’s mount", str(hit), level.words))
    return [Table("Wounds of the fight", ("Who", "Hit at", "Wound"), tuple(rows))] if rows else []
