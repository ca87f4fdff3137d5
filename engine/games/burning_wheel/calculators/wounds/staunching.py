"""Stopping the bleeding by hand: how hard it is, how long it takes, and how long it holds (INJ-31 to INJ-34)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.bleeding import clocks, figure, said
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Obstacle, ob
from engine.games.burning_wheel.forms.healing import B4, Healer, HealersDice, Rolled, Skilled
from engine.games.burning_wheel.forms.wounds import Forte, PatientsHealth
from engine.games.burning_wheel.readings.bleeding import blood_of, staunched_of
from engine.games.burning_wheel.readings.healing import hands_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, no_test
from engine.games.burning_wheel.readings.times import working
from engine.games.burning_wheel.rules import staunching as rules
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.bleeding import AN_HOUR, Clock, What
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.staunching import PACES, Flow
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.treatment import SKILLS, Column, Medic, shared
from engine.games.burning_wheel.rules.wounds import Felt, Level
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

STOPS = Between(0, 20)
MOST_HOURS = 400

Bleeds = Annotated[Flow, Asked("The wound")]


@dataclass(frozen=True, slots=True)
class Hands:
    """Someone at a wound that bleeds: the test with its ledgers, and the skill, None without one."""

    level: Level
    medic: Medic | None
    test: Test
    dice: Worked
    hurt: Felt

    @classmethod
    def at(cls, wound: Flow, healer: Healer, helping: int, wounds: Hurt, ask: Rulings) -> "Hands":
        """Those of a form, as the table reads the rules. Source: INJ-33."""
        skilled = isinstance(healer, Skilled)
        medic = healer.medic if isinstance(healer, Skilled) else None
        own = healer.skill if isinstance(healer, Skilled) else hands_of(healer.perception, healer.agility, ask)
        hurt = feels(wounds, own, ask, ELEMENTS["skill"] if skilled else None)
        lines = (Line(own.exponent, f"{SKILLS[medic].words} {own}", "INJ-33"), hurt.dice)
        worked = Worked((*lines, Line(helping, "Help, tools, FoRKs", "HUB-30")))
        asked = rules.obstacle(wound.level, medic) + hurt.added
        return cls(wound.level, medic, Test.of(own.shade, worked.total, asked, ask, at="helping"), worked, hurt)

    @property
    def against(self) -> Worked:
        """The obstacle, line by line."""
        words = f"A {self.level.wound} with {SKILLS[self.medic].words}"
        return Worked((Line(rules.obstacle(self.level, self.medic), words, "INJ-33"), self.hurt.obstacle))

    @property
    def ledgers(self) -> tuple[Working, Working]:
        """Obstacle and dice, line by line."""
        return (
            Working(self.against.lines, self.against.total, "Obstacle"),
            Working(self.dice.lines, self.dice.total, "Dice that count", "D"),
        )

    def seconds(self, speed: int) -> int:
        """How long it takes with so many extra successes for speed."""
        return rules.seconds(self.level, self.medic, working(False, speed, self.test.ask).total)


@calculator("stop-bleeding", rules="INJ-31 INJ-33 INJ-34")
def stop_bleeding(
    wound: Bleeds = Flow.MIDI,
    healer: Annotated[Healer, Asked("Someone stops it")] = Skilled(),
    helping: HealersDice = 0,
    health: PatientsHealth = B4,
    successes: Rolled = None,
    speed: Annotated[int, Between(0, 20), Asked("Extra successes for speed", quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """No surgeon is near. Can someone stop the bleeding?"""
    hands = Hands.at(wound, healer, helping, wounds, ask)
    test = hands.test
    if hands.hurt.gone:
        return no_test(hands.hurt.gone)
    taken = 0 if successes is None else speed
    seconds, hold = hands.seconds(taken), Fraction(health.exponent * AN_HOUR)
    verdict = _before(hands, seconds) if successes is None else _after(hands, successes, speed, seconds, hold)
    minutes = Fraction(seconds, Unit.MINUTES.seconds)
    stopped = None if successes is None else successes >= test.obstacle
    blocks: list[Block] = [verdict]
    if successes is None:
        blocks.append(test.odds())
    else:
        blocks += by_artha(successes, test.dice)
    blocks += [
        *hands.ledgers,
        *_remarks(hands, health.exponent),
    ]
    return Answer(
        {**test.values, "possible": True, "minutes": minutes, "stopped": stopped, "hold": hold},
        tuple(blocks),
        test.marks("healer.skill", Kind.SKILL) if hands.medic else (),
    )


def _before(hands: Hands, seconds: int) -> Verdict:
    test, takes = hands.test, times.in_words(seconds, Unit.HOURS)
    # What a test without a skill counts toward, the book does not say.
    facts = (*(test.facts if hands.medic else test.facts[:2]), Fact(takes))
    return Verdict(Obstacle(test.obstacle).words, facts, f"{test.sentence} It takes {takes}.")


def _after(hands: Hands, successes: int, speed: int, seconds: int, hold: Fraction) -> Verdict:
    test, takes = hands.test, times.in_words(seconds, Unit.HOURS)
    if sentence := too_many(successes, test.dice):
        raise Unusable("successes", sentence)
    try:
        shared(successes, test.obstacle, speed)
    except Refused as error:
        raise Unusable("speed", str(error)) from None
    if successes < test.obstacle:
        short = test.obstacle - successes
        return Verdict(
            "Bleeds on", (Fact(short, "short"), Fact(takes, "lost")), f"Short by {short}: the wound bleeds on."
        )
    holds = said(hold)
    then = "Then someone has to stop it again, and only treatment begins the recovery."
    return Verdict("Stopped", (Fact(figure(hold), "held"), Fact(takes)), f"The blood is held for {holds}. {then}")


def _remarks(hands: Hands, health: int) -> list[Note]:
    found = []
    if hands.medic is None:
        found.append(Note("This is twice Field Dressing already: nothing doubles it again.", rule="INJ-33"))
    if not PACES[hands.medic].printed:
        found.append(Note("The book names no time for this one; it takes that of its column.", Mark.RULING, "INJ-34"))
    if hands.level is Level.MORTAL:
        minutes = wording.count(health, "minute")
        text = f"Begin within {minutes}; once begun, it may take its time. The dying must have the will to live."
        found.append(Note(text, rule="INJ-17"))
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """Blood that is to be held for so many `minutes`: the clock as it is now, and the test of each stop."""

    clock: Clock
    minutes: Fraction
    test: Test

    @property
    def left(self) -> int:
        """How often it may still be stopped."""
        return self.clock.stops_left(0)

    @property
    def longest(self) -> Fraction:
        """How many minutes it can be held from now on."""
        return self.left * self.clock.blood.hold

    @property
    def needed(self) -> int:
        """How many stops in a row hold it for that time, or all that are left."""
        return rules.stops_for(min(self.minutes, self.longest), self.clock.blood.health)

    @property
    def chance(self) -> Fraction:
        """How likely all of them succeed, and that they are enough."""
        return self.test.chance**self.needed if self.minutes <= self.longest else Fraction(0)

    @property
    def played(self) -> Clock:
        """The clock once all of them have held, and it bleeds again."""
        clock = self.clock
        for _ in range(self.needed):
            clock = clock.staunched(0).later(clock.blood.hold)
        return clock


@calculator("staunching", rules="INJ-32")
def staunching(
    wound: Bleeds = Flow.MIDI,
    health: PatientsHealth = B4,
    hours: Annotated[int, Between(0, MOST_HOURS), Asked("Hours until better help comes", quick=(4, 8, 12, 24))] = 8,
    healer: Annotated[Healer, Asked("Someone stops it")] = Skilled(),
    helping: HealersDice = 0,
    forte: Forte = B4,
    bled: Annotated[int, Between(0, MOST_HOURS), Asked("Hours it has bled before", quick=(0, 1, 2), more=True)] = 0,
    stopped: Annotated[int, STOPS, Asked("Times it was stopped already", quick=(0, 1, 2), more=True)] = 0,
    failed: Annotated[int, STOPS, Asked("Attempts that failed", quick=(0, 1, 2), more=True)] = 0,
    elsewhere: Annotated[int, STOPS, Asked("Times another wound was stopped", quick=(0, 1, 2), more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Can they be held until help comes?"""
    hands = Hands.at(wound, healer, helping, wounds, ask)
    if hands.hurt.gone:
        return no_test(hands.hurt.gone)
    blood = blood_of(forte, health, (wound.level,), ask)
    blood = staunched_of(blood, ask, ran=bled > 0, failed=failed > 0, others=elsewhere > 0)
    clock = Clock(blood).hurt(wound.level)
    used = stopped + (failed if blood.attempts else 0) + (elsewhere if blood.in_all else 0)
    clock = replace(clock, wounds=(replace(clock.wounds[0], stops=used),)).later(Fraction(bled * AN_HOUR))
    if clock.dead or clock.wounds[0].level is not wound.level:
        worse = "death" if clock.dead else clock.wounds[0].level.words
        raise Unusable("bled", f"A {wound.level.wound} here has come to {worse} after {said(clock.now)}.")
    plan = Plan(clock, Fraction(hours * AN_HOUR), hands.test)
    after = plan.played
    coming = after.next
    death = next((one.at for one in after.untended() if one.what is What.DIES), None)
    values: dict[str, Any] = {
        "hold": blood.hold,
        "left": plan.left,
        "longest": plan.longest,
        "needed": plan.needed,
        "enough": plan.minutes <= plan.longest,
        "dice": hands.test.dice,
        "obstacle": hands.test.obstacle,
        "each": hands.test.chance,
        "chance": plan.chance,
        "worse": None if coming is None else coming.at - after.now,
        "time": "" if coming is None else said(coming.at - after.now),
        "becomes": "" if coming is None else coming.level.value,
        "death": None if death is None else death - clock.now,
    }
    return Answer(
        values,
        (
            _held(plan),
            clocks(after, (wound.level.wound,), clock.now),
            *_stops(plan),
            *hands.ledgers,
            Note("Each stop is a test of its own. If one fails, the wound bleeds again at once.", rule="INJ-32"),
            Note("Held is not healed: only treatment begins the recovery.", rule="INJ-31"),
        ),
    )


