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
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    armor,
    casting,
    creatures,
    eaten,
    fight_deeds,
    fight_positions,
    fight_posture,
    fight_reach,
    missiles,
    quickness,
    retold,
    sickness,
    steel,
    thrown,
    versus,
)
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Suit
from engine.games.burning_wheel.rules.creatures import Gift
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_positioning import Wields, length_dice, of_length
from engine.games.burning_wheel.rules.fight_posture import Doing
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Choice,
    Event,
    Fight,
    Fighter,
    House,
    Part,
    Phase,
    begin,
)
from engine.games.burning_wheel.rules.fight_script import Deed, Law, Script, State, Volley, check
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver
from engine.games.burning_wheel.rules.plan_changes import Change, Spot
from engine.games.burning_wheel.rules.retold import Besides, Dice, Moment, Over, Replay, Rolled
from engine.games.burning_wheel.rules.rogues import ROGUES, Arm, Rogue, Who
from engine.games.burning_wheel.rules.spells import SPELLS
from engine.games.burning_wheel.rules.thrown import KNIFE, THROWN
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import FIST, WEAPONS, Length, Speed, Weapon
from engine.option import Option
from engine.refused import Refused
from engine.working import Line

CRAWLER, JOOST = 0, 1
DIM = missiles.Hampered.DIM.amount or 0
"""What dim light adds to a throw."""
DRAWN = 2
"""Actions that it takes to draw a sword. Source: FGT-23."""
HEDGE_WIZARD, BEAST = ROGUES[Who.JOOST], ROGUES[Who.CRAWLER]
GIFTS = frozenset({Gift.EIGHT_LEGGED, Gift.SPIDER, Gift.CHITINOUS, Gift.FANGS})
RUNS = Gift.WALL_RUNNER
"""What the Crawler has besides where it may run along the walls."""
THE_FEAR = SPELLS["the-fear"]


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


def _script(row: Mapping[str, Any]) -> tuple[tuple[str, int], Script]:
    first, second, third = (_volley(*volley) for volley in row["volleys"])
    return (row["key"], row["side"]), Script((first, second, third))


def _volley(positioning: str, *acts: str) -> Volley:
    deeds = [act.partition(":") for act in acts]
    slots = tuple((Deed(Act.of(name), With.of(using or With.MAIN.value)),) for name, _, using in deeds)
    return Volley(Positioning.of(positioning), slots)


FILE = "first_fight.toml"
TALE = retold.tale(__file__, FILE, Step)
PRINTED = retold.printed(__file__, FILE)
DEPARTURES = retold.departures(__file__, FILE)
SCRIPTS = dict(tables.rows(__file__, FILE, "script", ("key", "side", "volleys"), _script))


def natural(arm: Arm, power: int) -> Weapon:
    """A weapon of a stat block: its Power is its Mark less that of whoever has it. Source: NPC-10, WPN-08."""
    return replace(
        WEAPONS[FIST],
        key=arm.name,
        name=arm.name.capitalize(),
        power=arm.ims[1].number - power,
        va=arm.va,
        speed=Speed.of(arm.speed),
        length=Length.of(arm.length),
    )


def fighter(name: str, one: Rogue, weapon: Weapon, skill: str, suit: Suit = Suit()) -> Fighter:
    """A burned character as a fighter. Source: NPC-10, STE-02."""
    figures = one.figures
    return Fighter(
        name,
        skill=one.ability(skill),
        hands=one.ability(skill),
        speed=figures.speed,
        power=figures.power,
        steel=one.ability("Steel"),
        hesitation=one.hesitation.surprise if one.hesitation else steel.hesitation(figures.will).total,
        reflexes=one.reflexes.exponent,
        multiplier=Fraction(one.multiplier),
        weapon=weapon,
        tolerances=one.stands,
        suit=suit,
        agility=figures.agility,
        forte=figures.forte,
    )


def people() -> Fight:
    """Who fights. He wants to hit the legs, where the shell has no chest die. Source: WPN-06, ARM-03."""
    shell = Suit(tuple(Piece(location, ArmorType.PLATED_LEATHER) for location in Location))
    fangs = natural(BEAST.arms[0], BEAST.figures.power.exponent)
    crawler = fighter("The Crawler", BEAST, fangs, "Brawling", shell)
    joost = fighter("Joost", HEDGE_WIZARD, WEAPONS[FIST], "Sword")
    return begin(crawler, joost, House(shared=True, late=True)).choose(JOOST, Choice(wants=Target.LEGS))


