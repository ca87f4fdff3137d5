"""Bleeding: a clock for each wound, what stops it and for how long, and when it kills (INJ-16, INJ-17, INJ-32).

Times are exact minutes, and nothing passes by itself. Someone with Forte 4 bleeds from a Severe wound:

>>> from engine.games.burning_wheel.dice import Shade
>>> clock = Clock(Blood(Ability(Shade.BLACK, 4), health=4)).hurt(Level.SEVERE)
>>> [(str(event.at), event.what.value, event.level.value) for event in clock.untended()]
[('240', 'worsens', 'traumatic'), ('360', 'worsens', 'mortal'), ('364', 'dies', 'mortal')]
>>> held = clock.later(Fraction(60)).staunched(0)
>>> held.later(Fraction(240)).wounds[0].state.value, held.later(Fraction(240)).events[-1].what.value
('bleeding', 'resumes')
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.refused import Refused

AN_HOUR = 60
LASTS: Mapping[Shade, int] = {Shade.BLACK: 1, Shade.GRAY: 2, Shade.WHITE: 3}
"""How many times as long someone with a Forte of this shade bleeds. Source: INJ-16, HER-05."""

FORTES: Mapping[Level, Fraction] = {
    Level.MIDI: Fraction(2),
    Level.SEVERE: Fraction(1),
    Level.TRAUMATIC: Fraction(1, 2),
}
"""How many times their Forte in hours a wound bleeds before it is worse. Source: INJ-16."""

WORSE: Mapping[Level, Level] = {
    Level.MIDI: Level.SEVERE,
    Level.SEVERE: Level.TRAUMATIC,
    Level.TRAUMATIC: Level.MORTAL,
}
"""What a wound that bled its time becomes; after a Mortal one comes death. Source: INJ-16."""

BLEEDING = (*WORSE, Level.MORTAL)


@dataclass(frozen=True, slots=True)
class Blood:
    """What decides how fast someone bleeds: unmodified Forte, Health exponent, and how the table reads the rule.

    `whole_hours` drops the half hour of an odd Forte, and with `dying_too` a lighter Forte lengthens the minutes of a
    Mortal wound. `all_together` lets every bleeding wound speed up every other, not only those of its own level. With
    `goes_on` a wound that was staunched and bleeds again has only the time left that it had; else its time begins
    anew. `attempts` count against the limit of stops whether they succeed or not, and `in_all` sets that limit for all
    wounds together. Source: INJ-16, INJ-32.
    """

    forte: Ability
    health: int
    whole_hours: bool = False
    dying_too: bool = False
    all_together: bool = False
    goes_on: bool = False
    attempts: bool = False
    in_all: bool = False

    def span(self, level: Level) -> Fraction:
        """How many minutes one wound of this level bleeds, alone and untended, until it is worse or kills.

        Raises `Refused` for a level that does not bleed. Source: INJ-16.
        """
        lasts = LASTS[self.forte.shade]
        if level is Level.MORTAL:
            return Fraction(self.health * (lasts if self.dying_too else 1))
        if level not in FORTES:
            raise Refused(f"{level.wound} does not bleed; Midi, Severe, Traumatic and Mortal wounds do.")
        hours = FORTES[level] * self.forte.exponent
        return (Fraction(hours // 1) if self.whole_hours else hours) * lasts * AN_HOUR

    @property
    def hold(self) -> Fraction:
        """How many minutes staunched blood stays staunched. Source: INJ-32."""
        return Fraction(self.health * AN_HOUR)


class State(Option):
    """How it stands with the blood of a wound."""

    DRY = "dry", "does not bleed"
    BLEEDING = "bleeding", "bleeds"
    STAUNCHED = "staunched", "staunched for now"
    TREATED = "treated", "treated"


class What(Option):
    """What happens to a wound on the clock."""

    TAKEN = "taken", "is taken"
    WORSENS = "worsens", "gets worse"
    DRIES = "dries", "gets worse and stops bleeding"
    DIES = "dies", "kills"
    STAUNCHED = "staunched", "is staunched"
    FAILED = "failed", "bleeds on"
    RESUMES = "resumes", "bleeds again"
    TREATED = "treated", "is treated"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened `at` a minute to the wound of that number (from 0), and its level from then on."""

    at: Fraction
    wound: int
    what: What
    level: Level


