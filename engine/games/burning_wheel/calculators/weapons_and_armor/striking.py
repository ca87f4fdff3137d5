"""Striking: one roll to hit and hurt, where the blow lands, and what a defense takes off it (WPN-01, WPN-04 to 07)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import Force, force
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import Chain, DiceCount, Group, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.weapons import FIST, QUICK_WEAPONS, Weapon, WeaponShade, Wielded, wielded
from engine.games.burning_wheel.forms.weapons import YourPower as Power
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.striking import adjacent, aims_of, doubled
from engine.games.burning_wheel.rules import damage, striking
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.striking import Aim, Disadvantage, Inside, Landed, Spot, Strips
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability(Shade.BLACK, 4)
MOST_BALANCE = 5
MOST_AIM = 2


@dataclass(frozen=True, slots=True)
class _Struck:
    """A Strike before the dice fall."""

    test: Test
    obstacle: Worked
    held: Wielded
    found: Force
    unskilled: bool
    aimed: int

    @property
    def chances(self) -> Mapping[Stage, Fraction]:
        """The chance of a miss and of each stage. Source: WPN-01."""
        test = self.test
        opening = chain(test.ask) if test.pool.open_ended else Chain.CHAIN
        return damage.chances(test.pool, test.obstacle, self.held.add, self.aimed, opening)


@calculator("strike", rules="WPN-01 WPN-04")
def strike(
    skill: Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")] = B4,
    disadvantages: Annotated[frozenset[Disadvantage], Asked("Against you", gm=True)] = frozenset(),
    inside: Annotated[Inside, Asked("On the inside, with", gm=True)] = Inside.NO,
    power: Power = 4,
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = FIST,
    aimed: Annotated[int, Between(0, MOST_AIM), Asked("Successes for where it lands", more=True, quick=(0, 1, 2))] = 0,
    unskilled: Annotated[bool, Asked("You have no such skill and test Agility", more=True)] = False,
    favoring: Annotated[bool, Asked("You favor a side, and it is in your way", more=True, gm=True)] = False,
    other: Annotated[int, Between(-10, 20), Asked("Something else: obstacle", more=True, gm=True)] = 0,
    balance: Annotated[int, Between(0, MOST_BALANCE), Asked("Balance dice", more=True, quick=(0, 1, 2))] = 0,
    advantage: Annotated[int, Between(0, 20), Asked("Other dice: advantage, FoRKs, help", more=True)] = 0,
    weapon_shade: WeaponShade = Shade.BLACK,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you hit, and how well?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["agility" if unskilled else "skill"], beginner=unskilled)
    if hurt.gone:
        return no_test(hurt.gone)
    found = striking.obstacle(
        disadvantages, inside, unskilled=unskilled, doubled=doubled(unskilled, ask), favoring=favoring, other=other
    )
    worked = Worked((*found.lines, *((hurt.obstacle,) if hurt.added else ())))
    own = max(0, skill.exponent - hurt.lost + advantage)
    checked(own + balance, worked.total, "other")
    pool = Pool.of(own, skill.shade) + Group(balance, weapon_shade)
    held = wielded(weapon, ask)
    blow = force(power, held.weapon.power, ask, weapon_words=held.words, weapon_shade=weapon_shade)
    struck = _Struck(Test(pool, worked.total, ask), worked, held, blow, unskilled, aimed)
    return _answered(struck, Line(-hurt.lost, "Wounds", "HUB-18"), skill, advantage, balance)


def _answered(struck: _Struck, lost: Line, skill: Ability, advantage: int, balance: int) -> Answer:
    test, chances = struck.test, struck.chances
    lines = (
        Line(skill.exponent, f"Agility {skill}" if struck.unskilled else f"Skill {skill}", "WPN-04"),
        Line(advantage, "Advantage, FoRKs, help", "HUB-18"),
        Line(balance, "Balance dice", "WPN-19"),
        *((lost,) if lost.amount else ()),
    )
    rows = tuple(
        (stage, str(struck.found.damage.at(stage)) if stage in LANDED else None, _needs(struck, stage), chance)
        for stage, chance in chances.items()
    )
    blocks: list[Block] = [
        _verdict(struck),
        Table("What the roll may bring", ("Stage", "Lands at", "Successes", "Chance"), rows, None, Mark.DERIVED),
        test.odds(),
        Working(struck.obstacle.lines, struck.obstacle.total, "Obstacle"),
        Working(lines, test.dice, "Dice", "D"),
        *struck.held.note,
    ]
    values = {
        "obstacle": test.obstacle,
        "dice": test.dice,
        "probability": test.chance,
        "add": struck.held.add,
        **struck.found.values,
        **{f"chance_{stage.value}": chance for stage, chance in chances.items()},
    }
    if struck.unskilled:
        blocks.append(Note("A test of a stat without the skill has its own way into the log.", rule="HUB-56"))
        return Answer(values, tuple(blocks))
    return Answer(values | {"class": test.classes.value}, tuple(blocks), test.marks("skill", Kind.SKILL))


def _needs(struck: _Struck, stage: Stage) -> int | None:
    """The successes that a stage takes with what is spent on aiming."""
    if stage is Stage.MISS:
        return None
    aimed = struck.aimed if stage is not Stage.INCIDENTAL else 0
    return struck.test.obstacle + damage.over_needed(stage, struck.held.add) + aimed


def _verdict(struck: _Struck) -> Verdict:
    test = struck.test
    said = () if struck.unskilled else (logged(test.classes),)
    facts = (Fact(Obstacle(test.obstacle), "obstacle"), Fact(DiceCount(test.dice), "dice"), *said)
    shown = wording.percent(test.chance)
    sentence = f"You hit {shown} of the time; the three stages lie at {struck.found.words}."
    return Verdict(shown, (*facts, Fact(struck.found.words, "damage"))[:4], sentence, Mark.DERIVED)


@branch("no side favored")
class Square:
    """Four parts: arms and legs count as one each."""

    offered: Annotated[Target, Asked("They offer")] = Target.TORSO
    wanted: Annotated[Target, Asked("You want")] = Target.LEGS


@branch("they favor a side")
class Sided:
    """Six parts: right and left limbs apart."""

    open_part: Annotated[Location, Asked("They offer")] = Location.LEFT_ARM
    aimed_at: Annotated[Location, Asked("You want")] = Location.RIGHT_ARM

    @property
    def offered(self) -> Location:
        """What is offered."""
        return self.open_part

    @property
    def wanted(self) -> Location:
        """What is wanted."""
        return self.aimed_at


Where = Annotated[Square | Sided, Asked("Right and left")]


@calculator("aim", rules="WPN-05 WPN-06")
def aim(
    where: Where = Square(),
    extra: Annotated[int, COUNTED, Asked("Your successes over the obstacle", quick=(0, 1, 2, 3, 4))] = 1,
    feint: Annotated[bool, Asked("You have Feinted them: you name the part", more=True)] = False,
    mounted: Annotated[bool, Asked("You ride, they are on foot", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Can you hit what you want?"""
    offered: Spot = where.wanted if feint else where.offered
    wanted: Spot = where.wanted
    if not striking.may_offer(offered, from_horseback=mounted) and not feint:
        at = "open_part" if isinstance(where, Sided) else "offered"
        raise Unusable(f"where.{at}", "On foot nobody offers the legs to a rider: head, torso or arms.")
    cost = striking.aim_cost(offered, wanted, adjacent=adjacent(offered, wanted, ask))
    reaches = cost <= extra
    lands = wanted if reaches else offered
    left = extra - cost if reaches else extra
    mark = Mark.RULING if striking.unpriced(offered, wanted) else None
    facts = (Fact.count(cost, "success to aim", "successes to aim"), Fact(left, "over for damage"))
    said = f"The blow lands on the {_part(wanted)} for {_price(cost)}" if cost else f"It lands on the {_part(wanted)}"
    short = f"The {_part(wanted)} takes {_price(cost)}; you have {extra}, and it stays on the {_part(offered)}"
    verdict = Verdict(lands.words, facts, f"{said if reaches else short}.", mark)
    values = {"cost": cost, "reaches": reaches, "lands": lands.value, "left": left}
    return Answer(values, (verdict, _prices(offered, wanted, extra, isinstance(where, Sided), ask)))


