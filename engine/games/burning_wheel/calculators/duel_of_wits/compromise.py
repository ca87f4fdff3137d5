"""How a duel of wits ends: winning, compromise, shocking defeat, ties, and what is marked (DOW-18 to 21, DOW-25)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, BODY, EXTRA, LEFT, MOST_BODY, QUICK_BODY
from engine.games.burning_wheel.dice import MOST_DICE, ob
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import AskedMarks, whole_house
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger
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
from engine.games.burning_wheel.words import often
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

QUICK_LEFT = (-2, -1, 0, 1, 2, 3, 4, 5, 6, 7)

MEANS = {
    Grade.NONE: "The terms hold as they were named.",
    Grade.MINOR: "The terms hold. The winner grants a detail: a point admitted, a courtesy, a day’s grace.",
    Grade.LEGITIMATE: "The terms hold in the main. The winner gives up one real thing that the loser was after.",
    Grade.MAJOR: "The heart of the terms holds, and little more; the loser, too, goes home with something to show.",
}
"""What each grade asks for, in plain words."""


@calculator("duel-result", rules="DOW-18 DOW-19")
def duel_result(
    your_start: Annotated[int, BODY, Asked("You started with", quick=QUICK_BODY)] = 7,
    your_left: Annotated[int, LEFT, Asked("You have left", "Below zero too.", quick=QUICK_LEFT)] = 4,
    their_start: Annotated[int, BODY, Asked("They started with", quick=QUICK_BODY)] = 6,
    their_left: Annotated[int, LEFT, Asked("They have left", quick=QUICK_LEFT)] = 0,
    your_terms: Annotated[str, Longest(80), Asked("What you wanted", more=True)] = "",
    their_terms: Annotated[str, Longest(80), Asked("What they wanted", more=True)] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Who has won, and what is owed?"""
    for field, start, left in (("your_left", your_start, your_left), ("their_left", their_start, their_left)):
        if left > start:
            raise Unusable(field, f"Nobody has more left than at the start, here {start}; this says {left}.")
    found = rules.ending(your_left, their_left)
    start, left, terms = (
        (their_start, their_left, their_terms) if found is Ending.LOSE else (your_start, your_left, your_terms)
    )
    house = whole_house(start, ask)
    owed = rules.grade(start, left, house) if left > 0 else None
    other = rules.grade(their_start, their_left, whole_house(their_start, ask)) if found is Ending.OPEN else None
    ranges = rules.grades(start, house)
    rows = [
        (_span(ranges[one]), one.words if one is not Grade.NONE else "nothing: unconditional", MEANS[one])
        for one in Grade
    ]
    rows.append(("0 or below", "no winner", "Lost; or tied, where both are there."))
    current = list(Grade).index(owed) if owed else len(Grade)
    whose = "they" if found is Ending.LOSE else "you"
    tied = found is Ending.TIE
    margin = rules.initiative(your_left, their_left) if tied else 0
    if margin and ask["argument.tie-initiative"] == "hidden":
        margin = 0
    mine, theirs = (your_start, your_left), (their_start, their_left)
    blocks: list[Block] = [
        _tie(margin)
        if owed is None
        else _goes_on(owed, other, mine, theirs)
        if other
        else _won(whose, owed, start, left),
        Table(f"What a winner owes who started with {start}", ("Dice left", "Owes", "That is"), tuple(rows), current),
    ]
    if found in (Ending.WIN, Ending.LOSE):
        loser = their_left if found is Ending.WIN else your_left
        said = f": {terms}" if terms else ""
        blocks.append(
            Steps(
                (
                    f"The winner’s terms hold for everyone involved{said}.",
                    "Settle the concession together." if owed is not Grade.NONE else "No concession is owed.",
                    f"The loser tests Steel at once, the obstacle {-loser} higher."
                    if loser
                    else "The loser tests Steel at once, at plain hesitation.",
                    "An audience goes along with the winner. What the loser believes is the loser’s own.",
                ),
                "What follows",
            )
        )
    ranged = ranges[Grade.MAJOR]
    return Answer(
        values={
            "result": found.value,
            "owes": whose if owed and found is not Ending.OPEN else "",
            "grade": owed.value if owed and found is not Ending.TIE else "",
            "their_grade": other.value if other else "",
            "lost": start - left,
            "grades": {one.value: _span(ranges[one]) for one in Grade},
            "major_up_to": ranged[1] if ranged else 0,
            "initiative": margin,
        },
        blocks=tuple(blocks),
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
        f"{said} · neither side’s terms",
        f"Both are at zero or below: a tie. Neither side gets its terms, and {said}.",
    )