@dataclass(frozen=True, slots=True)
class Wound:
    """A wound on the clock: its level now, how it stands with its blood, and what of its time has run.

    `run` is the share of the time of its level that it has bled, 0 to 1. `until` is the minute at which a staunched
    one bleeds again, `stops` how often it was staunched, failed attempts too where they count.
    """

    level: Level
    state: State
    run: Fraction = Fraction(0)
    until: Fraction = Fraction(0)
    stops: int = 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of the course of a wound: its level and how its blood stands, from one minute to another.

    `end` is None where nothing ends it: it does not bleed, or it is treated.
    """

    level: Level
    state: State
    begin: Fraction
    end: Fraction | None = None


_BECOMES: Mapping[What, State] = {
    What.WORSENS: State.BLEEDING,
    What.DRIES: State.DRY,
    What.STAUNCHED: State.STAUNCHED,
    What.RESUMES: State.BLEEDING,
    What.TREATED: State.TREATED,
}


@dataclass(frozen=True, slots=True)
class Clock:
    """Everything that bleeds on one character, at minute `now`, and what has happened so far.

    `lost` says that the character has no will to live: then nothing helps against a Mortal wound. `dead` is final.
    Every step gives a new clock. Source: INJ-16, INJ-17, INJ-31, INJ-32.
    """

    blood: Blood
    wounds: tuple[Wound, ...] = ()
    now: Fraction = Fraction(0)
    events: tuple[Event, ...] = field(default=())
    lost: bool = False
    dead: bool = False

    @property
    def dying(self) -> bool:
        """Whether someone has a Mortal wound and is not dead yet. Source: INJ-08."""
        return not self.dead and any(wound.level is Level.MORTAL for wound in self.wounds)

    def hurt(self, level: Level) -> "Clock":
        """A new wound: it bleeds at once, if its level does at all. Source: INJ-16."""
        self._alive()
        state = State.BLEEDING if level in BLEEDING else State.DRY
        after = replace(self, wounds=(*self.wounds, Wound(level, state)))
        return after._told(len(self.wounds), What.TAKEN, level)

    def left(self, number: int) -> Fraction | None:
        """In how many minutes a wound is worse or kills, as things stand now; None where it does not bleed."""
        wound = self.wounds[number]
        if wound.state is not State.BLEEDING:
            return None
        return (1 - wound.run) * self.blood.span(wound.level) / self._together(wound.level)

    @property
    def next(self) -> Event | None:
        """What the blood does next if nobody does anything; None where nothing is to come."""
        if self.dead:
            return None
        found = []
        for number, wound in enumerate(self.wounds):
            left = self.left(number)
            if wound.state is State.STAUNCHED:
                found.append(Event(wound.until, number, What.RESUMES, wound.level))
            elif left is not None:
                found.append(self._end(number, self.now + left))
        return min(found, key=lambda event: (event.at, event.wound), default=None)

    def later(self, minutes: Fraction) -> "Clock":
        """The same so many minutes later (0 or more), with everything that happens until then and at that minute."""
        if minutes < 0:
            raise Refused("Time passes forward: give 0 minutes or more.")
        clock, end = self, self.now + minutes
        while (event := clock.next) is not None and event.at <= end:
            clock = clock._until(event.at)._happens(event)
        return clock._until(end)

    def untended(self) -> tuple[Event, ...]:
        """What happens from now on if nobody does anything, to the last event."""
        clock = self
        while (event := clock.next) is not None:
            clock = clock._until(event.at)._happens(event)
        return clock.events[len(self.events) :]

    def courses(self) -> tuple[tuple[Stretch, ...], ...]:
        """For each wound all that has happened to it, and what will if nobody does anything, from when it was taken.

        What took no time is left out, but for what it came to in the end.
        """
        found: list[list[Stretch]] = []
        for event in (*self.events, *self.untended()):
            if event.what is What.TAKEN:
                state = State.BLEEDING if event.level in BLEEDING else State.DRY
                found.append([Stretch(event.level, state, event.at)])
            elif event.what is What.DIES:
                found = [[*course[:-1], replace(course[-1], end=event.at)] for course in found]
            elif event.what in _BECOMES:
                course = found[event.wound]
                course[-1] = replace(course[-1], end=event.at)
                course.append(Stretch(event.level, _BECOMES[event.what], event.at))
        return tuple(tuple(one for one in course if one is course[-1] or one.end != one.begin) for course in found)

    def stops_left(self, number: int) -> int:
        """How often this wound may still be staunched. Source: INJ-32."""
        used = sum(wound.stops for wound in self.wounds) if self.blood.in_all else self.wounds[number].stops
        return max(0, self.blood.health - used)

    def staunched(self, number: int, *, passed: bool = True) -> "Clock":
        """An attempt to stop the bleeding of one wound that `passed` or failed.

        It holds for Health hours. Raises `Refused` where it does not bleed, where it may be staunched no more, or where
        the will to live is missing. Source: INJ-31, INJ-32.
        """
        wound = self._helped(number)
        if wound.state is not State.BLEEDING:
            raise Refused(f"This wound {wound.state.words}: there is no blood to staunch.")
        if not self.stops_left(number):
            raise Refused(
                f"Blood is staunched as often as Health has dice, here {self.blood.health}: no more attempts."
            )
        stops = wound.stops + (passed or self.blood.attempts)
        if not passed:
            return self._with(number, replace(wound, stops=stops))._told(number, What.FAILED, wound.level)
        after = replace(wound, state=State.STAUNCHED, until=self.now + self.blood.hold, stops=stops)
        return self._with(number, after)._told(number, What.STAUNCHED, wound.level)

    def treated(self, number: int) -> "Clock":
        """A treatment of one wound that succeeds: it bleeds no more. Source: INJ-16.

        Of a Mortal wound the start of it must fall within its minutes. Raises `Refused` where the will is missing.
        """
        wound = self._helped(number)
        return self._with(number, replace(wound, state=State.TREATED))._told(number, What.TREATED, wound.level)

    def given_up(self) -> "Clock":
        """No will to live, or no Persona for it: nothing stops the blood of a Mortal wound any more.

        Raises `Refused` where nobody is dying. Source: INJ-17.
        """
        if not self.dying:
            raise Refused("The will to live is asked of someone with a Mortal wound; there is none here.")
        wounds = tuple(
            replace(wound, state=State.BLEEDING)
            if wound.level is Level.MORTAL and wound.state is State.STAUNCHED
            else wound
            for wound in self.wounds
        )
        return replace(self, wounds=wounds, lost=True)

    def _together(self, level: Level) -> int:
        """How many times as fast a wound of this level bleeds. Source: INJ-16."""
        bleeding = [wound.level for wound in self.wounds if wound.state is State.BLEEDING]
        return len(bleeding) if self.blood.all_together else bleeding.count(level)

    def _end(self, number: int, at: Fraction) -> Event:
        level = self.wounds[number].level
        if level is Level.MORTAL:
            return Event(at, number, What.DIES, level)
        return Event(at, number, What.DRIES if level is Level.MIDI else What.WORSENS, WORSE[level])

    def _until(self, end: Fraction) -> "Clock":
        """The blood runs until then, without an event before."""
        wounds = []
        for number, wound in enumerate(self.wounds):
            left = self.left(number)
            if left and not self.dead:
                run = wound.run + (1 - wound.run) * (end - self.now) / left
                wounds.append(replace(wound, run=min(Fraction(1), run)))
            else:
                wounds.append(wound)
        return replace(self, wounds=tuple(wounds), now=end)

    def _happens(self, event: Event) -> "Clock":
        wound, fresh = self.wounds[event.wound], Fraction(0)
        if event.what is What.DIES:
            return replace(self, dead=True, events=(*self.events, event))
        if event.what is What.RESUMES:
            after = replace(wound, state=State.BLEEDING, run=wound.run if self.blood.goes_on else fresh)
        else:
            state = State.DRY if event.what is What.DRIES else State.BLEEDING
            after = replace(wound, level=event.level, state=state, run=fresh)
        return replace(self._with(event.wound, after), events=(*self.events, event))

    def _helped(self, number: int) -> Wound:
        self._alive()
        wound = self.wounds[number]
        if wound.level is Level.MORTAL and self.lost:
            raise Refused("Without the will to live nothing helps against a Mortal wound.")
        if wound.state is State.TREATED:
            raise Refused("This wound is treated already.")
        return wound

    def _alive(self) -> None:
        if self.dead:
            raise Refused("This character is dead: there is nothing left to bleed or to help.")

    def _with(self, number: int, wound: Wound) -> "Clock":
        return replace(self, wounds=(*self.wounds[:number], wound, *self.wounds[number + 1 :]))

    def _told(self, number: int, what: What, level: Level) -> "Clock":
        return replace(self, events=(*self.events, Event(self.now, number, what, level)))