def _part(spot: Spot) -> str:
    """A part of the body within a sentence."""
    return spot.words[:1].lower() + spot.words[1:]


def _price(cost: int) -> str:
    return wording.count(cost, "success", "successes") if cost else "no success"


def _prices(offered: Spot, wanted: Spot, extra: int, sided: bool, ask: Rulings) -> Table:
    """What every move from what is offered costs, and whether there are successes for it."""
    rows: list[tuple[Entry, ...]] = []
    current = None
    for spot in Location if sided else Target:
        cost = striking.aim_cost(offered, spot, adjacent=adjacent(offered, spot, ask))
        current = len(rows) if spot is wanted else current
        rows.append((spot, cost, "yes" if cost <= extra else "no", max(0, extra - cost) if cost <= extra else None))
    columns = ("To", "Successes", "You have them", "Left for damage")
    return Table(f"From the {_part(offered)}", columns, tuple(rows), current)


@calculator("aimed-blow", rules="WPN-07")
def aimed_blow(
    successes: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 2,
    obstacle: Annotated[Obstacle, Asked("Obstacle to hit", quick=(1, 2, 3, 4))] = Obstacle(1),
    defense: Annotated[int, COUNTED, Asked("Their Block, Avoid or Counterstrike", quick=QUICK_SUCCESSES)] = 1,
    where: Where = Square(),
    add: Annotated[
        int, Between(1, 10), Asked("Add of your weapon", quick=(1, 2)), sheet("weapon-add", at_once=True)
    ] = 2,
    gives: Annotated[Strips, Asked("Where your table lets you choose, you give up first", more=True)] = Strips.AIM,
    *,
    ask: Rulings,
) -> Answer:
    """They defend. What is left of the blow?"""
    extra = successes - obstacle
    price = Aim(where.offered, where.wanted, adjacent(where.offered, where.wanted, ask))
    both = extra > price.cost > 0
    aims = aims_of(where.offered, where.wanted, ask, defended=defense > 0 <= extra, gives=gives, both=both)
    aim, *others = aims
    landed = aim.land(successes, obstacle, add, defense)
    rows = tuple(_by_defense(aim.land(successes, obstacle, add, n), n) for n in range(max(defense, extra + 1) + 1))
    values = {
        "hit": landed.hit,
        "lands": landed.spot.value if landed.spot else "",
        "stage": landed.stage.value,
        "aimed": landed.hit and landed.aimed,
        "left": max(0, landed.margin),
        "for_aim": landed.aim,
        "for_damage": landed.harm,
        "counted": "; or ".join(_counted(one.land(successes, obstacle, add, defense)) for one in aims),
    }
    table_ = Table("What each success of the defense leaves", ("Defense", "Lands on", "Stage"), rows, defense)
    otherwise = tuple(
        Note(f"Or, as you choose: {_counted(one.land(successes, obstacle, add, defense))}.", Mark.RULING, "WPN-07")
        for one in others
    )
    return Answer(values, (_left_verdict(landed, aim, obstacle), table_, *otherwise))


