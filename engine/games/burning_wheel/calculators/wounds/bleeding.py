"""Bleeding: how long someone has if nobody helps, and the last minutes of a Mortal wound (INJ-16, INJ-17)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.bleeding import clocks, figure, said
from engine.games.burning_wheel.forms.wounds import MOST_WOUNDS, Forte, PatientsHealth
from engine.games.burning_wheel.readings.bleeding import blood_of, pain_again
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import AN_HOUR, BLEEDING, Clock, Event, What
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, together
from engine.games.burning_wheel.sheet.effects import Spend
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")
MOST_HOURS = 400


@calculator("bleeding-clock", rules="INJ-16")
def bleeding_clock(
    forte: Forte = B4,
    health: PatientsHealth = B4,
    midi: Annotated[int, Between(0, MOST_WOUNDS), Asked("Midi wounds", quick=(0, 1, 2)), sheet("midi-wounds")] = 0,
    severe: Annotated[
        int, Between(0, MOST_WOUNDS), Asked("Severe wounds", quick=(0, 1, 2)), sheet("severe-wounds")
    ] = 1,
    traumatic: Annotated[
        int, Between(0, MOST_WOUNDS), Asked("Traumatic wounds", quick=(0, 1)), sheet("traumatic-wounds")
    ] = 0,
    mortal: Annotated[bool, Asked("A Mortal wound")] = False,
    hours: Annotated[int, Between(0, MOST_HOURS), Asked("Hours since then", quick=(0, 1, 2, 4))] = 0,
    minutes: Annotated[int, Between(0, 59), Asked("and minutes", quick=(0, 10, 20, 30))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """They bleed, and nobody helps. How long do they have?"""
    levels = [
        level
        for level, count in zip(BLEEDING, (midi, severe, traumatic, int(mortal)), strict=True)
        for _ in range(count)
    ]
    if not levels:
        said_so = "Superficial and Light wounds do not bleed: nobody dies of them."
        return Answer({"bleeds": False}, (Verdict("Does not bleed", (Fact("no clock"),), said_so),))
    clock = Clock(blood_of(forte, health, levels, ask))
    for level in levels:
        clock = clock.hurt(level)
    clock = clock.later(Fraction(hours * AN_HOUR + minutes))
    found = _Bled(clock, tuple(_names(levels)))
    blocks: list[Block] = [found.verdict, clocks(clock, found.names), found.table]
    steel = found.worse if pain_again(found.worse > 0, ask) else 0
    if steel:
        counted = wording.count(steel, "Steel test")
        blocks.append(Note(f"A wound that is worse hurts anew: {counted}.", Mark.RULING, "INJ-14"))
    if any(event.what is What.DIES for event in found.course):
        blocks.append(
            Note("Tend it before: treatment ends the bleeding, hands that staunch it win hours.", rule="INJ-31")
        )
    return Answer({**found.values, "steel_tests": steel}, tuple(blocks))


def _names(levels: Sequence[Level]) -> list[str]:
    """What each wound is called: "Severe wound", "Severe wound 2"."""
    seen: Counter[Level] = Counter()
    named = []
    for level in levels:
        seen[level] += 1
        named.append(level.wound if seen[level] == 1 else f"{level.wound} {seen[level]}")
    return named


@dataclass(frozen=True, slots=True)
class _Bled:
    """A clock at a moment, with the names of its wounds."""

    clock: Clock
    names: tuple[str, ...]

    @property
    def course(self) -> tuple[Event, ...]:
        """All that happened after the wounds were taken, and will happen."""
        return tuple(one for one in (*self.clock.events, *self.clock.untended()) if one.what is not What.TAKEN)

    @property
    def worse(self) -> int:
        """How many wounds are worse by now and take dice for it."""
        return sum(
            one.what in (What.WORSENS, What.DRIES) and one.level is not Level.MORTAL for one in self.clock.events
        )

    @property
    def dice(self) -> int:
        """The dice that the wounds take now."""
        return -together([wound.level for wound in self.clock.wounds]).dice.total

    @property
    def death(self) -> Fraction | None:
        """The minute of death, counted from the wounds, if nobody helps."""
        return next((one.at for one in self.course if one.what is What.DIES), None)

    @property
    def sentence(self) -> str:
        """What is to come, aloud."""
        coming = self.clock.next
        if self.clock.dead:
            return f"They bled to death after {said(self.clock.events[-1].at)}."
        if coming is None:
            return "Nothing bleeds any more."
        left, death = said(coming.at - self.clock.now), self.death
        if coming.what is What.DIES:
            return f"Without help they die in {left}."
        then = f"In {left} the {self.names[coming.wound]} turns {coming.level.words}"
        if death is None:
            return f"{then} and stops bleeding."
        return f"{then}; without help they die in {said(death - self.clock.now)}."

    @property
    def verdict(self) -> Verdict:
        """How long until the next thing happens, and what that is."""
        coming = self.clock.next
        if self.clock.dead:
            return Verdict("Dead", (Fact(figure(self.clock.events[-1].at), "after the wound"),), self.sentence)
        if coming is None:
            return Verdict("Dry", (Fact(f"{wording.signed(-self.dice)}D", "from these wounds"),), self.sentence)
        facts = [Fact(f"until {'death' if coming.what is What.DIES else coming.level.words}")]
        if self.death is not None and coming.what is not What.DIES:
            facts.append(Fact(figure(self.death - self.clock.now), "until death"))
        if self.dice:
            facts.append(Fact(f"{wording.signed(-self.dice)}D", "now"))
        return Verdict(figure(coming.at - self.clock.now), tuple(facts), self.sentence)

    @property
    def table(self) -> Table:
        """Everything in order; the row that is marked has happened last."""
        rows = [(said(one.at), self.names[one.wound], _told(one)) for one in self.course]
        past = sum(one.what is not What.TAKEN for one in self.clock.events)
        caption = "What the blood does, counted from the wounds"
        return Table(caption, ("After", "Wound", "Then"), tuple(rows), past - 1 if past else None, Mark.DERIVED)

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs; minutes from now, None where nothing comes."""
        coming, death = self.clock.next, self.death
        return {
            "bleeds": coming is not None,
            "minutes": None if coming is None else coming.at - self.clock.now,
            "time": "" if coming is None else said(coming.at - self.clock.now),
            "becomes": "" if coming is None or coming.what is What.DIES else coming.level.value,
            "levels": [wound.level.value for wound in self.clock.wounds],
            "dice": self.dice,
            "dying": self.clock.dying,
            "dead": self.clock.dead,
            "death": None if death is None else death - self.clock.now,
            "course": [[one.at, one.level.value, one.what.value] for one in self.course],
        }


