"""From dice that fell short to what may still be spent on them: the link carries all that the roll was (HUB-73)."""

import html
import json
import re
import urllib.parse
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from engine import app, forms, links, rules, rulings, views
from engine.answer import Odds, plain
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.sheet.effects import Spend
from engine.session import Session
from tests.unit.test_cases import ALL, played

ROLL = re.compile(r'<form class="fl-roll"[^>]*? data-pool="([^"]+)" data-obstacle="(\d+)"(?: data-onward="([^"]*)")?>')
LINK = re.compile(r'<a href="([^"]+)">What can still be spent on this roll\?</a>')
OTHERS = {"edition": "later", "dice.chain": "once", "rolls.reroll-opens": "no", "artha.reaction-cap": "other"}


@cache
def asked() -> list[tuple[app.Run, Mapping[str, str]]]:
    return [(done, chosen) for done, chosen in every() if any(isinstance(one, Odds) for one in done.answer.blocks)]


def every() -> Iterator[tuple[app.Run, Mapping[str, str]]]:
    """Every calculator as it starts, in all its cases, as it starts under other rulings, and two mixed pools."""
    yield app.run("odds", {"pool": "B3+G2", "obstacle": 4, "open_ended": True}), {}
    yield app.run("test-builder", {"gear": 2, "gear_shade": "G", "tested": "perception", "boon": 1}), {}
    for name in app.names():
        if not isinstance(app.entry(name), Session):
            for chosen in ({}, OTHERS):
                try:
                    yield app.run(name, {}, chosen), chosen
                except forms.Unusable:
                    assert chosen
    for case in ALL:
        if case.error is None and not case.steps:
            yield played(case), case.rulings


def followed(done: app.Run, chosen: Mapping[str, str], faces: str, at: int) -> tuple[str, dict[str, str]]:
    """Where the link leads that stands under the dice, once they were typed: the page, and what the address says."""
    page = "".join(app.rendered(done, views.Place("here", "/"), chosen, compare=False))
    pool, obstacle, onward = (html.unescape(part) for part in ROLL.findall(page)[at])
    roll = {"roller": "roll", "pool": pool, "obstacle": obstacle, **({"onward": onward} if onward else {})}
    said = json.loads(
        app.call(json.dumps({"do": "roll", "roll": roll, "faces": faces, "rulings": chosen, "base": "/"}))
    )
    found = LINK.findall(said["html"])
    if not found:
        return "", {}
    page, _, fragment = html.unescape(found[0]).partition("#")
    place, _, query = fragment.partition("?")
    asked = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
    if code := asked.pop("post-roll", ""):
        inputs, _ = links.read({links.CODE: code})
        asked |= {f"post-roll.{name}": text for name, text in forms.flatten(inputs)}
    return f"{page}#{place}", asked


def fallen(pool: Pool, *, six: bool) -> tuple[list[str], str]:
    """Faces that fail, shade by shade and as they lie there: ones, or a six in the first group with its extra die."""
    opened = six and pool.groups[0].open_ended
    own = [[6 if six and not place and not die else 1 for die in range(g.count)] for place, g in enumerate(pool.groups)]
    by_group = [" ".join(map(str, [*faces, *([1] if opened and not place else [])])) for place, faces in enumerate(own)]
    flat = [face for faces in own for face in faces] + [1] * opened
    return by_group, " ".join(map(str, flat))


def direct(done: app.Run, block: Odds, by_group: list[str]) -> dict[str, Any]:
    """The same roll as someone would type it into “post-roll”: from its dice, and from what was spent on it."""
    pool = Pool.parse(block.roll.pool)
    outside = done.calculator == "aristeia"  # which no limit of a roll counts
    spent = [effect for effect in done.answer.effects if isinstance(effect, Spend) and not outside]
    on_dice = sum(one.amount for one in spent if one.what == "persona" and one.on)
    used = {"deeds": "inspiration", "fate": "shrug"}
    first, *rest = pool.groups
    return {
        "ability": f"{first.shade.value}4",
        "faces": by_group[0],
        "obstacle": block.obstacle,
        "rolled": "open" if first.open_ended else "plain",
        "careful": done.inputs.get("careful", False),
        "boons": done.inputs["artha"] if done.calculator == "circles-obstacle" else on_dice,
        "used": [used[one.what] for one in spent if one.what in used],
        **({"gear_faces": by_group[1], "gear_shade": rest[0].shade.value} if rest else {}),
    }


