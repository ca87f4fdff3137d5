"""What a package of a new character gives."""

from engine.answer import Block, Fact, Note, Table
from engine.games.bastard_sword.rules.packages import Package
from engine.working import Mark

GIVES = "What it gives"


def facts(said: Package) -> tuple[Fact, ...]:
    """The attribute and the aspect that gain 1, and the experience on skills."""
    attribute = (Fact("+1", f"experience of {said.attribute.words}"),) if said.attribute else ()
    return (*attribute, Fact("+1", said.aspect.words), Fact(said.xp, "on skills"))


def gives(said: Package, rule: str, *, put_right: bool = False) -> list[Block]:
    """The skills of a package as a table, and what is in doubt about it."""
    rows = tuple((one.words, one.family.words.capitalize(), one.xp) for one in said.grants)
    blocks: list[Block] = [Table(GIVES, ("Skill", "Family", "Experience"), rows)]
    if said.doubt:
        mark = Mark.CORRECTED if put_right else Mark.MISSING if not said.corrected else Mark.RULING
        blocks.append(Note(said.doubt, mark, rule))
    return blocks


def values(said: Package) -> dict[str, object]:
    """A package for programs."""
    return {
        "attribute": said.attribute.value if said.attribute else "",
        "aspect": said.aspect.words,
        "skills": {f"{one.skill} [{one.family.words}]": one.xp for one in said.grants},
        "experience": said.xp,
    }
