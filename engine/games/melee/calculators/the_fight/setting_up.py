"""Setting up: disposition, opponents by their grade, and an ambush (MEL-04, MEL-05, MEL-09)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.dice import DiceCount, Pool, Shade
from engine.games.burning_wheel.dice import successes as successes_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import B3, B4, B5, Fell, Health, Side, Steel
from engine.games.melee.readings import order as readings
from engine.games.melee.rules import disposition as rules
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.order import Rolled, ordered, tied
from engine.rulings import Rulings
from engine.working import Mark

BARS_PAST = 3
HITS_FOR = Fraction(7, 2)
"""What a hit of a proper weapon takes off on average, before its margin. Source: MEL-56."""


@calculator("mel-disposition", rules="MEL-04")
def disposition(
    health: Health = B4,
    steel: Steel = B5,
    successes: Fell = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How much disposition do you begin with?"""
    pool = Pool.of(max(0, steel.exponent - wounds.dice), steel.shade, open_ended=True)
    less = int(bool(wounds.superficial) and ask["disposition.superficial"] == "less")
    if successes is not None:
        worked = rules.starting(health, max(0, successes - less))
        said = f"You begin with {worked.total} disposition."
        shown = (Fact.count(successes, "success", "successes"), Fact(str(health), "Health"))
        return Answer(
            {"disposition": worked.total},
            (Verdict(str(worked.total), shown, said), Working(worked.lines, worked.total, "Disposition")),
        )
    law = rules.law(health, law_of(pool, ask).plus(-less).floored(0))
    base = sum(line.amount for line in rules.base(health))
    mean = wording.decimal(law.mean)
    said = f"{base} from Health, and what {wording.count(pool.dice, 'die', 'dice')} of Steel bring: {mean} on average."
    facts = (Fact(base, "from Health"), Fact(DiceCount(pool.dice), "Steel, open-ended"), Fact(mean, "on average"))
    last = base + pool.dice + BARS_PAST
    chances = (*(law.exactly(number) for number in range(base, last)), law.at_least(last))
    return Answer(
        {"base": base, "mean": law.mean, "chances": [law.exactly(number) for number in range(base, last)]},
        (
            Verdict(mean, facts, said, Mark.DERIVED),
            Odds(chances, base, f"Never less than {base}.", open_end=True, first=base),
            Note("At the end of the fight, mark a passive Steel test.", rule="MEL-53"),
        ),
    )


@row("opponent")
class GradedRow:
    """One kind of combatant on either side, and how many of them."""

    name: Annotated[str, Asked("Name")] = ""
    many: Annotated[int, Between(1, 40), Asked("How many", quick=(1, 2, 4, 8))] = 1
    side: Annotated[Side, Asked("Side")] = Side.THEIRS
    grade: Annotated[Grade, Asked("Grade")] = Grade.SMALL_FRY
    health: Annotated[Ability, Asked("Health", quick=("B3", "B4", "B5", "G4"))] = B4
    steel: Annotated[Ability, Asked("Steel", quick=("B4", "B5", "B6", "B7"))] = B4
    lost: Annotated[int, Between(0, 20), Asked("Dice lost to wounds", quick=(0, 1, 2))] = 0
    dice: Annotated[int, Between(0, 20), Asked("Dice they attack with", quick=(3, 4, 5, 6))] = 3

    @property
    def left(self) -> int:
        """What wounds leave of Steel."""
        return max(0, self.steel.exponent - self.lost)


FOES = (
    GradedRow("The four of you", 4, Side.OURS, Grade.TOUGH, B4, B5, 0, 4),
    GradedRow("Brigands", 8),
)


@calculator("mel-opponents", rules="MEL-05")
def opponents(
    opponents: Annotated[tuple[GradedRow, ...], Asked("Who fights", gm=True)] = FOES, *, ask: Rulings
) -> Answer:
    """How much can they take, and how long will it last?"""
    if not opponents:
        raise Unusable("opponents", "A fight takes someone on each side; here is nobody.")
    laws = [_law(one, ask) for one in opponents]
    sides = [side for side in Side if any(one.side is side for one in opponents)]
    totals = {
        side: sum(
            (law.mean * one.many for one, law in zip(opponents, laws, strict=True) if one.side is side), Fraction()
        )
        for side in sides
    }
    rows: list[tuple[Entry, ...]] = [
        (one.name or one.grade.words, one.many, one.grade.words, _span(one, law), wording.decimal(law.mean * one.many))
        for one, law in zip(opponents, laws, strict=True)
    ]
    whole = " : ".join(wording.decimal(totals[side]) for side in sides)
    facts = tuple(Fact(wording.decimal(totals[side]), f"{side.words}, in all") for side in sides)
    said = wording.listed(f"{side.words} {wording.decimal(totals[side])}" for side in sides)
    blocks: list[Block] = [
        Verdict(whole, facts, f"Disposition in all: {said}.", Mark.DERIVED),
        Table("Who can take how much", ("Who", "How many", "Grade", "Each", "In all"), tuple(rows)),
    ]
    rounds = {side: _rounds(side, totals, opponents) for side in sides if len(sides) > 1}
    lasting = tuple(
        (side.words, wording.decimal(found) if found is not None else "nobody strikes at them")
        for side, found in rounds.items()
    )
    if lasting:
        blocks.append(
            Table("Rounds they last, if all others strike at them", ("Side", "Rounds"), lasting, mark=Mark.DERIVED)
        )
    values = {
        "totals": {side.value: totals[side] for side in sides},
        "least": [law.first for law in laws],
        "most": [
            law.last if one.grade is not Grade.TOUGH else law.first + one.left
            for one, law in zip(opponents, laws, strict=True)
        ],
        "rounds": {side.value: found for side, found in rounds.items()},
    }
    return Answer(values, tuple(blocks))


