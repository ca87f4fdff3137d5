"""Every calculator and every session on covering arrays: an answer that can be drawn, or a sentence of our own.

Every value of every choice meets every value of every other one, and every reading of the rulings that the answer rests
on. What a rule cannot work with it says itself (`engine.refused.Refused`); any other error that comes out is a fault.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from engine import app, forms, games, rulings, session, views
from engine.answer import plain
from engine.session import Session, Tape
from tests import covering
from tests.covering import Covering, Factor, Row
from tests.site.building import modules

app.load(modules())
NAMES = [name for name in app.names() if not name.startswith("sample-")]
SESSIONS = [name for name in NAMES if isinstance(app.entry(name), Session)]
PLACE = views.Place("covering", "../")
COSTLY = frozenset(
    {
        *("armory", "best-armor", "bloody-split", "bloody-versus", "break-armory", "best-split", "fight-play"),
        *("duel", "duel-exchange", "duel-mix", "duel-outlook", "duel-pairs", "dismiss-now", "first-fight"),
        *("bs-encounter", "bs-forecast", "bs-make", "bs-range", "bs-round", "bs-stance-odds", "character-sheet"),
        *("fight-exchange", "fight-matrix", "fight-mix", "fight-pairs", "range-mix", "range-pairs", "range-play"),
        *("mel-encounter", "mel-forecast", "one-blow", "play-a-blow", "play-a-chase", "chase-in-legs", "ride-a-pass"),
        *("casting-roll", "cast-a-spell", "spell-area", "spell-damage", "spell-split", "spell-study", "practicals"),
        *("artha-gain", "debt", "joust", "purchase-builder", "shopping-trip", "solvency", "steel-test"),
        *("test-builder", "versus-test", "whole-scene"),
    }
)
"""Each of these alone takes seconds for all of its pairs: `make fuzz` has them, the gate every value at least once."""
RETRIES = 8
"""How often a row has what was refused set back to how the form opens, so that the rest of it is still tried."""
WALK = 40


def test_the_array_has_every_pair() -> None:
    factors = (
        *(Factor(name, tuple(range(size)), size, 0) for name, size in (("a", 4), ("b", 3), ("c", 2))),
        Factor("d", (0, 1, 2), 3, 0, {"a": frozenset({1, 2})}),
    )
    rows = list(Covering(factors).rows())
    met = {(one, two) for row in rows for one in row.items() for two in row.items()}
    wanted = {
        ((one.path, mine), (two.path, theirs))
        for number, one in enumerate(factors)
        for two in factors[number + 1 :]
        for mine in one.values
        for theirs in two.values
        if not (one.path == "a" and two.path == "d" and mine not in (1, 2))
    }
    assert wanted <= met
    assert all(("d" in row) is (row["a"] in (1, 2)) for row in rows)
    assert len(rows) < 20
    assert rows == list(Covering(factors).rows())


def test_two_branches_may_have_a_list_under_one_path() -> None:
    branch = Factor("is", ("a", "b"), 2, "a")
    lists = [
        one
        for name in branch.values
        for one in (
            Factor("list", (0, 1), 2, 0, {"is": frozenset({name})}),
            Factor("list.0.x", (name, f"{name}{name}"), 2, name, {"is": frozenset({name}), "list": frozenset({1})}),
        )
    ]
    rows = list(Covering([branch, *lists]).rows())
    assert {row["list.0.x"] for row in rows if row["is"] == "a" and row["list"]} == {"a", "aa"}
    assert {row["list.0.x"] for row in rows if row["is"] == "b" and row["list"]} == {"b", "bb"}
    assert len(rows) == 6


def drawn(name: str, row: Row, factors: Sequence[Factor]) -> tuple[app.Run, Row] | None:
    """The answer to a row, drawn, and the row of it: what was refused stands as the form opens. None where that is
    refused as well."""
    for _ in range(RETRIES):
        chosen = {path: value for path, value in row.items() if path in rulings.REGISTRY}
        asked = {path: value for path, value in row.items() if path not in rulings.REGISTRY}
        inputs = covering.inputs_of(asked, factors)
        try:
            done = app.run(name, inputs, chosen)
            assert app.rendered(done, PLACE, chosen, compare=False).top
            assert done.answer.sentence, (inputs, chosen)
            plain(done.answer.values)
        except forms.Unusable as refused:
            assert refused.message.endswith((".", "”")), (inputs, refused.message)
            milder = covering.lenient(asked, factors, refused.field)
            if milder is None:
                return None
            row = {**milder, **chosen}
        except Exception as error:
            error.add_note(f"{name}: {inputs} under {chosen}")
            raise
        else:
            return done, row
    return None


def once_more(factors: Sequence[Factor], unanswered: set[tuple[str, Any]]) -> Iterator[Row]:
    """For each value that no answered row had, the first row that has it alone."""
    tried: set[tuple[str, Any]] = set()
    for row in covering.alone(factors):
        if left := unanswered.intersection(row.items()) - tried:
            tried |= left
            yield row


def each_value(factors: Sequence[Factor]) -> Iterator[Row]:
    """Every value in some row."""
    return Covering([replace(one, paired=0) for one in factors]).rows()


def rows_of(
    factors: Sequence[Factor], asked: set[str], unanswered: set[tuple[str, Any]], *, pairs: bool
) -> Iterator[Row]:
    """The form as it opens, every value in some row, then every pair of values and of readings of the rulings that
    answers asked for, and by itself what is `unanswered` by then, by path and value; anew until no ruling is new.

    Without `pairs` every reading only in some row, of the form as it opens.
    """
    opened = next(covering.alone(factors))
    yield opened
    yield from each_value(factors)
    known: set[str] | None = None
    readings: list[Factor] = []
    while known is None or asked - known:
        known = set(asked)
        fresh = [one for one in covering.factors_of_rulings(sorted(known)) if one not in readings]
        unanswered |= {(one.path, value) for one in fresh for value in one.values}
        readings += fresh
        if pairs:
            yield from Covering([*factors, *readings]).rows()
        else:
            yield from ({**opened, **row} for row in each_value(fresh))
        yield from once_more(factors, unanswered)
        yield from ({**opened, **row} for row in once_more(readings, unanswered))


@pytest.mark.covering
@pytest.mark.parametrize("name", NAMES)
def test_every_choice_with_every_other(name: str) -> None:
    pairs = name not in COSTLY or settings.get_current_profile_name() == "random"
    factors = list(covering.factors_of(app.entry(name).form.fields))
    asked: set[str] = set()
    unanswered = {(one.path, value) for one in factors for value in one.values}
    answers = 0
    for row in rows_of(factors, asked, unanswered, pairs=pairs):
        if found := drawn(name, row, factors):
            done, answered = found
            asked.update(done.rulings)
            unanswered.difference_update(answered.items())
            answers += 1
    assert answers


def moves_of(tape: Tape, at: int, side: str) -> Iterator[dict[str, Any]]:
    """The moves of one side on the covering array of their forms."""
    branches = session.move_forms(tape.entry, tape.states[at])[side]
    factors = list(covering.factors_of([forms.Field("move", branches, forms.Asked(), None)]))
    for row in Covering(factors).rows():
        inputs = covering.inputs_of(row, factors)
        yield {path.removeprefix("move."): value for path, value in inputs.items()}


def play(tape: Tape, at: int, side: str, move: dict[str, Any], seed: int) -> bool:
    """Make one step and draw what it leads to; False where it is refused."""
    try:
        after = tape.play({"side": side, "move": move, "seed": seed}, at)
        done = app.Run(tape.entry.name, tape.setup, tape.entry.show(tape.states[after]), tape.ask.used, tape, after)
        assert app.rendered(done, PLACE, {}, compare=False).top
    except forms.Unusable as refused:
        assert refused.message.endswith((".", "”")), (move, refused.message)
        return False
    except Exception as error:
        error.add_note(f"{tape.entry.name}: {tape.setup}, {tape.steps[:at]}, then {side}: {move}")
        raise
    return True


@pytest.mark.parametrize("name", SESSIONS)
def test_every_first_move_of_a_session(name: str) -> None:
    """From the opened session every move on its array; and along one course, each time another move."""
    tape = session.replay(app.entry(name), {}, games.rulings_of(app.entry(name), {}))  # type: ignore[arg-type]
    done = 0
    for side in session.move_forms(tape.entry, tape.states[0]):
        for move in moves_of(tape, 0, side):
            done += play(tape, 0, side, move, done)
    assert done
    at = 0
    for number in range(WALK):
        open_to = [
            (side, move)
            for side in session.move_forms(tape.entry, tape.states[at])
            for move in moves_of(tape, at, side)
        ]
        if not open_to:
            break
        for turn in range(len(open_to)):
            side, move = open_to[(number * 7 + turn) % len(open_to)]
            if play(tape, at, side, move, number):
                at += 1
                break


def test_calculators_refuse_with_an_error_of_our_own() -> None:
    """A ``ValueError`` would come out as a fault and not as a sentence."""
    folders = Path(app.games.__file__).parent.glob("*/calculators")
    raised = [
        path.name
        for path in sorted(path for folder in folders for path in folder.rglob("*.py"))
        if re.search(r"(raise|except) ValueError", path.read_text(encoding="utf-8"))
    ]
    assert not raised
