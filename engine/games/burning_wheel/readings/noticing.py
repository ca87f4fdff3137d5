"""How hard an inquiry is to notice, as the table reads the rules."""

from engine.games.burning_wheel.rules import noticing
from engine.rulings import Rulings
from engine.working import Worked


def listening(obstacle: int, quietly: int, inconspicuous: int, ask: Rulings) -> Worked:
    """The obstacle of noticing, under the table's rulings, each asked for only where it matters."""
    literal = ask["circles.detect-base"] == "total" if quietly else False
    found = noticing.detection(obstacle, quietly, inconspicuous, literal=literal)
    # What the asker added comes on top of the least.
    added = (0 if literal else quietly) + inconspicuous
    if found.total - added >= 1:
        return found
    return noticing.raised(found, (1 if ask["circles.detect-least"] == "one" else 0) + added)
