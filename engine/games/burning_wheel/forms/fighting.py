"""How someone stands in Fight!, as fields of a form: posture, stance, and what makes an action harder (FGT-50, 65)."""

from collections.abc import Collection
from typing import Annotated

from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.readings.fight_conditions import kneeling
from engine.games.burning_wheel.rules import conditions, stances
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.conditions import Footing, Light, Weather
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.stances import Move, Stance
from engine.games.burning_wheel.rules.striking import Disadvantage
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line

QUICK_DICE = ("B3", "B4", "B5", "B6")


class Harder(Option):
    """What makes a defense harder besides posture and stance; rows of the Fight! list by their keys. Source: FGT-65."""

    MOVING = Disadvantage.MOVING.value, Disadvantage.MOVING.words, Disadvantage.MOVING.amount
    GROUND = Disadvantage.GROUND.value, Disadvantage.GROUND.words, Disadvantage.GROUND.amount
    RAIN = Disadvantage.RAIN.value, Disadvantage.RAIN.words, Disadvantage.RAIN.amount
    NARROW = Disadvantage.NARROW.value, Disadvantage.NARROW.words, Disadvantage.NARROW.amount
    DIM = Disadvantage.DIM.value, Disadvantage.DIM.words, Disadvantage.DIM.amount
    CANDLE = Disadvantage.CANDLE.value, Disadvantage.CANDLE.words, Disadvantage.CANDLE.amount
    DARK = Disadvantage.DARK.value, Disadvantage.DARK.words, Disadvantage.DARK.amount


_LIGHTS = (Light.DARK, Light.CANDLE, Light.DIM)
YourStance = Annotated[Stance, Asked("Your stance")]
YourPosture = Annotated[Posture, Asked("You are", more=True)]
AgainstYou = Annotated[frozenset[Harder], Asked("Against you", more=True, gm=True)]
OtherDice = Annotated[int, Between(-10, 10), Asked("Other dice: FoRKs, advantage; a Lock takes some", more=True)]
OtherOb = Annotated[int, Between(0, 10), Asked("Something else: +Ob on your roll", more=True, gm=True)]
TheirAttack = Annotated[Ability, Asked("Their dice, all told", quick=QUICK_DICE)]
SpeedDice = Annotated[Ability, Asked("Your Speed", quick=QUICK_DICE), sheet("speed")]
SkillDice = Annotated[Ability, Asked("Your weapon skill", quick=QUICK_DICE), sheet("skill")]


def hampered(
    doing: Doing, posture: Posture, against: Collection[Harder], ask: Rulings, *, bare: bool = False
) -> tuple[Line, ...]:
    """What posture, light, weather and ground add to what is done; of several lights the worst. Source: FGT-65.

    `bare` hands are held against a weapon.
    """
    said = {one.value for one in against}
    besides = [one for one in Footing if one.value in said]
    light = next((one for one in _LIGHTS if one.value in said), Light.CLEAR)
    weather = Weather.RAIN if Harder.RAIN in against else Weather.FAIR
    besides += [Footing.UNARMED] if bare else []
    knees = kneeling(posture, doing, ask)
    return conditions.melee(doing, light=light, weather=weather, posture=posture, besides=besides, kneeling=knees).lines


def stanced(stance: Stance, move: Move, at: str = "stance") -> tuple[Line, Line]:
    """The dice and the +Ob that a stance brings. Raises `Unusable` at its field where it bars the action. FGT-50."""
    found = stances.effect(stance, move)
    if found.barred:
        raise Unusable(at, f"Nobody may {move.words} in {stance.words} stance. Change it first, or do something else.")
    return stances.lines(stance, found)
