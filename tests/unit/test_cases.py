"""The rules' examples and tables as cases, and what the pages claim of the rules (see tests/cases/README.md)."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import app, forms, pages, rules, rulings
from engine.answer import Verdict, plain
from engine.wording import shown
from tests.site.building import modules

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CASES = ROOT / "tests" / "cases"
app.load(modules())
KEYS = {"rule", "title", "calculator", "inputs", "source"}
FACTS, LONGEST_NAME = 4, 6
OPTIONAL = {"rulings", "steps", "expected", "error", "example"}


@dataclass(frozen=True)
class Case:
    """One example: what goes in, and either some of the values that come out or the field that is refused.

    A session may take `steps` first; where one of them is refused, it is the last.
    """

    rule: str
    title: str
    calculator: str
    inputs: Mapping[str, Any]
    source: str
    rulings: Mapping[str, str]
    steps: Sequence[Mapping[str, Any]]
    expected: Mapping[str, Any]
    error: str | None
    example: bool


def read(path: Path) -> list[Case]:
    found = []
    for number, row in enumerate(tomllib.loads(path.read_text(encoding="utf-8")).get("case", []), 1):
        where = f"{path.name}, case {number} ({row.get('title', 'without a title')})"
        wrong = sorted(KEYS - row.keys()) + sorted(row.keys() - KEYS - OPTIONAL)
        assert not wrong, f"{where}: missing or unknown: {', '.join(wrong)}"
        assert ("expected" in row) != ("error" in row), f"{where} says either expected or error"
        assert row.get("expected", True), f"{where} expects nothing"
        assert "error" not in row or not row.get("example"), f"{where} is an example without an answer"
        found.append(
            Case(**{"rulings": {}, "steps": (), "expected": {}, "error": None, "example": False, **row}),
        )
    return found


ALL = [case for path in sorted(CASES.glob("*.toml")) for case in read(path)]


@cache
def claims() -> list[dict[str, Any]]:
    return pages.claims(DOCS)


def fail_with(sentence: str, items: Iterable[str]) -> None:
    listed = sorted(items)
    if listed:
        pytest.fail(f"{len(listed)} {sentence}:\n  " + "\n  ".join(listed), pytrace=False)


def named(case: Case) -> str:
    return f"{case.rule}: {case.title} [{case.calculator}]"


def played(case: Case) -> app.Run:
    """The answer to a case, after its steps where it has some."""
    done = app.run(case.calculator, case.inputs, case.rulings)
    for step in case.steps:
        assert done.log is not None
        done = app.step(case.calculator, done.log, step, case.rulings)
    return done


def told(verdict: Verdict) -> None:
    """What stands beside a figure is seen at a glance: four facts at most, none of them the figure once more."""
    said = [(shown(fact.value), fact.name) for fact in verdict.facts]
    assert len(said) <= FACTS
    assert len(set(said)) == len(said)
    assert (verdict.figure, "") not in said
    assert all(value and "·" not in value for value, _ in said)
    assert all(len(name.split()) <= LONGEST_NAME for _, name in said)


@pytest.mark.parametrize("case", ALL, ids=named)
def test_case(case: Case) -> None:
    if case.error is not None:
        with pytest.raises(forms.Unusable) as refused:
            played(case)
        assert refused.value.field == case.error, refused.value.message
        return
    answer = played(case).answer
    if answer.verdict:
        told(answer.verdict)
    values = plain(answer.values)
    assert {key: values.get(key) for key in case.expected} == dict(case.expected)


def test_cases_name_what_exists() -> None:
    wrong = [f"{named(case)}: no such rule" for case in ALL if case.rule not in rules.REGISTRY]
    wrong += [f"{named(case)}: no such calculator" for case in ALL if case.calculator not in app.names()]
    for case in ALL:
        _, complaints = rulings.read(case.rulings)
        wrong += [f"{named(case)}: {complaint}" for complaint in complaints]
    fail_with("cases name what does not exist", wrong)


def test_every_claim_has_a_case() -> None:
    proved = {(case.rule, case.calculator) for case in ALL}
    claimed = {(claim["rule"], name) for claim in claims() for name in claim["calculators"]}
    fail_with("claims without a case", (f"{rule} through {name}" for rule, name in claimed - proved))


def test_claims_are_of_rules_that_exist() -> None:
    unknown = [f"{claim['rule']} on {claim['page']}" for claim in claims() if claim["rule"] not in rules.REGISTRY]
    fail_with("claims of rules that no game has in its index", unknown)


def test_calculators_work_rules_that_exist() -> None:
    unknown = [
        f"{rule} by {name}" for name in app.names() for rule in app.entry(name).rules if rule not in rules.REGISTRY
    ]
    fail_with("rules worked by calculators that no game has in its index", unknown)


def test_rulings_concern_rules_that_exist() -> None:
    unknown = [
        f"{rule} by {one.id}" for one in rulings.REGISTRY.values() for rule in one.rules if rule not in rules.REGISTRY
    ]
    fail_with("rules named by rulings that no game has in its index", unknown)


def test_every_rule_is_on_its_page() -> None:
    held = {(claim["rule"], claim["page"]) for claim in claims()}
    missing = [f"{rule.id} on {rule.page}" for rule in rules.REGISTRY.values() if (rule.id, rule.page) not in held]
    fail_with("rules that no section of their page claims", missing)


def test_every_rule_has_its_calculator() -> None:
    worked = {claim["rule"] for claim in claims() if claim["calculators"]}
    missing = [
        f"{rule.id} {rule.title}"
        for rule in rules.REGISTRY.values()
        if rule.kind == "calculator" and rule.id not in worked
    ]
    fail_with("rules without a calculator in their section", missing)


def test_no_other_page_claims_a_rule() -> None:
    elsewhere = [
        f"{claim['rule']} on {claim['page']}, whose page is {rules.REGISTRY[claim['rule']].page}"
        for claim in claims()
        if claim["rule"] in rules.REGISTRY and claim["page"] != rules.REGISTRY[claim["rule"]].page
    ]
    fail_with("claims on another page than the rule's own", elsewhere)


def test_every_calculator_stands_on_a_page() -> None:
    used = {
        pages.read_calculator(fence, name).use
        for name, page in pages.all_pages(DOCS)
        for section in page
        for fence in section.fences
        if fence.language == pages.CALCULATOR
    }
    engines = [name for name in app.names() if not name.startswith("sample-")]
    fail_with("calculators on no page", (name for name in engines if name not in used))


def test_readings_of_a_ruling_make_a_difference() -> None:
    alike = [
        f"{name}: every reading gives {next(iter(shown.values()))}"
        for name, shown in app.worked_readings().items()
        if len(set(shown.values())) < 2
    ]
    fail_with("rulings whose worked example does not tell their readings apart", alike)


def test_a_rulings_default_is_not_refused_its_example() -> None:
    refused = [
        name for name, shown in app.worked_readings().items() if all("refused: " in said for said in shown.values())
    ]
    fail_with("rulings whose worked example is refused under every reading", refused)


def test_calculators_ask_only_for_what_the_registry_has() -> None:
    """Every case ran, so every ruling that an answer asked for is one of these."""
    asked = {name for case in ALL if case.error is None for name in played(case).rulings}
    fail_with("rulings that no case asks for", set(rulings.REGISTRY) - asked)