def _law(one: GradedRow, ask: Rulings) -> Distribution:
    """How likely each disposition of one of them is. Source: MEL-05."""
    if one.grade.rolls:
        return rules.law(one.health, law_of(Pool.of(one.left, one.steel.shade, open_ended=True), ask))
    return Distribution.of({rules.of_grade(one.grade, one.health, one.left).total: Fraction(1)})


def _span(one: GradedRow, law: Distribution) -> str:
    """As in "4", or "4 to 10" where Steel is rolled, sixes that open left out."""
    return f"{law.first} to {law.first + one.left}" if one.grade.rolls and one.left else str(law.first)


def _rounds(side: Side, totals: dict[Side, Fraction], rows: tuple[GradedRow, ...]) -> Fraction | None:
    """Rounds that a side lasts on average while all others strike at it at Ob 1. Source: MEL-56."""
    each = sum((one.many * _means(one.dice) for one in rows if one.side is not side), Fraction())
    return totals[side] / each if each else None


def _means(dice: int) -> Fraction:
    """Disposition that so many black dice take off on average at Ob 1. Source: MEL-56."""
    law = successes_of(Pool.of(dice))
    return law.at_least(1) * HITS_FOR + law.mean - law.at_least(1)


@row("combatant")
class AmbushedRow:
    """Someone in the order, and whether the ambush takes them."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Ability, Asked("Reflexes", quick=("B3", "B4", "B5", "G4"))] = B4
    two_dice: Annotated[int, Between(2, 12), Asked("Their 2d6", quick=(4, 6, 7, 8, 10))] = 7
    surprised: Annotated[bool, Asked("Surprised")] = False
    speed: Annotated[Ability, Asked("Speed", "Between two who are tied", quick=("B3", "B4", "B5"), more=True)] = B4


AMBUSH = (
    AmbushedRow("Ana", B4, 9, surprised=True),
    AmbushedRow("Bo", B5, 6),
    AmbushedRow("A brigand", B3, 7),
)


@calculator("mel-surprise", rules="MEL-09")
def surprise(combatants: Annotated[tuple[AmbushedRow, ...], Asked("Who is there")] = AMBUSH, *, ask: Rulings) -> Answer:
    """Who acts when, in an ambush?"""
    if not combatants:
        raise Unusable("combatants", "An order takes someone to stand in it; here is nobody.")
    names = [one.name or f"Combatant {at}" for at, one in enumerate(combatants, 1)]
    taken = [at for at, one in enumerate(combatants) if one.surprised]
    gray = any(combatants[at].reflexes.shade is not Shade.BLACK for at in taken)
    rolled = [
        Rolled(
            one.reflexes.exponent + one.two_dice,
            one.reflexes.exponent,
            one.speed.exponent,
            one.reflexes.shade,
            one.surprised,
        )
        for one in combatants
    ]
    three = readings.three(rolled, ask)
    order = ordered(rolled, three=three, absolute=gray and ask["surprise.gray"] == "bottom")
    first = names[order.all[0]]
    rows = tuple((names[at], rolled[at].total, "hesitates" if at in taken else None) for at in order.all)
    said = f"{first} is first."
    if taken:
        said += f" In round 1 {wording.listed(names[at] for at in taken)} must hesitate."
    blocks: list[Block] = [
        Verdict(first, (Fact(len(taken), "surprised"),), said),
        Table("The order, from the bottom", ("Who", "Initiative", "Round 1"), rows),
    ]
    values: dict[str, object] = {"order": [names[at] for at in order.all], "hesitate": [names[at] for at in taken]}
    ties = tied(rolled, three=three)
    again = ties if ties and ask["order.ties"] == "reroll" else []
    values["again"] = [[names[at] for at in tie] for tie in again]
    for tie in again:
        who = wording.listed(names[at] for at in tie)
        blocks.append(Note(f"{who} are tied, and roll again.", Mark.RULING, "MEL-06"))
    for tie in [] if again else tied(rolled, three=three, wholly=True):
        who = wording.listed(names[at] for at in tie)
        blocks.append(Note(f"Toss a coin between {who}: they stand here as they were listed.", rule="MEL-06"))
    if taken:
        freed = ask["surprise.command"] == "yes"
        values["freed"] = freed
        words = "A Command frees them at Ob 1." if freed else "No Command frees them in round 1."
        blocks.append(Note(words, Mark.RULING, "MEL-36"))
    return Answer(values, tuple(blocks))
