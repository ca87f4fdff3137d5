"""What a fight on a page keeps between steps, and the dice of a test in it (BSR-112)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.answer import Told
from engine.forms import Unusable
from engine.games.bastard_sword.dice import Pool, Roll
from engine.games.bastard_sword.forms.encounter import Throw, Try
from engine.games.bastard_sword.readings.dice import built
from engine.games.bastard_sword.rules import injuries
from engine.games.bastard_sword.rules.encounter import Encounter
from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.words import dice as of_dice
from engine.option import Option
from engine.rulings import Rulings
from engine.session import Dice

TABLE = "you"
QUICK_START = {
    "injury.bleeding-over": "death",
    "injury.bleeds-out": "at-once",
    "shooting.edge": "free",
    "dodge-roll.malus": "ladder",
}
"""Readings that the quick start settles. Source: BSR-111."""


class Rules(Option):
    """Which text of the game counts. Source: BSR-111."""

    FULL = "full", "full rules"
    QUICK = "quick", "quick start"


@dataclass(frozen=True, slots=True)
class Kept:
    """A fight on a page: how the table reads it, the spirit that you `began` with, and what the last step told.

    `ahead` is what a link to the forecast of this set-up says.
    """

    fight: Encounter
    ask: Rulings
    began: int
    quick: bool = False
    told: tuple[Told, ...] = ()
    ahead: Mapping[str, str] = field(default_factory=dict)

    def reads(self, ruling: str) -> str:
        """How a rule is read here."""
        return QUICK_START[ruling] if self.quick and ruling in QUICK_START else self.ask[ruling]

    @property
    def at(self) -> int:
        """The place of the one whose turn it is."""
        found = self.fight.now
        assert found is not None
        return found

    def then(self, fight: Encounter, said: str = "", rule: str = "BSR-112", *more: tuple[str, str]) -> "Kept":
        """The same with the fight as it stands after a step, and what is told of it, line by line."""
        lines = [(said, rule), *more]
        return replace(self, fight=fight, told=tuple(Told(0, text, id) for text, id in lines if text))


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice of one test, who they are of after it, and the malus that grit takes away."""

    pool: Pool
    one: One
    relief: int = 0


def throw(state: Kept, one: One, skill: Pool, move: Throw | Try, bonus: int = 0, *, free: bool = False) -> Thrown:
    """The dice of a test, as the round, spirit and bleeding allow them. Raises `Unusable` for more than there are.

    A `free` one takes none of the round's dice. Source: BSR-17, BSR-18, BSR-32 to BSR-34, BSR-55.
    """
    most = min(skill.dice, one.spirit) if free else one.allowed(skill.dice)
    if move.dice > most:
        raise Unusable("move.dice", f"{one.name} has {of_dice(most)} for this; it says {move.dice}.")
    if move.bought and one.bought:
        raise Unusable("move.bought", f"{one.name} has bought dice this round already; that goes once a round.")
    build = built(move.dice, state.ask, bonus=bonus + move.bonus, bought=move.bought, spirit=one.spirit)
    if build.cost > one.spirit:
        raise Unusable("move.bought", f"{of_dice(move.bought)} cost {build.cost} spirit; {one.name} has {one.spirit}.")
    pool = skill.at_most(move.dice).plus(max(0, build.dice - move.dice)).at_most(build.dice)
    after = one.rolls(skill.dice, build.base_rolled, build.cost)
    if free:
        after = replace(one, spirit=one.spirit - build.cost, bought=after.bought)
    if not move.grit:
        return Thrown(pool, after)
    if not one.bleeding:
        raise Unusable("move.grit", f"{one.name} does not bleed; there is nothing to ignore.")
    return Thrown(pool, after.bleeds(1), injuries.bleeding_malus(one.bleeding))


def fallen(pool: Pool, words: str, dice: Dice) -> int:
    """The successes of a pool that falls now."""
    faces = [face for group in pool for face in dice.roll(words, group.count, group.die.sides)]
    return Roll(pool, tuple(faces)).successes


def off(state: Kept, target: int | None, *, free: bool = False, weapon: bool = False) -> int:
    """What is taken off an action that is no blow; what is free has no malus of a grapple. Source: BSR-17, BSR-84."""
    fight, at = state.fight, state.at
    malus = fight.malus(at, target, free=free, weapon=weapon)
    if free or not fight.held(at):
        return malus
    return malus + fight.gripped(at, target, flat=state.ask["grapple.malus"] == "flat")
