"""One question, one answer: calculators that work the same rule are asked the same thing and have to say the same.

A `Question` is put on a grid of cases, under every reading of the rulings that it rests on, to everyone who answers it.
A `Way` says how a calculator is asked: the inputs for a case (none where it does not take such a case), and where in
the answer the value stands. A rule that two calculators claim is in a question, or in `APART` with the reason.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from engine import app, rulings
from engine.answer import Table
from engine.burning_wheel.arguments import DuelingSkill
from engine.burning_wheel.duel import SCRIPTED, Action
from engine.burning_wheel.traits import Voted
from tests.site.building import modules

app.load(modules())
Said = Mapping[str, Any]
Value = Callable[[app.Run, Said, Said], Any]


def of(*names: str) -> Value:
    """Values of the answer, by name."""
    return lambda done, case, chosen: tuple(done.answer.values[name] for name in names)


def edition(*names: str) -> Value:
    """Values of that side of the comparison which the table plays."""
    return lambda done, case, chosen: tuple(done.answer.values[chosen["edition"]][name] for name in names)


def table(done: app.Run, caption: str) -> Table:
    return next(block for block in done.answer.blocks if isinstance(block, Table) and block.caption == caption)


@dataclass(frozen=True)
class Way:
    """How one calculator, or a session after some `steps`, is asked."""

    calculator: str
    inputs: Callable[[Said, Said], Said | None]
    value: Value
    steps: Callable[[Said, Said], Sequence[Said]] = lambda case, chosen: ()


@dataclass(frozen=True)
class Question:
    """What is asked, of which rules, on which cases, under which rulings, and of whom."""

    words: str
    rules: str
    cases: Mapping[str, Sequence[Any]]
    rulings: Sequence[str]
    ways: Sequence[Way]

    def asked(self) -> Iterator[tuple[Said, dict[str, str]]]:
        """Every case under every reading."""
        readings = [[one.value for one in rulings.REGISTRY[name].readings] for name in self.rulings]
        for values in itertools.product(*self.cases.values()):
            for chosen in itertools.product(*readings):
                yield dict(zip(self.cases, values, strict=True)), dict(zip(self.rulings, chosen, strict=True))


def only(taken: bool, **inputs: Any) -> Said | None:
    """The inputs, where the calculator takes the case."""
    return inputs if taken else None


ON = {"is": "go-on"}
"""Past what a failure still offers, if it does."""


def course(*moves: Said) -> Sequence[Said]:
    """Moves of the seventeen steps."""
    return moves


def stat(case: Said, chosen: Said) -> int:
    """The dice that class a test of Beginner's Luck."""
    return int(case["dice"] + (0 if chosen["tests.beginner-dice"] == "stat" else case["more"]))


def base(case: Said, chosen: Said) -> int:
    """The obstacle that does."""
    return int(case["obstacle"] + (case["harder"] if chosen["tests.beginner-obstacle"] == "whole" else 0))


