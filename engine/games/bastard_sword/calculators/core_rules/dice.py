"""Attributes, dice and successes (BSR-01, BSR-02, BSR-05, BSR-06)."""

from collections.abc import Mapping
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, sheet
from engine.games.bastard_sword.blocks.odds import lying
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import STANDARD, WEAK, Pool, hits, successes
from engine.games.bastard_sword.forms.pool import (
    PAIRS,
    QUICK_SCORES,
    SCORE,
    Difficulty,
    FourD8,
    Malus,
    Pair,
    Seeded,
    SomeDice,
    Typed,
    YourDice,
    fallen,
    total_of,
)
from engine.games.bastard_sword.readings.dice import die_of, next_die
from engine.games.bastard_sword.rules import spirit
from engine.games.bastard_sword.rules.attributes import BANDS, COVERS, Attribute, band
from engine.games.bastard_sword.rules.difficulty import passes
from engine.games.bastard_sword.views.blocks import DieStairs
from engine.games.bastard_sword.words import successes as counted
from engine.rulings import Rulings
from engine.working import Mark

STAIRS_END = 24
AT_LEAST = (1, 3, 10)


@calculator("bs-attributes", rules="BSR-01")
def attributes(
    agility: Annotated[int, SCORE, Asked("Agility", quick=QUICK_SCORES), sheet("agility")] = 3,
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")] = 3,
    strength: Annotated[int, SCORE, Asked("Strength", quick=QUICK_SCORES), sheet("strength")] = 4,
    erudition: Annotated[int, SCORE, Asked("Erudition", quick=QUICK_SCORES), sheet("erudition")] = 2,
    persona: Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES), sheet("persona")] = 3,
    wisdom: Annotated[int, SCORE, Asked("Wisdom", quick=QUICK_SCORES), sheet("wisdom")] = 3,
    *,
    ask: Rulings,
) -> Answer:
    """What do these attributes say, and which dice do they roll?"""
    scores = dict(zip(Attribute, (agility, constitution, strength, erudition, persona, wisdom), strict=True))
    best = max(scores, key=lambda one: scores[one])
    most = spirit.most(constitution, persona)
    rows = tuple(
        (one.words.capitalize(), score, band(score).words, COVERS[one].covers) for one, score in scores.items()
    )
    said = f"{best.words.capitalize()} {scores[best]} is {band(scores[best]).words}; {most} spirit when rested."
    facts = (Fact(f"{best.words} {scores[best]}", "highest"), Fact(most, "spirit"))
    blocks: list[Block] = [
        Verdict(band(scores[best]).words.capitalize(), facts, said),
        Table("What each score says", ("Attribute", "Score", "Band", "It covers"), rows),
        _pairs(scores, ask),
    ]
    out = [one.words for one, score in scores.items() if not score]
    if out:
        said = f"No skill that rests on {wording.listed(out)} can be tested while it stands at 0."
        blocks.append(Note(said, rule="BSR-06"))
    pairs = {one.letter + other.letter: _die(scores[one], scores[other], ask) for one, other in PAIRS}
    bands = {one.value: band(score).words for one, score in scores.items()}
    return Answer({"bands": bands, "dice": pairs, "most_spirit": most}, tuple(blocks))


def _die(first: int, second: int, ask: Rulings) -> str:
    """The die of a pair as it stands in a cell; a dash where it cannot be rolled."""
    return str(die_of(first + second, ask)) if first and second else wording.NOTHING


def _pairs(scores: Mapping[Attribute, int], ask: Rulings) -> Table:
    """The die of every pair of attributes."""
    rows = tuple(
        (one.words.capitalize(), *(_die(scores[one], scores[other], ask) for other in Attribute)) for one in Attribute
    )
    return Table("The die of each pair", ("With", *(one.letter for one in Attribute)), rows, mark=Mark.DERIVED)


@calculator("bs-die", rules="BSR-02 BSR-06")
def die(first: Pair.First = 4, second: Pair.Second = 5, *, ask: Rulings) -> Answer:
    """Which die do these two attributes roll?"""
    total = total_of(first, second)
    found, better = die_of(total, ask), next_die(total, ask)
    ahead = f"{wording.count(better[0], 'point')} more for a {better[1].words}" if better else "no better die"
    law = successes(Pool.of(1, found))
    sentence = f"{first} and {second} make {total}: a {found.words}; {ahead}."
    blocks: list[Block] = [
        Verdict(found.words, (Fact(total, "the sum"), Fact(ahead)), sentence),
        DieStairs(_treads(ask), min(total, STAIRS_END), sentence),
        _per_die(found.words),
    ]
    if found.weak:
        said = "A weak pair: as many dice as ever, all of them d8s, and only an 8 is a success, and no more than one."
        blocks.append(Note(said, rule="BSR-06"))
    return Answer(
        {
            "die": str(found),
            "sum": total,
            "weak": found.weak,
            "mean": law.mean,
            "next": better[0] if better else None,
            "next_die": str(better[1]) if better else None,
        },
        tuple(blocks),
    )


def _treads(ask: Rulings) -> tuple[tuple[int, str], ...]:
    """The sums at which a better die begins, from the weak pair up."""
    dice = {total: die_of(total, ask).words for total in range(2, STAIRS_END + 1)}
    return tuple((total, name) for total, name in dice.items() if name != dice.get(total - 1))


