"""Standing: reputations and affiliations lost, won and bought, infamy, a new identity, rank (CIR-13 to CIR-19)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.circles import Reputation
from engine.option import Option
from engine.working import Line, Mark, Worked

STEP = 1
"""What one failure takes, one outrage moves, and one scenario adds, in dice (CIR-13 to CIR-17)."""

PRICES: Mapping[int, int] = {1: 3, 2: 5}
"""The obstacle of the Resources test for an affiliation, by its dice (CIR-18)."""
THREE_DICE = 7
"""What the pattern of the prices would ask for 3D, which the book does not sell (CIR-18)."""
RANK_ADVANTAGE = 2
"""Advantage dice of who rises within their own group (CIR-19)."""


class Setback(Option):
    """What went wrong with a contact whom you found through a group. Source: CIR-13."""

    SKILL = "skill", "a crucial social test failed"
    DUEL = "duel", "an important duel was lost"
    NONE = "none", "nothing so grave"


class Amends(Option):
    """What wins back a place in a group. Source: CIR-13."""

    DUEL = "duel", "a Duel of Wits"
    SERIES = "series", "a series of social tests"


def affiliation_falls(dice: int, used: bool, setback: Setback, harmed: bool) -> bool:
    """Whether an affiliation of so many dice loses one.

    `used` is that its dice found the contact, `harmed` the GM's word that the group is worse off. Source: CIR-13.
    """
    return dice > 0 and used and harmed and setback is not Setback.NONE


def after_harm(dice: int, falls: bool) -> Worked:
    """The dice of an affiliation after a failure. Source: CIR-13."""
    return Worked((Line(dice, "Before", "CIR-13"), Line(-STEP if falls else 0, "Exiled, or stripped", "CIR-13")))


def after_cutting(dice: int, keep: int) -> Worked:
    """The dice of an affiliation whose ties you loosen yourself, down to `keep`, 0 to `dice`. Source: CIR-13."""
    return Worked((Line(dice, "Before", "CIR-13"), Line(keep - dice, "You loosen the ties", "CIR-13")))


def after_amends(dice: int, lost: int, *, whole: bool) -> Worked:
    """The dice of an affiliation once a duel or a series of tests is won: all that were `lost`, or one at a time.

    Source: CIR-13.
    """
    back = lost if whole else min(STEP, lost)
    return Worked((Line(dice, "Before", "CIR-13"), Line(back, "Won back", "CIR-13", Mark.RULING)))


class Ruin(Option):
    """Where a reputation has led you. Source: CIR-14."""

    DUEL = "duel", "a Duel of Wits was lost"
    BATTLE = "battle", "a battle was lost"
    RESOURCES = "resources", "a Resources test left me ruined"
    OTHER = "other", "something else just as bad"
    NONE = "none", "nothing so bad"


def reputation_threatened(used: bool, ended: Ruin) -> bool:
    """Whether a die of a reputation is at stake; `used` is that its dice were in the Circles test. Source: CIR-14."""
    return used and ended is not Ruin.NONE


def after_ruin(dice: int, threatened: bool) -> Worked:
    """The dice of a reputation, 1 or more, after what it led to; with an outrage too. Source: CIR-14, CIR-15."""
    fallen = Line(-STEP if threatened else 0, "It led to ruin", "CIR-14")
    return Worked((Line(dice, "Before", "CIR-14"), fallen))


def after_outrage(infamous: int, outrage: bool) -> Worked:
    """The dice of the infamous reputation that an outrage starts or feeds. Source: CIR-15."""
    return Worked(
        (
            Line(infamous, "Infamous already", "CIR-15"),
            Line(STEP if outrage else 0, "The die of the better name", "CIR-15"),
        )
    )


class Guise(Option):
    """Under which name you live. Source: CIR-16."""

    NEW = "new", "a new name"
    OLD = "old", "the old name again"


def under(
    guise: Guise, reputations: Sequence[Reputation], *, best_only: bool = False, infamous_kept: bool = False
) -> tuple[int, ...]:
    """The dice that each reputation is worth under this name: nothing under a new one, a die less on return.

    `best_only` takes the die from the greatest alone, the first of equals; `infamous_kept` spares infamous ones.
    Source: CIR-16.
    """
    if guise is Guise.NEW:
        return (0,) * len(reputations)
    fading = [at for at, one in enumerate(reputations) if not (infamous_kept and one.infamous)]
    if best_only and fading:
        fading = [max(fading, key=lambda at: reputations[at].dice)]
    return tuple(max(0, one.dice - STEP) if at in fading else one.dice for at, one in enumerate(reputations))


def affiliation_under(guise: Guise, dice: int, *, fades: bool = False) -> int:
    """The dice that an affiliation is worth under this name; on return whole, or one less if it `fades`.

    Source: CIR-16.
    """
    if guise is Guise.NEW:
        return 0
    return max(0, dice - STEP) if fades else dice


class Feat(Option):
    """What a reputation is proposed for, with its dice; the last raises one that is there. Source: CIR-17."""

    CROWN = "crown", "new: like a battle that saves the crown", 3
    COURT = "court", "new: like a brilliant day at court", 2
    FEUD = "feud", "new: like settling a feud of two families", 1
    RAISE = "raise", "one they have, raised", STEP


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reputation that the table votes on: `held` are its dice now, 0 to 4, and `yes` the votes for it.

    Source: CIR-17.
    """

    character: str = ""
    name: str = ""
    feat: Feat = Feat.FEUD
    held: int = 0
    yes: int = 0

    @property
    def known_as(self) -> tuple[str, str]:
        """Whose reputation it is and what for; capitals do not matter."""
        return self.character.casefold(), self.name.casefold()

    @property
    def whose(self) -> str:
        return self.character or "A character"

    @property
    def what(self) -> str:
        return self.name or "a reputation"

    @property
    def after(self) -> int:
        """Its dice once it is granted."""
        return self.held + (self.feat.amount or 0)


