"""Taking a wound: the grayscale, tolerances, one blow from start to wound, and wounds together (INJ-01 to INJ-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks import hits
from engine.games.burning_wheel.blocks.bleeding import clocks
from engine.games.burning_wheel.blocks.wounds import strip
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.weapons import (
    AIMED,
    FIST,
    POWER,
    QUICK_WEAPONS,
    OtherPower,
    Weapon,
    WeaponShade,
    wielded,
)
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset, WoundRow, YourForte, YourHealth
from engine.games.burning_wheel.readings.bleeding import blood_of
from engine.games.burning_wheel.readings.hurt import elsewhere
from engine.games.burning_wheel.rules import damage as blows
from engine.games.burning_wheel.rules import wounds as rules
from engine.games.burning_wheel.rules.ability import MOST_EXPONENT, Ability
from engine.games.burning_wheel.rules.bleeding import Clock
from engine.games.burning_wheel.rules.damage import LANDED, GreatStrike, Stage
from engine.games.burning_wheel.rules.grayscale import IN_A_SHADE, Coordinate
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, NewWound
from engine.games.burning_wheel.views.blocks import Blow
from engine.rulings import Rulings
from engine.working import Mark

MOST_OVER = 40


@dataclass(frozen=True, slots=True)
class _Struck:
    """A blow that was rolled: how it landed, what is `missing` for the next stage, and the wound that it is."""

    found: hits.Force
    stage: Stage
    missing: int
    hit: Coordinate
    wound: NewWound


@calculator("blow", rules="WPN-02 WPN-03 WPN-08 WPN-09 INJ-01 INJ-02 INJ-04 INJ-06 INJ-07 INJ-08")
def blow(
    power: Annotated[int, POWER, Asked("Their Power", quick=(3, 4, 5, 6))] = 4,
    weapon: Annotated[
        Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=False)
    ] = FIST,
    over: Annotated[
        int, Between(-MOST_OVER, MOST_OVER), Asked("Successes over the obstacle", quick=(0, 1, 2, 3, 4))
    ] = 0,
    tolerances: Annotated[Preset | Own, Asked("Your tolerances"), sheet("tolerances")] = Preset(),
    aimed: Annotated[int, AIMED, Asked("Of these, spent on where it lands", more=True)] = 0,
    great_strike: Annotated[GreatStrike, Asked("Great Strike", more=True)] = GreatStrike.NONE,
    other: OtherPower = 0,
    superficials: Annotated[int, Between(0, 20), Asked("Superficial wounds you have already", more=True)] = 0,
    weapon_shade: WeaponShade = Shade.BLACK,
    power_shade: Annotated[Shade, Asked("Shade of their Power", more=True)] = Shade.BLACK,
    forte: YourForte = None,
    health: YourHealth = None,
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
    stage, missing = blows.stage(over - aimed, held.add), blows.to_next(over - aimed, held.add)
    hit = found.damage.at(stage)
    level = placed.level(hit)
    struck = _Struck(found, stage, missing, hit, NewWound(level, superficials + (level is Level.SUPERFICIAL)))
    clock = _clock(level, tolerances, forte, health, ask)
    values = {
        "bleeds_for": clock.left(0) if clock else 0,
        "add": held.add,
        "va": held.weapon.va + (great_strike is GreatStrike.VA),
    }
    return Answer(
        values={**found.values, **values, **_struck_values(struck)},
        blocks=(
            _struck_verdict(struck),
            strip(placed, f"The blow: {found.words}.", _landing(struck)),
            *_after(struck.wound, clock, superficials, ask),
            hits.stages(found, held.add, aimed, stage),
            found.ledger,
            *held.note,
            *hits.shade_notes(power_shade, weapon_shade, "their"),
        ),
        effects=_joins(hit, level),
    )


def _after(wound: NewWound, clock: Clock | None, superficials: int, ask: Rulings) -> tuple[Block, ...]:
    """What the wound does, how it bleeds, and what it leaves together with Superficial ones from before."""
    if wound.level is Level.NONE:
        return ()
    bleeds = (clocks(clock, [wound.level.wound]),) if clock else ()
    found = rules.together([Level.SUPERFICIAL] * superficials + [wound.level])
    return (_this_wound(wound), *bleeds, *_abilities(found, ask))


def _clock(
    level: Level, tolerances: Preset | Own, forte: Ability | None, health: Ability | None, ask: Rulings
) -> Clock | None:
    """How the wound bleeds if nobody helps; None where it does not, or nobody says whose Forte and Health it is."""
    alike = Ability.parse(tolerances.stat.value) if isinstance(tolerances, Preset) else None
    forte, health = forte or alike, health or alike
    if not EFFECTS[level].bleeds or forte is None or health is None:
        return None
    return Clock(blood_of(forte, health, (level,), ask)).hurt(level)


def _joins(hit: Coordinate | None, level: Level) -> tuple[AddRow, ...]:
    """A hit that is a wound joins the wounds of a sheet."""
    return () if level is Level.NONE else (AddRow("wounds", {"hit": str(hit)}),)


def _landing(struck: _Struck) -> tuple[Blow, ...]:
    """The three stages on the grayscale; one that lies before it has no place."""
    places = {stage: struck.found.damage.at(stage) for stage in LANDED}
    return tuple(
        Blow(place.place, stage.value[0].upper(), f"{stage.words} at {place}", stage is struck.stage)
        for stage, place in places.items()
        if place.place
    )


def _struck_verdict(struck: _Struck) -> Verdict:
    stage, wound = struck.stage, struck.wound
    if stage is Stage.MISS:
        return Verdict("Miss", (Fact(hits.next_stage(stage, struck.missing)),), "It misses; nothing happens.")
    hit = Fact(str(struck.hit), f"{stage.words} hit")
    return Verdict(wound.words, (hit, *_glance(wound)), _sentence(struck))


def _sentence(struck: _Struck) -> str:
    hit, wound = f"{hits.hit_words(struck.stage)} at {struck.hit}", struck.wound
    if wound.level is Level.NONE:
        return f"{hit}, left of Superficial: no penalty, and nothing to note."
    if wound.level is Level.MORTAL:
        return f"{hit} is a Mortal wound: you drop at once, dying."
    third = " It makes three, so +1 Ob turns into −1D." if wound.third else ""
    return f"{hit} is a {wound.words}: {wound.taken.takes} on stats, skills, Reflexes and Steel.{third}"


def _glance(wound: NewWound) -> tuple[Fact, ...]:
    """What must be seen at a glance: what the wound takes, Steel, bleeding."""
    if wound.level is Level.NONE:
        return ()
    facts = [Fact("down, dying") if wound.level is Level.MORTAL else Fact(wound.taken.takes, "penalty")]
    if wound.steel_test:
        facts.append(Fact("Steel test"))
    if wound.level is not Level.MORTAL:
        facts.append(Fact("bleeds" if wound.effect.bleeds else "does not bleed"))
    return tuple(facts)


def _struck_values(struck: _Struck) -> dict[str, Any]:
    wound = struck.wound
    return {
        "stage": struck.stage.value,
        "hit": str(struck.hit),
        "missing": struck.missing,
        "level": wound.level.value,
        "dice": wound.taken.dice,
        "obstacle": wound.taken.obstacle,
        "steel_test": wound.steel_test,
        "bleeds": wound.effect.bleeds,
        "dying": wound.level is Level.MORTAL,
    }


def _steel(wound: NewWound) -> str:
    if wound.level is Level.MORTAL:
        return "No: you are down."
    if wound.steel_test:
        return "Yes, as it makes three: −1D in place of +1 Ob." if wound.third else "Yes."
    return "No; every third asks for one." if wound.level is Level.SUPERFICIAL else "No."


def _this_wound(wound: NewWound) -> Table:
    effect = wound.effect
    rows = (
        ("Takes", wound.taken.takes),
        ("Steel test", _steel(wound)),
        ("Bleeds", effect.bleeding),
        ("Needs treatment", f"{effect.treatment[:1].upper()}{effect.treatment[1:]}."),
        ("Looks like", f"{effect.looks_like[:1].upper()}{effect.looks_like[1:]}."),
    )
    return Table(f"This {wound.words}", ("What", "How"), rows)


def _abilities(found: rules.Together, ask: Rulings) -> tuple[Block, ...]:
    """What wounds take from which abilities. Source: INJ-08, INJ-09."""
    if found.dying:
        return (Note("Dying: no dice are counted any more. Down is down.", rule="INJ-08"),)
    if not found.dice.total and not found.obstacle:
        return ()
    added = {True: found.obstacle, False: elsewhere(found.obstacle, ask)}
    rows = tuple(
        (
            reach.names,
            f"{wording.signed(found.dice.total)}D" if reach.reduced and found.dice.total else "all",
            f"+{added[reach.reduced]}" if added[reach.reduced] else "as it is",
        )
        for reach in rules.REACH
    )
    kept = (
        "Don’t recalculate anything from wounded stats: damage, hesitation, Health and tolerances stay as they were. "
        "Reflexes lose the dice directly."
    )
    return (Table("What you have left", ("Ability", "Dice", "Obstacle"), rows), Note(kept))


@calculator("grayscale", rules="INJ-01 INJ-02 INJ-04 INJ-05 INJ-06 INJ-07 INJ-08")
def grayscale(
    hit: Annotated[
        Coordinate | None, Asked("A hit now", hint="Shade and number; a number alone is black")
    ] = Coordinate(7),
    tolerances: Annotated[Preset | Own, Asked("Tolerances"), sheet("tolerances")] = Preset(),
    wounds: Annotated[tuple[WoundRow, ...], Asked("Wounds so far"), sheet("wounds", at_once=True)] = (),
    *,
    ask: Rulings,
) -> Answer:
    """What do these wounds do?"""
    placed = tolerances.placed
    before = [(wound.hit, placed.level(wound.hit)) for wound in wounds]
    level = Level.NONE if hit is None else placed.level(hit)
    levels = [*(borne for _, borne in before), *(() if hit is None else (level,))]
    found = rules.together(levels, sum(wound.back for wound in wounds))
    values = {
        "hit": "" if hit is None else str(hit),
        "place": 0 if hit is None else hit.place,
        "level": level.value,
        "wounds": [borne.value for _, borne in before],
        "penalty": found.dice.total,
        "obstacle": found.obstacle,
        "obstacle_elsewhere": elsewhere(found.obstacle, ask),
        "superficials": found.superficials,
        "steel_test": hit is not None and rules.steel_test(level, found.superficials),
        "bleeds": any(EFFECTS[borne].bleeds for borne in levels),
        "dying": found.dying,
    }
    landing = () if hit is None else (Blow(hit.place, "", f"{hit}, {level.wound}"),)
    blocks: list[Block] = [
        _plotted(hit, level, found),
        strip(placed, f"The hit: {hit}." if hit else "", landing, before),
        *_all_wounds(hit, level, before),
    ]
    if found.dice.lines and not found.dying:
        blocks.append(Working(found.dice.lines, found.dice.total, "Dice off", "D"))
    blocks += _abilities(found, ask)
    if level is not Level.NONE:
        blocks.append(_this_wound(NewWound(level, found.superficials)))
    return Answer(values, tuple(blocks), _joins(hit, level))


def _plotted(hit: Coordinate | None, level: Level, found: rules.Together) -> Verdict:
    together = "you are dying" if found.dying else f"{found.takes} in all"
    if hit is None:
        figure = f"{found.takes[:1].upper()}{found.takes[1:]}"
        return Verdict(figure, (Fact("from the wounds so far"),), f"No new hit: {together}.")
    said = "lies left of Superficial and is no wound" if level is Level.NONE else f"is a {level.wound}"
    return Verdict(level.wound, (Fact(str(hit), "hit"), Fact(found.takes, "in all")), f"{hit} {said}: {together}.")


def _all_wounds(hit: Coordinate | None, level: Level, before: Sequence[tuple[Coordinate, Level]]) -> tuple[Table, ...]:
    """Every wound with what it takes by itself; they never add up to a worse one."""
    if not before:
        return ()
    rows = [(number, str(place), borne.wound, EFFECTS[borne].takes) for number, (place, borne) in enumerate(before, 1)]
    now = () if hit is None else (("now", str(hit), level.wound, EFFECTS[level].takes),)
    current = len(rows) if now else None
    return (Table("Wounds, each by itself", ("No.", "At", "Wound", "Takes"), (*rows, *now), current),)


@calculator("tolerances", rules="INJ-01 INJ-02 INJ-03")
def tolerances(
    tolerances: Annotated[
        Preset | PowerAndForte | Own, Asked("Where the tolerances come from"), sheet("tolerances")
    ] = Preset(),
) -> Answer:
    """Where do the six tolerances stand?"""
    placed = tolerances.placed
    guessed = isinstance(tolerances, PowerAndForte)
    found = rules.printed(placed.mortal)
    sentence = f"Superficial begins at {placed.superficial}, Mortal at {placed.mortal}."
    blocks: list[Block] = [
        Verdict(
            f"Mortal {placed.mortal}",
            (Fact(str(placed.superficial), "Superficial"),),
            sentence,
            Mark.MISSING if guessed else None,
        ),
        strip(placed, ""),
        _begins(placed, found, guessed=guessed),
        *(_if_a_stat_rises(tolerances) if isinstance(tolerances, PowerAndForte) else ()),
        _if_one_moves(placed),
    ]
    if guessed:
        blocks.append(Note(GUESS, Mark.MISSING, "INJ-03"))
        if not found:
            blocks.append(Note(f"The book prints no row with Mortal at {placed.mortal}.", Mark.MISSING, "INJ-03"))
        if placed.mortal.number == IN_A_SHADE:
            shade = placed.mortal.shade.words
            said = f"A {shade} Mortal Wound ends at {placed.mortal}: it is lighter only if Power and Forte both are."
            blocks.append(Note(said, rule="INJ-03"))
    values = {level.value: str(place) for level, place in placed.places.items()}
    spans = {level.value: [str(span.least), str(span.most)] for level, span in found.items()}
    room = {level.value: [str(span.least), str(span.most)] for level, span in rules.room(placed).items()}
    return Answer(values={**values, "printed": spans, "room": room}, blocks=tuple(blocks))


def _begins(placed: rules.Tolerances, found: Mapping[Level, rules.Span], *, guessed: bool) -> Table:
    """Where each wound begins; for a guess, with where the book's own rows of that Mortal Wound have it."""
    places = list(placed.places.items())
    ends = [Coordinate(place.place - 1) for _, place in places[1:]]
    hits_at = [
        f"{place} to {end}" if end > place else str(place) for (_, place), end in zip(places, ends, strict=False)
    ]
    hits_at.append(f"{placed.mortal} and beyond")
    rows = []
    for (level, place), reach in zip(places, hits_at, strict=True):
        in_print = ((found[level].words if found else None),) if guessed else ()
        rows.append((level.words, str(place), reach, *in_print, EFFECTS[level].takes))
    columns = ("Wound", "Begins", "Hits at", *(("In print",) if guessed else ()), "Takes")
    return Table("Where each wound begins", columns, tuple(rows), mark=Mark.MISSING if guessed else None)


