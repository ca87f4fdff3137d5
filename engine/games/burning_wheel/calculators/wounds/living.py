"""Living with wounds: what is left of each ability, when someone collapses, and pain shaken off (INJ-09 to INJ-20)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, Unusable, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.wounds import Borne, PatientsHealth
from engine.games.burning_wheel.readings.hurt import Hurt, elsewhere, everywhere, feels
from engine.games.burning_wheel.rules import wounded as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS, Nature
from engine.games.burning_wheel.rules.relief import no_grit
from engine.games.burning_wheel.rules.spending import USES
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Conflict
from engine.games.burning_wheel.rules.wounded import Collapse, Condition, Pain, Relief
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT, Level, felt
from engine.games.burning_wheel.sheet import lines
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.sheet.rows import KINDS
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability.parse("B4")
LIGHT = Borne(light=1)
QUICK_STATS = ("B3", "B4", "B5", "B6")

Gritted = Annotated[
    int, Between(0, 5), Asked("Dice won back: Grit Your Teeth", quick=(0, 1), more=True), sheet("won-back")
]
Shrugged = Annotated[bool, Asked("Superficial wounds shrugged off", more=True), sheet("shrugged-off")]


@row("ability")
class HurtRow:
    """An ability of someone who is hurt, as a row of the form: typed as "Sword B4", its name says its kind."""

    name: Annotated[str, Longest(40), Asked("Name")] = ""
    ability: Annotated[Ability, Asked("Exponent", quick=QUICK_STATS)] = B4
    tested: Annotated[Tested, Asked("Kind of ability", more=True)] = Tested.SKILL
    learning: Annotated[bool, Asked("Not open yet", more=True)] = False

    @property
    def line(self) -> str:
        """As `of_line` reads it."""
        return f"{self.name} {self.ability}".strip()

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The ability that is typed in a line. Raises `Refused` for one without a name or an exponent."""
        typed = lines.ability(line)
        if "ability" not in typed.more:
            raise Refused(f"This takes a name and an exponent, like “Sword B4”; it says {wording.quoted(line)}.")
        kind = before.tested if before else KINDS.get(typed.name.casefold(), Tested.SKILL)
        return cls(typed.name, typed.more["ability"], kind)


ABILITIES = Asked("Abilities", "One on each line: “Sword B4”.", lines=True)
SHOWN = (
    HurtRow("Will", B4, Tested.STAT),
    HurtRow("Sword", B4),
    HurtRow("Steel", Ability.parse("B5"), Tested.STEEL),
    HurtRow("Health", B4, Tested.HEALTH),
)


def _pain(borne: Borne, gritted: int, shrugged: bool) -> Pain:
    """The wounds of a form. Raises `Unusable` where more is shaken off than there is. Source: INJ-18, INJ-19."""
    pain = Pain(tuple(borne.levels))
    if gritted and (fault := no_grit(gritted, -pain.together.dice.total, pain.grittable, gritted)):
        raise Unusable("gritted", fault.why)
    pain = replace(pain, gritted=gritted)
    if not shrugged:
        return pain
    try:
        return pain.shrug()
    except Refused as error:
        raise Unusable("shrugged", str(error)) from None


@dataclass(frozen=True, slots=True)
class Left:
    """What wounds leave of one ability: its `dice`, whether it can be used at all, and what they add to obstacles."""

    row: HurtRow
    dice: int
    usable: bool
    added: int


def _left(row: HurtRow, pain: Pain, ask: Rulings) -> Left:
    """Source: INJ-09, INJ-11."""
    element = row.tested.element
    reach = everywhere(element, pain.together.alone, ask)
    found = felt(pain.wounds, row.ability.exponent, element, everywhere=reach)
    return Left(row, max(0, row.ability.exponent - found.lost), not found.gone, found.added)


