"""A shot in Range and Cover: its obstacle, a shield as a step of cover, and who shoots on a tie (RNC-03, 04, 16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.games.burning_wheel.rules import missiles, shields
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.range_dice import Category
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

DUCKS = Line(1, "They duck", "RNC-16")
PAST_HEAVY = Line(1, "A shield behind heavy cover", "RNC-04", Mark.RULING)


class Basis(Option):
    """What a maneuver is rolled with, as far as a shield asks. Source: RNC-04."""

    SPEED = "speed", "Speed"
    STEEL = "steel", "Steel"
    OTHER = "other", "something else"


class Missing(Enum):
    """Why a shield is no cover; the value is the sentence. Source: RNC-04."""

    NO_SHIELD = "They carry no shield."
    BASIS = "A shield is cover only with a maneuver on Speed or Steel."
    SHOOTS = "They shoot back, and so the shield is no cover."
    VA = "The VA of the weapon is no less than the dice of the shield."
    CAPPED = "No cover is better than heavy."


@dataclass(frozen=True, slots=True)
class Sheltered:
    """The cover of a target with its shield, what the shield adds beyond it, and why it adds nothing, if so."""

    cover: Cover
    added: tuple[Line, ...] = ()
    missing: Missing | None = None


def sheltered(
    cover: Cover,
    shield: int,
    va: int,
    *,
    basis: Basis = Basis.SPEED,
    shooting_back: bool = False,
    any_maneuver: bool = False,
    past_heavy: bool = False,
) -> Sheltered:
    """The cover of someone with a shield of so many dice (0 for none) against a weapon's VA.

    One step more, with a maneuver on Speed or Steel, without shooting back, and with more dice than the VA. With
    `any_maneuver` the dice alone decide; with `past_heavy` a shield behind heavy cover adds 1 Ob. Source: RNC-04.
    """
    asked = (
        (Missing.NO_SHIELD, not shield),
        (Missing.BASIS, basis is Basis.OTHER and not any_maneuver),
        (Missing.SHOOTS, shooting_back and not any_maneuver),
        (Missing.VA, not shields.stops_missile(shield, va)),
    )
    missing = next((why for why, holds in asked if holds), None)
    if missing:
        return Sheltered(cover, missing=missing)
    raised = shields.cover_raised(cover, shield, va)
    if raised is not cover:
        return Sheltered(raised)
    return Sheltered(cover, (PAST_HEAVY,)) if past_heavy else Sheltered(cover, missing=Missing.CAPPED)


def obstacle(
    category: Category,
    cover: Cover = Cover.OPEN,
    *,
    ducks: bool = False,
    head: int = 0,
    more: Sequence[Line] = (),
) -> Worked:
    """What a shot in Range and Cover has to reach, line by line.

    `more` are the lines of light, weather, wounds and armor: beside range and cover nothing else counts. Raises
    `Refused` where the enemy is out of range, and where they are too close. Source: RNC-03, RNC-16, RNC-38.

    >>> obstacle(Category.OPTIMAL, Cover.REASONABLE).total
    3
    """
    band = category.band
    if band is None:
        raise Refused(
            "Out of range there is no shot."
            if category is Category.OUT
            else "Too close to shoot: from here on a shot takes actions in Fight!, and its obstacle is the one there."
        )
    found = missiles.obstacle(band, cover=cover, head=head)
    return Worked((*found.lines, *((DUCKS,) if ducks else ()), *more))


class Choice(Option):
    """What someone does when the positioning test is tied. Source: RNC-16."""

    SHOOT = "shoot", "shoot"
    DUCK = "duck", "duck"


def tied(own: Choice, their: Choice) -> int | None:
    """What is added to my shot after a tie, or None where I do not shoot. Source: RNC-16.

    >>> tied(Choice.SHOOT, Choice.DUCK), tied(Choice.DUCK, Choice.SHOOT)
    (1, None)
    """
    if own is Choice.DUCK:
        return None
    return DUCKS.amount if their is Choice.DUCK else 0


def after_tie(where: Category) -> Category:
    """The range of a shot after a tie: two who Closed too close have a last one at optimal range. Source: RNC-33."""
    return Category.OPTIMAL if where is Category.TOO_CLOSE else where
