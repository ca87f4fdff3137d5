"""Leading, scaring, planning (BSR-71, BSR-72, BSR-76, BSR-80, BSR-81)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.dice import margin
from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus, TheirDice, TheirMalus, YourDice
from engine.games.bastard_sword.forms.tested import HasTested, Result, ToTest
from engine.games.bastard_sword.rules import leading, rounds
from engine.games.bastard_sword.rules.leading import Ally
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT
from engine.games.bastard_sword.words import spirit as points
from engine.rulings import Rulings
from engine.working import Mark

MOST_COUNT = 60
ThreeD6, FourD6 = Pool.parse("3d6"), Pool.parse("4d6")
Count = Annotated[int, Between(-MOST_COUNT, MOST_COUNT)]


# --- Inspire ---


@row("friend")
class FriendRow(Ally):
    """A friend within earshot."""

    name: Annotated[str, Asked("Name")] = ""
    spirit: Annotated[int, Between(0, MOST_SPIRIT), Asked("Spirit left", quick=(0, 2, 5, 10))] = 2
    most: Annotated[int, Between(0, MOST_SPIRIT), Asked("Spirit at most", quick=(20, 24, 28))] = 24
    dice: Annotated[int, Between(0, 60), Asked("Dice they would roll", quick=(3, 4, 5, 6))] = 4


@calculator("bs-inspire", rules="BSR-71")
def inspire(
    test: Annotated[ToTest | HasTested, Asked("Persuasion")] = HasTested(5),
    friends: Annotated[tuple[FriendRow, ...], Asked("Who hears you")] = (
        FriendRow(name="Anna"),
        FriendRow(name="Bart", spirit=9),
    ),
) -> Answer:
    """Whom do you lift, and how far?"""
    for at, one in enumerate(friends):
        if one.spirit > one.most:
            raise Unusable(f"friends.{at}.spirit", f"They have {one.most} spirit at most; this says {one.spirit}.")
    lack = sum(one.lacks for one in friends)
    if isinstance(test, ToTest):
        law = successes(test.pool).plus(-test.malus).floored(0)
        enough = law.at_least(lack)
        mean = wording.decimal(law.mean)
        facts = (Fact(test.pool.words), Fact(lack, "lacking for all dice"), Fact(enough, "enough for that"))
        said = f"{mean} spirit on average. Enough for all of their dice: {wording.often(enough)}."
        bars = Odds(tuple(chance for _, chance in law), lack, said)
        return Answer(
            {"mean": law.mean, "lacking": lack, "enough": enough},
            (Verdict(f"+{mean}", facts, said, Mark.DERIVED), bars),
        )
    given = leading.shared_out(max(0, test.result), friends)
    names = [one.name or f"Friend {at}" for at, one in enumerate(friends, 1)]
    lifted = sum(
        one.dice > one.spirit and one.spirit + more >= one.dice for one, more in zip(friends, given, strict=True)
    )
    rows = tuple(
        (name, more or None, one.spirit + more, "all" if one.spirit + more >= one.dice else one.spirit + more)
        for name, one, more in zip(names, friends, given, strict=True)
    )
    figure = f"+{sum(given)}"
    told = [f"{points(more)} for {name}" for name, more in zip(names, given, strict=True) if more]
    said = f"{wording.listed(told)}." if told else "Nobody is lifted."
    shown = (Fact(lifted, "roll all dice again"), Fact(max(0, test.result), "successes"))
    blocks: list[Block] = [Verdict(figure, shown, said)]
    if rows:
        columns = ("Who", "Regains", "Spirit then", "Of their dice they roll")
        blocks.append(Table("Share it out", columns, rows, mark=Mark.DERIVED))
    return Answer({"given": given, "total": sum(given), "lifted": lifted}, tuple(blocks))


# --- Intimidate, taunt ---


@branch("We will test")
class Ahead:
    """Neither side has rolled."""

    pool: YourDice = FourD8
    malus: Malus = 0
    theirs: TheirDice = FourD6
    their_malus: TheirMalus = 0


@branch("We have tested")
class Done:
    """Both sides have rolled."""

    result: Annotated[Result, Asked("Your result", quick=(1, 2, 3, 4, 5))] = 4
    their_result: Annotated[Result, Asked("Their result", quick=(0, 1, 2, 3))] = 2
    pool: Annotated[Pool, Asked("Their dice, to shake it off", POOL_HINT)] = FourD6


Before = Annotated[int, Between(0, 60), Asked("Malus they have from you already", quick=(0, 1, 2), more=True)]
Contest = Annotated[Ahead | Done, Asked("The contest")]


@calculator("bs-intimidate", rules="BSR-72")
def intimidate(contest: Contest = Ahead(), before: Before = 0, *, ask: Rulings) -> Answer:
    """How much do they fear you?"""
    return _scare(contest, before, ask, "what they do against you", suffers=False)


@calculator("bs-taunt", rules="BSR-81")
def taunt(contest: Contest = Ahead(), before: Before = 0, *, ask: Rulings) -> Answer:
    """How blind does your insult make them?"""
    scope = ask["taunt.scope"]
    on = (
        "whatever they roll that is not meant to hurt you" if scope == "rolls" else "every action not meant to hurt you"
    )
    answer = _scare(contest, before, ask, on, suffers=True)
    return Answer({**answer.values, "on": scope}, answer.blocks)


def _scare(contest: Ahead | Done, before: int, ask: Rulings, on: str, *, suffers: bool) -> Answer:
    """A contest whose hits are a malus; whether the test to shake it off suffers it as well is a ruling for a taunt."""
    highest = before > 0 and ask["scare.again"] == "highest"
    if isinstance(contest, Done):
        hits = contest.result - contest.their_result
        now = leading.scared(before, hits, highest=highest)
        figure = f"{wording.MINUS}{now}" if now else "Nothing"
        facts = (Fact(max(0, hits), "hits"), Fact(before, "before"))
        said = f"A malus of {now} on {on}." if now else "They stand their ground."
        blocks: list[Block] = [Verdict(figure, facts, said)]
        if now:
            blocks.append(_shake(now, contest.pool, ask, suffers=suffers))
        return Answer({"malus": now}, tuple(blocks))
    mine = successes(contest.pool).plus(-contest.malus)
    apart = margin(mine, successes(contest.theirs).plus(-contest.their_malus))
    works = apart.at_least(1)
    malus = apart.mapped(lambda hits: leading.scared(before, hits, highest=highest))
    said = f"It works {wording.often(works)}: a malus on {on}."
    likely = max(1, int(malus.mean + Fraction(1, 2)))
    rows = tuple((f"{number} or more", malus.at_least(number)) for number in range(1, min(malus.last, 8) + 1))
    mean = Fact(wording.decimal(malus.mean), "malus on average")
    shown = (Fact(contest.pool.words), Fact(contest.theirs.words, "against"), mean)
    blocks = [
        Verdict(wording.percent(works), shown, said, Mark.DERIVED),
        Odds(tuple(chance for _, chance in apart), 1, said, first=apart.first),
    ]
    if rows:
        blocks.append(Table("Malus on them", ("Malus", "Chance"), rows, mark=Mark.DERIVED, folded=True))
    blocks.append(_shake(likely, contest.theirs, ask, suffers=suffers))
    chances = [[number, chance] for number, chance in malus]
    return Answer({"works": works, "mean": malus.mean, "malus": chances}, tuple(blocks))


def _shake(malus: int, pool: Pool, ask: Rulings, *, suffers: bool) -> Table:
    """What an action to shake it off brings."""
    literal = suffers and ask["shaking.malus"] == "literal"
    law = leading.shaken_law(malus, successes(pool).plus(-malus if literal else 0))
    rows = tuple((left or "none", chance) for left, chance in law.items() if chance)
    return Table(f"If they spend an action to shake off {malus}", ("Malus left", "Chance"), rows, mark=Mark.DERIVED)


# --- Reassess, plan ---


@calculator("bs-reassess", rules="BSR-76")
def reassess(
    pool: Annotated[Pool, Asked("Your reflex or perception", POOL_HINT), sheet("reflex")] = FourD6,
    malus: Malus = 0,
    initiative: Annotated[Count, Asked("Your initiative now", quick=(0, 1, 2, 3))] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Is it worth rolling initiative again?"""
    below = malus > 0 and ask["initiative.below-zero"] == "counts"
    law = successes(pool).plus(-malus)
    law = law if below else law.floored(0)
    better, same = law.at_least(initiative + 1), law.at_least(initiative) - law.at_least(initiative + 1)
    worse = 1 - better - same
    mean = wording.decimal(law.mean)
    facts = (Fact(same, "the same"), Fact(worse, "worse"), Fact(mean, "on average"))
    said = f"It is higher {wording.often(better)}, lower {wording.often(worse)}. The new number holds."
    rows = tuple((wording.number(number), chance) for number, chance in law if chance)
    current = next((at for at, (number, _) in enumerate(rows) if number == wording.number(initiative)), None)
    return Answer(
        {"better": better, "same": same, "worse": worse, "mean": law.mean},
        (
            Verdict(wording.percent(better), facts, said, Mark.DERIVED),
            Table("Your new initiative", ("Number", "Chance"), rows, current, Mark.DERIVED),
            Note("While you look around you may move a visor, or take a helmet off, for free.", rule="BSR-76"),
        ),
    )


