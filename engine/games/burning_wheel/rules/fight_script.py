"""Scripts for an exchange of Fight!: actions, layouts, what makes a script unlawful, who meets whom (FGT-04 to FGT-08).

A volley has its positioning, its speech, and its slots: one for each action, with one maneuver in it, or two where
Reflexes are gray. `check` holds a script against the laws of scripting, `meetings` matches two volleys.

>>> knight = Script.of("Maintain", (Act.STRIKE,), (Act.AVOID, Act.PUSH), (Act.STRIKE,))
>>> knight.layout, check(knight, State(4)).lawful
((1, 2, 1), True)
>>> check(knight, State(4, stance=Stance.AGGRESSIVE)).faults[0].words
'Volley 2, action 1: nobody Avoids in Aggressive stance.'
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine import wording
from engine.games.burning_wheel.rules import lance, saddle, stances, weapon_speed
from engine.games.burning_wheel.rules.action_costs import COSTS
from engine.games.burning_wheel.rules.exchange import layouts
from engine.games.burning_wheel.rules.fight_actions import ACTIONS, Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.riders import Rider
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapon_speed import Does, Reading, With
from engine.games.burning_wheel.rules.weapons import Speed
from engine.option import Option
from engine.refused import Refused

FEW, SOME = 6, 8
"""Syllables of speech in a volley. Source: FGT-33."""


def actions_left(reflexes: int, wounds: int = 0, bids: int = 0) -> int:
    """Actions in an exchange: Reflexes less the dice that wounds took and the actions that were bid; 0 at least.

    All three are 0 or more. Source: FGT-05, FGT-58.

    >>> actions_left(4), actions_left(4, 1, 1), actions_left(3, 5)
    (4, 2, 0)
    """
    return max(0, max(0, reflexes - wounds) - bids)


def struck_from_the_end(layout: Sequence[int], lost: int, played: int = 0) -> tuple[int, ...]:
    """A layout once `lost` of its actions are struck off from its end; those `played` already stay. Source: FGT-05.

    >>> struck_from_the_end((2, 1, 1), 2), struck_from_the_end((2, 1, 1), 3, 2)
    ((2, 0, 0), (2, 0, 0))
    """
    left = max(sum(layout) - lost, min(played, sum(layout)))
    found = []
    for count in layout:
        found.append(min(count, left))
        left -= found[-1]
    return tuple(found)


def empty_volleys(layout: Sequence[int]) -> tuple[int, ...]:
    """The volleys, from 1, in which nothing is done. Source: FGT-06, FGT-58."""
    return tuple(volley for volley, count in enumerate(layout, 1) if not count)


@dataclass(frozen=True, slots=True)
class Deed:
    """One maneuver of a script: what is done, and with what."""

    act: Act
    using: With = With.MAIN

    @property
    def words(self) -> str:
        """ "Strike", "Strike, the hilt", "Push, by the mount"."""
        if self.mounts:
            return f"{self.act.words}, by {self.using.words}"
        return self.act.words if self.using is With.MAIN else f"{self.act.words}, {self.using.words}"

    @property
    def with_weapon(self) -> bool:
        """Whether the weapon in hand does it. Source: FGT-15."""
        skilled = any("skill" in test for test in ACTIONS[self.act].tests) or self.act is Act.SET
        return skilled and self.using is With.MAIN

    @property
    def with_other(self) -> bool:
        """Whether it strikes with something else. Source: FGT-15."""
        return _DOES.get(self.act, Does.OTHER).strikes and self.using not in (With.MAIN, With.MOUNT)

    @property
    def mounts(self) -> bool:
        """Whether it is a word to the mount, which does it. Source: RID-14."""
        return self.using is With.MOUNT


Slot = tuple[Deed, ...]
"""What one action holds: one maneuver, or two at once. Source: FGT-05."""


@dataclass(frozen=True, slots=True)
class Volley:
    """What is scripted for a volley: positioning, its slots, and what costs nothing: speech, a song or prayer.

    Source: FGT-07, FGT-33.
    """

    positioning: Positioning = Positioning.MAINTAIN
    slots: tuple[Slot, ...] = ()
    says: str = ""
    sings: bool = False

    @classmethod
    def of(cls, positioning: Positioning | str, *acts: Act) -> "Volley":
        """A volley of plain actions."""
        where = positioning if isinstance(positioning, Positioning) else Positioning.of(positioning.lower())
        return cls(where, tuple((Deed(act),) for act in acts))

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """All maneuvers, in order."""
        return tuple(deed for slot in self.slots for deed in slot)

    @property
    def idle(self) -> bool:
        """Whether it has actions and all of them are hesitation. Source: FGT-56."""
        return bool(self.slots) and all(deed.act.hesitates for deed in self.deeds)


@dataclass(frozen=True, slots=True)
class Script:
    """Three volleys. Source: FGT-07."""

    volleys: tuple[Volley, Volley, Volley]

    @classmethod
    def of(cls, positioning: str, *volleys: Sequence[Act]) -> "Script":
        """Three volleys of plain actions, all with one positioning."""
        first, second, third = (Volley.of(positioning, *acts) for acts in volleys)
        return cls((first, second, third))

    @property
    def layout(self) -> tuple[int, ...]:
        """The actions of each volley."""
        return tuple(len(volley.slots) for volley in self.volleys)

    def changed(self, number: int, volley: Volley) -> "Script":
        """The same with another volley `number`, 1 to 3."""
        volleys = list(self.volleys)
        volleys[number - 1] = volley
        first, second, third = volleys
        return Script((first, second, third))

    @property
    def placed(self) -> tuple["Placed", ...]:
        """Every maneuver with its place, in order."""
        return tuple(
            Placed(number, action, deed)
            for number, volley in enumerate(self.volleys, 1)
            for action, slot in enumerate(volley.slots, 1)
            for deed in slot
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """A maneuver in a script: its volley and its action in it, both from 1."""

    volley: int
    action: int
    deed: Deed

    @property
    def words(self) -> str:
        """ "Volley 2, action 1"."""
        return f"Volley {self.volley}, action {self.action}"


class Law(Option):
    """What a script has to keep, in the order of the list; the amount is its number there. Source: FGT-07, FGT-33."""

    LAYOUT = "layout", "actions lie as evenly as can be", 1
    CHARGE = "charge", "a Charge comes first, once, and Closes", 2
    GREAT_STRIKE = "great-strike", "a Great Strike has its Set right before it", 3
    UNWIELDY = "unwieldy", "an unwieldy weapon has a Set before each Strike", 4
    SLOW = "slow", "a slow weapon does not Strike twice in a row", 5
    AVOID = "avoid", "nobody Avoids in Aggressive stance", 6
    CASTING = "casting", "who casts only Maintains", 7
    LENGTH = "length", "the weapon that gives length is used", 8
    LOCKED = "locked", "who is Locked does not Withdraw", 9
    WAITING = "waiting", "who waits does nothing else", 10
    ESCAPE = "escape", "one escapes a Lock, nothing else", 11
    GET_UP = "get-up", "one gets up from the ground", 12
    TASK = "task", "what takes several actions takes them in a row", 13
    TWO_AT_ONCE = "two-at-once", "only gray Reflexes do two things at once", 14
    TANDEM = "tandem", "speech and song need someone who does something", 15
    MOUNT = "mount", "a mount does on a word what its kind can", 16
    LANCE = "lance", "a lance is ridden home with a Close, and again after a Withdraw", 17

    @property
    def rule(self) -> str:
        """The rule that says so."""
        return _RULES[self]


_RULES = {
    Law.LAYOUT: "FGT-06",
    Law.CHARGE: "FGT-38",
    Law.GREAT_STRIKE: "FGT-43",
    Law.UNWIELDY: "FGT-69",
    Law.SLOW: "FGT-69",
    Law.AVOID: "FGT-50",
    Law.CASTING: "FGT-32",
    Law.LENGTH: "FGT-15",
    Law.LOCKED: "FGT-44",
    Law.WAITING: "FGT-63",
    Law.ESCAPE: "FGT-45",
    Law.GET_UP: "FGT-26",
    Law.TASK: "FGT-07",
    Law.TWO_AT_ONCE: "FGT-05",
    Law.TANDEM: "FGT-33",
    Law.MOUNT: "RID-14",
    Law.LANCE: "RID-17",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a script breaks a law, in a sentence; `volley` and `action` are 0 where it is all of it."""

    law: Law
    words: str
    volley: int = 0
    action: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A script held against the laws: `faults` make it unlawful, `remarks` say what it costs or leaves open."""

    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...] = ()

    @property
    def lawful(self) -> bool:
        return not self.faults


def _costs(*keys: str) -> dict[Act, int]:
    return {_BY_KEY[key]: COSTS[key].actions or 1 for key in keys}


_BY_KEY = {
    "draw-weapon": Act.DRAW_WEAPON,
    "retrieve-weapon": Act.RETRIEVE,
    "physical-act": Act.PHYSICAL,
    "nock-arrow": Act.NOCK,
    "draw-hunting-bow": Act.DRAW_BOW,
    "reload-crossbow": Act.RELOAD,
    "intimidate": Act.INTIMIDATE,
    "light-fuse": Act.LIGHT_FUSE,
    "shrug-off": Act.SHRUG_OFF,
    "grit-teeth": Act.GRIT_TEETH,
}
TASKS: Mapping[Act, int] = _costs(*_BY_KEY)
"""What takes several actions in a row, as a rule: a sheathed weapon, a hunting bow, a crossbow. Source: FGT-23."""
UNBROKEN = frozenset({Act.INCANT})
"""What is never taken up again once it is broken off. Source: FGT-32."""


@dataclass(frozen=True, slots=True)
class State:
    """How someone stands when he writes a script, as far as the laws care.

    `actions` of the exchange, after wounds and bids; `at_once` maneuvers go into each of them. `speeds` are those of
    what is held. `length` says that the weapon in hand gives dice for its length, `waiting` how many actions are still
    spent on waiting for a condition, `struck` that the last action was a Strike with the weapon, and `sets` how many
    Sets were the last. `begun` is a task that runs on from before, with `done` actions of it. `tasks` are what takes
    several actions. `rider` is how he rides, with a `lance` in hand, which was ridden home (`couched`) without a
    Withdraw since. Source: FGT-07, RID-14, RID-17.
    """

    actions: int
    at_once: int = 1
    speeds: Mapping[With, Speed] = field(default_factory=lambda: {With.MAIN: Speed.SLOW})
    stance: Stance = Stance.NEUTRAL
    posture: Posture = Posture.STANDING
    locked: bool = False
    length: bool = False
    waiting: int = 0
    struck: bool = False
    sets: int = 0
    begun: Act | None = None
    done: int = 0
    tasks: Mapping[Act, int] = field(default_factory=lambda: dict(TASKS))
    rider: Rider | None = None
    lance: bool = False
    couched: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """How a table reads the laws.

    `speed` as in `weapon_speed`; with `sets_carry` a Set of the last exchange still counts; with `resume` a task that
    was broken off goes on where it stopped; with `loose` a volley may strike with something else, too, than the weapon
    that gives length. Source: FGT-07, FGT-15, FGT-43.
    """

    speed: Reading = Reading()
    sets_carry: bool = True
    resume: bool = False
    loose: bool = False


def check(script: Script, state: State, house: House = House()) -> Checked:
    """A script held against every law, in the order of the list. Source: FGT-07."""
    found = (
        *_layout(script, state),
        *_charges(script),
        *_speed(script, state, house),
        *_avoids(script, state),
        *_casting(script),
        *_locked(script, state),
        *_waiting(script, state),
        *_getting_up(script, state),
        *_broken_off(script, state, house),
        *_at_once(script, state),
        *_tandem(script),
        *_words(script, state),
        *_lances(script, state),
    )
    faults = sorted(found, key=lambda fault: (fault.law.amount or 0, fault.volley, fault.action))
    return Checked(tuple(faults), (*_length(script, state, house), *_idle(script), *_unfinished(script, state)))


def _layout(script: Script, state: State) -> Iterator[Fault]:
    has, layout = sum(script.layout), script.layout
    if has != state.actions:
        yield Fault(Law.LAYOUT, f"You have {wording.count(state.actions, 'action')}; this script has {has}.")
    elif layout not in layouts(state.actions):
        listed = wording.listed(["/".join(str(count) for count in one) for one in layouts(state.actions)], "or")
        shown = "/".join(str(count) for count in layout)
        yield Fault(Law.LAYOUT, f"{wording.count(has, 'action')} lie {listed}; this script has {shown}.")


def _charges(script: Script) -> Iterator[Fault]:
    for place in script.placed:
        if place.deed.act not in stances.CHARGES:
            continue
        name, volley = place.deed.act.words, script.volleys[place.volley - 1]
        if place.action > 1:
            yield _fault(Law.CHARGE, place, f"a {name} is the first action of its volley.")
        elif volley.positioning is not Positioning.CLOSE:
            yield _fault(Law.CHARGE, place, f"a {name} is a Close; script Close for the volley.")
    for number, volley in enumerate(script.volleys, 1):
        if sum(deed.act in stances.CHARGES for deed in volley.deeds) > 1:
            yield Fault(Law.CHARGE, f"Volley {number}: one Charge or Tackle in a volley, no more.", number)


def _fault(law: Law, place: Placed, words: str) -> Fault:
    return Fault(law, f"{place.words}: {words}", place.volley, place.action)


_DOES = {
    Act.STRIKE: Does.STRIKE,
    Act.GREAT_STRIKE: Does.GREAT,
    Act.BLOCK_AND_STRIKE: Does.BLOCK_AND_STRIKE,
    Act.SET: Does.SET,
}
_SPEED = {
    weapon_speed.Fault.SLOW: (Law.SLOW, "a slow weapon needs another action between two Strikes."),
    weapon_speed.Fault.UNREADY: (Law.UNWIELDY, "an unwieldy weapon needs a Set right before each Strike."),
    weapon_speed.Fault.NO_SET: (Law.GREAT_STRIKE, "a Great Strike needs a Set right before it."),
    weapon_speed.Fault.TWO_SETS: (
        Law.GREAT_STRIKE,
        "with an unwieldy weapon a Great Strike needs two Sets right before it.",
    ),
}


def _does(deed: Deed) -> Does:
    return Does.OTHER if deed.mounts else _DOES.get(deed.act, Does.OTHER)


def _speed(script: Script, state: State, house: House) -> Iterator[Fault]:
    """Whether each Strike comes in its time. Source: FGT-43, FGT-69, WPN-10."""
    before = [weapon_speed.Act(Does.STRIKE)] if state.struck else []
    if house.sets_carry:
        before += [weapon_speed.Act(Does.SET)] * state.sets
    placed = script.placed
    acts = [weapon_speed.Act(_does(place.deed), place.deed.using) for place in placed]
    if acts:
        acts[0] = replace(acts[0], begins=True)
    found = weapon_speed.faults([*before, *acts], dict(state.speeds), house.speed)
    for place, fault in zip(placed, found[len(before) :], strict=True):
        if fault:
            law, words = _SPEED[fault]
            yield _fault(law, place, words)


def _avoids(script: Script, state: State) -> Iterator[Fault]:
    placed = script.placed
    steps = [stances.Step(Act.ASSESS if place.deed.mounts else place.deed.act, place.volley) for place in placed]
    for place, played in zip(placed, stances.play(steps, state.stance), strict=True):
        if played.effect.barred:
            stance = played.stance.words
            yield _fault(Law.AVOID, place, f"nobody {place.deed.act.words}s in {stance} stance.")


def _casting(script: Script) -> Iterator[Fault]:
    for number, volley in enumerate(script.volleys, 1):
        if volley.positioning.moves and any(deed.act is Act.INCANT for deed in volley.deeds):
            words = f"Volley {number}: who incants may only Maintain, not {volley.positioning.words}."
            yield Fault(Law.CASTING, words, number)


def _locked(script: Script, state: State) -> Iterator[Fault]:
    for number, volley in enumerate(script.volleys, 1):
        if state.locked and volley.positioning is Positioning.WITHDRAW:
            yield Fault(Law.LOCKED, f"Volley {number}: you are Locked and cannot Withdraw.", number)
    if not state.locked:
        for place in script.placed:
            if place.deed.act is Act.ESCAPE:
                yield _fault(Law.ESCAPE, place, "nobody holds you; there is no Lock to escape.")


def _waiting(script: Script, state: State) -> Iterator[Fault]:
    slots = [(place, index) for index, place in enumerate(_firsts(script))]
    for place, index in slots:
        if index < state.waiting and place.deed.act is not Act.NOTHING:
            yield _fault(Law.WAITING, place, "you wait for your condition; position and speak, no more.")


def _firsts(script: Script) -> list[Placed]:
    """The first maneuver of each slot."""
    found: dict[tuple[int, int], Placed] = {}
    for place in script.placed:
        found.setdefault((place.volley, place.action), place)
    return list(found.values())


def _getting_up(script: Script, state: State) -> Iterator[Fault]:
    left = state.posture.actions
    for place in script.placed:
        if place.deed.act in (Act.FALL_PRONE, Act.SWOON, Act.TACKLE):
            left = Posture.GROUND.actions
        if place.deed.act is Act.GET_UP:
            if not left:
                yield _fault(Law.GET_UP, place, "you are on your feet; there is nothing to get up from.")
            left = max(0, left - 1)


@dataclass(frozen=True, slots=True)
class _Run:
    """So many actions in a row of one task, the last of them `at` a place, and what is done after it, if anything."""

    act: Act
    actions: int
    at: Placed
    then: Act | None

    @property
    def snaps(self) -> bool:
        """Whether it is a bow that is drawn but for one action, for a snapshot. Source: FGT-29."""
        return self.act is Act.DRAW_BOW and self.then is Act.SNAPSHOT


def _runs(script: Script, state: State) -> Iterator[_Run]:
    """The tasks of a script; what was begun before is counted with the first of them."""
    placed, run = script.placed, 0
    for index, place in enumerate(placed):
        act = place.deed.act
        run = run + 1 if index and placed[index - 1].deed.act is act else 1
        if not index and act is state.begun:
            run += state.done
        last = index + 1 == len(placed)
        if act in state.tasks and (last or placed[index + 1].deed.act is not act):
            yield _Run(act, run, place, None if last else placed[index + 1].deed.act)


def _short(run: _Run, state: State) -> tuple[int, int]:
    """How many actions of the last of its tasks a run has, and how many are missing, 0 and 0 where it is whole.

    A spell that is done may be held back for as many actions as one likes. Source: SOR-38.
    """
    needs = state.tasks[run.act]
    if run.act in UNBROKEN and run.actions >= needs:
        return 0, 0
    return run.actions % needs, -run.actions % needs


def _broken_off(script: Script, state: State, house: House) -> Iterator[Fault]:
    for run in _runs(script, state):
        done, short = _short(run, state)
        if run.snaps and short == 1:
            continue
        if done and run.then and (run.act in UNBROKEN or not house.resume):
            needs = state.tasks[run.act]
            row = f"{run.act.words} takes {needs} actions in a row; here it is broken off after {done}."
            yield _fault(Law.TASK, run.at, row)


def _unfinished(script: Script, state: State) -> Iterator[Fault]:
    for run in _runs(script, state):
        _, short = _short(run, state)
        if short and not run.then:
            words = f"{run.act.words} goes on in the next exchange: {wording.count(short, 'action')} more."
            yield Fault(Law.TASK, words, run.at.volley, run.at.action)


def _at_once(script: Script, state: State) -> Iterator[Fault]:
    most = state.at_once
    for number, volley in enumerate(script.volleys, 1):
        for action, slot in enumerate(volley.slots, 1):
            if len(slot) > most:
                holds = f"{most} maneuvers" if most > 1 else "one maneuver; only gray Reflexes do two at once"
                words = f"Volley {number}, action {action}: an action holds {holds}."
                yield Fault(Law.TWO_AT_ONCE, words, number, action)


def _tandem(script: Script) -> Iterator[Fault]:
    for number, volley in enumerate(script.volleys, 1):
        if volley.says and volley.idle:
            yield Fault(Law.TANDEM, f"Volley {number}: who hesitates does not speak.", number)
        if volley.sings and (not volley.slots or volley.idle):
            words = f"Volley {number}: a song or a prayer goes with an action, and there is none to go with."
            yield Fault(Law.TANDEM, words, number)


def thrusts(deed: Deed) -> bool:
    """Whether a lance in hand strikes with it. Source: RID-17."""
    return deed.using is With.MAIN and deed.act in (Act.STRIKE, Act.GREAT_STRIKE)


def _lances(script: Script, state: State) -> Iterator[Fault]:
    """Whether a lance is ridden home where it can be: on foot it is a long stick. Source: RID-13, RID-17."""
    if state.rider is None or not state.lance:
        return
    couched, before = state.couched, 0
    for place in script.placed:
        positioning = script.volleys[place.volley - 1].positioning
        if place.volley > before:
            gone = [volley.positioning for volley in script.volleys[before : place.volley]]
            couched, before = couched and Positioning.WITHDRAW not in gone, place.volley
        if not thrusts(place.deed):
            continue
        try:
            lance.ready(state.rider.training, positioning, seated=state.rider.seated)
        except Refused as error:
            yield _fault(Law.LANCE, place, f"{str(error)[:1].lower()}{str(error)[1:]}")
        if couched:
            yield _fault(Law.LANCE, place, "after a charge one Withdraws before the lance is ridden home again.")
        couched = True


def _words(script: Script, state: State) -> Iterator[Fault]:
    mount = state.rider.mount if state.rider else None
    for place in script.placed:
        moves = script.volleys[place.volley - 1].positioning
        if place.deed.mounts and (why := word(place.deed.act, moves, mount)):
            yield Fault(Law.MOUNT, f"{place.words}: {why}", place.volley, place.action)


def word(act: Act, moves: Positioning, mount: Mount | None) -> str:
    """Why a mount that is to move so cannot be told to do something; nothing where it can. Source: RID-11, RID-14."""
    if mount is None:
        return "you ride nothing that could be told to do it."
    order = saddle.ORDERS.get(act)
    if order is None:
        listed = wording.listed((one.words for one in saddle.ORDERS), "or")
        return f"a mount is told to {listed}, not to {act.words}."
    try:
        saddle.told(order, mount.breed, moves)
    except Refused as error:
        return f"{str(error)[:1].lower()}{str(error)[1:]}"
    return ""


def _length(script: Script, state: State, house: House) -> Iterator[Fault]:
    """Volleys in which the weapon gives no dice for its length. Source: FGT-15."""
    if not state.length:
        return
    for number, volley in enumerate(script.volleys, 1):
        if volley.positioning is Positioning.STAND:
            continue
        unused = not any(deed.with_weapon for deed in volley.deeds)
        if unused or (any(deed.with_other for deed in volley.deeds) and not house.loose):
            words = f"Volley {number}: no dice for length, because the weapon is not what you fight with there."
            yield Fault(Law.LENGTH, words, number)


def _idle(script: Script) -> Iterator[Fault]:
    for number, volley in enumerate(script.volleys, 1):
        if volley.idle:
            words = f"Volley {number}: hesitating in all of it, you Maintain with no dice and have no natural defenses."
            yield Fault(Law.TANDEM, words, number)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One slot of a volley: what each side does in it, empty where a side has no such action. Source: FGT-08."""

    action: int
    mine: Slot
    theirs: Slot


