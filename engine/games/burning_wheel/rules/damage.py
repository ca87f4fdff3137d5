"""What a melee blow does: Incidental, Mark and Superb from Power, and the price of each stage (WPN-02, 03, 08, 09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import MOST_OBSTACLE, Chain, Pool, Shade, successes
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.option import Option
from engine.working import Line, Mark, Worked

SHADED_POWER = {Shade.BLACK: 0, Shade.GRAY: 2, Shade.WHITE: 3}
"""What a gray or white Power adds to blows that stay black themselves. Source: WPN-03."""


class GreatStrike(Option):
    """What a Great Strike adds, chosen before the roll. Source: WPN-35."""

    NONE = "none", "none"
    POWER = "power", "Power", 1
    VA = "va", "VA", 1


class Stage(Option):
    """How well a blow landed; nothing lies beyond Superb. Source: WPN-02."""

    MISS = "miss", "Miss"
    INCIDENTAL = "incidental", "Incidental"
    MARK = "mark", "Mark"
    SUPERB = "superb", "Superb"


LANDED = (Stage.INCIDENTAL, Stage.MARK, Stage.SUPERB)


@dataclass(frozen=True, slots=True)
class Damage:
    """Where each stage of a blow falls on the grayscale."""

    incidental: Coordinate
    mark: Coordinate
    superb: Coordinate

    def at(self, stage: Stage) -> Coordinate:
        """The place of a stage; a miss has no force."""
        if stage is Stage.MISS:
            return Coordinate(0)
        return (self.incidental, self.mark, self.superb)[LANDED.index(stage)]


def power(
    own: int,
    weapon: int = 0,
    *,
    power_words: str = "Your Power",
    weapon_words: str = "Weapon Power",
    power_shade: Shade = Shade.BLACK,
    weapon_shade: Shade = Shade.BLACK,
    great_strike: bool = False,
    other: int = 0,
    least: int | None = None,
) -> Worked:
    """The Power behind a blow, line by line, and never less than `least` where one is given.

    `own` is the exponent without wounds (they never weaken a blow), `weapon` the Weapon Power (negative on soft
    ground). A gray or white Power helps only where the fist or weapon itself is black.
    Sources: WPN-02, WPN-08, WPN-35; the shade of Power: WPN-03.
    """
    lines = [Line(own, power_words, "WPN-02"), Line(weapon, weapon_words, "WPN-08")]
    if great_strike:
        lines.append(Line(GreatStrike.POWER.amount or 0, "Great Strike", "WPN-35"))
    if weapon_shade is Shade.BLACK and power_shade is not Shade.BLACK:
        lines.append(Line(SHADED_POWER[power_shade], f"{power_words} is {power_shade.words}", "WPN-03"))
    if other:
        lines.append(Line(other, "Something else", "WPN-02"))
    short = 0 if least is None else least - Worked(tuple(lines)).total
    if short > 0:
        lines.append(Line(short, f"Never below {least}", "WPN-02", Mark.RULING))
    return Worked(tuple(lines))


def ims(power: int, shade: Shade = Shade.BLACK, *, rolls_over: bool = True) -> Damage:
    """Incidental, Mark and Superb of a Power: half rounded up, the whole, one and a half rounded down.

    A `power` of 0 or less has no force; `shade` is that of the weapon or fist. Each stage goes into the next shade by
    itself.
    Source: WPN-02, WPN-03.
    """
    return Damage(
        *(Coordinate.of(shade, number, rolls_over=rolls_over) for number in (-(-power // 2), power, power * 3 // 2))
    )


def over_needed(stage: Stage, add: int) -> int:
    """Successes over the obstacle that a stage takes: none, the Add, twice the Add. Source: WPN-09."""
    return LANDED.index(stage) * add


def stage(over: int, add: int) -> Stage:
    """The stage that `over` successes past the obstacle reach, below 0 a miss. `add` is 1 or more. Source: WPN-09."""
    if over < 0:
        return Stage.MISS
    return LANDED[min(over // add, len(LANDED) - 1)]


def to_next(over: int, add: int) -> int:
    """Successes still missing for the next stage; 0 at Superb, which is the last. Source: WPN-09."""
    reached = stage(over, add)
    if reached is Stage.MISS:
        return -over
    return 0 if reached is Stage.SUPERB else over_needed(LANDED[LANDED.index(reached) + 1], add) - over


def chances(
    pool: Pool, obstacle: int, add: int, aimed: int = 0, chain: Chain = Chain.CHAIN
) -> Mapping[Stage, Fraction]:
    """The exact chance of each stage. `aimed` successes are spent on where it lands, from those over the obstacle.

    Where there are too few of them to aim, all go into the damage. Source: WPN-01, WPN-09.
    """
    needs = [over_needed(stage, add) for stage in LANDED]
    law = successes(pool, chain=chain, upto=max(MOST_OBSTACLE, obstacle + aimed + max(needs)))

    def over(least: int) -> Fraction:
        return law.at_least(obstacle + least)

    reached = [over(aimed + need) + max(Fraction(0), over(need) - over(aimed)) for need in needs]
    miss, incidental, mark, superb = Stage
    hit, marked, topped = reached
    return {miss: 1 - hit, incidental: hit - marked, mark: marked - topped, superb: topped}