def _per_die(current: str) -> Table:
    """What one die of each kind brings."""
    dice = (WEAK, *STANDARD)
    most = max(STANDARD[-1])
    rows: list[tuple[Entry, ...]] = []
    for one in dice:
        law = successes(Pool.of(1, one))
        chances = (law.exactly(number) if number <= law.last else None for number in range(most + 1))
        rows.append((one.words, *chances, f"{float(law.mean):.2f}"))
    names = [one.words for one in dice]
    columns = ("One die", *(str(number) for number in range(most + 1)), "On average")
    here = names.index(current) if current in names else None
    return Table("Successes of one die", columns, tuple(rows), here, Mark.DERIVED, folded=True)


@calculator("bs-odds", rules="BSR-05 BSR-10")
def odds(pool: YourDice = FourD8, difficulty: Difficulty = 3, malus: Malus = 0) -> Answer:
    """Will these dice do it?"""
    test = Test(pool, difficulty, malus)
    law = test.result
    facts = (Fact(wording.decimal(test.hits), "hits on average"),) if test.hits else ()
    return Answer(
        {**test.values, "distribution": list(law), "percentage": wording.percent(test.chance)},
        (test.verdict(*facts), test.odds(), _ladder(test), *_below_zero(law, malus)),
    )


def _ladder(test: Test) -> Table:
    """The same dice with some more or fewer, against the levels of the book."""
    rows: list[tuple[Entry, ...]] = []
    for more in range(max(-test.pool.groups[0].count + 1, -2), 4):
        other = test.with_dice(more)
        chances = (successes(other.pool).at_least(need + test.malus) for need in AT_LEAST)
        rows.append((other.pool.words, other.chance, *chances, f"{float(other.result.mean):.2f}"))
    columns = ("Dice", "This test", *(f"DL {need}" for need in AT_LEAST), "Result on average")
    here = next((at for at, row in enumerate(rows) if row[0] == test.pool.words), None)
    return Table("A die more or fewer", columns, tuple(rows), here, Mark.DERIVED)


def _below_zero(law: Distribution, malus: int) -> tuple[Note, ...]:
    if not malus:
        return ()
    chance = law.below(0)
    return (Note(f"The malus brings the result below 0 {_often(chance)}.", Mark.DERIVED, "BSR-17"),) if chance else ()


def _often(chance: object) -> str:
    return f"{wording.shown(chance)} of the time" if chance != 1 else "every time"


@calculator("bs-roll", rules="BSR-05 BSR-08")
def throw(
    pool: SomeDice = FourD8,
    obstacle: Difficulty = 3,
    fell: Annotated[Typed | Seeded, Asked("The roll")] = Typed(),
    malus: Malus = 0,
) -> Answer:
    """What do these dice say?"""
    done = fallen(pool, fell, "fell")
    result = done.successes - malus
    over = hits(result, obstacle)
    passed = passes(result, obstacle)
    said = (
        f"passes with {wording.count(over, 'hit')}" if over else "passes" if passed else f"fails by {obstacle - result}"
    )
    by_kind: list[list[int]] = []
    rest = list(done.faces)
    for group in pool:
        by_kind.append(rest[: group.count])
        rest = rest[group.count :]
    figure = counted(result)
    facts = (Fact(obstacle, "difficulty"), Fact(said))
    return Answer(
        {
            "successes": done.successes,
            "result": result,
            "hits": over,
            "passes": passed,
            "faces": list(done.faces),
            "by_kind": by_kind,
            "still_to_roll": 0,
        },
        (Verdict(figure, facts, f"{figure} with {pool.words} against DL {obstacle}: {said}."), lying(done)),
    )


@table("bs-attributes")
def attribute_table() -> Table:
    """The attributes and what they cover."""
    rows = tuple(
        (one.letter, one.words.capitalize(), "body" if COVERS[one].physical else "mind", COVERS[one].covers)
        for one in Attribute
    )
    return Table("The six attributes", ("Letter", "Attribute", "Of", "It covers"), rows)


@table("bs-bands")
def band_table() -> Table:
    """What scores say."""
    rows = []
    for at, one in enumerate(BANDS):
        last = BANDS[at + 1].least - 1 if at + 1 < len(BANDS) else None
        name = (
            f"{one.least} and above"
            if last is None
            else str(one.least)
            if last == one.least
            else f"{one.least} to {last}"
        )
        rows.append((name, one.words))
    return Table("What a score says", ("Score", "It is"), tuple(rows))


@table("bs-faces")
def face_table() -> Table:
    """What a face is worth."""
    d20, bounds = STANDARD[-1], (1, 4, 8, 12, 16, 20)
    rows = []
    for least, after in zip(bounds, (*bounds[1:], 21), strict=True):
        rows.append((f"{least} to {after - 1}" if after - 1 > least else str(least), d20.worth(least)))
    return Table("Successes by face", ("The die shows", "Successes"), tuple(rows))


@table("bs-dice")
def die_table() -> Table:
    """Which die a sum gives."""
    sums = ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (12, 19), (20, None))
    names = ("weak d8: only an 8, once", *(one.words for one in STANDARD))
    rows = [
        (f"{low} and above" if high is None else f"{low} to {high}", name)
        for (low, high), name in zip(sums, names, strict=True)
    ]
    return Table("The die of two attributes", ("Their sum", "Die"), (("a 0 among them", "cannot be tested"), *rows))
