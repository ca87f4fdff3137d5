"""A mount that is hit: where, what wound, whether its nerve holds, and what the rider makes of it (RID-22, RID-24)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Self

from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import force
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.blocks.wounds import strip
from engine.games.burning_wheel.calculators.moving_riding_breaking.common import made_up, riding_test_of
from engine.games.burning_wheel.forms.mounts import HORSE, YourMount
from engine.games.burning_wheel.forms.saddle import B4, Gear, OtherDice, Riding
from engine.games.burning_wheel.forms.weapons import POWER, QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.forms.wounds import WoundRow
from engine.games.burning_wheel.readings import saddle as read
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import damage, saddle, steel
from engine.games.burning_wheel.rules import riding as rules
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.blow import Foe, Nerve
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.saddle import Fright, Spot
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounded import Collapse, Condition, collapse
from engine.games.burning_wheel.rules.wounds import Level, NewWound, Together
from engine.games.burning_wheel.views.blocks import Blow
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

SPEAR = Weapon.of(WEAPONS["spear"])


class Part(Option):
    """A place on the beast. Source: RID-22."""

    FRONT = Spot.FRONT.value, Spot.FRONT.words
    BODY = Spot.BODY.value, Spot.BODY.words
    BACK = Spot.BACK.value, Spot.BACK.words


@branch("a blow")
class Struck:
    """A melee blow at rider and beast that is meant for the beast."""

    weapon: Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=False)] = (
        SPEAR
    )
    power: Annotated[int, POWER, Asked("Their Power", quick=(3, 4, 5, 6))] = 5
    shown: Annotated[Spot, Asked("The rider declares")] = Spot.RIDER
    struck: Annotated[Part, Asked("They want")] = Part.BODY
    extra: Annotated[int, Between(0, 20), Asked("Successes over the obstacle", quick=(0, 1, 2, 3))] = 3


@branch("a hit whose place is known")
class Known:
    """A place on the grayscale, of a shot, a fall, a spell."""

    hit: Annotated[Coordinate, Asked("The hit", gm=True)] = Coordinate(7)


@dataclass(frozen=True, slots=True)
class Stands:
    """A mount once it is hit: the new wound on top of those before it, and its Steel."""

    mount: Mount
    foe: Foe
    hit: Coordinate
    ask: Rulings

    @classmethod
    def of(cls, mount: Mount, before: Sequence[WoundRow], hit: Coordinate, ask: Rulings) -> Self:
        """A mount with these wounds that is hit there. Source: INJ-04, RID-24."""
        levels = tuple(mount.tolerances.level(one.hit) for one in before)
        nerve = Nerve(mount.steel, steel.hesitation(mount.will).total)
        return cls(mount, Foe(mount.tolerances, levels=levels, nerve=nerve), hit, ask)

    @property
    def level(self) -> Level:
        """The new wound."""
        return self.mount.tolerances.level(self.hit)

    @property
    def wound(self) -> NewWound:
        """The same with the Superficial ones before it."""
        return self.foe.wound(self.level)

    @property
    def hurt(self) -> Together:
        """What all of them do."""
        return self.foe.hurt(self.level)

    @property
    def end(self) -> Collapse:
        """Whether it is still on its feet. Source: INJ-12."""
        stats = {stat: getattr(self.mount, stat.value).exponent for stat in Stat}
        return collapse(stats, -self.hurt.dice.total, dying=self.hurt.dying)

    @property
    def up(self) -> bool:
        """The same, as yes or no."""
        return self.end.condition is Condition.UP

    @property
    def tested(self) -> bool:
        """Whether the wound tests its Steel. Source: INJ-14."""
        return self.up and self.wound.steel_test

    @property
    def nerve(self) -> Test:
        """That test, with the dice that its wounds leave. Source: INJ-14, RID-24."""
        assert self.foe.nerve is not None
        pool, opens = self.foe.nerve.pool(self.hurt), open_ended(ELEMENTS["steel"], self.ask)
        return Test(pool if opens else pool.closed(), self.foe.nerve.obstacle(self.hurt), self.ask)

    @property
    def holds(self) -> Fraction:
        """The chance that it does as before."""
        return self.nerve.chance if self.tested else Fraction(self.up)

    def left(self, name: str) -> int:
        """The dice that its wounds leave of an ability."""
        return max(0, int(getattr(self.mount, name).exponent) + self.hurt.dice.total)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Where its wounds lie, and what is left of it."""
        levels, tolerances = self.foe.levels, self.mount.tolerances
        placed = [(tolerances.places[one], one) for one in levels if one is not Level.NONE]
        landing = (Blow(self.hit.place, "", f"{self.hit}, {self.level.words}"),) if self.hit.place else ()
        rows = (
            ("This wound takes", self.wound.taken.takes),
            ("All together", self.hurt.takes),
            ("It is", self.end.condition.words),
            *((name.capitalize(), f"{self.left(name)}D") for name in LEFT),
        )
        return strip(tolerances, f"The hit: {self.hit}.", landing, placed), Table("Its wounds", ("What", "How"), rows)


