"""Traits: their kinds, what die traits change in a test, and the votes that bring and take them (HUB-61, 63 to 65)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import tables
from engine.games.burning_wheel.rules.awards import Artha, Wallet, majority
from engine.games.burning_wheel.rules.beliefs import eligible
from engine.option import Option
from engine.working import Line, Mark, Worked


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of trait: what it does, and how often. Source: HUB-61."""

    id: str
    name: str
    effect: str
    limit: str


KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in tables.rows(__file__, "traits.toml", "kind", ("id", "name", "effect", "limit"), lambda row: Kind(**row))
}


class Does(Option):
    """What a trait does at the table. Source: HUB-61."""

    ROLE = "role", "says who you are"
    LOOKS = "looks", "says how you look"
    TIE = "tie", "breaks a tie for you"
    REROLL = "reroll", "rerolls failed dice"
    DICE = "dice", "adds dice"
    OBSTACLE = "obstacle", "changes an obstacle"
    HESITATION = "hesitation", "changes hesitation"
    ABILITY = "ability", "gives a new ability or a new way to roll"

    @property
    def kind(self) -> Kind:
        """The kind of trait that does this."""
        return KINDS[
            {"role": "character", "looks": "cosmetic", "tie": "call-on", "reroll": "call-on"}.get(self.value, "die")
        ]


class Change(Option):
    """What a die trait changes in a test. Source: HUB-63."""

    DICE = "dice", "adds dice"
    LOWERS = "lowers", "takes off the obstacle"
    CANCELS = "cancels", "takes off a penalty"
    RAISES = "raises", "adds to the obstacle"
    HESITATION = "hesitation", "takes off hesitation"


@dataclass(frozen=True, slots=True)
class DieTrait:
    """A die trait that applies: what it changes, and by how much (1 to 10)."""

    name: str = ""
    change: Change = Change.DICE
    amount: int = 1

    @property
    def words(self) -> str:
        """Which one it is, where someone said so."""
        return self.name or "Die trait"


def dice(traits: Sequence[DieTrait]) -> int:
    """The dice that traits add; they count for the log like any bonus. Source: HUB-63."""
    return sum(trait.amount for trait in traits if trait.change is Change.DICE)


def obstacle(base: int, penalty: int, traits: Sequence[DieTrait], *, below_base: bool) -> Worked:
    """The obstacle with what traits change: `penalty` is what circumstances added.

    A trait that takes off a penalty never takes more than was added. One that lowers the obstacle itself may go below
    the `base`, down to 0, only with `below_base`. Source: HUB-06, HUB-63.
    """
    lines = [Line(base, "Base obstacle", "HUB-06"), Line(penalty, "Penalties", "HUB-17")]
    lines += [Line(trait.amount, trait.words, "HUB-63") for trait in traits if trait.change is Change.RAISES]
    for trait in traits:
        if trait.change is Change.CANCELS:
            taken = min(trait.amount, max(0, Worked(tuple(lines)).total - base))
            lines.append(Line(-taken, trait.words, "HUB-63"))
    for trait in traits:
        if trait.change is Change.LOWERS:
            room = Worked(tuple(lines)).total - (0 if below_base else base)
            lines.append(Line(-min(trait.amount, max(0, room)), trait.words, "HUB-63", Mark.RULING))
    return Worked(tuple(lines))


def hesitation(base: int, traits: Sequence[DieTrait]) -> Worked:
    """Hesitation with what traits take off, never below 0. Source: HUB-63."""
    lines = [Line(base, "Hesitation", "HUB-63")]
    for trait in traits:
        if trait.change is Change.HESITATION:
            lines.append(Line(-min(trait.amount, Worked(tuple(lines)).total), trait.words, "HUB-63"))
    return Worked(tuple(lines))


class Voted(Option):
    """A trait as the vote names it: die traits by what they would cost. Source: HUB-64, HUB-67."""

    CHARACTER = "character", "character or cosmetic"
    CALL_ON = "call-on", "call-on"
    MINOR = "minor", "die, 3 points or less"
    MAJOR = "major", "die, 4 points or more"

    @property
    def opened_by(self) -> Artha:
        """The artha that opens it, noted on the Belief or the Instinct that it grows out of. Source: HUB-67."""
        return {Voted.CHARACTER: Artha.FATE, Voted.MAJOR: Artha.DEEDS}.get(self, Artha.PERSONA)

    def lacks(self, noted: Wallet, *, first: bool) -> Artha | None:
        """The artha without which it cannot be voted in, None where nothing is missing. Source: HUB-64, HUB-67.

        What grows out of a Belief or an Instinct becomes what its `noted` artha opens. Where nothing is noted a vote
        is enough; `first` lets it bring character traits alone.
        """
        missing = self.opened_by not in eligible(noted) if noted.total else first and self is not Voted.CHARACTER
        return self.opened_by if missing else None


class Way(Option):
    """Whether a trait shall come or go, and who proposed that it go. Source: HUB-64, HUB-65."""

    GAIN = "gain", "gain it"
    GM_LOSES = "gm-loses", "lose it: the GM proposes"
    OWNER_LOSES = "owner-loses", "lose it: the owner proposes"


def voters(players: int, *, owner: bool, gm: bool) -> int:
    """Who votes on a trait: the `players` (1 or more, the owner among them), the `gm`, the `owner`. Source: HUB-64."""
    return players - (0 if owner else 1) + int(gm)


def needed(way: Way, count: int, *, later: bool) -> int:
    """The yes votes of `count` voters that it takes; where nobody votes, one more than there are.

    All of them, but for an owner who gives a trait up: there more than half is enough in the revised edition.
    Source: HUB-64, HUB-65, HUB-104.
    """
    return majority(count) if way is Way.OWNER_LOSES and not later else max(1, count)


class Length(Option):
    """How long the adventure was. Source: HUB-64."""

    SHORT = "short", "short"
    LONG = "long", "long"


CAPS: Mapping[Length, tuple[int, int]] = {Length.SHORT: (1, 1), Length.LONG: (2, 3)}
"""How many new traits the book advises for a character: as a rule, and at the most. Source: HUB-64."""