B = "B{}".format
CLASS = Question(
    "the class of a test",
    "HUB-35 HUB-36 HUB-48 HUB-101",
    {"dice": range(8), "obstacle": range(9)},
    ("edition", "advancement.obstacle-0", "advancement.no-dice"),
    (
        Way("test-class", lambda case, _: case, of("class")),
        Way("counted-dice", lambda case, _: {"ability": B(case["dice"]), "base": case["obstacle"]}, of("class")),
        Way("test-builder", lambda case, _: {**case, "ability": B(case["dice"])} | {"dice": None}, of("class")),
        Way(
            "test-tuner",
            lambda case, _: {"ability": B(case["dice"]), "obstacle": case["obstacle"], "optional": []},
            lambda done, case, _: (done.answer.values["rungs"][0]["class"],),
        ),
        Way(
            "open-or-versus",
            lambda case, _: {"dice": case["dice"], "against": {"is": "versus", "successes": case["obstacle"]}},
            of("class"),
        ),
        Way(
            "who-marks",
            lambda case, _: {"exponent": case["dice"], "obstacle": case["obstacle"], "helpers": []},
            of("class"),
        ),
        Way("series", lambda case, _: {"rolls": [case]}, of("class")),
        Way(
            "die-trait",
            lambda case, _: {"ability": B(case["dice"]), "obstacle": case["obstacle"], "traits": []},
            of("class"),
        ),
        Way("later-mark", lambda case, chosen: case if chosen["edition"] == "later" else None, of("class")),
        Way(
            "both-editions",
            lambda case, _: {"ability": B(case["dice"]), "obstacle": case["obstacle"], "before": "none"},
            edition("class"),
        ),
        Way(
            "duel-tests",
            lambda case, _: only(
                case["dice"] > 0,
                rolls=[{"ability": B(case["dice"]), "opposed": "versus", "against": case["obstacle"], "successes": 0}],
            ),
            lambda done, case, _: tuple(done.answer.values["classes"]),
        ),
        Way(
            "linked-tests",
            lambda case, _: {"links": [{"pool": B(case["dice"]), "obstacle": case["obstacle"], "rolled": 0}]},
            lambda done, case, _: tuple(done.answer.values["classes"]),
        ),
        Way(
            "purchase-builder",
            # Nobody buys without a die, or for nothing (HUB-41).
            lambda case, _: only(
                case["dice"] > 0 < case["obstacle"],
                price={"is": "own", "obstacle": case["obstacle"]},
                resources=B(case["dice"]),
            ),
            of("class"),
        ),
        Way(
            "versus-test",
            lambda case, _: {
                "yours": B(case["dice"]),
                "theirs": "B9",
                "roll": {"is": "both-rolled", "yours": 0, "theirs": case["obstacle"]},
            },
            of("class"),
        ),
    ),
)
MARK = Question(
    "the class and the log of a test under Beginner’s Luck",
    "HUB-48 HUB-93 HUB-101",
    {"dice": (1, 4), "obstacle": (1, 2, 3, 5), "more": (0, 1), "harder": (0, 1)},
    ("edition", "tests.beginner-dice", "tests.beginner-obstacle", "tests.beginner-log"),
    (
        Way(
            "test-builder",
            lambda case, _: {
                "ability": B(case["dice"]),
                "obstacle": case["obstacle"],
                "gear": case["more"],
                "disadvantages": [{"amount": 1}] * case["harder"],
                "beginner": True,
            },
            of("class", "marked"),
        ),
        Way(
            "both-editions",
            lambda case, _: {
                "ability": B(case["dice"]),
                "obstacle": case["obstacle"],
                "other": case["more"],
                "harder": case["harder"],
                "before": "none",
                "beginner": True,
            },
            edition("class", "marked"),
        ),
        Way(
            "who-marks",
            lambda case, _: only(
                not case["harder"],
                exponent=case["dice"],
                obstacle=case["obstacle"],
                gear=case["more"],
                helpers=[],
                beginner=True,
            ),
            of("class", "marked"),
        ),
        Way(
            "later-mark",
            lambda case, chosen: only(
                chosen["edition"] == "later", dice=stat(case, chosen), obstacle=base(case, chosen), test="beginner"
            ),
            of("class", "marked"),
        ),
        Way(
            "seventeen-steps",
            lambda case, chosen: only(chosen["edition"] == "later", ability=B(case["dice"]), fast=True),
            of("class", "marked"),
            lambda case, _: course(
                {"is": "base-obstacle", "base": case["obstacle"]},
                {"is": "test-planned"},
                {"is": "untrained"},
                *[{"is": "harder", "amount": 1}] * case["harder"],
                {"is": "bonus", "situation": case["more"]},
                {"is": "roll-dice", "faces": "1" * (case["dice"] + case["more"])},
                {"is": "settle"},
                ON,
            ),
        ),
    ),
)
FAILED = Question(
    "whether a failed test is marked",
    "HUB-39 HUB-101",
    {"kind": ("skill", "stat", "perception", "faith", "resources"), "passed": (True, False), "beginner": (False, True)},
    ("edition",),
    (
        Way(
            "who-marks",
            lambda case, _: {"exponent": 4, "obstacle": 2, "helpers": [], **case},
            lambda done, case, _: done.answer.values["class"] != "none",
        ),
        Way(
            "later-mark",
            lambda case, chosen: only(
                chosen["edition"] == "later",
                dice=4,
                obstacle=2,
                kind=case["kind"],
                passed=case["passed"],
                test="beginner" if case["beginner"] else "plain",
            ),
            lambda done, case, _: done.answer.values["class"] != "none",
        ),
        Way(
            "does-it-count",
            lambda case, _: only(
                not case["beginner"], kind=case["kind"], outcome="passed" if case["passed"] else "failed"
            ),
            lambda done, case, _: done.answer.values["counts"],
        ),
        Way(
            "seventeen-steps",
            lambda case, chosen: only(
                chosen["edition"] == "later" and case["kind"] in ("skill", "perception", "faith"),
                ability="B4",
                tested=case["kind"],
                fast=True,
            ),
            lambda done, case, _: done.answer.values["class"] != "none",
            lambda case, _: course(
                {"is": "base-obstacle", "base": 2},
                {"is": "test-planned"},
                *([{"is": "untrained"}] if case["beginner"] else []),
                {"is": "roll-dice", "faces": "4444" if case["passed"] else "1111"},
                {"is": "settle"},
                ON,
            ),
        ),
    ),
)
LINKED = Question(
    "the dice after a linked test, with an advantage argued for",
    "HUB-96 HUB-94",
    {"before": ("none", "exceeded", "met", "failed"), "advantage": (0, 1, 2)},
    ("edition", "linked.advantage"),
    (
        Way("test-builder", lambda case, _: {"ability": "B4", **case}, of("dice")),
        Way(
            "both-editions",
            lambda case, _: {"ability": "B4", "before": case["before"], "situation": case["advantage"]},
            edition("dice"),
        ),
        Way(
            "later-bonus-dice",
            lambda case, chosen: only(
                chosen["edition"] == "later",
                ability="B4",
                linked=case["before"] in ("exceeded", "met"),
                situation=case["advantage"],
            ),
            of("dice"),
        ),
        Way(
            "linked-tests",
            lambda case, _: {
                "links": [{"pool": B(4 + case["advantage"]), "obstacle": 2, "advantage": case["advantage"] > 0}],
                "before": case["before"],
            },
            lambda done, case, _: (int(done.answer.values["next"].split("D")[0]),),
        ),
        Way("purchase-builder", lambda case, _: {"resources": "B4", **case}, of("dice")),
        Way(
            "seventeen-steps",
            lambda case, chosen: only(chosen["edition"] == "later", ability="B4", fast=True),
            of("dice"),
            lambda case, _: course(
                *([] if case["before"] == "none" else [{"is": "linked", "before": case["before"]}]),
                {"is": "base-obstacle", "base": 2},
                {"is": "test-planned"},
                {"is": "bonus", "situation": case["advantage"]},
            ),
        ),
    ),
)
HELP = Question(
    "what a helper brings, and marks",
    "HUB-93 HUB-101",
    {
        "tested": ("skill", "will", "perception", "steel", "circles"),
        "helper": (0, 2, 4, 5),
        "stat": (False, True),
        "beginner": (False, True),
    },
    ("advancement.helper-beginner", "steel.help", "circles.help"),
    (
        Way(
            "test-builder",
            lambda case, _: {
                "ability": "B3",
                "obstacle": 2,
                "tested": case["tested"],
                "beginner": case["beginner"],
                "helpers": [{"exponent": case["helper"], "stat": case["stat"]}],
            },
            lambda done, case, _: (done.answer.values["dice"], helped(done, "What helpers mark")),
        ),
        Way(
            "who-marks",
            lambda case, _: {
                "exponent": 3,
                "obstacle": 2,
                "kind": KINDS.get(case["tested"], case["tested"]),
                "beginner": case["beginner"],
                "helpers": [{"exponent": case["helper"], "kind": "stat" if case["stat"] else "skill"}],
            },
            lambda done, case, _: (done.answer.values["dice"], helped(done, "Who marks what")),
        ),
    ),
)
KINDS = {"will": "stat"}


