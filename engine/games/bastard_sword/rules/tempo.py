"""The three tempos, and what a change of them brings (BSR-22)."""

from dataclasses import dataclass

from engine.option import Option


class Tempo(Option):
    """How time is counted. Source: BSR-22."""

    ACTION = "action", "action: rounds and initiative"
    INTERACTION = "interaction", "interaction: one thing after the other"
    TRANSITION = "transition", "transition: time is skipped"


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do, and by which rule."""

    words: str
    rule: str


EVERY = (
    Due("Each player may mark 1 experience on a skill that was tested in the tempo that ends.", "BSR-23"),
    Due("Taunts end.", "BSR-81"),
    Due("Injuries of the tempo that ends can no longer be shrugged off.", "BSR-78"),
)
AFTER_ACTION = (
    Due("Everyone who is not incapacitated tests for a second wind.", "BSR-63"),
    Due("Nobody can be inspired any more: that takes action tempo.", "BSR-71"),
)
INTO_ACTION = (
    Due("Everyone rolls initiative, with reflex or perception.", "BSR-30"),
    Due("From now on friends can be inspired.", "BSR-71"),
)
SCENE = (
    Due("Each player checks one box of a virtue that the character lived by.", "BSR-27"),
    Due("Intimidation ends.", "BSR-72"),
    Due("A lucky break may be tried again.", "BSR-73"),
)


def due(now: Tempo, then: Tempo, *, scene_ends: bool = False) -> tuple[Due, ...]:
    """What to do where the tempo changes, or a scene ends, or both. Source: BSR-22."""
    changes = EVERY if now is not then else ()
    wind = AFTER_ACTION if now is Tempo.ACTION and then is not now else ()
    fight = INTO_ACTION if then is Tempo.ACTION and now is not then else ()
    return (*wind, *changes, *(SCENE if scene_ends else ()), *fight)
