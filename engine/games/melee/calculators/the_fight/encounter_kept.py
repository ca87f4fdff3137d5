"""What a melee on a page keeps between steps, and how its dice fall (MEL-54)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.answer import Told
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.melee.rules.encounter import Encounter
from engine.rulings import Rulings
from engine.session import Dice

TABLE = "table"


@dataclass(frozen=True, slots=True)
class Kept:
    """A melee on a page: the fight, how the table reads the rules, and what the last step told.

    `by_line` rolls initiative once for each line. `surroundings` are light, sight, room and ground, for everyone.
    `begun` are the wounds that the first combatant came with, `ahead` what a link to the forecast of this set-up says.
    """

    fight: Encounter
    ask: Rulings
    by_line: bool = False
    surroundings: int = 0
    begun: int = 0
    ahead: Mapping[str, str] = field(default_factory=dict)
    told: tuple[Told, ...] = ()

    @property
    def at(self) -> int:
        """The place of the one whose turn it is."""
        found = self.fight.now
        assert found is not None
        return found

    def then(self, fight: Encounter, said: str = "", rule: str = "MEL-55", *more: tuple[str, str]) -> "Kept":
        """The same with the fight as it stands after a step, and what is told of it, line by line."""
        lines = [(said, rule), *more]
        return replace(self, fight=fight, told=tuple(Told(0, text, id) for text, id in lines if text))


@dataclass(frozen=True, slots=True)
class Declared:
    """A move that others may answer before it is made. Source: MEL-11, MEL-14.

    `says` is it in words. `watchers` may act early, those in `free` without the +1 Ob; where someone `runs` they may
    give chase instead.
    """

    move: object
    says: str
    watchers: tuple[int, ...]
    free: frozenset[int] = frozenset()
    runs: bool = False


def hits(faces: Sequence[int], shade: Shade) -> int:
    """The successes among these faces. Source: HUB-02."""
    return sum(face >= shade.target for face in faces)


def fallen(dice: Dice, words: str, count: int, shade: Shade, *, opens: bool = False, chain: bool = True) -> int:
    """The successes of so many dice that fall now; sixes bring more where they open. Source: HUB-02, HUB-07."""
    faces = dice.roll(words, count) if count else []
    found, sixes = hits(faces, shade), sum(face == SIDES for face in faces)
    return found + (again(dice, sixes, shade, chain=chain) if opens else 0)


def again(dice: Dice, sixes: int, shade: Shade, *, chain: bool) -> int:
    """The successes that so many sixes bring; sixes among those too, where they `chain`. Source: HUB-07."""
    found = 0
    while sixes:
        more = dice.more(sixes, "for sixes")
        found += hits(more, shade)
        sixes = sum(face == SIDES for face in more) if chain else 0
    return found


def nerve(dice: Dice, words: str, pool: Pool, ask: Rulings) -> int:
    """The successes of a Steel roll, open-ended as the table reads it."""
    chain = ask["dice.chain"] == "chain" if pool.dice else True
    return fallen(dice, words, pool.dice, pool.groups[0].shade, opens=True, chain=chain)
