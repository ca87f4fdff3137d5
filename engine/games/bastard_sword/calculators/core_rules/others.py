"""Against others and with others (BSR-11 to BSR-13, BSR-16)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Steps, Table, Verdict
from engine.calculators import calculator
from engine.dice import Distribution, margin
from engine.forms import Asked, Between, Unusable, branch, row
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT, Difficulty, FourD8, Malus, TheirDice, TheirMalus, YourDice
from engine.games.bastard_sword.readings.rolling import read
from engine.games.bastard_sword.rules import others
from engine.games.bastard_sword.rules.long_tasks import A_ROLL, Kind, Rolling, Time, factor
from engine.games.bastard_sword.rules.others import Acts, Member, Team, Ties
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_PEOPLE, MOST_TALLY = 6, 100
ThreeD8, TwoD6 = Pool.parse("3d8"), Pool.parse("2d6")


@row("helper")
class HelperRow(Member):
    """One who helps."""

    pool: Annotated[Pool, Asked("Their dice", POOL_HINT)] = TwoD6
    malus: Annotated[int, Between(0, 100), Asked("Malus", quick=(0, 1, 3))] = 0


SPEAK = {
    Ties.NOBODY: "Choose your dice in secret, both of you, bought dice too.",
    Ties.YOU: "You name your dice first, bought dice too; they name theirs last.",
    Ties.THEM: "They name their dice first, bought dice too; you name yours last.",
}


@calculator("bs-opposed", rules="BSR-11")
def opposed(
    pool: YourDice = FourD8,
    malus: Malus = 0,
    theirs: TheirDice = ThreeD8,
    their_malus: TheirMalus = 0,
    ties: Annotated[Ties, Asked("Equal results go to", gm=True)] = Ties.NOBODY,
    acts: Annotated[Acts, Asked("Who acts", more=True)] = Acts.NEITHER,
) -> Answer:
    """Who comes out on top, and by how much?"""
    mine, other = Member(pool, malus).law, Member(theirs, their_malus).law
    found, apart = others.opposed(mine, other, ties), margin(mine, other)
    facts = (Fact(found.lose, "they win"), Fact(found.tie, "nobody"), Fact(_mean(apart, 1), "hits on average"))
    said = f"You win {wording.often(found.win)}, they {wording.percent(found.lose)}."
    least = 0 if ties is Ties.YOU else 1
    bars = Odds(tuple(chance for _, chance in apart), least, said, first=apart.first)
    most = max(apart.last, -apart.first)
    rows = tuple((f"{n} or more", apart.at_least(n), apart.below(1 - n)) for n in range(1, min(most, 8) + 1))
    first = others.speaks_first(acts, ties)
    return Answer(
        {
            "win": found.win,
            "tie": found.tie,
            "lose": found.lose,
            "hits": [[n, chance] for n, chance in apart],
            "speaks_first": first.value,
        },
        (
            Verdict(wording.percent(found.win), facts, said, Mark.DERIVED),
            bars,
            Table("Hits", ("Hits", "Yours", "Theirs"), rows, mark=Mark.DERIVED),
            Note(SPEAK[first], rule="BSR-11"),
        ),
    )


def _mean(apart: Distribution, sign: int) -> str:
    return wording.decimal(sum((n * sign * chance for n, chance in apart if n * sign > 0), Fraction(0)))


@row("side")
class SideRow:
    """A side that has rolled."""

    name: Annotated[str, Asked("Name")] = ""
    result: Annotated[int, Between(-60, 300), Asked("Result", quick=(0, 1, 2, 3, 4, 5))] = 2


@calculator("bs-many", rules="BSR-11")
def many(
    sides: Annotated[tuple[SideRow, ...], Asked("Who rolled what")] = (
        SideRow("Anna", 5),
        SideRow("Bart", 3),
        SideRow("Sien", 1),
    ),
    *,
    ask: Rulings,
) -> Answer:
    """Who wins among several?"""
    if len(sides) < 2:
        raise Unusable("sides", f"A contest takes two sides or more; this has {len(sides)}.")
    runner = len(sides) > 2 and ask["others.several"] == "runner-up"
    winners, hits = others.contest([one.result for one in sides], runner_up=runner)
    names = [one.name or f"Side {at}" for at, one in enumerate(sides, 1)]
    tied = len(winners) > 1
    figure = "A tie" if tied else names[winners[0]]
    said = f"{wording.listed(names[at] for at in winners)} {'are equal: all stays as it was' if tied else 'wins'}."
    rows = tuple(
        (name, wording.number(one.result), "wins" if at in winners and not tied else None, hits[at] or None)
        for at, (name, one) in enumerate(zip(names, sides, strict=True))
    )
    return Answer(
        {"winners": [names[at] for at in winners], "hits": hits},
        (
            Verdict(figure, (Fact(max(one.result for one in sides), "result"),), said),
            Table("Results", ("Side", "Result", "Outcome", "Hits against them"), rows),
        ),
    )


@calculator("bs-assisted", rules="BSR-12")
def assisted(
    pool: YourDice = FourD8,
    malus: Malus = 0,
    helpers: Annotated[tuple[HelperRow, ...], Asked("Who helps")] = (HelperRow(),),
    team: Annotated[Team, Asked("Helpers", gm=True)] = Team.HALVED,
    difficulty: Difficulty = 3,
    *,
    ask: Rulings,
) -> Answer:
    """What do helpers add?"""
    law = _team(Member(pool, malus), helpers, team, ask, "helpers")
    alone = Member(pool, malus).law
    chance, without = law.at_least(difficulty), alone.at_least(difficulty)
    facts = (Fact(without, "alone"), Fact(wording.decimal(max(law.mean, Fraction(0))), "successes on average"))
    said = f"Together you pass {wording.often(chance)}, alone {wording.percent(without)}."
    ghost = tuple(
        alone.exactly(n) if alone.first <= n <= alone.last else Fraction(0) for n in range(law.first, law.last + 1)
    )
    bars = Odds(tuple(one for _, one in law), difficulty, said, ghost=ghost, ghost_words="alone", first=law.first)
    return Answer(
        {"probability": chance, "alone": without, "mean": law.mean, "total": [[n, one] for n, one in law]},
        (Verdict(wording.percent(chance), facts, said, Mark.DERIVED), bars),
    )


def _team(leader: Member, helpers: Sequence[Member], team: Team | None, ask: Rulings, at: str) -> Distribution:
    """The results of a team, as the table reads it, or of a group added up where it is no team.

    Raises `Unusable` at the field `at` for too many.
    """
    if len(helpers) > MOST_PEOPLE:
        raise Unusable(at, f"At most {MOST_PEOPLE} help here; this has {len(helpers)}.")
    if team is None:
        return others.assisted(leader, helpers, Team.FULL, subtract=True)
    pooled = team is Team.HALVED and len(helpers) > 1 and ask["others.halved"] == "pooled"
    subtract = any(one.malus for one in helpers) and ask["others.bad-help"] == "subtracts"
    return others.assisted(leader, helpers, team, pooled=pooled, subtract=subtract)


@row("member")
class MemberRow(Member):
    """One of a group, before the roll."""

    pool: Annotated[Pool, Asked("Dice", POOL_HINT)] = ThreeD8
    malus: Annotated[int, Between(0, 100), Asked("Malus", quick=(0, 1, 3))] = 0


@row("member")
class ResultRow:
    """One of a group, after the roll."""

    name: Annotated[str, Asked("Name")] = ""
    result: Annotated[int, Between(-60, 300), Asked("Result", quick=(0, 1, 2, 3, 4, 5))] = 2


THREE = (ResultRow("Anna", 5), ResultRow("Bart", 4), ResultRow("Sien", 0))


@calculator("bs-group", rules="BSR-13")
def group(
    results: Annotated[tuple[ResultRow, ...], Asked("What they rolled")] = THREE,
    difficulty: Difficulty = 3,
    *,
    ask: Rulings,
) -> Answer:
    """Who has to give whom what, so that all get through?"""
    if not results:
        raise Unusable("results", "A group takes one member at least; this has none.")
    rolled = [one.result for one in results]
    only = min(rolled) < difficulty and max(rolled) > 0 and ask["others.givers"] == "passing"
    count = others.passing(rolled, difficulty, donors_pass=only)
    names = [one.name or f"Member {at}" for at, one in enumerate(results, 1)]
    given = others.handed(rolled, difficulty, donors_pass=only)
    figure = "All pass" if count == len(rolled) else f"{count} of {len(rolled)}"
    spare = sum(rolled) - len(rolled) * difficulty
    facts = (Fact(sum(rolled), "in all"), Fact(len(rolled) * difficulty, "for everyone"))
    said = (
        f"{figure}{' pass' if count < len(rolled) else ''}, with {'some to spare' if spare > 0 else 'none to spare'}."
    )
    steps = tuple(f"{names[one]} gives {amount} to {names[to]}." for one, to, amount in given)
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if steps:
        blocks.append(Steps(steps, "Hand round"))
    rows = tuple(
        (name, one, "passes" if one >= difficulty else f"{difficulty - one} short")
        for name, one in zip(names, rolled, strict=True)
    )
    blocks.append(Table("Before that", ("Member", "Result", "By itself"), rows))
    return Answer({"passing": count, "all": count == len(rolled), "given": [list(one) for one in given]}, tuple(blocks))


@calculator("bs-group-odds", rules="BSR-13")
def group_odds(
    members: Annotated[tuple[MemberRow, ...], Asked("Who goes")] = (MemberRow(), MemberRow(), MemberRow(TwoD6)),
    difficulty: Difficulty = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Will the whole group get through?"""
    if not 1 <= len(members) <= MOST_PEOPLE:
        raise Unusable("members", f"A group has 1 to {MOST_PEOPLE} members here; this has {len(members)}.")
    chance = others.all_pass(members, difficulty)
    only = len(members) > 1 and ask["others.givers"] == "passing"
    each = others.how_many(members, difficulty, donors_pass=only)
    weakest = min(one.law.at_least(difficulty) for one in members)
    facts = (Fact(weakest, "the weakest alone"), Fact(len(members) * difficulty, "needed in all"))
    said = f"All of them pass {wording.often(chance)}."
    blocks: list[Block] = [Verdict(wording.percent(chance), facts, said, Mark.DERIVED)]
    if each:
        rows = tuple((f"{count} of {len(members)}", one) for count, one in each.items())
        blocks.append(Table("How many get through", ("Pass", "Chance"), rows, mark=Mark.DERIVED))
    return Answer({"all": chance, "each": [[count, one] for count, one in (each or {}).items()]}, tuple(blocks))


