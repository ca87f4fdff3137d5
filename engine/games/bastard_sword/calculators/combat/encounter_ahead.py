"""What a link to the forecast of a set-up says (BSR-112)."""

from collections.abc import Mapping

from engine import links
from engine.calculators import find
from engine.games.bastard_sword.forms.encounter import Hero, LineRow

ENCOUNTER = "bs-encounter"
"""The calculator whose people are asked about."""
FORECAST = "bs-forecast"
"""The calculator that answers."""
PLACE = "how-will-this-go"
"""Its section on the page of the encounter."""


def ahead(you: Hero, lines: tuple[LineRow, ...]) -> Mapping[str, str]:
    """The pairs of the link: both forms ask for people in the same fields, and the forecast may not be loaded yet."""
    form = find(ENCOUNTER).form
    return links.write(form, form.write({**form.read({}), "you": you, "lines": lines}))
