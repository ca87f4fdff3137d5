"""A fight played again from the dice it was told with, in which any roll may fall otherwise (FGT-71).

The scripts, the course and the dice stand in the table beside this module; everything else is `fight_procedure`'s. A
roll that is changed is worked in, and all that comes after it is worked out anew: dice that the tale has lie as they
fell there, for others chance decides by a seed.

>>> last = replay().moments[-1]
>>> last.places[0].value, last.rolls[-1].fell, last.words
('lunging', 2, 'the shell turns it')
>>> replay(changes={13: 1}).moments[-1].levels
((), ())
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Pool, roll
from engine.games.burning_wheel.rules import (
    armor,
    eaten,
    fight_posture,
    fight_reach,
    missiles,
    quickness,
    steel,
    thrown,
)
from engine.games.burning_wheel.rules import fight_procedure as procedure
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Suit
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning
from engine.games.burning_wheel.rules.fight_posture import Doing
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Event,
    Fight,
    Fighter,
    House,
    Part,
    Phase,
    begin,
)
from engine.games.burning_wheel.rules.fight_script import Deed, Law, Script, State, Volley, check
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver
from engine.games.burning_wheel.rules.plan_changes import Change, Spot
from engine.games.burning_wheel.rules.thrown import KNIFE, THROWN
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS, Speed
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.refused import Refused
from engine.working import Line

CRAWLER, JOOST = 0, 1
SPELL = TAX = 2
"""The obstacle of the spell, and of bearing it."""
DIM = 1
DRAWN = 2
"""Actions that it takes to draw a sword. Source: FGT-23."""
WILL, FORTE, PERCEPTION, THROWING = (Ability.parse("B4") for _ in range(4))
SORCERY = Ability.parse("B4")
GRAB = Ability.parse("B7")
"""What the Crawler rolls in place of Power when it Locks: Agility 5, and two dice for its legs."""


FANGS = replace(WEAPONS["bare-fist"], key="fangs", name="Fangs", power=1, speed=Speed.SLOW)
SWORD = WEAPONS["sword"]


class Step(Option):
    """A step of the tale, in order. Source: FGT-71."""

    START = "start", "the start"
    E1V1_MOVE = "e1v1-move", "1/1 moves"
    E1V1_ACT = "e1v1-act", "1/1 acts"
    E1V2 = "e1v2", "1/2"
    E1V3 = "e1v3", "1/3"
    E2V1_MOVE = "e2v1-move", "2/1 moves"
    E2V1_ACT = "e2v1-act", "2/1 acts"
    E2V2_MOVE = "e2v2-move", "2/2 moves"
    E2V2_FIRST = "e2v2-first", "2/2 first acts"
    E2V2_SECOND = "e2v2-second", "2/2 second acts"
    E2V3_MOVE = "e2v3-move", "2/3 moves"
    E2V3_ACT = "e2v3-act", "2/3 acts"
    RANGE = "range", "the chase"
    KNIFE = "knife", "the knife"


@dataclass(frozen=True, slots=True)
class Told:
    """A step as it is told: its title, what happens in it while nothing is changed, and the rule behind it."""

    title: str
    tale: str
    rule: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A roll of the tale: how many dice and where from, what they came to, why, and the rule ("" for none here)."""

    step: Step
    side: int
    part: str
    dice: int
    fell: int
    made_of: str
    why: str
    rule: str


def _printed(row: Mapping[str, Any]) -> Printed:
    return Printed(Step.of(row["step"]), *(row[column] for column in ROLLS[1:]))


def _script(row: Mapping[str, Any]) -> tuple[tuple[str, int], Script]:
    first, second, third = (_volley(*volley) for volley in row["volleys"])
    return (row["key"], row["side"]), Script((first, second, third))


def _volley(positioning: str, *acts: str) -> Volley:
    deeds = [act.partition(":") for act in acts]
    slots = tuple((Deed(Act.of(name), With.of(using or With.MAIN.value)),) for name, _, using in deeds)
    return Volley(Positioning.of(positioning), slots)