def helped(done: app.Run, caption: str) -> str:
    """What the helper marks, by the last column of a table."""
    said = next(row[-1] for row in table(done, caption).rows if row[0] != "You")
    return "nothing" if said.startswith("nothing") else str(said)


FORKS = Question(
    "the dice that a FoRK brings",
    "HUB-96",
    {"tested": ("skill", "will", "perception", "steel"), "fork": (0, 3, 7), "beginner": (False, True)},
    ("edition", "tests.forks-into-stats"),
    (
        Way(
            "test-builder",
            lambda case, _: {
                "ability": "B3",
                "tested": case["tested"],
                "beginner": case["beginner"],
                "forks": [{"exponent": case["fork"]}],
            },
            of("dice"),
        ),
        Way(
            "who-marks",
            lambda case, _: {
                "exponent": 3,
                "kind": KINDS.get(case["tested"], case["tested"]),
                "beginner": case["beginner"],
                "helpers": [],
                "forks": [{"exponent": case["fork"]}],
            },
            of("dice"),
        ),
        Way(
            "later-bonus-dice",
            lambda case, chosen: only(
                chosen["edition"] == "later",
                ability="B3",
                tested=case["tested"],
                beginner=case["beginner"],
                forks=[{"exponent": case["fork"]}],
            ),
            of("dice"),
        ),
        Way(
            "seventeen-steps",
            lambda case, chosen: only(
                chosen["edition"] == "later"
                and case["fork"] > 0
                and case["tested"] == "skill"
                and not case["beginner"],
                ability="B3",
                fast=True,
            ),
            of("dice"),
            lambda case, _: course(
                {"is": "base-obstacle", "base": 2},
                {"is": "test-planned"},
                {"is": "forked", "exponent": case["fork"]},
            ),
        ),
    ),
)
OBSTACLE = Question(
    "the obstacle of a test",
    "HUB-94 HUB-95 HUB-93",
    {"base": (0, 1, 3), "beginner": (False, True), "tools": (False, True), "harder": (0, 2)},
    ("edition", "tests.no-tools"),
    (
        Way(
            "test-builder",
            lambda case, _: {
                "obstacle": case["base"],
                "beginner": case["beginner"],
                "tools": case["tools"],
                "disadvantages": [{"amount": case["harder"]}] if case["harder"] else [],
            },
            of("obstacle"),
        ),
        Way(
            "both-editions",
            lambda case, _: {
                "obstacle": case["base"],
                "beginner": case["beginner"],
                "tools": case["tools"],
                "harder": case["harder"],
                "before": "none",
            },
            edition("obstacle"),
        ),
        Way(
            "later-obstacle",
            lambda case, chosen: only(
                chosen["edition"] == "later",
                base=case["base"],
                beginner=case["beginner"],
                tools=case["tools"],
                disadvantages=[{"amount": case["harder"]}] if case["harder"] else [],
            ),
            of("obstacle"),
        ),
    ),
)
CHANCE = Question(
    "the chance of a test, with artha before the roll",
    "HUB-01 HUB-07 HUB-75 HUB-80 HUB-92",
    {"dice": (1, 2, 5), "obstacle": (1, 2, 6), "persona": (0, 1, 3), "doubled": (False, True)},
    ("edition",),
    (
        Way(
            "odds",
            lambda case, _: {
                "pool": B(case["dice"] * (1 + case["doubled"]) + case["persona"]),
                "obstacle": case["obstacle"],
            },
            of("probability"),
        ),
        Way(
            "test-builder",
            lambda case, _: {
                "ability": B(case["dice"]),
                "obstacle": case["obstacle"],
                "boon": case["persona"],
                "doubled": case["doubled"],
            },
            of("probability"),
        ),
        Way(
            "artha-plan",
            lambda case, _: {
                "ability": B(case["dice"]),
                "obstacle": case["obstacle"],
                "uses": ["inspiration"] if case["doubled"] else [],
                "boon": case["persona"],
                "persona": 5,
                "deeds": 5,
            },
            of("after"),
        ),
        Way(
            "artha-gain",
            lambda case, _: only(
                bool(case["persona"]) is not case["doubled"],
                ability=B(case["dice"]),
                obstacle=case["obstacle"],
                persona=3,
                deeds=1,
            ),
            lambda done, case, _: (
                done.answer.values[
                    "with_inspiration" if case["doubled"] else {1: "with_boon", 3: "with_boon_3"}[case["persona"]]
                ],
            ),
        ),
        Way(
            "both-editions",
            lambda case, _: only(
                not case["doubled"],
                ability=B(case["dice"]),
                obstacle=case["obstacle"],
                before="none",
                persona=case["persona"],
            ),
            edition("probability"),
        ),
    ),
)
NOTED = Question(
    "what a Belief may become at the trait vote",
    "HUB-67",
    {
        "noted": [
            list(some) for size in (1, 2, 3) for some in itertools.combinations(("fate", "persona", "deeds"), size)
        ]
    },
    ("edition", "traits.artha-first"),
    (
        Way(
            "trait-vote",
            lambda case, _: {
                "players": 2,
                "votes": [
                    {"trait": kind.value, "kind": kind.value, "yes": 2, "noted": case["noted"]} for kind in Voted
                ],
            },
            lambda done, case, _: done.answer.values["gained"],
        ),
        Way(
            "evolving",
            lambda case, _: {"beliefs": [dict.fromkeys(case["noted"], 1)], "instincts": []},
            lambda done, case, chosen: [
                kind.value
                for kind in Voted
                if chosen["edition"] == "later" or kind.opened_by.value in done.answer.values["kinds"][0]
            ],
        ),
    ),
)
GROWS = Question(
    "what is said of a Belief with artha noted",
    "HUB-67",
    {"noted": NOTED.cases["noted"]},
    ("edition",),
    (
        Way(
            "evolving",
            lambda case, _: {"beliefs": [dict.fromkeys(case["noted"], 1)], "instincts": []},
            lambda done, case, _: done.answer.values["may_become"][0],
        ),
        Way(
            "beliefs-kept",
            lambda case, _: {"beliefs": [dict.fromkeys(case["noted"], 1)], "instincts": []},
            lambda done, case, _: table(done, "Beliefs, then Instincts").rows[0][3],
        ),
    ),
)
SKILLS = (
    (("oratory", "B5"), ("falsehood", "B3")),
    (("haggling", "B4"), ("seduction", "B7"), ("oratory", "B3")),
    (("persuasion", "W3"), ("rhetoric", "B5"), ("ugly-truth", "G7")),
    (("oratory", "G3"), ("rhetoric", "B4"), ("seduction", "B4")),
)


