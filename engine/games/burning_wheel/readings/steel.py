"""Steel as the table reads the rules; each reading is asked for only where it changes something."""

from collections.abc import Collection

from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.rules import steel as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS, NOBODY
from engine.games.burning_wheel.rules.steel import Conflict, Easier, Harder, Part
from engine.rulings import Rulings
from engine.working import Line, Worked


def hesitation_of(will: Ability, traits: int, printed: int | None, ask: Rulings) -> Worked:
    """Hesitation from Will and traits, or as it is `printed` on a sheet. Source: STE-02."""
    if printed is not None:
        return Worked((Line(printed, "Hesitation, as printed", "STE-02"),))
    found = rules.hesitation(will, traits, floor=False)
    if found.total < 0:
        return rules.hesitation(will, traits, floor=ask["steel.least-hesitation"] == "zero")
    return found


def harder_of(conditions: Collection[Harder], ask: Rulings) -> list[Line]:
    """What conditions add; whether two that name one fright add up is the table's choice. Source: STE-07."""
    double = any(len(family & set(conditions)) > 1 for family in rules.FAMILIES)
    return rules.harder_lines(conditions, together=double and ask["steel.same-fright"] == "sum")


def easier_of(conditions: Collection[Easier], ask: Rulings) -> list[Line]:
    """The dice that conditions bring, of two the higher or both. Source: STE-06."""
    return rules.easier_lines(conditions, highest=len(conditions) > 1 and ask["steel.two-advantages"] == "higher")


def help_of(dice: int, ask: Rulings) -> int:
    """The dice of help that count. Source: STE-03, HUB-31."""
    return 0 if dice and helpable(ELEMENTS["steel"], ask).helped == NOBODY else dice


def boon_of(persona: int, ask: Rulings) -> int:
    """The dice that so much Persona buys. Source: HUB-75."""
    return persona if persona and (ask["edition"] == "later" or ask["tests.persona-dice"] == "all") else 0


def artha_of(steel: Ability, bought: int, doubled: bool, wounded: bool, counted: int, ask: Rulings) -> Worked:
    """The dice that artha brings, 0 or more; `counted` are those that Steel has left. Source: HUB-75, HUB-80."""
    twice = steel.exponent
    if doubled and wounded and ask["tests.doubled-wounded"] == "wounded":
        twice = min(twice, counted)
    return Worked((Line(twice if doubled else 0, "Divine Inspiration", "HUB-80"), Line(bought, "Persona", "HUB-75")))


def tells(part: Part, ask: Rulings) -> bool:
    """Whether it matters where the wound sits. Source: STE-05."""
    return part is not Part.ELSEWHERE and ask["steel.where-it-hurts"] == "yes"


def by_margin(where: Conflict, several: bool, maneuver: bool, ask: Rulings) -> bool:
    """Whether volleys go by heartbeats, where `several` may be lost; at range they do after a `maneuver`.

    Source: STE-05.
    """
    if where is Conflict.RANGE:
        return maneuver or (several and ask["steel.volleys"] == "margin")
    return where is Conflict.DUEL and several and ask["steel.in-a-duel"] == "margin"