ROLLS = ("step", "side", "part", "dice", "fell", "from", "why", "rule")
FILE = "first_fight.toml"
TALE: Mapping[Step, Told] = dict(
    tables.rows(
        __file__,
        FILE,
        "step",
        ("key", "title", "rule", "tale"),
        lambda row: (Step.of(row["key"]), Told(row["title"], row["tale"], row["rule"])),
    )
)
PRINTED = tables.rows(__file__, FILE, "roll", ROLLS, _printed)
SCRIPTS = dict(tables.rows(__file__, FILE, "script", ("key", "side", "volleys"), _script))


class Source(Enum):
    """Where the successes of a roll come from: the tale, the reader, or chance."""

    TALE = "tale"
    READER = "reader"
    CHANCE = "chance"


class Besides(Option):
    """Rolls that are no part of a Fight! procedure."""

    SPELL = "spell", "the spell"
    TAX = "tax", "bearing the spell"
    STEEL = "steel", "Steel"
    RANGE = "range", "the chase"
    THROW = "throw", "the throw"
    FATE = "fate", "the Die of Fate"
    SHELL = "shell", "armor"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of the replay: its `number`, from 1, whose and for what, its dice and successes, and where from.

    `printed` is the roll of the tale that it is, if its dice are the same. `eaten` are the lines of +Ob on it: they eat
    successes, or raise the obstacle of a Strike.
    """

    number: int
    side: int
    part: Part | Besides
    act: Act | None
    dice: int
    fell: int
    source: Source
    printed: Printed | None
    eaten: tuple[Line, ...] = ()

    @property
    def penalty(self) -> int:
        """All its +Ob."""
        return sum(line.amount for line in self.eaten)


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of the replay: its rolls, what came of it, and how both stand after it.

    `told` while everything has fallen as in the tale; `words` say how it ended where it is no distance.
    """

    step: Step
    told: bool
    rolls: tuple[Rolled, ...]
    came: tuple[Event, ...]
    places: Places
    levels: tuple[tuple[Level, ...], tuple[Level, ...]]
    lost: tuple[int, int]
    locks: tuple[int, int]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """The moments up to where it ends; `stopped` says why it ends before the tale does, if it does."""

    moments: tuple[Moment, ...]
    stopped: str = ""

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """All rolls, in order."""
        return tuple(one for moment in self.moments for one in moment.rolls)


class _Over(Exception):
    """The fight ended before the tale does."""


@dataclass(slots=True)
class _Dice:
    """What lies on the table, roll after roll."""

    changes: Mapping[int, int]
    anew: int
    seed: int
    step: Step = Step.START
    rolls: list[Rolled] = field(default_factory=list)
    done: int = 0
    told: bool = True

    def __call__(self, cast: Cast) -> int:
        return self.fall(cast.side, cast.part, cast.pool, cast.act)

    def fall(self, side: int, part: Part | Besides, pool: Pool, act: Act | None = None) -> int:
        """Successes of a roll, or the face of a Die of Fate. Raises `Refused` for a face that a die has not."""
        self.done += 1
        same = [
            one
            for one in PRINTED
            if (one.step, one.side, one.part, one.dice) == (self.step, side, part.value, pool.dice)
        ]
        printed = same[0] if same else None
        fell, source = self._fell(part, pool, printed)
        if part is Besides.FATE and not 1 <= fell <= 6:
            raise Refused(f"Row {self.done} is a Die of Fate: a face from 1 to 6, and this says {fell}.")
        if not printed or fell != printed.fell:
            self.told = False
        self.rolls.append(Rolled(self.done, side, part, act, pool.dice, fell, source, printed))
        return fell

    def _fell(self, part: Part | Besides, pool: Pool, printed: Printed | None) -> tuple[int, Source]:
        if self.done in self.changes:
            return self.changes[self.done], Source.READER
        if printed and not (self.anew and self.done >= self.anew):
            return printed.fell, Source.TALE
        # Each row has chance of its own, so that a change above it leaves it lying where its dice are the same.
        chance = Random(f"{self.seed}/{self.done}")
        return (chance.randint(1, 6) if part is Besides.FATE else roll(pool, chance).count.successes), Source.CHANCE


