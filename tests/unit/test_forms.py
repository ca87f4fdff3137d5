"""Forms: every word of a signature's vocabulary, there and back, and one sentence for what cannot be used."""

import dataclasses
import enum
import json
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, given, reject
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Answer, plain
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Unusable, branch
from tests import sample, strategies

EVERYTHING = app.entry("sample-everything").form
DEFAULTS: dict[str, Any] = {
    "switch": False,
    "number": 2,
    "short": "short",
    "text": "",
    "level": 3,
    "ability": "B4",
    "pool": "B3",
    "size": "small",
    "count": 1,
    "sizes": [],
    "counts": [2],
    "span": {"first": 2, "last": 5},
    "way": {"is": "walk"},
    "hands": [],
    "beast": "cat",
    "perhaps": None,
    "maybe": None,
}


def test_the_sample_has_every_kind() -> None:
    def kinds(kind: Any) -> set[type]:
        inner: list[Any] = []
        match kind:
            case forms.Maybe():
                inner = [kind.kind]
            case forms.Group():
                inner = [field.kind for field in kind.fields]
            case forms.Branches():
                inner = list(kind.groups.values())
            case forms.Rows():
                inner = [kind.row]
            case forms.FromTable():
                inner = [kind.own]
        return {type(kind)}.union(*map(kinds, inner))

    # a text that is picked among what there is at the moment stands on moves alone: test_picked
    every = {
        kind
        for kind in vars(forms).values()
        if isinstance(kind, type) and {"read", "write"} <= vars(kind).keys() and kind is not forms.Picked
    }
    assert set().union(*(kinds(field.kind) for field in EVERYTHING.fields)) == every - {forms.Form, forms.Kind}


def test_nothing_said_is_all_defaults() -> None:
    values = EVERYTHING.read({})
    assert EVERYTHING.write(values) == DEFAULTS
    assert values["way"] == sample.Walk()
    assert values["beast"] is sample.BEASTS["cat"]
    assert values["level"] == 3
    assert isinstance(values["level"], sample.Level)


READ: list[tuple[dict[str, Any], str, Any]] = [
    ({"switch": "true"}, "switch", True),
    ({"switch": " FALSE "}, "switch", False),
    ({"switch": [False, "true"]}, "switch", True),
    ({"number": "-3"}, "number", -3),
    ({"number": " −3 "}, "number", -3),
    ({"number": "+7"}, "number", 7),
    ({"short": "  two\n words "}, "short", "two words"),
    ({"level": "9"}, "level", sample.Level(9)),
    ({"ability": "g5 "}, "ability", sample.Ability.parse("G5")),
    ({"ability": "W0"}, "ability", sample.Ability.parse("W0")),
    ({"size": "large"}, "size", sample.Size.LARGE),
    ({"count": 2}, "count", sample.Count.TWO),
    ({"count": "2"}, "count", sample.Count.TWO),
    ({"sizes": "large,small"}, "sizes", frozenset(sample.Size)),
    ({"sizes": ["large"]}, "sizes", frozenset({sample.Size.LARGE})),
    ({"counts": ""}, "counts", frozenset()),
    ({"counts": "1,2"}, "counts", frozenset(sample.Count)),
    ({"span": {"last": 9}}, "span", sample.Span(2, 9)),
    ({"span.first": "3", "span.last": "3"}, "span", sample.Span(3, 3)),
    ({"way": "ride"}, "way", sample.Ride()),
    ({"way.is": "ride", "way.hours": "2"}, "way", sample.Ride(hours=2)),
    (
        {"way.is": "sail-far", "way.crew": "", "way.crew.0.name": "Ann"},
        "way",
        sample.SailFar((sample.Hand("Ann"),)),
    ),
    ({"hands": ""}, "hands", ()),
    (
        {"hands.0.name": "Ann", "hands.1.skill": "B5"},
        "hands",
        (sample.Hand("Ann"), sample.Hand(skill=sample.Ability.parse("B5"))),
    ),
    ({"beast": "mare"}, "beast", sample.BEASTS["mare"]),
    ({"beast.is": "mare"}, "beast", sample.BEASTS["mare"]),
    ({"beast.is": "own", "beast.name": "ox", "beast.legs": "4"}, "beast", sample.Beast("ox")),
    ({"beast": {"name": "cat"}}, "beast", sample.Beast("cat")),
    ({"perhaps": ""}, "perhaps", None),
    ({"perhaps": "5"}, "perhaps", 5),
    ({"maybe": "b7"}, "maybe", sample.Ability.parse("B7")),
]


