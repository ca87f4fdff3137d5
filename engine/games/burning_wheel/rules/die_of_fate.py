"""The Die of Fate: when it may decide, how each use of it is read, and the course of a throw (DOF-01 to DOF-09).

A throw is a frozen state, `Fates`: what it is for and how it is read are said first, then the die falls, and the log
keeps both. Dice come from outside.

>>> fates = Fates().declare(READINGS["detail"], "There is a flower pot on the sill")
>>> fates = fates.throw([1])
>>> fates.log[-1].says, fates.phase.words
('it is there', 'say what is thrown for')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules import bombs, thrown
from engine.games.burning_wheel.rules.bombs import fuse
from engine.games.burning_wheel.rules.firearms import powder
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.shots import Bands
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.option import Option
from engine.refused import Refused

YES = 1
"""The face that grants what was asked for; no other does. Source: DOF-01."""
MOST_THROWS = 20
MOST_MODIFIER = 10


def at_least_one(throws: int) -> Fraction:
    """The chance that one of so many throws, 0 or more, is a 1. Source: DOF-01."""
    return 1 - Fraction(SIDES - 1, SIDES) ** throws


@dataclass(frozen=True, slots=True)
class Band:
    """Totals up to `last`, from where the band before it ends, and what they say."""

    last: int
    says: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How one use of the die is read: its bands, lowest first, of which the last ends at 6.

    `least` is what a total of 0 or less says, "" where that is the first band; a total above 6 is the last one.
    `modified` says whether anything is added to the die, and `again` are the bands of a second die, thrown where the
    first falls into the first band. Source: DOF-09.
    """

    key: str
    words: str
    bands: tuple[Band, ...]
    rule: str
    modified: bool = False
    least: str = ""
    again: tuple[Band, ...] = ()

    def of(self, face: int, modifier: int = 0) -> str:
        """What a face says, 1 to 6, with what is added to it. Raises `Refused` for any other face. Source: DOF-09."""
        _check(face)
        total = face + modifier
        return self.least if total <= 0 and self.least else _said(self.bands, total)

    def of_second(self, face: int) -> str:
        """What the second die says, where there is one. Raises `Refused` for a face that is none. Source: DOF-09."""
        _check(face)
        return _said(self.again, face)

    def throws_again(self, face: int, modifier: int = 0) -> bool:
        """Whether such a first die asks for a second one."""
        return bool(self.again) and self.of(face, modifier) == self.bands[0].says

    def chances(self, modifier: int = 0) -> Mapping[str, Fraction]:
        """The exact chance of each thing that it can say, in the order of its totals; what cannot come is left out.

        A second die is counted in. Source: DOF-09.
        """
        found: dict[str, Fraction] = {}
        for face in FACES:
            ends = self._ends(face, modifier)
            for says in ends:
                found[says] = found.get(says, Fraction(0)) + Fraction(1, SIDES * len(ends))
        return found

    def _ends(self, face: int, modifier: int) -> Sequence[str]:
        """What may come of a first die, each as likely as the others."""
        says = self.of(face, modifier)
        if not self.throws_again(face, modifier):
            return [says]
        return [f"{says}: {self.of_second(second)}" for second in FACES]

    @property
    def second_totals(self) -> tuple[tuple[str, str], ...]:
        """The table of the second die, where there is one."""
        return _spans(self.again)

    @property
    def totals(self) -> tuple[tuple[str, str], ...]:
        """Its table: the totals of each band in words, and what they say."""
        rows = [("0 or less", self.least)] if self.least else []
        return (*rows, *_spans(self.bands))


FACES = range(1, SIDES + 1)


def _check(face: int) -> None:
    if face not in FACES:
        raise Refused(f"The Die of Fate shows 1 to {SIDES}; this says {wording.number(face)}.")


def _said(bands: Sequence[Band], total: int) -> str:
    return next((band.says for band in bands if total <= band.last), bands[-1].says)


def _spans(bands: Sequence[Band]) -> tuple[tuple[str, str], ...]:
    """Each band's totals in words, "1–2", with what it says."""
    firsts = (1, *(band.last + 1 for band in bands))
    return tuple(
        (str(first) if first == band.last else f"{first}–{band.last}", band.says)
        for first, band in zip(firsts, bands, strict=False)
    )


def _bands(said: Sequence[Sequence[Any]]) -> tuple[Band, ...]:
    bands = tuple(Band(*one) for one in said)
    lasts = [band.last for band in bands]
    if bands and (lasts[-1] != SIDES or lasts != sorted(set(lasts))):
        raise ValueError(f"bands rise and end at {SIDES}; these end at {lasts}.")
    return bands


def _reading(row: Mapping[str, Any]) -> Reading:
    return Reading(row["key"], row["words"], _bands(row["bands"]), rule=row["rule"], modified=row["modified"])