def _if_one_moves(placed: rules.Tolerances) -> Table:
    """What becomes of which hit where one tolerance stands one place earlier or later and the others stay."""
    rows = []
    levels = list(Level)
    for level, span in rules.room(placed).items():
        place, lesser = placed.places[level], levels[levels.index(level) - 1]
        less = lesser.words.lower() if lesser is Level.NONE else lesser.words
        earlier = f"{Coordinate(place.place - 1)} is {level.words}" if span.least < place else None
        later = f"{place} is {less}" if span.most > place else None
        rows.append((level.words, span.words, earlier, later))
    columns = ("Wound", "Can begin at", "One earlier", "One later")
    return Table("If one moves and the others stay", columns, tuple(rows), folded=True)


def _if_a_stat_rises(guess: PowerAndForte) -> tuple[Table, ...]:
    """What the guess makes of one more Power or Forte."""
    most = MOST_EXPONENT
    power = replace(guess.power, exponent=min(most, guess.power.exponent + 1))
    forte = replace(guess.forte, exponent=min(most, guess.forte.exponent + 1))
    ways = (
        (f"Power {guess.power}, Forte {guess.forte}", guess.placed),
        (f"Power {power}", rules.suggestion(power, guess.forte, guess.tough)),
        (f"Forte {forte}", rules.suggestion(guess.power, forte, guess.tough)),
        ("Both", rules.suggestion(power, forte, guess.tough)),
    )
    rows = tuple((words, *(str(place) for place in row.places.values())) for words, row in ways)
    columns = ("With", *(EFFECTS[level].letters for level in rules.TOLERATED))
    return (Table("If a stat rises", columns, rows, 0, Mark.MISSING, folded=True),)


GUESS = (
    "The steps for placing tolerances stand in another volume. This guess fits the Mortal Wound of every printed "
    "character that does not contradict itself, and Superficial of most; the four between them are often one off. "
    "What stands on your sheet wins."
)


@table("wound-levels")
def wound_levels() -> Table:
    """What each wound does (INJ-06)."""
    rows = tuple(
        (
            level.words if level is not Level.NONE else "Left of Superficial",
            EFFECTS[level].takes,
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