@pytest.mark.parametrize("six", [False, True])
def test_the_link_under_dice_that_fell_short_asks_of_the_very_same_roll(six: bool) -> None:
    seen = set()
    kinds = set()
    for done, chosen in asked():
        shown = [block for block in done.answer.blocks if isinstance(block, Odds) and block.roll]
        blocks = [block for block in shown if block.roll.calculator == "roll"]
        for at, block in enumerate(blocks):
            pool = Pool.parse(block.roll.pool)
            same = f"{done.calculator} {block.roll.pool} {block.obstacle} {block.onward} {dict(chosen)}"
            if same in seen:
                continue
            seen.add(same)
            where = f"{done.calculator} {dict(done.inputs)} {block.roll.pool} {dict(chosen)}"
            by_group, flat = fallen(pool, six=six)
            page, query = followed(done, chosen, flat, at)
            mixed = len(pool.groups) > 2 or len({group.open_ended for group in pool}) > 1
            if mixed or (six and block.obstacle < 2) or max(len(flat.split()), block.obstacle) > 40:
                assert not page, where
                continue
            assert page == f"/{rules.REGISTRY['HUB-73'].page}/#hub-73", where
            ruled = {name.removeprefix("ruling."): text for name, text in query.items() if name.startswith("ruling.")}
            assert (query["rulings"], ruled) == ("these", rulings.read(chosen)[0]), where
            pairs = {name.removeprefix("post-roll."): text for name, text in query.items() if "post-roll." in name}
            answers = [
                app.run("post-roll", inputs, chosen).answer
                for inputs in (links.read(pairs)[0], direct(done, block, by_group))
            ]
            assert plain(answers[0].values) == plain(answers[1].values), where
            assert answers[0].sentence == answers[1].sentence, where
            kinds.add((pool.open_ended, len(pool.groups)))
    drawn = {same.split()[0] for same in seen}
    assert {"odds", "test-builder", "steel-test", "open-test", "purchase-builder", "working-methods"} <= drawn
    assert kinds == {(False, 1), (True, 1), (False, 2), (True, 2)}, kinds


def test_a_failed_steel_roll_is_not_promised_what_luck_does_to_other_dice() -> None:
    done = app.run("steel-test", {"steel": "B3"})
    _, query = followed(done, {}, "6 2 1 2", 0)
    assert query["post-roll.rolled"] == "open"
    assert "post-roll.faces" in query
    answer = app.run("post-roll", {name[10:]: text for name, text in query.items() if name[:10] == "post-roll."}).answer
    assert answer.values["open_ended"] is True


def test_what_was_spent_on_the_dice_goes_along() -> None:
    inputs = {"careful": True, "boon": 2, "doubled": True, "wounds": {"superficial": 1, "shrugged": True}}
    done = app.run("test-builder", {**inputs, "obstacle": 9})
    _, query = followed(done, {}, " ".join("1" * done.answer.values["dice"]), 0)
    said = {name.removeprefix("post-roll."): text for name, text in query.items()}
    assert (said["careful"], said["boons"], said["obstacle"]) == ("true", "2", "9")
    assert "inspiration" in said["used"]
    assert "shrug" in said["used"]
    # What was refused was not spent, here as on the sheet.
    refused = app.run("test-builder", {**inputs, "tested": "health", "doubled": False})
    _, query = followed(refused, {}, " ".join("1" * refused.answer.values["dice"]), 0)
    assert {"post-roll.boons", "post-roll.used"}.isdisjoint(query)


@pytest.mark.parametrize(
    "onward",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"calculator": "odds"}',
        '{"calculator": "nothing", "rule": "HUB-73", "inputs": {}, "faces": ["faces"]}',
        '{"calculator": "post-roll", "rule": "HUB-999", "inputs": {}, "faces": ["faces"]}',
        '{"calculator": "post-roll", "rule": "HUB-73", "inputs": {"obstacle": 999}, "faces": ["faces"]}',
        '{"calculator": "post-roll", "rule": "HUB-73", "inputs": [], "faces": ["faces", "gear_faces"]}',
        '{"calculator": "post-roll", "rule": [], "inputs": {}, "faces": ["faces"]}',
        '{"calculator": ["odds"], "rule": "HUB-73", "inputs": {}, "faces": ["faces"]}',
    ],
)
def test_a_link_that_could_not_be_used_is_not_drawn(onward: str) -> None:
    roll = {"roller": "roll", "pool": "B4", "obstacle": 3, "onward": onward}
    said = json.loads(app.call(json.dumps({"do": "roll", "roll": roll, "faces": "1 1 1 1"})))
    assert "html" in said
    assert not LINK.findall(said["html"])