def skills_of(case: Said) -> list[Said]:
    return [{"skill": skill, "ability": ability} for skill, ability in case["skills"]]


def voice(done: app.Run, action: str) -> str:
    """What an action is tested with, and its dice."""
    values = done.answer.values
    if action not in values["dice"]:
        return "–"
    words = "Will" if action == "avoid" else DuelingSkill.of(values["with"][action]).words
    return f"{words} {values['dice'][action]}D"


VOICES = Question(
    "the skill and the dice of an action in a duel",
    "DOW-02 DOW-06",
    {"skills": SKILLS, "forking": (False, True), "action": [action.value for action in SCRIPTED]},
    ("argument.haggling-actions", "argument.seduction-forks"),
    (
        Way(
            "dueling-skills",
            lambda case, _: {"skills": skills_of(case), "forking": case["forking"]},
            lambda done, case, _: voice(done, case["action"]),
        ),
        Way(
            "duel",
            lambda case, _: {"a": {"skills": skills_of(case), "forking": case["forking"]}},
            lambda done, case, _: dict(row[:2] for row in table(done, "What each side can script").rows)[
                Action.of(case["action"]).words
            ],
        ),
        Way(
            "duel-script",
            lambda case, _: {"first": case["action"], "skills": skills_of(case), "forking": case["forking"]},
            lambda done, case, _: " ".join(dict.fromkeys(table(done, "The script").rows[0][2:4])),
        ),
    ),
)
QUESTIONS = (CLASS, MARK, FAILED, LINKED, HELP, FORKS, OBSTACLE, CHANCE, NOTED, GROWS, VOICES)