def _spanned(says: Sequence[str]) -> tuple[Band, ...]:
    """The bands of what each of the six faces says."""
    ends = [face for face in FACES if face == SIDES or says[face] != says[face - 1]]
    return tuple(Band(last, says[last - 1]) for last in ends)


def _staged(key: str, words: str, bands: Bands, rule: str) -> Reading:
    """Damage by the bands of a weapon. Source: WPN-15."""
    return Reading(key, words, _spanned([bands.stage(face).words for face in FACES]), rule=rule, modified=True)


def _twice(key: str, words: str, first: str, others: str, second: Sequence[str], rule: str) -> Reading:
    """A die whose 1 says `first` and is thrown once more; any other face says what the `others` do."""
    return Reading(key, words, _spanned([first, *[others] * (SIDES - 1)]), rule=rule, again=_spanned(second))


def _said_by(brought: Option | None) -> str:
    return brought.words[:1].lower() + brought.words[1:] if brought else ""


def through(reading: Reading) -> Reading:
    """The same, shot through material: Strength less VA comes off, and 0 or less does no damage. Source: DOF-09.

    >>> through(READINGS["bow"]).of(1, -2), READINGS["bow"].of(1, -2)
    ('it hits and does no damage', 'Incidental')
    """
    return replace(reading, least="it hits and does no damage")


_BOW = _staged("bow", "A bow or crossbow hits", MISSILES["hunting-bow"].bands, "WPN-15")
_BUILT = (
    _BOW,
    _staged("gun", "A gun hits", MISSILES["arquebus"].bands, "WPN-15"),
    _staged("thrown", "Something thrown hits", thrown.GENERIC, "WPN-15"),
    _staged("knife", "A thrown knife hits", THROWN[thrown.KNIFE].bands, "WPN-15"),
    _staged("axe", "A thrown axe hits", THROWN["thrown-axe"].bands, "WPN-15"),
    _staged("bomb", "A bomb goes off", bombs.BANDS, "WPN-25"),
    replace(through(_BOW), key="through", words="Shot through something", rule="DOF-09"),
    _twice(
        "powder",
        "The gunpowder die",
        "misfires",
        _said_by(powder(SIDES)),
        [_said_by(powder(1, face)) for face in FACES],
        "WPN-21",
    ),
    _twice(
        "fuse",
        "A fuse is lit",
        "misfires",
        _said_by(fuse(SIDES)),
        [_said_by(fuse(1, face)) for face in FACES],
        "WPN-31",
    ),
)
READINGS: Mapping[str, Reading] = {
    reading.key: reading
    for reading in (
        *tables.rows(__file__, "die_of_fate.toml", "reading", ("key", "words", "bands", "modified", "rule"), _reading),
        *_BUILT,
    )
}
"""All uses of the die, by key. Source: DOF-09."""


class Bar(Option):
    """Why a question is none for the Die of Fate. Source: DOF-02, DOF-03, DOF-04, DOF-08."""

    ABSURD = "absurd", "it is not reasonable and feasible in this world"
    SUPERIOR = "superior", "it fishes for better gear than there is"
    ABILITY = "ability", "a stat, skill or attribute covers it"
    OWNED = "owned", "Resources, a Belief, an Instinct or a trait covers it"
    UNCAUSED = "uncaused", "no player’s action has caused it"
    CRUCIAL = "crucial", "the story hangs on it"
    ROADBLOCK = "roadblock", "it would be the only way forward"

    @property
    def rule(self) -> str:
        """The rule that says so."""
        return _BARRED_BY[self][0]

    @property
    def instead(self) -> str:
        """What to do in its place, as a sentence."""
        return _BARRED_BY[self][1]


