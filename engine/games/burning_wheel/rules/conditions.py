"""What makes it harder to fight: light, weather, footing, room, posture, and the rows of both lists (FGT-65, FGT-66).

Rows of one group name the same thing, and of those the hardest alone counts; other groups add up. What hampers a shot
in Fight! (FGT-66) is `missiles.Hampered`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules import fight_posture
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.striking import Disadvantage, Inside
from engine.option import Option
from engine.working import Line, Worked

ELSEWHERE = "elsewhere"


class Group(Option):
    """What a row is about. Source: FGT-65; the groups are ours."""

    DISTANCE = "distance", "distance"
    MOVEMENT = "movement", "movement"
    INSIDE = "inside", "weapon on the inside"
    POSTURE = "posture", "posture"
    WEATHER = "weather", "weather"
    UNARMED = "unarmed", "bare hands"
    FOOTING = "footing", "footing"
    LIGHT = "light", "light"
    SPACE = "space", "room"


class Light(Option):
    """What there is to see by, with what it adds to obstacles, in Range and Cover as in Fight!. FGT-65, RNC-38."""

    CLEAR = "clear", "good light", 0
    DIM = Disadvantage.DIM.value, Disadvantage.DIM.words, Disadvantage.DIM.amount
    CANDLE = Disadvantage.CANDLE.value, "candlelight, smoke or haze", Disadvantage.CANDLE.amount
    DARK = Disadvantage.DARK.value, Disadvantage.DARK.words, Disadvantage.DARK.amount


class Weather(Option):
    """What falls from the sky, with what it adds by itself; in Range and Cover as in Fight!. Source: FGT-65, RNC-38."""

    FAIR = "fair", "fair", 0
    RAIN = Disadvantage.RAIN.value, Disadvantage.RAIN.words, Disadvantage.RAIN.amount
    HEAVY = "heavy", "heavy rain", Disadvantage.CANDLE.amount


@dataclass(frozen=True, slots=True)
class Condition:
    """A row of the list: what it adds, what it is about, and what is rolled when it counts. Source: FGT-65."""

    key: str
    words: str
    amount: int
    group: Group
    doing: frozenset[Doing]


_AMOUNTS: Mapping[str, int | None] = {
    **{one.value: one.amount for one in Disadvantage},
    **{one.value: one.amount for one in Inside},
    "knees": fight_posture.penalty(Posture.KNEES, Doing.DEFEND),
    "down": fight_posture.penalty(Posture.GROUND, Doing.DEFEND),
    "down-attack": fight_posture.penalty(Posture.GROUND, Doing.ATTACK),
}


def _condition(row: Mapping[str, Any]) -> Condition:
    amount = _AMOUNTS[row["key"]] if row["amount"] == ELSEWHERE else row["amount"]
    doing = frozenset(Doing.of(one) for one in row["doing"])
    return Condition(row["key"], row["words"], amount or 0, Group.of(row["group"]), doing)


_COLUMNS = ("key", "words", "amount", "group", "doing")
CONDITIONS: Mapping[str, Condition] = {
    one.key: one for one in tables.rows(__file__, "conditions.toml", "condition", _COLUMNS, _condition)
}
"""The list of the Fight! chapter, the lightest first. Source: FGT-65."""


def lit(light: Light, rule: str = "FGT-65") -> Line:
    """What the light adds, 0 to 3, as a line."""
    return Line(light.amount or 0, f"{light.words[:1].upper()}{light.words[1:]}", rule)


def weathered(weather: Weather, seeing: int = 0, rule: str = "FGT-65", *, both: bool = False) -> Line:
    """What the weather adds, 0 to 3, to a light that adds `seeing` already, as a line.

    Heavy rain stands in the book twice: as rain that gets in the way and, among the lights, as poor sight. It counts as
    whichever of the two is harder here, with `both` as the one and the other. Source: FGT-65, RNC-38.

    >>> weathered(Weather.HEAVY).amount, weathered(Weather.HEAVY, 2).amount, weathered(Weather.RAIN, 3).amount
    (2, 1, 1)
    """
    amount = weather.amount or 0
    if weather is Weather.HEAVY:
        poorer, driving = max(0, amount - seeing), Weather.RAIN.amount or 0
        amount = poorer + driving if both else max(poorer, driving)
    return Line(amount, f"{weather.words[:1].upper()}{weather.words[1:]}", rule)


class Footing(Option):
    """What a fight may have besides light, weather, posture and a weapon too long, by the keys of the list. FGT-65."""

    LUNGING = "lunging", "they are at lunging distance", CONDITIONS["lunging"].amount
    MOVING = "moving", "you Close or Withdraw", CONDITIONS["moving"].amount
    GROUND = "ground", "mud, ice, loose rocks, water", CONDITIONS["ground"].amount
    NARROW = "narrow", "too little room", CONDITIONS["narrow"].amount
    UNARMED = "unarmed", "bare hands against an armed Strike", CONDITIONS["unarmed"].amount

    @property
    def condition(self) -> Condition:
        """Its row of the list."""
        return CONDITIONS[self.value]


def melee(
    doing: Doing,
    *,
    light: Light = Light.CLEAR,
    weather: Weather = Weather.FAIR,
    posture: Posture = Posture.STANDING,
    inside: Inside = Inside.NO,
    besides: Collection[Footing] = (),
    kneeling: int = 0,
    both_rains: bool = False,
) -> Worked:
    """What the place, the weather and one's own posture add to an obstacle in melee, line by line.

    Only what counts for `doing` is among the lines. `kneeling` and `both_rains` are the table's readings, see
    `fight_posture.penalty` and `weathered`. Source: FGT-65.

    >>> melee(Doing.ATTACK, light=Light.DIM, posture=Posture.GROUND).total
    5
    """
    lines = [lit(light), weathered(weather, light.amount or 0, both=both_rains)]
    lines.append(fight_posture.line(posture, doing, kneeling=kneeling))
    if doing is Doing.ATTACK and inside is not Inside.NO:
        lines.append(Line(inside.amount or 0, f"On the inside: {inside.words}", "FGT-17"))
    lines += [
        Line(one.condition.amount, f"{one.words[:1].upper()}{one.words[1:]}", "FGT-65")
        for one in Footing
        if one in besides and doing in one.condition.doing
    ]
    return Worked(tuple(line for line in lines if line.amount))
