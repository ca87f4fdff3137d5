"""The round and its order: phases, initiative, moves, trades, reinforcements (MEL-03, MEL-06 to MEL-08, MEL-46)."""

import itertools
from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, row
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import B3, B4, B5, Side
from engine.games.melee.readings import nerve as nerve_readings
from engine.games.melee.readings import order as readings
from engine.games.melee.rules import order as rules
from engine.games.melee.rules.order import CAUSES, ROUND, Cause, Move, Order, Phase, Rolled, When
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_PEOPLE, MOST_MOVES = 40, 30
BRACKETS = ("Black Reflexes", "Gray and white Reflexes", "White Reflexes")

# --- The round ---


@branch("before the fight")
class Before:
    """Nobody has acted yet, and no round has begun."""

    surprised: Annotated[bool, Asked("Someone is surprised")] = False


@branch("the order")
class Check:
    """The order of this round is looked at."""

    newcomers: Annotated[bool, Asked("Reinforcements arrive")] = False
    traded: Annotated[bool, Asked("Two want to trade places")] = False


@branch("turns")
class Turns:
    """Turns are taken."""

    waiting: Annotated[
        int, Between(0, MOST_PEOPLE), Asked("Have still to act", "Whoever a Command freed acts now", quick=(0, 1, 2, 3))
    ] = 2


@branch("results")
class Results:
    """All that was stored has been applied."""

    fallen: Annotated[bool, Asked("Someone came to 0 disposition")] = False
    wounded: Annotated[bool, Asked("Someone took a wound", "Light or worse, or a third Superficial one")] = False
    forced: Annotated[bool, Asked("A threat or spell tests Steel")] = False


@branch("morale")
class Morale:
    """Nerves have been tested."""

    failed: Annotated[bool, Asked("Someone failed")] = False


class Outcome(Option):
    """What the sides do as a round ends. Source: MEL-03, MEL-47."""

    ON = "on", "both fight on"
    RETREAT = "retreat", "one retreats"
    CHASED = "chased", "one retreats, another gives chase"
    BEATEN = "beaten", "one side is out, has fled or gives up"


@branch("the end of the round")
class End:
    """Everyone looks whether there is another round."""

    outcome: Annotated[Outcome, Asked("The sides")] = Outcome.ON


Told = tuple[tuple[str, str], ...]
"""What is to do, each step with the rule that it leads to."""


@calculator("mel-round", rules="MEL-03")
def fight_round(
    now: Annotated[Before | Check | Turns | Results | Morale | End, Asked("Just done, or under way")] = Results(
        fallen=True
    ),
    *,
    ask: Rulings,
) -> Answer:
    """What comes next?"""
    phase, why, steps = _next(now, ask)
    did: list[tuple[Entry, ...]] = [(one.words, ROUND_HAS[one]) for one in ROUND]
    blocks: list[Block] = [Verdict(phase.words, (), why)]
    if steps:
        blocks.append(Steps(tuple(said for said, _ in steps), "What to do, in order", tuple(rule for _, rule in steps)))
    current = ROUND.index(phase) if phase in ROUND else None
    blocks.append(Table("A round", ("Phase", "What happens"), tuple(did), current))
    return Answer({"next": phase.value, "rules": [rule for _, rule in steps]}, tuple(blocks))


ROUND_HAS = {
    Phase.CHECK: "Friends trade places; reinforcements join.",
    Phase.TURNS: "From the bottom of the order to its top, everyone acts and rolls. Results are only noted.",
    Phase.RESULTS: "All results of the round take effect together.",
    Phase.MORALE: "Nerve is tested where someone came to 0 or was wounded, and where something forces it.",
    Phase.END: "A side may call a retreat. If the fight is not over, the next round begins.",
}
"""What each phase of a round is for. Source: MEL-03."""