@dataclass(slots=True)
class Course:
    """The fight on its way through the tale. `taxed` are the dice of Forte that spells have cost."""

    dice: Dice
    fight: Fight = field(default_factory=people)
    came: list[Event] = field(default_factory=list)
    drawn: int = 0
    felt: int = 0
    taxed: int = 0
    words: str = ""

    def begin(self, step: Option) -> None:
        """A step begins: nothing of it has fallen yet."""
        self.dice.step, self.dice.rolls, self.came, self.words = step.value, [], [], ""

    def after(self, step: Option) -> Option | None:
        """What still comes where it broke off: nothing."""

    def moment(self, step: Option) -> Moment:
        """What this step has brought."""
        sides = self.fight.sides
        return Moment(
            step,
            self.tale(step),
            self.dice.told,
            tuple(self.dice.rolls),
            tuple(self.came),
            self.fight.places,
            (sides[0].state.levels, sides[1].state.levels),
            (sides[0].state.lost, sides[1].state.lost),
            (sides[0].state.lock, sides[1].state.lock),
            self.taxed,
            self.words,
        )

    def tale(self, step: Option) -> retold.Told:
        """A step as it is told."""
        return TALE[Step.of(step.value)]

    def throw(self, cast: Cast) -> int:
        """A roll of the procedure."""
        return self.dice.fall(cast.side, cast.part, cast.pool, cast.act)

    def start(self) -> None:
        """The first test; the winner picks optimal."""
        more = (creatures.added(GIFTS, creatures.Doing.START), self.presence(None))
        self.follow(self.fight.start(self.throw, Distance.OPTIMAL, more=more))

    def presence(self, at: Distance | None) -> int:
        """The dice that a spell of presence gives him for its length. Source: FGT-13, FGT-14."""
        theirs = of_length(self.fight.sides[CRAWLER].weapon.length)
        return length_dice(Wields.PRESENCE, theirs, at).amount

    def write(self, key: str) -> None:
        """Both hand in their scripts."""
        for side in (CRAWLER, JOOST):
            try:
                self.fight = self.fight.write(side, SCRIPTS[key, side])
            except Refused as error:
                name = self.fight.sides[side].fighter.name
                raise Refused(f"{name}’s script for exchange {self.fight.exchange} no longer stands: {error}") from None

    def first_script(self) -> None:
        """The first exchange begins; the spell that he casts in it is long."""
        self.write("e1")
        self.move(self.presence(self.fight.sides[JOOST].state.at))

    def move(self, more: int = 0) -> None:
        """A volley is announced, and positioned for; nobody rolls where one hesitates and the other stays.

        `more` are dice of his besides what the procedure gives him.
        """
        announced = self.fight.announce()
        states = [side.state for side in announced.sides]
        volleys = [side.volley(announced.volley) for side in announced.sides]
        wants = [volley.positioning for volley in volleys]
        still = any(
            states[one].lost and not states[one].running and wants[1 - one] is Positioning.MAINTAIN for one in (0, 1)
        )
        throw = (lambda _: 0) if still else self.throw
        charges = any(deed.act is Act.CHARGE for deed in volleys[CRAWLER].deeds[:1])
        doing = creatures.Doing.CHARGE if charges else creatures.Doing.of(wants[CRAWLER].value)
        added = creatures.added(self.gifts, doing) + self.departs(CRAWLER)
        found = announced.position(throw, more=(added, more))
        self.follow(replace(found, came=() if still else found.came))

    @property
    def gifts(self) -> frozenset[Gift]:
        """What the Crawler has: it cannot run along walls on top of him. Source: NPC-11."""
        return GIFTS if self.fight.sides[CRAWLER].state.at is Distance.INSIDE else GIFTS | {RUNS}

    def departs(self, side: int) -> int:
        """The dice by which the example departs from the rules here."""
        return DEPARTURES.get((self.dice.step, side), 0)

    def act(self) -> None:
        """The next actions meet."""
        before, it = self.fight, self.fight.sides[CRAWLER].fighter
        slots = before.sides[CRAWLER].volley(before.volley).slots
        grabs = before.slot <= len(slots) and slots[before.slot - 1][0].act is Act.LOCK
        grip = Ability(it.agility.shade, it.agility.exponent + creatures.added(GIFTS, creatures.Doing.LOCK))
        self._crawler(replace(it, power=grip) if grabs else it)
        self.follow(self.fight.act(self.throw))
        self._crawler(it)

    def acts(self) -> None:
        """All actions of the volley that are left."""
        volley = self.fight.volley
        while self.fight.phase is Phase.ACT and self.fight.volley == volley:
            self.act()

    def _crawler(self, it: Fighter) -> None:
        one, other = self.fight.sides
        self.fight = replace(self.fight, sides=(replace(one, fighter=it), other))

    def follow(self, found: Fight) -> None:
        """Go on from what the last call gave, with the +Ob that its rolls have felt. Raises `Over` where it ended."""
        before = self.fight
        for one in self.dice.rolls:
            if one.number > self.felt:
                self.dice.says(one.number, eaten=tuple(line for line in harder(before, found, one) if line.amount))
        made = list(found.tests[len(before.tests) :])
        for one in tuple(self.dice.rolls):
            same = [test for test in made if (test.side, test.dice) == (one.side, one.dice)]
            if one.number > self.felt and one.part in TESTS and same:
                made.remove(same[0])
                self.dice.says(one.number, against=same[0].obstacle)
        self._both(Part.POSITION)
        self.felt = self.dice.done
        self.came += found.came
        self.fight = found
        if found.phase is Phase.OVER:
            raise Over

    def _both(self, part: Part | Besides) -> None:
        """Two rolls of this part in this step are one against the other. Source: HUB-13, HUB-46."""
        rolls = [one for one in self.dice.rolls if one.part is part and one.number > self.felt]
        if len(rolls) == 2 and rolls[0].act is None:
            for mine, theirs in (rolls, rolls[::-1]):
                here, there = (versus.Side(Pool.of(one.dice), one.penalty) for one in (mine, theirs))
                self.dice.says(mine.number, against=versus.needed(here, there, theirs.fell).total)

    def spell(self) -> None:
        """The bite that is lost or falls, and the spell beside it."""
        self.act()
        if self.fight.phase is not Phase.ACT:
            return
        casts = not self.fight.sides[JOOST].state.idle
        before = self.fight
        self.act()
        if not casts:
            return
        joost, crawler = self.fight.sides[JOOST], self.fight.sides[CRAWLER]
        harder_by = fight_deeds.harder(before, JOOST, Deed(Act.INCANT), Doing.ATTACK)
        frightens = self.casts(sum(line.amount for line in harder_by), joost.state.taken)
        self.bears(joost.state.hurts, joost.state.taken)
        if frightens:
            pool = crawler.dice(crawler.fighter.steel, free=True)
            gone = self.shakes(CRAWLER, pool, crawler.fighter.hesitation)
            self.fight = self.fight.hesitate(CRAWLER, gone)
            words = f"hesitates for {gone} more" if gone else "stands its ground"
            self.came.append(Event(CRAWLER, words, "FGT-61"))

    def casts(self, harder_by: int = 0, taken: int = 0) -> bool:
        """The Fear, at so much more Ob and with so many dice taken by wounds; whether it comes off. Source: SOR-10."""
        spell = THE_FEAR.obstacle
        assert spell
        against = casting.obstacle(spell.number()).total + harder_by
        caster = casting.Caster(HEDGE_WIZARD.ability("Sorcery"), HEDGE_WIZARD.figures.will, lost=taken)
        fell = self.dice.fall(JOOST, Besides.SPELL, caster.pool(), against=against)
        if fell < against:
            self.came.append(Event(JOOST, "the spell fails", "SOR-10"))
        return fell >= against

    def shakes(self, side: int, pool: Pool, hesitates: int) -> int:
        """Steel against The Fear, with the heartbeats that are lost. Source: STE-03."""
        opened = Pool.of(pool.dice, pool.groups[0].shade, open_ended=True)
        return steel.lost(hesitates, self.dice.fall(side, Besides.STEEL, opened, against=hesitates))

    def bears(self, hurts: int = 0, taken: int = 0) -> None:
        """What the spell takes of his Forte. Raises `Over` where he drops. Source: SOR-13."""
        spell, forte = THE_FEAR.obstacle, HEDGE_WIZARD.figures.forte
        assert spell
        against = casting.tax_obstacle(spell.number(), wounds=hurts).total
        pool = forte.pool(-self.taxed - taken)
        found = sickness.taxed(forte.exponent - self.taxed, self._tax(pool, against), against)
        self.taxed += found.lost
        if found.lost:
            self.came.append(Event(JOOST, f"Forte taxed by {found.lost}", "SOR-13"))
        if found.unconscious:
            self.came.append(Event(JOOST, "drops, with no Forte left", "SOR-13"))
            self.fight = self.fight.give_up(JOOST)
            raise Over

    def _tax(self, pool: Pool, against: int) -> int:
        return self.dice.fall(JOOST, Besides.TAX, pool, against=against)

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
        sword = replace(other.fighter, weapon=WEAPONS["sword"])
        self.fight = replace(self.fight, sides=(one, replace(other, fighter=sword)))
        self.write("e2")
        self.move()

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
        runs = creatures.added(GIFTS | {RUNS}, creatures.Doing.WITHDRAW)
        more = CARDS[Maneuver.SPEED_WITHDRAW].dice + quick[CRAWLER].total + runs
        seen = other.dice(HEDGE_WIZARD.figures.perception.ability, more=quick[JOOST].total + thrown.RANGE_DICE)
        pools = (one.dice(one.fighter.speed, more=more), Pool.of(seen.dice, seen.groups[0].shade, open_ended=True))
        fell = [self.dice.fall(side, Besides.RANGE, pools[side]) for side in (CRAWLER, JOOST)]
        hurts = [side.state.hurts for side in (one, other)]
        for rolled in tuple(self.dice.rolls):
            lines = (Line(hurts[rolled.side], "wounds", "INJ-09"),) if hurts[rolled.side] else ()
            self.dice.says(rolled.number, eaten=lines)
        self._both(Besides.RANGE)
        mine, theirs = (eaten.left(fell[side], hurts[side]) for side in (CRAWLER, JOOST))
        self.words = {0: "a tie", 1: "it gets away"}.get((mine > theirs) - (mine < theirs), "he holds the range")
        self.came.append(Event(CRAWLER if mine > theirs else JOOST, self.words, "RNC-10"))
        if mine > theirs:
            raise Over

    def knife(self) -> None:
        """The throw, what the die makes of it, and the shell."""
        joost, crawler = self.fight.sides[JOOST], self.fight.sides[CRAWLER]
        obstacle = missiles.obstacle(missiles.Band.OPTIMAL, other=DIM + joost.state.hurts).total
        pool = joost.dice(HEDGE_WIZARD.ability("Throwing"))
        fell = self.dice.fall(JOOST, Besides.THROW, pool, against=obstacle)
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


