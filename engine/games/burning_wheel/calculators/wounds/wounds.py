"""Taking a wound: the grayscale, tolerances, one blow from start to wound, and wounds together (INJ-01 to INJ-08)."""

from collections.abc import Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks import hits
from engine.games.burning_wheel.blocks.wounds import _wound, strip
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.weapons import AIMED, FIST, POWER, WEAPON_POWER, Weapon, wielded
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset, WoundRow
from engine.games.burning_wheel.rules import damage as blows
from engine.games.burning_wheel.rules import wounds as rules
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level
from engine.games.burning_wheel.views.blocks import Blow
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_OVER = 40
QUICK_WEAPONS = ("bare-fist", "dirk", "sword", "spear", "mace")


def _takes(level: Level) -> str:
    """What a wound takes, in a few signs: "−2D", "+1 Ob", "down, dying"."""
    effect = EFFECTS[level]
    if level is Level.MORTAL:
        return "down, dying"
    if effect.dice:
        return f"{wording.signed(-effect.dice)}D"
    return f"+{effect.obstacle}{wording.NO_BREAK}Ob" if effect.obstacle else "nothing"


def _takes_now(level: Level, superficials: int) -> str:
    """What a new wound takes; of `superficials` in all, every third turns +1 Ob into −1D."""
    if level is Level.SUPERFICIAL and rules.steel_test(level, superficials):
        return _takes(Level.LIGHT)
    return _takes(level)


class GreatStrike(Option):
    """What a Great Strike adds, chosen before the roll."""

    NONE = "none", "none"
    POWER = "power", "Power", 1
    VA = "va", "VA", 1


@calculator("blow", rules="WPN-02 WPN-03 WPN-08 WPN-09 INJ-01 INJ-02 INJ-04 INJ-06 INJ-07 INJ-08")
def blow(
    power: Annotated[int, POWER, Asked("Their Power", quick=(3, 4, 5, 6))] = 4,
    weapon: Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS)] = FIST,
    over: Annotated[
        int, Between(-MOST_OVER, MOST_OVER), Asked("Successes over the obstacle", quick=(0, 1, 2, 3, 4))
    ] = 0,
    tolerances: Annotated[Preset | Own, Asked("Your tolerances"), sheet("tolerances")] = Preset(),
    aimed: Annotated[int, AIMED, Asked("Of these, spent on where it lands", more=True)] = 0,
    great_strike: Annotated[GreatStrike, Asked("Great Strike", more=True)] = GreatStrike.NONE,
    other: Annotated[int, WEAPON_POWER, Asked("Other Power, such as a mount’s", more=True)] = 0,
    superficials: Annotated[int, Between(0, 20), Asked("Superficial wounds you have already", more=True)] = 0,
    weapon_shade: Annotated[Shade, Asked("Shade of the weapon or fist", more=True)] = Shade.BLACK,
    power_shade: Annotated[Shade, Asked("Shade of their Power", more=True)] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """They hit. How bad is it?"""
    placed = tolerances.placed
    hits.check_aim(over, aimed)
    held = wielded(weapon, ask)
    if great_strike is not GreatStrike.NONE and not held.weapon.great_strike:
        raise Unusable("great_strike", f"The table has no Great Strike for this weapon ({held.words}).")
    found = hits.force(
        power,
        held.weapon.power,
        ask,
        whose="their",
        weapon_words=held.words,
        power_shade=power_shade,
        weapon_shade=weapon_shade,
        great_strike=great_strike is GreatStrike.POWER,
        other=other,
    )
    stage = blows.stage(over - aimed, held.add)
    missing = blows.to_next(over - aimed, held.add)
    hit = found.damage.at(stage)
    level = placed.level(hit)
    now = superficials + (level is Level.SUPERFICIAL)
    values = {
        **found.values,
        "add": held.add,
        "va": held.weapon.va + (great_strike is GreatStrike.VA),
        "stage": stage.value,
        "hit": str(hit),
        "missing": missing,
        **_level_values(level, now),
    }
    landing = tuple(
        Blow(place.place, one.value[0].upper(), f"{one.words} at {place}", one is stage)
        for one in LANDED
        if (place := found.damage.at(one)).place
    )
    sentence = _struck(stage, hit, level, now)
    blocks: list[Block] = [
        _blow_verdict(stage, hit, level, now, missing, sentence),
        strip(placed, f"The blow: {found.words}.", landing),
    ]
    if level is not Level.NONE:
        blocks += [_this_wound(level, now), *_reach(level, superficials, ask)]
    blocks += [
        hits.stages(found, held.add, aimed, stage),
        found.ledger,
        *held.note,
        *hits.shade_notes(power_shade, weapon_shade, "their"),
    ]
    effects = (AddRow("wounds", {"hit": str(hit)}),) if level is not Level.NONE else ()
    return Answer(values=values, blocks=tuple(blocks), effects=effects)


