"""The round, and who acts when in it (MEL-03, MEL-06 to MEL-08, MEL-46)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, row
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import B4, B5
from engine.games.melee.readings import order as readings
from engine.games.melee.rules.morale import TWO_DICE
from engine.games.melee.rules.order import CAUSES, Order, Rolled, Way, When, bracket, ordered
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

Name = Annotated[str, Longest(24), Asked("Name")]
QUICK_TOTALS = (4, 6, 7, 8, 10)


# --- The round ---


class Step(Option):
    """A phase of the round. Source: MEL-03."""

    SETUP = "setup", "setting up"
    ORDER = "order", "checking the order"
    TURNS = "turns", "taking turns"
    RESOLVE = "resolve", "applying results"
    MORALE = "morale", "testing nerve"
    END = "end", "ending the round"


DOES = {
    Step.SETUP: "Place everyone; disposition, initiative, and who is surprised.",
    Step.ORDER: "Friends may trade places, and newcomers join.",
    Step.TURNS: "From the bottom up, everyone declares and rolls; some act before their turn.",
    Step.RESOLVE: "Everything that was stored is applied, as if at once.",
    Step.MORALE: "Groups and individuals whose side fell, who were wounded or threatened.",
    Step.END: "A retreat, the end, or the next round.",
}


@calculator("mel-round", rules="MEL-03")
def round_of(
    step: Annotated[Step, Asked("You are")] = Step.TURNS,
    waiting: Annotated[int, Between(0, 40), Asked("Turns still to come", quick=(0, 1, 2, 4))] = 0,
    fell: Annotated[bool, Asked("Someone fell to 0, was wounded or threatened")] = False,
    sides: Annotated[int, Between(0, 8), Asked("Sides left in the fight", quick=(1, 2, 3), more=True)] = 2,
) -> Answer:
    """What comes next in this round?"""
    after = {
        Step.SETUP: Step.ORDER,
        Step.ORDER: Step.TURNS,
        Step.TURNS: Step.TURNS if waiting else Step.RESOLVE,
        Step.RESOLVE: Step.MORALE if fell else Step.END,
        Step.MORALE: Step.END,
        Step.END: Step.ORDER if sides > 1 else None,
    }[step]
    if after is None:
        words, said = "It is over", "One side is left: the fight is over."
    else:
        words = "the next turn" if after is Step.TURNS and step is Step.TURNS else after.words
        words = words[:1].upper() + words[1:]
        said = f"Next: {words.lower()}. {DOES[after]}"
    order = (Step.ORDER, Step.TURNS, Step.RESOLVE, Step.MORALE, Step.END)
    steps = tuple(f"{one.words.capitalize()}: {DOES[one][:1].lower()}{DOES[one][1:]}" for one in order)
    rules = ("MEL-08", "MEL-10", "MEL-40", "MEL-43", "MEL-47")
    return Answer(
        {"next": after.value if after else "over"},
        (Verdict(words, (Fact(step.words, "now"),), said), Steps(steps, "The round, from first to last:", rules)),
    )


# --- Initiative ---


@row("combatant")
class RolledRow:
    """Someone’s initiative."""

    name: Name = ""
    reflexes: Annotated[Ability, Asked("Reflexes", quick=("B3", "B4", "B5", "G4"))] = B4
    two_dice: Annotated[int, Between(2, 12), Asked("Their 2d6", quick=QUICK_TOTALS)] = 7
    speed: Annotated[int, Between(0, 10), Asked("Speed", "For ties", quick=(3, 4, 5))] = 4

    @property
    def rolled(self) -> Rolled:
        """The same as the rules take it."""
        return Rolled(self.reflexes.exponent + self.two_dice, self.reflexes.exponent, self.speed, self.reflexes.shade)


THREE = (
    RolledRow("Ana", B4, 9),
    RolledRow("Bo", Ability(Shade.BLACK, 6), 3),
    RolledRow("The elf", Ability(Shade.GRAY, 3), 2),
)


@calculator("mel-initiative", rules="MEL-06")
def initiative(combatants: Annotated[tuple[RolledRow, ...], Asked("Who is there")] = THREE, *, ask: Rulings) -> Answer:
    """Who acts when?"""
    if not combatants:
        raise Unusable("combatants", "An order takes someone to stand in it; here is nobody.")
    names = [one.name or f"Combatant {at}" for at, one in enumerate(combatants, 1)]
    rolled = [one.rolled for one in combatants]
    three = readings.three(rolled, ask)
    order = ordered(rolled, three=three)
    tied = _tied(rolled, three=three)
    again = bool(tied) and readings.again(ask)
    rows = tuple((names[at], rolled[at].total, _bracket(at, order)) for members in order.brackets for at in members)
    first, last = names[order.all[0]], names[order.all[-1]]
    said = f"{first} is first, {last} last and wisest."
    blocks: list[Block] = [
        Verdict(first, (Fact(last, "last"), Fact(len(combatants), "in the order")), said),
        Table("From the bottom to the top", ("Who", "Initiative", "Bracket"), rows),
    ]
    if tied:
        who = wording.listed(names[at] for at in tied)
        words = f"{who} roll again." if again else f"{who} are tied: higher Reflexes go later, then higher Speed."
        blocks.append(Note(words, Mark.RULING, "MEL-06"))
    if len(combatants) > 1 and not _apart(rolled, three=three):
        blocks.append(_before(combatants, names))
    return Answer({"order": [names[at] for at in order.all], "first": first, "again": again}, tuple(blocks))


def _bracket(at: int, order: Order) -> str | None:
    place = order.bracket_of(at)
    if not place:
        return None
    return "white" if place == 2 else "upper"


def _tied(rolled: Sequence[Rolled], *, three: bool) -> list[int]:
    """Those who share bracket and initiative with someone."""
    keys = [(bracket(one.shade, three=three), one.total) for one in rolled]
    return [at for at, key in enumerate(keys) if keys.count(key) > 1]


def _apart(rolled: Sequence[Rolled], *, three: bool) -> bool:
    """Whether the first two are in different brackets, so that no roll decides between them."""
    return bracket(rolled[0].shade, three=three) != bracket(rolled[1].shade, three=three)


def _before(combatants: Sequence[RolledRow], names: Sequence[str]) -> Table:
    """Before any dice fall: how often the first of two acts before the second. Source: MEL-06."""
    one, other = combatants[0], combatants[1]
    gap = other.reflexes.exponent - one.reflexes.exponent
    first = tie = Fraction(0)
    for mine, chance in TWO_DICE:
        first += chance * TWO_DICE.at_least(max(2, mine - gap + 1)) if mine - gap < 12 else 0
        tie += chance * (TWO_DICE.exactly(mine - gap) if 2 <= mine - gap <= 12 else 0)
    rows = ((f"{names[0]} before {names[1]}", first), (f"{names[1]} before {names[0]}", 1 - first - tie), ("tied", tie))
    return Table("Before the dice fall", ("", "Chance"), rows, mark=Mark.DERIVED)


# --- Moves ---


class Moves(Option):
    """What moves someone in the order, with the words of its row. Source: MEL-07."""

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


@row("combatant")
class PlaceRow:
    """Someone in the order, from the bottom up."""

    name: Name = ""
    upper: Annotated[bool, Asked("Gray or white Reflexes")] = False


@row("move")
class MoveRow:
    """Something that moves people, in the sequence in which it happened."""

    cause: Annotated[Moves, Asked("What happened")] = Moves.TACKLE
    by: Annotated[str, Longest(24), Asked("By")] = ""
    at: Annotated[str, Longest(24), Asked("To", "Empty for nobody")] = ""


ABCD = (PlaceRow("A"), PlaceRow("B"), PlaceRow("C"), PlaceRow("D"))


@calculator("mel-moves", rules="MEL-07")
def moves(
    order: Annotated[tuple[PlaceRow, ...], Asked("The order, from the bottom")] = ABCD,
    moves: Annotated[tuple[MoveRow, ...], Asked("What moves them")] = (MoveRow(Moves.TACKLE, "C", "A"),),
    *,
    ask: Rulings,
) -> Answer:
    """Where does everyone end up?"""
    names, now = _placed(order, "order")
    steps = list(_steps(names, moves))
    at_once = [step for step in steps if step[2] is When.AT_ONCE]
    later = [step for step in steps if step[2] is not When.AT_ONCE]
    both = {who for who, way, _ in later for other, turn, _ in later if who == other and way is not turn}
    cancels = bool(both) and readings.cancels(ask)
    after = now
    for who, way, _ in [*at_once, *(step for step in later if not (cancels and step[0] in both))]:
        after = after.moved(who, way)
    said = f"From the bottom: {wording.listed(names[at] for at in after.all)}."
    rows = tuple((names[who], way.words, when.words) for who, way, when in steps)
    blocks: list[Block] = [
        Verdict(" ".join(names[at] for at in after.all)[:40], (Fact(len(steps), "moves"),), said),
        Table("The new order", ("Who", "Before"), tuple((names[at], now.all.index(at) + 1) for at in after.all)),
    ]
    if rows:
        blocks.append(Table("Move by move", ("Who", "Goes", "When"), rows))
    return Answer({"order": [names[at] for at in after.all]}, tuple(blocks))


def _placed(rows: Sequence[PlaceRow], field: str) -> tuple[list[str], Order]:
    """The names and the order of such rows. Raises `Unusable` where nobody is there, or two have one name."""
    if not rows:
        raise Unusable(field, "An order takes someone to stand in it; here is nobody.")
    names = [one.name or f"Combatant {at}" for at, one in enumerate(rows, 1)]
    for at, name in enumerate(names):
        if names.index(name) != at:
            raise Unusable(f"{field}.{at}.name", f"Two in this order are called {name}; give one another name.")
    low = tuple(at for at, one in enumerate(rows) if not one.upper)
    return names, Order((low, tuple(at for at, one in enumerate(rows) if one.upper)))


def _steps(names: Sequence[str], moves: Sequence[MoveRow]) -> Iterator[tuple[int, Way, When]]:
    """Who is moved where and when, in sequence; within one cause oneself first. Source: MEL-07."""
    for at, move in enumerate(moves):
        cause = CAUSES[move.cause.value]
        for field, name, way in (("by", move.by, cause.own), ("at", move.at, cause.target)):
            if way is None:
                continue
            if name not in names:
                known = wording.listed(names, "or")
                raise Unusable(f"moves.{at}.{field}", f"This takes {known}; it says {wording.quoted(name)}.")
            yield names.index(name), way, cause.when


@table("mel-moves-table")
def moves_table() -> Table:
    """Everything that moves someone in the order. Source: MEL-07."""
    rows = tuple(
        (
            one.words,
            one.own.words if one.own else None,
            one.target.words if one.target else None,
            one.when.words,
            one.note or None,
        )
        for one in CAUSES.values()
    )
    return Table("Moves in the order", ("Cause", "You", "Target", "When", ""), rows)


# --- Trading places ---


@calculator("mel-swap", rules="MEL-08")
def swap(
    players: Annotated[bool, Asked("Both are player characters of one side")] = True,
    neighbors: Annotated[bool, Asked("They stand next to each other in the order")] = True,
    bracket_: Annotated[bool, Asked("In one bracket")] = True,
    start: Annotated[bool, Asked("The round is about to begin")] = True,
    swapped: Annotated[bool, Asked("One of them has traded this round")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """May these two trade places?"""
    reasons = [
        (not start, "Places are traded before the first turn of a round."),
        (not players, "Only player characters who work together trade places."),
        (not bracket_, "Nobody leaves a bracket."),
        (not neighbors, "They have to stand next to each other."),
    ]
    why = next((words for holds, words in reasons if holds), "")
    if not why and swapped and not readings.chained(ask):
        why = "Everyone trades once a round."
    said = why or "They trade places; everyone else stays."
    return Answer({"allowed": not why}, (Verdict("No" if why else "Yes", (Fact("before the first turn"),), said),))


# --- Reinforcements ---


@row("newcomer")
class NewRow:
    """Someone who arrives."""

    name: Name = ""
    reflexes: Annotated[Ability, Asked("Reflexes", quick=("B3", "B4", "B5", "G4"))] = B4
    two_dice: Annotated[int, Between(2, 12), Asked("Their 2d6", quick=QUICK_TOTALS)] = 7


@calculator("mel-reinforcements", rules="MEL-46")
def reinforcements(
    order: Annotated[tuple[PlaceRow, ...], Asked("Who is there, from the bottom")] = ABCD[:3],
    newcomers: Annotated[tuple[NewRow, ...], Asked("Who arrives")] = (NewRow("X", B4, 8), NewRow("Y", B5, 4)),
    *,
    ask: Rulings,
) -> Answer:
    """Where do the newcomers stand?"""
    names, now = _placed(order, "order")
    rolled = [
        Rolled(one.reflexes.exponent + one.two_dice, one.reflexes.exponent, 0, one.reflexes.shade) for one in newcomers
    ]
    own = ordered(rolled)
    first = len(names)
    called = [*names, *(one.name or f"Newcomer {at}" for at, one in enumerate(newcomers, 1))]
    crowded = any(one.upper for one in order) and any(one.reflexes.shade is Shade.BLACK for one in newcomers)
    top = crowded and readings.above_all(ask)
    after = now.joined(
        (first + at, 1 if top else place) for place, members in enumerate(own.brackets) for at in members
    )
    said = f"From the bottom: {wording.listed(called[at] for at in after.all)}."
    last = called[after.all[-1]]
    rows = tuple((called[at], "new" if at >= first else None) for at in after.all)
    return Answer(
        {"order": [called[at] for at in after.all]},
        (
            Verdict(last, (Fact(len(newcomers), "arrive"), Fact("acts last")), said),
            Table("The order of the round", ("Who", ""), rows),
            Note("They roll disposition as the round begins.", rule="MEL-04"),
        ),
    )
