"""Gray and white: what a lighter shade changes in dice, stats, blows, Reflexes, work and armor (HER-01 to HER-15)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.bleeding import said as time_said
from engine.games.burning_wheel.blocks.hits import HOW, Force, force
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.exchange import Early, Volleys
from engine.games.burning_wheel.forms.test import BONUS, BaseOb, YourAbility
from engine.games.burning_wheel.forms.weapons import WEAPON_POWER
from engine.games.burning_wheel.forms.wounds import Forte, PatientsHealth
from engine.games.burning_wheel.readings import armor as armor_read
from engine.games.burning_wheel.readings import shades as read
from engine.games.burning_wheel.readings.bleeding import blood_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.steel import hesitation_of
from engine.games.burning_wheel.readings.tests import pool_of
from engine.games.burning_wheel.rules import armor as armor_rules
from engine.games.burning_wheel.rules import armor_wear, damage, grayscale
from engine.games.burning_wheel.rules import shades as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.bleeding import BLEEDING
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.spending import lighter
from engine.games.burning_wheel.rules.wounds import Level, suggestion
from engine.rulings import Rulings
from engine.working import Line, Mark

B4, G4, G5 = (Ability.parse(text) for text in ("B4", "G4", "G5"))
QUICK = ("B4", "G4", "W4")
SHOWN = (1, 2, 3, 4, 5, 6, 8)
"""The obstacles whose odds stand side by side in three shades."""


def _named(shade: Shade) -> str:
    return shade.words.capitalize()


@calculator("three-shades", rules="HER-01 HER-10 HER-15")
def three_shades(
    ability: YourAbility = G5,
    obstacle: BaseOb = Obstacle(3),
    helped: Annotated[int, BONUS, Asked("Dice of help and FoRKs", quick=(0, 1, 2, 3))] = 0,
    gear: Annotated[int, BONUS, Asked("Dice of gear", quick=(0, 1, 2))] = 0,
    gear_shade: Annotated[Shade, Asked("Shade of the gear")] = Shade.BLACK,
    open_ended: Annotated[bool, Asked("Open-ended dice", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What is a lighter shade worth here?"""
    checked(ability.exponent + helped + gear, obstacle, "helped")
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    own = ability.exponent - hurt.lost
    dice, against = own + helped + gear, obstacle + hurt.added
    tests = {shade: Test(pool_of(shade, dice, gear, gear_shade, open_ended), against, ask) for shade in Shade}
    test = tests[ability.shade]
    mixed = len({group.shade for group in test.pool}) > 1
    rolled = Fact(str(test.pool), "to roll") if mixed else Fact(DiceCount(dice), "dice")
    shown = wording.percent(test.chance)
    sentence = f"{test.pool} against {ob(against)}: {shown}. Each die takes {ability.shade.target} or more."
    if mixed:
        sentence += f" The gear’s dice take {gear_shade.target} or more: roll them in another color."
    lines = (
        Line(ability.exponent, f"Ability {ability}", "HER-01"),
        *((hurt.dice,) if hurt.lost else ()),
        Line(helped, f"Help and FoRKs, {ability.shade.words} too", "HER-15"),
        Line(gear, f"Gear, {gear_shade.words}", "HER-10"),
    )
    return Answer(
        {
            **test.values,
            "pool": str(test.pool),
            "target": ability.shade.target,
            **{shade.words: one.chance for shade, one in tests.items()},
        },
        (
            Verdict(shown, (rolled, Fact(Obstacle(against), "obstacle")), sentence, Mark.DERIVED),
            Working(lines, dice, "Dice", "D"),
            *ledger(replace(hurt, lost=0), own, obstacle),
            _in_three(tests),
            test.odds(),
        ),
        test.marks("ability"),
    )


def _in_three(tests: dict[Shade, Test]) -> Table:
    """The same dice in each shade, against several obstacles; gear keeps its own."""
    own = next(iter(tests.values())).obstacle
    against = sorted({own, *SHOWN}) if own else list(SHOWN)
    rows: list[tuple[Entry, ...]] = [
        (Obstacle(number), *(test.against(number).chance for test in tests.values())) for number in against
    ]
    columns = ("Obstacle", *(f"{_named(shade)}, {shade.target} or more" for shade in tests))
    return Table("Three shades", columns, tuple(rows), against.index(own) if own else None, Mark.DERIVED)