def _struck(stage: Stage, hit: Coordinate, level: Level, now: int) -> str:
    if stage is Stage.MISS:
        return "It misses; nothing happens."
    if level is Level.NONE:
        return f"{hits.hit_words(stage)} at {hit}, left of Superficial: no penalty, and nothing to note."
    if level is Level.MORTAL:
        return f"{hits.hit_words(stage)} at {hit} is a Mortal wound: you drop at once, dying."
    third = (
        " It makes three, so +1 Ob turns into −1D."
        if level is Level.SUPERFICIAL and rules.steel_test(level, now)
        else ""
    )
    taken = f"{_takes_now(level, now)} on stats, skills, Reflexes and Steel"
    return f"{hits.hit_words(stage)} at {hit} is a {level.words} wound: {taken}.{third}"


def _blow_verdict(stage: Stage, hit: Coordinate, level: Level, now: int, missing: int, sentence: str) -> Verdict:
    if stage is Stage.MISS:
        return Verdict("Miss", hits.next_stage(stage, missing), sentence)
    return Verdict(_wound(level), f"{stage.words} {hit} · {_glance(level, now)}", sentence)


def _glance(level: Level, now: int) -> str:
    """What must be seen at a glance: what the wound takes, Steel, bleeding."""
    if level is Level.NONE:
        return "takes nothing"
    effect = EFFECTS[level]
    parts = [_takes_now(level, now)]
    if rules.steel_test(level, now):
        parts.append("Steel test")
    if level is not Level.MORTAL:
        parts.append("bleeds" if effect.bleeds else "does not bleed")
    return " · ".join(parts)


def _level_values(level: Level, now: int) -> dict[str, Any]:
    effect = EFFECTS[level]
    third = level is Level.SUPERFICIAL and rules.steel_test(level, now)
    return {
        "level": level.value,
        "dice": EFFECTS[Level.LIGHT].dice if third else effect.dice,
        "obstacle": 0 if third else effect.obstacle,
        "steel_test": rules.steel_test(level, now),
        "bleeds": effect.bleeds,
        "dying": level is Level.MORTAL,
    }


def _steel(level: Level, now: int) -> str:
    if level is Level.MORTAL:
        return "No: you are down."
    if rules.steel_test(level, now):
        return "Yes" + (", as it makes three: −1D in place of +1 Ob." if level is Level.SUPERFICIAL else ".")
    return "No; every third asks for one." if level is Level.SUPERFICIAL else "No."


def _this_wound(level: Level, now: int) -> Table:
    effect = EFFECTS[level]
    rows = (
        ("Takes", _takes_now(level, now)),
        ("Steel test", _steel(level, now)),
        ("Bleeds", effect.bleeding),
        ("Needs treatment", f"{effect.treatment[:1].upper()}{effect.treatment[1:]}."),
        ("Looks like", f"{effect.looks_like[:1].upper()}{effect.looks_like[1:]}."),
    )
    return Table(f"This {_wound(level)}", ("What", "How"), rows)