@pytest.mark.parametrize(("said", "field", "value"), READ, ids=[str(said)[:60] for said, _, _ in READ])
def test_read(said: dict[str, Any], field: str, value: Any) -> None:
    assert EVERYTHING.read(said) == {**EVERYTHING.read({}), field: value}


REFUSED: list[tuple[Any, str, str]] = [
    ({"pool": "B4+" * 400}, "pool", "This takes at most 1000 characters; this has 1200."),
    ({"level": "\u202e4\0"}, "level", "A level is a whole number from 1 to 9; this says “�4�”."),
    ({"switch": "yes"}, "switch", "A switch is true or false; this says “yes”."),
    ({"switch": 1}, "switch", "A switch is true or false; this says “1”."),
    ({"number": "13"}, "number", "This takes a whole number from −3 to 12; this says “13”."),
    ({"number": ""}, "number", "This takes a whole number from −3 to 12; this is empty."),
    ({"number": None}, "number", "This takes a whole number from −3 to 12; this is empty."),
    ({"number": "2.5"}, "number", "This takes a whole number from −3 to 12; this says “2.5”."),
    ({"number": True}, "number", "This takes a whole number from −3 to 12; this says “true”."),
    ({"number": [1]}, "number", "This takes a whole number from −3 to 12; this is a list."),
    (
        {"number": "9" * 60},
        "number",
        f"This takes a whole number from −3 to 12; this says “{'9' * 39}…”.",
    ),
    ({"number": "٣"}, "number", "This takes a whole number from −3 to 12; this says “٣”."),
    (
        {"short": "thirteen char"},
        "short",
        "This takes a text of at most 12 plain characters; this has 13\u00a0characters.",
    ),
    ({"short": "bell\a"}, "short", "This takes a text of at most 12 plain characters; this has 5\u00a0characters."),
    ({"short": 3}, "short", "This takes a short text; this says “3”."),
    ({"level": "0"}, "level", "A level is a whole number from 1 to 9; this says “0”."),
    ({"level": None}, "level", "A level is a whole number from 1 to 9; this says nothing."),
    (
        {"ability": "4B"},
        "ability",
        "An ability is a shade (B, G or W) and an exponent from 0 to 20, like B4; this says “4B”.",
    ),
    ({"size": "larg"}, "size", "This takes “small” or “large”; this says “larg”. The nearest is “large”."),
    ({"size": ""}, "size", "This takes “small” or “large”; this is empty."),
    ({"size": ["large"]}, "size", "This takes “small” or “large”; this is a list."),
    ({"count": "3"}, "count", "This takes “1” or “2”; this says “3”."),
    ({"count": True}, "count", "This takes “1” or “2”; this says “true”."),
    ({"sizes": "large,huge"}, "sizes", "This takes “small” or “large”; this says “huge”."),
    ({"sizes": 5}, "sizes", "This takes a list of choices; this says “5”."),
    ({"span": "2"}, "span", "This takes a group of fields; this says “2”."),
    ({"span.first": 9}, "span", "A span ends where it begins or later; this goes from 9 to 5."),
    (
        {"span.frist": 1},
        "span.frist",
        "There is no field “frist” here; this takes first and last. The nearest is “first”.",
    ),
    ({"way": "fly"}, "way.is", "This takes “walk”, “ride” or “sail-far”; this says “fly”."),
    ({"way.is": "rid"}, "way.is", "This takes “walk”, “ride” or “sail-far”; this says “rid”. The nearest is “ride”."),
    ({"way": {}}, "way.is", "This takes “walk”, “ride” or “sail-far”; this is empty."),
    ({"way": ["ride"]}, "way", "This takes a choice; this is a list."),
    ({"way.is": ["ride"]}, "way.is", "This takes “walk”, “ride” or “sail-far”; this is a list."),
    ({"way.is": "walk", "way.hours": 3}, "way.hours", "There is no field “hours” here; this takes no fields."),
    ({"way.is": "ride", "way.hours": 0}, "way.hours", "This takes a whole number from 1 to 24; this says “0”."),
    ({"hands": "Ann"}, "hands", "This takes a list of rows; this says “Ann”."),
    ({"hands": ["Ann"]}, "hands.0", "This takes a group of fields; this says “Ann”."),
    ({"hands": [{}] * 41}, "hands", "This takes at most 40\u00a0rows; this has 41."),
    ({"hands.1.name": "Ann"}, "hands", "The rows here are numbered “1”; they count from 0."),
    (
        {"hands.0.skill": "B"},
        "hands.0.skill",
        "An ability is a shade (B, G or W) and an exponent from 0 to 20, like B4; this says “B”.",
    ),
    ({"way.is": "sail-far", "way.crew.0.name": 3}, "way.crew.0.name", "This takes a short text; this says “3”."),
    (
        {"beast": "snak"},
        "beast",
        "This takes a beast of the table, or one of your own; this says “snak”. The nearest is “snake”.",
    ),
    ({"beast": None}, "beast", "This takes a beast of the table, or one of your own; this is empty."),
    ({"beast.legs": "-1"}, "beast.legs", "This takes a whole number from 0 to 100; this says “-1”."),
    ({"perhaps": "6"}, "perhaps", "This takes a whole number from 0 to 5; this says “6”."),
    (
        {"nubmer": 3},
        "nubmer",
        f"There is no field “nubmer” here; this takes {', '.join(list(DEFAULTS)[:-1])} and maybe."
        " The nearest is “number”.",
    ),
    ({"number": 3, "number.x": 4}, "number.x", "“number.x” is given both as one value and as a group."),
    ({"span": {"first": 1}, "span.first": 1}, "span.first", "“span.first” is given twice."),
    ({3: 4}, "3", "A field's name is a text; this says “3”."),
    ([1], "", "Inputs are a group of fields; this is a list."),
    ("all", "", "Inputs are a group of fields; this says “all”."),
    ({"switch": True, "number": -1}, "number", "With the switch on this takes 0 or more; this says -1."),
]