@row("friend")
class PlannedRow:
    """A friend whose turn you move."""

    name: Annotated[str, Asked("Name")] = ""
    initiative: Annotated[Count, Asked("Initiative", quick=(0, 1, 2, 3))] = 1
    change: Annotated[int, Between(-20, 20), Asked("Move it by", quick=(-1, 0, 1, 2))] = 1


@calculator("bs-tactics", rules="BSR-80")
def plan(
    test: Annotated[ToTest | HasTested, Asked("Tactics")] = HasTested(3),
    friends: Annotated[tuple[PlannedRow, ...], Asked("Whom you move")] = (
        PlannedRow("Anna", 1, 2),
        PlannedRow("Bart", 2, 1),
    ),
) -> Answer:
    """Who goes when, once they follow your plan?"""
    need = sum(abs(one.change) for one in friends)
    names = [one.name or f"Friend {at}" for at, one in enumerate(friends, 1)]
    after = [rounds.shifted(one.initiative, one.change) for one in friends]
    if isinstance(test, ToTest):
        one = Test(test.pool, need, test.malus)
        return Answer(
            {"needed": need, "probability": one.chance},
            (one.verdict(), one.odds(), _order(names, friends, after)),
        )
    have = max(0, test.result)
    if need > have:
        said = f"This plan takes {wording.count(need, 'success', 'successes')}; you have {have}."
        return Answer(
            {"needed": need, "possible": False, "order": []}, (Verdict("Too much", (Fact(have, "successes"),), said),)
        )
    order = sorted(range(len(after)), key=lambda at: -after[at])
    first = wording.listed(names[at] for at in order if after[at] == after[order[0]]) if order else "Nobody"
    facts = (Fact(need, "used"), Fact(have - need, "left over"))
    said = f"First of them, at {wording.number(after[order[0]])}: {first}." if order else "Nobody is moved."
    values = {"needed": need, "possible": True, "order": [[names[at], after[at]] for at in order]}
    blocks: list[Block] = [Verdict(first, facts, said)]
    if friends:
        blocks.append(_order(names, friends, after))
    return Answer(values, tuple(blocks))


def _order(names: list[str], friends: tuple[PlannedRow, ...], after: list[int]) -> Table:
    """The friends in their new order."""
    order = sorted(range(len(after)), key=lambda at: -after[at])
    rows: list[tuple[Entry, ...]] = [
        (names[at], wording.number(after[at]), wording.number(friends[at].initiative)) for at in order
    ]
    return Table("The new order", ("Who", "Acts at", "Before"), tuple(rows))
