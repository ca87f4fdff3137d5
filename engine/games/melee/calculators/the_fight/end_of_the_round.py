"""The end of a round: everything takes effect at once, and who has no disposition left (MEL-40, MEL-41)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT, Level
from engine.games.melee.forms.people import MOST_DISPOSITION, Side
from engine.games.melee.readings import nerve as nerve_readings
from engine.games.melee.readings import order as order_readings
from engine.games.melee.rules import resolution as rules
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.order import CAUSES, Move, Order, Rolled, ordered
from engine.games.melee.rules.order import rivals as rivalry
from engine.games.melee.rules.resolution import Fall, Resolved, Standing, State, Stored
from engine.games.melee.rules.shields import MOST_RATING
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_FIGHTERS, MOST_RESULTS = 12, 30
MOST_LOSS = 40


class Caused(Option):
    """What moves someone as results are applied: rows of the table of moves. Source: MEL-07."""

    NOTHING = "nothing", "nothing"
    BEAT_ASIDE = "beat-aside", CAUSES["beat-aside"].words
    DISARM = "disarm", CAUSES["disarm"].words
    THROW = "throw", CAUSES["throw"].words
    PUSH = "push", CAUSES["push"].words
    LOCK = "lock", CAUSES["lock"].words
    TACKLE = "tackle", CAUSES["tackle"].words
    TACKLE_BY_3 = "tackle-by-3", CAUSES["tackle-by-3"].words
    PRONE = "prone", CAUSES["prone"].words
    RELOADED = "reloaded", CAUSES["reloaded"].words
    AIMED = "aimed", CAUSES["aimed"].words
    INTIMIDATE = "intimidate", CAUSES["intimidate"].words


@row("fighter")
class FighterRow:
    """Someone in the order, as they stood when the round began."""

    name: Annotated[str, Asked("Name")] = ""
    side: Annotated[Side, Asked("Side")] = Side.OURS
    importance: Annotated[Importance, Asked("They are")] = Importance.PLAYER
    disposition: Annotated[
        int, Between(0, MOST_DISPOSITION), Asked("Disposition as the round began", quick=(0, 3, 5, 7))
    ] = 5
    superficial: Annotated[int, Between(0, 2), Asked("Superficial wounds so far", quick=(0, 1, 2))] = 0
    shield: Annotated[int, Between(0, MOST_RATING), Asked("Shield dice", quick=(0, 2, 3, 4))] = 0
    reflexes: Annotated[Shade, Asked("Reflexes", more=True)] = Shade.BLACK
    spells: Annotated[bool, Asked("Cast or sustains a spell")] = False


@row("result")
class ResultRow:
    """What one action of the round came to, against one target."""

    by: Annotated[str, Asked("Who did it")] = ""
    on: Annotated[str, Asked("To whom", "Empty: to themselves")] = ""
    loss: Annotated[int, Between(0, MOST_LOSS), Asked("Disposition it takes", quick=(0, 1, 3, 5))] = 0
    wound: Annotated[Level, Asked("Wound if it reaches the body", "After armor")] = Level.NONE
    bypass: Annotated[bool, Asked("It bypasses disposition")] = False
    shield: Annotated[int, Between(0, MOST_RATING), Asked("Dice off their shield", quick=(0, 1))] = 0
    states: Annotated[frozenset[State], Asked("Leaves them")] = frozenset()
    pressure: Annotated[int, Between(0, 20), Asked("Pressure of a Lock", quick=(0, 1, 2))] = 0
    moves: Annotated[Caused, Asked("In the order")] = Caused.NOTHING


FIGHTERS = (
    FighterRow("Second orc", Side.THEIRS, Importance.EXTRA, 5),
    FighterRow("Bo", disposition=7),
    FighterRow("Ana", disposition=7, shield=2),
    FighterRow("First orc", Side.THEIRS, Importance.EXTRA, 5),
)
RESULTS = (
    ResultRow("Second orc", "Ana", 3, shield=1),
    ResultRow("Bo", "Second orc", 6),
    ResultRow("Ana", "Second orc", 5),
)
Fighters = Annotated[tuple[FighterRow, ...], Asked("Who fights", "First to act first")]
Results = Annotated[tuple[ResultRow, ...], Asked("What was stored", "In the sequence of turns")]


@calculator("mel-resolution", rules="MEL-40")
def resolution(fighters: Fighters = FIGHTERS, results: Results = RESULTS, *, ask: Rulings) -> Answer:
    """What has the round come to?"""
    if not 0 < len(fighters) <= MOST_FIGHTERS:
        raise Unusable("fighters", f"This resolves a round of 1 to {MOST_FIGHTERS} people; here are {len(fighters)}.")
    if len(results) > MOST_RESULTS:
        raise Unusable("results", f"This takes {MOST_RESULTS} results at most; here are {len(results)}.")
    names = [one.name or f"Fighter {at}" for at, one in enumerate(fighters, 1)]
    stored = rules.with_falls([_stored(one, at, names) for at, one in enumerate(results)])
    after = [_resolved(one, [result for result in stored if result.on == at], ask) for at, one in enumerate(fighters)]
    moved = rules.moves(stored, after)
    rivals = rivalry(moved)
    cancelled = rivals if rivals and ask["moves.both"] == "cancel" else frozenset()
    moved = [move for move in moved if move.one not in cancelled]
    rolled = [Rolled(at, shade=one.reflexes) for at, one in enumerate(fighters)]
    order = rules.ordered(ordered(rolled, three=order_readings.three(rolled, ask)), after, moved)
    return Answer(
        {
            "disposition": {name: one.disposition for name, one in zip(names, after, strict=True)},
            "wounds": {
                name: [level.value for level in one.wounds]
                for name, one in zip(names, after, strict=True)
                if one.wounds
            },
            "out": [name for name, one in zip(names, after, strict=True) if one.out],
            "shields": {
                name: one.shield
                for name, one, was in zip(names, after, fighters, strict=True)
                if one.shield != was.shield
            },
            "states": {
                name: [state.value for state in State if state in one.states]
                for name, one in zip(names, after, strict=True)
                if one.states
            },
            "pressure": {name: one.pressure for name, one in zip(names, after, strict=True) if one.pressure},
            "order": [names[at] for at in order.all],
            "tests": [name for name, one in zip(names, after, strict=True) if one.tests],
            "spells": [name for name, one in zip(names, after, strict=True) if one.spells],
            "groups": [side.value for side in _groups(fighters, stored, after)],
        },
        (
            _verdict(names, fighters, after),
            Table("Once all of it has taken effect", COLUMNS, _rows(names, fighters, after)),
            Table("The order of the next round", ("Who", "Moved"), _order(names, order, moved)),
            *_notes(names, fighters, stored, after),
            *(
                Note(
                    f"{names[at]} is moved both ways: {'both are dropped' if cancelled else 'the last one counts'}.",
                    Mark.RULING,
                    "MEL-07",
                )
                for at in sorted(rivals)
            ),
            Steps(tuple(step for step, _ in rules.STEPS), "In this sequence", tuple(rule for _, rule in rules.STEPS)),
        ),
    )


COLUMNS = ("Who", "Disposition", "Wounds", "Shield", "Now")


def _stored(one: ResultRow, at: int, names: Sequence[str]) -> Stored:
    by = _place(one.by, f"results.{at}.by", names)
    on = _place(one.on, f"results.{at}.on", names) if one.on else by
    if one.pressure and State.HELD not in one.states:
        raise Unusable(f"results.{at}.pressure", "Pressure is on whoever is held; this result holds nobody.")
    cause = "" if one.moves is Caused.NOTHING else one.moves.value
    return Stored(by, on, one.loss, one.wound, one.bypass, one.shield, one.states, one.pressure, cause)


def _place(said: str, at: str, names: Sequence[str]) -> int:
    """The place of someone by their name, in any case of letters. Raises `Unusable` for a stranger."""
    for place, name in enumerate(names):
        if name.casefold() == said.casefold():
            return place
    called = f"called {wording.quoted(said)}" if said else "without a name"
    raise Unusable(at, f"Nobody {called} fights here; there are {wording.listed(names)}.")


def _resolved(one: FighterRow, results: Sequence[Stored], ask: Rulings) -> Resolved:
    """What the results come to for someone, as the table reads the rules; asked only where a reading matters."""
    standing = Standing(one.disposition, one.importance, one.superficial, one.shield, one.spells)
    found = rules.resolved(standing, results)
    if rules.resolved(standing, results, at_once=True) != found and ask["damage.when"] == "at-once":
        found = rules.resolved(standing, results, at_once=True)
    if found.fall is Fall.WORN and not found.tests and nerve_readings.worn_tests(ask):
        return replace(found, tests=True)
    return found


def _verdict(names: Sequence[str], fighters: Sequence[FighterRow], after: Sequence[Resolved]) -> Verdict:
    out = [name for name, one in zip(names, after, strict=True) if one.out]
    hurt = [name for name, one in zip(names, after, strict=True) if one.wounds and not one.out]
    lost = sum(one.lost for one in after)
    facts = (
        Fact(lost, "disposition lost"),
        Fact(len(hurt), "wounded"),
        Fact(sum(one.spilled for one in after), "spilled"),
    )
    told = [f"{wording.listed(out)} {'is' if len(out) == 1 else 'are'} out."] if out else []
    told += [f"{wording.listed(hurt)} {'is' if len(hurt) == 1 else 'are'} wounded."] if hurt else []
    told += [
        f"{name} has {now.disposition} of {was.disposition} left."
        for name, was, now in zip(names, fighters, after, strict=True)
        if now.lost and not now.out
    ]
    return Verdict(f"{len(out)} out" if out else "All stand", facts, " ".join(told) or "Nothing changes.")


def _rows(
    names: Sequence[str], fighters: Sequence[FighterRow], after: Sequence[Resolved]
) -> tuple[tuple[Entry, ...], ...]:
    return tuple(
        (
            name,
            f"{was.disposition} → {now.disposition}" if now.lost else now.disposition,
            wording.listed(level.words for level in now.wounds) or None,
            f"{was.shield}D → {now.shield}D" if was.shield != now.shield else f"{now.shield}D" if now.shield else None,
            _now(now),
        )
        for name, was, now in zip(names, fighters, after, strict=True)
    )


def _now(one: Resolved) -> str | None:
    if one.out:
        return Fall.OUT.words
    told = [state.words for state in State if state in one.states]
    return wording.listed([*told, *([f"pressure {one.pressure}"] if one.pressure else [])]) or None


def _order(names: Sequence[str], order: Order, moved: Sequence[Move]) -> tuple[tuple[Entry, ...], ...]:
    said = {
        who: wording.listed((move.way.words for move in moved if move.one == who), "then")
        for who in {move.one for move in moved}
    }
    return tuple((names[at], said.get(at)) for at in order.all)


def _groups(fighters: Sequence[FighterRow], stored: Sequence[Stored], after: Sequence[Resolved]) -> list[Side]:
    """Sides with a group left to roll for morale, for one of theirs came to 0 or was threatened. Source: MEL-42, 35."""
    fallen = {was.side for was, now in zip(fighters, after, strict=True) if now.fall is not Fall.NONE}
    threatened = {
        fighters[one.on].side for one in stored if one.cause == Caused.INTIMIDATE.value and _many(fighters[one.on])
    }
    left = {was.side for was, now in zip(fighters, after, strict=True) if _many(was) and not now.out}
    return [side for side in Side if side in left & (fallen | threatened)]


def _many(one: FighterRow) -> bool:
    return one.importance is Importance.EXTRA


def _notes(
    names: Sequence[str], fighters: Sequence[FighterRow], stored: Sequence[Stored], after: Sequence[Resolved]
) -> list[Block]:
    blocks: list[Block] = []
    if tested := [name for name, one in zip(names, after, strict=True) if one.tests]:
        blocks.append(Note(f"Steel is tested: {wording.listed(tested)}.", rule="MEL-43"))
    if any(one.cause == Caused.INTIMIDATE.value for one in stored):
        blocks.append(Note("What a threat won by makes that test harder.", rule="MEL-35"))
    if shaken := [side.words for side in _groups(fighters, stored, after)]:
        blocks.append(Note(f"Groups roll 2d6 for morale: {wording.listed(shaken)}.", rule="MEL-42"))
    if broken := [name for name, one in zip(names, after, strict=True) if one.spells]:
        blocks.append(Note(f"Test Will for each spell: {wording.listed(broken)}.", rule="MEL-37"))
    return blocks


# --- No disposition left ---


class Ends(Option):
    """What took the last of someone's disposition. Source: MEL-41."""

    ATTACK = "attack", "an attack"
    SPECIAL = "special", "a special attack"
    CHASE = "chase", "a lost chase"
    SHOCK = "shock", "a shock"