def _counted(landed: Landed) -> str:
    """Where it lands, how well, and the successes that are left for damage."""
    return f"{landed.spot.words}, {landed.stage.words}, {landed.harm} for damage" if landed.spot else "a miss"


def _by_defense(landed: Landed, defense: int) -> tuple[int, Spot | None, Stage]:
    return defense, landed.spot, landed.stage


def _left_verdict(landed: Landed, aim: Aim, obstacle: int) -> Verdict:
    if landed.spot is None:
        short = -landed.margin
        return Verdict("Miss", (Fact(short, "short of the obstacle"),), f"The blow misses {ob(obstacle)} by {short}.")
    back = "" if landed.aimed else f" The aim at the {_part(aim.wanted)} is lost."
    facts = (Fact(landed.stage), Fact(landed.margin, "over the obstacle"))
    return Verdict(landed.spot.words, facts, f"It lands on the {_part(landed.spot)}, {landed.stage.words}.{back}")


@table("aim-prices")
def aim_prices() -> Table:
    """The price of every move, by what is offered (WPN-06)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (offered, *(striking.aim_cost(offered, wanted) for wanted in Target)) for offered in Target
    )
    columns = ("They offer", *(f"To {_part(wanted)}" for wanted in Target))
    return Table("Successes to move a blow", columns, rows)
