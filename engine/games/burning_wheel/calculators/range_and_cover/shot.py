"""Ranges and the dice for them, reloading, and the obstacle of a shot (RNC-02 to RNC-06, RNC-38)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.shots import flown
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.forms.missiles import Balance, Bonus, Skill, Tip
from engine.games.burning_wheel.forms.ranges import BOW, CROSSBOW, DICE, WeaponBeside, YourWeapon
from engine.games.burning_wheel.forms.shields import KeptShield
from engine.games.burning_wheel.readings import ranges as read
from engine.games.burning_wheel.readings import shields as shield_readings
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import conditions, shields
from engine.games.burning_wheel.rules import range_shot as shot
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.conditions import Light, Weather
from engine.games.burning_wheel.rules.missiles import Cover, Head
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Category, Kind, Volley, Weapon
from engine.games.burning_wheel.rules.range_shot import Basis, Missing, Sheltered
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line

B4 = Ability.parse("B4")


@calculator("range-dice", rules="RNC-02 RNC-05")
def range_dice(
    weapon: YourWeapon = BOW,
    own: Annotated[Category, Asked("They are, for your weapon")] = Category.EXTREME,
    theirs: Annotated[Category, Asked("You are, for theirs", more=True)] = Category.EXTREME,
    loaded: Annotated[bool, Asked("Your weapon is loaded", "Only crossbows and guns ever are not", more=True)] = True,
    foe: Annotated[int, DICE, Asked("Range dice of their weapon, against a bomb", more=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice does my weapon give, and may I shoot?"""
    row = read.weapon_of(weapon.row, ask)
    ready = loaded or not row.kind.slow
    line = read.dice_at(row, own, theirs, ask, loaded=ready, foe=foe)
    shoots = own.shoots and ready
    band = own.band
    why, out = _why(own, shoots), ""
    facts = (Fact(why), *((Fact(f"Ob {band.amount}", "in the open"),) if band and shoots else ()))
    if own is Category.OUT and ready:
        far = [read.dice_at(row, own, one, ask).amount for one in (Category.OUT, Category.EXTREME)]
        out = f"{far[0]}D while both are out, {far[1]}D while the enemy is in range"
    blocks: list[Block] = [
        Verdict(f"+{line.amount}D", facts, f"{row.name} gives {line.amount}D to the positioning test; {why}."),
        Working((line,), line.amount, "Range dice", "D"),
    ]
    if own is Category.TOO_CLOSE:
        blocks.append(Note("From here on everything happens in Fight!.", rule="RNC-02"))
    paces = row.reach.paces
    values = {"dice": line.amount, "out_of_range": out, "shoots": shoots, "paces": paces, "optimal": row.reach.optimal}
    blocks.append(Note(f"{row.name}: {paces} paces at most.", rule="RNC-05"))
    return Answer(values | {"extreme": row.reach.extreme}, tuple(blocks))


def _why(own: Category, shoots: bool) -> str:
    if shoots:
        return "you may shoot"
    if own.shoots:
        return "not loaded: no shot"
    return "out of range: no shot" if own is Category.OUT else "shoot in Fight!"


