"""The round: who acts when, with how many dice, and what can be done (BSR-30 to BSR-34)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution, versus
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, Malus, TheirDice, TheirMalus
from engine.games.bastard_sword.rules import acts, rounds
from engine.games.bastard_sword.rules.acts import KICK_UP, Kind, State
from engine.games.bastard_sword.rules.rounds import Budget, Fighter, Turn, Used
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT
from engine.games.bastard_sword.words import dice as of_dice
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_COUNT = 60
FourD6 = Pool.parse("4d6")


@row("fighter")
class FighterRow:
    """One who acts in the round."""

    name: Annotated[str, Asked("Name")] = ""
    rolled: Annotated[int, Between(-MOST_COUNT, MOST_COUNT), Asked("Initiative rolled", quick=(0, 1, 2, 3, 4))] = 2
    spirit: Annotated[int, Between(0, MOST_SPIRIT), Asked("Spirit left", quick=(12, 20, 24))] = 20
    turn: Annotated[Turn, Asked("This round")] = Turn.ONCE
    surprised: Annotated[bool, Asked("Surprised")] = False


THREE = (FighterRow("Anna", 3), FighterRow("Bart", 1, 24), FighterRow("A brigand", 1, 16))


@calculator("bs-countdown", rules="BSR-30 BSR-31")
def countdown(
    fighters: Annotated[tuple[FighterRow, ...], Asked("Who is in it")] = THREE,
    first_round: Annotated[bool, Asked("It is the first round")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """Who acts when?"""
    if not fighters:
        raise Unusable("fighters", "A round takes at least one who acts; this has none.")
    below = any(one.rolled < 0 for one in fighters) and ask["initiative.below-zero"] == "counts"
    people = [
        Fighter(
            one.name or f"Fighter {at}",
            rounds.initiative(one.rolled, below_zero=below),
            one.spirit,
            one.turn,
            one.surprised,
        )
        for at, one in enumerate(fighters, 1)
    ]
    slots = rounds.countdown(people, first_round=first_round)
    tied = any(len(slot.names) > 1 for slot in slots)
    together = tied and ask["initiative.tied"] == "together"
    order = tuple((wording.number(slot.count), _who(slot.names, together=together)) for slot in slots)
    waiting = [one.name for one in people if not rounds.counts(one, first_round=first_round)]
    first = order[0][1] if order else "Nobody"
    blocks: list[Block] = [
        Verdict(first, (Fact(len(order), "turns"),), f"{first} {'are' if ' and ' in first else 'is'} first."),
        Table("The countdown", ("Count", "Acts"), order),
    ]
    malus = rounds.surprise(slots[0].count) if slots and waiting else 0
    if waiting:
        said = (
            f"{wording.listed(waiting)} cannot act this round. What they test at a count above 0 has that count"
            f" as its malus, {malus} at most."
        )
        blocks.append(Note(said, rule="BSR-38"))
    values = {
        "first": first,
        "order": [[slot.count, list(slot.names)] for slot in slots],
        "waiting": waiting,
        "most_malus": malus,
    }
    return Answer(values, tuple(blocks))


def _who(names: Sequence[str], *, together: bool) -> str:
    if len(names) == 1:
        return names[0]
    return f"{wording.listed(names)} {'at once' if together else 'as the GM says'}"


@calculator("bs-first", rules="BSR-30")
def first(
    pool: Annotated[Pool, Asked("Your reflex or perception", POOL_HINT), sheet("reflex")] = FourD6,
    theirs: TheirDice = FourD6,
    malus: Malus = 0,
    their_malus: TheirMalus = 0,
    spirit: Annotated[int, Between(0, MOST_SPIRIT), Asked("Your spirit", quick=(12, 20, 24)), sheet("spirit")] = 20,
    their_spirit: Annotated[int, Between(0, MOST_SPIRIT), Asked("Their spirit", quick=(12, 20, 24))] = 16,
    *,
    ask: Rulings,
) -> Answer:
    """Will you act before them?"""
    below = bool(malus or their_malus) and ask["initiative.below-zero"] == "counts"
    mine, other = (law if below else law.floored(0) for law in (_rolled(pool, malus), _rolled(theirs, their_malus)))
    apart = versus(mine, other)
    ties = "nobody’s" if spirit == their_spirit else "yours" if spirit > their_spirit else "theirs"
    chance = apart.win + (apart.tie if ties == "yours" else 0)
    facts = (Fact(apart.win, "higher"), Fact(apart.tie, f"tied: {ties}"), Fact(apart.lose, "lower"))
    said = f"You act first {wording.often(chance)}; a tie is {ties}."
    return Answer(
        {"first": chance, "higher": apart.win, "tied": apart.tie, "lower": apart.lose},
        (Verdict(wording.percent(chance), facts, said, Mark.DERIVED),),
    )


def _rolled(pool: Pool, malus: int) -> Distribution:
    return successes(pool).plus(-malus)


@row("test")
class UsedRow:
    """A test that was made this round."""

    words: Annotated[str, Asked("What it was")] = ""
    granted: Annotated[int, Between(1, 60), Asked("Dice the skill grants", quick=(3, 4, 5, 6))] = 6
    rolled: Annotated[int, Between(1, 60), Asked("Base dice rolled", quick=(1, 2, 3, 4))] = 3
    free: Annotated[bool, Asked("A free reaction")] = False


Budgeted = Annotated[Pool, Asked("The skill you want to use", POOL_HINT), sheet("granted")]


@calculator("bs-dice-left", rules="BSR-33 BSR-34")
def dice_left(
    skill: Budgeted = FourD6,
    tests: Annotated[tuple[UsedRow, ...], Asked("Tests of this round so far")] = (UsedRow("Defence", 6, 3),),
    bought: Annotated[bool, Asked("You have bought dice this round")] = False,
    difficulty: Annotated[int, Between(0, 60), Asked("Difficulty, or a good result", quick=(1, 2, 3))] = 2,
) -> Answer:
    """How many dice are left for this?"""
    for at, one in enumerate(tests):
        if one.rolled > one.granted:
            said = f"Base dice are at most those that the skill grants, {one.granted}; this says {one.rolled}."
            raise Unusable(f"tests.{at}.rolled", said)
    used = [Used(one.granted, one.rolled, one.free) for one in tests]
    for at, test in enumerate(used):
        could = Budget.of(used[:at]).allows(test.granted)
        if test.rolled > could and not test.free:
            said = f"The tests before it left {of_dice(could)} for this one; it says {test.rolled}."
            raise Unusable(f"tests.{at}.rolled", said)
    budget = Budget.of(used)
    left = budget.allows(skill.dice)
    limit = max(budget.limit, skill.dice)
    spirit = "dice bought already" if bought else "spirit can buy more"
    facts = (Fact(limit, "limit of the round"), Fact(budget.used, "used"), Fact(spirit))
    blocks: list[Block] = [
        Verdict(of_dice(left), facts, f"You can roll {of_dice(left)} of {skill.words} now; {spirit}."),
        Working(_spent(tests, limit), limit - budget.used, "Dice of the round that are left"),
    ]
    if left:
        blocks.append(_split(skill, left, limit - budget.used, difficulty))
    else:
        need = budget.used + 1
        blocks.append(Note(f"Only a skill that grants {of_dice(need)} or more can still be used.", rule="BSR-33"))
    return Answer({"left": left, "limit": limit, "used": budget.used, "may_buy": not bought}, tuple(blocks))


def _spent(tests: Sequence[UsedRow], limit: int) -> tuple[Line, ...]:
    used = (Line(-one.rolled, one.words or "a test", "BSR-33") for one in tests if not one.free)
    return (Line(limit, "the largest pool that is used", "BSR-33"), *used)


def _split(skill: Pool, left: int, kept: int, difficulty: int) -> Table:
    """What each number of dice does now, and how many it leaves for later."""
    rows: list[tuple[Entry, ...]] = []
    for number in range(1, left + 1):
        test = Test(Pool.of(number, skill.die), difficulty)
        rows.append((test.pool.words, test.chance, f"{float(test.result.mean):.2f}", kept - number))
    columns = ("Now", f"{difficulty} or more", "On average", "Left for later")
    return Table("Now or later", columns, tuple(rows), left - 1, Mark.DERIVED)


@calculator("bs-acts", rules="BSR-32")
def what_to_do(
    own_turn: Annotated[bool, Asked("It is your turn")] = True,
    states: Annotated[frozenset[State], Asked("You are")] = frozenset(),
    safe: Annotated[bool, Asked("Only what draws no retaliation")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What can you do now?"""
    if State.PRONE in states and State.STANDING in states:
        raise Unusable("states", "Nobody is prone and standing at once; this takes one of them.")
    free_kick = State.PRONE in states and own_turn and ask["acts.kick-up"] == "free"
    found = [one for one in acts.open_to(states, own_turn=own_turn) if not safe or one.provokes == "no"]
    rows = [
        (
            one.words,
            (Kind.FREE_ACTION if free_kick and one.words == KICK_UP else one.kind).words,
            one.skill or None,
            one.against or None,
            one.provokes,
        )
        for one in found
    ]
    when = "on your turn" if own_turn else "out of turn"
    counts = sum(row[1] in (Kind.ACTION.words, Kind.REACTION.words) for row in rows)
    facts = (Fact(when), Fact(counts, "take dice of the round"))
    figure = wording.count(len(rows), "way", "ways")
    columns = ("What", "Class", "You test", "Against", "Draws retaliation")
    said = f"{figure} to act {when}."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if rows:
        blocks.append(Table("What is open to you", columns, tuple(rows)))
    classes = {row[0]: row[1] for row in rows}
    return Answer({"acts": [*classes], "classes": classes, "kick_up": classes.get(KICK_UP)}, tuple(blocks))
