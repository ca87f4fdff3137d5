"""Linked tests: the whole chain, every way it can end, and the best order (HUB-15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, sheet
from engine.games.burning_wheel.dice import Chain, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES, QUICK_POOLS
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import linked as rules
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.linked import Aim, House, Link, Stage
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.words import often
from engine.rulings import Rulings
from engine.working import Mark

MOST_LINKS = 12
MOST_LISTED = 5
"""With more links than this still to roll their endings are too many to list; how many pass is still said."""
LONG = 8
"""A table of endings longer than this is folded."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One test of the chain, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Who, with what")] = ""
    pool: Annotated[Pool, Asked("Dice", quick=QUICK_POOLS), sheet("ability")] = Pool.of(4)
    obstacle: Annotated[Obstacle, Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)] = Obstacle(2)
    rolled: Annotated[int | None, COUNTED, Asked("Successes, once rolled", quick=QUICK_SUCCESSES)] = None
    advantage: Annotated[bool, Asked("An argued advantage is among the dice", more=True)] = False
    fixed: Annotated[bool, Asked("It keeps its place", more=True)] = False
    wounds: Wounded = UNHURT

    singular: ClassVar[str] = "link"


TWO = (LinkRow(pool=Pool.of(3)), LinkRow())


@calculator("linked-tests", rules="HUB-15")
def linked_tests(
    links: Annotated[tuple[LinkRow, ...], Asked("The chain, in order")] = TWO,
    aim: Annotated[Aim, Asked("What counts")] = Aim.ALL,
    before: Annotated[Before, Asked("A test before the first one", more=True)] = Before.NONE,
    *,
    ask: Rulings,
) -> Answer:
    """Will this chain of tests hold, and in which order is it best?"""
    if not 1 <= len(links) <= MOST_LINKS:
        raise Unusable("links", f"A chain has 1 to {MOST_LINKS} links here; this has {len(links)}.")
    rolled = next((place for place, row in enumerate(links) if row.rolled is None), len(links))
    if any(row.rolled is not None for row in links[rolled:]):
        raise Unusable("links", f"Links are rolled in order; link {rolled + 1} is not rolled, and one after it is.")
    names = [row.name or f"Link {number}" for number, row in enumerate(links, 1)]
    borne = [feels(row.wounds, row.pool, ask) for row in links]
    if gone := [f"{name}: {hurt.gone}" for name, hurt in zip(names, borne, strict=True) if hurt.gone]:
        return no_test(" ".join(gone))
    rows = [
        Link(hurt.leaves(row.pool), row.obstacle + hurt.added, row.advantage, row.fixed, row.rolled)
        for row, hurt in zip(links, borne, strict=True)
    ]
    house = _house(rows, before, ask)
    found = rules.stages(rows, before, house)
    ways = rules.endings(rows, before, house)
    allpass = ways.get((True,) * len(rows), Fraction(0))
    average = sum((stage.passes for stage in found), Fraction(0))
    # Where not all can pass any more, the orders are told apart by how many do.
    aim = Aim.MOST if aim is Aim.ALL and not allpass else aim
    best = rules.orders(rows, aim, before, house)
    marked = _marked(rows, before, house, rolled, ask)
    ahead = _next(rows, found, before, house, rolled)
    counts = [Fraction(0)] * (len(rows) + 1)
    for path, chance in ways.items():
        counts[sum(path)] += chance
    values = {
        "all": allpass,
        "last": found[-1].passes,
        "average": average,
        "passes": [stage.passes for stage in found],
        "exceeds": [stage.exceeds for stage in found],
        "meets": [stage.meets for stage in found],
        "fails": [stage.fails for stage in found],
        "dice": [stage.dice for stage in found],
        "obstacles": [stage.obstacle for stage in found],
        "counts": counts,
        "next": ahead,
        "best": [place + 1 for place in best.best] if best else [],
        "worst": [place + 1 for place in best.worst] if best else [],
        "classes": [classes.value for _, _, classes in marked],
    }
    blocks: list[Block] = [_verdict(names, found, allpass, average, aim, rolled, ahead)]
    blocks.append(_by_link(names, rows, found, before, house))
    for name, row, hurt in zip(names, links, borne, strict=True):
        blocks += ledger(hurt, row.pool.dice, row.obstacle, words=f"{name}: dice", against=f"{name}: obstacle")
    if marked:
        blocks.append(_logs(names, rows, marked))
    if best:
        blocks.append(_orders(names, rows, best, before, house))
    if rolled < len(rows):
        blocks.append(_ways(names[rolled:], ways, rolled) if len(rows) - rolled <= MOST_LISTED else _counts(counts))
    if not best and len(rows) - rolled > rules.MOST_FREE:
        free = f"The best order is looked for among {rules.MOST_FREE} links or fewer; let some keep their place."
        blocks.append(Note(free, rule="HUB-15"))
    return Answer(
        values=values,
        blocks=tuple(blocks),
        effects=tuple(
            one for place, (_, _, classes) in enumerate(marked) for one in marks_of(f"links.{place}.pool", classes)
        ),
    )