class Against(Option):
    """What a result is held against."""

    DIFFICULTY = "difficulty", "a difficulty"
    OTHERS = "others", "another side"


class Together(Option):
    """What the others of a side do."""

    FULL = "full", "help, and all successes count"
    HALVED = "halved", "help, and count for half"
    GROUP = "group", "do the same, and all have to pass"


@branch("One roll")
class Once:
    """It is settled at once."""


@branch("One roll for a long time")
class Over:
    """An extended test."""

    a_roll: Annotated[Time, Asked("A roll stands for", gm=True)] = Time.HOUR
    passed: Annotated[Time, Asked("Time you take")] = Time.HALF_DAY

    @property
    def times(self) -> int:
        """What successes are multiplied by. Raises `Unusable` for a time that no roll has, or one too short."""
        if self.a_roll not in A_ROLL:
            raise Unusable("time.a_roll", f"A roll stands for 1 round to 1 hour; this says {self.a_roll.words}.")
        if not factor(self.passed, self.a_roll):
            said = f"One roll takes {self.a_roll.words}; this gives it {self.passed.words}."
            raise Unusable("time.passed", said)
        return factor(self.passed, self.a_roll)


@branch("Roll after roll")
class Rolls:
    """A rolling test."""

    kind: Annotated[Kind, Asked("It is a test of", gm=True)] = Kind.SETBACK
    rolls: Annotated[int, Between(1, 24), Asked("Rolls there is time for", quick=(3, 6, 12))] = 6


