"""What the sheet offers to a form: skills as dice or as ranks with their attributes, and spirit."""

from collections.abc import Iterator
from typing import Any

from engine import forms
from engine.filling import Filler, Offer, key_of, taken, takes
from engine.games.bastard_sword.rules import spirit
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.skills import FAMILIES, effective
from engine.games.bastard_sword.sheet.form import pool_of, rank_of
from engine.games.bastard_sword.sheet.rows import SkillRow

SKILL, RANK = "skill", "rank"
"""Keys of the dice of any skill, and of its rank, which brings with it what stands in `OF_A_SKILL`."""
GRANTED = "granted"
"""Key of the dice that any skill grants, which spirit caps in a roll and not in the limit of a round."""
FAMILY_RANK, FIRST, SECOND = "family-rank", "first", "second"
WHOLE_RANK = "whole-rank"
"""Key of the rank of a skill together with its family's."""
OF_A_SKILL = (FAMILY_RANK, FIRST, SECOND)
MARKED, XP = "marked", "skill-xp"
"""Keys of the attributes that are marked, and of a skill's experience, which goes with its rank in all."""
SPIRIT = "spirit"
"""Key of the spirit that is left."""
NAMED = tuple(key_of(skill) for family in FAMILIES for skill in family.skills)
"""Keys of the dice of one skill, by its name."""


class CharacterFiller(Filler):
    """Fills a form from a character of this game."""

    @classmethod
    def keys(cls, sheet: forms.Form) -> list[str]:
        return [*super().keys(sheet), SKILL, GRANTED, RANK, WHOLE_RANK, *OF_A_SKILL, SPIRIT, MARKED, XP, *NAMED]

    def offers(self, one: forms.Field, path: str) -> Iterator[Offer]:
        """What fits one field."""
        kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
        if one.sheet == SPIRIT:
            yield from taken(kind, path, str(self._spirit), "Spirit left")
        elif one.sheet == MARKED:
            named = [row.attribute.value for row in self.values["learning"] if row.marked]
            yield from taken(kind, path, ",".join(named), "Marked attributes")
        elif one.sheet == RANK:
            yield from self._ranks(kind, path)
        elif one.sheet == WHOLE_RANK:
            yield from self._whole_ranks(kind, path)
        elif one.sheet in (SKILL, GRANTED) or one.sheet in NAMED or (self.everything and _takes_dice(kind)):
            yield from self._pools(one.sheet, kind, path)
        elif one.sheet not in (*OF_A_SKILL, XP):
            yield from super().offers(one, path)

    @property
    def _spirit(self) -> int:
        most = spirit.most(self.values["constitution"], self.values["persona"])
        return max(0, most - int(self.values["spirit_lost"]))

    @property
    def _skills(self) -> list[SkillRow]:
        return [row for row in self.values["skills"] if row.name]

    @property
    def _scores(self) -> dict[Attribute, int]:
        return {one: self.values[one.value] for one in Attribute}

    def _pools(self, key: str, kind: Any, path: str) -> Iterator[Offer]:
        """The dice of each skill that the key may mean, no more of them than there is spirit. Source: BSR-18."""
        for row in self._skills:
            pool = pool_of(row, self.values["families"], self._scores, self.ask)
            if pool and key != GRANTED:
                pool = pool.at_most(self._spirit)
            if pool and key in ("", SKILL, GRANTED, key_of(row.name)) and takes(kind, str(pool)):
                yield Offer(f"{row.name} {pool}", {path: str(pool)}, name=row.name)

    def _ranks(self, kind: Any, path: str) -> Iterator[Offer]:
        """Each skill by its rank, with the rank of its family and its two attributes."""
        scores = self._scores
        for row in self._skills:
            beside = {
                FAMILY_RANK: rank_of(row.family, self.values["families"]),
                FIRST: scores[row.first],
                SECOND: scores[row.second],
            }
            pairs = {path: str(row.rank)}
            pairs |= {at: str(beside[field.sheet]) for at, field in self.fields if field.sheet in beside}
            if takes(kind, str(row.rank)):
                yield Offer(f"{row.name} {row.rank}", pairs, name=row.name)

    def _whole_ranks(self, kind: Any, path: str) -> Iterator[Offer]:
        """Each skill by its rank with its family's, and its experience."""
        for row in self._skills:
            rank = str(effective(row.rank, rank_of(row.family, self.values["families"])))
            pairs = {path: rank} | {at: str(row.xp) for at, field in self.fields if field.sheet == XP}
            if takes(kind, rank):
                yield Offer(f"{row.name} {rank}", pairs, name=row.name)


def _takes_dice(kind: Any) -> bool:
    return isinstance(kind, forms.Parsed) and hasattr(kind.cls, "die")
