"""Circles: who is within reach, their obstacle, the dice, and what comes of the roll (CIR-02 to CIR-09, CIR-12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Before, linked_dice
from engine.option import Option
from engine.working import Line, Mark, Worked

BASE = 1
ENEMY_SOCIAL_OBSTACLE = 2
ENEMY_BODY_OF_ARGUMENT = 4
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

    @property
    def before(self) -> Before:
        """The same for any test of a chain."""
        return Before.of(self.value)


@dataclass(frozen=True, slots=True)
class Reputation:
    """A reputation that matters where you look. `dice` is 1 to 5; an infamous one costs obstacle instead (CIR-09)."""

    name: str = ""
    dice: int = 1
    infamous: bool = False


@dataclass(frozen=True, slots=True)
class Affiliation:
    """A group you belong to. `dice` is 1 to 5; they count inside the group and its business only (CIR-03)."""

    name: str = ""
    dice: int = 1


def named_as(kind: str, name: str) -> str:
    """A kind of standing with its name, where it has one: "Reputation: duelist"."""
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
    """The obstacle of looking for someone new: 1, and one amount for each thing you insist on.

    `quietly` (0 to 5) is what you add yourself so as not to be noticed. Sources: CIR-04, CIR-05, CIR-09, CIR-11.
    """
    lines = [
        Line(BASE, "Someone is out there", "CIR-04"),
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


def infamy(reputations: Sequence[Reputation]) -> tuple[Line, ...]:
    """What infamous reputations add to the obstacle: 1 for each of their dice. Source: CIR-09."""
    return tuple(
        Line(reputation.dice, named_as("Infamous", reputation.name), "CIR-09")
        for reputation in reputations
        if reputation.infamous
    )


def _added(reputations: Sequence[Reputation], linked: Linked, quietly: int) -> tuple[Line, ...]:
    failed = (Line(1, "The test before it failed", "CIR-05"),) if linked is Linked.FAILED else ()
    quiet = (Line(quietly, "You move quietly", "CIR-11"),) if quietly else ()
    return (*infamy(reputations), *failed, *quiet)


def dice(
    circles: Ability,
    reputations: Sequence[Reputation] = (),
    affiliations: Sequence[Affiliation] = (),
    *,
    named: bool = False,
    famous: int = 0,
    notorious: int = 0,
    linked: Linked = Linked.NONE,
    advantage: int = 0,
    helping: int = 0,
    forks: int = 0,
    later: bool = False,
    one_advantage: bool = False,
) -> Worked:
    """The dice that are rolled and counted for the log, line by line; artha comes on top and is never counted.

    A met test before it brings its die in the `later` edition; with `one_advantage` an advantage takes its place.
    `famous` are the sought person's own reputation dice, `notorious` those of a bad name that they have.
    Sources: CIR-02, CIR-05, CIR-06, CIR-07, CIR-12.
    """
    lines = [Line(circles.exponent, f"Circles {circles}", "CIR-02")]
    lines += [
        Line(reputation.dice, named_as("Reputation", reputation.name), "CIR-03")
        for reputation in reputations
        if not reputation.infamous
    ]
    lines += [Line(one.dice, named_as("Affiliation", one.name), "CIR-03") for one in affiliations]
    if famous:
        lines.append(Line(famous, "They are famous themselves", "CIR-06"))
    if notorious:
        lines.append(Line(notorious, "They are infamous themselves", "CIR-06", Mark.RULING))
    if named:
        lines.append(Line(1, "You know the name", "CIR-07"))
    if linked_dice(linked.before, later=later, taken=one_advantage and advantage > 0):
        lines.append(Line(1, f"The test before it {linked.words}", "CIR-05"))
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


class Tie(Option):
    """The road that leads from you to the person. Source: CIR-03."""

    LIFEPATH = "lifepath", "one of my lifepaths meets such people"
    SETTING = "setting", "another lifepath of the same setting does"
    LEAD = "lead", "a lead from one of my lifepaths goes there"
    NONE = "none", "no road leads there"


class Call(Option):
    """Whether a Circles test is made. Source: CIR-03."""

    TEST = "test", "Test Circles"
    TELL = "tell", "Tell the story first"
    NO = "no", "Out of reach"


def within_reach(tie: Tie, story: bool, disputed: bool) -> Call:
    """Whether you may test for this person.

    `story` is that you can tell how you know each other; where the table disputes it (`disputed`), only a lead settles
    the matter in your favor. Source: CIR-03.
    """
    if tie is Tie.NONE or (disputed and tie is not Tie.LEAD):
        return Call.NO
    return Call.TEST if story else Call.TELL


class Reach(Option):
    """Where you are, seen from where a reputation was earned. Source: CIR-03."""

    INSIDE = "inside", "where I earned it"
    NEAR = "near", "the next town over"
    OUTSIDE = "outside", "farther away"


class Business(Option):
    """What you want of people, seen from a group you belong to. Source: CIR-03."""

    MEMBER = "member", "someone in the group"
    FUNCTION = "function", "the group’s own affairs"
    OUTSIDE = "outside", "nothing to do with it"


def reputation_counts(reach: Reach) -> bool:
    """A reputation reaches as far as it was earned, and about to the next town. Source: CIR-03."""
    return reach is not Reach.OUTSIDE


def affiliation_counts(business: Business) -> bool:
    """An affiliation counts inside the group and in what the group does. Source: CIR-03."""
    return business is not Business.OUTSIDE


@dataclass(frozen=True, slots=True)
class AfterLinked:
    """One way in which a linked test can go: its chance, and what it leaves for the Circles test."""

    linked: Linked
    chance: Fraction
    dice: int
    obstacle: int


def after_linked(
    law: Distribution, linked_obstacle: int, dice: int, obstacle: int, *, later: bool = False
) -> tuple[AfterLinked, ...]:
    """The three ways of a linked test whose successes follow `law`: failed, met, exceeded.

    `dice` and `obstacle` are those of the test that follows; failing adds 1 to its obstacle, exceeding a die, as does
    meeting in the `later` edition.
    Source: CIR-05, CIR-11.
    """
    met = law.at_least(linked_obstacle)
    exceeded = law.at_least(linked_obstacle + 1)
    return (
        AfterLinked(Linked.FAILED, 1 - met, dice, obstacle + 1),
        AfterLinked(Linked.MET, met - exceeded, dice + linked_dice(Before.MET, later=later), obstacle),
        AfterLinked(Linked.EXCEEDED, exceeded, dice + linked_dice(Before.EXCEEDED, later=later), obstacle),
    )


class Namer(Option):
    """Who may write down the contact's name. Source: CIR-07."""

    YOU = "you", "you"
    GM = "gm", "the GM"
    NOBODY = "nobody", "nobody"


