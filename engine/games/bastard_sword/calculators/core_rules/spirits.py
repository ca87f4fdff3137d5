"""Spirit: how much there is, what it buys, and how it comes back (BSR-18 to BSR-21)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, QUICK_SCORES, SCORE, Difficulty, FourD8, Malus, YourDice
from engine.games.bastard_sword.readings.dice import built, rolled
from engine.games.bastard_sword.rules import merrymaking, rest, spirit
from engine.games.bastard_sword.rules.long_tasks import Time, factor
from engine.games.bastard_sword.rules.merrymaking import Merry, Poem
from engine.games.bastard_sword.rules.pool import Build
from engine.games.bastard_sword.rules.rest import Condition
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import spirit as points
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

NIGHTS = 8
LONGEST = 100
"""The largest factor that an evening comes to."""
SpiritLeft = Annotated[
    int, Between(0, spirit.MOST_SPIRIT), Asked("Your spirit now", quick=(5, 10, 20, 24)), sheet("spirit")
]
Constitution = Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")]
Persona = Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES), sheet("persona")]
ThreeD6 = Pool.parse("3d6")


@calculator("bs-spirit", rules="BSR-18")
def how_much(
    constitution: Constitution = 4,
    persona: Persona = 3,
    gone: Annotated[
        int, Between(0, spirit.MOST_SPIRIT), Asked("Spent or lost", quick=(0, 3, 10)), sheet("spirit_lost")
    ] = 0,
) -> Answer:
    """How much spirit is left, and how large a pool may be?"""
    most = spirit.most(constitution, persona)
    left = max(0, most - gone)
    said = f"{left} of {most} spirit: no pool of more than {of_dice(left)}, bonus dice among them."
    facts = (Fact(most, "at most"), Fact(left, "dice in a roll at most"))
    notes = () if left else (Note("With no spirit you roll no dice at all.", rule="BSR-18"),)
    return Answer({"most": most, "left": left, "cap": left}, (Verdict(f"{left} left", facts, said), *notes))


def _brings(tries: Sequence[tuple[int, Build, Test]], left: int, best: int) -> Table:
    """What each number of bought dice costs and brings; the first is none."""
    plain = tries[0][2].chance
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            of_dice(count) if count else "none",
            one.cost or None,
            now.pool.words,
            now.chance,
            f"{float(now.hits):.2f}",
            _percentage_points((now.chance - plain) / one.cost) if one.cost else None,
            left - one.cost,
        )
        for count, one, now in tries
    )
    columns = ("Bought", "Spirit", "You roll", "Chance", "Hits on average", "Each point adds", "Left for later")
    return Table("What each die brings", columns, rows, best, Mark.DERIVED)


@calculator("bs-advisor", rules="BSR-19")
def advisor(
    pool: YourDice = FourD8,
    difficulty: Difficulty = 3,
    malus: Malus = 0,
    bonus: Annotated[int, Between(0, 40), Asked("Bonus dice you have anyway", quick=(0, 1, 2))] = 0,
    left: SpiritLeft = 20,
    extended: Annotated[bool, Asked("It is one roll for a long task", more=True)] = False,
    passed: Annotated[int, Between(0, 5), Asked("Times your burden passes your increment", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Which dice are worth their spirit?"""
    if not pool.dice:
        raise Unusable("pool", "A test takes one die at least, and this has none.")
    tries = []
    for bought in range(spirit.MOST_BOUGHT + 1):
        build = built(pool.dice, ask, bonus=bonus, bought=bought, spirit=left, passed=passed, extended=extended)
        if bought and (build.cost > left or build.wasted):
            break
        tries.append((bought, build, Test(pool.plus(build.taken).at_most(build.dice), difficulty, malus)))
    plain = tries[0][2].chance

    def worth(place: int) -> Fraction:
        return (tries[place][2].chance - plain) / tries[place][1].cost

    best = max(range(1, len(tries)), key=worth, default=0)
    if not best or worth(best) <= 0:
        best = 0
    bought, build, test = tries[best]
    figure = f"Buy {bought}" if bought else "Buy none"
    facts = (Fact(test.chance, "then"), Fact(plain, "without"), Fact(build.cost, "spirit"))
    said = (
        f"{of_dice(bought)} for {points(build.cost)}: {wording.percent(plain)} becomes {wording.percent(test.chance)}."
        if bought
        else f"No die is worth its spirit here: {wording.percent(plain)} as it is."
    )
    return Answer(
        {
            "buy": bought,
            "cost": build.cost,
            "probability": test.chance,
            "without": plain,
            "costs": [one.cost for _, one, _ in tries],
            "chances": [now.chance for *_, now in tries],
        },
        (
            Verdict(figure, facts, said, Mark.DERIVED),
            test.odds(tries[0][2], "without"),
            _brings(tries, left, best),
            Note("In a fight you can buy once a round. Damage takes no bought dice.", rule="BSR-34"),
        ),
        effects=(SpendSpirit(build.cost),) if build.cost else (),
    )


