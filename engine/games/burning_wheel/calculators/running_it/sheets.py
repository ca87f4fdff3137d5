"""Opponents as sheets: the inputs that a character sheet keeps (NPC-03, NPC-10)."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.rules.rogues import Arm, Rogue
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.games.burning_wheel.sheet.rows import KINDS

SPELL = "spell"
KEPT = "property or people"


def abilities(rows: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Names and exponents ("B4") as rows of a sheet, of the kinds that their names say."""
    return [
        {"name": name, "ability": said, "tested": KINDS.get(name.casefold(), Tested.SKILL).value} for name, said in rows
    ]


def tolerances(placed: Tolerances) -> dict[str, str]:
    """Six tolerances as a sheet's own."""
    return {"is": "own", **{level.value: str(place) for level, place in placed.places.items()}}


def of_rogue(one: Rogue) -> dict[str, Any]:
    """All of a burned character that a sheet has room for; where an exponent stands in brackets, the first one."""
    rated = (*one.stats, *one.attributes, *([one.emotion] if one.emotion else []), *one.skills)
    gear = [
        *((name, "") for name in one.gear),
        *((name, SPELL) for name in one.spells),
        *((tie, KEPT) for tie in one.ties),
    ]
    said = [one.stock, f"Reflexes {one.reflexes}", f"Speed multiplier {one.multiplier}"]
    said += [f"hesitation {one.hesitation.words}"] if one.hesitation else []
    return {
        "name": one.key.words,
        "concept": ", ".join(said),
        "opponent": True,
        "beliefs": "\n".join(one.beliefs),
        "instincts": "\n".join(one.instincts),
        "traits": "\n".join((*one.traits, *one.training)),
        "abilities": abilities((row.name, str(row.ability)) for row in rated),
        "tolerances": tolerances(one.stands),
        "weapons": "\n".join(weapon(arm, one.figures.power.exponent) for arm in one.arms),
        "armor": "\n".join(one.armor),
        "shield": one.shield,
        "gear": [{"name": name, "note": note} for name, note in gear],
    }


def weapon(arm: Arm, power: int) -> str:
    """A printed weapon as a line of the sheet: its Power is its Mark less the wielder's."""
    return f"{arm.name}: {', '.join(_parts(arm, arm.ims[1].number - power))}"


def _parts(arm: Arm, power: int) -> Iterator[str]:
    yield "own thrown weapon" if arm.thrown else "own weapon"
    yield f"Power {power}"
    if arm.thrown:
        yield "die 2/4"
    else:
        yield f"Add {arm.add or 'not given'}"
    yield f"VA {arm.va}"
    if not arm.thrown:
        yield from (word for word in (arm.speed, arm.length) if word)
        yield from ("both hands",) if arm.both else ()
