"""One round of a pair against a twin that throws every face, written apart from the engine's code."""

import itertools
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import app
from engine.forms import Unusable

Shares = dict[Any, Fraction]
STANDARD = (4, 6, 8, 10, 12, 20)
DEFAULTS: dict[str, Any] = {
    "weapon": "4d8",
    "does": "strike",
    "turn": 2,
    "guard": 2,
    "bought": 0,
    "buys": "turn",
    "band": "medium",
    "rating": 9,
    "modifiers": "X/0/0",
    "armour": "1/0/1",
    "spirit": 24,
    "malus": 0,
    "constitution": 3,
    "track": "3(3+1)",
    "marks": "",
    "bleeding": 0,
    "stun": 0,
}
PRICES = (0, 1, 3, 10, 30, 100)
REACH = ("close", "medium", "long")


# --- The twin ---


@dataclass(frozen=True)
class Body:
    """Someone in the twin: what they came with, and what is left of it."""

    said: tuple[tuple[str, Any], ...]
    spirit: int
    marks: tuple[int, ...]
    bleeding: int
    stun: int
    used: int = 0
    kept: int = 0
    hits: int = 0
    wounded: bool = False
    state: str = "up"

    def __getitem__(self, key: str) -> Any:
        return dict(self.said)[key]

    @property
    def malus(self) -> int:
        return (0, 1, 1, 3, 3, 10, 10)[self.bleeding] + self.stun


def body(said: dict[str, Any]) -> Body:
    whole = {**DEFAULTS, **said}
    rows = int(whole["track"][0])
    marks = [int(one) for one in whole["marks"].split()]
    return Body(
        tuple(whole.items()),
        whole["spirit"],
        tuple(marks + [0] * (rows - len(marks))),
        whole["bleeding"],
        whole["stun"],
    )