def _next(now: Before | Check | Turns | Results | Morale | End, ask: Rulings) -> tuple[Phase, str, Told]:
    """The phase that comes next, why, and what there is to do. Source: MEL-03."""
    if isinstance(now, Before):
        surprise = (("Put the surprised at the bottom: they hesitate in round 1.", "MEL-09"),) if now.surprised else ()
        return Phase.CHECK, "With everyone in place, the first round begins.", (*SETTING_UP, *surprise)
    if isinstance(now, Check):
        join = (("Newcomers roll disposition and initiative, and join at the top.", "MEL-46"),) if now.newcomers else ()
        trade = (("Neighbors of one team trade places.", "MEL-08"),) if now.traded else ()
        why = "Once the order is settled, the lowest acts first."
        return Phase.TURNS, why, (*join, *trade, ("Note everyone’s disposition as the round begins.", "MEL-19"), *TURN)
    if isinstance(now, Turns):
        if now.waiting:
            left = wording.count(now.waiting, "turn is", "turns are")
            return Phase.TURNS, f"{left} left. The lowest who has not acted is next.", TURN
        return Phase.RESULTS, "Everyone has had a turn, so all that was noted takes effect.", RESOLVING
    if isinstance(now, Results):
        return _after_results(now, ask)
    if isinstance(now, Morale):
        why = "Whoever failed goes to the bottom and hesitates next round." if now.failed else "All nerves held."
        hesitate = (("Move each to the bottom, and note by how much they failed.", "MEL-44"),) if now.failed else ()
        return Phase.END, why, (*hesitate, *ENDING)
    if now.outcome is Outcome.ON:
        return Phase.CHECK, "Both sides fight on: the next round begins.", CHECKING
    return Phase.OVER, OVER[now.outcome], (("Mark the tests of the fight.", "MEL-53"),)


def _after_results(now: Results, ask: Rulings) -> tuple[Phase, str, Told]:
    groups = (("Groups on the side of the fallen roll 2d6.", "MEL-42"),) if now.fallen else ()
    ones: Told = (("Those with a name who were wounded test Steel.", "MEL-43"),) if now.wounded else ()
    if now.fallen and nerve_readings.worn_tests(ask):
        ones = (*ones, ("Those with a name who came to 0 test Steel.", "MEL-43"))
    forced = (("Whoever was threatened, or is under such a spell, tests Steel.", "MEL-43"),) if now.forced else ()
    if steps := (*groups, *ones, *forced):
        return Phase.MORALE, "There is reason to waver.", steps
    return Phase.END, "Nobody came to 0, was wounded or is forced to, so morale is skipped.", ENDING


SETTING_UP: Told = (
    ("Work out everyone’s disposition.", "MEL-04"),
    ("Work out everyone’s initiative.", "MEL-06"),
)
TURN: Told = (
    ("Say what you do, within one action.", "MEL-10"),
    ("Others may act before their turn, if yours gives cause.", "MEL-11"),
    ("Roll, and note the result. Moves that come at once are made.", "MEL-07"),
)
RESOLVING: Told = (
    ("Apply all results as if at once.", "MEL-40"),
    ("See who has come to 0.", "MEL-41"),
    ("Make the moves in the order, in the order of their causes.", "MEL-07"),
)
ENDING: Told = (("Ask each side whether it retreats, and whether the other gives chase.", "MEL-47"),)
CHECKING: Told = (
    ("Let friends who are neighbors trade places.", "MEL-08"),
    ("Let reinforcements join.", "MEL-46"),
)
OVER = {
    Outcome.RETREAT: "Nobody follows those who retreat.",
    Outcome.CHASED: "A chase is Range and Cover.",
    Outcome.BEATEN: "One side is at the mercy of the other, or gone.",
}

# --- Initiative ---


