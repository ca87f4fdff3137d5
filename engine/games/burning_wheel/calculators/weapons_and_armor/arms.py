"""What weapons can do besides: the Great Strike, pommels and beaks, their rhythm, balance dice (WPN-10, 19, 20, 35)."""

from typing import Annotated

from engine import wording
from engine.answer import CHANCE, Answer, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.blocks.hits import Force, force
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import DiceCount, Group, Obstacle, Pool, Shade
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, Wielded, YourPower, wielded
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.striking import balance_helps, speed_of
from engine.games.burning_wheel.rules import fittings, weapon_speed
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import GreatStrike
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fittings import Fitting, Maneuver, Mounted
from engine.games.burning_wheel.rules.weapon_speed import Act, Does, Fault, With
from engine.games.burning_wheel.rules.weapons import WEAPONS, Speed
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability(Shade.BLACK, 4)
SWORD = Weapon.of(WEAPONS["sword"])
MOST_BALANCE = 5


@row("action")
class ActRow(Act):
    """One action of a script, as a row of the form."""

    does: Annotated[Does, Asked("You")] = Does.STRIKE
    using: Annotated[With, Asked("With")] = With.MAIN
    begins: Annotated[bool, Asked("A new exchange begins here")] = False


STRIKES = (ActRow(), ActRow())


@calculator("rhythm", rules="WPN-10")
def rhythm(
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD,
    acts: Annotated[tuple[ActRow, ...], Asked("Your actions, in order")] = STRIKES,
    off: Annotated[
        Speed, Asked("The weapon of your other hand is", more=True), sheet("weapons", at_once=False)
    ] = Speed.FAST,
    *,
    ask: Rulings,
) -> Answer:
    """May you strike again?"""
    held = wielded(weapon, ask)
    speed = held.weapon.speed
    found = weapon_speed.faults(acts, {With.MAIN: speed, With.OFF: off}, speed_of(acts, ask))
    first = next((place for place, fault in enumerate(found) if fault), None)
    most = weapon_speed.most_strikes(speed, len(acts))
    values = {
        "legal": first is None,
        "first": 0 if first is None else first + 1,
        "fault": "" if first is None else _fault(found[first]),
        "speed": speed.value,
        "most": most,
    }
    rows = tuple(
        (number, act.does, act.using, fault.words if fault else "fine")
        for number, (act, fault) in enumerate(zip(acts, found, strict=True), 1)
    )
    strikes = Fact.count(sum(act.does.strikes for act in acts), "Strike")
    facts = (Fact(speed), strikes, Fact(most, "at most"))
    if first is None or (fault := found[first]) is None:
        verdict = Verdict("Yes", facts, "Every action can be made.")
    else:
        verdict = Verdict(
            "No", (Fact(f"action {first + 1}", "cannot be made"), *facts), f"Action {first + 1}: {fault.words}."
        )
    return Answer(values, (verdict, Table("Your actions", ("Action", "You", "With", "May you?"), rows, first)))


def _fault(fault: Fault | None) -> str:
    return fault.value if fault else ""


GREAT = ("club", "spear", "sword", "mace", "hammer")


@calculator("great-strike", rules="WPN-35")
def great_strike(
    power: YourPower = 4,
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=GREAT), sheet("weapons", at_once=False)] = SWORD,
    adds: Annotated[GreatStrike, Asked("You choose")] = GreatStrike.POWER,
    *,
    ask: Rulings,
) -> Answer:
    """What does a Great Strike bring?"""
    held = wielded(weapon, ask)
    if adds is not GreatStrike.NONE and not held.weapon.great_strike:
        raise Unusable("weapon", f"The table has no Great Strike for this weapon ({held.words}).")
    found = {one: _great(power, held, one, ask) for one in GreatStrike}
    va = held.weapon.va + (adds is GreatStrike.VA)
    sets = 2 if held.weapon.speed is Speed.UNWIELDY else 1
    rows = tuple(
        (
            "A plain Strike" if one is GreatStrike.NONE else f"+1 {one.words}",
            now.words,
            held.weapon.va + (one is GreatStrike.VA),
        )
        for one, now in found.items()
    )
    now = found[adds]
    sentence = f"It lands at {now.words} with VA {va}." + (
        "" if adds is GreatStrike.NONE else f" Script {'Set, Set' if sets == 2 else 'Set'}, Great Strike."
    )
    facts = (Fact(va, "VA"), Fact(now.worked.total, "Power"), Fact("both hands" if held.two_handed else "one hand"))
    values = {
        **now.values,
        "va": va,
        "actions": 1 if adds is GreatStrike.NONE else sets + 1,
        "shield": held.two_handed is False,
    }
    blocks = (
        Verdict(now.words, facts, sentence),
        Table("Chosen before the roll", ("You add", "I / M / S", "VA"), rows, list(GreatStrike).index(adds)),
        now.ledger,
        *held.note,
    )
    return Answer(values, blocks)


def _great(power: int, held: Wielded, adds: GreatStrike, ask: Rulings) -> Force:
    return force(power, held.weapon.power, ask, weapon_words=held.words, great_strike=adds is GreatStrike.POWER)