@calculator("mel-zero", rules="MEL-41")
def zero(
    importance: Annotated[Importance, Asked("They are", gm=True)] = Importance.PLAYER,
    disposition: Annotated[
        int, Between(0, MOST_DISPOSITION), Asked("Disposition as the round began", quick=(0, 3, 4, 6))
    ] = 4,
    loss: Annotated[int, Between(0, MOST_LOSS), Asked("What this round took, in all", quick=(1, 4, 6, 10))] = 6,
    ends: Annotated[Ends, Asked("The last of it went to")] = Ends.ATTACK,
    superficial: Annotated[
        int, Between(0, 2), Asked("Superficial wounds so far", quick=(0, 1, 2)), sheet("lone-superficials")
    ] = 0,
    tolerances: Annotated[
        Preset | PowerAndForte | Own, Asked("Tolerances", "For the wound on the sheet", more=True), sheet("tolerances")
    ] = Preset(),
    *,
    ask: Rulings,
) -> Answer:
    """What does it mean to have none left?"""
    found = rules.resolved(Standing(disposition, importance, superficial), [Stored(1, 0, loss)])
    fall, third = found.fall, superficial + 1 == SUPERFICIALS_TO_A_LIGHT
    shaken = fall is Fall.WORN and not found.tests and nerve_readings.worn_tests(ask)
    values = {
        "left": found.disposition,
        "spilled": found.spilled,
        "fall": fall.value,
        "dice_lost": rules.dice_lost(superficial, found.wounds) if found.wounds else 0,
        "tests_steel": found.tests or shaken,
    }
    lines = (Line(disposition, "As the round began", "MEL-04"), Line(-loss, "What this round took", "MEL-18"))
    ledger = Working((*lines, Line(found.spilled, "Never below 0", "MEL-18")), found.disposition, "Disposition left")
    if not disposition:
        said = "They had none left as the round began: what hits with a weapon wounds, and nothing is taken off."
        return Answer(values, (Verdict("Wounds", (Fact(0, "disposition"),), said), Note(LATER, rule="MEL-19")))
    shown = (Fact(found.disposition, "left"), Fact(found.spilled, "spilled"))
    if fall is Fall.NONE:
        return Answer(values, (Verdict(str(found.disposition), shown, f"They have {found.disposition} left."), ledger))
    if fall is Fall.OUT:
        said = "They are dead, or lie there helpless: the GM says which. Groups on their side roll for morale."
        return Answer(values, (Verdict("Out", shown, said), ledger))
    said = "A Superficial wound, and they fight on. From the next round on hits wound them."
    blocks: list[Block] = [Verdict("Superficial wound", shown, said), ledger, Note(LATER, rule="MEL-19")]
    if ends is not Ends.ATTACK:
        blocks.append(Note(f"It counts, though it was {ends.words}.", rule="MEL-41"))
    if third:
        light = "It is their third: the three are a Light wound, a die is lost, and Steel is tested."
        blocks.append(Note(light, rule="INJ-10"))
    if shaken:
        blocks.append(Note("Coming to 0 tests Steel by itself.", Mark.RULING, "MEL-43"))
    wound = AddRow("wounds", {"hit": str(tolerances.placed.superficial)})
    return Answer(values, tuple(blocks), (wound,) if importance is Importance.PLAYER else ())


LATER = "With none left, a weapon’s hit wounds by armor and tolerances. The 1 of a special attack does nothing."
"""What holds from the next round on. Source: MEL-19."""