@calculator("wounded-abilities", rules="INJ-09 INJ-10 INJ-11")
def wounded_abilities(
    borne: Annotated[Borne, Asked("Wounds")] = LIGHT,
    abilities: Annotated[tuple[HurtRow, ...], ABILITIES, sheet("abilities", at_once=True)] = SHOWN,
    gritted: Gritted = 0,
    shrugged: Shrugged = False,
    reflexes: Annotated[int | None, Between(0, 20), Asked("Reflexes", "Empty: not asked for.", more=True)] = None,
    *,
    ask: Rulings,
) -> Answer:
    """What is left of your dice?"""
    pain = _pain(borne, gritted, shrugged)
    left = [_left(row, pain, ask) for row in abilities if not row.learning]
    gone = [one.row.name or "an ability" for one in left if not one.usable]
    rows: list[tuple[Entry, ...]] = [(one.row.name or "–", str(one.row.ability), *_now(one)) for one in left]
    acts = None if reflexes is None else max(0, reflexes - pain.lost)
    if reflexes is not None:
        rows.append(("Reflexes", str(reflexes), wording.count(acts or 0, "action"), None))
    taken = (*pain.together.dice.lines, Line(pain.gritted, "Won back", "INJ-19"))
    blocks: list[Block] = [
        _taken(pain, gone),
        Table("What you have left", ("Ability", "Unhurt", "Now", "Obstacle"), tuple(rows)),
    ]
    if pain.together.dice.lines:
        blocks.append(Working(taken, -pain.lost, "Dice off", "D"))
    blocks += _arithmetic(pain)
    if reflexes and not acts:
        text = "Reflexes at 0: you have no actions, but that alone does not bring you down."
        blocks.append(Note(text, Mark.RULING, "INJ-09"))
    blocks.append(
        Note("Don’t recalculate damage, hesitation, Health or tolerances; dice of armor and gear stay.", rule="INJ-09")
    )
    return Answer(
        {
            "lost": pain.lost,
            "obstacle": pain.obstacle,
            "obstacle_elsewhere": elsewhere(pain.obstacle, ask),
            "left": [one.dice for one in left],
            "added": [one.added for one in left],
            "gone": gone,
            "reflexes": acts,
        },
        tuple(blocks),
    )


def _now(one: Left) -> tuple[Entry, Entry]:
    if not one.usable:
        skill = one.row.tested.element.nature is Nature.SKILL
        return "no use: no test, no help, no FoRK" if skill else "0D: see when you collapse", None
    return DiceCount(one.dice), f"+{one.added}" if one.added else "as it is"


def _taken(pain: Pain, gone: list[str]) -> Verdict:
    parts = [f"{wording.signed(-pain.lost)}D"] if pain.lost else []
    parts += [f"+{pain.obstacle}{wording.NO_BREAK}Ob"] if pain.obstacle else []
    if not parts:
        return Verdict("Nothing", (Fact("taken from you now"),), "These wounds take nothing from you now.")
    taken = wording.listed(parts)
    facts = [Fact("on stats, skills, Steel")]
    if gone:
        facts.append(Fact(f"no {gone[0]}" if len(gone) == 1 else f"{len(gone)} abilities gone"))
    lost = f" {wording.listed(gone)} cannot be used." if gone else ""
    return Verdict(", ".join(parts), tuple(facts), f"You take {taken} on stats, skills, Steel and Reflexes.{lost}")


def _arithmetic(pain: Pain) -> list[Note]:
    """What Superficial wounds come to, where there are several. Source: INJ-10."""
    found = pain.together
    if found.superficials < 2:
        return []
    threes = found.superficials - found.alone
    parts = [f"{wording.signed(-threes // SUPERFICIALS_TO_A_LIGHT)}D for {threes} of them"] if threes else []
    parts += [f"+1 Ob for {'the rest' if threes else 'both together'}"] if found.alone else []
    return [Note(f"{found.superficials} Superficial wounds are {wording.listed(parts)}.", rule="INJ-10")]