@row("combatant")
class InitiativeRow:
    """Someone who takes a place in the order."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Ability, Asked("Reflexes", quick=("B3", "B4", "B5", "G4"))] = B4
    speed: Annotated[Ability, Asked("Speed", "Between two who are tied", quick=("B3", "B4", "B5"), more=True)] = B4
    rolled: Annotated[int | None, Between(2, 12), Asked("Their 2d6", "Empty: not rolled", quick=(4, 6, 7, 8, 10))] = (
        None
    )


BEFORE_ROLLING = (InitiativeRow("Ana", B4), InitiativeRow("Bo", B5), InitiativeRow("An orc", B3, B3))


@calculator("mel-initiative", rules="MEL-06")
def initiative(
    combatants: Annotated[tuple[InitiativeRow, ...], Asked("Who fights")] = BEFORE_ROLLING, *, ask: Rulings
) -> Answer:
    """Who acts when?"""
    names = _names("combatants", [one.name for one in combatants])
    rolled = [
        Rolled(one.reflexes.exponent + (one.rolled or 0), one.reflexes.exponent, one.speed.exponent, one.reflexes.shade)
        for one in combatants
    ]
    three = readings.three(rolled, ask)
    if any(one.rolled is None for one in combatants):
        return _forecast(names, combatants, rolled, three, ask)
    ties = rules.tied(rolled, three=three)
    again = ties if ties and ask["order.ties"] == "reroll" else []
    coins = [] if again else rules.tied(rolled, three=three, wholly=True)
    order = rules.ordered(rolled, three=three)
    open_places = {at for tie in again for at in tie}
    listed = _listed(order, again)
    foremost = next((tie for tie in coins if listed[0][0] in tie), listed[0])
    first = wording.listed((names[at] for at in foremost), "or")
    once = "" if len(foremost) == 1 else ", once they have rolled again" if again else ", as a coin says"
    said = f"{first} acts first{once}."
    facts = (Fact.count(len(names), "combatant"), Fact.count(len(again or ties), "tie")) if ties else ()
    blocks: list[Block] = [Verdict(first, facts, said), *_brackets(order, names, rolled, open_places, three)]
    for tie in again:
        blocks.append(Note(f"{wording.listed(names[at] for at in tie)} roll again.", Mark.RULING, "MEL-06"))
    for tie in coins:
        who = wording.listed(names[at] for at in tie)
        blocks.append(Note(f"Toss a coin between {who}: they stand here as they were listed.", rule="MEL-06"))
    return Answer(
        {
            "order": [names[group[0]] if len(group) == 1 else [names[at] for at in group] for group in listed],
            "first": first,
            "brackets": [[names[at] for at in members] for members in order.brackets],
            "totals": {name: one.total for name, one in zip(names, rolled, strict=True)},
            "coins": [[names[at] for at in tie] for tie in coins],
        },
        tuple(blocks),
    )


def _listed(order: Order, again: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Everyone, first to act first, with those together who roll again."""
    group_of = {at: tie for tie in again for at in tie}
    return list(dict.fromkeys(group_of.get(at, (at,)) for at in order.all))


def _brackets(
    order: Order, names: Sequence[str], rolled: Sequence[Rolled], again: set[int], three: bool
) -> list[Table]:
    """A table for each bracket that has someone in it."""
    found, place = [], 0
    for at, members in enumerate(order.brackets):
        rows: list[tuple[Entry, ...]] = []
        for one in members:
            place += 1
            rows.append((place, names[one], rolled[one].total, "rolls again" if one in again else None))
        if rows:
            title = "Gray Reflexes" if three and at == 1 else BRACKETS[at]
            columns = ("Acts", "Who", "Initiative", "Tied") if again else ("Acts", "Who", "Initiative")
            found.append(Table(title, columns, tuple(cells[: len(columns)] for cells in rows)))
    return found


