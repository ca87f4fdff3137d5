"""Linked tests: the whole chain, every way it can end, and the best order (HUB-15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import B4, GivenOb
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.linked import house_of
from engine.games.burning_wheel.rules import linked as rules
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.linked import Aim, House, Link, Orders, Stage
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

MOST_LINKS = 12
MOST_LISTED = 5
"""With more links than this still to roll their endings are too many to list; how many pass is still said."""
LONG = 8
"""A table of endings longer than this is folded."""


@row("link")
class LinkRow:
    """One test of the chain, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Who, with what")] = ""
    pool: Annotated[Pool, Asked("Dice", quick=QUICK_POOLS), sheet("ability")] = B4
    obstacle: GivenOb = Obstacle(2)
    rolled: Annotated[int | None, COUNTED, Asked("Successes, once rolled", quick=QUICK_SUCCESSES)] = None
    advantage: Annotated[bool, Asked("An argued advantage is among the dice", more=True)] = False
    fixed: Annotated[bool, Asked("This link keeps its place", more=True)] = False
    wounds: Wounded = UNHURT


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
    rolled = next((place for place, one in enumerate(links) if one.rolled is None), len(links))
    if any(one.rolled is not None for one in links[rolled:]):
        raise Unusable("links", f"Links are rolled in order; link {rolled + 1} is not rolled, and one after it is.")
    names = [one.name or f"Link {number}" for number, one in enumerate(links, 1)]
    borne = [feels(one.wounds, one.pool, ask) for one in links]
    if gone := [f"{name}: {hurt.gone}" for name, hurt in zip(names, borne, strict=True) if hurt.gone]:
        return no_test(" ".join(gone))
    rows = [
        Link(hurt.leaves(one.pool), one.obstacle + hurt.added, one.advantage, one.fixed, one.rolled)
        for one, hurt in zip(links, borne, strict=True)
    ]
    house = house_of(rows, before, ask)
    stages, endings = rules.stages(rows, before, house), rules.endings(rows, before, house)
    made = [Test(pool, against, ask) for pool, against in rules.made(rows[:rolled], before, house)]
    chain = Linked(names, rows, before, house, rolled, stages, endings, made)
    # Where not all can pass any more, the orders are told apart by how many do.
    aim = Aim.MOST if aim is Aim.ALL and not chain.all_pass else aim
    best = rules.orders(rows, aim, before, house)
    blocks: list[Block] = [_verdict(chain, aim), _by_link(chain)]
    for name, one, hurt in zip(names, links, borne, strict=True):
        blocks += ledger(hurt, one.pool.dice, one.obstacle, words=f"{name}: dice", against=f"{name}: obstacle")
    if rolled:
        blocks.append(_logs(chain))
    if best:
        blocks.append(_orders(chain, best))
    if chain.ahead:
        blocks.append(_ways(chain) if len(rows) - rolled <= MOST_LISTED else _counts(chain.counts))
    if not best and len(rows) - rolled > rules.MOST_FREE:
        free = f"The best order is looked for among {rules.MOST_FREE} links or fewer; let some keep their place."
        blocks.append(Note(free, rule="HUB-15"))
    effects = (mark for place, test in enumerate(chain.made) for mark in test.marks(f"links.{place}.pool"))
    return Answer(_values(chain, best), tuple(blocks), tuple(effects))


@dataclass(frozen=True, slots=True)
class Linked:
    """A chain of tests: its links by name, what went before it, and how many of them are `rolled`.

    `stages` are the links within it, `endings` the ways in which they can pass and fail, and `made` the tests rolled.
    """

    names: Sequence[str]
    links: Sequence[Link]
    before: Before
    house: House
    rolled: int
    stages: Sequence[Stage]
    endings: Mapping[tuple[bool, ...], Fraction]
    made: Sequence[Test]

    @property
    def all_pass(self) -> Fraction:
        return self.endings.get((True,) * len(self.links), Fraction(0))

    @property
    def average(self) -> Fraction:
        """How many pass on average."""
        return sum((stage.passes for stage in self.stages), Fraction(0))

    @property
    def counts(self) -> list[Fraction]:
        """The chance that none pass, that one does, and so on."""
        counts = [Fraction(0)] * (len(self.links) + 1)
        for path, chance in self.endings.items():
            counts[sum(path)] += chance
        return counts

    @property
    def ahead(self) -> str:
        """What the next link rolls, and against what; nothing where all have rolled."""
        if self.rolled == len(self.links):
            return ""
        pool, obstacle = rules.made(self.links[: self.rolled + 1], self.before, self.house)[-1]
        return f"{pool.dice}D against Ob {obstacle}"