def _percentage_points(gain: Fraction) -> str:
    said = wording.decimal(abs(gain) * 100)
    return f"{'+' if gain >= 0 else wording.MINUS}{said}{wording.NO_BREAK}%"


@branch("I will test")
class Ahead:
    """The test against fatigue is not rolled yet."""

    pool: Annotated[Pool, Asked("Resist fatigue", POOL_HINT), sheet("resist-fatigue")] = ThreeD6
    bonus: Annotated[
        int, Between(0, 20), Asked("Bonus dice for the bed or the company", gm=True, quick=(0, 1, 2), more=True)
    ] = 0
    malus: Malus = 0


@branch("I have tested")
class Tested:
    """The test was rolled and counted."""

    result: Annotated[int, Between(-60, 60), Asked("Successes", quick=(0, 1, 2, 3))] = 1


@branch("I sleep as it comes")
class Sleeps:
    """Nobody tests."""


@calculator("bs-night", rules="BSR-20")
def a_night(
    hours: Annotated[int, Between(0, 24), Asked("Hours in bed", quick=(4, 6, 8, 10))] = 6,
    conditions: Annotated[frozenset[Condition], Asked("What disturbs it", gm=True)] = frozenset(),
    fatigue: Annotated[Ahead | Tested | Sleeps, Asked("Against the tiredness")] = Ahead(),
    constitution: Constitution = 3,
    persona: Persona = 3,
    left: SpiritLeft = 5,
    *,
    ask: Rulings,
) -> Answer:
    """What does this night do for you?"""
    most = spirit.most(constitution, persona)
    if left > most:
        raise Unusable("left", _too_much(constitution, persona, most, left))
    short = rest.missing(hours, conditions)
    if isinstance(fatigue, Ahead) and short:
        pool = rolled(fatigue.pool, ask, bonus=fatigue.bonus, spirit=left)
        return _nights(short, pool, fatigue.malus, most, left)
    end = rest.night(short, fatigue.result if isinstance(fatigue, Tested) else 0, most, left)
    figure = wording.signed(end.spirit)
    facts = (
        Fact(left + end.spirit, "spirit then"),
        Fact.count(short, "hour"),
        Fact("complete" if end.complete else "broken"),
    )
    how = "A complete rest" if end.complete else f"{wording.count(short, 'hour')} short"
    said = f"{how}: {points(abs(end.spirit))} {'regained' if end.spirit >= 0 else 'lost'}."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if end.complete:
        blocks.append(_zeno(most, left))
    effects = (SpendSpirit(-end.spirit, lost=end.spirit < 0),) if end.spirit else ()
    values = {"missing": short, "spirit": end.spirit, "complete": end.complete, "then": left + end.spirit}
    return Answer(values, tuple(blocks), effects=effects)


