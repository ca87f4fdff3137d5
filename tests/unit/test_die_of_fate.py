"""The Die of Fate: every reading by every face, when it may decide, and a throw that is declared before it falls."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules.die_of_fate import (
    READINGS,
    Bar,
    Fates,
    Phase,
    Reading,
    Wanted,
    at_least_one,
    bars,
)
from engine.refused import Refused

FACES = range(1, 7)
SAID = {
    "dispute": ["as the player says", *["as it was"] * 5],
    "gear": ["you have it", *["you do not have it"] * 5],
    "event": ["it happens", *["it does not happen"] * 5],
    "fall": ["unscratched, or at least alive", *["a serious wound"] * 5],
    "detail": ["it is there", *["it is not there"] * 5],
    "failed-spell": ["an unwanted summoning", "a garbled transmission", *["it dissipates"] * 4],
    "summoning": ["a great demon", *["something small and creepy"] * 5],
    "spell": ["Incidental", "Incidental", "Mark", "Mark", "Superb", "Superb"],
    "bow": ["Incidental", "Incidental", "Mark", "Mark", "Superb", "Superb"],
    "gun": ["Incidental", "Incidental", "Incidental", "Incidental", "Mark", "Superb"],
    "thrown": ["Incidental", "Incidental", "Incidental", "Mark", "Mark", "Superb"],
    "knife": ["Incidental", "Incidental", "Mark", "Mark", "Mark", "Superb"],
    "axe": ["Incidental", "Incidental", "Incidental", "Incidental", "Mark", "Superb"],
    "bomb": ["Incidental", "Incidental", "Mark", "Mark", "Superb", "Superb"],
    "through": ["Incidental", "Incidental", "Mark", "Mark", "Superb", "Superb"],
    "powder": ["misfires", *["fires"] * 5],
    "fuse": ["misfires", *["burns as it should"] * 5],
    "hand": ["it goes off", *["it does not go off"] * 5],
}


@pytest.mark.parametrize("key", SAID)
def test_every_face_of_every_reading(key: str) -> None:
    """DOF-02 to DOF-06, DOF-09: six faces each, as the registry has them."""
    assert [READINGS[key].of(face) for face in FACES] == SAID[key]


def test_no_reading_is_left_out() -> None:
    assert set(SAID) == set(READINGS)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("powder", [*["hits the shooter"] * 3, *["jams or flashes"] * 3]),
        ("fuse", [*["goes off in the next volley"] * 3, *["a dud"] * 3]),
    ],
)
def test_every_face_of_the_second_die(key: str, said: list[str]) -> None:
    """DOF-09 with WPN-21 and WPN-31: thrown after a 1, and after nothing else."""
    reading = READINGS[key]
    assert [reading.of_second(face) for face in FACES] == said
    assert [reading.throws_again(face) for face in FACES] == [True, *[False] * 5]
    fates = Fates().declare(reading, "The shot goes off").throw([1])
    assert fates.phase is Phase.AGAIN
    with pytest.raises(Refused, match="not next: throw the second die"):
        fates.throw([1])
    assert fates.again(2).log[-1].says == f"misfires: {said[1]}"
    assert fates.again(5).log[-1].second == 5


def test_what_comes_through_a_door_may_do_nothing() -> None:
    """DOF-09: Strength less VA comes off the die, and 0 or less is a hit without damage."""
    through = READINGS["through"]
    assert [through.of(face, -2) for face in FACES] == [
        *["it hits and does no damage"] * 2,
        *["Incidental"] * 2,
        *["Mark"] * 2,
    ]
    assert READINGS["bow"].of(1, -2) == "Incidental"


@pytest.mark.parametrize("throws", range(5))
def test_at_least_one_counts_the_faces(throws: int) -> None:
    """DOF-01."""
    granted = sum(1 in faces for faces in itertools.product(FACES, repeat=throws))
    assert at_least_one(throws) == Fraction(granted, 6**throws)


@given(st.sampled_from(list(READINGS.values())), st.integers(-9, 9))
def test_chances_count_the_faces(reading: Reading, modifier: int) -> None:
    counted: dict[str, int] = {}
    for first, second in itertools.product(FACES, repeat=2):
        says = reading.of(first, modifier)
        if reading.throws_again(first, modifier):
            says = f"{says}: {reading.of_second(second)}"
        counted[says] = counted.get(says, 0) + 1
    assert reading.chances(modifier) == {says: Fraction(ways, 36) for says, ways in counted.items()}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), ()),
        (Wanted(feasible=False), (Bar.ABSURD,)),
        (Wanted(superior=True), (Bar.SUPERIOR,)),
        (Wanted(covered=True), (Bar.ABILITY,)),
        (Wanted(owned=True), (Bar.OWNED,)),
        (Wanted(event=True, caused=False), (Bar.UNCAUSED,)),
        (Wanted(caused=False), ()),
        (Wanted(crucial=True, other_way=False), (Bar.CRUCIAL, Bar.ROADBLOCK)),
    ],
)
def test_what_the_die_may_not_decide(wanted: Wanted, found: tuple[Bar, ...]) -> None:
    """DOF-02, DOF-03, DOF-04, DOF-08."""
    assert bars(wanted) == found
    assert all(bar.instead.endswith(".") and bar.rule.startswith("DOF-") for bar in found)


def test_it_falls_only_once_its_condition_is_said() -> None:
    """DOF-07: the condition first, then the die, and then it stands."""
    fates = Fates()
    with pytest.raises(Refused, match="not next: say what is thrown for"):
        fates.throw([1])
    with pytest.raises(Refused, match="Say first"):
        fates.declare(READINGS["detail"], "  ")
    declared = fates.declare(READINGS["detail"], " A door is open ")
    assert declared.phase is Phase.THROW
    assert declared.withdraw() == fates
    with pytest.raises(Refused, match="not next: throw the die"):
        declared.declare(READINGS["detail"], "Another door")
    thrown = declared.throw([2])
    assert (thrown.phase, thrown.log[0].says, thrown.log[0].declared.condition) == (
        Phase.DECLARE,
        "it is not there",
        "A door is open",
    )
    with pytest.raises(Refused, match="not next"):
        thrown.withdraw()


def test_one_die_for_each_who_goes_out_into_the_storm() -> None:
    """DOF-04: several dice, each of which may be a 1."""
    storm = Fates().declare(READINGS["event"], "Struck by lightning", throws=4)
    with pytest.raises(Refused, match="takes 4"):
        storm.throw([1])
    fell = storm.throw([1, 5, 1, 2]).log[-1]
    assert (fell.granted, fell.says) == (2, "2 of 4: it happens")


@pytest.mark.parametrize(
    ("key", "modifier", "throws", "said"),
    [
        ("detail", 1, 1, r"Nothing is added to this die; this says \+1"),
        ("spell", 0, 2, "This is one die, read for itself; this says 2"),
        ("detail", 0, 0, "From 1 to 20 dice"),
        ("detail", 0, 21, "From 1 to 20 dice"),
        ("spell", 11, 1, "with at most 10 added"),
    ],
)
def test_what_cannot_be_declared(key: str, modifier: int, throws: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        Fates().declare(READINGS[key], "So it is", modifier, throws)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_is_none(face: int) -> None:
    with pytest.raises(Refused, match="shows 1 to 6"):
        READINGS["detail"].of(face)
    with pytest.raises(Refused, match="shows 1 to 6"):
        Fates().declare(READINGS["detail"], "So it is").throw([face])