@calculator("collapse", rules="INJ-12 INJ-13")
def collapse(
    borne: Annotated[Borne, Asked("Wounds")] = LIGHT,
    will: Annotated[Ability, Asked("Will"), sheet("will")] = B4,
    perception: Annotated[Ability, Asked("Perception"), sheet("perception")] = B4,
    power: Annotated[Ability, Asked("Power"), sheet("power")] = B4,
    forte: Annotated[Ability, Asked("Forte"), sheet("forte")] = B4,
    agility: Annotated[Ability, Asked("Agility"), sheet("agility")] = B4,
    speed: Annotated[Ability, Asked("Speed"), sheet("speed")] = B4,
    mortal: Annotated[bool, Asked("A Mortal wound", more=True)] = False,
    gritted: Gritted = 0,
) -> Answer:
    """Do you still stand?"""
    stats = dict(zip(Stat, (will, perception, power, forte, agility, speed), strict=True))
    pain = _pain(borne, gritted, False)
    exponents = {stat: ability.exponent for stat, ability in stats.items()}
    found = rules.collapse(exponents, pain.lost, dying=mortal)
    levels = [*pain.levels, *[Level.MORTAL] * mortal]
    least = rules.brings_down(exponents, pain.levels, pain.gritted) if found.condition is Condition.UP else None
    tend = rules.to_tend(levels)
    rows = tuple(
        (stat, str(ability), DiceCount(max(0, ability.exponent - pain.lost)), _at_none(stat))
        for stat, ability in stats.items()
    )
    lowest = [*Stat].index(min(Stat, key=exponents.__getitem__))
    return Answer(
        {
            "condition": found.condition.value,
            "lost": pain.lost,
            "left": found.left,
            "gone": [stat.value for stat in found.gone],
            "least": least.value if least else "",
            "tend": [level.value for level in tend],
        },
        (
            _stands(found, pain, least),
            Table("Your stats", ("Stat", "Unhurt", "Now", "At no dice you are"), rows, lowest),
            *_collapse_notes(found, tend),
        ),
    )


def _at_none(stat: Stat) -> str:
    return "down, but awake" if stat.physical else "unconscious"


def _stands(found: Collapse, pain: Pain, least: Level | None) -> Verdict:
    lost = Fact(f"{wording.signed(-pain.lost)}D", "from wounds") if pain.lost else Fact("no dice lost")
    if found.condition is Condition.DYING:
        return Verdict(found.condition.words, (Fact("down at once"),), "A Mortal wound drops you, whatever your stats.")
    if found.gone:
        at_none = wording.listed(stat.words for stat in found.gone)
        how = {
            Condition.DOWN: "you lie in agony, but you can watch and think",
            Condition.UNCONSCIOUS: "you are out and notice nothing",
        }[found.condition]
        return Verdict(found.condition.words, (lost, Fact(at_none, "at no dice")), f"{at_none} at no dice: {how}.")
    more = wording.count(found.left, "die", "dice")
    then = f" A {least.wound} would bring you down." if least else ""
    facts = (lost, Fact(more, "more and you fall"))
    return Verdict(found.condition.words, facts, f"You stand; {more} more off would bring you down.{then}")


def _collapse_notes(found: Collapse, tend: tuple[Level, ...]) -> list[Note]:
    """What becomes of someone who is down. Source: INJ-13."""
    notes = []
    if found.condition in (Condition.DOWN, Condition.UNCONSCIOUS):
        notes.append(
            Note("Not dead, and not Mortally wounded: you are back once the stat has dice again.", rule="INJ-13")
        )
        notes.append(Note("You may grit your teeth once to get up, and only once.", rule="INJ-19"))
    if tend:
        worst = tend[0].wound
        notes.append(Note(f"The {worst} bleeds. Untended, it ends in death.", rule="INJ-16"))
    return notes


class Way(Option):
    """How pain is shaken off. Source: INJ-18, INJ-19."""

    HEALTH = "health", "with a Health test"
    ARTHA = "artha", "with artha"


class Scene(Option):
    """Where that happens; the values are those of `Conflict`."""

    NONE = "none", "no conflict"
    FIGHT = "fight", "a Fight!"
    RANGE = "range", "Range and Cover"
    DUEL = "duel", "a Duel of Wits"


USED = {Relief.SHRUG: "shrug", Relief.GRIT: "grit"}


