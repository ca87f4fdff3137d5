"""What a new character's experience comes to."""

from collections.abc import Mapping, Sequence

from engine.answer import Table
from engine.games.bastard_sword.readings.making import attribute_rank
from engine.games.bastard_sword.rules.attributes import Attribute, band
from engine.games.bastard_sword.rules.creation import Gained, Ranked
from engine.games.bastard_sword.rules.growth import cost
from engine.rulings import Rulings


def attribute_table(exp: Mapping[Attribute, int], ask: Rulings) -> Table:
    """Attributes by experience, rank, what is over and what the next rank wants."""
    rows = []
    for one, amount in exp.items():
        found = attribute_rank(amount, ask)
        rows.append(
            (one.words.capitalize(), amount, found.rank, band(found.rank).words, f"{found.left} of {cost(found.rank)}")
        )
    return Table("Attributes", ("Attribute", "Experience", "Rank", "Which is", "Toward the next"), tuple(rows))


def skill_table(done: Sequence[Gained], found: Ranked) -> Table:
    """Skills by experience, own rank, the family's, and what is left."""
    rows = tuple(
        (
            one.skill.capitalize(),
            one.family.words.capitalize(),
            one.xp,
            own,
            found.families.get(one.family, 0),
            f"{left} of {cost(whole)}",
        )
        for one, own, left, whole in zip(done, found.own, found.left, found.whole(done), strict=True)
    )
    return Table("Skills", ("Skill", "Family", "Experience", "Own rank", "Family’s", "Toward the next"), rows)
