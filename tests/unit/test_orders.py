"""Orders over the volleys, spells held back, grids of slots, and shots at a shield, against counts by hand."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.blocks.slots import Chain
from engine.games.burning_wheel.rules.exchange import Slot, layouts
from engine.games.burning_wheel.rules.fight_chain import Step
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.orders import held_against, only_maintain, spoken, volleys_of
from engine.games.burning_wheel.rules.thrown import Carried
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())


@pytest.mark.parametrize(("words", "volleys"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4)])
def test_three_words_a_volley(words: int, volleys: int) -> None:
    assert volleys_of(words) == volleys


def test_an_order_without_words_is_refused() -> None:
    with pytest.raises(Refused, match="at least one word"):
        volleys_of(0)


def test_an_order_goes_on_in_the_volleys_after() -> None:
    assert spoken(4, (2, 1, 1)) == (Slot(1, 1, 1), Slot(1, 2, 1), Slot(1, 3, 1), Slot(2, 1, 1))
    assert spoken(2, (2, 1, 1), 2) == (Slot(1, 1, 2), Slot(1, 2, 1))


def test_a_volley_without_an_action_has_no_command_but_may_have_speech() -> None:
    assert spoken(3, (1, 0, 1)) == (Slot(1, 1, 1), Slot(1, 3, 1), Slot(2, 1, 1))
    assert spoken(3, (1, 0, 1), action=False) == (Slot(1, 1, 1), Slot(1, 2, 1), Slot(1, 3, 1))


HELD = {
    # Will 5, as the book's example has it: five actions free, then Ob 1, five more, then Ob 2
    **dict.fromkeys(range(6), ()),
    **dict.fromkeys(range(6, 11), (1,)),
    **dict.fromkeys(range(11, 16), (1, 2)),
    16: (1, 2, 3),
}


@pytest.mark.parametrize("actions", HELD)
def test_a_spell_held_back(actions: int) -> None:
    assert held_against(actions, 5) == HELD[actions]


def test_without_will_nothing_is_held() -> None:
    with pytest.raises(Refused):
        held_against(1, 0)


@pytest.mark.parametrize("will", [1, 2, 3, 4])
@pytest.mark.parametrize("held", [1, 3, 5, 7])
def test_the_chance_to_hold_counted_face_by_face(will: int, held: int) -> None:
    wanted = Fraction(1)
    for obstacle in held_against(held, will):
        good = sum(
            sum(face >= 4 for face in faces) >= obstacle for faces in itertools.product(range(1, 7), repeat=will)
        )
        wanted *= Fraction(good, 6**will)
    assert app.run("hold-spell", {"will": f"B{will}", "held": held}).answer.values["holds"] == wanted


def test_the_volleys_of_an_incantation() -> None:
    slots = (Slot(1, 1, 1), Slot(1, 1, 2), Slot(1, 2, 1), Slot(2, 1, 1))
    assert only_maintain(slots) == ((1, 1), (1, 2), (2, 1))


@given(st.integers(1, 9), st.integers(1, 9), st.lists(st.integers(1, 12), min_size=1, max_size=5), st.data())
def test_a_grid_has_every_action_of_a_chain(first: int, later: int, lengths: list[int], data: st.DataObject) -> None:
    layout, after = data.draw(st.sampled_from(layouts(first))), data.draw(st.sampled_from(layouts(later)))
    steps = tuple(Step(f"Step {number}", length) for number, length in enumerate(lengths, 1))
    chain = Chain(steps, layout, after, data.draw(st.integers(1, first)))
    grid = chain.grid
    assert grid.current is not None
    last = grid.cells[grid.current[0]][grid.current[1]]
    assert last.letter == str(len(steps))
    assert len({len(row) for row in grid.cells}) == 1
    shown = 0
    for name, row in zip(grid.rows, grid.cells, strict=True):
        start, _, end = name.partition("–")
        shown += sum(cell.letter.isdigit() for cell in row) * (int(end or start) - int(start) + 1)
    assert shown == chain.total == sum(lengths)
    ends = [row[2] for row in chain.table.rows]
    assert ends[-1] == chain.end.words


@pytest.mark.parametrize(("dice", "shield", "has"), [(2, "buckler", 2), (3, "target", 3), (2, "parrying-blade", 1)])
@pytest.mark.parametrize("hampered", [[], ["maintaining"], ["moving"]])
def test_a_shot_at_a_shield_counted_face_by_face(dice: int, shield: str, has: int, hampered: list[str]) -> None:
    obstacle = 1 + {(): 0, ("maintaining",): 1, ("moving",): 2}[tuple(hampered)]
    hits = 0
    for faces in itertools.product((False, True), repeat=dice + has):
        shot, block = sum(faces[:dice]), sum(faces[dice:])
        hits += shot >= obstacle + max(0, block - 1)
    inputs = {"skill": f"B{dice}", "shield": shield, "hampered": hampered, "va": 0}
    assert app.run("fight-shot", inputs).answer.values["hit"] == Fraction(hits, 2 ** (dice + has))


def test_what_is_shot_again_is_loaded_anew() -> None:
    """Of a loaded crossbow one bolt flies in time, and the next takes the whole of it."""
    weapon = {"is": "loosed", "weapon": "crossbow", "ready": "loaded"}
    for idle, shots in ((1, 0), (2, 1), (19, 1), (20, 2)):
        assert app.run("fight-shot-chain", {"weapon": weapon, "idle": idle}).answer.values["shots"] == shots
    assert MISSILES["crossbow"].printed + 1 == 18


def test_the_next_thing_thrown_is_drawn_as_the_first_or_from_a_strap() -> None:
    for carried, idle, shots in (("sheathed", 8, 2), ("in-hand", 5, 2), ("in-hand", 4, 1), ("ready", 6, 2)):
        weapon = {"is": "hurled", "carried": Carried.of(carried).value}
        assert app.run("fight-shot-chain", {"weapon": weapon, "idle": idle}).answer.values["shots"] == shots


@pytest.mark.parametrize(
    ("name", "inputs", "said"),
    [
        ("fight-shot", {"distance": "inside"}, "only a pistol"),
        ("fight-shot", {"snapshot": True, "aiming": 1}, "acquires none"),
        ("fight-shot", {"hiding": True}, "choose the shield"),
        ("fight-shot", {"hiding": True, "shield": "buckler"}, "Only a great shield"),
        ("fight-shot-chain", {"aiming": 3, "perception": 4}, "at most 2"),
        ("fight-shot-chain", {"begins": 5}, "Your exchange has 4"),
        ("fight-order", {"said": {"is": "order", "text": " "}}, "write the order"),
        ("action-plan", {"tasks": []}, "add a task"),
        ("action-plan", {"tasks": [{"task": "reload-gun", "times": 2}]}, "at most 60"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(name: str, inputs: dict[str, object], said: str) -> None:
    with pytest.raises(app.forms.Unusable, match=said):
        app.run(name, inputs)
