"""What the players may see of a melee, on a screen of their own (MEL-54)."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from engine import links, wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict
from engine.calculators import calculator, find
from engine.forms import Asked, Between, Longest, Unusable, row
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.forms.people import MOST_DISPOSITION

MOST_POSTURE = 60


@row("combatant")
class SeenRow:
    """Someone in the order as the players see them: of other sides the name alone."""

    name: Annotated[str, Longest(24), Asked("Name")] = ""
    ours: Annotated[bool, Asked("On our side")] = True
    acted: Annotated[bool, Asked("Has acted")] = False
    disposition: Annotated[int, Between(0, MOST_DISPOSITION), Asked("Disposition")] = 0
    posture: Annotated[str, Longest(MOST_POSTURE), Asked("Posture")] = ""
    wound: Annotated[Level, Asked("Worst wound")] = Level.NONE


SEEN = (
    SeenRow("Brigand", ours=False, acted=True),
    SeenRow("Bo", disposition=7),
    SeenRow("Ana", disposition=4, posture="on the ground"),
)


@calculator("mel-players", rules="MEL-54")
def players(
    round_number: Annotated[int, Between(0, 1000), Asked("Round", quick=(1, 2, 3))] = 1,
    combatants: Annotated[tuple[SeenRow, ...], Asked("From the bottom of the order")] = SEEN,
) -> Answer:
    """Who is next, and how do we stand?"""
    if not combatants:
        raise Unusable("combatants", "An order takes someone to stand in it; here is nobody.")
    names = [one.name or f"Combatant {at}" for at, one in enumerate(combatants, 1)]
    left = [at for at, one in enumerate(combatants) if not one.acted]
    now = names[left[0]] if left else "Nobody"
    mine = [one for one in combatants if one.ours]
    rows: list[tuple[Entry, ...]] = []
    for name, one in zip(names, combatants, strict=True):
        wound = one.wound.words if one.ours and one.wound is not Level.NONE else None
        shown = (one.disposition, one.posture or None, wound) if one.ours else (None, None, None)
        rows.append((name, "has acted" if one.acted else None, *shown))
    after = wording.listed(names[at] for at in left[1:]) if len(left) > 1 else "the end of the round"
    facts = (Fact(round_number, "round"), Fact(len(left), "turns left"), Fact(len(mine), "of us"))
    columns = ("Who", "This round", "Disposition", "Posture", "Worst wound")
    blocks: list[Block] = [
        Verdict(now, facts, f"{now} acts; then {after}." if left else "Everyone has acted."),
        Table("The order, from the bottom", columns, tuple(rows), left[0] if left else None),
    ]
    values = {"now": now if left else "", "left": [names[at] for at in left], "ours": len(mine)}
    return Answer(values, tuple(blocks))


def pairs(number: int, seen: Sequence[SeenRow]) -> Mapping[str, str]:
    """What a link to this says, in round `number` (1 or more)."""
    form = find("mel-players").form
    return links.write(form, form.write({"round_number": number, "combatants": tuple(seen)}))
