"""Hypothesis strategies: any shade, group, pool and ruling that the dice allow, and inputs for any form; and how many
examples a property takes."""

from collections.abc import Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from engine import forms
from engine.games.bastard_sword import dice as sword
from engine.games.bastard_sword.forms.gear import Weight
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.injuries import Marks, Track
from engine.games.bastard_sword.rules.money import Purse
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Chain, Group, Pool, Reroll, Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate

shades = st.sampled_from(Shade)
chains = st.sampled_from(Chain)
rerolls = st.sampled_from(Reroll)
obstacles = st.integers(0, MOST_OBSTACLE)


def fewer(of: int, **further: Any) -> settings:
    """One example where the profile has `of` of them: for a property whose examples cost a lot, or that many have."""
    return settings(max_examples=settings().max_examples // of, **further)


def groups(most: int = 20, open_ended: bool | None = None) -> st.SearchStrategy[Group]:
    """Groups of up to `most` dice, open-ended or not as said, or either."""
    return st.builds(Group, st.integers(0, most), shades, st.booleans() if open_ended is None else st.just(open_ended))


def pools(most: int = 20, open_ended: bool | None = None) -> st.SearchStrategy[Pool]:
    """Pools of one to three groups, each of up to `most` dice; with three groups at most 20."""
    return st.builds(Pool, st.lists(groups(most, open_ended), min_size=1, max_size=3).map(tuple))


single_lines = st.text(st.characters(exclude_categories=("C", "Z"), max_codepoint=0x2FFF), max_size=12)
sword_pools = st.lists(
    st.builds("{}{}".format, st.integers(0, 12), st.sampled_from((sword.WEAK, *sword.STANDARD))), min_size=1, max_size=3
).map("+".join)
modifiers = st.sampled_from(("X", "0", "+1", "-2", "+9"))
PARSED: dict[type, st.SearchStrategy[str]] = {
    Ability: st.builds(Ability, shades, st.integers(0, 20)).map(str),
    Pool: pools().map(str),
    Coordinate: st.builds("{}{}".format, st.sampled_from("BGW"), st.integers(1, 16)),
    sword.Pool: sword_pools,
    Modifiers: st.tuples(modifiers, modifiers, modifiers).map("/".join),
    Armour: st.builds("{}/{}/{}".format, *[st.integers(0, 12)] * 3),
    Marks: st.lists(st.integers(0, 9), max_size=3).map(lambda rows: " ".join(map(str, rows))),
    Track: st.builds("{}({}+{})".format, st.integers(1, 9), st.integers(0, 9), st.integers(1, 9)),
    Weight: st.fractions(0, 99, max_denominator=20).map(str),
    Purse: st.tuples(*[st.integers(0, 999)] * 3).map(lambda coins: str(Purse(coins))),
}


def brief(name: str, kind: Any) -> Any:
    """A field's kind; of how many fights are played, as few as it takes and a few more. More only take longer."""
    return forms.Whole(kind.least, kind.least + 10) if name == "fights" and isinstance(kind, forms.Whole) else kind


def inputs_of(kind: Any) -> st.SearchStrategy[Any]:
    """JSON that a kind of field takes. What its dataclasses refuse by themselves can still be among it."""
    match kind:
        case forms.Truth():
            return st.booleans()
        case forms.Whole(least, most):
            return st.integers(least, most)
        case forms.Words(longest):
            return single_lines.map(lambda text: text[:longest])
        case forms.Parsed(cls):
            return st.integers(*kind.bounds) if kind.bounds else PARSED[cls]
        case forms.OneOf(of):
            return st.sampled_from([member.value for member in of])
        case forms.ManyOf(of):
            return st.lists(st.sampled_from([member.value for member in of]), unique=True)
        case forms.Maybe(inner):
            return st.none() | inputs_of(inner).filter(lambda said: said != "")
        case forms.Group(fields=fields):
            return fields_of(fields)
        case forms.Branches(groups):
            return st.one_of(
                fields_of(group.fields).map(lambda said, name=name: {forms.CHOICE: name, **said})
                for name, group in groups.items()
            )
        case forms.Rows(row):
            return st.lists(inputs_of(row), max_size=3)
        case forms.FromTable(cls, own):
            by_hand = fields_of(own.fields).map(lambda said: {forms.CHOICE: forms.OWN, **said})
            return st.sampled_from(list(cls.table())) | by_hand
    raise TypeError(f"{kind!r} is not a kind.")


def fields_of(fields: Sequence[forms.Field]) -> st.SearchStrategy[dict[str, Any]]:
    """JSON for all of the fields."""
    return st.fixed_dictionaries({field.name: inputs_of(brief(field.name, field.kind)) for field in fields})
