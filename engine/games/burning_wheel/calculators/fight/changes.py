"""Changing a script while it is played: what it costs, and when it is too late (FGT-54 to FGT-57)."""

from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Unusable, branch
from engine.games.burning_wheel.calculators.fight.scripts import layout_words
from engine.games.burning_wheel.forms.fight_script import TEXT, ScriptedVolley, asked, volley_of
from engine.games.burning_wheel.readings.fight_script import changes_of
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_script import Script, Slot
from engine.games.burning_wheel.rules.plan_changes import Change, Clock, House, Plan, Spot
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings

FIRST, SECOND, THIRD = "Maintain, Strike", "Maintain, Push, Block", "Maintain, Strike, Lock"


class Moment(Option):
    """How far the exchange has come. Source: FGT-55."""

    BEFORE = "before", "volley 1 has not been played"
    AFTER_FIRST = "after-first", "volley 1 is played"
    SECOND_OUT = "second-out", "volley 2 is announced"
    AFTER_SECOND = "after-second", "volley 2 is played"
    THIRD_OUT = "third-out", "volley 3 is announced"

    @property
    def clock(self) -> Clock:
        """The same as the rules' clock."""
        return _CLOCKS[self]


_CLOCKS = {
    Moment.BEFORE: Clock(1),
    Moment.AFTER_FIRST: Clock(2),
    Moment.SECOND_OUT: Clock(2, is_out=True),
    Moment.AFTER_SECOND: Clock(3),
    Moment.THIRD_OUT: Clock(3, is_out=True),
}


class Where(Option):
    """An action of a script: the volley, and which of its actions."""

    V1_1 = "1-1", "volley 1, action 1"
    V1_2 = "1-2", "volley 1, action 2"
    V1_3 = "1-3", "volley 1, action 3"
    V2_1 = "2-1", "volley 2, action 1"
    V2_2 = "2-2", "volley 2, action 2"
    V2_3 = "2-3", "volley 2, action 3"
    V3_1 = "3-1", "volley 3, action 1"
    V3_2 = "3-2", "volley 3, action 2"
    V3_3 = "3-3", "volley 3, action 3"

    @property
    def spot(self) -> Spot:
        """The same in the rules."""
        volley, action = self.value.split("-")
        return Spot(int(volley), int(action))


@branch("give one up and change another")
class Trade:
    """One action becomes Stand and Drool, and another is written anew."""

    lost: Annotated[Where, Asked("You give up")] = Where.V3_2
    changed: Annotated[Where, Asked("You change")] = Where.V2_1
    into: Annotated[str, TEXT, asked("Into", "An action; positioning and speech too, if you like")] = "Withdraw, Avoid"


@branch("hesitate of your own will")
class Hesitate:
    """An action becomes Stand and Drool, and nothing else changes."""

    dropped: Annotated[Where, Asked("You drop")] = Where.V2_2


class Saves(Option):
    """What an announced action may still become. Source: FGT-57."""

    AVOID = Act.AVOID.value, Act.AVOID.words
    BLOCK = Act.BLOCK.value, Act.BLOCK.words


@branch("change what is announced")
class Emergency:
    """The optional rule: a later action pays for an Avoid or a Block now."""

    now: Annotated[Where, Asked("You change, as it is announced")] = Where.V2_1
    pays: Annotated[Where, Asked("You give up")] = Where.V3_2
    saves: Annotated[Saves, Asked("Into")] = Saves.BLOCK