def _people() -> Fight:
    """Who fights. The shell has no chest die here: the blow of the tale goes to a leg."""
    shell = Suit((Piece(Location.TORSO, ArmorType.PLATED_LEATHER, lost=armor.CHEST_DIE),))
    five, three = Ability.parse("B5"), Ability.parse("B3")
    crawler = Fighter(
        "The Crawler",
        skill=five,
        hands=five,
        speed=five,
        steel=Ability.parse("B6"),
        hesitation=7,
        reflexes=5,
        multiplier=quickness.SPIDER,
        weapon=FANGS,
        traits=1,
        suit=shell,
    )
    return begin(crawler, Fighter("Joost", skill=three, weapon=WEAPONS["bare-fist"]), House(shared=True))


@dataclass(slots=True)
class _Course:
    """The fight on its way through the tale."""

    dice: _Dice
    fight: Fight = field(default_factory=_people)
    came: list[Event] = field(default_factory=list)
    drawn: int = 0
    felt: int = 0
    words: str = ""

    def moment(self, step: Step) -> Moment:
        """What this step has brought."""
        sides = self.fight.sides
        return Moment(
            step,
            self.dice.told,
            tuple(self.dice.rolls),
            tuple(self.came),
            self.fight.places,
            (sides[0].state.levels, sides[1].state.levels),
            (sides[0].state.lost, sides[1].state.lost),
            (sides[0].state.lock, sides[1].state.lock),
            self.words,
        )

    def start(self) -> None:
        """The first test; the winner picks optimal."""
        self.after(self.fight.start(self.dice, Distance.OPTIMAL, more=(0, 2)))

    def write(self, key: str) -> None:
        """Both hand in their scripts."""
        for side in (CRAWLER, JOOST):
            try:
                self.fight = self.fight.write(side, SCRIPTS[key, side])
            except Refused as error:
                name = self.fight.sides[side].fighter.name
                raise Refused(f"{name}’s script for exchange {self.fight.exchange} no longer stands: {error}") from None

    def move(self, *more: int) -> None:
        """A volley is announced, and positioned for; nobody rolls where one hesitates and the other stays."""
        announced = self.fight.announce()
        states = [side.state for side in announced.sides]
        wants = [side.volley(announced.volley).positioning for side in announced.sides]
        still = any(
            states[one].lost and not states[one].running and wants[1 - one] is Positioning.MAINTAIN for one in (0, 1)
        )
        throw = (lambda _: 0) if still else self.dice
        found = announced.position(throw, more=(more[0], more[1]) if more else (0, 0))
        self.after(replace(found, came=() if still else found.came))

    def act(self) -> None:
        """The next actions meet."""
        before, fighter = self.fight, self.fight.sides[CRAWLER].fighter
        slots = before.sides[CRAWLER].volley(before.volley).slots
        grabs = before.slot <= len(slots) and slots[before.slot - 1][0].act is Act.LOCK
        self._crawler(replace(fighter, power=GRAB) if grabs else fighter)
        self.after(self.fight.act(self.dice))
        self._crawler(fighter)

    def acts(self) -> None:
        """All actions of the volley that are left."""
        volley = self.fight.volley
        while self.fight.phase is Phase.ACT and self.fight.volley == volley:
            self.act()

    def _crawler(self, fighter: Fighter) -> None:
        one, other = self.fight.sides
        self.fight = replace(self.fight, sides=(replace(one, fighter=fighter), other))

    def after(self, found: Fight) -> None:
        """Go on from what the last call gave, with the +Ob that its rolls have felt. Raises `_Over` where it ended."""
        before = self.fight
        rolls = self.dice.rolls
        for place, one in enumerate(rolls):
            if one.number > self.felt:
                rolls[place] = replace(one, eaten=tuple(line for line in harder(before, found, one) if line.amount))
        self.felt = self.dice.done
        self.came += found.came
        self.fight = found
        if found.phase is Phase.OVER:
            raise _Over

    def spell(self) -> None:
        """The bite that is lost or falls, and the spell beside it."""
        self.act()
        if self.fight.phase is not Phase.ACT:
            return
        casts = not self.fight.sides[JOOST].state.idle
        self.act()
        if not casts:
            return
        joost, crawler = self.fight.sides[JOOST], self.fight.sides[CRAWLER]
        fell = self.dice.fall(JOOST, Besides.SPELL, joost.dice(SORCERY, more=WILL.exponent))
        bears = self.dice.fall(JOOST, Besides.TAX, joost.dice(FORTE))
        taxed = max(0, TAX + joost.state.hurts - bears)
        if fell < SPELL + joost.state.hurts:
            self.came.append(Event(JOOST, "the spell fails", ""))
        else:
            rolled = self.dice.fall(CRAWLER, Besides.STEEL, crawler.dice(crawler.fighter.steel, free=True))
            gone = steel.lost(crawler.fighter.hesitation, rolled)
            self.fight = self.fight.hesitate(CRAWLER, gone)
            words = f"hesitates for {gone} more" if gone else "stands its ground"
            self.came.append(Event(CRAWLER, words, "FGT-61"))
        if taxed:
            self.came.append(Event(JOOST, f"Forte taxed by {taxed}", ""))

    def draw(self) -> None:
        """A volley in which he draws his sword, while it does what hesitation leaves it."""
        self.move()
        self.drawn += not self.fight.sides[JOOST].state.idle
        self.acts()

    def armed(self) -> None:
        """The second exchange. Raises `Refused` where the sword is not out."""
        if self.drawn < DRAWN:
            raise Refused("Joost’s sword is not out: he has lost an action of drawing it, and strikes with it next.")
        one, other = self.fight.sides
        self.fight = replace(self.fight, sides=(one, replace(other, fighter=replace(other.fighter, weapon=SWORD))))
        self.write("e2")
        self.move(1, 0)

    def trade(self, side: int, spot: Spot, changed: Spot) -> None:
        """The last thing of a volley or two is given up for an Avoid and a Withdraw. Raises `Refused`."""
        self.fight = self.fight.trade(side, spot, changed, Change(Deed(Act.AVOID), Positioning.WITHDRAW))
        found = self.fight.sides[side]
        assert found.state.plan
        state = State(found.actions, locked=bool(found.state.lock))
        for fault in check(found.state.plan.script, state).faults:
            if fault.law is Law.LOCKED:
                raise Refused(f"{found.fighter.name} cannot change as in the tale: {fault.words}")

    def withdraws(self) -> None:
        """He trades the spell for a way out."""
        self.trade(JOOST, Spot(2, 2), Spot(2, 1))
        self.move()

    def backs_off(self) -> None:
        """It trades its last Lock for the same."""
        self.trade(CRAWLER, Spot(3, 2), Spot(3, 1))
        self.move()

    def at_range(self) -> None:
        """Both position at a distance: it runs, he watches."""
        one, other = self.fight.sides
        quick = quickness.dice(
            [side.actions for side in (one, other)], [one.fighter.multiplier, other.fighter.multiplier]
        )
        more = CARDS[Maneuver.SPEED_WITHDRAW].dice + quick[CRAWLER].total + 1
        mine = self._left(CRAWLER, one.dice(one.fighter.speed, more=more))
        theirs = self._left(JOOST, other.dice(PERCEPTION, more=quick[JOOST].total + thrown.RANGE_DICE))
        self.words = {0: "a tie", 1: "it gets away"}.get((mine > theirs) - (mine < theirs), "he holds the range")
        self.came.append(Event(CRAWLER if mine > theirs else JOOST, self.words, "RNC-10"))
        if mine > theirs:
            raise _Over

    def _left(self, side: int, pool: Pool) -> int:
        hurts = self.fight.sides[side].state.hurts
        fell = self.dice.fall(side, Besides.RANGE, pool)
        if hurts:
            self.dice.rolls[-1] = replace(self.dice.rolls[-1], eaten=(Line(hurts, "wounds", "INJ-09"),))
        return eaten.left(fell, hurts)

    def knife(self) -> None:
        """The throw, what the die makes of it, and the shell."""
        joost, crawler = self.fight.sides[JOOST], self.fight.sides[CRAWLER]
        obstacle = missiles.obstacle(missiles.Band.OPTIMAL, other=DIM + joost.state.hurts).total
        fell = self.dice.fall(JOOST, Besides.THROW, joost.dice(THROWING))
        if fell < obstacle:
            self.words = "the knife misses"
        else:
            stage = thrown.GENERIC.stage(self.dice.fall(JOOST, Besides.FATE, Pool.of(1)))
            hit = ims(joost.fighter.power.exponent + THROWN[KNIFE].power).at(stage)
            shell = Piece(Location.TORSO, ArmorType.PLATED_LEATHER)
            holds = self.dice.fall(CRAWLER, Besides.SHELL, shell.pool) >= armor.OBSTACLE + THROWN[KNIFE].va
            level = crawler.fighter.tolerances.level(hit)
            self.came.append(Event(CRAWLER, f"{stage.words} at {hit}", "WPN-17"))
            self.words = "the shell turns it" if holds else f"through the shell: {level.wound}"
        self.came.append(Event(CRAWLER, self.words, "ARM-05" if fell >= obstacle else "WPN-18"))