@calculator("fitted", rules="WPN-36")
def fitted(
    power: YourPower = 4,
    weapon: Annotated[
        Among[Weapon],
        Asked("Your weapon", quick=("sword", "light-axe", "spear", "polearm-axe")),
        sheet("weapons", at_once=True),
    ] = SWORD,
    fitting: Annotated[Fitting, Asked("You strike with its")] = Fitting.HILT,
    has: Annotated[Mounted, Asked("It has already", more=True)] = Mounted.NONE,
    *,
    ask: Rulings,
) -> Answer:
    """What does the other end do?"""
    held = wielded(weapon, ask)
    why = fittings.barred(fitting, held.row.key if held.row else "", has)
    if why is not None:
        verdict = Verdict("Not on this", (Fact(held.words), Fact(fitting)), why.words)
        return Answer({"fits": False, "why": why.value}, (verdict,))
    part = wielded(Weapon.of(fitting.row), ask)
    found = force(power, part.weapon.power, ask, weapon_words=fitting.row.name)
    length = fittings.length_of(fitting, held.weapon.length)
    hands = held.two_handed if part.two_handed is None else part.two_handed
    values = {
        **found.values,
        "fits": True,
        "add": part.add,
        "va": part.weapon.va,
        "speed": part.weapon.speed.value,
        "length": length.value,
        "two_handed": hands,
    }
    facts = (Fact(part.weapon.speed), Fact(part.weapon.va, "VA"), Fact(part.add, "Add"), Fact(length))
    main = force(power, held.weapon.power, ask, weapon_words=held.words)
    rows = (
        (held.words, main.words, held.add, held.weapon.speed, held.weapon.va or None, held.weapon.length),
        (fitting.row.name, found.words, part.add, part.weapon.speed, part.weapon.va or None, length),
    )
    columns = ("Strike with", "I / M / S", "Add", "Speed", "VA", "Length")
    sentence = f"The {fitting.words} lands at {found.words}."
    blocks = [Verdict(found.words, facts, sentence), Table("Both ends", columns, rows, 1), found.ledger]
    if fitting is Fitting.BEAK and held.row is None:
        blocks.append(Note("Your own weapon: it takes a beak if it is a polearm, an axe or a spear.", rule="WPN-36"))
    return Answer(values, tuple(blocks))


@calculator("balance", rules="WPN-19")
def balance(
    skill: Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")] = B4,
    balance: Annotated[int, Between(0, MOST_BALANCE), Asked("Balance dice of the weapon", quick=(0, 1, 2))] = 1,
    maneuver: Annotated[Maneuver, Asked("You")] = Maneuver.STRIKE,
    shade: Annotated[Shade, Asked("Shade of the weapon")] = Shade.BLACK,
    obstacle: Annotated[Obstacle, Asked("Obstacle", gm=True, quick=(1, 2, 3, 4))] = Obstacle(1),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice does a balanced weapon roll?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    own, against = skill.exponent - hurt.lost, obstacle + hurt.added
    known = fittings.HELPED[maneuver]
    helps = balance_helps(maneuver, ask) if balance else bool(known)
    added = balance if helps else 0
    checked(own + added, against)
    test = Test(Pool.of(own, skill.shade) + Group(added, shade), against, ask)
    bare = Test.of(skill.shade, own, against, ask)
    mark = Mark.RULING if known is None else None
    lines = (
        Line(skill.exponent, f"Skill {skill}", "WPN-04"),
        Line(added, f"Balance dice, {shade.words}" if helps else "Balance dice: not for this", "WPN-19", mark),
        *((hurt.dice,) if hurt.lost else ()),
    )
    harder = Working((Line(obstacle, "Obstacle", "WPN-19"), hurt.obstacle), against, "Obstacle")
    sentence = f"{wording.count(test.dice, 'die', 'dice')} for it: {test.pool}."
    facts = (Fact(test.chance, CHANCE), Fact(bare.chance, "without them"), Fact(test.pool.groups[-1].shade, "balance"))
    values = {"dice": test.dice, "added": added, "pool": str(test.pool), "probability": test.chance}
    blocks = (
        Verdict(DiceCount(test.dice).words, facts if added else facts[:1], sentence, mark),
        Working(lines, test.dice, "Dice", "D"),
        *((harder,) if hurt.added else ()),
        test.odds(bare if added else None, "without balance dice"),
    )
    return Answer(values, blocks)


@calculator("ruined-weapon", rules="WPN-20")
def ruined_weapon(
    balance: Annotated[int, Between(0, MOST_BALANCE), Asked("Balance dice it has left", quick=(0, 1, 2))] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """A Complication ruins the weapon. What is left of it?"""
    left = fittings.after_complication(balance, one=balance > 1 and ask["striking.complication"] == "one")
    if left is None:
        verdict = Verdict("Broken", (Fact("no balance die", "to lose"),), "It has no balance die to lose: it breaks.")
        return Answer({"after": 0, "broken": True, "lost": 0}, (verdict,))
    lost = wording.count(balance - left, "balance die", "balance dice")
    facts = (Fact(left, "balance dice left"), Fact(balance - left, "gone for good"))
    verdict = Verdict("It holds", facts, f"It is chipped or warped, not broken: {lost} gone for good.")
    return Answer({"after": left, "broken": False, "lost": balance - left}, (verdict,))