def _house(rows: Sequence[Link], before: Before, ask: Rulings) -> House:
    """The readings that this chain rests on; each is asked for only where it changes something."""
    weighed = rows if before is not Before.NONE else rows[1:]
    return House(
        later=bool(weighed) and ask["edition"] == "later",
        one_advantage=any(link.advantage for link in weighed) and ask["linked.advantage"] == "same",
        chain=chain(ask) if any(link.pool.open_ended for link in rows) else Chain.CHAIN,
    )


def _now(found: Sequence[Stage], before: Before, place: int) -> Before:
    """What the link at `place` follows, where everything before it is rolled."""
    if not place:
        return before
    stage = found[place - 1]
    return Before.EXCEEDED if stage.exceeds else Before.MET if stage.meets else Before.FAILED


def _next(rows: Sequence[Link], found: Sequence[Stage], before: Before, house: House, rolled: int) -> str:
    """What the next link rolls, and against what; nothing where all have rolled."""
    if rolled == len(rows):
        return ""
    pool, obstacle = rules.modified(rows[rolled], _now(found, before, rolled), house)
    return f"{pool.dice}D against Ob {obstacle}"


def _marked(
    rows: Sequence[Link], before: Before, house: House, rolled: int, ask: Rulings
) -> list[tuple[int, int, Classes]]:
    """Dice, obstacle and class of each link that was rolled: every link is a test of its own."""
    marked = []
    for link in rows[:rolled]:
        pool, obstacle = rules.modified(link, before, house)
        marked.append((pool.dice, obstacle, classes_of(pool.dice, obstacle, ask)))
        before = next(iter(rules.outcomes(link, before, house)))
    return marked


