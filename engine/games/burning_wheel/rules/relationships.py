"""Relationships: people of your own whom you meet without a roll, and how contacts become such (CIR-01, CIR-20)."""

from engine.option import Option
from engine.working import Line, Mark, Worked


class Who(Option):
    """Whom you want to see. Source: CIR-01, CIR-02."""

    RELATIONSHIP = "relationship", "a relationship of mine"
    STRANGER = "stranger", "someone else"
    COMPANION = "companion", "another player’s character"


class Matter(Option):
    """What stands between you and what you want of a relationship. Source: CIR-01."""

    TALK = "talk", "nothing: company, news, a small favor"
    RELUCTANT = "reluctant", "they are reluctant, or hide something"
    ODDS = "odds", "we are seriously at odds"


class Roll(Option):
    """What is rolled. Source: CIR-01, CIR-02."""

    NONE = "none", "No roll"
    SOCIAL = "social", "A social skill"
    DUEL = "duel", "Duel of Wits"
    CIRCLES = "circles", "Circles"
    TALK = "talk", "Talk"
    AWAY = "away", "Not now"


def roll_needed(who: Who, reachable: bool, matter: Matter) -> Roll:
    """What you roll to see someone and to get something out of them; `reachable` is whether the story allows it.

    Source: CIR-01 for relationships and players' characters, CIR-02 for everyone else.
    """
    if who is Who.COMPANION:
        return Roll.TALK
    if who is Who.STRANGER:
        return Roll.CIRCLES
    if not reachable:
        return Roll.AWAY
    return {Matter.TALK: Roll.NONE, Matter.RELUCTANT: Roll.SOCIAL, Matter.ODDS: Roll.DUEL}[matter]


START = 10
LEAST = 1


class Weight(Option):
    """What a reputation was to a contact when you found them. Source: CIR-20."""

    ROLLED = "rolled", "for you, and you rolled it"
    KEPT = "kept", "for you, but not rolled"
    AGAINST = "against", "against you"


def aptitude(
    circles: int, rolled: int = 0, kept: int = 0, against: int = 0, affiliation: int = 0, *, errata: bool, scorn: bool
) -> Worked:
    """How many uses turn a contact into a relationship; it may come to 0 or less (see `raised`).

    `rolled` are favorable reputation dice of the test that found them, `kept` favorable ones left out of it,
    `against` distasteful ones, `affiliation` the affiliation dice of that test. The publisher's `errata` count all
    dice of standing that were rolled, the printed rule favorable reputations alone. With `scorn`, distasteful ones
    make it harder. Source: CIR-20.
    """
    standing = (
        Line(-rolled - affiliation, "Reputation and affiliation dice of that test", "CIR-20", Mark.CORRECTED)
        if errata
        else Line(-rolled - kept, "Reputations that speak for you", "CIR-20")
    )
    return Worked(
        (
            Line(START, "Everyone starts at", "CIR-20"),
            Line(-circles, "Circles", "CIR-20"),
            standing,
            Line(against if scorn else 0, "Reputations that speak against you", "CIR-20"),
        )
    )


def raised(found: Worked) -> Worked:
    """The same aptitude, but at least one use. Source: CIR-20, which names no least one."""
    short = LEAST - found.total
    line = Line(short, "At least one use", "CIR-20", Mark.RULING)
    return Worked((*found.lines, line)) if short > 0 else found


def uses_left(aptitude: int, uses: int, *, first: bool) -> int:
    """Uses still missing; `uses` are all times they were found, and `first` counts the one that named them.

    Source: CIR-20.
    """
    return max(0, aptitude - (uses if first else max(0, uses - 1)))