def _nights(short: int, pool: Pool, malus: int, most: int, left: int) -> Answer:
    """A night whose test is still to come."""
    found = rest.nights(short, successes(pool).plus(-malus), most, left)
    whole = sum((chance for end, chance in found.items() if end.complete), Fraction(0))
    mean = sum((end.spirit * chance for end, chance in found.items()), Fraction(0))
    rows = tuple(
        (wording.signed(end.spirit), left + end.spirit, "complete" if end.complete else "broken", chance)
        for end, chance in found.items()
    )
    facts = (Fact(pool.words), Fact.count(short, "hour"), Fact(_signed(mean), "spirit on average"))
    said = f"{wording.count(short, 'hour')} short. A complete rest: {wording.percent(whole)}."
    return Answer(
        {
            "missing": short,
            "pool": str(pool),
            "complete": whole,
            "mean": mean,
            "spirit": [[end.spirit, chance] for end, chance in found.items()],
        },
        (
            Verdict(wording.percent(whole), facts, said, Mark.DERIVED),
            Table("How it may end", ("Spirit", "Then", "Rest", "Chance"), rows, mark=Mark.DERIVED),
        ),
    )


def _signed(mean: Fraction) -> str:
    said = wording.decimal(abs(mean))
    return said if said == "0" else f"{'+' if mean > 0 else wording.MINUS}{said}"


def _zeno(most: int, left: int) -> Table:
    """Complete rests in a row."""
    rows = tuple((number, held) for number, held in enumerate(rest.in_a_row(NIGHTS, most, left)))
    return Table("If every night were like this", ("Nights", "Spirit"), rows, 1, Mark.DERIVED)


class Part(Option):
    """What the reader does while the others make merry."""

    DOES = "does", "take part"
    ENJOYS = "enjoys", "listen, watch or eat"


@calculator("bs-merry", rules="BSR-21")
def merry(
    what: Annotated[Merry, Asked("What is done")] = Merry.MUSIC,
    result: Annotated[int, Between(-30, 120), Asked("Successes of all, helpers halved", quick=(1, 2, 3, 4))] = 2,
    passed: Annotated[Time, Asked("For")] = Time.HALF_HOUR,
    poem: Annotated[Poem, Asked("The poem is", more=True)] = Poem.READ,
    diners: Annotated[int, Between(1, 200), Asked("People to feed", quick=(4, 6, 10), more=True)] = 5,
    part: Annotated[Part, Asked("And you")] = Part.DOES,
    constitution: Constitution = 4,
    persona: Persona = 3,
    left: SpiritLeft = 10,
) -> Answer:
    """How much spirit does it bring, and to whom?"""
    most = spirit.most(constitution, persona)
    if left > most:
        raise Unusable("left", _too_much(constitution, persona, most, left))
    counted = result - (poem.amount or 0 if what is Merry.POEM else 0)
    if what.a_roll and not factor(passed, what.a_roll):
        raise Unusable("passed", f"One roll of it takes {what.a_roll.words}; this gives it {passed.words}.")
    found = merrymaking.restored(what, counted, passed, diners)
    theirs = {
        Merry.MUSIC: "listeners",
        Merry.DANCE: "those who watch",
        Merry.POEM: "listeners",
        Merry.FEAST: "everyone who eats",
    }[what]
    mine = found.doing if part is Part.DOES else found.others
    room = min(mine, most - left)
    facts = (
        Fact(left + room, f"spirit of {most}"),
        Fact(found.doing, "for those who do it"),
        Fact(found.others, theirs),
    )
    said = f"{points(room)} for you: {found.doing} for those who do it, {found.others} for {theirs}."
    times = [one for one in Time if what.a_roll and 0 < factor(one, what.a_roll) <= LONGEST]
    each = [merrymaking.restored(what, counted, one, diners) for one in times]
    rows = tuple((one.words, made.doing, made.others) for one, made in zip(times, each, strict=True))
    blocks: list[Block] = [Verdict(wording.signed(room), facts, said)]
    if rows:
        here = next((at for at, row in enumerate(rows) if row[0] == passed.words), None)
        blocks.append(Table("If it goes on", ("For", "Those who do it", theirs.capitalize()), rows, here))
    effects = (SpendSpirit(-room),) if room else ()
    values = {"result": counted, "doing": found.doing, "others": found.others, "mine": room}
    return Answer(values, tuple(blocks), effects=effects)


def _too_much(constitution: int, persona: int, most: int, left: int) -> str:
    return f"With constitution {constitution} and persona {persona} it is {most} at most; this says {left}."
