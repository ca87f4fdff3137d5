"""Shooting, from size to cover (BSR-45 to BSR-50)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, branch, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.dodge import Dodge, Dodged, Dodges, Stands, law_of
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus
from engine.games.bastard_sword.readings.shooting import distance_malus
from engine.games.bastard_sword.rules.shooting import Grade, Shot, Stage, cover_malus, falls_at
from engine.games.bastard_sword.words import average, dice
from engine.games.bastard_sword.words import successes as counted
from engine.rulings import Rulings
from engine.working import Line, Mark

Metres = Annotated[int, Between(0, 5000), Asked("Distance in metres", quick=(5, 10, 20, 50))]
Increment = Annotated[int, Between(1, 1000), Asked("Range increment of the weapon", quick=(3, 10, 20))]


@branch("Roll it later")
class NotShot:
    """Nobody has rolled."""


@branch("I have rolled")
class HasShot:
    """The shot was rolled and counted."""

    successes: Annotated[int, Between(0, 300), Asked("Successes", quick=(1, 2, 3, 4, 5))] = 5


@calculator("bs-shot", rules="BSR-45 BSR-46 BSR-47 BSR-48 BSR-49 BSR-50")
def shot(
    pool: Annotated[Pool, Asked("Your ranged skill", POOL_HINT), sheet("skill")] = FourD8,
    distance: Metres = 15,
    increment: Increment = 20,
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE,
    concealed: Annotated[bool, Asked("It only hides them: an arrow would go through")] = False,
    dodge: Dodge = Stands(),
    larger: Annotated[int, Between(-8, 8), Asked("Categories they are larger", quick=(-1, 0, 1))] = 0,
    prone: Annotated[bool, Asked("They lie flat")] = False,
    malus: Malus = 0,
    fell: Annotated[NotShot | HasShot, Asked("The shot")] = NotShot(),
    bonus: Annotated[
        int, Between(0, 20), Asked("More bonus dice", "3 at the incapacitated; dice bought", more=True)
    ] = 0,
    rolled_away: Annotated[int, Between(0, 60), Asked("Malus of their dodge roll", quick=(0, 1, 2), more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Do you hit, and how well?"""
    aimed = Shot(
        pool,
        larger,
        prone,
        malus,
        distance_malus(distance, increment, ask),
        law_of(dodge, ask),
        cover_malus(cover, concealment=concealed),
        bonus,
        rolled_away,
        fell.successes if isinstance(fell, HasShot) else None,
    )
    if isinstance(fell, HasShot) and not isinstance(dodge, Dodges):
        return _fallen(aimed, fell.successes, dodge, increment, concealed=concealed)
    return _ahead(aimed, dodge, concealed=concealed)


def _lines(aimed: Shot, dodged: int | None) -> tuple[Line, ...]:
    """What is taken off, in the order of the steps."""
    return (
        Line(-max(0, -aimed.size), "a smaller target", "BSR-46"),
        Line(-aimed.malus, "your own malus", "BSR-17"),
        Line(-aimed.distance, "distance", "BSR-47"),
        *((Line(-dodged, "the dodge", "BSR-48"),) if dodged is not None else ()),
        Line(-aimed.rolled_away, "their dodge roll", "BSR-68"),
        Line(-aimed.cover, "cover", "BSR-49"),
    )