def _forecast(
    names: Sequence[str], combatants: Sequence[InitiativeRow], rolled: Sequence[Rolled], three: bool, ask: Rulings
) -> Answer:
    """How likely the first of them acts before each of the others, where not all have rolled."""
    first, rest = combatants[0], range(1, len(combatants))
    can_tie = [at for at in rest if _may_tie(combatants, rolled, at, three)]
    reroll = bool(can_tie) and ask["order.ties"] == "reroll"
    chances = {
        at: rules.before(rolled[0], rolled[at], (first.rolled, combatants[at].rolled), three=three, reroll=reroll)
        for at in rest
    }
    spans = [_span(one) for one in combatants]
    if not rest:
        verdict = Verdict(names[0], (Fact(spans[0], "initiative"),), f"{names[0]} is alone in the order so far.")
        return Answer({"before": {}}, (verdict,))
    said = f"{names[0]} acts before {names[1]} {wording.often(chances[1])}."
    facts = (Fact(f"before {names[1]}"), Fact(spans[0], names[0]), Fact(spans[1], names[1]))
    rows: list[tuple[Entry, ...]] = [(names[at], spans[at], chances[at], 1 - chances[at]) for at in rest]
    columns = ("Who", "Initiative", f"{names[0]} acts before them", "After them")
    return Answer(
        {"before": {names[at]: chance for at, chance in chances.items()}},
        (
            Verdict(wording.percent(chances[1]), facts, said, Mark.DERIVED),
            Table(f"{names[0]} against each of them", columns, tuple(rows), mark=Mark.DERIVED),
            Note("Type everyone’s 2d6 to see the order.", rule="MEL-06"),
        ),
    )


def _may_tie(combatants: Sequence[InitiativeRow], rolled: Sequence[Rolled], at: int, three: bool) -> bool:
    """Whether someone can have the first one's total, in the same bracket."""
    ones = (combatants[0], combatants[at])
    shades = {rules.bracket(one.reflexes.shade, three=three) for one in ones}
    laws = [rules.total_law(one.reflexes.exponent, one.rolled) for one in ones]
    return len(shades) == 1 and bool(rules.compared(laws[0], laws[1])[1])


def _span(one: InitiativeRow) -> str:
    law = rules.total_law(one.reflexes.exponent, one.rolled)
    return str(law.first) if law.first == law.last else f"{law.first} to {law.last}"


# --- Moves in the order ---


@row("combatant")
class StandingRow:
    """Someone in the order, as it stands."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Shade, Asked("Reflexes")] = Shade.BLACK


@row("combatant")
class MovedRow:
    """Someone in the order, and whether they have acted."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Shade, Asked("Reflexes")] = Shade.BLACK
    acted: Annotated[bool, Asked("Has acted this round")] = False


class Because(Option):
    """What moves someone: the rows of the table of moves. Source: MEL-07."""

    BEAT_ASIDE = "beat-aside", CAUSES["beat-aside"].words
    DISARM = "disarm", CAUSES["disarm"].words
    THROW = "throw", CAUSES["throw"].words
    PUSH = "push", CAUSES["push"].words
    FLANK = "flank", CAUSES["flank"].words
    LOCK = "lock", CAUSES["lock"].words
    LOCK_FAILED = "lock-failed", CAUSES["lock-failed"].words
    TACKLE = "tackle", CAUSES["tackle"].words
    TACKLE_BY_3 = "tackle-by-3", CAUSES["tackle-by-3"].words
    TACKLE_FAILED = "tackle-failed", CAUSES["tackle-failed"].words
    PRONE = "prone", CAUSES["prone"].words
    RELOADED = "reloaded", CAUSES["reloaded"].words
    AIMED = "aimed", CAUSES["aimed"].words
    INTIMIDATE = "intimidate", CAUSES["intimidate"].words
    COMMANDED = "commanded", CAUSES["commanded"].words
    STEEL_FAILED = "steel-failed", CAUSES["steel-failed"].words
    JOINED = "joined", CAUSES["joined"].words
    SURPRISED = "surprised", CAUSES["surprised"].words

    @property
    def cause(self) -> Cause:
        """Its row of the table."""
        return CAUSES[self.value]


@row("move")
class MoveRow:
    """One cause: who did it, or whom it befell, and to whom."""

    cause: Annotated[Because, Asked("Cause")] = Because.BEAT_ASIDE
    by: Annotated[str, Asked("Who", "Who did it, or whom it befell")] = ""
    on: Annotated[str, Asked("To whom", "If it has a target")] = ""


Standing = Annotated[tuple[StandingRow, ...], Asked("The order now", "First to act first")]
STANDING = tuple(MovedRow(name) for name in ("Ana", "Bo", "Cilla", "An orc"))
TACKLED = (MoveRow(Because.TACKLE, "Cilla", "Ana"),)


