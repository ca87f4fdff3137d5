"""Someone's wounds from the blow to the last day in bed, as a state machine (INJ-35).

Every method of a `Patient` gives the patient after it, or raises `Refused` with the sentence why not. Successes come
from outside, time passes only by `later`, in minutes, and nothing here knows a form. A bot that is cut down, bleeds for
an hour, is treated, passes Health, and lies in bed until the wound has closed:

>>> from engine.games.burning_wheel.rules.wounds import PRESETS
>>> body = Body({stat: 4 for stat in Stat}, PRESETS["B4"], Blood(Ability(Shade.BLACK, 4), 4))
>>> hurt = Patient.whole("Ines", body).hit(Coordinate(8)).later(Fraction(60))
>>> hurt.lost, hurt.condition.words, hurt.clock.left(0)
(3, 'On your feet', Fraction(180, 1))
>>> tended = hurt.treat(0, Medic.SURGERY, 5).heal(0, 4, months := 2)
>>> [tended.later(Fraction(days * 24 * 60)).lost for days in (0, 30, 60)]
[2, 1, 0]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import recovery, staunching, treatment
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import BLEEDING, Blood, Clock, State
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.recovery import CAPPED_AT, LONG, PRINTED, STAGES, Care, End, House, Outcome
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.treatment import Medic
from engine.games.burning_wheel.rules.wounded import Collapse, Condition, Pain, Relief, collapse
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT, Level, Tolerances
from engine.option import Option
from engine.refused import Refused

A_MINUTE = 60
MOST_WOUNDS = 12
"""Wounds of one person that are kept at a time."""


@dataclass(frozen=True, slots=True)
class Body:
    """Who bears the wounds: the six stats unhurt, the tolerances, how the blood runs, and how the table reads recovery.

    With `once` the obstacle of a Superficial wound is shrugged off once a scene. Source: INJ-35.
    """

    stats: Mapping[Stat, int]
    tolerances: Tolerances
    blood: Blood
    house: House = PRINTED
    once: bool = False


class Stands(Option):
    """How far a wound has come, from the blow to the scar."""

    FRESH = "fresh", "untended"
    STAUNCHED = "staunched", "staunched"
    FAILED = "failed", "badly treated"
    TREATED = "treated", "treated: test Health"
    HEALING = "healing", "healing"
    HEALED = "healed", "healed"


@dataclass(frozen=True, slots=True)
class Injury:
    """One wound: where it fell, the part of the body, the minute; what care it had, and what Health came to.

    `had` are dice that were back when it was written down, `bonus` those that the treatment left for the Health test.
    `stage` counts the stages of a Mortal wound that heals, `willing` says that the will to live was paid for, `tested`
    is the minute of the Health test, and `stat` bears what is lost. Source: INJ-35.
    """

    hit: Coordinate
    taken: Fraction
    location: Location | None = None
    care: Care = Care.NONE
    had: int = 0
    bonus: int = 0
    stage: int | None = None
    willing: bool = False
    tested: Fraction = Fraction(0)
    outcome: Outcome | None = None
    stat: Stat | None = None
    healed: bool = False

    @property
    def closes(self) -> Fraction | None:
        """The minute at which it has closed; None while Health is not tested."""
        return None if self.outcome is None else self.tested + Fraction(self.outcome.seconds, A_MINUTE)

    @property
    def due(self) -> tuple[Fraction, ...]:
        """The minutes at which dice come back."""
        return tuple(self.tested + Fraction(one, A_MINUTE) for one in (self.outcome.back if self.outcome else ()))


@dataclass(frozen=True, slots=True)
class Patient:
    """Someone with all their wounds, now. Wounds are numbered from 0, as the `clock` numbers them. Source: INJ-35.

    `shrugged`, `gritted` and `tried` are those of `wounded.Pain`. `gone` are dice lost for good, by the stats that bear
    them, and `capped` the stats that never pass 5 again.
    """

    name: str
    body: Body
    clock: Clock
    injuries: tuple[Injury, ...] = ()
    shrugged: int = 0
    gritted: int = 0
    tried: bool = False
    gone: tuple[tuple[Stat, int], ...] = ()
    capped: tuple[Stat, ...] = ()

    @classmethod
    def whole(cls, name: str, body: Body) -> "Patient":
        """Someone without a wound, at minute 0."""
        return cls(name, body, Clock(body.blood))

    @property
    def now(self) -> Fraction:
        """The minute, counted from the start."""
        return self.clock.now

    def level(self, number: int) -> Level:
        """What a wound is now: as it has bled, or as far as a Mortal one has healed; NONE once it is healed."""
        injury = self.injuries[number]
        if injury.healed:
            return Level.NONE
        return self.clock.wounds[number].level if injury.stage is None else STAGES[injury.stage]

    @property
    def levels(self) -> tuple[Level, ...]:
        """All wounds that are not healed."""
        found = (self.level(number) for number in range(len(self.injuries)))
        return tuple(level for level in found if level is not Level.NONE)

    @property
    def pain(self) -> Pain:
        """What they hurt, and what of it is shaken off for the scene; a stage of a Mortal wound hurts as itself."""
        felt = tuple(level for level in self.levels if level is not Level.MORTAL)
        return Pain(felt, self.shrugged, self.gritted, self.tried, self.body.once)

    def back(self, number: int) -> int:
        """Dice of a wound that have come back while it heals. Source: INJ-21."""
        injury = self.injuries[number]
        if injury.outcome is not None:
            return sum(one <= self.now for one in injury.due)
        at_once = injury.care is Care.PASSED and injury.stage is None and not self.body.house.first_on_health
        return max(injury.had, int(at_once and recovery.lasts(self.level(number)) > 1))

    @property
    def lost(self) -> int:
        """The dice that wounds take now, 0 or more."""
        returned = sum(self.back(number) for number, one in enumerate(self.injuries) if not one.healed)
        return max(0, self.pain.lost - returned)

    @property
    def obstacle(self) -> int:
        """What wounds add to obstacles now, 0 or 1."""
        return self.pain.obstacle

    @property
    def stats(self) -> Mapping[Stat, int]:
        """The stats without what is lost for good. Source: INJ-29, INJ-30."""
        return {
            stat: recovery.Loss(
                Ability(Shade.BLACK, min(exponent, CAPPED_AT) if stat in self.capped else exponent),
                sum(lost for one, lost in self.gone if one is stat),
            ).after.exponent
            for stat, exponent in self.body.stats.items()
        }

    @property
    def dead(self) -> bool:
        """Whether it is over."""
        return self.clock.dead

    @property
    def dying(self) -> bool:
        """Whether a Mortal wound is not treated. Source: INJ-08."""
        return not self.dead and any(
            self.level(number) is Level.MORTAL and one.care is not Care.PASSED
            for number, one in enumerate(self.injuries)
        )

    @property
    def collapse(self) -> Collapse:
        """How they stand: a stat at 0, or the Mortal stage, brings them down. Source: INJ-12, INJ-23, INJ-29."""
        found = collapse(self.stats, self.lost, dying=self.dying)
        asleep = Level.MORTAL in self.levels or not min(self.stats.values())
        if asleep and not self.dying:
            return replace(found, condition=Condition.UNCONSCIOUS, left=0)
        return found

    @property
    def condition(self) -> Condition:
        """The same in one word; the dead have none better than dying."""
        return Condition.DYING if self.dead else self.collapse.condition

    def stands(self, number: int) -> Stands:
        """How far a wound has come."""
        injury = self.injuries[number]
        if injury.healed:
            return Stands.HEALED
        if injury.outcome is not None:
            return Stands.HEALING
        if injury.care is Care.PASSED:
            return Stands.TREATED
        if injury.care is Care.FAILED:
            return Stands.FAILED
        return Stands.STAUNCHED if self.clock.wounds[number].state is State.STAUNCHED else Stands.FRESH

    def group(self, number: int) -> tuple[int, ...]:
        """The wounds that heal together with one: three Superficial ones that count as a Light one. Source: INJ-10."""
        alike = [
            at
            for at, one in enumerate(self.injuries)
            if self.level(at) is Level.SUPERFICIAL and one.outcome is None and one.stage is None
        ]
        if number not in alike:
            return (number,)
        first = alike.index(number) // SUPERFICIALS_TO_A_LIGHT * SUPERFICIALS_TO_A_LIGHT
        three = tuple(alike[first : first + SUPERFICIALS_TO_A_LIGHT])
        return three if len(three) == SUPERFICIALS_TO_A_LIGHT else (number,)

    def heals_as(self, number: int) -> Level:
        """The level whose Health test and time a wound has. Source: INJ-10, INJ-21."""
        return Level.LIGHT if len(self.group(number)) > 1 else self.level(number)

    def hit(self, hit: Coordinate, location: Location | None = None) -> "Patient":
        """A blow lands; left of Superficial it is no wound. Source: INJ-04, INJ-07, INJ-16."""
        self._alive()
        level = self.body.tolerances.level(hit)
        if level is Level.NONE:
            return self
        if len(self.levels) >= MOST_WOUNDS:
            raise Refused(f"{self.name} has {MOST_WOUNDS} wounds, and no more are kept here.")
        pain = self.pain.hurt(level)
        injury = Injury(hit, self.now, location)
        return replace(self, clock=self.clock.hurt(level), injuries=(*self.injuries, injury), shrugged=pain.shrugged)

    def borne(self, hit: Coordinate, back: int = 0) -> "Patient":
        """A wound from before, with so many dice back: that it was treated, then, goes without saying."""
        after = self.hit(hit)
        if not back or after is self:
            return after
        number = len(self.injuries)
        most = max(0, recovery.lasts(after.level(number)) - 1)
        return after._with((number,), care=Care.PASSED, had=min(back, most))._dried(number)

    def later(self, minutes: Fraction) -> "Patient":
        """So many minutes pass: wounds bleed, dice come back, wounds close, a Mortal one comes to its next stage."""
        self._alive()
        after = replace(self, clock=self.clock.later(minutes))
        for number in range(len(after.injuries)):
            after = after._closed(number)
        pain = after.pain.mended()
        return replace(after, shrugged=pain.shrugged, gritted=pain.gritted)

    def _closed(self, number: int) -> "Patient":
        """The same with a wound healed or at its next stage, where its time has come, and with what it leaves."""
        injury = self.injuries[number]
        found = injury.outcome
        if found is None or injury.healed or injury.closes is None or injury.closes > self.now:
            return self
        after = self
        if injury.stat is not None and found.end is End.SCARRED:
            after = replace(self, capped=(*self.capped, injury.stat))
        elif injury.stat is not None and found.lost:
            after = replace(self, gone=(*self.gone, (injury.stat, found.lost)))
        staged = injury.stage is not None and injury.stage < len(STAGES) - 1
        closed = self._next_stage(injury) if staged else replace(injury, healed=True)
        return replace(after, injuries=(*self.injuries[:number], closed, *self.injuries[number + 1 :]))

    def _next_stage(self, injury: Injury) -> Injury:
        """The next stage of a Mortal wound; where each takes a treatment, it waits for its own. Source: INJ-23."""
        stage = (injury.stage or 0) + 1
        care = Care.NONE if self.body.house.each_stage and STAGES[stage] in LONG else Care.PASSED
        return replace(injury, stage=stage, care=care, bonus=0, outcome=None, stat=None)

    def scene_ends(self) -> "Patient":
        """All pain is back. Source: INJ-20."""
        pain = self.pain.scene_ends()
        return replace(self, shrugged=pain.shrugged, gritted=pain.gritted)

    def shake_off(self, way: Relief, successes: int | None = None) -> "Patient":
        """Pain is shaken off for the scene, by Health or by artha where nothing was rolled. INJ-18, INJ-19."""
        self._alive()
        down = self.condition in (Condition.DOWN, Condition.UNCONSCIOUS)
        if Level.MORTAL in self.levels:
            raise Refused("Someone with a Mortal wound shakes nothing off.")
        passed = successes is None or successes >= way.obstacle
        if way is Relief.SHRUG:
            pain = self.pain.shrug()
            return replace(self, shrugged=pain.shrugged) if passed else self
        pain = self.pain.grit(down=down, passed=passed)
        return replace(self, gritted=pain.gritted, tried=pain.tried)

    def will(self, lives: bool) -> "Patient":
        """The player says whether there is the will to live, for a Persona. Source: INJ-17."""
        self._alive()
        if not self.dying:
            raise Refused("The will to live is asked of someone with a Mortal wound; there is none here.")
        if not lives:
            return replace(self, clock=replace(self.clock.given_up(), dead=True))
        if not self.unsaid:
            raise Refused("The will to live was declared and paid for.")
        return self._with(self.unsaid, willing=True)

    def staunch(self, number: int, medic: Medic | None, successes: int, percent: int = 100) -> "Patient":
        """Someone tries to stop the bleeding of a wound; then the time for it passes. Source: INJ-31 to INJ-34."""
        self._tended(number)
        level = self.level(number)
        passed = successes >= staunching.obstacle(level, medic)
        after = replace(self, clock=self.clock.staunched(number, passed=passed))
        return after.later(Fraction(staunching.seconds(level, medic, percent if passed else 100), A_MINUTE))

    def treat(self, number: int, medic: Medic | None, successes: int, speed: int = 0, percent: int = 100) -> "Patient":
        """Someone treats a wound; then the time for it passes. `speed` extra successes went into the time.

        A wound stops bleeding as its treatment begins, if that passes. Three Superficial wounds that count as a Light
        one are treated as one. Source: INJ-24 to INJ-28.
        """
        self._tended(number)
        level, injury = self.heals_as(number), self.injuries[number]
        if injury.outcome is not None or injury.care is Care.PASSED:
            raise Refused("This wound is treated already.")
        if injury.care is Care.FAILED and level not in (Level.SEVERE, Level.TRAUMATIC):
            raise Refused("Its treatment has failed, and stands: test Health.")
        asked = treatment.asked(level, medic)
        minutes = Fraction(treatment.seconds(level, medic, percent), A_MINUTE)
        if successes >= asked:
            extra = treatment.shared(successes, asked, speed)
            return self._with(self.group(number), care=Care.PASSED, bonus=extra.health)._dried(number).later(minutes)
        if level is Level.MORTAL:
            return replace(self, clock=replace(self.clock, dead=True))
        if level in (Level.SEVERE, Level.TRAUMATIC):
            return self.later(minutes)
        return self._with(self.group(number), care=Care.FAILED)._dried(number).later(minutes)

    def asks(self, number: int) -> int:
        """The obstacle of the Health test that a wound waits for. Raises `Refused` where it waits for none. INJ-21."""
        self._alive()
        injury, level = self._open(number), self.heals_as(number)
        if injury.outcome is not None:
            raise Refused("Health was tested for this wound: only time helps now.")
        if (
            level in LONG
            and injury.care is not Care.PASSED
            and not (level is Level.MIDI and injury.care is Care.FAILED)
        ):
            raise Refused(f"A {level.wound} must be treated before it can heal.")
        return recovery.obstacle(level)

    def heal(self, number: int, successes: int, amount: int | None = None, stat: Stat | None = None) -> "Patient":
        """Health is tested for a wound. `amount` are the weeks or months that the GM gives a long one.

        `stat` bears what may be lost for good. Raises `Refused` where a time is missing or out of range.
        Source: INJ-21 to INJ-23, INJ-27 to INJ-30.
        """
        asked, level, injury = self.asks(number), self.heals_as(number), self.injuries[number]
        if level in LONG and amount is None:
            long = LONG[level]
            raise Refused(f"Say how long it takes to heal: {long.words}, or roll {long.rolled}.")
        seconds = recovery.natural(level, self.body.blood.forte.exponent, amount if level in LONG else None).seconds
        passed, extra = successes >= asked, successes - asked
        found = recovery.outcome(level, injury.care, passed, seconds, extra, self.body.house)
        if found.end is End.DEAD:
            return replace(self, clock=replace(self.clock, dead=True))
        if (found.lost or found.end is End.SCARRED) and stat is None:
            raise Refused("Say which stat bears what is lost for good.")
        stage = 0 if level is Level.MORTAL else injury.stage
        tested = self._with(self.group(number), tested=self.now, outcome=found, stat=stat, stage=stage, bonus=0)
        return tested.later(Fraction(0))

    @property
    def unsaid(self) -> tuple[int, ...]:
        """The wounds that kill unless the will to live is declared and paid for. Source: INJ-17."""
        return tuple(
            number
            for number, one in enumerate(self.injuries)
            if self.level(number) is Level.MORTAL and one.care is not Care.PASSED and not one.willing
        )

    @property
    def may_hit(self) -> bool:
        """Whether one more wound can be kept."""
        return not self.dead and len(self.levels) < MOST_WOUNDS

    @property
    def may_grit(self) -> bool:
        """Whether there is a die to win back, and an attempt left for it. Source: INJ-19."""
        down = self.condition is not Condition.UP
        mortal = Level.MORTAL in self.levels
        return bool(self.lost) and self.pain.grittable > 0 and not mortal and not (down and self.tried)

    @property
    def waits(self) -> tuple[int, ...]:
        """The wounds that a Health test is open for."""
        return tuple(number for number in range(len(self.injuries)) if self._may(number))

    @property
    def tendable(self) -> tuple[int, ...]:
        """The wounds that someone may still treat."""
        again = (Level.SEVERE, Level.TRAUMATIC)
        return tuple(
            number
            for number, one in enumerate(self.injuries)
            if not (self.dead or one.healed or one.outcome or number in self.unsaid)
            and (one.care is Care.NONE or (one.care is Care.FAILED and self.level(number) in again))
        )

    @property
    def bleeding(self) -> tuple[int, ...]:
        """The wounds whose blood may be staunched. Source: INJ-31, INJ-32."""
        return tuple(
            number
            for number, wound in enumerate(self.clock.wounds)
            if wound.state is State.BLEEDING
            and not (self.dead or number in self.unsaid)
            and self.clock.stops_left(number)
        )

    @property
    def returning(self) -> tuple[Fraction, ...]:
        """The minutes to come at which a die is back or a wound has closed, soonest first."""
        due = {
            at
            for one in self.injuries
            if not one.healed and one.closes is not None
            for at in (*one.due, one.closes)
            if at > self.now
        }
        return tuple(sorted(due))

    def _may(self, number: int) -> bool:
        try:
            self.asks(number)
        except Refused:
            return False
        return True

    def _open(self, number: int) -> Injury:
        if not 0 <= number < len(self.injuries):
            raise Refused(f"There is no wound {number + 1} here.")
        injury = self.injuries[number]
        if injury.healed:
            raise Refused("This wound is healed.")
        return injury

    def _tended(self, number: int) -> None:
        """Refuse to tend what is not there, and a Mortal wound without the will to live. Source: INJ-17."""
        self._alive()
        injury = self._open(number)
        if self.level(number) is Level.MORTAL and injury.care is not Care.PASSED and not injury.willing:
            raise Refused("First the will to live: it is declared, and costs a Persona.")

    def _dried(self, number: int) -> "Patient":
        """The wound bleeds no more, if it did."""
        wound = self.clock.wounds[number]
        if wound.level not in BLEEDING or wound.state is State.TREATED:
            return self
        return replace(self, clock=self.clock.treated(number))

    def _with(self, numbers: Sequence[int], **changes: object) -> "Patient":
        injuries = tuple(
            replace(one, **changes) if at in numbers else one  # type: ignore[arg-type]
            for at, one in enumerate(self.injuries)
        )
        return replace(self, injuries=injuries)

    def _alive(self) -> None:
        if self.dead:
            raise Refused(f"{self.name or 'This character'} is dead.")


@dataclass(frozen=True, slots=True)
class Scene:
    """Several people with their wounds, and one clock for all; `order` says whose each wound is, first to last.

    Wounds are numbered from 0 through all people. Source: INJ-35.
    """

    people: tuple[Patient, ...]
    order: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, *people: Patient) -> "Scene":
        """These people with the wounds that they have."""
        order = tuple((at, number) for at, one in enumerate(people) for number in range(len(one.injuries)))
        return cls(people, order)

    @property
    def now(self) -> Fraction:
        """The minute."""
        return max((one.now for one in self.people), default=Fraction(0))

    def whose(self, number: int) -> tuple[int, int]:
        """The person who bears a wound, and its number there. Raises `Refused` where there is no such wound."""
        if not 0 <= number < len(self.order):
            count = len(self.order)
            raise Refused(f"There is no wound {number + 1}; {count or 'none'} {'is' if count == 1 else 'are'} noted.")
        return self.order[number]

    def becomes(self, at: int, patient: Patient) -> "Scene":
        """The same once something happened to one of them; the time that it took passes for everyone alive."""
        minutes = patient.now - self.people[at].now
        people = tuple(
            patient if place == at else one if one.dead or not minutes else one.later(minutes)
            for place, one in enumerate(self.people)
        )
        new = range(len(self.people[at].injuries), len(patient.injuries))
        return Scene(people, (*self.order, *((at, number) for number in new)))

    def later(self, minutes: Fraction) -> "Scene":
        """So many minutes later."""
        return replace(self, people=tuple(one if one.dead else one.later(minutes) for one in self.people))

    def scene_ends(self) -> "Scene":
        """All shaken-off pain is back. Source: INJ-20."""
        return replace(self, people=tuple(one.scene_ends() for one in self.people))
