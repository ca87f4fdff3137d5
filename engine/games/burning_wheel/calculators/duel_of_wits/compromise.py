"""How a duel of wits ends: winning, compromise, shocking defeat, ties, and what is marked (DOW-18 to 21, DOW-25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.duel_of_wits.fields import (
    B4,
    BODY,
    EXTRA,
    LEFT,
    MOST_BODY,
    NAME,
    QUICK_BODY,
    TEXT,
)
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.duel import AskedMarks, whole_house
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger
from engine.games.burning_wheel.readings.steel import hesitation_of
from engine.games.burning_wheel.rules import arguments as rules
from engine.games.burning_wheel.rules import duel, duel_marks, steel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.arguments import Ending, Grade, Opposed
from engine.games.burning_wheel.rules.duel_marks import Log, Marked, SpokenRoll
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.spending import LIMIT
from engine.games.burning_wheel.rules.wounds import Felt, felt
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

QUICK_TIED = (-4, -3, -2, -1, 0)
QUICK_LEFT = (-2, -1, 0, 1, 2, 3, 4, 5, 6, 7)

MEANS = {
    Grade.NONE: "The terms hold as they were named.",
    Grade.MINOR: "The terms hold. The winner grants a detail: a point admitted, a courtesy, a day’s grace.",
    Grade.LEGITIMATE: "The terms hold in the main. The winner gives up one real thing that the loser was after.",
    Grade.MAJOR: "The heart of the terms holds, and little more; the loser, too, goes home with something to show.",
}
"""What each grade asks for, in plain words."""
UNCONDITIONAL = "nothing: unconditional"


YourOffer = Annotated[str, TEXT, Asked("Your new offer", "More generous than your terms were.")]
TheirOffer = Annotated[str, TEXT, Asked("Their new offer")]
NeutralOffer = Annotated[str, TEXT, Asked("A neutral party’s offer", "If someone is there to make one.")]


@dataclass(frozen=True, slots=True)
class Stand:
    """One side's body of argument: where it started and what is left, which may lie below 0."""

    start: int
    left: int

    @property
    def words(self) -> str:
        return f"{self.left} of {self.start}"