def _fallen(aimed: Shot, rolled: int, dodge: Stands | Dodged, increment: int, *, concealed: bool) -> Answer:
    """A shot that was rolled."""
    dodged = aimed.dodge.first if aimed.dodge else 0
    hits, stage = aimed.left(rolled, dodged)
    figure = wording.count(hits, "hit") if hits else "Missed"
    said = (
        f"{dice(hits)} of damage, and they lose {hits} spirit."
        if stage is None
        else _missed(stage, concealed=concealed)
    )
    facts = (
        (Fact(hits, "damage dice"), Fact(hits, "spirit they lose")) if hits else (Fact(stage.value if stage else ""),)
    )
    lands = falls_at(rolled - aimed.at_dice, increment) if stage is Stage.DISTANCE else None
    if lands:
        said += f" It comes down at about {lands} metres."
    lines = (Line(rolled, "successes", "BSR-45"), *_lines(aimed, None if isinstance(dodge, Stands) else dodged))
    left = sum(line.amount for line in lines)
    blocks: tuple[Block, ...] = (
        Verdict(figure, facts, f"{figure}: {said}" if hits else said),
        Working(lines, left, "Left over"),
    )
    values = {"hits": hits, "failed_at": stage.value if stage else None, "damage_dice": hits, "falls_at": lands}
    return Answer(values, blocks)


def _missed(stage: Stage, *, concealed: bool) -> str:
    if stage is Stage.COVER and concealed:
        return "The shot is lost: what only hides cannot be hit."
    return (
        f"The shot goes {stage.words}." if stage is not Stage.DICE else "A wild shot; the weapon is ready next round."
    )


def _ahead(aimed: Shot, dodge: Stands | Dodges | Dodged, *, concealed: bool) -> Answer:
    """A shot that is not rolled yet."""
    found = aimed.outcomes
    hits = {number: chance for number, chance in found.items() if isinstance(number, int)}
    chance = sum(hits.values(), Fraction(0))
    mean = sum((number * one for number, one in hits.items()), Fraction(0))
    shown = aimed.rolled.words if aimed.fell is None else counted(aimed.fell)
    facts = [Fact(shown), Fact(wording.decimal(mean), "hits on average")]
    without = replace(aimed, dodge=None).outcomes if aimed.dodge else None
    if without:
        facts.append(Fact(_reached(without), "if they stand still"))
    said = f"You hit {wording.often(chance)}, with {average(mean)} of damage on average."
    most = max(hits, default=0)
    bars = (1 - chance, *(hits.get(number, Fraction(0)) for number in range(1, most + 1)))
    blocks: list[Block] = [
        Verdict(wording.percent(chance), tuple(facts), said, Mark.DERIVED),
        Odds(bars, 1, f"Hits that are left: {wording.percent(chance)} for one or more."),
        Working(_lines(aimed, None), sum(line.amount for line in _lines(aimed, None)), "Taken off"),
        _stages(found, concealed=concealed),
    ]
    if not isinstance(dodge, Stands):
        blocks.append(Note("Dodging draws retaliations from everyone they are engaged with.", rule="BSR-62"))
    return Answer(
        {"hit": chance, "mean_hits": mean, "failed": {stage.value: found.get(stage, Fraction(0)) for stage in Stage}},
        tuple(blocks),
    )


def _reached(found: Mapping[int | Stage, Fraction]) -> Fraction:
    return sum((chance for key, chance in found.items() if isinstance(key, int)), Fraction(0))


def _stages(found: Mapping[int | Stage, Fraction], *, concealed: bool) -> Table:
    """Where the shot may fail, and what that does."""
    rows: list[tuple[Entry, ...]] = [
        (stage.value.capitalize(), found.get(stage, Fraction(0)), _missed(stage, concealed=concealed))
        for stage in Stage
    ]
    rows.append(("Hit", _reached(found), "a die of damage for each hit, and 1 spirit"))
    return Table("Where it ends", ("At", "Chance", "What happens"), tuple(rows), mark=Mark.DERIVED)


@table("bs-cover")
def covers() -> Table:
    """Cover and concealment."""
    rows = tuple(
        (
            one.words.partition(":")[0].capitalize(),
            one.words.partition(": ")[2] or None,
            cover_malus(one),
            cover_malus(one, concealment=True),
        )
        for one in Grade
    )
    return Table("Cover and concealment", ("Grade", "Hidden", "Malus of cover", "Malus if it only hides"), rows)