def _goes_on(owed: Grade, other: Grade, mine: tuple[int, int], theirs: tuple[int, int]) -> Verdict:
    return Verdict(
        "It goes on",
        f"{mine[1]} of {mine[0]} against {theirs[1]} of {theirs[0]}",
        f"Both have dice left, so it goes on. Were you to win like this, you would owe {owed.words}; "
        f"they would owe {other.words}.",
    )


def _won(whose: str, owed: Grade, start: int, left: int) -> Verdict:
    who, owes = ("You win", "you owe") if whose == "you" else ("They win", "they owe you")
    if owed is Grade.NONE:
        return Verdict(who, "unconditional", f"{who}, and {owes} nothing: not one die was lost.")
    return Verdict(
        who,
        f"{owes} {owed.words} · {left} of {start} left",
        f"{who} with {left} of {start} dice left, and {owes} {owed.words}.",
    )


@calculator("shocking-defeat", rules="DOW-20")
def shocking_defeat(
    will: Annotated[Ability, Asked("The loser’s Will", quick=QUICK_POOLS), sheet("will")] = B4,
    left: Annotated[int, Between(-MOST_BODY, 0), Asked("Body of argument", quick=(-4, -3, -2, -1, 0))] = 0,
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
    below = steel.hesitation(will, traits, floor=False).total < 0
    floor = not below or ask["steel.least-hesitation"] == "zero"
    worked = rules.defeat(steel.hesitation(will, traits, floor=floor).total, left)
    hurt = feels(Hurt(lost, superficial), nerve, ask, ELEMENTS["steel"])
    worked = Worked((*worked.lines, hurt.obstacle))
    obstacle = max(0, worked.total)
    if tied and ask["argument.tie-steel"] == "none":
        verdict = Verdict("No test", "nobody lost", "It was a tie: nobody lost, so nobody tests Steel.")
        return Answer({"tests": False, "obstacle": 0, "heartbeats": 0}, (verdict,))
    pool = nerve.pool(advantage - hurt.lost, open_ended=True)
    law = law_of(pool, ask, obstacle)
    values: dict[str, Any] = {"tests": True, "obstacle": obstacle, "probability": law.at_least(obstacle)}
    lines = (*worked.lines, Line(obstacle - worked.total, "Never below 0", "STE-02"))
    working = Working(lines, obstacle, "Obstacle of the Steel test")
    borne = ledger(hurt, nerve.exponent + advantage)
    free = Note(
        "While the loser hesitates, the winner is free: to gloat, to strike, or to say the one thing that stays.",
        rule="DOW-20",
    )
    if rolled is not None:
        heartbeats = steel.lost(obstacle, rolled)
        figure = f"{wording.count(heartbeats, 'heartbeat')}" if heartbeats else "Unshaken"
        counted = wording.count(rolled, "success", "successes")
        aloud = f"hesitates for {figure}" if heartbeats else "keeps their countenance"
        verdict = Verdict(
            figure,
            f"{counted} · {ob(obstacle)}",
            f"{counted} against {ob(obstacle)}: the loser {aloud}.",
        )
        classes = classes_of(pool.dice, obstacle, ask)
        marked = marks_of("nerve", classes, Kind.STEEL)
        values |= {"heartbeats": heartbeats, "class": classes.value}
        return Answer(values, (verdict, working, *borne, free), marked)
    chances = steel.spread(law, obstacle)
    average = steel.mean(chances)
    rows = tuple(
        (wording.count(number, "heartbeat") if number else "none", wording.percent(chance))
        for number, chance in enumerate(chances)
    )
    return Answer(
        {**values, "heartbeats": [chances[number] for number in range(len(chances))], "average": average},
        (
            Verdict(
                ob(obstacle),
                f"{pool.dice}D open-ended · unshaken {wording.percent(chances[0])}",
                f"The loser tests Steel against {ob(obstacle)} and stands unshaken {often(chances[0])}; "
                f"on average {float(average):.1f} heartbeats are lost.",
                Mark.DERIVED,
            ),
            working,
            *borne,
            Table("How long", ("Hesitates for", "Chance"), rows, mark=Mark.DERIVED),
            free,
        ),
    )


MOST_LISTED = 20
"""The table of grades goes from 1 to this."""


@table("compromise-grades")
def compromise_grades() -> Table:
    """For each body of argument at the start, the dice left that mean each grade."""
    rows = [(str(start), *(_span(rules.grades(start)[one]) for one in Grade)) for start in range(1, MOST_LISTED + 1)]
    columns = ("Started with", "Owes nothing", "Very minor", "Legitimate", "Major")
    return Table("Dice left, and what the winner owes", columns, tuple(rows), mark=Mark.DERIVED)


class AfterTie(Option):
    """What both sides do with a tie. Source: DOW-21, DOW-22."""

    COMPROMISE = "compromise", "look for a middle"
    PART = "part", "part, and take it up another time"
    ESCALATE = "escalate", "escalate"


@calculator("tied-duel", rules="DOW-21")
def tied_duel(
    your_left: Annotated[int, LEFT, Asked("You stand at", quick=(-4, -3, -2, -1, 0))] = 0,
    their_left: Annotated[int, LEFT, Asked("They stand at", quick=(-4, -3, -2, -1, 0))] = -2,
    after: Annotated[AfterTie, Asked("You both")] = AfterTie.COMPROMISE,
    yours: Annotated[str, Longest(80), Asked("Your new offer", "More generous than your terms were.")] = "",
    theirs: Annotated[str, Longest(80), Asked("Their new offer")] = "",
    third: Annotated[str, Longest(80), Asked("A neutral party’s offer", "If someone is there to make one.")] = "",
    *,
    ask: Rulings,
) -> Answer:
    """We are both down: what now?"""
    for field, left in (("your_left", your_left), ("their_left", their_left)):
        if left > 0:
            raise Unusable(field, f"In a tie both are at 0 or below; this says {left}.")
    margin = rules.initiative(your_left, their_left)
    shown = bool(margin) and ask["argument.tie-initiative"] == "shown"
    ahead = ("you" if margin > 0 else "they") if shown else "nobody"
    by = wording.count(abs(margin), "die", "dice")
    lead = f"{'You were' if margin > 0 else 'They were'} driven {by} less far down" if shown else ""
    offers = [("You", yours), ("They", theirs), ("A neutral party", third)]
    missing = [who for who, offer in offers[:2] if not offer]
    made = sum(bool(offer) for _, offer in offers)
    if after is AfterTie.PART:
        verdict = Verdict(
            "Another time",
            "nobody’s terms hold",
            "You part. Nobody’s terms hold, and you may take the matter up again another time.",
        )
    elif after is AfterTie.ESCALATE:
        verdict = Verdict(
            "Escalated",
            "nobody has won the argument",
            "A challenge, exile, war: do it if you must. It does not win the argument, and everyone has seen that.",
        )
    else:
        line = f"{'you set' if margin > 0 else 'they set'} the terms of it" if shown else "neither side’s old terms"
        worth = f" {lead}, which may earn the last word on terms." if shown else ""
        if len(missing) == 2:
            figure, aloud = "Two new offers", "Each side makes a new offer, kinder to the other than its first terms."
        elif missing:
            figure, aloud = "One more offer", f"{missing[0]} still owe an offer kinder than the first terms."
        else:
            figure, aloud = "Choose one", f"{made} offers are on the table: take the fairest together."
        verdict = Verdict(figure, line, f"{aloud}{worth}")
    blocks: list[Block] = [verdict]
    if after is AfterTie.COMPROMISE:
        rows = tuple((who, offer or "–") for who, offer in offers)
        blocks.append(Table("Offers", ("From", "Offer"), rows))
    blocks.append(
        Steps(
            (
                "Neither side gets the terms that it named before the duel.",
                "Each makes a new offer, kinder to the other than those terms were.",
                "Where a neutral party is there, they put one between the two.",
                "The players take the fairest and move on. If none will do, part, or escalate.",
            ),
            "A tied compromise",
        )
    )
    if shown:
        blocks.append(Note(f"{lead}: that is initiative, and never a victory.", rule="DOW-21"))
    return Answer(
        values={
            "initiative": ahead,
            "margin": abs(margin),
            "offers": made,
            "missing": [{"You": "yours", "They": "theirs"}[who] for who in missing],
            "after": after.value,
            "old_terms": False,
        },
        blocks=tuple(blocks),
    )


UNNAMED = "The skill"


@dataclass(frozen=True, slots=True)
class DuelRollRow:
    """One roll of a duel, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Skill or stat")] = "Oratory"
    ability: Annotated[Ability, Asked("It stands at", quick=QUICK_POOLS), sheet("ability")] = B4
    extra: Annotated[int, EXTRA, Asked("Other dice, without artha’s", quick=(0, 1, 2, 3))] = 0
    opposed: Annotated[Opposed, Asked("Up against")] = Opposed.VERSUS
    against: Annotated[int, COUNTED, Asked("Their successes, or their Will", quick=QUICK_SUCCESSES)] = 2
    successes: Annotated[int, COUNTED, Asked("You rolled", quick=QUICK_SUCCESSES)] = 2
    wounds: Wounded = UNHURT
    defense: Annotated[int, Between(0, MOST_DICE), Asked("A Rebuttal’s dice for defense", "0: no Rebuttal.")] = 0
    back: Annotated[
        int | None, COUNTED, Asked("Their defense, if they rebutted too: successes", "Empty: they did not.")
    ] = None

    singular: ClassVar[str] = "roll"

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


@dataclass(frozen=True, slots=True)
class AbilityLog:
    """The marks that an ability had before the duel, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Skill or stat")] = "Oratory"
    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL
    routine: Annotated[int, MARKS, Asked("Routine tests marked")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked")] = 0

    singular: ClassVar[str] = "log"

    @property
    def log(self) -> Log:
        """The log as the rules take it."""
        return Log(self.kind, Marks(self.routine, self.difficult, self.challenging))


def _bad_rebuttal(row: DuelRollRow) -> str:
    """Why a roll cannot be a Rebuttal divided so, as a sentence, or nothing. Source: DOW-14."""
    if not row.defense or row.hurt.gone:
        return "" if row.back is None else "Their defense counts against a Rebuttal; this row has no dice for defense."
    if row.opposed is not Opposed.VERSUS:
        return "A Rebuttal’s defense is rolled against their successes; choose that, or 0 dice for defense."
    dice = row.spoken.dice
    return duel.bad_split(duel.Split(row.defense, dice - row.defense), dice)


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
    for place, row in enumerate(rolls):
        if sentence := _bad_rebuttal(row):
            raise Unusable(f"rolls.{place}.defense", sentence)
    for place, row in enumerate(rolls):
        if gone := row.hurt.gone:
            raise Unusable(f"rolls.{place}.ability", gone)
    before = {(one.name or UNNAMED).casefold(): one.log for one in reversed(logs)}
    try:
        found = duel_marks.marks([row.spoken for row in rolls], AskedMarks(ask), before)
    except Refused as full:
        raise Unusable("logs", str(full)) from None
    marked = {one.name: one.value for one in found.abilities}
    earned = [one for one in found.abilities if one.roll]
    listed = wording.listed(f"{one.name} {marked[one.name]}" for one in earned) or "nothing was rolled"
    aloud = f"One duel, one mark for each ability: {listed}." if earned else "Nothing was rolled that earns a mark."
    blocks: list[Block] = [
        Verdict(wording.count(len(earned), "mark"), listed, aloud),
        marks_table("What you mark", found.abilities),
    ]
    for row in rolls:
        against = row.against if found.own and row.opposed in (Opposed.VERSUS, Opposed.WILL) else None
        name = row.name or UNNAMED
        dice = row.ability.exponent + row.extra
        blocks += ledger(row.hurt, dice, against, words=f"{name}: dice", against=f"{name}: obstacle")
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
    rows = []
    for one in marked:
        if one.roll is None:
            rows.append((one.name, str(one.tests), "–", "no test"))
        else:
            counts = f"roll {one.place + 1}: {one.roll.dice}D, {ob(one.roll.obstacle)}"
            rows.append((one.name, str(one.tests), counts, one.classes.words))
    return Table(caption, ("Ability", "Rolls", "Counts", "Marks"), tuple(rows))


def leaves(on: str, marked: Marked) -> tuple[LogTest, ...]:
    """What it leaves in the log of the ability that the input `on` holds."""
    return marks_of(on, marked.classes, marked.kind, passed=True) if marked.roll else ()
