"""Hitting and hurting: Incidental, Mark and Superb, the price of each, and the weapons (WPN-02, 03, 08, 09, 34)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.hits import Force, check_aim, force, hit_words, next_stage, shade_notes, stages
from engine.games.burning_wheel.dice import Chain, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.weapons import (
    ADD,
    AIMED,
    WEAPON_POWER,
    OtherPower,
    Weapon,
    WeaponShade,
    Wielded,
    YourPower,
    row_notes,
    wielded,
)
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules import damage as rules
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.weapons import Grade, Length, Speed
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_OVER = 60
SWORD = Weapon.of(arms.WEAPONS["sword"])
MACE = Weapon.of(arms.WEAPONS["mace"])


def odds_table(
    chances: Mapping[Stage, Fraction], found: Force, pool: Pool, obstacle: int, landed: Stage | None
) -> Table:
    """The chance of a miss and of each stage."""
    rows = tuple(
        (stage, str(found.damage.at(stage)) if stage in LANDED else "", chance) for stage, chance in chances.items()
    )
    caption = f"{pool} against {ob(obstacle)}"
    current = list(chances).index(landed) if landed else None
    return Table(caption, ("Stage", "Lands at", "Chance"), rows, current, Mark.DERIVED)


@calculator("ims", rules="WPN-02 WPN-03 WPN-08 WPN-09")
def ims(
    power: YourPower = 4,
    weapon_power: Annotated[
        int,
        WEAPON_POWER,
        Asked("Weapon Power", hint="Bare hands: 0", quick=(0, 1, 2, 3, 4)),
        sheet("weapons", at_once=True),
    ] = 0,
    add: Annotated[int, ADD, Asked("Add", quick=(1, 2, 3)), sheet("weapon-add")] = 2,
    margin: Annotated[
        Annotated[int, Between(-MOST_OVER, MOST_OVER)] | None,
        Asked("Successes over the obstacle", hint="Empty: not rolled yet", quick=(0, 1, 2, 3, 4)),
    ] = None,
    obstacle: Annotated[Obstacle, Asked("Obstacle to hit", more=True)] = Obstacle(1),
    pool: Annotated[Pool | None, Asked("Dice you roll", quick=("B3", "B4", "B5", "B6"), more=True)] = None,
    aimed: Annotated[int, AIMED, Asked("Successes spent on where it lands", more=True)] = 0,
    great_strike: Annotated[bool, Asked("Great Strike: +1 Power", more=True)] = False,
    other: OtherPower = 0,
    weapon_shade: WeaponShade = Shade.BLACK,
    power_shade: Annotated[Shade, Asked("Shade of your Power", more=True)] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """How hard does it hit?"""
    found = force(
        power,
        weapon_power,
        ask,
        power_shade=power_shade,
        weapon_shade=weapon_shade,
        great_strike=great_strike,
        other=other,
    )
    values = {
        **found.values,
        "add": add,
        **{
            f"successes_{stage.value}": obstacle + rules.over_needed(stage, add) + (aimed if stage in LANDED[1:] else 0)
            for stage in LANDED
        },
    }
    landed = None
    if margin is None:
        verdict = _needs(found, *(rules.over_needed(stage, add) + aimed for stage in LANDED[1:]))
    else:
        check_aim(margin, aimed)
        landed = rules.stage(margin - aimed, add)
        missing = rules.to_next(margin - aimed, add)
        values |= {"stage": landed.value, "hit": str(found.damage.at(landed)), "missing": missing}
        verdict = _landed(landed, missing, found)
    blocks: list[Block] = [verdict, stages(found, add, aimed, landed, obstacle)]
    if pool is not None:
        chances = rules.chances(pool, obstacle, add, aimed, chain(ask) if pool.open_ended else Chain.CHAIN)
        values |= {f"chance_{stage.value}": chance for stage, chance in chances.items()}
        blocks.append(odds_table(chances, found, pool, obstacle, landed))
    blocks += [found.ledger, *shade_notes(power_shade, weapon_shade)]
    return Answer(values=values, blocks=tuple(blocks))


def _needs(found: Force, mark: int, superb: int) -> Verdict:
    """What takes a Mark and a Superb, before the roll."""
    facts = (
        Fact(found.worked.total, "Power"),
        Fact(wording.signed(mark), "over for a Mark"),
        Fact(wording.signed(superb), "over for a Superb"),
    )
    ways = f"Incidental {found.damage.incidental}, Mark {found.damage.mark}, Superb {found.damage.superb}"
    return Verdict(found.words, facts, f"{ways}: Mark takes {mark} over the obstacle, Superb {superb}.")


def _landed(stage: Stage, missing: int, found: Force) -> Verdict:
    if stage is Stage.MISS:
        short = Fact(next_stage(stage, missing))
        return Verdict(stage.words, (short, Fact(found.words, "damage")), f"A miss, {next_stage(stage, missing)}.")
    hit = found.damage.at(stage)
    facts = (Fact(found.words, "damage"), Fact(next_stage(stage, missing)))
    return Verdict(f"{stage.words} {hit}", facts, f"{hit_words(stage)} at {hit}; {next_stage(stage, missing)}.")


class Hands(Option):
    """How many hands a weapon takes."""

    ANY = "any", "either"
    ONE = "one", "one"
    TWO = "two", "both"


@branch("all that fit")
class Everything:
    """All weapons that fit."""


@branch("two side by side")
class Two:
    """Two weapons beside each other, whatever else is asked for."""

    first: Annotated[Among[Weapon], Asked("First"), sheet("weapons", at_once=True)] = SWORD
    second: Annotated[Among[Weapon], Asked("Second"), sheet("weapons", at_once=False)] = MACE


@calculator("weapons", rules="WPN-11 WPN-33 WPN-34")
def weapons(
    power: YourPower = 4,
    speed: Annotated[frozenset[Speed], Asked("Speed")] = frozenset(),
    va: Annotated[int, Between(0, 3), Asked("VA at least", quick=(0, 1, 2, 3))] = 0,
    with_shield: Annotated[bool, Asked("Leaves a hand for a shield")] = False,
    great_strike: Annotated[bool, Asked("Can Great Strike")] = False,
    grade: Annotated[frozenset[Grade], Asked("Grade", more=True)] = frozenset(),
    length: Annotated[frozenset[Length], Asked("Length", more=True)] = frozenset(),
    hands: Annotated[Hands, Asked("Hands", more=True)] = Hands.ANY,
    compare: Annotated[Everything | Two, Asked("Show")] = Everything(),
    *,
    ask: Rulings,
) -> Answer:
    """Which weapon fits, and how hard does it hit?"""
    if isinstance(compare, Two):
        return _compared(power, wielded(compare.first, ask), wielded(compare.second, ask), ask)
    held = {key: wielded(weapon, ask) for key, weapon in Weapon.table().items()}
    fitting = arms.fitting(
        (_as_read(key, one.weapon) for key, one in held.items()),
        grade,
        speed,
        length,
        va,
        two_handed=None if hands is Hands.ANY else hands is Hands.TWO,
        great_strike=great_strike,
        with_shield=with_shield,
    )
    shown = {row.key: held[row.key] for row in fitting}
    forces = {key: _force_of(power, one, ask) for key, one in shown.items()}
    values: dict[str, Any] = {"count": len(shown), "weapons": list(shown)}
    values |= {key: {**_row_values(one), **_stages_values(forces[key])} for key, one in shown.items()}
    if not shown:
        none = Verdict("No weapon", (), "No weapon of the table fits all of that; ask for less.")
        return Answer(values=values, blocks=(none,))
    hardest = max(shown, key=lambda key: forces[key].damage.superb)
    names = wording.count(len(shown), "weapon")
    verdict = Verdict(
        names,
        (Fact(power, "Power"), Fact(shown[hardest].words, "hits hardest"), Fact(forces[hardest].words, "its damage")),
        f"{names} fit; the hardest blow is that of the {shown[hardest].words}, Superb {forces[hardest].damage.superb}.",
    )
    rows = tuple(_row(one, forces[key]) for key, one in shown.items())
    listing = Table(f"Blows with Power {power}", COLUMNS, rows)
    return Answer(values=values, blocks=(verdict, listing, *row_notes(fitting)))


COLUMNS = ("Weapon", "I / M / S", "Power", "Add", "Speed", "VA", "Length", "Hands", "Great Strike")


def _as_read(key: str, weapon: Weapon) -> arms.Weapon:
    """The table's row as this table reads it."""
    return replace(arms.WEAPONS[key], power=weapon.power, length=weapon.length, great_strike=weapon.great_strike)


