"""Aristeia, the lasting shift of a shade, and how long both take to come (HUB-82 to HUB-84, HUB-100)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules.spending import Purse
from engine.option import Option

NEEDED = Purse(20, 10, 3)
"""What must be spent on tests of one ability before it shifts. Source: HUB-83."""

MOST_SESSIONS = 2000
"""How far a forecast looks ahead."""


class Kind(Option):
    """What an ability is, as far as it decides whether it can shift. Source: HUB-82, HUB-83."""

    SKILL = "skill", "a skill"
    STAT = "stat", "a stat"
    HEALTH = "health", "Health"
    OTHER = "other", "another attribute"

    def summoned(self, *, later: bool) -> bool:
        """Whether a Minor Epiphany lightens it: stats and skills, in the later edition any ability. HUB-82, HUB-97."""
        return later or self in (Kind.SKILL, Kind.STAT)


def missing(tally: Purse) -> Purse:
    """What is still to be spent on an ability. Source: HUB-83."""
    return NEEDED.less(tally)


def full(tally: Purse) -> bool:
    """Whether all three thresholds are met. Source: HUB-83."""
    return not missing(tally).points


def share(tally: Purse, what: str) -> Fraction:
    """How much of one kind is spent, from 0 to 1. Source: HUB-83."""
    return min(Fraction(1), Fraction(tally.parts[what], NEEDED.parts[what]))


def behind(tally: Purse) -> str:
    """The kind that holds the epiphany back: the one with the smallest share, the scarcer one of equals. HUB-83."""
    lacking = [what for what, points in missing(tally).parts.items() if points]
    return min(reversed(lacking), key=lambda what: share(tally, what), default="")


@dataclass(frozen=True, slots=True)
class Pace:
    """What a character earns: `fate` and `persona` a session, and once in `campaign` sessions what its end brings.

    Source: HUB-84.
    """

    fate: Fraction
    persona: Fraction
    campaign: int
    end_persona: Fraction
    end_deeds: Fraction

    def earned(self, what: str, sessions: int) -> Fraction:
        """What so many sessions bring of one kind. Source: HUB-84."""
        campaigns = sessions // self.campaign
        return {
            "fate": self.fate * sessions,
            "persona": self.persona * sessions + self.end_persona * campaigns,
            "deeds": self.end_deeds * campaigns,
        }[what]

    def until(self, what: str, points: int) -> int | None:
        """The first session after which so many points of one kind are earned, or None where it is too far off."""
        return next((n for n in range(MOST_SESSIONS + 1) if self.earned(what, n) >= points), None)


AUTHOR = {
    "slow": Pace(Fraction(1), Fraction(1, 2), 12, Fraction(2), Fraction(1)),
    "middle": Pace(Fraction(3, 2), Fraction(1, 2), 11, Fraction(5, 2), Fraction(3, 2)),
    "fast": Pace(Fraction(2), Fraction(1, 2), 10, Fraction(3), Fraction(2)),
}
"""The author's pace at its slow end, in the middle, and at its fast end. Source: HUB-84."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The session after which a price is earned, None where it is too far off, and the kind that comes last."""

    sessions: int | None
    last: str


def wait(pace: Pace, price: Purse) -> Wait:
    """How long a price takes to earn. Source: HUB-84."""
    each = {what: pace.until(what, points) for what, points in price.parts.items()}
    never = [what for what, sessions in each.items() if sessions is None]
    if never:
        return Wait(None, never[-1])
    known = {what: sessions for what, sessions in each.items() if sessions is not None}
    longest = max(known.values())
    return Wait(longest, [what for what, sessions in known.items() if sessions == longest][-1] if longest else "")
