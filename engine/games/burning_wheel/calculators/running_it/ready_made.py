"""The book's burned characters as ready sheets, and whether a stat block follows from itself (NPC-09, NPC-10)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Keep, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks import wounds as wounds_shown
from engine.games.burning_wheel.calculators.running_it import sheets
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset
from engine.games.burning_wheel.rules import rogues
from engine.games.burning_wheel.rules.ability import MOST_EXPONENT, Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.rogues import (
    ROGUES,
    Arm,
    Check,
    Figures,
    Hesitation,
    Rated,
    Rogue,
    Stock,
    Who,
)
from engine.working import Mark

GROUP = 5
MOST_HESITATION = 20
B4 = Ability.parse("B4")
QUICK = ("B3", "B4", "B5", "B6")


@calculator("ready-made", rules="NPC-10")
def ready_made(who: Annotated[Who, Asked("Who")] = Who.MAN_FOOTMAN) -> Answer:
    """Who stands in their way, with every number?"""
    one = ROGUES[who]
    found = rogues.checks(one.figures)
    off = [check for check in found if not check.fits]
    line = stat_line(one)
    facts = (Fact(one.stock), Fact(str(one.mortal), "Mortal Wound"), Fact(str(one.reflexes), "Reflexes"))
    blocks: list[Block] = [
        Verdict(
            one.key.words, facts, f"{one.key.words}: {one.stock}, Mortal Wound {one.mortal}, Reflexes {one.reflexes}."
        ),
        wounds_shown.strip(one.stands, ""),
        Keep("Theirs in full, on a sheet.", sheets.of_rogue(one), (1, GROUP)),
        Note(line),
        Table("As printed", ("What", "Theirs"), tuple(_listed(one))),
        *map(_off, off),
    ]
    casts = rogues.casting(one)
    if casts is not None:
        blocks.append(
            Note(f"Casts with {casts.total} dice, Sorcery and Will together; all of them open.", rule="SOR-02")
        )
    if one.places is None:
        blocks.append(Note("No tolerances are printed; these fit Power and Forte.", mark=Mark.DERIVED, rule="INJ-03"))
    values = {
        "who": who.value,
        "line": line,
        "abilities": {row.name: str(row.ability) for row in (*one.stats, *one.attributes, *one.skills)},
        "tolerances": [str(place) for place in one.stands.places.values()],
        "casting": casts.total if casts else 0,
        "off": [check.what.value for check in off],
        "sheet": sheets.of_rogue(one)["weapons"].split("\n") if one.arms else [],
    }
    return Answer(values, tuple(blocks))


def stat_line(one: Rogue) -> str:
    """A stat block in one line, to copy into a chat."""
    stats = " ".join(f"{row.name[:2]} {row.ability}" for row in one.stats)
    rest = ", ".join(row.words for row in one.attributes)
    places = " ".join(str(place) for place in one.stands.places.values())
    skills = ", ".join(row.words for row in one.skills)
    return f"{one.key.words} ({one.stock}). {stats}; {rest}; Reflexes {one.reflexes}. Wounds {places}. {skills}."


def _listed(one: Rogue) -> Iterator[tuple[Entry, ...]]:
    """What stands in a stat block, a line for each part that it has."""
    attributes = [*one.attributes, *([one.emotion] if one.emotion else [])]
    body = [f"Reflexes {one.reflexes}", f"Mortal Wound {one.mortal}", f"Speed multiplier {one.multiplier}"]
    body += [f"hesitation {one.hesitation.words}"] if one.hesitation else []
    parts: dict[str, Sequence[str]] = {
        "Lifepaths": [*one.lifepaths, *([f"{one.age} years old"] if one.age else [])],
        "Stats": [row.words for row in one.stats],
        "Attributes": [*(row.words for row in attributes), *body],
        "Skills": [row.words for row in one.skills],
        "Training": one.training,
        "Spells": one.spells,
        "Weapons": [arm_words(arm) for arm in one.arms],
        "Armor": [*one.armor, *([] if one.shield == "none" else [f"Shield: {one.shield}"])],
        "Traits": one.traits,
        "Gear": one.gear,
        "Property and people": one.ties,
        "Beliefs": one.beliefs,
        "Instincts": one.instincts,
    }
    for title, said in parts.items():
        if said:
            between = "; " if title in ("Weapons", "Armor", "Property and people", "Beliefs", "Instincts") else ", "
            yield title, between.join(said)


def arm_words(arm: Arm) -> str:
    """ "fangs B3 / B6 / B9, VA 0, Add 2, slow, shortest"."""
    more = [f"VA {arm.va}", *([f"Add {arm.add}"] if arm.add else []), *(one for one in (arm.speed, arm.length) if one)]
    return f"{arm.name} {' / '.join(map(str, arm.ims))}, {', '.join(more)}"


def _off(one: Check) -> Note:
    said = f"{one.what.words} {one.said} does not follow. It comes to {one.follows}: {one.why}."
    return Note(said, mark=Mark.DERIVED, rule="NPC-09")


@table("ready-made-list")
def everyone() -> Table:
    """All burned characters with their stats."""
    rows = [
        (one.key.words, one.stock, *(str(row.ability) for row in one.stats), str(one.mortal), _best(one))
        for one in ROGUES.values()
    ]
    columns = ("Who", "Stock", *(name[:2] for name in rogues.STATS), "Mortal", "Best at")
    return Table("Everyone, as printed", columns, tuple(rows))


@calculator("find-rogue", rules="NPC-10")
def find_rogue(
    stock: Annotated[Stock, Asked("They are")] = Stock.ANY,
    ability: Annotated[
        str, Longest(40), Asked("Good at", "A skill, stat or attribute, or a part of its name")
    ] = "Sword",
    least: Annotated[int, Between(0, MOST_EXPONENT), Asked("At least", quick=(3, 4, 5))] = 4,
) -> Answer:
    """Who of them fits?"""
    found = rogues.fitting(stock, ability, least)
    rows: list[tuple[Entry, ...]] = [
        (
            fits.rogue.key.words,
            fits.rogue.stock,
            fits.best.words if fits.best else None,
            str(fits.rogue.mortal),
            str(fits.rogue.reflexes),
        )
        for fits in found
    ]
    said = ability.strip()
    asked = f" with {said} at {least} or more" if said else ""
    who = "" if stock is Stock.ANY else f" {stock.words}"
    if not found:
        verdict = Verdict("Nobody", (Fact(len(ROGUES), "in all"),), f"No{who or ' one'} among them fits{asked}.")
    else:
        first = found[0].rogue.key.words
        facts = (Fact(first, "comes first"), Fact(len(ROGUES), "in all"))
        count = wording.count(len(found), "rogue")
        verdict = Verdict(count, facts, f"{count}{asked}: {first} comes first.")
    columns = ("Who", "Stock", "Good at", "Mortal", "Reflexes")
    blocks: list[Block] = [verdict, *([Table("Who fits", columns, tuple(rows))] if rows else [])]
    return Answer({"found": [fits.rogue.key.value for fits in found]}, tuple(blocks))


def _best(one: Rogue) -> str:
    found = max(one.skills, key=lambda row: (row.ability.shade.value != "B", row.ability.exponent))
    return found.words


@table("ready-made-off")
def contradictions() -> Table:
    """What of a printed stat block does not follow from the rest of it."""
    rows = [
        (one.key.words, check.what.words, check.said, check.follows)
        for one in ROGUES.values()
        for check in rogues.checks(one.figures)
        if not check.fits
    ]
    return Table("Where print and rule part", ("Who", "What", "Printed", "Follows"), tuple(rows), mark=Mark.DERIVED)


@calculator("stat-check", rules="NPC-09")
def stat_check(
    will: Annotated[Ability, Asked("Will", quick=QUICK), sheet("will")] = B4,
    perception: Annotated[Ability, Asked("Perception", quick=QUICK), sheet("perception")] = B4,
    agility: Annotated[Ability, Asked("Agility", quick=QUICK), sheet("agility")] = B4,
    speed: Annotated[Ability, Asked("Speed", quick=QUICK), sheet("speed")] = B4,
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = B4,
    forte: Annotated[Ability, Asked("Forte", quick=QUICK), sheet("forte")] = B4,
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances"), sheet("tolerances")] = Preset(),
    mortal: Annotated[Coordinate | None, Asked("Mortal Wound as written", "Empty: not said")] = None,
    reflexes: Annotated[Ability | None, Asked("Reflexes", "Empty: not said")] = None,
    hesitation: Annotated[int | None, Between(0, MOST_HESITATION), Asked("Hesitation", "Empty: not said")] = None,
    pain: Annotated[
        int | None, Between(0, MOST_HESITATION), Asked("Hesitation in pain", "Where it differs", more=True)
    ] = None,
    sharper: Annotated[
        int | None, Between(0, 20), Asked("Perception in brackets", "Where there is one", more=True)
    ] = None,
    tough: Annotated[bool, Asked("Has the Tough trait", more=True)] = False,
    incidental: Annotated[Coordinate | None, Asked("Incidental of a weapon", more=True)] = None,
    mark: Annotated[Coordinate | None, Asked("Its Mark", more=True)] = None,
    superb: Annotated[Coordinate | None, Asked("Its Superb", more=True)] = None,
) -> Answer:
    """Does this stat block follow from itself?"""
    damage = [one for one in (incidental, mark, superb) if one is not None]
    if damage and len(damage) < 3:
        raise Unusable("incidental", "A weapon is checked by all three: Incidental, Mark and Superb.")
    arms = (Arm("weapon", tuple(damage), 0, 0, "", "", both=False, thrown=False),) if damage else ()
    hesitates = None if hesitation is None else Hesitation(hesitation, hesitation if pain is None else pain)
    seen = Rated("Perception", perception, sharper)
    found = rogues.checks(
        Figures(will, seen, agility, speed, power, forte, tough, reflexes, mortal, tolerances.placed, hesitates, arms)
    )
    off = [check for check in found if not check.fits]
    blocks: list[Block] = [_checked(found, off), *map(_off, off), Table("Each check", CHECKED, tuple(map(_row, found)))]
    values: dict[str, Any] = {
        "off": [check.what.value for check in off],
        "follows": [[check.what.value, check.follows] for check in found],
    }
    return Answer(values, tuple(blocks))


CHECKED = ("What", "Written", "Follows", "From", "Fits")


def _checked(found: Sequence[Check], off: Sequence[Check]) -> Verdict:
    done = Fact.count(len(found), "check")
    if not off:
        return Verdict("It follows", (done,), f"All of it follows: {wording.count(len(found), 'check')}.")
    names = wording.listed(dict.fromkeys(one.what.words for one in off))
    verb = "does" if len(off) == 1 else "do"
    return Verdict(f"{len(off)} off", (Fact(names), done), f"{names} {verb} not follow from the stats.", Mark.DERIVED)


def _row(one: Check) -> tuple[Entry, ...]:
    return (one.what.words, one.said, one.follows, one.why, "yes" if one.fits else "no")
