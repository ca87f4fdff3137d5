"""Every form that takes an ability knows gray and white: each of its fields answers all three, and each differently.

A field is asked as the form opens and with what every case gives its calculator, each time in all three shades; what
comes out has to differ somewhere in more than the letter. Fields where it must not are listed with the reason.
"""

import itertools
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import pytest

from engine import app, forms
from engine.answer import plain
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from tests.site.building import modules
from tests.unit.test_cases import ALL, Case

app.load(modules())
SHADES = "BGW"
POOL = re.compile(r"[BGW]\d+")
LETTER = re.compile(r"\b[BGW](?=\d)")
NAME = re.compile(r"\b(?:black|gray|white)\b", re.IGNORECASE)


Under = Mapping[str, str]
"""The branches in which a field stands, by the path of each choice."""
NOWHERE: Under = {}


def asked(fields: Sequence[forms.Field], at: str = "", under: Under = NOWHERE) -> Iterator[tuple[str, Under]]:
    """The fields that take an ability or a pool; those of every branch, and of the first row of a list."""
    for one in fields:
        yield from _asked(one.kind, f"{at}{one.name}", under)


def _asked(kind: Any, path: str, under: Under) -> Iterator[tuple[str, Under]]:
    match kind:
        case forms.Group(fields=inner):
            yield from asked(inner, f"{path}.", under)
        case forms.Branches(groups):
            for name, group in groups.items():
                yield from asked(group.fields, f"{path}.", {**under, f"{path}.{forms.CHOICE}": name})
        case forms.Rows(row):
            yield from asked(row.fields, f"{path}.0.", under)
        case forms.Maybe(kind=inner):
            yield from _asked(inner, path, under)
        case forms.Parsed(cls) if cls in (Ability, Pool):
            yield path, under


FIELDS = {
    name: list(asked(app.entry(name).form.fields)) for name in sorted(app.names()) if not name.startswith("sample-")
}
CASES: Mapping[str, list[Case]] = defaultdict(list)
for case in ALL:
    if case.error is None:
        CASES[case.calculator].append(case)


def fallen(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """A step whose failed dice show what fails in black or in gray alone, where the case has 1s."""
    if not isinstance(step.get("faces"), list):
        return step
    return {**step, "faces": [3 - at % 2 if face == 1 else face for at, face in enumerate(step["faces"])]}


def said(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str], steps: Sequence[Any]) -> str | None:
    """What is answered, by a session after each step, without names and letters of shades; None where nothing is."""
    told: list[Any] = []
    try:
        done = app.run(name, inputs, chosen)
        told.append([done.answer.values, done.answer.blocks])
        for step in steps:
            assert done.log is not None
            done = app.step(name, done.log, fallen(step), chosen)
            told.append([done.answer.values, done.answer.blocks])
    except forms.Unusable:
        if not told:
            return None
    return NAME.sub("shade", LETTER.sub("S", json.dumps(plain(told), default=str)))


def shaded(name: str, path: str, under: Under) -> Iterator[tuple[str | None, ...]]:
    """Answers in black, gray and white: as the form opens in the field's branch, and with what each case gives it."""
    for inputs, chosen, steps in [(under, {}, ()), *((one.inputs, one.rulings, one.steps) for one in CASES[name])]:
        try:
            held = dict(forms.flatten(app.run(name, inputs, chosen).inputs))
        except forms.Unusable:
            continue
        if any(held.get(at) != branch for at, branch in under.items()):
            continue
        now = str(held.get(path) or "B4")
        yield tuple(
            said(name, {**held, path: POOL.sub(lambda found, to=shade: to + found[0][1:], now)}, chosen, steps)
            for shade in SHADES
        )


def differs(name: str, path: str, under: Under) -> set[str]:
    """Which two of the shades ever differ: "BG", black and gray, and "GW", gray and white."""
    found: set[str] = set()
    for answers in shaded(name, path, under):
        for (mine, one), (theirs, two) in itertools.pairwise(zip(SHADES, answers, strict=True)):
            if one is not None and two is not None and one != two:
                found.add(mine + theirs)
        if len(found) == len(SHADES) - 1:
            break
    return found


