"""Which abilities are open-ended, and how they take help and advantages, as the table reads the rules."""

from dataclasses import replace

from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Before, linked_dice
from engine.games.burning_wheel.rules.elements import ELEMENTS, NOBODY, RARELY, Element, Open
from engine.rulings import Rulings


def open_ended(element: Element, ask: Rulings) -> bool:
    """Whether it is rolled open-ended; each reading is asked for only where it matters. Source: HUB-07, HUB-98."""
    later = element.open is Open.REVISED and ask["edition"] == "later"
    implied = element.open is not Open.IMPLIED or ask["elements.emotions-open"] == "yes"
    return element.open_ended(later=later, implied=implied)


def helpable(element: Element, ask: Rulings) -> Element:
    """The element with the help that the table lets it have; asked for only for Steel and Circles.

    Source: HUB-30, STE-03, CIR-02.
    """
    never = (element.helped == RARELY and ask["steel.help"] == "never") or (
        element.id == "circles" and ask["circles.help"] == "no"
    )
    return replace(element, helped=NOBODY) if never else element


def one_advantage(before: Before, advantage: int, ask: Rulings, *, later: bool) -> bool:
    """Whether the die of the test before is the one advantage of a test that has another; asked for only there."""
    meet = advantage > 0 and linked_dice(before, later=later) > 0
    return meet and ask["linked.advantage"] == "same"


def element_of(kind: Kind) -> Element:
    """The element that advances as this kind; any stat will do for a stat."""
    return ELEMENTS.get(kind.value, ELEMENTS["will"])