def _verdict(
    names: Sequence[str],
    found: Sequence[Stage],
    allpass: Fraction,
    average: Fraction,
    aim: Aim,
    rolled: int,
    ahead: str,
) -> Verdict:
    passed = [name for name, stage in zip(names, found, strict=True) if stage.passes == 1]
    if rolled == len(found):
        failed = [name for name in names if name not in passed]
        line = f"failed: {wording.listed(failed)}" if failed else "the whole chain held"
        figure = f"{len(passed)} of {len(names)} passed"
        return Verdict(figure, line, f"{figure}. {line[:1].upper()}{line[1:]}.")
    last, mean = found[-1].passes, f"{float(average):.2f} of {len(names)}"
    figure = {Aim.ALL: wording.percent(allpass), Aim.LAST: wording.percent(last), Aim.MOST: mean}[aim]
    others = {
        Aim.ALL: f"all pass {wording.percent(allpass)}",
        Aim.LAST: f"{names[-1]} passes {wording.percent(last)}",
        Aim.MOST: f"{mean} pass on average",
    }
    line = " · ".join(words for one, words in others.items() if one is not aim)
    if rolled:
        line = f"next {names[rolled]}: {ahead}"
    follows = f" Next: {names[rolled]}, {ahead}." if rolled else ""
    sentence = (
        f"All of them pass: {wording.percent(allpass)}. {names[-1]} passes {often(last)}; "
        f"on average {mean} pass.{follows}"
    )
    words = {Aim.ALL: "all pass", Aim.LAST: f"{names[-1]} passes", Aim.MOST: "pass on average"}[aim]
    return Verdict(figure, f"{words} · {line}", sentence, Mark.DERIVED)


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _by_link(names: Sequence[str], rows: Sequence[Link], found: Sequence[Stage], before: Before, house: House) -> Table:
    """Each link with what it may roll, how it comes out, and what it brings the next one on average."""
    shown = []
    states = [before]
    for name, link, stage in zip(names, rows, found, strict=True):
        ways = [rules.modified(link, state, house) for state in states]
        rolls = f"{_span([pool.dice for pool, _ in ways])}D · Ob {_span([obstacle for _, obstacle in ways])}"
        on_average = (
            f"+{float(stage.dice):.2f}D, +{float(stage.obstacle):.2f} Ob" if stage.dice + stage.obstacle else "–"
        )
        chances = (stage.exceeds, stage.meets, stage.fails, stage.passes)
        shown.append((name, rolls, on_average, *(wording.percent(chance) for chance in chances)))
        by_state = {Before.EXCEEDED: stage.exceeds, Before.MET: stage.meets, Before.FAILED: stage.fails}
        states = [state for state, chance in by_state.items() if chance]
    columns = ("Link", "Rolls", "From the link before", "Exceeds", "Meets", "Fails", "Passes")
    return Table("Link by link", columns, tuple(shown), mark=Mark.DERIVED)


def _logs(names: Sequence[str], rows: Sequence[Link], marked: Sequence[tuple[int, int, Classes]]) -> Table:
    shown = [
        (name, f"{dice}D", ob(obstacle), str(link.rolled), classes.words)
        for name, link, (dice, obstacle, classes) in zip(names, rows, marked, strict=False)
    ]
    return Table("What each link marks", ("Link", "Dice", "Against", "Successes", "Marks"), tuple(shown))


def _orders(names: Sequence[str], rows: Sequence[Link], found: rules.Orders, before: Before, house: House) -> Table:
    """The chain as it stands beside the best and the worst order."""
    named: dict[tuple[int, ...], list[str]] = {found.best: ["best"]}
    named.setdefault(tuple(range(len(rows))), []).append("as it stands")
    named.setdefault(found.worst, []).append("worst")
    shown = []
    for order, words in named.items():
        turned = [rows[place] for place in order]
        stages = rules.stages(turned, before, house)
        average = sum((stage.passes for stage in stages), Fraction(0))
        shown.append(
            (
                ", ".join(words),
                " → ".join(names[place] for place in order),
                wording.percent(rules.all_pass(turned, before, house)),
                wording.percent(stages[-1].passes),
                f"{float(average):.2f}",
            )
        )
    current = list(named).index(tuple(range(len(rows))))
    columns = ("Order", "Links", "All pass", "The last passes", "Pass on average")
    return Table("The best order", columns, tuple(shown), current, Mark.DERIVED)


def _ways(names: Sequence[str], ways: Mapping[tuple[bool, ...], Fraction], rolled: int) -> Table:
    """Every way in which the links still to roll can end, the likeliest first."""
    likeliest = sorted(ways.items(), key=lambda way: way[1], reverse=True)
    shown = [
        (*("passes" if passed else "fails" for passed in path[rolled:]), wording.percent(chance))
        for path, chance in likeliest
    ]
    return Table("How it can end", (*names, "Chance"), tuple(shown), mark=Mark.DERIVED, folded=len(shown) > LONG)


def _counts(counts: Sequence[Fraction]) -> Table:
    shown = [(str(number), wording.percent(chance)) for number, chance in enumerate(counts)]
    return Table("How many pass", ("Links", "Chance"), tuple(shown), mark=Mark.DERIVED)