EXPONENT = "the exponent counts there, and no die of it is rolled"
UNUSED = "a side lists what every action takes; the action at hand rolls something else"
LEFT = "what is left of it is counted, not rolled"
BEFORE = "a root as it was at the first test: the exponent then is what the tests go by"
DARKER = "the darker of two roots is the shade, and the cases lighten one of them at a time"
PLAYED = "a session: its rules have the shade in tests of their own, and no case rolls these dice where it shows"
SHADELESS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "advance-resources resources",
            "after-the-purchase resources",
            "argument-body will",
            "bleeding-clock health",
            "casting-roll forte",
            "castings health",
            "blow health",
            "character-sheet *",
            "collapse *",
            "counted-dice ability",
            "disarm theirs.*",
            "duel-carryover *",
            "duel-deck *",
            "duel-script *",
            "duel-tests rolls.0.ability",
            "dueling-skills will",
            "dying *",
            "experience-log ability",
            "group-duel *",
            "hurt-someone people.0.health",
            "hurt-someone source.will",
            "initiative-bid reflexes",
            "later-bonus-dice ability",
            "lighter-stats health",
            "maneuver-card ability",
            "mel-attack-dice skill",
            "mel-hesitate speed",
            "mel-initiative combatants.0.speed",
            "mel-marks steel",
            "mel-marks speed",
            "mel-reinforcements newcomers.0.speed",
            "mel-surprise combatants.0.speed",
            "maneuver-odds their_will",
            "may-cast sorcery",
            "mortal-recovery forte",
            "presence-contest *",
            "recovery *",
            "set-condition will",
            "sprint speed",
            "faith-signs faith",
            "staunching health",
            "spell-reach will",
            "spell-split will",
            "spell-tax health",
            "stat-check *",
            "steel-lesson steel",
            "stop-bleeding health",
            "training-skill teacher.instruction",
            "wheel-of-magic will",
            "will-dice will",
            "will-tests will",
            "wound-artha ability",
            "wounded-abilities *",
        ),
        EXPONENT,
    ),
    **dict.fromkeys(
        (
            "best-split *",
            "dismiss-now *",
            "duel-exchange *",
            "duel-outlook *",
            "duel-pairs *",
            "fight-exchange *",
            "fight-mix *",
            "fight-pairs *",
            "range-mix *",
            "range-pairs *",
        ),
        UNUSED,
    ),
    **dict.fromkeys(("escape-lock agility", "escape-lock forte", "lock-tracker *"), LEFT),
    **dict.fromkeys(("*.began", "relationship-aptitude began"), BEFORE),
    "mel-surprise combatants.0.reflexes": "gray and white share a bracket, but by a ruling",
    "epiphany ability": "what it names is the next shade, and names are what this test leaves out",
    **dict.fromkeys(
        ("fight-script reflexes", "fight-of-several fighters.0.reflexes"),
        "only a script with several maneuvers in one action meets the shade: test_fight_script",
    ),
    **dict.fromkeys(
        (
            "mel-zero tolerances.*",
            "staunching healer.*",
            "stop-bleeding healer.*",
            "treatment healer.*",
            "tolerances tolerances.*",
        ),
        DARKER,
    ),
    **dict.fromkeys(
        (
            "cast-a-spell health",
            "duel *",
            "fight-play *",
            "learning-a-spell *",
            "mel-encounter *",
            "mel-forecast *",
            "play-a-blow *",
            "range-play *",
            "ride-a-pass *",
            "seventeen-steps *",
            "wound-tracker *",
        ),
        PLAYED,
    ),
}
"""Fields, by calculator and path, whose shade changes no answer, with the reason."""
ASKED = [
    pytest.param(name, path, under, id=f"{name} {path}")
    for name, fields in FIELDS.items()
    for path, under in fields
    if not any(fnmatchcase(f"{name} {path}", pattern) for pattern in SHADELESS)
]


@pytest.mark.parametrize(("name", "path", "under"), ASKED)
def test_gray_and_white_change_what_is_answered(name: str, path: str, under: Under) -> None:
    assert differs(name, path, under) == {"BG", "GW"}


def test_what_is_left_out_is_there() -> None:
    every = [f"{name} {path}" for name, fields in FIELDS.items() for path, _ in fields]
    gone = [pattern for pattern in SHADELESS if not any(fnmatchcase(one, pattern) for one in every)]
    assert not gone
    assert len(ASKED) > len(every) // 2