@cache
def falls(dice: int, sides: int) -> Shares:
    """Successes of so many dice, by every face of one after the other."""
    found: Shares = {0: Fraction(1)}
    for _ in range(dice):
        after: Shares = defaultdict(Fraction)
        for fell, share in found.items():
            for face in range(1, sides + 1):
                after[fell + face // 4] += share / sides
        found = after
    return found


def granted(one: Body) -> tuple[int, int]:
    count, sides = one["weapon"].split("d")
    return int(count), int(sides)


def thrown(one: Body, base: int, wanted: int) -> tuple[int, Body]:
    """The dice that are rolled, and who is left after that."""
    whole, _ = granted(one)
    base = min(base, whole - one.used, one.spirit)
    if base <= 0:
        return 0, one
    price = PRICES[wanted]
    if base + min(wanted, base) > one.spirit - price:
        wanted = price = 0
    return base + min(wanted, base), replace(one, spirit=one.spirit - price, used=one.used + base)


def off_band(one: Body, at: str) -> int:
    return (0, 1, 3)[abs(REACH.index(one["band"]) - REACH.index(at))]


def hurt(one: Body, kind: str, hits: int) -> Body:
    """An injury on the row where it does least."""
    minor, major = (int(part) for part in one["track"][2:-1].split("+"))
    size = minor + major
    taken = min(2 * size, one.hits + hits)
    options = []
    for row, before in enumerate(one.marks):
        if before + hits <= size:
            marks = tuple(before + hits if at == row else had for at, had in enumerate(one.marks))
            options.append((hits >= 2 * size, False, before <= minor < before + hits, sorted(marks), row, marks))
    if not options:
        emptiest = min(one.marks)
        for row, before in enumerate(one.marks):
            if before == emptiest:
                marks = tuple(size if at == row else had for at, had in enumerate(one.marks))
                grown = before <= minor and before < size
                options.append((hits >= 2 * size, True, grown, sorted(marks), row, marks))
    dead, down, wound, _, _, marks = min(options)
    stun, bleeding, state = one.stun, one.bleeding, "up"
    if wound and kind == "B":
        stun += hits
        if stun >= 3 * one["constitution"] and stun > 0:
            state = "out"
    if wound and kind != "B":
        bleeding = min(6, bleeding + (1 if kind == "P" else 2))
    if down or (wound and bleeding == 6 and kind != "B"):
        state = "down"
    if dead:
        state = "dead"
    grew = any(now > minor and now > was for now, was in zip(marks, one.marks, strict=True))
    wounded = one.wounded or grew
    return replace(one, marks=marks, stun=stun, bleeding=bleeding, hits=taken, state=state, wounded=wounded)


@cache
def damage(rating: int, modifiers: str, worn: str, dice: int) -> tuple[str, Shares]:
    """The type that gets most through, and how much that is, how often."""
    sides = max(known for known in STANDARD if known <= rating)
    best: tuple[Fraction, str, Shares] | None = None
    for kind, more, armour in zip("BPS", modifiers.split("/"), worn.split("/"), strict=True):
        if more == "X":
            continue
        bonus = min(dice, max(0, int(more)))
        law: Shares = defaultdict(Fraction)
        for fell, share in falls(dice + bonus, sides).items():
            law[max(0, fell - max(0, -int(more)) - int(armour))] += share
        mean = sum((hits * share for hits, share in law.items()), Fraction(0))
        if best is None or mean > best[0]:
            best = (mean, kind, law)
    return best[1:] if best else ("B", {0: Fraction(1)})


def struck(pair: tuple[Body, Body], by: int, band: str) -> Shares:
    """All pairs that the turn of one can leave."""
    at = 1 - by
    one, other = pair[by], pair[at]
    found: Shares = defaultdict(Fraction)
    reached = any(REACH.index(band) <= REACH.index(each["band"]) for each in pair)
    if one["does"] == "nothing" or one.state != "up" or other.state != "up" or not reached:
        return {pair: Fraction(1)}
    dice, one = thrown(one, one["turn"], one["bought"] if one["buys"] == "turn" else 0)
    if not dice:
        return {pair: Fraction(1)}
    sides = granted(one)[1]

    def put(first: Body, second: Body) -> tuple[Body, Body]:
        return (first, second) if by == 0 else (second, first)

    if one["does"] == "stance":
        for fell, share in falls(dice, sides).items():
            found[put(replace(one, kept=max(0, fell - one.malus - one["malus"])), other)] += share
        return found
    answers: Shares = {0: Fraction(1)}
    answered = False
    if not other.kept:
        guard, other = thrown(other, other["guard"], other["bought"] if other["buys"] == "guard" else 0)
        answered = guard > 0
        if answered:
            off = other.malus + other["malus"] + off_band(other, band)
            answers = {fell - off: share for fell, share in falls(guard, granted(other)[1]).items()}
    for fell, share in falls(dice, sides).items():
        mine = fell - one.malus - one["malus"] - off_band(one, band)
        for theirs, part in answers.items():
            margin = mine - (min(other.kept, max(0, mine)) if other.kept else theirs)
            if not answered:
                margin = max(0, margin)
            for ended, chance in blow((one, other), margin, band).items():
                found[put(*ended)] += share * part * chance
    return found


def blow(pair: tuple[Body, Body], margin: int, band: str) -> Shares:
    """What the hits do; above 0 they are those of the first, who attacks."""
    if not margin:
        return {pair: Fraction(1)}
    at = 1 if margin > 0 else 0
    loser = replace(pair[at], spirit=max(0, pair[at].spirit - abs(margin)))
    winner = pair[1 - at]
    dice = margin if margin > 0 else -margin // 3
    left = (pair[0], loser) if at else (loser, pair[1])
    if not dice or off_band(winner, band):
        return {left: Fraction(1)}
    found: Shares = defaultdict(Fraction)
    kind, law = damage(winner["rating"], winner["modifiers"], loser["armour"], dice)
    for hits, share in law.items():
        after = hurt(loser, kind, hits) if hits else loser
        found[(pair[0], after) if at else (after, pair[1])] += share
    return found


def twin(inputs: dict[str, Any]) -> dict[str, Any]:
    """The values of `bs-round`, by throwing every face."""
    pairs: Shares = {(body(inputs.get("you", {})), body(inputs.get("they", {}))): Fraction(1)}
    begun = next(iter(pairs))
    order = (0, 1) if inputs.get("first", "you") == "you" else (1, 0)
    for by in order:
        after: Shares = defaultdict(Fraction)
        for pair, chance in pairs.items():
            for then, share in struck(pair, by, inputs.get("band", "medium")).items():
                after[then] += chance * share
        pairs = after
    how: list[Shares] = [defaultdict(Fraction), defaultdict(Fraction)]
    hits: list[Shares] = [defaultdict(Fraction), defaultdict(Fraction)]
    marks: list[Shares] = [defaultdict(Fraction), defaultdict(Fraction)]
    together: Shares = defaultdict(Fraction)
    spirit = [Fraction(0), Fraction(0)]
    for pair, chance in pairs.items():
        for at, one in enumerate(pair):
            how[at][ends(one)] += chance
            hits[at][one.hits] += chance
            marks[at][one.marks] += chance
            spirit[at] += chance * (begun[at].spirit - one.spirit)
        together[ends(pair[0]), ends(pair[1])] += chance
    return {"how": how, "hits": hits, "marks": marks, "together": together, "spirit": spirit}


def ends(one: Body) -> str:
    if one.state != "up":
        return one.state
    return "wounded" if one.wounded else "hurt" if one.hits else "unhurt"


def found(inputs: dict[str, Any]) -> dict[str, Any]:
    values = app.run("bs-round", inputs).answer.values
    names = ("you", "they")
    return {
        "how": [{end: share for end, share in values["how"][name].items() if share} for name in names],
        "hits": [dict(values["hits"][name]) for name in names],
        "marks": [{tuple(rows): share for rows, share in values["marks"][name]} for name in names],
        "together": {(one, other): share for one, other, share in values["together"]},
        "spirit": [values["spirit_lost"][name] for name in names],
    }


# --- The engine against it ---


def test_the_twin_throws_what_can_fall() -> None:
    fell: Shares = defaultdict(Fraction)
    for faces in itertools.product(range(1, 13), repeat=3):
        fell[sum(face // 4 for face in faces)] += Fraction(1, 12**3)
    assert falls(3, 12) == fell


SETUPS: dict[str, dict[str, Any]] = {
    "as it stands": {},
    "all out against all in defence": {"you": {"turn": 4, "guard": 0}, "they": {"does": "nothing", "guard": 4}},
    "small pools, heavy steel": {
        "you": {"weapon": "2d12", "turn": 1, "guard": 1, "rating": 20, "modifiers": "+1/-1/X", "armour": "0/0/0"},
        "they": {"weapon": "2d20", "turn": 1, "guard": 1, "rating": 12, "modifiers": "0/+1/-1", "track": "2(2+1)"},
    },
    "bought, for the turn and for the defence": {
        "you": {"weapon": "3d6", "turn": 2, "guard": 1, "bought": 2, "rating": 20},
        "they": {"weapon": "3d10", "turn": 1, "guard": 2, "bought": 1, "buys": "guard", "rating": 20},
    },
    "they come first, with a stance": {"they": {"does": "stance", "turn": 3, "guard": 1}, "first": "they"},
    "a stance of no successes falls back on the guard": {
        "you": {"does": "stance", "weapon": "3d4", "turn": 1, "guard": 2},
        "they": {"weapon": "3d8", "turn": 3, "guard": 0, "rating": 20},
    },
    "hurt before": {
        "you": {"marks": "3 2 4", "bleeding": 2, "rating": 20, "armour": "0/0/0"},
        "they": {"marks": "4 4 3", "stun": 1, "rating": 20, "armour": "0/0/0"},
    },
    "clubs, and little constitution": {
        "you": {"modifiers": "0/X/X", "rating": 20, "constitution": 1, "armour": "0/0/0"},
        "they": {"modifiers": "+1/X/X", "rating": 20, "constitution": 1, "armour": "0/0/0", "track": "3(1+1)"},
    },
    "short of spirit": {
        "you": {"spirit": 3, "bought": 1, "armour": "0/0/0"},
        "they": {"spirit": 2, "rating": 20, "armour": "0/0/0"},
    },
    "a knife within reach of a sword": {"you": {"band": "close", "rating": 12}, "they": {"rating": 20}},
    "out of reach": {"you": {"band": "close"}, "they": {"band": "close"}, "band": "long"},
    "maluses on both": {"you": {"malus": 2, "guard": 0}, "they": {"malus": 1, "guard": 0}},
}


@pytest.mark.parametrize("setup", SETUPS)
def test_every_face_thrown_comes_to_the_same(setup: str) -> None:
    assert found(SETUPS[setup]) == twin(SETUPS[setup])


DUELIST = st.fixed_dictionaries(
    {
        "weapon": st.builds("{}d{}".format, st.just(4), st.sampled_from((4, 6, 8))),
        "does": st.sampled_from(("strike", "stance", "nothing")),
        "turn": st.integers(0, 2),
        "guard": st.integers(0, 2),
        "band": st.sampled_from(("close", "medium", "long")),
        "rating": st.sampled_from((4, 8, 12)),
        "modifiers": st.sampled_from(("X/0/0", "0/+1/-1", "+1/X/X", "X/X/X")),
        "armour": st.sampled_from(("0/0/0", "1/2/4", "2/1/2")),
        "spirit": st.integers(0, 12),
        "malus": st.integers(0, 2),
        "marks": st.sampled_from(("", "3", "4 2")),
        "bleeding": st.integers(0, 3),
        "stun": st.integers(0, 2),
    }
)
FIRST, BANDS = st.sampled_from(("you", "they")), st.sampled_from(("close", "medium", "long"))


@settings(max_examples=40)
@given(you=DUELIST, they=DUELIST, first=FIRST, band=BANDS)
def test_all_chances_add_up_and_swap_with_the_sides(
    you: dict[str, Any], they: dict[str, Any], first: str, band: str
) -> None:
    here = found({"you": you, "they": they, "first": first, "band": band})
    other = "they" if first == "you" else "you"
    there = found({"you": they, "they": you, "first": other, "band": band})
    for key in ("how", "hits", "marks"):
        assert [sum(law.values()) for law in here[key]] == [1, 1]
        assert here[key] == there[key][::-1]
    assert sum(here["together"].values()) == 1
    assert here["spirit"] == there["spirit"][::-1]


@settings(max_examples=30)
@given(you=DUELIST, they=DUELIST)
def test_one_round_as_it_is_drawn_is_that_of_every_face(you: dict[str, Any], they: dict[str, Any]) -> None:
    inputs = {"you": you, "they": {**they, "weapon": "4d4"}}
    assert found(inputs) == twin(inputs)


@pytest.mark.parametrize("dice", ["turn", "guard"])
def test_more_dice_never_hurt_whoever_rolls_them(dice: str) -> None:
    """More in the blow hurt them more often; more in the defence get oneself hurt less."""
    sharp = {"rating": 12, "armour": "0/0/0", "weapon": "8d8"}
    chances = []
    for number in range(5):
        you = {**sharp, "turn": 2, "guard": 0, "does": "strike", dice: number}
        run = app.run("bs-round", {"you": you, "they": {**sharp, "guard": 0}}).answer.values
        chances.append(run["hurt"]["they"] if dice == "turn" else -run["hurt"]["you"])
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"you": {"turn": 3, "guard": 2}}, "you.guard"),
        ({"they": {"turn": 1, "bought": 2}}, "they.bought"),
        ({"you": {"spirit": 2, "bought": 2}}, "you.bought"),
        ({"they": {"marks": "1 1 1 1"}}, "they.marks"),
    ],
)
def test_what_they_do_not_have_is_refused_beside_its_field(inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.run("bs-round", inputs)
    assert refused.value.field == field


def test_rulings_reach_the_round() -> None:
    """An undefended blow below 0, a malus on damage, and spirit that caps it."""
    off = {"you": {"weapon": "1d4", "turn": 1, "guard": 0, "malus": 2}, "they": {"does": "nothing", "guard": 0}}
    lost = app.run("bs-round", off, {"bastard-sword.melee.undefended": "hits"}).answer.values["spirit_lost"]["you"]
    assert (app.run("bs-round", off).answer.values["spirit_lost"]["you"], lost) == (0, Fraction(7, 4))
    sharp = {"turn": 2, "malus": 1, "rating": 12, "spirit": 2}
    open_ = {"you": sharp, "they": {"does": "nothing", "guard": 0, "armour": "0/0/0"}}
    usual = app.run("bs-round", open_).answer.values["hits"]["they"]
    for ruling, reading in (("damage.malus", "yes"), ("damage.spirit", "capped")):
        assert app.run("bs-round", open_, {f"bastard-sword.{ruling}": reading}).answer.values["hits"]["they"] != usual