NAMED_BY = {Result.EXCEEDS: Namer.YOU, Result.MEETS: Namer.NOBODY, Result.FAILS: Namer.NOBODY, Result.ENMITY: Namer.GM}


def next_obstacle(obstacle: int, once: int = 0) -> int:
    """What the obstacle will be the next time: as it was, less what held only `once`.

    `once` is what infamy, a failed linked test or moving quietly had added. Source: CIR-07.
    """
    return obstacle - once


class Feeling(Option):
    """How someone stands to you. Source: CIR-08."""

    ENEMY = "enemy", "an enemy"
    FORMER = "former", "a friend who turned"
    FRIEND = "friend", "a friend, or an enemy won over"


def social_obstacle(base: int, feeling: Feeling) -> Worked:
    """The obstacle of a social skill test against someone who may be hostile. Source: CIR-08."""
    hostile = 0 if feeling is Feeling.FRIEND else ENEMY_SOCIAL_OBSTACLE
    return Worked((Line(base, "The test", "CIR-08"), Line(hostile, f"They are {feeling.words}", "CIR-08")))


def body_of_argument(base: int, feeling: Feeling, *, former: bool = False) -> Worked:
    """Someone's body of argument against you in a Duel of Wits; `former` gives it to friends who turned as well.

    Source: CIR-08.
    """
    hostile = feeling is Feeling.ENEMY or (former and feeling is Feeling.FORMER)
    mark = Mark.RULING if feeling is Feeling.FORMER else None
    added = Line(ENEMY_BODY_OF_ARGUMENT if hostile else 0, f"They are {feeling.words}", "CIR-08", mark)
    return Worked((Line(base, "Their body of argument", "CIR-08"), added))


class Among(Option):
    """Among whom you look, seen from your bad name. Source: CIR-09."""

    OFFENDED = "offended", "the people it offends"
    ENEMIES = "enemies", "those people’s enemies"
    OTHERS = "others", "people whom it does not concern"


def infamous(dice: int, among: Among, *, opens: bool) -> Reputation | None:
    """What an infamous reputation is worth among these people, or None.

    `opens` lets its dice count among the enemies of those it offends. Source: CIR-09.
    """
    if among is Among.OFFENDED:
        return Reputation(dice=dice, infamous=True)
    return Reputation("infamous elsewhere", dice) if among is Among.ENEMIES and opens else None