@pytest.mark.parametrize(("said", "field", "message"), REFUSED, ids=[str(said)[:60] for said, _, _ in REFUSED])
def test_refused_in_one_sentence(said: Any, field: str, message: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.run("sample-everything", said)
    assert (refused.value.field, refused.value.message) == (field, message)


def test_a_field_without_a_default_has_to_be_said() -> None:
    @dataclasses.dataclass(frozen=True)
    class Needed:
        first: Annotated[int, Between(0, 9), Asked("The first")]

    with pytest.raises(Unusable) as refused:
        forms.kind_of(Needed).read({}, "needed")
    assert (refused.value.field, refused.value.message) == ("needed.first", "The first is missing here.")


@given(strategies.fields_of(EVERYTHING.fields))
def test_there_and_back(said: dict[str, Any]) -> None:
    check_there_and_back(EVERYTHING, said)


def check_there_and_back(form: forms.Form, said: dict[str, Any]) -> None:
    try:
        values = form.read(said)
    except Unusable:
        reject()
    written = form.write(values)
    assert form.read(written) == values
    assert form.write(form.read(written)) == written
    flat = forms.flatten(written)
    assert len(dict(flat)) == len(flat)
    assert form.read(dict(flat)) == values
    assert form.read(dict(reversed(flat))) == values
    assert forms.nest(forms.nest(dict(flat))) == forms.nest(dict(flat))


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", app.names())
def test_every_form_goes_there_and_back(name: str) -> None:
    form = app.entry(name).form

    @strategies.fewer(5, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(strategies.fields_of(form.fields))
    def there_and_back(said: dict[str, Any]) -> None:
        check_there_and_back(form, said)

    there_and_back()


RADIO = (forms.OneOf, forms.Branches)
"""Kinds that are drawn as radio buttons, which a browser groups by their names."""


KEPT = {("instalments", "move.unit")}
"""What was named so in logs that people have kept."""


def shared_radios(kind: Any, at: str) -> list[str]:
    """Radio fields that stand under one name in two branches: choosing in one would clear the other."""
    if isinstance(kind, forms.Branches):
        names = [
            field.name for group in kind.groups.values() for field in group.fields if isinstance(field.kind, RADIO)
        ]
        found = [f"{at}.{name}" for name in sorted(set(names)) if names.count(name) > 1]
        return found + [one for group in kind.groups.values() for one in shared_radios(group, at)]
    kind = kind.row if isinstance(kind, forms.Rows) else kind
    fields = kind.fields if isinstance(kind, forms.Group) else ()
    return [one for field in fields for one in shared_radios(field.kind, f"{at}.{field.name}")]


@pytest.mark.parametrize("name", app.names())
def test_no_two_branches_share_a_group_of_radio_buttons(name: str) -> None:
    done = app.run(name, {})
    kinds = [(field.kind, field.name) for field in app.entry(name).form.fields]
    kinds += [(turn, "move") for turn in (done.moves or {}).values()]
    shared = {(name, one) for kind, at in kinds for one in shared_radios(kind, at)}
    assert shared <= KEPT


def test_two_branches_that_share_one_are_noticed() -> None:
    @branch("this")
    class This:
        size: sample.Size = sample.Size.SMALL

    @branch("that")
    class That:
        size: sample.Size = sample.Size.SMALL
        short: str = ""

    assert shared_radios(forms.Branches({"this": forms.kind_of(This), "that": forms.kind_of(That)}), "which") == [
        "which.size"
    ]


names = st.text("abc", min_size=1, max_size=3)
leaves = st.text("xyz", min_size=1, max_size=3)
trees = st.recursive(
    st.dictionaries(names, leaves, min_size=1, max_size=3),
    lambda inner: st.dictionaries(
        names, leaves | inner | st.lists(inner, min_size=1, max_size=3), min_size=1, max_size=3
    ),
    max_leaves=8,
)


@given(trees)
def test_flat_and_nested_are_the_same(tree: dict[str, Any]) -> None:
    assert forms.nest(dict(forms.flatten(tree))) == tree


def test_a_link_says_inputs_as_names_and_texts() -> None:
    """Links and sheets that readers keep are written so; this must not change."""
    said = {
        "switch": True,
        "sizes": ["small", "large"],
        "way": {"is": "ride", "hours": 3},
        "hands": [{"name": "Ann", "sizes": []}],
        "perhaps": None,
        "counts": [],
    }
    assert forms.flatten(said) == [
        ("switch", "true"),
        ("sizes", "small,large"),
        ("way.is", "ride"),
        ("way.hours", "3"),
        ("hands", ""),
        ("hands.0.name", "Ann"),
        ("hands.0.sizes", ""),
        ("perhaps", ""),
        ("counts", ""),
    ]


def test_canonical_inputs_have_the_signatures_order() -> None:
    said = dict(reversed(DEFAULTS.items()))
    assert list(EVERYTHING.write(EVERYTHING.read(said))) == list(DEFAULTS)


def test_many_come_in_the_enums_order() -> None:
    assert EVERYTHING.write(EVERYTHING.read({"sizes": "large,small,large"}))["sizes"] == ["small", "large"]


def test_a_row_of_ones_own_that_stands_in_the_table_is_the_tables() -> None:
    own = {"beast": {"is": "own", "name": "cat", "legs": 4, "size": "small"}}
    assert EVERYTHING.write(EVERYTHING.read(own))["beast"] == "cat"
    assert EVERYTHING.write(EVERYTHING.read({"beast": {"name": "ox"}}))["beast"] == {
        "is": "own",
        "name": "ox",
        "legs": 4,
        "size": "small",
    }


def test_rows_are_added_and_dropped() -> None:
    row = {"name": "", "skill": "B3", "sizes": []}
    one = forms.change_rows(EVERYTHING, {}, add="hands")
    assert one == {"hands": [row]}
    two = forms.change_rows(EVERYTHING, {"hands": [{"name": "Ann"}], "number": 3}, add="hands")
    assert two == {"hands": [{"name": "Ann"}, row], "number": 3}
    assert forms.change_rows(EVERYTHING, two, drop="hands.0") == {"hands": [row], "number": 3}
    assert forms.change_rows(EVERYTHING, two, drop="hands.7") == two
    assert forms.change_rows(EVERYTHING, two) == two
    assert EVERYTHING.read(two)["hands"] == (sample.Hand("Ann"), sample.Hand())
    with pytest.raises(Unusable) as refused:
        forms.change_rows(EVERYTHING, {}, add="beast")
    assert refused.value.message == "There is no list of rows called “beast” here; this form has “hands”."


def test_described() -> None:
    described = {field["name"]: field for field in app.describe("sample-everything")["fields"]}
    assert list(described) == list(DEFAULTS)
    assert {name: field["default"] for name, field in described.items()} == DEFAULTS
    assert described["ability"] == {
        "name": "ability",
        "words": "An ability",
        "takes": "Ability",
        "default": "B4",
        "sheet": "will",
    }
    assert described["number"]["hint"] == "From −3 to 12."
    assert {name: described[name]["takes"] for name in ("switch", "number", "level", "short", "size", "counts")} == {
        "switch": "true or false",
        "number": {"least": -3, "most": 12},
        "level": {"least": 1, "most": 9},
        "short": {"longest": 12},
        "size": {"one": ["small", "large"]},
        "counts": {"many": [1, 2]},
    }
    assert described["perhaps"]["takes"] == {"maybe": {"least": 0, "most": 5}}
    assert list(described["way"]["takes"]["is"]) == ["walk", "ride", "sail-far"]
    assert [field["name"] for field in described["span"]["takes"]["fields"]] == ["first", "last"]
    assert [field["name"] for field in described["hands"]["takes"]["rows"]] == ["name", "skill", "sizes"]
    assert described["beast"]["takes"]["among"] == ["cat", "mare", "snake"]


def test_the_question_is_the_first_paragraph() -> None:
    assert app.describe("sample-everything")["question"] == "What becomes of every word?"


def outside(number: int = 3) -> Answer:
    """A whole number without bounds."""
    raise NotImplementedError


def optional_choice(way: sample.Walk | sample.Ride | None = None) -> Answer:
    """A choice is never empty: it has a branch for that."""
    raise NotImplementedError


def optional_rows(hands: tuple[sample.Hand, ...] | None = None) -> Answer:
    """A list is empty when it has no rows."""
    raise NotImplementedError


def pairs(both: tuple[int, int] = (1, 2)) -> Answer:
    """A tuple of fixed length is a group."""
    raise NotImplementedError


def mixed(either: int | str = 3) -> Answer:
    """A union is one of dataclasses."""
    raise NotImplementedError


def numbers(some: frozenset[int] = frozenset()) -> Answer:
    """Many are of an enum."""
    raise NotImplementedError


@pytest.mark.parametrize("function", [outside, optional_choice, optional_rows, pairs, mixed, numbers])
def test_what_is_outside_the_vocabulary(function: Callable[..., Answer]) -> None:
    with pytest.raises(TypeError) as refused:
        forms.form_of(function)
    assert "is not in the vocabulary of a signature" in str(refused.value)


def test_a_page_opens_with_an_answer() -> None:
    def open_question(number: Annotated[int, Between(0, 9)]) -> Answer:
        raise NotImplementedError

    with pytest.raises(TypeError) as refused:
        forms.form_of(open_question)
    assert str(refused.value).endswith("number needs a default, so that the page opens with an answer.")


@dataclasses.dataclass(frozen=True)
class Bare:
    """A row that cannot be added, for want of a default."""

    number: Annotated[int, Between(0, 9)]


def test_a_row_can_be_added() -> None:
    def rows_without_defaults(rows: tuple[Bare, ...] = ()) -> Answer:
        raise NotImplementedError

    with pytest.raises(TypeError) as refused:
        forms.form_of(rows_without_defaults)
    assert str(refused.value) == "Bare: number needs a default, so that a row can be added."


def test_a_name_stands_for_one_calculator() -> None:
    with pytest.raises(ValueError) as refused:

        @calculator("sample-everything", rules="")
        def another(switch: bool = False) -> Answer:
            """Is this another?"""
            raise NotImplementedError

    assert str(refused.value) == "Two calculators are called sample-everything; a name stands for one."


def test_an_unknown_calculator_names_the_nearest() -> None:
    with pytest.raises(Unusable) as refused:
        app.run("sample-everythin", {})
    assert (
        refused.value.message == "There is no calculator called “sample-everythin”. The nearest is “sample-everything”."
    )


def test_answers_hold_text_whole_numbers_and_fractions() -> None:
    class Colour(enum.Enum):
        RED = "red"

    assert plain({"a": (Colour.RED, frozenset({"b", "a"})), "level": sample.Level(3), "nothing": None}) == {
        "a": ["red", ["a", "b"]],
        "level": 3,
        "nothing": None,
    }
    with pytest.raises(TypeError) as refused:
        plain(0.5)
    assert str(refused.value) == "An answer holds text, whole numbers and fractions; this is a float."


def test_among_can_be_asked_like_anything_else() -> None:
    def choose(beast: Annotated[Among[sample.Beast], Asked("Which beast")] = sample.BEASTS["cat"]) -> Answer:
        raise NotImplementedError

    (field,) = forms.form_of(choose).fields
    assert field.words == "Which beast"
    assert isinstance(field.kind, forms.FromTable)
    assert field.default == "cat"


@pytest.mark.hypothesis
def test_of_many_choices_three_are_named() -> None:
    month = enum.Enum("month", {f"M{number}": f"m{number}" for number in range(1, 27)})
    with pytest.raises(forms.Unusable) as refused:
        forms.OneOf(month).read("m88", "month")
    assert str(refused.value).startswith("This takes one of 26 names, such as “m1”, “m2” or “m3”; this says “m88”.")


@pytest.mark.parametrize("name", app.names())
def test_every_calculator_answers_or_refuses(name: str) -> None:
    """Whatever a form takes one by one: an answer that can be drawn and sent, or a sentence; never a traceback."""

    @strategies.fewer(10)
    @given(strategies.fields_of(app.entry(name).form.fields), st.integers(0, 3).map(lambda number: number == 3))
    def answers_or_refuses(said: dict[str, Any], compare: bool) -> None:
        """With the verdicts under the other readings one time in four: each of those costs as much as the answer."""
        request = {"do": "form", "calculator": name, "inputs": dict(forms.flatten(said)), "compare": compare}
        done = json.loads(app.call(json.dumps(request)))
        if "error" in done:
            assert done["error"]["message"].endswith((".", "”"))
            return
        assert done["say"]
        again = json.loads(app.call(json.dumps({**request, "inputs": done["inputs"], "compare": False})))
        assert {**again, "html": done["html"], "rest": done["rest"]} == done

    answers_or_refuses()


def test_picked() -> None:
    """A text is one of the choices of the moment, and the first of them where its own default is none of them."""

    @forms.branch("Greet")
    class Greet:
        whom: Annotated[str, forms.Asked("Whom")] = "nobody"

    group = forms.kind_of(Greet).picking({"whom": {"1": "Anna", "2": "Bart"}})
    (field,) = group.fields
    assert (field.default, field.kind.write("2")) == ("1", "2")
    assert [(one.value, one.words) for one in field.kind.of] == [("1", "Anna"), ("2", "Bart")]
    assert group.read({"whom": "2"}, "move") == Greet("2")
    with pytest.raises(forms.Unusable, match="“3”"):
        group.read({"whom": "3"}, "move")