LEFT = ("speed", "power", "steel")


@calculator("mount-hit", rules="RID-22 RID-24")
def mount_hit(
    mount: YourMount = HORSE,
    blow: Annotated[Struck | Known, Asked("It is hit by")] = Struck(),
    before: Annotated[tuple[WoundRow, ...], Asked("Wounds it has already", more=True)] = (),
    fright: Annotated[Fright, Asked("If its Steel fails", gm=True)] = Fright.ROLL,
    calms: Annotated[bool, Asked("You spend an action to choose what it does")] = True,
    riding: Riding = B4,
    gear: Gear = True,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Your mount is hit. Does it stand?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    hit, spent, force_blocks = _hit(blow, ask)
    found = Stands.of(beast, before, hit, ask)
    calm, ledgers = riding_test_of(riding, rules.obstacle(beast), ask, felt, gear=gear, other=other)
    seat = saddle.throws(fright)
    stays = riding_test_of(riding, seat, ask, felt, gear=gear, other=other)[0].chance if seat else Fraction(1)
    chosen = calm.chance if calms else Fraction(0)
    thrown = (1 - found.holds) * (1 - chosen) * (1 - stays) if found.tested else Fraction(0)
    nerve = found.nerve
    values: dict[str, Any] = {
        "hit": str(hit),
        "aim": spent,
        "level": found.level.value,
        "lost": -found.hurt.dice.total,
        "condition": found.end.condition.value,
        "tests": found.tested,
        "dice": nerve.dice if found.tested else 0,
        "obstacle": nerve.obstacle if found.tested else 0,
        "holds": found.holds,
        "chooses": calm.chance,
        "thrown": thrown,
        **{name: found.left(name) for name in LEFT},
    }
    blocks = (_verdict(found, thrown), *found.blocks, *force_blocks)
    if found.tested:
        words = f"Its Steel: {nerve.dice} dice against {nerve.obstacle}. Should it fail, an action and Riding choose."
        blocks = (*blocks, Note(words, rule="RID-24"), *ledgers)
    marks = calm.marks("riding", Kind.SKILL) if found.tested and calms else ()
    return Answer(values, (*blocks, *made_up(beast)), marks)


def _verdict(found: Stands, thrown: Fraction) -> Verdict:
    wound = found.level.wound
    facts = [Fact(str(found.hit), "the hit"), Fact(found.hurt.takes, "its wounds take")]
    said = f"{wound}: it stands, and tests no Steel."
    if found.tested:
        facts += [Fact(found.holds, "its Steel holds"), Fact(thrown, "you are thrown")]
        said = f"{wound}: its Steel holds {often(found.holds)}, and it throws you {often(thrown)}."
    elif not found.up:
        said = f"{wound}: it goes down under you."
    return Verdict(wound, tuple(facts), said, Mark.DERIVED if found.tested else None)


def _hit(blow: Struck | Known, ask: Rulings) -> tuple[Coordinate, int, tuple[Block, ...]]:
    """Where it lies, what the aim took, and the ledger of its force. Raises `Unusable` for an aim not paid for."""
    if isinstance(blow, Known):
        return blow.hit, 0, ()
    held = wielded(blow.weapon, ask)
    wanted = Spot.of(blow.struck.value)
    cost = read.moves(blow.shown, wanted, ask)
    if cost > blow.extra:
        words = (
            f"From {blow.shown.words} to {wanted.words} takes {cost} over the obstacle; here there are {blow.extra}."
        )
        raise Unusable("blow.struck", words)
    found = force(blow.power, held.weapon.power, ask, whose="their", weapon_words=held.words)
    stage = damage.stage(blow.extra - cost, held.add)
    said = Note(f"{stage.words}, on {wanted.words}.", rule="RID-22")
    return found.damage.at(stage), cost, (found.ledger, said, *held.note)