@calculator("mel-moves", rules="MEL-07")
def moves(
    standing: Annotated[tuple[MovedRow, ...], Asked("The order now", "First to act first")] = STANDING,
    moves: Annotated[tuple[MoveRow, ...], Asked("What moves them", "In the sequence of turns")] = TACKLED,
    *,
    ask: Rulings,
) -> Answer:
    """What is the order now?"""
    if len(moves) > MOST_MOVES:
        raise Unusable("moves", f"This makes {MOST_MOVES} moves at most; here are {len(moves)}.")
    names = _names("standing", [one.name for one in standing])
    start = _order([one.reflexes for one in standing], ask)
    made = [move for at, one in enumerate(moves) for move in _made(one, at, names)]
    rivals = rules.rivals(made)
    cancelled = rivals if rivals and ask["moves.both"] == "cancel" else frozenset()
    sequence = rules.in_time(made)
    order = during = start
    rows: list[tuple[Entry, ...]] = []
    for move in sequence:
        dropped = move.one in cancelled and move.when is When.RESOLUTION
        order = order if dropped else order.moved(move.one, move.way)
        if move.when not in LATER:
            during = order
        where = "cancels out" if dropped else move.way.words
        shown = ", ".join(names[at] for at in order.all)
        rows.append((move.cause.words, names[move.one], where, move.when.words, shown))
    freed = {_place(one.by, "moves", names) for one in moves if one.cause is Because.COMMANDED}
    waiting = [at for at in during.all if not standing[at].acted or at in freed]
    first = names[order.all[0]]
    changed = sum(before != after for before, after in zip(start.all, order.all, strict=True))
    facts = [Fact(changed, "in another place")]
    said = f"From the bottom: {', '.join(names[at] for at in order.all)}."
    some = any(one.acted for one in standing)
    if some:
        said += f" {names[waiting[0]]} acts next." if waiting else " Everyone has acted."
        facts.append(Fact(names[waiting[0]] if waiting else "nobody", "to act next"))
    blocks: list[Block] = [Verdict(f"{first} first", tuple(facts), said)]
    if rows:
        columns = ("Cause", "Who", "Goes", "When", "The order then")
        blocks.append(Table("Move by move", columns, tuple(rows)))
    blocks.append(Table("The new order", ("Acts", "Who", "Was"), _places(start, order, names)))
    for one in sorted(rivals):
        ends = "both are dropped" if cancelled else "the last one counts"
        blocks.append(Note(f"{names[one]} is moved both ways: {ends}.", Mark.RULING, "MEL-07"))
    if some and any(move.when in LATER for move in sequence):
        blocks.append(Note("Whoever acts next does so before the later moves are made.", rule="MEL-07"))
    values = {"order": [names[at] for at in order.all], "next": names[waiting[0]] if some and waiting else None}
    return Answer(values, tuple(blocks))


LATER = (When.RESOLUTION, When.MORALE)
"""When moves come only once everyone has acted. Source: MEL-07."""


@table("mel-moves")
def every_move() -> Table:
    """Everything that moves someone in the order."""
    rows: list[tuple[Entry, ...]] = [
        (
            one.words,
            one.own.words if one.own else None,
            one.target.words if one.target else None,
            one.when.words,
            one.note or None,
        )
        for one in CAUSES.values()
    ]
    return Table("Everything that moves someone", ("Cause", "You go", "The target goes", "When", "Note"), tuple(rows))


def _made(one: MoveRow, at: int, names: Sequence[str]) -> tuple[Move, ...]:
    """The moves of one row. Raises `Unusable` where it names a stranger, or lacks someone whom it moves."""
    cause = one.cause.cause
    own = _place(one.by, f"moves.{at}.by", names) if cause.own or one.by else None
    target = _place(one.on, f"moves.{at}.on", names) if cause.target else None
    if own is not None and own == target:
        raise Unusable(f"moves.{at}.on", f"{names[own]} cannot do this to themselves; it takes another target.")
    return rules.caused(cause, own, target)


