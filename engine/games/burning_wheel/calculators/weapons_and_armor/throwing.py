"""Thrown weapons: a throw from the roll to its damage, and every weapon of the table (WPN-17, WPN-40, WPN-41)."""

from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Among, Asked, sheet
from engine.games.burning_wheel.blocks.hits import Force, force, shade_notes
from engine.games.burning_wheel.blocks.shots import Flight, aimed, flown
from engine.games.burning_wheel.dice import DiceCount, Shade
from engine.games.burning_wheel.forms.missiles import (
    Balance,
    Bonus,
    Die,
    FinalOb,
    Hidden,
    Mounted,
    Rolled,
    Skill,
    Thrown,
    Wanted,
    row_notes,
)
from engine.games.burning_wheel.forms.weapons import WeaponShade, YourPower
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.missiles import bands_of, reach_of
from engine.games.burning_wheel.rules import missiles, thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import versus_armor
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.thrown import RANGE_DICE, THROWN
from engine.rulings import Rulings
from engine.working import Line, Worked

B4 = Ability.parse("B4")
KNIFE = Thrown.of(THROWN[thrown.KNIFE])
QUICK_WEAPONS = ("throwing-knife", "javelin", "rock", "thrown-axe")


@calculator("throw", rules="WPN-17")
def throw(
    power: YourPower = 4,
    weapon: Annotated[Among[Thrown], Asked("Weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = KNIFE,
    skill: Skill = B4,
    band: Annotated[Band, Asked("Range")] = Band.OPTIMAL,
    aim: Wanted = Target.TORSO,
    rolled: Rolled = None,
    die: Die = None,
    obstacle: FinalOb = None,
    bonus: Bonus = 0,
    balance: Balance = False,
    hidden: Hidden = frozenset(),
    mounted: Mounted = False,
    weapon_shade: WeaponShade = Shade.BLACK,
    power_shade: Annotated[Shade, Asked("Shade of your Power", more=True)] = Shade.BLACK,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does the throw do?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    row = weapon.row
    found = force(power, row.power, ask, weapon_words=row.name, power_shade=power_shade, weapon_shade=weapon_shade)
    va = versus_armor(row.va, power=power, weapon_words=row.name)
    flies = thrown.shot(row.name, found.damage, bands_of(row, ask), va.total, band)
    against = missiles.obstacle(band) if obstacle is None else _said(obstacle, band)
    test, dice, needed = flown(skill, hurt, bonus, against, ask, balance=balance)
    flight = Flight(test, flies, aimed(aim, hidden, mounted, ask), rolled, die)
    blocks: list[Block] = [
        flight.verdict,
        *flight.blocks,
        found.ledger,
        Working(needed.lines, needed.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    if va.total:
        blocks.append(Working(va.lines, va.total, "VA"))
    blocks += [*row_notes((row,)), *shade_notes(power_shade, weapon_shade)]
    passed = None if rolled is None else flight.hits
    return Answer({**flight.values, "power": found.worked.total}, tuple(blocks), test.marks("skill", passed=passed))


def _said(obstacle: int, band: Band) -> Worked:
    """An obstacle that was said."""
    rule = "WPN-12" if band is Band.CLOSE else "WPN-18"
    return Worked((Line(obstacle, "Obstacle", rule),))


@calculator("thrown-weapons", rules="WPN-40 WPN-41")
def thrown_weapons(power: YourPower = 4, *, ask: Rulings) -> Answer:
    """Which thrown weapon does what?"""
    values: dict[str, Any] = {"count": len(THROWN)}
    rows: list[tuple[Entry, ...]] = []
    forces: dict[str, Force] = {}
    for key, row in THROWN.items():
        found = forces[row.name] = force(power, row.power, ask, weapon_words=row.name)
        reach, bands = reach_of(row, ask), bands_of(row, ask)
        va = versus_armor(row.va, power=power).total
        name = key.replace("-", "_")
        values |= {
            f"{name}_power": row.power,
            f"{name}_damage": " ".join(str(found.damage.at(stage)) for stage in LANDED),
            f"{name}_bands": bands.words,
            f"{name}_va": va,
            f"{name}_paces": reach.paces,
            f"{name}_dice": reach.optimal,
        }
        only = f"{row.name} ({row.only} only)" if row.only else row.name
        rows.append((only, found.words, wording.signed(row.power), bands.words, va or None, reach.paces))
    hardest = max(forces, key=lambda name: forces[name].damage.superb)
    names = wording.count(len(THROWN), "weapon")
    verdict = Verdict(
        names,
        (Fact(power, "Power"), Fact(hardest, "hits hardest"), Fact(forces[hardest].words, "its damage")),
        f"{names} to throw; with Power {power} the {hardest.lower()} hits hardest, {forces[hardest].words}.",
    )
    columns = ("Weapon", "I / M / S", "Power", "Die of Fate", "VA", "Paces")
    dice = DiceCount(RANGE_DICE).words
    note = Note(f"Each gives {dice} to positioning, at optimal and at extreme range.", rule="WPN-41")
    listing = Table(f"Thrown with Power {power}", columns, tuple(rows))
    return Answer(values, (verdict, listing, note, *row_notes(THROWN.values())))
