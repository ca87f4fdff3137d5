"""Circles: finding people, their obstacle, the dice, and what comes of the roll (CIR-02 to CIR-12)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.burning_wheel.ability import Ability
from engine.dice import Pool
from engine.option import Option
from engine.working import Line, Mark, Worked

BASE = 1
DETECTION = 10
ENEMY_SOCIAL_OBSTACLE = 2
ENEMY_BODY_OF_ARGUMENT = 4
FAUX_OBSTACLES = (3, 4, 5, 6)
MOST_QUIET = 5


class Occupation(Option):
    """What the person does for a living, seen from your own circle. Source: CIR-04."""

    COMMON = "common", "broad, or common to your circle", 0
    UNCOMMON = "uncommon", "uncommon, or rare in your circle", 2
    SPECIFIC = "specific", "one exact trade, or outside your circle", 3


class Station(Option):
    """The person's rank, seen from yours. Source: CIR-04."""

    SAME = "same", "your own", 0
    STEP = "step", "one step up or down", 1
    LOWEST = "lowest", "the lowest", 2
    HIGHEST = "highest", "the highest", 3


class Place(Option):
    """Where you meet. Source: CIR-04."""

    REGION = "region", "anywhere around, or where the GM says", 0
    LOCAL = "local", "somewhere local", 1
    SPECIFIC = "specific", "exactly where you say", 3


class Disposition(Option):
    """How the person thinks, and what they know. Source: CIR-04."""

    COMMON = "common", "like others of the circle", 0
    LITTLE = "little", "a little differently", 1
    QUITE = "quite", "quite differently", 2
    SPECIFIC = "specific", "exactly so, or with rare knowledge", 3


class Time(Option):
    """When you meet. Source: CIR-04."""

    EVENTUALLY = "eventually", "some day, or when the GM says", 0
    SOON = "soon", "soon, within this session", 1
    NOW = "now", "now, in the scene you choose", 3


class Linked(Option):
    """How the test that led up to this one went, a Wise as a rule. Source: CIR-05."""

    NONE = "none", "none"
    FAILED = "failed", "failed"
    MET = "met", "met its obstacle"
    EXCEEDED = "exceeded", "exceeded it"


@dataclass(frozen=True, slots=True)
class Reputation:
    """A reputation that matters where you look. `dice` is 1 to 5; an infamous one costs obstacle instead (CIR-09)."""

    dice: int
    name: str = ""
    infamous: bool = False


@dataclass(frozen=True, slots=True)
class Affiliation:
    """A group you belong to. `dice` is 1 to 5; they count inside the group and its business only (CIR-03)."""

    dice: int
    name: str = ""


def _named(kind: str, name: str) -> str:
    return f"{kind}: {name}" if name else kind


def obstacle(
    occupation: Occupation = Occupation.COMMON,
    station: Station = Station.SAME,
    place: Place = Place.REGION,
    disposition: Disposition = Disposition.COMMON,
    time: Time = Time.EVENTUALLY,
    reputations: Sequence[Reputation] = (),
    linked: Linked = Linked.NONE,
    quietly: int = 0,
) -> Worked:
    """The obstacle of looking for somebody new: 1, and one amount for each thing you insist on.

    `quietly` (0 to 5) is what you add yourself so as not to be noticed. Sources: CIR-04, CIR-05, CIR-09, CIR-11.
    """
    lines = [
        Line(BASE, "Somebody is out there", "CIR-04"),
        *(
            Line(chosen.amount or 0, f"{what}: {chosen.words}", "CIR-04")
            for what, chosen in (
                ("Occupation", occupation),
                ("Station", station),
                ("Place", place),
                ("Disposition", disposition),
                ("Time", time),
            )
        ),
    ]
    return Worked((*lines, *_added(reputations, linked, quietly)))


def obstacle_of_named(
    first: int, reputations: Sequence[Reputation] = (), linked: Linked = Linked.NONE, quietly: int = 0
) -> Worked:
    """The obstacle of finding a contact whom you have named: what it was the first time. Source: CIR-07."""
    return Worked((Line(first, "What it was the first time", "CIR-07"), *_added(reputations, linked, quietly)))