@calculator("bs-composer", rules="BSR-16")
def composer(
    pool: YourDice = FourD8,
    malus: Malus = 0,
    helpers: Annotated[tuple[HelperRow, ...], Asked("Who is with you")] = (HelperRow(),),
    team: Annotated[Together, Asked("They", gm=True)] = Together.HALVED,
    time: Annotated[Once | Over | Rolls, Asked("It takes", gm=True)] = Over(),
    against: Annotated[Against, Asked("Against", gm=True)] = Against.DIFFICULTY,
    difficulty: Difficulty = 10,
    theirs: Annotated[Pool, Asked("Their leader", POOL_HINT, more=True)] = ThreeD8,
    their_malus: TheirMalus = 0,
    their_helpers: Annotated[tuple[HelperRow, ...], Asked("Who helps them", more=True)] = (),
    their_team: Annotated[Team, Asked("Their helpers", gm=True, more=True)] = Team.HALVED,
    ties: Annotated[Ties, Asked("Equal results go to", gm=True, more=True)] = Ties.NOBODY,
    *,
    ask: Rulings,
) -> Answer:
    """Team, time and opposition in one test: will it do?"""
    times = time.times if isinstance(time, Over) else 1
    group = team is Together.GROUP
    size = len(helpers) + 1 if group else 1
    mine = _side(Member(pool, malus), helpers, team, ask)
    rival = against is Against.OTHERS
    other = _team(Member(theirs, their_malus), their_helpers, their_team, ask, "their_helpers") if rival else None
    if isinstance(time, Rolls):
        chance = _rolled(time, mine, size, difficulty, other, ties, ask, alone=not helpers)
    elif other:  # the time is the same for both, and changes nothing between them
        chance = others.all_beat(mine, size, other, ties)
    else:
        least, rest = divmod(size * difficulty, times)
        even = isinstance(time, Over) and difficulty > 0 and not rest and least <= mine.last
        above = even and ask["extended.reach"] == "exceed"
        chance = mine.at_least(least + bool(rest) + above)
    need = "another side" if rival else f"DL {difficulty}{' each' if group else ''}"
    mean = mine.floored(0).mean * times
    average = wording.decimal(mean)
    what = "a roll" if isinstance(time, Rolls) else "on average"
    rows: list[tuple[Entry, ...]] = [
        ("Together", f"you and {wording.count(len(helpers), 'other')}, who {team.words}" if helpers else "alone"),
        ("In time", _in_time(time, times)),
        ("Against", f"{need}, both to DL {difficulty}" if rival and isinstance(time, Rolls) else need),
    ]
    gained = f"{average} {'success' if average == '1' else 'successes'} {what}"
    said = f"{wording.percent(chance)} against {need}, with {gained}."
    facts = (Fact(f"times {times}" if times > 1 else "as rolled"), Fact(average, what), Fact(need))
    speak = (Note(SPEAK[others.speaks_first(Acts.NEITHER, ties)], rule="BSR-11"),) if rival else ()
    shown = Table("This test", ("Part", "How"), tuple(rows))
    return Answer(
        {"probability": chance, "mean": mean, "factor": times},
        (Verdict(wording.percent(chance), facts, said, Mark.DERIVED), shown, *speak),
    )