@calculator("lighter-stats", rules="HER-04 HER-05 HER-07")
def lighter_stats(
    will: Annotated[Ability, Asked("Will", quick=QUICK), sheet("will")] = G4,
    forte: Forte = G4,
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = G4,
    health: PatientsHealth = B4,
    *,
    ask: Rulings,
) -> Answer:
    """What do lighter stats change?"""
    now = _Body(will, forte, power, health, ask)
    times = now.times
    bodies = (now, *(now.inked(shade) for shade in Shade))
    rows: list[tuple[Entry, ...]] = [
        ("Hesitation", *(body.hesitation for body in bodies)),
        *((f"{level.wound} bleeds for", *(time_said(body.times[level]) for body in bodies)) for level in BLEEDING),
        ("Mortal Wound, as a guess", *(str(body.mortal) for body in bodies)),
    ]
    columns = ("", "Yours", *(f"All {shade.words}" for shade in Shade))
    sentence = (
        f"With Will {will} you hesitate for {wording.count(now.hesitation, 'heartbeat')} at most, and a Severe wound "
        f"bleeds for {time_said(times[Level.SEVERE])}. Your Mortal Wound is {now.mortal.shade.words}."
    )
    facts = (
        Fact(time_said(times[Level.SEVERE]), "a Severe wound bleeds"),
        Fact(now.mortal.shade.words, "Mortal Wound"),
    )
    notes = [] if power.shade is forte.shade else [Note(ONE_ALONE, rule="HER-07")]
    return Answer(
        {
            "hesitation": now.hesitation,
            "minutes": {level.value: times[level] for level in BLEEDING},
            "mortal_shade": now.mortal.shade.value,
            "mortal": str(now.mortal),
        },
        (
            Verdict(f"Hesitation {now.hesitation}", facts, sentence),
            Table("The same exponents in each shade", columns, tuple(rows), mark=Mark.MISSING),
            *notes,
        ),
    )


ONE_ALONE = "A Mortal Wound is as light as the darker of Power and Forte; one of them alone does not lighten it."


@dataclass(frozen=True, slots=True)
class _Body:
    """Four stats, and what their shades come to."""

    will: Ability
    forte: Ability
    power: Ability
    health: Ability
    ask: Rulings

    def inked(self, shade: Shade) -> "_Body":
        """The same exponents, all in one shade."""
        will, forte, power = (replace(one, shade=shade) for one in (self.will, self.forte, self.power))
        return replace(self, will=will, forte=forte, power=power)

    @property
    def hesitation(self) -> int:
        """Heartbeats that a roll without success costs, 0 or more. Source: HER-04."""
        return max(0, hesitation_of(self.will, 0, None, self.ask).total)

    @property
    def times(self) -> dict[Level, Fraction]:
        """The minutes for which each wound bleeds. Source: HER-05."""
        blood = blood_of(self.forte, self.health, BLEEDING, self.ask)
        return {level: blood.span(level) for level in BLEEDING}

    @property
    def mortal(self) -> grayscale.Coordinate:
        """Where a Mortal wound begins, as far as the sources say. Source: HER-07."""
        return suggestion(self.power, self.forte).mortal


@branch("bare hands, or claws")
class Natural:
    """What grows on one: hands, claws, teeth."""

    trait: Annotated[Shade, Asked("A trait makes them")] = Shade.BLACK
    words: ClassVar[str] = "Natural weapon"

    @property
    def shade(self) -> Shade:
        return self.trait


@branch("a mundane weapon")
class Held:
    """A black weapon, in whose blows the bonus is a choice."""

    weapon: Annotated[int, WEAPON_POWER, Asked("Weapon Power", quick=(1, 2, 3, 4)), sheet("weapons")] = 3
    bonus: Annotated[bool, Asked("You add the bonus")] = True
    shade: ClassVar[Shade] = Shade.BLACK


@branch("a gray or white weapon")
class Lighter:
    """A weapon that is lighter itself."""

    force: Annotated[int, WEAPON_POWER, Asked("Power of the weapon", quick=(1, 2, 3, 4))] = 3
    made: Annotated[Shade, Asked("It is")] = Shade.GRAY

    @property
    def shade(self) -> Shade:
        return self.made


