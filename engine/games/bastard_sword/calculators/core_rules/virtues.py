"""Virtues (BSR-27)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE
from engine.games.bastard_sword.rules import spirit, virtues
from engine.games.bastard_sword.rules.virtues import ASPECTS, HALF, Line, Side, Virtue
from engine.games.bastard_sword.sheet.effects import KeepVirtue, SpendSpirit
from engine.games.bastard_sword.views.blocks import VirtueLine
from engine.games.bastard_sword.words import spirit as points

PLACE = Between(-HALF, HALF)


@calculator("bs-virtue", rules="BSR-27")
def virtue(
    which: Annotated[Virtue, Asked("Virtue")] = Virtue.COURAGE,
    left: Annotated[int, PLACE, Asked("Left slash, from the middle", quick=(-1, 0, 1))] = 0,
    right: Annotated[int, PLACE, Asked("Right slash, from the middle", quick=(-1, 0, 1))] = 0,
    lack: Annotated[int, Between(0, 10), Asked("Boxes checked of the lack")] = 5,
    excess: Annotated[int, Between(0, 10), Asked("Boxes checked of the excess")] = 5,
    persona: Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES), sheet("persona")] = 3,
    wisdom: Annotated[int, SCORE, Asked("Wisdom", quick=QUICK_SCORES), sheet("wisdom")] = 3,
    constitution: Annotated[
        int, SCORE, Asked("Constitution", quick=QUICK_SCORES, more=True), sheet("constitution")
    ] = 3,
    now: Annotated[
        int | None, Between(0, spirit.MOST_SPIRIT), Asked("Your spirit now", more=True), sheet("spirit")
    ] = None,
) -> Answer:
    """Is the line full, and which slash may move?"""
    line = Line(left, right, lack, excess)
    if fault := line.fault(persona, wisdom):
        raise Unusable("left", f"{fault} These stand at {wording.number(left)} and {wording.number(right)}.")
    for field, checked, boxes in (("lack", lack, line.boxes[0]), ("excess", excess, line.boxes[1])):
        if checked > boxes:
            raise Unusable(field, f"That stretch has {wording.count(boxes, 'box', 'boxes')}; this checks {checked}.")
    aspects = ASPECTS[which]
    names = (" or ".join(aspects.lack), " or ".join(aspects.excess))
    left_over = sum(line.boxes) - lack - excess
    figure = "Full" if line.full else f"{left_over} to go"
    most = spirit.most(constitution, persona)
    back = 0 if now is None else max(0, most - now) // 2
    said = f"{which.words.capitalize()}: {lack} of {line.boxes[0]} {names[0]}, {excess} of {line.boxes[1]} {names[1]}."
    facts = [Fact(line.excluded, "excluded"), Fact(f"{lack + excess} of {sum(line.boxes)}", "boxes")]
    blocks: list[Block] = [
        Verdict(figure, tuple(facts), said),
        VirtueLine(names, *line.boxes, lack, excess, said),
    ]
    effects: list[Effect] = []
    moves = _moves(line, persona, wisdom)
    if line.full:
        regained = points(back) if now is not None else "half of your missing spirit"
        blocks.append(
            Note(f"You regain {regained}. Clear the line, and you may move one slash by one box.", rule="BSR-27")
        )
        effects += [SpendSpirit(-back)] if back else []
        effects.append(KeepVirtue(which.value, left, right, 0, 0))
    else:
        effects.append(KeepVirtue(which.value, left, right, lack, excess))
    blocks.append(Table("Moving a slash", ("Slash", "To the left", "To the right"), moves))
    can = {f"{side.value} {by}": line.moved(side, by, persona, wisdom) is not None for side in Side for by in (-1, 1)}
    values = {"full": line.full, "boxes": list(line.boxes), "excluded": line.excluded, "regained": back, "moves": can}
    return Answer(values, tuple(blocks), effects=tuple(effects))


def _moves(line: Line, persona: int, wisdom: int) -> tuple[tuple[Entry, ...], ...]:
    """What each slash may do."""
    rows = []
    for side in Side:
        cells = []
        for by in (-1, 1):
            after = line.moved(side, by, persona, wisdom)
            both = after is not None and after.left != line.left and after.right != line.right
            cells.append("no" if after is None else "yes, and the other with it" if both else "yes")
        rows.append((side.words.capitalize(), *cells))
    return tuple(rows)


@table("bs-virtues")
def virtue_table() -> Table:
    """The virtues with their aspects."""
    rows = tuple(
        (" / ".join(virtues.ASPECTS[one].lack), one.words.capitalize(), " / ".join(virtues.ASPECTS[one].excess))
        for one in Virtue
    )
    return Table("The five virtues", ("Lack of it", "Virtue", "Excess of it"), rows)
