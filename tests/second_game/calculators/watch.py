"""A night's watch: a session with dice of different sides in one step."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Fact, Told, Verdict
from engine.forms import Asked, Between, sheet
from engine.rulings import Rulings
from engine.session import Dice, session
from tests.second_game.calculators.crossing import ones_take
from tests.second_game.dice import SIDES, worth
from tests.second_game.lamp import FULL, Lamp

TIDE = 20
KEEPER = "keeper"
Die = enum.Enum("Die", {f"D{sides}": sides for sides in SIDES})


@dataclass(frozen=True, slots=True)
class Watch:
    """The light, which may fall below zero, the oil, and whether a 1 takes a success away."""

    oil: int
    ones: bool
    light: int = 0
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Tend:
    """Two dice for the light, and the tide's against it."""

    die: Annotated[Die, Asked("Dice of so many sides")] = Die(12)

    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Sleep:
    """The lamp goes out."""

    gives_up: ClassVar[bool] = True


def start(oil: Annotated[int, Between(1, FULL), Asked("Oil"), sheet("oil")] = 3, *, ask: Rulings) -> Watch:
    """Does the light last the night?"""
    return Watch(oil, ones_take(ask))


def moves(state: Watch) -> Mapping[str, tuple[type, ...]]:
    return {KEEPER: (Tend, Sleep)} if state.oil else {}


def step(state: Watch, side: str, move: Tend | Sleep, dice: Dice) -> Watch:
    if isinstance(move, Sleep):
        return replace(state, oil=0, told=(Told(0, "sleeps", "LAN-02", side),))
    lit = sum(worth(face, state.ones) for face in dice.roll("The lamp", 2, move.die.value))
    lost = sum(worth(face, state.ones) for face in dice.roll("The tide", 1, TIDE))
    told = (Told(0, f"{wording.signed(lit)} light, {wording.signed(-lost)} by the tide", "LAN-02", side),)
    return replace(state, oil=state.oil - 1, light=state.light + lit - lost, told=told)


def show(state: Watch) -> Answer:
    figure, oil = wording.number(state.light), f"{state.oil} oil of {FULL}."
    verdict = Verdict(figure, (Fact(state.oil, "oil"),), f"The light stands at {figure}.")
    return Answer({"light": state.light, "oil": state.oil}, (verdict, Lamp(state.oil, oil)))


session("lantern-watch", rules="LAN-02", start=start, moves=moves, step=step, show=show)