def _reach(level: Level, before: int, ask: Rulings) -> tuple[Block, ...]:
    """What one wound and the Superficial ones before it take from which abilities."""
    return _abilities(rules.together([Level.SUPERFICIAL] * before + [level]), ask)


def _elsewhere(found: rules.Together, ask: Rulings) -> int:
    """The obstacle that abilities beyond the reach of wounds take on all the same."""
    return found.obstacle if found.obstacle and ask["wounds.obstacle-scope"] == "all" else 0


def _abilities(found: rules.Together, ask: Rulings) -> tuple[Block, ...]:
    if found.dying:
        return (Note("Dying: no dice are counted any more. Down is down.", rule="INJ-08"),)
    if not found.dice.total and not found.obstacle:
        return ()
    elsewhere = _elsewhere(found, ask)
    rows = tuple(
        (
            reach.names,
            f"{wording.signed(found.dice.total)}D" if reach.reduced and found.dice.total else "all",
            f"+{obstacle}" if (obstacle := found.obstacle if reach.reduced else elsewhere) else "as it is",
        )
        for reach in rules.REACH
    )
    kept = (
        "Nothing is worked out anew from wounded stats: damage, hesitation, Health and the tolerances stay. "
        "Reflexes lose the dice directly."
    )
    return (Table("What you have left", ("Ability", "Dice", "Obstacle"), rows), Note(kept))


@calculator("grayscale", rules="INJ-01 INJ-02 INJ-04 INJ-05 INJ-06 INJ-07 INJ-08")
def grayscale(
    hit: Annotated[
        Coordinate | None, Asked("A hit now", hint="Shade and number; a number alone is black")
    ] = Coordinate(7),
    tolerances: Annotated[Preset | Own, Asked("Tolerances"), sheet("tolerances")] = Preset(),
    wounds: Annotated[tuple[WoundRow, ...], Asked("Wounds so far"), sheet("wounds")] = (),
    *,
    ask: Rulings,
) -> Answer:
    """What do these wounds do?"""
    placed = tolerances.placed
    before = [(row.hit, placed.level(row.hit)) for row in wounds]
    level = Level.NONE if hit is None else placed.level(hit)
    levels = [borne for _, borne in before] + ([] if hit is None else [level])
    found = rules.together(levels)
    values = {
        "hit": "" if hit is None else str(hit),
        "place": 0 if hit is None else hit.place,
        "level": level.value,
        "wounds": [borne.value for _, borne in before],
        "penalty": found.dice.total,
        "obstacle": found.obstacle,
        "obstacle_elsewhere": _elsewhere(found, ask),
        "superficials": found.superficials,
        "steel_test": hit is not None and rules.steel_test(level, found.superficials),
        "bleeds": any(EFFECTS[borne].bleeds for borne in levels),
        "dying": found.dying,
    }
    sentence = _plotted(hit, level, found)
    landing = () if hit is None else (Blow(hit.place, "", f"{hit}, {_wound(level)}"),)
    blocks: list[Block] = [
        _grayscale_verdict(hit, level, found, sentence),
        strip(placed, f"The hit: {hit}." if hit else "", landing, before),
        *_all_wounds(hit, level, before),
    ]
    if found.dice.lines and not found.dying:
        blocks.append(Working(found.dice.lines, found.dice.total, "Dice off", "D"))
    blocks += _abilities(found, ask)
    if hit is not None and level is not Level.NONE:
        blocks.append(_this_wound(level, found.superficials))
    effects = (AddRow("wounds", {"hit": str(hit)}),) if hit is not None and level is not Level.NONE else ()
    return Answer(values=values, blocks=tuple(blocks), effects=effects)


def _in_all(found: rules.Together) -> str:
    """What all wounds take: "−3D, +1 Ob", "dying", "nothing"."""
    if found.dying:
        return "dying"
    parts = []
    if found.dice.total:
        parts.append(f"{wording.signed(found.dice.total)}D")
    if found.obstacle:
        parts.append(f"+{found.obstacle}{wording.NO_BREAK}Ob")
    return ", ".join(parts) or "nothing"