STRIKES = Annotated[Pool, Asked("Dice of your action", quick=("B3", "B4", "B5", "G4"))]
DEFENDS = Annotated[Pool | None, Asked("Dice of their defense", "Empty: none", quick=("B3", "B4", "B5"))]


@calculator("lighter-power", rules="HER-06")
def lighter_power(
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = G4,
    held: Annotated[Natural | Held | Lighter, Asked("You strike with")] = Held(),
    dice: STRIKES = Pool.of(4),
    defense: DEFENDS = None,
    *,
    ask: Rulings,
) -> Answer:
    """What does a lighter Power do to a blow, and to the weapon?"""
    added = not (isinstance(held, Held) and not held.bonus)
    shade = power.shade if added else Shade.BLACK
    weapon = held.weapon if isinstance(held, Held) else held.force if isinstance(held, Lighter) else 0
    found = force(power.exponent, weapon, ask, power_shade=shade, weapon_shade=held.shade)
    breaks = Fraction(0)
    if isinstance(held, Held) and read.may_break(power.shade, held.shade, held.bonus, ask):
        opens = dice.open_ended or (defense is not None and defense.open_ended)
        breaks = rules.shatters(dice, defense, chain(ask) if opens else Chain.CHAIN)
    bonus = damage.SHADED_POWER[shade] if held.shade is Shade.BLACK else 0
    facts = [Fact(found.worked.total, "Power"), Fact(f"+{bonus}" if bonus else "no bonus", "from its shade")]
    if breaks:
        facts.append(Fact(breaks, "it breaks"))
    return Answer(
        {**found.values, "bonus": bonus, "breaks": breaks, "shade": held.shade.value},
        (
            Verdict(found.words, tuple(facts), _struck(found, held, breaks)),
            found.ledger,
            _in_each(power, weapon, held, ask, added=added),
            *_power_notes(held, power, breaks, defense),
        ),
    )


def _struck(found: Force, held: Natural | Held | Lighter, breaks: Fraction) -> str:
    """The blow aloud."""
    said = f"Incidental {found.damage.incidental}, Mark {found.damage.mark}, Superb {found.damage.superb}."
    if breaks:
        said += f" The weapon breaks in {wording.percent(breaks)} of these actions."
    elif held.shade is not Shade.BLACK:
        said += f" What strikes is {held.shade.words} itself and takes no bonus."
    return said


def _in_each(power: Ability, weapon: int, held: Natural | Held | Lighter, ask: Rulings, *, added: bool) -> Table:
    """The blow with a black, a gray and a white Power of the same exponent."""
    rows: list[tuple[Entry, ...]] = []
    for shade in Shade:
        of = shade if added else Shade.BLACK
        one = force(power.exponent, weapon, ask, power_shade=of, weapon_shade=held.shade)
        rows.append((f"{shade.value}{power.exponent}", one.worked.total, *(str(one.damage.at(at)) for at in LANDED)))
    columns = ("Power of", "Behind the blow", *(stage.words for stage in LANDED))
    return Table("In each shade", columns, tuple(rows), list(Shade).index(power.shade))


def _power_notes(held: Natural | Held | Lighter, power: Ability, breaks: Fraction, defense: Pool | None) -> list[Note]:
    notes = []
    if breaks:
        less = ", or their defense has as many" if defense is not None else ""
        notes.append(Note(f"It breaks where your dice show no success{less}. It is gone for good.", rule="HER-06"))
    if isinstance(held, Natural) and held.shade is Shade.BLACK and power.shade is not Shade.BLACK:
        text = f"The blow stays black: a {power.shade.words} Power does not make your hands {power.shade.words}."
        notes.append(Note(text, rule="HER-11"))
    return notes