def _told(one: Event) -> str:
    if one.what is What.DIES:
        return "death"
    dice = f" ({EFFECTS[one.level].takes})"
    return f"{one.level.words}{dice}{', and stops bleeding' if one.what is What.DRIES else ''}"


@calculator("dying", rules="INJ-17")
def dying(
    health: PatientsHealth = B4,
    minutes: Annotated[int, Between(0, 60), Asked("Minutes since the wound", quick=(0, 1, 2, 3))] = 0,
    begun: Annotated[bool, Asked("Someone has begun to treat it, or to stop the blood")] = False,
    wants: Annotated[bool, Asked("You say that the character has the will to live")] = True,
    persona: Annotated[int, Between(0, 99), Asked("Persona you have", quick=(0, 1, 2)), sheet("persona")] = 1,
    forte: Annotated[Ability, Asked("Forte", more=True), sheet("forte")] = B4,
    *,
    ask: Rulings,
) -> Answer:
    """A Mortal wound: can they still be saved?"""
    blood = blood_of(forte, health, (Level.MORTAL,), ask)
    will = wants and persona > 0
    clock = Clock(blood).hurt(Level.MORTAL)
    # Once someone has begun in time, the minutes stand.
    clock = clock if begun else clock.later(Fraction(minutes))
    left = clock.left(0) or Fraction(0)
    if not will:
        outcome = "dead"
        why = "no Persona" if wants else "no will to live"
        told = "Without the will to live, and 1 Persona for it, no art saves this character."
        verdict = Verdict("Dead", (Fact(why),), told)
    elif clock.dead:
        outcome = "dead"
        told = f"After {said(blood.span(Level.MORTAL))} without help it is too late."
        verdict = Verdict("Dead", (Fact("too late"), Fact(figure(blood.span(Level.MORTAL)), "were there")), told)
    elif begun:
        outcome = "tended"
        told = "Someone began in time: the minutes count no more. Now the treatment must pass, and then Health."
        verdict = Verdict("In their hands", (Fact("1 Persona"), Fact("the clock stands")), told)
    else:
        outcome = "dying"
        told = f"Pay 1 Persona; within {said(left)} someone must begin to treat the wound or to stop the blood."
        verdict = Verdict(figure(left), (Fact("to begin"), Fact("1 Persona")), told)
    shown = (clocks(clock, ("Mortal wound",)),) if outcome == "dying" else ()
    steps = (Steps(TO_LIVE, "The way back, step by step", TO_LIVE_RULES),) if outcome != "dead" else ()
    return Answer(
        {
            "outcome": outcome,
            "persona": int(outcome != "dead"),
            "minutes": left if outcome == "dying" else None,
            "of": blood.span(Level.MORTAL),
        },
        (verdict, *shown, *steps),
        (Spend("persona", 1),) if outcome != "dead" else (),
    )


TO_LIVE = (
    "Say that the character has the will to live, and pay 1 Persona.",
    "Someone begins to treat the wound, or to stop the blood, before the minutes are over.",
    "The treatment passes; stopping the blood wins only hours.",
    "Health passes against Ob 6, and then through every stage down to Superficial.",
)
TO_LIVE_RULES = ("HUB-78", "INJ-31", "INJ-24", "INJ-23")