def _added(reputations: Sequence[Reputation], linked: Linked, quietly: int) -> tuple[Line, ...]:
    infamy = tuple(
        Line(reputation.dice, _named("Infamous", reputation.name), "CIR-09")
        for reputation in reputations
        if reputation.infamous
    )
    failed = (Line(1, "The test before it failed", "CIR-05"),) if linked is Linked.FAILED else ()
    quiet = (Line(quietly, "You move quietly", "CIR-11"),) if quietly else ()
    return (*infamy, *failed, *quiet)


def dice(
    circles: Ability,
    reputations: Sequence[Reputation] = (),
    affiliations: Sequence[Affiliation] = (),
    *,
    named: bool = False,
    famous: int = 0,
    linked: Linked = Linked.NONE,
    advantage: int = 0,
    helping: int = 0,
    forks: int = 0,
) -> Worked:
    """The dice that are rolled and counted for the log, line by line; artha comes on top and is never counted.

    `famous` are the sought person's own reputation dice. Sources: CIR-02, CIR-05, CIR-06, CIR-07, CIR-12.
    """
    lines = [Line(circles.exponent, f"Circles {circles}", "CIR-02")]
    lines += [
        Line(reputation.dice, _named("Reputation", reputation.name), "CIR-03")
        for reputation in reputations
        if not reputation.infamous
    ]
    lines += [Line(one.dice, _named("Affiliation", one.name), "CIR-03") for one in affiliations]
    if famous:
        lines.append(Line(famous, "They are famous themselves", "CIR-06"))
    if named:
        lines.append(Line(1, "You know the name", "CIR-07"))
    if linked is Linked.EXCEEDED:
        lines.append(Line(1, "The test before it did better than its obstacle", "CIR-05"))
    if advantage:
        lines.append(Line(advantage, "Advantage", "CIR-02"))
    if helping:
        lines.append(Line(helping, "Help", "CIR-02", Mark.RULING))
    if forks:
        lines.append(Line(forks, "FoRKs", "CIR-02", Mark.RULING))
    return Worked(tuple(lines))


def pool(circles: Ability, worked: Worked, artha: int = 0) -> Pool:
    """The dice on the table: all of them take the shade of Circles. Source: CIR-02."""
    return Pool.of(max(0, worked.total) + artha, circles.shade)


class Result(Option):
    """What a Circles test leads to. Source: CIR-07."""

    EXCEEDS = "exceeds", "You find them, they remember you, and you may write down a name."
    MEETS = "meets", "You find them for this once; no name, and afterwards they forget."
    FAILS = "fails", "Nobody turns up."
    ENMITY = "enmity", "They turn up as an enemy; the GM keeps the name."


def result(successes: int, obstacle: int, enmity: bool) -> Result:
    """The result of a roll; `enmity` is the GM's choice to bring an enemy after a failure. Source: CIR-07, CIR-08."""
    if successes > obstacle:
        return Result.EXCEEDS
    if successes == obstacle:
        return Result.MEETS
    return Result.ENMITY if enmity else Result.FAILS


def detection(asked: int, quietly: int, inconspicuous: int, least: int, *, literal: bool = False) -> Worked:
    """The obstacle of noticing that somebody asks around for you.

    `asked` is the asker's obstacle without what they added to move quietly, `quietly` that addition, `inconspicuous`
    their penalty on searchers, `least` the lowest obstacle there is. `literal` takes the whole of the asker's obstacle
    off 10, which cancels the quiet. Sources: CIR-10, CIR-11.
    """
    counted = asked + quietly if literal else asked
    lines = [
        Line(DETECTION, "Start at 10", "CIR-10"),
        Line(-counted, "The asker’s obstacle", "CIR-10"),
        Line(quietly, "They moved quietly", "CIR-11"),
        Line(inconspicuous, "They moved inconspicuously", "CIR-11"),
    ]
    short = least - Worked(tuple(lines)).total
    if short > 0:
        lines.append(Line(short, f"Never below {least}", "CIR-10", Mark.RULING))
    return Worked(tuple(lines))