@calculator("plan-change", rules="FGT-54 FGT-55 FGT-56 FGT-57")
def plan_change(
    moment: Annotated[Moment, Asked("How far you are")] = Moment.AFTER_FIRST,
    how: Annotated[Trade | Hesitate | Emergency, Asked("You want to")] = Trade(),
    second: Annotated[str, TEXT, asked("Your volley 2")] = SECOND,
    third: Annotated[str, TEXT, asked("Your volley 3")] = THIRD,
    first: Annotated[str, TEXT, asked("Your volley 1", more=True)] = FIRST,
    announced: Annotated[bool, Asked("Volley 1 is announced already", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """May you still change your plan?"""
    script = Script((volley_of(first, "first"), volley_of(second, "second"), volley_of(third, "third")))
    clock = Clock(1, is_out=True) if moment is Moment.BEFORE and announced else moment.clock
    before = Plan(script, clock)
    house = _house(before, how, ask)
    plan = Plan(script, clock, house)
    try:
        after, why = _changed(plan, how), ""
    except Refused as error:
        after, why = plan, str(error)
    may = {Hesitate: plan.may_drop, Emergency: plan.may_pay}.get(type(how), plan.may_lose)
    open_volleys = wording.listed([str(volley) for volley in clock.open_volleys]) or "none"
    values: dict[str, Any] = {
        "may": not why,
        "why": why,
        "may_lose": [f"{spot.volley}-{spot.action}" for spot in may],
        "open": list(clock.open_volleys),
        "volleys": [str(ScriptedVolley(volley)) for volley in after.script.volleys],
        "positioning": [volley.positioning.value for volley in after.script.volleys],
        "positions": not any(_position_lost(plan, after)),
        "natural": any(after.natural(spot) for spot in after.lost),
    }
    facts = (Fact(open_volleys, "still open"), Fact(layout_words(script.layout), "over the volleys"))
    verdict = Verdict("No", facts, why) if why else Verdict("Yes", facts, f"Yes. {_told(how)}")
    blocks: list[Block] = [verdict, _sheet(plan, after, may), *_costs(plan, after)]
    return Answer(values, tuple(blocks))


def _house(plan: Plan, how: Trade | Hesitate | Emergency, ask: Rulings) -> House:
    """The readings that such a change rests on; each is asked for only where it changes something."""
    if isinstance(how, Hesitate):
        return House()
    emergency = isinstance(how, Emergency)
    return changes_of(ask, paid=True, emergency=emergency, first=emergency and plan.clock.volley == 1)


def _changed(plan: Plan, how: Trade | Hesitate | Emergency) -> Plan:
    """The plan after it. Raises `Refused` where it is too late, and `Unusable` for an action that is none."""
    if isinstance(how, Hesitate):
        return plan.drool(how.dropped.spot)
    if isinstance(how, Emergency):
        return plan.emergency(how.now.spot, how.pays.spot, Act.of(how.saves.value))
    volley = volley_of(how.into, "how.into")
    if len(volley.deeds) != 1:
        raise Unusable("how.into", "Name one action, and with it positioning and speech if they change.")
    where = None if volley.positioning is Positioning.STAND else volley.positioning
    change = Change(volley.deeds[0], where, volley.says or None, volley.sings or None)
    return plan.trade(how.lost.spot, how.changed.spot, change)


def _told(how: Trade | Hesitate | Emergency) -> str:
    if isinstance(how, Hesitate):
        return f"{_there(how.dropped)} becomes Stand and Drool, and that costs nothing."
    if isinstance(how, Emergency):
        return f"{_there(how.pays)} pays, and what you announced becomes {_article(how.saves.words)}."
    return f"{_there(how.lost)} becomes Stand and Drool, and {how.changed.words} is written anew."


def _there(where: Where) -> str:
    return where.words[:1].upper() + where.words[1:]


def _article(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def _position_lost(before: Plan, after: Plan) -> list[bool]:
    """For each volley whether its positioning is gone."""
    pairs = zip(before.script.volleys, after.script.volleys, strict=True)
    return [
        (now.idle and not was.idle)
        or (now.positioning is Positioning.STAND and was.positioning is not Positioning.STAND)
        for was, now in pairs
    ]


def _slot(slot: Slot) -> str:
    return " and ".join(deed.words for deed in slot)


def _sheet(before: Plan, after: Plan, free: tuple[Spot, ...]) -> Table:
    """The script as it was and as it is, with what may be given up now."""
    rows: list[tuple[Entry, ...]] = []
    for number, (was, now) in enumerate(zip(before.script.volleys, after.script.volleys, strict=True), 1):
        moved = was.positioning.words if was.positioning is now.positioning else now.positioning.words
        for action, (old, new) in enumerate(zip(was.slots, now.slots, strict=True), 1):
            spot = Spot(number, action)
            may = "may go" if spot in free else "stays"
            changed = None if old == new else _slot(new)
            rows.append((spot.words, moved if action == 1 else None, _slot(old), may, changed))
    return Table("Your script", ("Where", "Positioning", "Written", "Now", "Becomes"), tuple(rows))


def _costs(before: Plan, after: Plan) -> list[Block]:
    """What goes with what is lost, said where it does."""
    found: list[Block] = []
    for number, (was, now) in enumerate(zip(before.script.volleys, after.script.volleys, strict=True), 1):
        if now.idle and not was.idle:
            words = f"Volley {number} is all hesitation: you Maintain with no dice."
            found.append(Note(words, rule="FGT-56"))
        elif now.positioning is Positioning.STAND and was.positioning is not Positioning.STAND:
            found.append(Note(f"In volley {number} positioning is lost with the action that paid.", rule="FGT-54"))
        if was.says and not now.says:
            found.append(Note(f"What you wanted to say in volley {number} is lost.", rule="FGT-33"))
    for spot in after.lost:
        kept = after.natural(spot)
        has = "keep your" if kept else "have no"
        found.append(Note(f"In {spot.words} you {has} natural defenses.", rule="FGT-54"))
    return found


WINDOWS = (
    ("Before volley 1 is played", "nothing", "nothing"),
    ("After volley 1, before anyone announces volley 2", "any action of volley 2 or 3", "any other of them"),
    ("Once volley 2 is announced", "one of volley 3, if it has two", "another of volley 3"),
    ("After volley 2, before anyone announces volley 3", "one of volley 3, if it has two", "another of volley 3"),
    ("With one action left in volley 3", "nothing", "nothing"),
)


@table("plan-windows")
def windows_table() -> Table:
    """When what may be given up, and what may be changed for it."""
    return Table("When it is too late", ("Moment", "May be given up", "May be changed"), WINDOWS)
