"""A tale that is played again, as readers see it: each step with its rolls and reasons, and all rolls in a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import wording
from engine.answer import Block, Cell, Entry, Fact, Grid, Note, Steps, Table, Verdict
from engine.games.burning_wheel.rules.fight_procedure import Part
from engine.games.burning_wheel.rules.retold import Besides, Moment, Replay, Rolled, Source

FELL: Mapping[Source, str] = {Source.TALE: "as told", Source.READER: "yours", Source.CHANCE: "by chance"}
COLUMNS = ("Roll", "Who", "For", "Dice", "Came to", "+Ob", "Against", "Test", "Fell")
RULES: Mapping[Part | Besides, str] = {
    Part.POSITION: "FGT-10",
    Part.ATTACK: "FGT-09",
    Part.DEFENSE: "FGT-35",
    Part.NATURAL: "FGT-34",
    Part.RIPOSTE: "FGT-39",
    Part.ARMOR: "ARM-05",
    Part.STEEL: "STE-03",
}
"""Where to look a roll up that the tale says nothing of."""
ROLL = "heat-1"
NOTHING = Cell("–", "no roll", {})


def values(found: Replay) -> dict[str, Any]:
    """What a replay says to programs, of its last step."""
    last = found.moments[-1]
    return {
        "step": last.step.value,
        "told": last.told and not found.stopped,
        "stopped": found.stopped,
        "rolls": len(found.rolls),
        "dice": [one.dice for one in last.rolls],
        "fell": [one.fell for one in last.rolls],
        "eaten": [one.penalty for one in last.rolls],
        "against": ["none" if one.against is None else one.against for one in last.rolls],
        "classes": [one.classes.value for one in last.rolls],
        "at": [place.value for place in last.places],
        "wounds": [[level.value for level in levels] for levels in last.levels],
        "lost": list(last.lost),
        "locks": list(last.locks),
        "taxed": last.forte,
        "came": [event.words for event in last.came],
        "ends": last.words,
        "differs": bool(last.tale.differs),
    }


def blocks(found: Replay, names: Sequence[str], rule: str) -> list[Block]:
    """All that a reader sees of a replay; `names` are of its people, by side ("the Crawler")."""
    told: list[Block] = [_verdict(found, names)]
    if found.stopped:
        told.append(Note(found.stopped, rule=rule))
    for moment in found.moments:
        told.append(_told(moment, names))
        if moment.tale.differs:
            told.append(Note(f"{moment.tale.title}: {moment.tale.differs}", rule=rule))
    told.append(_anew(found))
    told.append(Table("Every roll", COLUMNS, tuple(_row(one, names) for one in found.rolls)))
    return told


def _verdict(found: Replay, names: Sequence[str]) -> Verdict:
    last = found.moments[-1]
    where = last.words or last.places[0].words
    figure = _large(where)
    hurt = [wording.listed(level.wound for level in levels) or "unhurt" for levels in last.levels]
    facts = [Fact(one, name) for one, name in zip(hurt, names, strict=False)]
    facts.append(Fact("as told") if last.told and not found.stopped else Fact("otherwise"))
    ends = "Here it ends. " if found.stopped else ""
    stand = " ".join(f"{_large(name)}: {one}." for name, one in zip(names, hurt, strict=False))
    return Verdict(figure, tuple(facts), f"{ends}{last.tale.title}: {where}. {stand}")


def _told(moment: Moment, names: Sequence[str]) -> Steps:
    """A step: what happens, each roll with its reason, and what came of them."""
    tale = moment.tale
    lines = [(tale.tale, tale.rule)] if moment.told else []
    for one in moment.rolls:
        rule = one.printed.rule if one.printed and one.printed.rule else RULES.get(one.part, "")
        lines.append((f"{_large(names[one.side])}, {_why(one)}", rule))
    lines += [(f"{_large(names[event.side])}: {event.words}.", event.rule) for event in moment.came]
    steps, led = zip(*(lines or [("Nobody rolls.", "FGT-08")]), strict=True)
    return Steps(steps, tale.title, led)


def _anew(found: Replay) -> Grid:
    """A cell for each roll, from which on chance decides."""
    moments = [moment for moment in found.moments if moment.rolls]
    most = max((len(moment.rolls) for moment in moments), default=0)
    cells = [
        tuple(_from(moment.rolls[place]) if place < len(moment.rolls) else NOTHING for place in range(most))
        for moment in moments
    ]
    columns = ("1st", "2nd", "3rd", *(f"{number}th" for number in range(4, most + 1)))[:most]
    rows = tuple(_large(moment.step.words) for moment in moments)
    legend = ((ROLL, "a roll by its number"), ("–", "no roll"))
    return Grid("Roll anew from here", "Roll of the step", "Step", columns, rows, tuple(cells), legend)


def _from(one: Rolled) -> Cell:
    return Cell(str(one.number), f"anew from roll {one.number}, {_for(one)}", {"anew": one.number}, ROLL)


def _large(words: str) -> str:
    return words[:1].upper() + words[1:]


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


def _row(one: Rolled, names: Sequence[str]) -> tuple[Entry, ...]:
    test = one.classes.short if one.classes else None
    return (
        one.number,
        names[one.side],
        _for(one),
        f"{one.dice}D",
        one.fell,
        _lines(one) or None,
        one.against,
        test,
        FELL[one.source],
    )
