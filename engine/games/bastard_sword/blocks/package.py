"""What packages of a new character give."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine import wording
from engine.answer import Block, Entry, Fact, Note, Table
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.packages import Package
from engine.working import Mark

GIVES = "What it gives"
Named = Sequence[tuple[str, Package]]
"""Packages, each with the name that readers know it by."""


def facts(said: Package) -> tuple[Fact, ...]:
    """The attribute and the aspect that gain 1, and the experience on skills."""
    attribute = (Fact("+1", f"experience of {said.attribute.words}"),) if said.attribute else ()
    return (*attribute, Fact("+1", said.aspect.words), Fact(said.xp, "on skills"))


def gives(said: Package, rule: str, *, put_right: bool = False) -> list[Block]:
    """The skills of a package as a table, and what is in doubt about it."""
    rows = tuple((one.words, one.family.words.capitalize(), one.xp) for one in said.grants)
    return [Table(GIVES, ("Skill", "Family", "Experience"), rows), *doubts([said], rule, put_right=put_right)]


def doubts(said: Iterable[Package], rule: str, *, put_right: bool = False) -> list[Block]:
    """What looks wrong in packages, each thing once."""
    notes: list[Block] = []
    for text, one in {one.doubt: one for one in said if one.doubt}.items():
        mark = Mark.CORRECTED if put_right else Mark.RULING if one.corrected else Mark.MISSING
        notes.append(Note(text, mark, rule))
    return notes


def together(named: Named) -> Table:
    """Several packages, a row each, and what they come to."""
    rows: list[tuple[Entry, ...]] = [
        (
            name,
            f"+1 {one.attribute.words}" if one.attribute else None,
            f"+1 {one.aspect.words}",
            wording.listed(f"{grant.words.lower()} {grant.xp}" for grant in one.grants),
        )
        for name, one in named
    ]
    return Table("Where it comes from", ("From", "Attribute", "Virtue", "Skills"), tuple(rows))


def attributes(said: Iterable[Package]) -> Mapping[Attribute, int]:
    """How often each attribute gains 1."""
    found = Counter(one.attribute for one in said if one.attribute)
    return {one: found[one] for one in Attribute if found[one]}


def counted(amounts: Mapping[str, int]) -> str:
    """As in "persona +2 and strength +1"; nothing where there is nothing."""
    return wording.listed(f"{words} {wording.signed(amount)}" for words, amount in amounts.items())


def values(said: Package) -> dict[str, object]:
    """A package for programs."""
    return {
        "attribute": said.attribute.value if said.attribute else "",
        "aspect": said.aspect.words,
        "skills": skills([said]),
        "experience": said.xp,
    }


def skills(said: Iterable[Package]) -> dict[str, int]:
    """Experience by skill for programs, as in "logic [acumen]"."""
    found: Counter[str] = Counter()
    for one in said:
        for grant in one.grants:
            found[f"{grant.skill} [{grant.family.words}]"] += grant.xp
    return dict(found)


def aspects(said: Iterable[Package]) -> dict[str, int]:
    """How often each aspect gains 1."""
    return dict(Counter(one.aspect.words for one in said))