def answered(way: Way, case: Said, chosen: dict[str, str]) -> Any:
    """What one calculator answers; None where it does not take such a case."""
    inputs = way.inputs(case, chosen)
    if inputs is None:
        return None
    done = app.run(way.calculator, {key: value for key, value in inputs.items() if value is not None}, chosen)
    for move in way.steps(case, chosen):
        assert done.log is not None
        assert done.moves is not None
        side = next((side for side, open_to in done.moves.items() if move["is"] in open_to.groups), "")
        if not side and move == ON:
            continue  # nothing is in the way
        done = app.step(way.calculator, done.log, {"side": side, "move": move}, chosen)
    return way.value(done, case, chosen)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.words)
def test_all_answers_are_equal(question: Question) -> None:
    apart: list[str] = []
    asked: dict[str, int] = defaultdict(int)
    for case, chosen in question.asked():
        answers = {way.calculator: answered(way, case, chosen) for way in question.ways}
        answers = {name: said for name, said in answers.items() if said is not None}
        for name in answers:
            asked[name] += 1
        if any(said != next(iter(answers.values())) for said in answers.values()):
            apart.append(f"{dict(case)} under {chosen}: {answers}")
    assert not apart, f"{len(apart)} cases with two answers:\n" + "\n".join(apart[:12])
    assert set(asked) == {way.calculator for way in question.ways}