@calculator("gray-reflexes", rules="HER-08")
def gray_reflexes(
    perception: Annotated[Ability, Asked("Perception", quick=QUICK), sheet("perception")] = G4,
    agility: Annotated[Ability, Asked("Agility", quick=QUICK), sheet("agility")] = G4,
    speed: Annotated[Ability, Asked("Speed", quick=QUICK), sheet("speed")] = G4,
    volleys: Volleys = Early.EARLY,
    *,
    ask: Rulings,
) -> Answer:
    """How much do I do in an exchange?"""
    reflexes = read.reflexes_of(perception, agility, speed, ask)
    each = read.at_once(reflexes.shade, ask)
    layout = volleys.layout(reflexes.exponent)
    actions, maneuvers = reflexes.exponent, reflexes.exponent * each
    figure = wording.count(maneuvers, "maneuver")
    lies = "/".join(str(count) if count else "–" for count in layout)
    facts = (Fact(str(reflexes), "Reflexes"), Fact.count(actions, "action"), Fact(lies, "over the volleys"))
    together = {1: "one in each action", 2: "two at the same time in each", 3: "three at the same time in each"}[each]
    sentence = f"Reflexes {reflexes} give {wording.count(actions, 'action')}, {together}: {figure} in an exchange."
    blocks: list[Block] = [Verdict(figure, facts, sentence, Mark.RULING if each > 2 else None)]
    if actions:
        blocks.append(_slots(layout, each))
    if reflexes.shade is Shade.BLACK and rules.lightest((perception, agility, speed)) is not Shade.BLACK:
        blocks.append(Note("All three stats have to be gray: the darkest of them is the shade.", rule="HER-08"))
    values = {"reflexes": str(reflexes), "actions": actions, "at_once": each, "maneuvers": maneuvers}
    return Answer({**values, "layout": list(layout)}, tuple(blocks))


def _slots(layout: tuple[int, ...], each: int) -> Grid:
    """The slots of an exchange: a column for each action, a row for each maneuver that goes into it."""
    columns = tuple(
        f"{volley}·{action}" for volley in range(1, VOLLEYS + 1) for action in range(1, layout[volley - 1] + 1)
    )
    rows = tuple(str(number) for number in range(1, each + 1))
    cells = tuple(
        tuple(Cell("·", f"volley and action {column}, maneuver {row}", {}, "heat-1") for column in columns)
        for row in rows
    )
    caption = "Maneuvers at the same time stand below each other"
    return Grid(caption, "Volley and action", "Maneuver", columns, rows, cells, (("heat-1", "a maneuver"),))