@calculator("duel-result", rules="DOW-18 DOW-19")
def duel_result(
    your_start: Annotated[int, BODY, Asked("You started with", quick=QUICK_BODY)] = 7,
    your_left: Annotated[int, LEFT, Asked("You have left", "Below zero too.", quick=QUICK_LEFT)] = 4,
    their_start: Annotated[int, BODY, Asked("They started with", quick=QUICK_BODY)] = 6,
    their_left: Annotated[int, LEFT, Asked("They have left", quick=QUICK_LEFT)] = 0,
    your_terms: Annotated[str, TEXT, Asked("What you wanted", more=True)] = "",
    their_terms: Annotated[str, TEXT, Asked("What they wanted", more=True)] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Who has won, and what is owed?"""
    mine, theirs = Stand(your_start, your_left), Stand(their_start, their_left)
    for field, one in (("your_left", mine), ("their_left", theirs)):
        if one.left > one.start:
            raise Unusable(field, f"Nobody has more left than at the start, here {one.start}; this says {one.left}.")
    found = rules.ending(your_left, their_left)
    lost = found is Ending.LOSE
    ahead, behind, terms = (theirs, mine, their_terms) if lost else (mine, theirs, your_terms)
    house = whole_house(ahead.start, ask)
    owed = rules.grade(ahead.start, ahead.left, house) if ahead.left > 0 else None
    other = rules.grade(their_start, their_left, whole_house(their_start, ask)) if found is Ending.OPEN else None
    margin = rules.initiative(your_left, their_left) if found is Ending.TIE else 0
    if margin and ask["argument.tie-initiative"] == "hidden":
        margin = 0
    ranges = rules.grades(ahead.start, house)
    whose = "they" if lost else "you"
    if owed is None:
        verdict = _tie(margin)
    else:
        verdict = _goes_on(owed, other, mine, theirs) if other else _won(whose, owed, ahead)
    won = owed is not None and other is None
    return Answer(
        values={
            "result": found.value,
            "owes": whose if won else "",
            "grade": owed.value if owed else "",
            "their_grade": other.value if other else "",
            "lost": ahead.start - ahead.left,
            "grades": {one.value: _span(ranges[one]) for one in Grade},
            "major_up_to": (ranges[Grade.MAJOR] or (0, 0))[1],
            "initiative": margin,
        },
        blocks=(
            verdict,
            _owing(ahead.start, ranges, owed),
            *((_follows(owed, behind.left, terms),) if owed and won else ()),
        ),
    )


def _owing(start: int, ranges: Mapping[Grade, tuple[int, int] | None], owed: Grade | None) -> Table:
    """What each number of dice left means for a winner who started with so many."""
    rows = (
        *((_span(ranges[one]), one if one is not Grade.NONE else UNCONDITIONAL, MEANS[one]) for one in Grade),
        ("0 or below", "no winner", "Lost; or tied, where both are there."),
    )
    current = list(Grade).index(owed) if owed else len(Grade)
    return Table(f"What a winner owes who started with {start}", ("Dice left", "Owes", "That is"), rows, current)


def _follows(owed: Grade, loser: int, terms: str) -> Steps:
    """What happens once one has won, `loser` being what the other has left."""
    said = f": {terms}" if terms else ""
    harder = f"the obstacle {-loser} higher" if loser else "at plain hesitation"
    return Steps(
        (
            f"The winner’s terms hold for everyone involved{said}.",
            "Settle the concession together." if owed is not Grade.NONE else "No concession is owed.",
            f"The loser tests Steel at once, {harder}.",
            "An audience goes along with the winner. What the loser believes is the loser’s own.",
        ),
        "What follows",
    )


def _span(bounds: tuple[int, int] | None) -> str:
    if bounds is None:
        return "–"
    low, high = bounds
    return str(low) if low == high else f"{low} to {high}"


def _tie(margin: int) -> Verdict:
    said = f"{'you' if margin > 0 else 'they'} held the initiative" if margin else "nobody is ahead"
    return Verdict(
        "A tie",
        (Fact(said), Fact("neither side’s terms")),
        f"Both are at zero or below: a tie. Neither side gets its terms, and {said}.",
    )


def _goes_on(owed: Grade, other: Grade, mine: Stand, theirs: Stand) -> Verdict:
    return Verdict(
        "It goes on",
        (Fact(mine, "yours"), Fact(theirs, "theirs")),
        f"Both have dice left, so it goes on. If you won like this, you would owe {owed.words}; "
        f"they would owe {other.words}.",
    )


def _won(whose: str, owed: Grade, stand: Stand) -> Verdict:
    who, owes = ("You win", "you owe") if whose == "you" else ("They win", "they owe you")
    if owed is Grade.NONE:
        return Verdict(who, (Fact("unconditional"),), f"{who}, and {owes} nothing: not one die was lost.")
    return Verdict(
        who,
        (Fact(owed.words, owes), Fact(stand.words, "left")),
        f"{who} with {stand.words} dice left, and {owes} {owed.words}.",
    )


@calculator("shocking-defeat", rules="DOW-20")
def shocking_defeat(
    will: Annotated[Ability, Asked("The loser’s Will", quick=QUICK_POOLS), sheet("will")] = B4,
    left: Annotated[int, Between(-MOST_BODY, 0), Asked("Body of argument", quick=QUICK_TIED)] = 0,
    nerve: Annotated[Ability, Asked("The loser’s Steel", quick=QUICK_POOLS), sheet("steel")] = B4,
    rolled: Annotated[int | None, COUNTED, Asked("Successes, once rolled", quick=QUICK_SUCCESSES)] = None,
    lost: Annotated[int, EXTRA, Asked("Dice lost to wounds", more=True, quick=(0, 1, 2)), sheet("wound-dice")] = 0,
    superficial: Annotated[
        int, Between(0, 2), Asked("Superficial wounds", more=True, quick=(0, 1, 2)), sheet("lone-superficials")
    ] = 0,
    advantage: Annotated[int, EXTRA, Asked("Dice of advantage", more=True, quick=(0, 1, 2))] = 0,
    traits: Annotated[int, Between(-10, 10), Asked("Traits change hesitation by", more=True)] = 0,
    tied: Annotated[bool, Asked("It was a tie", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How long does a loser stand speechless?"""
    worked = rules.defeat(hesitation_of(will, traits, None, ask).total, left)
    hurt = feels(Hurt(lost, superficial), nerve, ask, ELEMENTS["steel"])
    worked = Worked((*worked.lines, hurt.obstacle))
    obstacle = max(0, worked.total)
    if tied and ask["argument.tie-steel"] == "none":
        verdict = Verdict("No test", (Fact("nobody lost"),), "It was a tie: nobody lost, so nobody tests Steel.")
        return Answer({"tests": False, "obstacle": 0, "heartbeats": 0}, (verdict,))
    test = Test(nerve.pool(advantage - hurt.lost, open_ended=True), obstacle, ask)
    values = {"tests": True, "obstacle": obstacle, "probability": test.chance}
    lines = (*worked.lines, Line(obstacle - worked.total, "Never below 0", "STE-02"))
    shown = (
        Working(lines, obstacle, "Obstacle of the Steel test"),
        *ledger(hurt, nerve.exponent + advantage),
    )
    if rolled is None:
        chances = steel.spread(test.law, obstacle)
        values |= {"heartbeats": list(chances), "average": steel.mean(chances)}
        return Answer(values, (_shaken(test, chances), *shown, _how_long(chances), FREE))
    heartbeats = steel.lost(obstacle, rolled)
    values |= {"heartbeats": heartbeats, "class": test.classes.value}
    return Answer(values, (_fell(rolled, obstacle, heartbeats), *shown, FREE), test.marks("nerve", Kind.STEEL))


FREE = Note(
    "While the loser hesitates, the winner is free: to gloat, to strike, or to say the one thing that stays.",
    rule="DOW-20",
)


def _fell(rolled: int, obstacle: int, heartbeats: int) -> Verdict:
    """What the Steel test came to."""
    figure = wording.count(heartbeats, "heartbeat") if heartbeats else "Unshaken"
    counted = wording.count(rolled, "success", "successes")
    aloud = f"hesitates for {figure}" if heartbeats else "keeps their countenance"
    facts = (Fact.count(rolled, "success", "successes"), Fact(Obstacle(obstacle), "obstacle"))
    return Verdict(figure, facts, f"{counted} against {ob(obstacle)}: the loser {aloud}.")


def _shaken(test: Test, chances: Sequence[Fraction]) -> Verdict:
    """What to expect of the Steel test."""
    obstacle = ob(test.obstacle)
    return Verdict(
        obstacle,
        (Fact(DiceCount(test.dice), "dice, open-ended"), Fact(chances[0], "unshaken")),
        f"The loser tests Steel against {obstacle} and stands unshaken {often(chances[0])}; "
        f"on average {float(steel.mean(chances)):.1f} heartbeats are lost.",
        Mark.DERIVED,
    )


def _how_long(chances: Sequence[Fraction]) -> Table:
    rows = tuple(
        (wording.count(number, "heartbeat") if number else "none", chance) for number, chance in enumerate(chances)
    )
    return Table("How long", ("Hesitates for", "Chance"), rows, mark=Mark.DERIVED)


MOST_LISTED = 20
"""The table of grades goes from 1 to this."""


@table("compromise-grades")
def compromise_grades() -> Table:
    """For each body of argument at the start, the dice left that mean each grade."""
    starts = range(1, MOST_LISTED + 1)
    rows: list[tuple[Entry, ...]] = [(start, *map(_span, rules.grades(start).values())) for start in starts]
    columns = ("Started with", "Owes nothing", "Very minor", "Legitimate", "Major")
    return Table("Dice left, and what the winner owes", columns, tuple(rows), mark=Mark.DERIVED)


class AfterTie(Option):
    """What both sides do with a tie. Source: DOW-21, DOW-22."""

    COMPROMISE = "compromise", "look for a middle"
    PART = "part", "part, and take it up another time"
    ESCALATE = "escalate", "escalate"


@calculator("tied-duel", rules="DOW-21")
def tied_duel(
    your_left: Annotated[int, LEFT, Asked("You stand at", quick=QUICK_TIED)] = 0,
    their_left: Annotated[int, LEFT, Asked("They stand at", quick=QUICK_TIED)] = -2,
    after: Annotated[AfterTie, Asked("You both")] = AfterTie.COMPROMISE,
    yours: YourOffer = "",
    theirs: TheirOffer = "",
    third: NeutralOffer = "",
    *,
    ask: Rulings,
) -> Answer:
    """We are both down: what now?"""
    for field, left in (("your_left", your_left), ("their_left", their_left)):
        if left > 0:
            raise Unusable(field, f"In a tie both are at 0 or below; this says {left}.")
    margin = rules.initiative(your_left, their_left)
    if margin and ask["argument.tie-initiative"] != "shown":
        margin = 0
    offers = {"You": yours, "They": theirs, "A neutral party": third}
    made = sum(bool(offer) for offer in offers.values())
    missing = {who: field for who, field in (("You", "yours"), ("They", "theirs")) if not offers[who]}
    blocks: list[Block] = [PARTED.get(after) or _compromise(list(missing), made, margin)]
    if after is AfterTie.COMPROMISE:
        blocks.append(Table("Offers", ("From", "Offer"), tuple((who, offer or None) for who, offer in offers.items())))
    blocks.append(TIED)
    if margin:
        blocks.append(Note(f"{_lead(margin)}: that is initiative, and never a victory.", rule="DOW-21"))
    return Answer(
        values={
            "initiative": ("you" if margin > 0 else "they") if margin else "nobody",
            "margin": abs(rules.initiative(your_left, their_left)),
            "offers": made,
            "missing": list(missing.values()),
            "after": after.value,
            "old_terms": False,
        },
        blocks=tuple(blocks),
    )


PARTED = {
    AfterTie.PART: Verdict(
        "Another time",
        (Fact("nobody’s terms hold"),),
        "You part. Nobody’s terms hold, and you may take the matter up again another time.",
    ),
    AfterTie.ESCALATE: Verdict(
        "Escalated",
        (Fact("nobody has won the argument"),),
        "A challenge, exile, war: do it if you must. It does not win the argument, and everyone has seen that.",
    ),
}
TIED = Steps(
    (
        "Neither side gets the terms that it named before the duel.",
        "Each makes a new offer, kinder to the other than those terms were.",
        "Where a neutral party is there, they put one between the two.",
        "The players take the fairest and move on. If none will do, part, or escalate.",
    ),
    "A tied compromise",
)


def _lead(margin: int) -> str:
    """Who is ahead in a tie, by a `margin` that is below 0 for them."""
    return f"{'You' if margin > 0 else 'They'} were driven {wording.count(abs(margin), 'die', 'dice')} less far down"


def _compromise(missing: Sequence[str], offers: int, margin: int) -> Verdict:
    """Where a tied compromise stands: who owes an offer yet, and whose word counts most."""
    line = f"{'you' if margin > 0 else 'they'} set the terms of it" if margin else "neither side’s old terms"
    worth = f" {_lead(margin)}, which may earn the last word on terms." if margin else ""
    if len(missing) == 2:
        figure, aloud = "Two new offers", "Each side makes a new offer, kinder to the other than its first terms."
    elif missing:
        figure, aloud = "One more offer", f"{missing[0]} still owe an offer kinder than the first terms."
    else:
        figure, aloud = "Choose one", f"{offers} offers are on the table: take the fairest together."
    return Verdict(figure, (Fact(line),), f"{aloud}{worth}")


UNNAMED = "The skill"


@row("roll")
class DuelRollRow:
    """One roll of a duel, as a row of the form."""

    name: Annotated[str, NAME, Asked("Skill or stat")] = "Oratory"
    ability: Annotated[Ability, Asked("Shade and exponent", quick=QUICK_POOLS), sheet("ability")] = B4
    extra: Annotated[int, EXTRA, Asked("Other dice, without artha’s", quick=(0, 1, 2, 3))] = 0
    opposed: Annotated[Opposed, Asked("Up against")] = Opposed.VERSUS
    against: Annotated[int, COUNTED, Asked("Their successes, or their Will", quick=QUICK_SUCCESSES)] = 2
    successes: Annotated[int, COUNTED, Asked("Successes you rolled", quick=QUICK_SUCCESSES)] = 2
    wounds: Wounded = UNHURT
    defense: Annotated[int, Between(0, MOST_DICE), Asked("A Rebuttal’s dice for defense", "0: no Rebuttal.")] = 0
    back: Annotated[
        int | None, COUNTED, Asked("Their defense, if they rebutted too: successes", "Empty: they did not.")
    ] = None

    @property
    def hurt(self) -> Felt:
        """What the roll felt of wounds; whatever is tested in a duel is touched by them."""
        return felt(self.wounds.wounds, self.ability.exponent, ELEMENTS.get(self.name.casefold(), ELEMENTS["skill"]))

    @property
    def spoken(self) -> SpokenRoll:
        """The roll as the rules take it."""
        dice = max(0, self.ability.exponent + self.extra - self.hurt.lost)
        return SpokenRoll(
            self.name or UNNAMED,
            self.ability,
            dice,
            self.opposed,
            self.against,
            self.successes,
            self.hurt.added,
            self.defense,
            self.back,
        )


@row("log")
class AbilityLog:
    """The marks that an ability had before the duel, as a row of the form."""

    name: Annotated[str, NAME, Asked("Skill or stat")] = "Oratory"
    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL
    routine: Annotated[int, MARKS, Asked("Routine tests marked")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked")] = 0

    @property
    def log(self) -> Log:
        """The log as the rules take it."""
        return Log(self.kind, Marks(self.routine, self.difficult, self.challenging))


def _bad_rebuttal(one: DuelRollRow) -> str:
    """Why a roll cannot be a Rebuttal divided so, as a sentence, or nothing. Source: DOW-14."""
    if not one.defense or one.hurt.gone:
        return "" if one.back is None else "Their defense counts against a Rebuttal; this row has no dice for defense."
    if one.opposed is not Opposed.VERSUS:
        return "A Rebuttal’s defense is rolled against their successes; choose that, or 0 dice for defense."
    dice = one.spoken.dice
    return duel.bad_split(duel.Split(one.defense, dice - one.defense), dice)


OPENING = (
    DuelRollRow(opposed=Opposed.BODY, against=0),
    DuelRollRow(against=3),
)


@calculator("duel-tests", rules="DOW-25")
def duel_tests(
    rolls: Annotated[tuple[DuelRollRow, ...], Asked("Your rolls, in order")] = OPENING,
    logs: Annotated[tuple[AbilityLog, ...], Asked("Marks from before", more=True)] = (),
    *,
    ask: Rulings,
) -> Answer:
    """What do I mark after a duel?"""
    for place, roll in enumerate(rolls):
        if sentence := _bad_rebuttal(roll):
            raise Unusable(f"rolls.{place}.defense", sentence)
    for place, roll in enumerate(rolls):
        if gone := roll.hurt.gone:
            raise Unusable(f"rolls.{place}.ability", gone)
    before = {(one.name or UNNAMED).casefold(): one.log for one in reversed(logs)}
    try:
        found = duel_marks.marks([roll.spoken for roll in rolls], AskedMarks(ask), before)
    except Refused as full:
        raise Unusable("logs", str(full)) from None
    marked = {one.name: one.value for one in found.abilities}
    earned = [one for one in found.abilities if one.roll]
    listed = wording.listed(f"{one.name} {marked[one.name]}" for one in earned) or "nothing was rolled"
    aloud = f"One duel, one mark for each ability: {listed}." if earned else "Nothing was rolled that earns a mark."
    blocks: list[Block] = [
        Verdict(
            wording.count(len(earned), "mark"), tuple(Fact(marked[one.name], one.name) for one in earned[:4]), aloud
        ),
        marks_table("What you mark", found.abilities),
    ]
    for roll in rolls:
        against = roll.against if found.own and roll.opposed in (Opposed.VERSUS, Opposed.WILL) else None
        name = roll.name or UNNAMED
        dice = roll.ability.exponent + roll.extra
        blocks += ledger(roll.hurt, dice, against, words=f"{name}: dice", against=f"{name}: obstacle")
    advancing = [one.name for one in earned if one.advances]
    if advancing:
        told = "the class that was missing came up, so it is marked as it fell, and advances on the spot."
        blocks.append(Note(f"{wording.listed(advancing)}: {told}", rule="HUB-44"))
    most = LIMIT * found.tests
    blocks.append(
        Note(
            f"Artha is limited by the roll: at most {LIMIT.words} for each. A Minor Epiphany lasts for the whole duel.",
            rule="DOW-25",
        )
    )
    effects = [effect for one in earned for effect in leaves(f"rolls.{one.place}.ability", one)]
    return Answer(
        values={
            "marks": marked,
            "rolls": {one.name: one.place + 1 for one in earned},
            "advances": advancing,
            "count": len(earned),
            "classes": sorted(set(marked.values())),
            "most_fate": most.fate,
            "most_persona": most.persona,
            "most_deeds": most.deeds,
        },
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


def marks_table(caption: str, marked: Sequence[Marked]) -> Table:
    """For each ability of a duel the roll that counts and what it marks."""
    rows: list[tuple[Entry, ...]] = []
    for one in marked:
        if one.roll is None:
            rows.append((one.name, one.tests, None, "no test"))
        else:
            counts = f"roll {one.place + 1}: {one.roll.dice}D, {ob(one.roll.obstacle)}"
            rows.append((one.name, one.tests, counts, one.classes))
    return Table(caption, ("Ability", "Rolls", "Counts", "Marks"), tuple(rows))


def leaves(on: str, marked: Marked) -> tuple[LogTest, ...]:
    """What it leaves in the log of the ability that the input `on` holds."""
    return marks_of(on, marked.classes, marked.kind, passed=True) if marked.roll else ()