def _plotted(hit: Coordinate | None, level: Level, found: rules.Together) -> str:
    together = "you are dying" if found.dying else f"{_in_all(found)} in all"
    if hit is None:
        return f"No new hit: {together}."
    if level is Level.NONE:
        return f"{hit} lies left of Superficial and is no wound: {together}."
    return f"{hit} is a {level.words} wound: {together}."


def _grayscale_verdict(hit: Coordinate | None, level: Level, found: rules.Together, sentence: str) -> Verdict:
    if hit is None:
        said = _in_all(found)
        return Verdict(said[:1].upper() + said[1:], "from the wounds so far", sentence)
    return Verdict(_wound(level), f"{hit} · in all: {_in_all(found)}", sentence)


def _all_wounds(hit: Coordinate | None, level: Level, before: Sequence[tuple[Coordinate, Level]]) -> tuple[Table, ...]:
    """Every wound with what it takes by itself; they never add up to a worse one."""
    if not before:
        return ()
    rows = [(str(number), str(place), _wound(borne), _takes(borne)) for number, (place, borne) in enumerate(before, 1)]
    if hit is not None:
        rows.append(("now", str(hit), _wound(level), _takes(level)))
    current = len(rows) - 1 if hit is not None else None
    return (Table("Wounds, each by itself", ("No.", "At", "Wound", "Takes"), tuple(rows), current),)


@calculator("tolerances", rules="INJ-01 INJ-02 INJ-03")
def tolerances(
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances from"), sheet("tolerances")] = Preset(),
) -> Answer:
    """Where do the six tolerances stand?"""
    placed = tolerances.placed
    guessed = isinstance(tolerances, PowerAndForte)
    mark = Mark.MISSING if guessed else None
    listed = " · ".join(f"{EFFECTS[level].letters} {place}" for level, place in placed.places.items())
    sentence = f"Superficial begins at {placed.superficial}, Mortal at {placed.mortal}."
    places = list(placed.places.items())
    ends = [Coordinate(place.place - 1) for _, place in places[1:]]
    rows = [
        (level.words, str(place), f"{place} to {end}" if end > place else str(place), _takes(level))
        for (level, place), end in zip(places, ends, strict=False)
    ]
    rows.append((Level.MORTAL.words, str(placed.mortal), f"{placed.mortal} and beyond", _takes(Level.MORTAL)))
    blocks: list[Block] = [
        Verdict(f"Mortal {placed.mortal}", listed, sentence, mark),
        strip(placed, ""),
        Table("Where each wound begins", ("Wound", "Begins", "Hits at", "Takes"), tuple(rows), mark=mark),
    ]
    if guessed:
        blocks.append(Note(GUESS, Mark.MISSING, "INJ-03"))
    values = {level.value: str(place) for level, place in placed.places.items()}
    return Answer(values=values, blocks=tuple(blocks))


GUESS = (
    "The steps for placing tolerances stand in another volume. This guess fits the printed opponents: Mortal in "
    "nearly all cases, Superficial in most, the four between them often one off. What stands on your sheet wins."
)


@table("wound-levels")
def wound_levels() -> Table:
    """What each wound does (INJ-06)."""
    rows = tuple(
        (
            level.words if level is not Level.NONE else "Left of Superficial",
            _takes(level),
            effect.steel,
            effect.bleeding.rstrip("."),
            effect.treatment,
        )
        for level, effect in EFFECTS.items()
    )
    return Table("What each wound does", ("Wound", "Takes", "Steel test", "Bleeds", "Treatment"), rows)


@table("tolerance-presets")
def tolerance_presets() -> Table:
    """The ready rows of tolerances (INJ-03)."""
    rows = tuple((stat, *(str(place) for place in row.places.values())) for stat, row in rules.PRESETS.items())
    columns = ("All stats", *(level.words for level in rules.TOLERATED))
    return Table("Ready rows of tolerances", columns, rows)