TESTS = (Part.POSITION, Part.ATTACK, Part.DEFENSE)
"""Rolls of the procedure that may count as tests. Source: HUB-35."""


def harder(before: Fight, after: Fight, one: Rolled) -> Iterator[Line]:
    """The +Ob on a roll of the procedure, line by line; armor, Steel and lines of 0 have none. Source: FGT-09.

    `before` and `after` are the fight around the step in which it fell.
    """
    state = before.sides[one.side].state
    if one.part is Part.POSITION:
        yield from fight_positions.hindered(before, one.side, one.act)
    elif one.part is Part.NATURAL:
        yield Line(state.hurts, "wounds", "INJ-09")
        yield fight_posture.line(state.posture, Doing.NATURAL)
    elif one.act is not None:
        fight = replace(before, moved=after.moved)
        dodges = before.phase is Phase.POSITION
        deed = Deed(one.act) if dodges else before.sides[one.side].volley(before.volley).slots[before.slot - 1][0]
        doing = Doing.DEFEND if one.part is Part.DEFENSE or deed.act is Act.ESCAPE else Doing.ATTACK
        part = fight_reach.Part.RIPOSTE if one.part is Part.RIPOSTE else None
        yield from fight_deeds.harder(fight, one.side, deed, doing, part=part)


COURSE: Mapping[Step, Callable[[Course], None]] = {
    Step.START: Course.start,
    Step.E1V1_MOVE: Course.first_script,
    Step.E1V1_ACT: Course.spell,
    Step.E1V2: Course.draw,
    Step.E1V3: Course.draw,
    Step.E2V1_MOVE: Course.armed,
    Step.E2V1_ACT: Course.acts,
    Step.E2V2_MOVE: Course.withdraws,
    Step.E2V2_FIRST: Course.act,
    Step.E2V2_SECOND: Course.acts,
    Step.E2V3_MOVE: Course.backs_off,
    Step.E2V3_ACT: Course.acts,
    Step.RANGE: Course.at_range,
    Step.KNIFE: Course.knife,
}
"""What each step plays."""


def replay(until: Step = Step.KNIFE, changes: Mapping[int, int] | None = None, anew: int = 0, seed: int = 1) -> Replay:
    """The tale up to and with a step. `changes` are successes by the number of the roll, from 1.

    From roll `anew` on, unless it is 0, chance decides by the `seed`, and wherever the tale has no such roll. Raises
    `Refused` for a Die of Fate that has no such face. Source: FGT-71.
    """
    return retold.play(Course(Dice(PRINTED, changes or {}, anew, seed)), COURSE, until)