def meetings(mine: Volley, theirs: Volley) -> tuple[Meeting, ...]:
    """First actions meet first actions, second meet second, and so on; each pair happens at once. Source: FGT-08."""
    most = max(len(mine.slots), len(theirs.slots))
    return tuple(
        Meeting(
            action + 1,
            mine.slots[action] if action < len(mine.slots) else (),
            theirs.slots[action] if action < len(theirs.slots) else (),
        )
        for action in range(most)
    )


_VOWELS = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôû]+")


def syllables(said: str) -> int:
    """About how many syllables an English sentence has: groups of vowels, without a silent e. Source: FGT-33.

    >>> [syllables(said) for said in ("Yield!", "Behind you, on the stairs!", "Get away from the gate, you fools!")]
    [1, 6, 8]
    """
    count = 0
    for word in re.findall(r"[^\W\d_]+", said.casefold()):
        count += max(1, len(_VOWELS.findall(word)) - _silent(word))
    return count


def _silent(word: str) -> int:
    """1 where the word ends in an e that is not said, as "gate" and "stared", but not "little" or "the"."""
    stem = word[:-1] if word.endswith("e") else word[:-2] if word.endswith("ed") else ""
    if not stem or not _VOWELS.search(stem) or stem[-1] in "aeiouy":
        return 0
    if word.endswith("ed"):
        return int(stem[-1] not in "td")
    return int(not (stem[-1] in "lr" and len(stem) > 1 and stem[-2] not in "aeiouy"))