def _held(plan: Plan) -> Verdict:
    hold, longest = plan.clock.blood.hold, plan.longest
    if not plan.left:
        return Verdict(
            "No more stops", (Fact("all are used up"),), "The blood can be stopped no more: it takes treatment."
        )
    if plan.minutes > longest:
        said_so = f"{said(longest)[:1].upper()}{said(longest)[1:]} is the most: {plan.left} stops of {said(hold)} each."
        return Verdict("Too long", (Fact(figure(longest), "at most"), Fact.count(plan.left, "stop")), said_so)
    needed = wording.count(plan.needed, "stop")
    if not plan.needed:
        return Verdict("No stop", (Fact(figure(longest), "at most"),), f"It could be held for {said(longest)}.")
    facts = (Fact(needed), Fact(ob(plan.test.obstacle), "each"), Fact(figure(longest), "at most"))
    lasts = f"{needed} of {said(hold)} each, all of which must succeed"
    return Verdict(
        wording.percent(plan.chance), facts, f"It takes {lasts}: they do {often(plan.chance)}.", Mark.DERIVED
    )


def _stops(plan: Plan) -> tuple[Table, ...]:
    """How long each number of stops holds, and how likely they all succeed."""
    hold = plan.clock.blood.hold
    rows = tuple((count, said(count * hold), plan.test.chance**count) for count in range(1, plan.left + 1))
    current = plan.needed - 1 if plan.needed and plan.minutes <= plan.longest else None
    columns = ("Stops", "Hold for", "All succeed")
    return (Table("Stop after stop", columns, rows, current, Mark.DERIVED),) if rows else ()


@table("stop-bleeding-obstacles")
def stop_bleeding_obstacles() -> Table:
    """How hard it is to stop the bleeding of each wound (INJ-33)."""
    rows = tuple((level.words, *(rules.OBSTACLES[level][column] for column in Column)) for level in rules.OBSTACLES)
    return Table("Stopping the bleeding: the obstacle", ("Wound", *(column.words for column in Column)), rows)