@calculator("lighter-work", rules="HER-09")
def lighter_work(
    ability: YourAbility = B4,
    wanted: Annotated[Shade, Asked("The work is to be", gm=True)] = Shade.GRAY,
    obstacle: BaseOb = Obstacle(3),
    epiphany: Annotated[bool, Asked("Minor Epiphany: a shade lighter for this test")] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Can it become gray, or white?"""
    shade = lighter(ability.shade) if epiphany else ability.shade
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    test = Test.of(shade, ability.exponent - hurt.lost, obstacle + hurt.added, ask)
    makes = rules.makes(shade, wanted)
    chance = test.chance if makes else Fraction(0)
    rows: list[tuple[Entry, ...]] = [
        (_named(one), one.target, wording.listed((each.words for each in Shade if rules.makes(one, each)), "or"))
        for one in Shade
    ]
    table = Table("What a shade makes", ("Rolled in", "A die takes", "Makes"), tuple(rows), list(Shade).index(shade))
    if makes:
        words = f"With {shade.words} dice the work can be {wanted.words}: {wording.percent(chance)}."
    else:
        words = f"{_named(shade)} dice make nothing {wanted.words}, however many succeed."
    facts = (Fact(str(test.pool), "rolled"), Fact(Obstacle(test.obstacle), "obstacle"))
    verdict = Verdict(wording.percent(chance) if makes else "It cannot", facts, words, Mark.DERIVED if makes else None)
    values = {"possible": makes, "rolled": str(test.pool), "dice": test.dice, "chance": chance}
    return Answer(
        values,
        (verdict, table, *ledger(hurt, ability.exponent, obstacle), *((test.odds(),) if makes else ())),
        test.marks("ability") if makes else (),
    )


MOST_DICE_WORN, MOST_VA, MOST_FORCE = 7, 8, 48


@calculator("armor-shades", rules="HER-11 HER-12")
def armor_shades(
    armor: Annotated[Shade, Asked("The armor is")] = Shade.GRAY,
    weapon: Annotated[Shade, Asked("What strikes it is")] = Shade.BLACK,
    dice: Annotated[int, Between(1, MOST_DICE_WORN), Asked("Dice of the armor", quick=(1, 2, 3, 4, 5))] = 3,
    va: Annotated[int, Between(0, MOST_VA), Asked("VA", quick=(0, 1, 2, 3))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does this armor help against this weapon?"""
    tested = armor_read.tested(armor, weapon, ask)
    wears = tested and armor_wear.can_wear(armor, weapon)
    against = armor_rules.obstacle(armor_rules.versus_armor(va))
    pool = Pool.of(dice, armor)
    found = armor_wear.outcomes(pool, against.total, Quality.RUN, wears=wears) if tested else {}
    stops = sum((chance for held, chance in found.items() if held.stopped), Fraction(0))
    worn = sum((held.lost * chance for held, chance in found.items()), Fraction(0))
    grid = _gates(armor, weapon, ask)
    values = {
        "tested": tested,
        "ones_count": wears,
        "wound": weapon.value,
        "target": armor.target,
        "stops": stops,
        "loses": worn,
    }
    wound = f"What goes through is a {weapon.words} wound."
    if not tested:
        said = f"{_named(armor)} armor is not tested against a {weapon.words} weapon. {wound}"
        return Answer(values, (Verdict("No test", (Fact(f"{armor.words} against {weapon.words}"),), said), grid))
    ones = "1s count" if wears else "1s do not count"
    facts = (Fact(str(pool), "rolled"), Fact(Obstacle(against.total), "obstacle"), Fact(ones))
    less = f"a die is lost {wording.often(worn)}" if wears else "nothing wears it out"
    said = f"{pool} stop the blow {wording.often(stops)}, and {less}. {wound}"
    return Answer(
        values,
        (
            Verdict(wording.percent(stops), facts, said, Mark.DERIVED),
            grid,
            Working(against.lines, against.total, "Obstacle"),
        ),
    )


def _gates(armor: Shade, weapon: Shade, ask: Rulings) -> Grid:
    """Each armor against each weapon."""

    def cell(mine: Shade, theirs: Shade) -> Cell:
        sets = {"armor": mine.value, "weapon": theirs.value}
        if not armor_read.tested(mine, theirs, ask):
            return Cell("–", "no test", sets)
        if armor_wear.can_wear(mine, theirs):
            return Cell("1", "a test, and 1s count", sets)
        return Cell("T", "a test, and 1s do not count", sets)

    shades = list(Shade)
    return Grid(
        "Armor against a weapon",
        "Weapon",
        "Armor",
        tuple(map(_named, shades)),
        tuple(map(_named, shades)),
        tuple(tuple(cell(mine, theirs) for theirs in shades) for mine in shades),
        (("1", "a test, and 1s count"), ("T", "a test, 1s do not count"), ("–", "no test")),
        (shades.index(armor), shades.index(weapon)),
    )


@calculator("next-shade", rules="HER-13 HER-14")
def next_shade(
    power: Annotated[int, Between(1, MOST_FORCE), Asked("Power behind the blow", quick=(8, 12, 16, 20))] = 12,
    shade: Annotated[Shade, Asked("What strikes is")] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """Where does a blow past 16 land?"""
    found = force(power, 0, ask, weapon_shade=shade)
    rows: list[tuple[Entry, ...]] = []
    for at, number in zip(LANDED, (-(-power // 2), power, power * 3 // 2), strict=True):
        rows.append((at, HOW[at], f"{shade.value}{number}", str(found.damage.at(at))))
    reached = found.damage.superb.shade
    over = reached is not shade
    facts = (Fact(f"{shade.value}{power * 3 // 2}", "Superb, before"), Fact(reached.words, "is how far it goes"))
    said = f"Incidental {found.damage.incidental}, Mark {found.damage.mark}, Superb {found.damage.superb}."
    blocks: list[Block] = [
        Verdict(found.words, facts, said),
        Table("Sixteen places to a shade", ("Stage", "Comes from", "Is", "Lands at"), tuple(rows)),
    ]
    if found.damage.superb.place == grayscale.LAST:
        blocks.append(Note("W16 is the last place there is, and a Mortal wound to anyone.", rule="HER-14"))
    elif over:
        blocks.append(Note("Only the blow goes over; the weapon is as dark as before.", rule="HER-13"))
    return Answer({**found.values, "reached": reached.value, "over": over}, tuple(blocks))