def _side(leader: Member, helpers: Sequence[Member], team: Together, ask: Rulings) -> Distribution:
    """The results of your side; those of a group are added up, since they hand successes round."""
    if team is Together.GROUP:
        return _team(leader, helpers, None, ask, "helpers")
    return _team(leader, helpers, Team.HALVED if team is Together.HALVED else Team.FULL, ask, "helpers")


def _in_time(time: Once | Over | Rolls, times: int) -> str:
    if isinstance(time, Over):
        return f"{time.passed.words} at {time.a_roll.words} a roll: times {times}"
    return f"{wording.count(time.rolls, 'roll')}, {time.kind.words}" if isinstance(time, Rolls) else "one roll"


def _rolled(
    time: Rolls,
    mine: Distribution,
    size: int,
    difficulty: int,
    other: Distribution | None,
    ties: Ties,
    ask: Rulings,
    *,
    alone: bool,
) -> Fraction:
    """Roll after roll to the difficulty, on one tally, or in a race to it."""
    if not 1 <= size * difficulty <= MOST_TALLY:
        said = f"Roll after roll it takes 1 to {MOST_TALLY} successes in all; this takes {size * difficulty}."
        raise Unusable("difficulty", said)

    def test(law: Distribution, need: int, *, alone: bool) -> Rolling:
        return read(time.kind, need, ask, malus=law.first < 0 and (alone or time.kind is Kind.SETBACK))

    course = others.course_of(test(mine, size * difficulty, alone=alone), mine, time.rolls)
    if other is None:
        return course[-1].done
    back = others.course_of(test(other, difficulty, alone=False), other, time.rolls)
    return others.race(course, back, ties).win
