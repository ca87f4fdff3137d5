"""A whole fight retold roll by roll, in which any roll may fall otherwise (FGT-71)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.forms.rolled import MOST_SEED, QUICK_SUCCESSES
from engine.games.burning_wheel.rules import first_fight as rules
from engine.games.burning_wheel.rules.fight_procedure import Part
from engine.games.burning_wheel.rules.first_fight import TALE, Besides, Moment, Replay, Rolled, Source, Step
from engine.refused import Refused

NAMES = ("the Crawler", "Joost")
MOST_ROLLS, MOST_SUCCESSES = 60, 20
FELL: Mapping[Source, str] = {Source.TALE: "as told", Source.READER: "yours", Source.CHANCE: "by chance"}


@row("roll")
class ChangedRow:
    """A roll that falls otherwise."""

    number: Annotated[int, Between(1, MOST_ROLLS), Asked("Roll number", "As in the table", quick=(3, 8, 11, 13))] = 13
    successes: Annotated[
        int, Between(0, MOST_SUCCESSES), Asked("It comes to", "Of a Die of Fate, the face", quick=QUICK_SUCCESSES)
    ] = 1


@calculator("first-fight", rules="FGT-71")
def first_fight(
    until: Annotated[Step, Asked("Up to here", "Exchange and volley")] = Step.KNIFE,
    changed: Annotated[tuple[ChangedRow, ...], Asked("Rolls that fall otherwise")] = (),
    anew: Annotated[
        int, Between(0, MOST_ROLLS), Asked("Roll anew from roll", "0: nothing", more=True, quick=(0, 1, 9, 17))
    ] = 0,
    seed: Annotated[
        int, Between(0, MOST_SEED), Asked("Chance", "One more, and it falls otherwise", more=True, quick=(1, 2, 3))
    ] = 1,
) -> Answer:
    """How does a fight go, and why each number?"""
    found = _played(until, changed, anew, seed)
    last, rolls = found.moments[-1], found.rolls
    told = last.told and not found.stopped
    blocks: list[Block] = [_verdict(found, told)]
    if found.stopped:
        blocks.append(Note(found.stopped, rule="FGT-71"))
    blocks += [
        *map(_told, found.moments),
        Table("Every roll", ("Roll", "Who", "For", "Dice", "Came to", "+Ob", "Fell"), tuple(map(_row, rolls))),
    ]
    values: dict[str, Any] = {
        "step": last.step.value,
        "told": told,
        "stopped": found.stopped,
        "rolls": len(rolls),
        "dice": [one.dice for one in last.rolls],
        "fell": [one.fell for one in last.rolls],
        "eaten": [one.penalty for one in last.rolls],
        "at": [place.value for place in last.places],
        "wounds": [[level.value for level in levels] for levels in last.levels],
        "lost": list(last.lost),
        "locks": list(last.locks),
        "ends": last.words,
    }
    return Answer(values, tuple(blocks))


def _played(until: Step, changed: Sequence[ChangedRow], anew: int, seed: int) -> Replay:
    """The replay. Raises `Unusable` for a roll that it does not have, or that is changed twice."""
    changes: dict[int, int] = {}
    for place, one in enumerate(changed):
        if one.number in changes:
            raise Unusable(f"changed.{place}.number", f"Roll {one.number} is changed twice; leave one of the two.")
        changes[one.number] = one.successes
    try:
        found = rules.replay(until, changes, anew, seed)
    except Refused as error:
        raise Unusable("changed", str(error)) from None
    whole = found if until is Step.KNIFE or found.stopped else rules.replay(Step.KNIFE, changes, anew, seed)
    there = len(whole.rolls)
    for place, one in enumerate(changed):
        if one.number > there:
            raise Unusable(
                f"changed.{place}.number", f"The fight has {wording.count(there, 'roll')} now; this says {one.number}."
            )
    return found


def _verdict(found: Replay, told: bool) -> Verdict:
    last = found.moments[-1]
    where = last.words or last.places[0].words
    figure = where[:1].upper() + where[1:]
    hurt = [wording.listed(level.wound for level in levels) or "unhurt" for levels in last.levels]
    facts = [Fact(one, name) for one, name in zip(hurt, NAMES, strict=True)]
    facts.append(Fact("as told") if told else Fact("otherwise"))
    ends = "Here it ends. " if found.stopped else ""
    said = f"{ends}{TALE[last.step].title}: {where}. The Crawler: {hurt[0]}. Joost: {hurt[1]}."
    return Verdict(figure, tuple(facts), said)


def _told(moment: Moment) -> Steps:
    """A step: what happens, each roll with its reason, and what came of them."""
    tale = TALE[moment.step]
    lines = [(tale.tale, tale.rule)] if moment.told else []
    for one in moment.rolls:
        rule = one.printed.rule if one.printed and one.printed.rule else _RULES.get(one.part, "")
        lines.append((f"{_name(one.side)}, {_why(one)}", rule))
    lines += [(f"{_name(event.side)}: {event.words}.", event.rule) for event in moment.came]
    steps, led = zip(*(lines or [("Nobody rolls.", "FGT-08")]), strict=True)
    return Steps(steps, tale.title, led)


_RULES: Mapping[Part | Besides, str] = {
    Part.POSITION: "FGT-10",
    Part.ATTACK: "FGT-09",
    Part.DEFENSE: "FGT-35",
    Part.NATURAL: "FGT-34",
    Part.RIPOSTE: "FGT-39",
    Part.ARMOR: "ARM-05",
    Part.STEEL: "STE-03",
}
"""Where to look a roll up that the tale says nothing of."""


def _name(side: int) -> str:
    return NAMES[side][:1].upper() + NAMES[side][1:]


def _for(one: Rolled) -> str:
    """What a roll is for: "positioning", "Lock", "Avoid"."""
    if one.act is None or one.part is Part.NATURAL:
        return one.part.words
    return f"{one.part.words}, {one.act.words}" if one.part is Part.POSITION else one.act.words


def _why(one: Rolled) -> str:
    """A roll with its dice and its reason. One that fell otherwise has its +Ob alone."""
    dice = wording.count(one.dice, "die", "dice")
    made = f"{dice} ({one.printed.made_of})" if one.printed else dice
    came = f"shows {one.fell}" if one.part is Besides.FATE else f"{'comes' if one.dice == 1 else 'come'} to {one.fell}"
    less = f"; +Ob {_lines(one)}" if one.eaten else ""
    same = one.printed and one.fell == one.printed.fell
    why = f" {one.printed.why}" if one.printed and same else f" {FELL[one.source].capitalize()}."
    return f"roll {one.number}, {_for(one)}: {made} {came}{less}.{why}"


def _lines(one: Rolled) -> str:
    return wording.listed(f"{line.reason} {line.amount}" for line in one.eaten)


def _row(one: Rolled) -> tuple[Entry, ...]:
    return (one.number, NAMES[one.side], _for(one), f"{one.dice}D", one.fell, _lines(one) or None, FELL[one.source])