def _force_of(power: int, one: Wielded, ask: Rulings) -> Force:
    return force(power, one.weapon.power, ask, weapon_words=one.words)


def _row_values(one: Wielded) -> dict[str, Any]:
    weapon = one.weapon
    return {
        "power": weapon.power,
        "add": one.add,
        "speed": weapon.speed.value,
        "va": weapon.va,
        "length": weapon.length.value,
        "two_handed": one.two_handed,
        "great_strike": weapon.great_strike,
    }


def _stages_values(found: Force) -> dict[str, str]:
    return {stage.value: str(found.damage.at(stage)) for stage in LANDED}


HANDS = {None: "as its weapon", True: "both", False: "one"}


def _row(one: Wielded, found: Force) -> tuple[Entry, ...]:
    weapon = one.weapon
    return (
        one.graded,
        found.words,
        wording.signed(weapon.power),
        f"{one.add} (not given)" if weapon.add is None else one.add,
        weapon.speed,
        weapon.va or None,
        weapon.length,
        HANDS[one.two_handed],
        weapon.great_strike,
    )


def _compared(power: int, first: Wielded, second: Wielded, ask: Rulings) -> Answer:
    both = [(one, _force_of(power, one, ask)) for one in (first, second)]
    cells = [_row(one, found) for one, found in both]
    rows = tuple(
        (column, left, right) for column, left, right in zip(COLUMNS[1:], *(row[1:] for row in cells), strict=True)
    )
    names = [str(row[0]) for row in cells]
    values = {
        side: {**_row_values(one), **_stages_values(found)}
        for side, (one, found) in zip(("first", "second"), both, strict=True)
    }
    figures = [found.words for _, found in both]
    difference = both[0][1].worked.total - both[1][1].worked.total
    verdict = Verdict(
        names[0 if difference > 0 else 1] if difference else "Alike",
        (Fact("hits harder" if difference else "both hit as hard"), *map(Fact, figures, names)),
        f"{names[0]}: {figures[0]}. {names[1]}: {figures[1]}.",
    )
    listing = Table(f"Side by side, Power {power}", ("Figure", *names), rows)
    return Answer(values=values, blocks=(verdict, listing, *first.note, *second.note))


@table("add-thresholds")
def add_thresholds() -> Table:
    """Successes that each stage takes, by obstacle and Add (WPN-09)."""
    adds, obstacles = (1, 2, 3), (1, 2, 3, 4)
    rows = tuple(
        (
            ob(obstacle),
            *(" / ".join(str(obstacle + rules.over_needed(stage, add)) for stage in LANDED) for add in adds),
        )
        for obstacle in obstacles
    )
    columns = ("Obstacle", *(f"Add {add}" for add in adds))
    return Table("Successes for Incidental / Mark / Superb", columns, rows)


@table("stages-of-power")
def stages_of_power() -> Table:
    """Incidental, Mark and Superb of every Power up to 16 (WPN-02)."""
    rows = tuple((str(power), *(str(rules.ims(power).at(stage)) for stage in LANDED)) for power in range(1, 17))
    columns = ("Power", *(stage.words for stage in LANDED))
    return Table("Three stages of every Power", columns, rows, mark=Mark.DERIVED)