_BARRED_BY: Mapping[Bar, tuple[str, str]] = {
    Bar.ABSURD: ("DOF-02", "The answer is no."),
    Bar.SUPERIOR: ("DOF-02", "The answer is no."),
    Bar.ABILITY: ("DOF-03", "Test that ability."),
    Bar.OWNED: ("DOF-03", "Use what covers it."),
    Bar.UNCAUSED: ("DOF-04", "The GM says what happens."),
    Bar.CRUCIAL: ("DOF-08", "Make it a test, with FoRKs, help and artha."),
    Bar.ROADBLOCK: ("DOF-08", "Find another way forward first, or make it a test."),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What someone would have the die decide. Source: DOF-02, DOF-03, DOF-04, DOF-08.

    `feasible` is that it fits the world, `superior` that it is about better gear than one would find. `covered` is that
    an ability is there for it and `owned` that Resources, a Belief, an Instinct or a trait is. `caused` is that a
    player's action brought it on, which weird events need (`event`). `crucial` is that the story hangs on it, and
    `other_way` that a no leaves another way forward.
    """

    event: bool = False
    feasible: bool = True
    superior: bool = False
    covered: bool = False
    owned: bool = False
    caused: bool = True
    crucial: bool = False
    other_way: bool = True


def bars(wanted: Wanted) -> tuple[Bar, ...]:
    """Everything that speaks against the die; none, and it may be thrown. Source: DOF-02, DOF-03, DOF-04, DOF-08."""
    checks = {
        Bar.ABSURD: not wanted.feasible,
        Bar.SUPERIOR: wanted.superior,
        Bar.ABILITY: wanted.covered,
        Bar.OWNED: wanted.owned,
        Bar.UNCAUSED: wanted.event and not wanted.caused,
        Bar.CRUCIAL: wanted.crucial,
        Bar.ROADBLOCK: not wanted.other_way,
    }
    return tuple(bar for bar, holds in checks.items() if holds)


class Phase(Option):
    """What is next. Source: DOF-07."""

    DECLARE = "declare", "say what is thrown for"
    THROW = "throw", "throw the die"
    AGAIN = "again", "throw the second die"


@dataclass(frozen=True, slots=True)
class Declared:
    """What a throw is for, said aloud before it: its reading, the condition, what is added, and how many dice.

    Source: DOF-07.
    """

    reading: Reading
    condition: str
    modifier: int = 0
    throws: int = 1


@dataclass(frozen=True, slots=True)
class Fell:
    """A throw that was made: what it was for, the faces, the face of a second die if there was one, and what it says.

    Of several dice `granted` counts those that show a 1. Source: DOF-01, DOF-09.
    """

    declared: Declared
    faces: tuple[int, ...]
    second: int | None = None

    @property
    def granted(self) -> int:
        """How many dice show a 1."""
        return self.faces.count(YES)

    @property
    def total(self) -> int:
        """The first die with what is added to it."""
        return self.faces[0] + self.declared.modifier

    @property
    def says(self) -> str:
        """What it says; of several dice, of how many that which a 1 says is true."""
        reading = self.declared.reading
        if len(self.faces) > 1:
            return f"{self.granted} of {len(self.faces)}: {reading.bands[0].says}"
        first = reading.of(self.faces[0], self.declared.modifier)
        return first if self.second is None else f"{first}: {reading.of_second(self.second)}"


@dataclass(frozen=True, slots=True)
class Fates:
    """Throws of a session of play: what was declared and not yet thrown, the first die where a second is due, the log.

    Source: DOF-07, DOF-09.
    """

    declared: Declared | None = None
    first: int | None = None
    log: tuple[Fell, ...] = ()

    @property
    def phase(self) -> Phase:
        """What is next."""
        if self.declared is None:
            return Phase.DECLARE
        return Phase.THROW if self.first is None else Phase.AGAIN

    def declare(self, reading: Reading, condition: str, modifier: int = 0, throws: int = 1) -> "Fates":
        """With a throw that is said aloud. Raises `Refused` without a condition, and for what it cannot be.

        Source: DOF-07.
        """
        self._must(Phase.DECLARE)
        if not condition.strip():
            raise Refused("Say first, in front of all, what the die decides; then throw it.")
        if modifier and not reading.modified:
            raise Refused(f"Nothing is added to this die; this says {wording.signed(modifier)}.")
        if throws > 1 and (reading.modified or reading.again):
            raise Refused(f"This is one die, read for itself; this says {throws}.")
        if not (1 <= throws <= MOST_THROWS and abs(modifier) <= MOST_MODIFIER):
            raise Refused(
                f"From 1 to {MOST_THROWS} dice are thrown, with at most {MOST_MODIFIER} added or taken off; this says "
                f"{throws} and {wording.signed(modifier)}."
            )
        return replace(self, declared=Declared(reading, condition.strip(), modifier, throws))

    def withdraw(self) -> "Fates":
        """Without the throw that was declared; after the die has fallen it stands. Source: DOF-07."""
        self._must(Phase.THROW)
        return replace(self, declared=None)

    def throw(self, faces: Sequence[int]) -> "Fates":
        """With the faces of the dice that were declared, read as was said. Raises `Refused` for other faces."""
        self._must(Phase.THROW)
        assert self.declared is not None
        for face in faces:
            _check(face)
        if len(faces) != self.declared.throws:
            dice = wording.count(self.declared.throws, "die", "dice")
            raise Refused(f"This throw takes {dice}; this has {wording.count(len(faces), 'face')}.")
        if self.declared.reading.throws_again(faces[0], self.declared.modifier):
            return replace(self, first=faces[0])
        return self._logged(Fell(self.declared, tuple(faces)))

    def again(self, face: int) -> "Fates":
        """With the second die. Raises `Refused` where none is due. Source: DOF-09."""
        self._must(Phase.AGAIN)
        assert self.declared is not None
        assert self.first is not None
        _check(face)
        return self._logged(Fell(self.declared, (self.first,), face))

    def _logged(self, fell: Fell) -> "Fates":
        return Fates(log=(*self.log, fell))

    def _must(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Refused(f"That is not next: {self.phase.words}.")