def _places(before: Order, after: Order, names: Sequence[str]) -> tuple[tuple[Entry, ...], ...]:
    """The new order, each with the place that they had."""
    return tuple((place, names[at], before.all.index(at) + 1) for place, at in enumerate(after.all, 1))


def _names(field: str, said: Sequence[str], joining: Sequence[str] = ()) -> list[str]:
    """What everyone is called, those who are `joining` last.

    Raises `Unusable` where nobody is there, too many are, or two have one name.
    """
    names = [name or f"Combatant {at}" for at, name in enumerate((*said, *joining), 1)]
    if not 0 < len(names) <= MOST_PEOPLE:
        raise Unusable(field, f"An order has 1 to {MOST_PEOPLE} people in it; here are {len(names)}.")
    seen: set[str] = set()
    for at, name in enumerate(names):
        if name.casefold() in seen:
            where = field if at < len(said) else "newcomers"
            raise Unusable(where, f"Two are called {wording.quoted(name)}; give each a name of their own.")
        seen.add(name.casefold())
    return names


def _place(said: str, field: str, names: Sequence[str]) -> int:
    """The place of someone by their name, in any case of letters. Raises `Unusable` for a stranger."""
    for place, name in enumerate(names):
        if name.casefold() == said.casefold():
            return place
    called = f"called {wording.quoted(said)}" if said else "without a name"
    raise Unusable(field, f"Nobody {called} is in this order; there are {wording.listed(names)}.")


def _order(shades: Sequence[Shade], ask: Rulings) -> Order:
    """The order of people as they are listed, each in the bracket of their Reflexes."""
    rolled = [Rolled(at, shade=shade) for at, shade in enumerate(shades)]
    return rules.ordered(rolled, three=readings.three(rolled, ask))


# --- Trading places ---