class Group(Option):
    """What makes a group dear to join, with what it adds to the obstacle. Source: CIR-18."""

    FINE = "fine", "fine clothes and food: low nobles, merchants", 1
    HIGH = "high", "high nobles, high clergy, or very rich", 2
    SECRET = "secret", "obscure, most exclusive or secret", 3


def price(dice: int, groups: Collection[Group], *, summed: bool = False) -> Worked:
    """The obstacle of the Resources test for an affiliation of 1 to 3 dice.

    Of several surcharges the highest holds, or all where they are `summed`. Source: CIR-18, CIR-19.
    """
    base = PRICES.get(dice, THREE_DICE)
    mark = None if dice in PRICES else Mark.RULING
    chosen = [one for one in Group if one in groups]
    if not summed:
        chosen = sorted(chosen, key=lambda one: one.amount or 0)[-1:]
    lines = [Line(one.amount or 0, f"The group: {one.words}", "CIR-18") for one in chosen]
    return Worked((Line(base, f"An affiliation of {dice}D", "CIR-18", mark), *lines))


def resources_dice(exponent: int, bonus: int, rising: bool) -> Worked:
    """The dice of that test; `rising` within your own group brings two more. Source: CIR-19."""
    return Worked(
        (
            Line(exponent, "Resources", "CIR-18"),
            Line(bonus, "Help, cash and more", "CIR-18"),
            Line(RANK_ADVANTAGE if rising else 0, "It is your own group", "CIR-19"),
        )
    )


class Joined(Option):
    """How far joining a group, or rising in it, has come. Source: CIR-18, CIR-19."""

    UNINVITED = "uninvited", "nobody has asked you in"
    PLAN = "plan", "before the Circles test"
    SHUT = "shut", "nobody speaks for you"
    OPEN = "open", "before the Resources test"
    UNPAID = "unpaid", "it was not paid"
    JOINED = "joined", "you belong"


def stage(invited: bool, door: int | None, asked: int | None, price: int, paid: int | None) -> Joined:
    """How far it has come: the obstacles of the Circles test (`door`, None without one) and of the Resources test, and
    the successes `asked` and `paid` with, None before each roll. Source: CIR-18, CIR-19.
    """
    if not invited:
        return Joined.UNINVITED
    if paid is not None:
        return Joined.JOINED if paid >= price else Joined.UNPAID
    if asked is not None and door is not None:
        return Joined.OPEN if asked >= door else Joined.SHUT
    return Joined.PLAN if door is not None else Joined.OPEN