@table("range-weapons")
def range_weapons() -> Table:
    """Every weapon's range dice and farthest paces (RNC-05)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.name, DiceCount(one.reach.optimal), DiceCount(one.reach.extreme), one.reach.paces, one.kind.words)
        for key, one in WEAPONS.items()
        if key not in THROWN
    )
    rows += (("Anything thrown", DiceCount(1), DiceCount(1), "8 to 50", Kind.THROWN.words),)
    return Table("Range dice", ("Weapon", "Optimal", "Extreme", "Paces", "Kind"), rows)


class Number(Option):
    """A volley by its number."""

    ONE = "1", "1"
    TWO = "2", "2"
    THREE = "3", "3"
    FOUR = "4", "4"
    FIVE = "5", "5"
    SIX = "6", "6"


@calculator("reloading", rules="RNC-06")
def reloading(
    weapon: YourWeapon = CROSSBOW,
    shot_in: Annotated[frozenset[Number], Asked("Volleys in which you shoot")] = frozenset({Number.ONE}),
    melee: Annotated[frozenset[Number], Asked("Volleys in a melee")] = frozenset(),
    hesitating: Annotated[frozenset[Number], Asked("Volleys in which you hesitate", more=True)] = frozenset(),
    *,
    ask: Rulings,
) -> Answer:
    """When may I shoot again?"""
    row = read.weapon_of(weapon.row, ask)
    ready, rows, again = True, [], None
    last = max((int(one.value) for one in shot_in), default=0)
    for number in Number:
        volley = Volley(number in shot_in, number in melee, number in hesitating)
        if volley.shot and not ready:
            raise Unusable("shot_in", f"In volley {number.value} it is not loaded; leave that shot out.")
        if volley.shot and volley.hesitates:
            raise Unusable("hesitating", f"In volley {number.value} you shoot; whoever hesitates does not.")
        given = f"{row.reach.optimal}D / {row.reach.extreme}D" if ready else "none"
        rows.append((f"Volley {number.value}", "loaded" if ready else "empty", given, _does(volley, ready)))
        if again is None and ready and int(number.value) > last:
            again = int(number.value)
        ready = read.loaded_after(row.kind, ready, volley, ask)
    figure = f"Volley {again}" if again else "Not in these volleys" if last else "Volley 1"
    facts = (Fact(row.name), Fact("a volley to reload" if row.kind.slow else "always ready"))
    said = f"You may shoot {'again ' if last else ''}in volley {again}." if again else "In these volleys not again."
    columns = ("When", "It is", "Range dice, optimal / extreme", "What you do")
    blocks = (Verdict(figure, facts, said), Table("Volley by volley", columns, tuple(rows)))
    return Answer({"again": again or 0, "slow": row.kind.slow}, blocks)


def _does(volley: Volley, ready: bool) -> str:
    if volley.shot:
        return "shoot"
    if volley.melee:
        return "fight"
    if volley.hesitates:
        return "hesitate"
    return "anything" if ready else "reload"


@calculator("range-shot", rules="RNC-03 RNC-04 RNC-38")
def range_shot(
    where: Annotated[Category, Asked("They are")] = Category.OPTIMAL,
    cover: Annotated[Cover, Asked("Their cover", gm=True)] = Cover.OPEN,
    skill: Skill = B4,
    shield: Annotated[KeptShield, Asked("Their shield")] = KeptShield.NONE,
    basis: Annotated[Basis, Asked("Their maneuver is on", "A shield asks for it", more=True)] = Basis.SPEED,
    shooting_back: Annotated[bool, Asked("They shoot back", more=True)] = False,
    ducks: Annotated[bool, Asked("A tie, and they duck", more=True)] = False,
    light: Annotated[Light, Asked("Light", gm=True, more=True)] = Light.CLEAR,
    weather: Annotated[Weather, Asked("Weather", gm=True, more=True)] = Weather.FAIR,
    weapon: WeaponBeside = BOW,
    tip: Annotated[Tip, Asked("Arrowhead or bolt head", more=True), sheet("weapon-head")] = Tip.USUAL,
    armor: Annotated[int, Between(0, 4), Asked("Your armor’s weight: obstacle", more=True, quick=(0, 1, 2))] = 0,
    bonus: Bonus = 0,
    balance: Balance = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is a shot in Range and Cover?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    band = where.band
    head = _head(tip, weapon.row)
    va = (weapon.row.va.plus(head.va) if head else weapon.row.va).at(band) if band else 0
    dice = _shield_dice(shield, ask)
    found = read.sheltered(cover, dice, va, basis, shooting_back, ask)
    more = (*found.added, *conditions_of(light, weather), *read.clumsy(armor, ask))
    harder = head.obstacle if head else 0
    plain = shot.obstacle(where, found.cover, ducks=ducks, head=harder, more=more)
    test, pool, against = flown(skill, hurt, bonus, plain, ask, balance=balance)
    step = Fact(found.cover.words)
    return Answer(
        {**test.values, "cover": found.cover.value, "shield": found.cover is not cover or bool(found.added)},
        (
            test.verdict(step),
            test.odds(),
            *_about_shield(found, cover, dice),
            Working(against.lines, against.total, "Obstacle"),
            Working(pool.lines, pool.total, "Dice", "D"),
        ),
        test.marks("skill"),
    )


def _head(tip: Tip, weapon: Weapon) -> Head | None:
    """The head on what a weapon shoots, with its VA and obstacle. Raises `Unusable` where it does not fit. WPN-39."""
    if tip.head and tip.head.kind.value != weapon.kind.value:
        raise Unusable("tip", f"A {tip.words} does not fly from a {weapon.name.lower()}; choose the usual one.")
    return tip.head


def conditions_of(light: Light, weather: Weather) -> list[Line]:
    """The lines of light and weather, without those that add nothing. Source: RNC-38."""
    lines = (conditions.lit(light, "RNC-38"), conditions.weathered(weather, light.amount or 0, "RNC-38"))
    return [line for line in lines if line.amount]


def _shield_dice(shield: KeptShield, ask: Rulings) -> int:
    return 0 if shield is KeptShield.NONE else shield_readings.dice_of(shields.Kind.of(shield.value), ask)


def _about_shield(found: Sheltered, cover: Cover, dice: int) -> list[Note]:
    """Why a shield is cover or none, where there is one."""
    if not dice or found.missing is Missing.NO_SHIELD:
        return []
    if found.missing:
        return [Note(found.missing.value, rule="RNC-04")]
    raised = f"Their {wording.count(dice, 'die', 'dice')} of shield make it {found.cover.words}."
    return [Note(raised if found.cover is not cover else "Their shield adds 1 behind heavy cover.", rule="RNC-04")]