@calculator("shake-off", rules="INJ-18 INJ-19 INJ-20")
def shake_off(
    way: Annotated[Relief, Asked("You want to")] = Relief.SHRUG,
    by: Annotated[Way, Asked("You do it")] = Way.HEALTH,
    borne: Annotated[Borne, Asked("Wounds")] = Borne(superficial=1),
    health: PatientsHealth = B4,
    scene: Annotated[Scene, Asked("You are in")] = Scene.FIGHT,
    eased: Annotated[int, Between(0, 2), Asked("Superficial wounds shrugged off before", quick=(0, 1), more=True)] = 0,
    gritted: Gritted = 0,
    down: Annotated[bool, Asked("You are incapacitated", more=True)] = False,
    tried: Annotated[bool, Asked("You tried to get up before", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Can you shake off the pain?"""
    pain = _pain(borne, gritted, False)
    if eased > pain.together.alone:
        counted = wording.count(pain.together.alone, "Superficial wound")
        raise Unusable("eased", f"This counts wounds that stand alone, here {counted}; this says {eased}.")
    once = eased > 0 and way is Relief.SHRUG and ask["wounds.shrug-again"] == "no"
    pain = replace(pain, shrugged=eased, tried=tried, once=once)
    after, why = _eased(pain, way, by, down, borne, ask)
    hurt = feels(Hurt(pain.lost, pain.together.alone * pain.obstacle), health, ask, ELEMENTS["health"])
    test = Test.of(health.shade, health.exponent, way.obstacle + hurt.added, ask, at="health")
    use = USES[USED[way]]
    conflict = Conflict.of(scene.value)
    takes = rules.takes(way, conflict, artha=by is Way.ARTHA)
    time = conflict.units(takes) if takes else "a moment" if conflict is Conflict.NONE else "time: the GM’s call"
    values: dict[str, Any] = {
        "possible": not why,
        **(test.values if by is Way.HEALTH else {"obstacle": None, "dice": None, "probability": None, "class": ""}),
        **(use.price.parts if by is Way.ARTHA else {"fate": 0, "persona": 0, "deeds": 0}),
        "takes": takes,
        "obstacle_after": after.obstacle,
        "lost_after": after.lost,
    }
    if why:
        return Answer(values, (Verdict("No", (Fact("nothing to shake off"),), why), _before_and_after(pain, after)))
    blocks: list[Block] = []
    effects: tuple[Effect, ...]
    if by is Way.HEALTH:
        blocks += [test.verdict(Fact(time)), test.odds()]
        effects = test.marks("health", Kind.HEALTH)
    else:
        price = use.price.words
        blocks.append(Verdict(price, (Fact(time), Fact("no test")), f"{use.name}: {price}, {time}, and no test."))
        effects = tuple(Spend(what, points) for what, points in use.price.parts.items() if points)
    blocks += [_before_and_after(pain, after), *_lasting(way, scene, by, down)]
    return Answer(values, tuple(blocks), effects)


def _eased(pain: Pain, way: Relief, by: Way, down: bool, borne: Borne, ask: Rulings) -> tuple[Pain, str]:
    """The pain once it has worked; as it is, with the reason, where there is nothing to shake off."""
    try:
        if way is Relief.SHRUG:
            return pain.shrug(), ""
        after = pain.grit(down=down)
    except Refused as error:
        return pain, str(error)
    if by is Way.ARTHA and borne.grittable(after.gritted, ask) < after.gritted:
        return pain, "At your table Persona wins no further die back of these wounds."
    return after, ""


def _before_and_after(pain: Pain, after: Pain) -> Table:
    rows = (("Dice lost", pain.lost, after.lost), ("Obstacles", f"+{pain.obstacle}", f"+{after.obstacle}"))
    return Table("What wounds take until the scene ends", ("", "Now", "If it works"), rows)


def _lasting(way: Relief, scene: Scene, by: Way, down: bool) -> list[Note]:
    notes = [Note("When the scene ends, all of the pain is back. Nothing has healed.", rule="INJ-20")]
    if way is Relief.SHRUG:
        notes.append(Note("The wound still counts: two more make −1D of all three.", rule="INJ-18"))
    if scene is Scene.RANGE and way is Relief.GRIT and by is Way.HEALTH:
        notes.append(Note("At range you still have to win that volley to spend it.", rule="INJ-19"))
    if down:
        notes.append(Note("Incapacitated, you have this one attempt and no other.", rule="INJ-19"))
    return notes