def harder(before: Fight, after: Fight, one: Rolled) -> Iterator[Line]:
    """The +Ob on a roll of the procedure, line by line; armor, Steel and lines of 0 have none. Source: FGT-09.

    `before` and `after` are the fight around the step in which it fell.
    """
    state = before.sides[one.side].state
    if one.part is Part.POSITION:
        yield from procedure.hindered(before, one.side, one.act)
    elif one.part is Part.NATURAL:
        yield Line(state.hurts, "wounds", "INJ-09")
        yield fight_posture.line(state.posture, Doing.NATURAL)
    elif one.act is not None:
        fight = replace(before, moved=after.moved)
        dodges = before.phase is Phase.POSITION
        deed = Deed(one.act) if dodges else before.sides[one.side].volley(before.volley).slots[before.slot - 1][0]
        doing = Doing.DEFEND if one.part is Part.DEFENSE or deed.act is Act.ESCAPE else Doing.ATTACK
        part = fight_reach.Part.RIPOSTE if one.part is Part.RIPOSTE else None
        yield from procedure.harder(fight, one.side, deed, doing, part=part)


def _first_script(course: _Course) -> None:
    course.write("e1")
    course.move(0, 2)


COURSE: Mapping[Step, Callable[[_Course], None]] = {
    Step.START: _Course.start,
    Step.E1V1_MOVE: _first_script,
    Step.E1V1_ACT: _Course.spell,
    Step.E1V2: _Course.draw,
    Step.E1V3: _Course.draw,
    Step.E2V1_MOVE: _Course.armed,
    Step.E2V1_ACT: _Course.acts,
    Step.E2V2_MOVE: _Course.withdraws,
    Step.E2V2_FIRST: _Course.act,
    Step.E2V2_SECOND: _Course.acts,
    Step.E2V3_MOVE: _Course.backs_off,
    Step.E2V3_ACT: _Course.acts,
    Step.RANGE: _Course.at_range,
    Step.KNIFE: _Course.knife,
}
"""What each step plays."""


def replay(until: Step = Step.KNIFE, changes: Mapping[int, int] | None = None, anew: int = 0, seed: int = 1) -> Replay:
    """The tale up to and with a step. `changes` are successes by the number of the roll, from 1.

    From roll `anew` on, unless it is 0, chance decides by the `seed`, and wherever the tale has no such roll. Raises
    `Refused` for a Die of Fate that has no such face. Source: FGT-71.
    """
    course = _Course(_Dice(changes or {}, anew, seed))
    moments: list[Moment] = []
    for step, play in COURSE.items():
        course.dice.step, course.dice.rolls, course.came, course.words = step, [], [], ""
        stopped = ""
        try:
            play(course)
        except _Over:
            stopped = "" if step is Step.KNIFE else "It is over here; what the tale has after it does not come."
        except Refused as error:
            if "Die of Fate" in str(error):
                raise
            return Replay(tuple(moments), str(error))
        moments.append(course.moment(step))
        if stopped or step is until:
            return Replay(tuple(moments), stopped)
    return Replay(tuple(moments))