def _values(chain: Linked, best: Orders | None) -> dict[str, Any]:
    found = chain.stages
    return {
        "all": chain.all_pass,
        "last": found[-1].passes,
        "average": chain.average,
        "passes": [stage.passes for stage in found],
        "exceeds": [stage.exceeds for stage in found],
        "meets": [stage.meets for stage in found],
        "fails": [stage.fails for stage in found],
        "dice": [stage.dice for stage in found],
        "obstacles": [stage.obstacle for stage in found],
        "counts": chain.counts,
        "next": chain.ahead,
        "best": [place + 1 for place in best.best] if best else [],
        "worst": [place + 1 for place in best.worst] if best else [],
        "classes": [test.classes.value for test in chain.made],
    }


def _verdict(chain: Linked, aim: Aim) -> Verdict:
    names, last = chain.names, chain.stages[-1].passes
    if not chain.ahead:
        failed = [name for name, stage in zip(names, chain.stages, strict=True) if stage.passes != 1]
        line = f"failed: {wording.listed(failed)}" if failed else "the whole chain held"
        fact = Fact(wording.listed(failed), "failed") if failed else Fact(line)
        figure = f"{len(names) - len(failed)} of {len(names)} passed"
        return Verdict(figure, (fact,), f"{figure}. {line[:1].upper()}{line[1:]}.")
    mean, whole = f"{float(chain.average):.2f} of {len(names)}", wording.percent(chain.all_pass)
    figures = {Aim.ALL: whole, Aim.LAST: wording.percent(last), Aim.MOST: mean}
    others = {
        Aim.ALL: Fact(chain.all_pass, "all pass"),
        Aim.LAST: Fact(last, f"{names[-1]} passes"),
        Aim.MOST: Fact(mean, "pass on average"),
    }
    facts = [fact for one, fact in others.items() if one is not aim]
    follows = ""
    if chain.rolled:
        facts = [Fact(chain.ahead, f"next, {names[chain.rolled]}")]
        follows = f" Next: {names[chain.rolled]}, {chain.ahead}."
    sentence = f"All of them pass: {whole}. {names[-1]} passes {often(last)}; on average {mean} pass.{follows}"
    return Verdict(figures[aim], (Fact(others[aim].name), *facts), sentence, Mark.DERIVED)


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _by_link(chain: Linked) -> Table:
    """Each link with what it may roll, how it comes out, and what it brings the next one on average."""
    shown = []
    states = [chain.before]
    for name, link, stage in zip(chain.names, chain.links, chain.stages, strict=True):
        ways = [rules.modified(link, state, chain.house) for state in states]
        rolls = f"{_span([pool.dice for pool, _ in ways])}D · Ob {_span([obstacle for _, obstacle in ways])}"
        brought = f"+{float(stage.dice):.2f}D, +{float(stage.obstacle):.2f} Ob" if stage.dice + stage.obstacle else None
        shown.append((name, rolls, brought, stage.exceeds, stage.meets, stage.fails, stage.passes))
        states = [state for state, chance in stage.by_state.items() if chance]
    columns = ("Link", "Rolls", "From the link before", "Exceeds", "Meets", "Fails", "Passes")
    return Table("Link by link", columns, tuple(shown), mark=Mark.DERIVED)


def _logs(chain: Linked) -> Table:
    """What each link marks that was rolled: every one is a test of its own."""
    shown = tuple(
        (name, DiceCount(test.dice), ob(test.obstacle), link.rolled, test.classes)
        for name, link, test in zip(chain.names, chain.links, chain.made, strict=False)
    )
    return Table("What each link marks", ("Link", "Dice", "Against", "Successes", "Marks"), shown)


def _orders(chain: Linked, found: Orders) -> Table:
    """The chain as it stands beside the best and the worst order."""
    as_it_stands = tuple(range(len(chain.links)))
    named: dict[tuple[int, ...], list[str]] = {found.best: ["best"]}
    named.setdefault(as_it_stands, []).append("as it stands")
    named.setdefault(found.worst, []).append("worst")
    shown = []
    for order, words in named.items():
        turned = [chain.links[place] for place in order]
        stages = rules.stages(turned, chain.before, chain.house)
        average = sum((stage.passes for stage in stages), Fraction(0))
        links = " → ".join(chain.names[place] for place in order)
        every = rules.all_pass(turned, chain.before, chain.house)
        shown.append((", ".join(words), links, every, stages[-1].passes, f"{float(average):.2f}"))
    columns = ("Order", "Links", "All pass", "The last passes", "Pass on average")
    return Table("The best order", columns, tuple(shown), list(named).index(as_it_stands), Mark.DERIVED)


def _ways(chain: Linked) -> Table:
    """Every way in which the links still to roll can end, the likeliest first."""
    likeliest = sorted(chain.endings.items(), key=lambda way: way[1], reverse=True)
    shown = tuple(
        (*("passes" if passed else "fails" for passed in path[chain.rolled :]), chance) for path, chance in likeliest
    )
    columns = (*chain.names[chain.rolled :], "Chance")
    return Table("How it can end", columns, shown, mark=Mark.DERIVED, folded=len(shown) > LONG)


def _counts(counts: Sequence[Fraction]) -> Table:
    return Table("How many pass", ("Links", "Chance"), tuple(enumerate(counts)), mark=Mark.DERIVED)