@row("combatant")
class TraderRow:
    """Someone in the order, and whether they may trade places."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Shade, Asked("Reflexes")] = Shade.BLACK
    side: Annotated[Side, Asked("Side")] = Side.OURS
    player: Annotated[bool, Asked("A player character")] = True
    traded: Annotated[bool, Asked("Has traded this round")] = False


TRADERS = (
    TraderRow("Ana"),
    TraderRow("Bo"),
    TraderRow("An orc", side=Side.THEIRS, player=False),
    TraderRow("Cilla"),
)


@calculator("mel-swap", rules="MEL-08")
def swap(
    standing: Annotated[tuple[TraderRow, ...], Asked("The order now", "First to act first")] = TRADERS,
    one: Annotated[str, Asked("Who")] = "Ana",
    other: Annotated[str, Asked("With whom")] = "Bo",
    *,
    ask: Rulings,
) -> Answer:
    """May they trade places?"""
    names = _names("standing", [trader.name for trader in standing])
    order = _order([trader.reflexes for trader in standing], ask)
    pair = (_place(one, "one", names), _place(other, "other", names))
    if pair[0] == pair[1]:
        raise Unusable("other", f"It takes two to trade places; this is {names[pair[0]]} again.")
    bar = rules.bars(order, *pair, allies=_allies(standing, *pair))
    neighbors = [
        two for two in itertools.pairwise(order.all) if not rules.bars(order, *two, allies=_allies(standing, *two))
    ]
    spent = {two for two in neighbors if any(standing[at].traded for at in two)}
    barred = spent if spent and ask["swap.chain"] == "once" else set()
    if not bar and barred & {pair, pair[::-1]}:
        had = [names[at] for at in pair if standing[at].traded]
        bar = f"{wording.listed(had)} {'has' if len(had) == 1 else 'have'} traded places this round already."
    after = order if bar else order.swapped(*pair)
    said = bar or f"They trade. From the bottom: {', '.join(names[at] for at in after.all)}."
    facts = (Fact(names[pair[0]]), Fact(names[pair[1]]))
    blocks: list[Block] = [Verdict("No" if bar else "Yes", facts, said)]
    caption = "The order stays" if bar else "The new order"
    blocks.append(Table(caption, ("Acts", "Who", "Was"), _places(order, after, names)))
    able = [f"{names[low]} and {names[high]}" for low, high in neighbors if (low, high) not in barred]
    if bar and able:
        blocks.append(Note(f"Neighbors who may: {wording.listed(able)}.", rule="MEL-08"))
    values = {"legal": not bar, "order": [names[at] for at in after.all], "able": able}
    return Answer(values, tuple(blocks))


def _allies(standing: Sequence[TraderRow], one: int, other: int) -> bool:
    ones = (standing[one], standing[other])
    return all(trader.player for trader in ones) and ones[0].side is ones[1].side


# --- Reinforcements ---


@row("newcomer")
class NewcomerRow:
    """Someone who joins the fight."""

    name: Annotated[str, Asked("Name")] = ""
    reflexes: Annotated[Ability, Asked("Reflexes", quick=("B3", "B4", "B5", "G4"))] = B4
    speed: Annotated[Ability, Asked("Speed", "Between two who are tied", quick=("B3", "B4", "B5"), more=True)] = B4
    two_dice: Annotated[int, Between(2, 12), Asked("Their 2d6", quick=(4, 6, 7, 8, 10))] = 7


THERE = tuple(StandingRow(name) for name in ("Ana", "Bo", "An orc"))
NEWCOMERS = (NewcomerRow("Their captain", B5), NewcomerRow("A guard", B3, two_dice=6))


@calculator("mel-reinforcements", rules="MEL-46")
def reinforcements(
    standing: Standing = THERE,
    newcomers: Annotated[tuple[NewcomerRow, ...], Asked("Who arrives")] = NEWCOMERS,
    *,
    ask: Rulings,
) -> Answer:
    """Where do they stand in the order?"""
    if not newcomers:
        raise Unusable("newcomers", "Reinforcements take someone who arrives; here is nobody.")
    names = _names("standing", [one.name for one in standing], [one.name for one in newcomers])
    first = len(standing)
    rolled = [
        Rolled(one.reflexes.exponent + one.two_dice, one.reflexes.exponent, one.speed.exponent, one.reflexes.shade)
        for one in newcomers
    ]
    everyone = [*(Rolled(at, shade=one.reflexes) for at, one in enumerate(standing)), *rolled]
    three = readings.three(everyone, ask)
    start = rules.ordered(everyone[:first], three=three)
    own = rules.ordered(rolled, three=three)
    within = start.joined((first + at, place) for place, members in enumerate(own.brackets) for at in members)
    top = len(start.brackets) - 1
    above = start.joined((first + at, top) for at in own.all)
    order = above if above.all != within.all and ask["join.bracket"] == "top" else within
    ties = rules.tied(rolled, three=three)
    again = ties if ties and ask["order.ties"] == "reroll" else []
    came = [names[at] for at in order.all if at >= first]
    last = names[order.all[-1]]
    rows: list[tuple[Entry, ...]] = [
        (place, names[at], rolled[at - first].total if at >= first else None, "arrives" if at >= first else None)
        for place, at in enumerate(order.all, 1)
    ]
    blocks: list[Block] = [
        Verdict(
            f"{last} last",
            (Fact.count(len(newcomers), "newcomer"), Fact(len(everyone), "in the order")),
            f"From the bottom: {', '.join(names[at] for at in order.all)}.",
        ),
        Table("The new order", ("Acts", "Who", "Initiative", "This round"), tuple(rows)),
        Note("They roll disposition first, as the round begins.", rule="MEL-04"),
    ]
    for tie in again:
        who = wording.listed(names[first + at] for at in tie)
        blocks.append(Note(f"{who} are tied, and roll again.", Mark.RULING, "MEL-06"))
    for tie in [] if again else rules.tied(rolled, three=three, wholly=True):
        who = wording.listed(names[first + at] for at in tie)
        blocks.append(Note(f"Toss a coin between {who}: they stand here as they were listed.", rule="MEL-06"))
    values = {
        "order": [names[at] for at in order.all],
        "newcomers": came,
        "again": [[names[first + at] for at in tie] for tie in again],
    }
    return Answer(values, tuple(blocks))
