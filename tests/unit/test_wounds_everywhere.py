"""Wounds and Tax reach every calculator that rolls an ability of the sheet (HUB-18, INJ-09, RES-08)."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine import app, filling, forms, games, rules
from engine.answer import Answer, Grid, Odds, Working, plain
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.sheet import filler
from engine.rulings import Rulings
from engine.working import Line
from tests.site.building import modules

assert GAME.sheet
SHEET = GAME.sheet

app.load(modules())

DEFAULTS = Rulings("burning-wheel")
HURT = {
    "name": "Odile",
    "abilities": [
        {"name": "Will", "tested": "will", "ability": "B4"},
        {"name": "Steel", "tested": "steel", "ability": "B5"},
        {"name": "Health", "tested": "health", "ability": "B5"},
        {"name": "Resources", "tested": "resources", "ability": "B4"},
        {"name": "Circles", "tested": "circles", "ability": "B3"},
        {"name": "Sword", "ability": "B4"},
        {"name": "Brawling", "ability": "B3"},
        {"name": "Axe", "ability": "B5"},
    ],
    "taxed": 1,
    "tolerances": {"is": "preset", "stat": "B4"},
    # Light and Midi, and one Superficial that stands alone: −3D and +1 Ob.
    "wounds": [{"hit": "B5"}, {"hit": "B7"}, {"hit": "B3"}],
}


def offered(name: str, path: str, chosen: dict[str, str] | None = None, **also: Any) -> dict[str, filling.Offer]:
    """What the hurt sheet offers to a field, by the ability that it comes from."""
    ask = Rulings("burning-wheel", chosen or {})
    found = SHEET.offers(app.entry(name).form, HURT, ask, **also)
    return {offer.name: offer for offer in found[path]}


def test_a_hurt_sheet_fills_the_builder_with_its_wounds() -> None:
    sword = offered("test-builder", "ability")["Sword"]
    done = app.run("test-builder", {**sword.pairs, "advantage": 1})
    assert done.answer.values["dice"] == 2, "B4 less three dice and one of advantage"
    assert done.answer.values["obstacle"] == 3, "base 2 and the lone Superficial wound"


def test_what_wounds_do_not_touch_takes_a_former_fill_back() -> None:
    offers = offered("test-builder", "ability")
    filled = {**offers["Sword"].pairs, "wounds.gritted": "1", "wounds.shrugged": "true"}
    values = app.run("test-builder", {**filled, **offers["Circles"].pairs}).answer.values
    assert (values["dice"], values["obstacle"]) == (3, 2)


def test_the_obstacle_follows_its_ruling_into_a_fill() -> None:
    chosen = {"wounds.obstacle-scope": "all"}
    pairs = offered("test-builder", "ability", chosen)["Circles"].pairs
    values = app.run("test-builder", pairs, chosen).answer.values
    assert (values["dice"], values["obstacle"]) == (3, 3)


def test_a_skill_at_no_dice_is_no_fork() -> None:
    assert [*offered("test-builder", "forks")] == ["Sword", "Axe"], "Brawling B3 is gone with −3D"
    values = app.run("test-builder", {"wounds": {"dice": 3}, "forks": [{"name": "Brawling", "exponent": 3}]}).answer
    assert values.values["refused"] == 1
    assert values.values["dice"] == 1


# Every calculator and session

INJ = "INJ-09"
EXEMPT: dict[tuple[str, str], tuple[str, str]] = {
    # An exponent that is taken as it stands: nothing is worked out anew from wounded abilities.
    ("will", "argument-body"): (INJ, "the body of argument comes from Will as it stands"),
    **{
        ("will", name): (INJ, "Will is a number of hours, and is not rolled")
        for name in ("instruction-course", "next-exponent", "practice-bank", "practice-plan", "time-away")
    },
    ("will", "training-skill"): (INJ, "Will is a number of hours, and is not rolled"),
    ("will", "shocking-defeat"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "steel-test"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "maneuver-odds"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "range-play"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "fight-play"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "range-mix"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "range-pairs"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "fight-hesitation"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "set-condition"): (INJ, "Will is a number of actions, and is not rolled"),
    ("will", "wheel-of-magic"): (INJ, "the Power of a spell comes from Will as it stands"),
    ("will", "presence-contest"): (INJ, "Presence is Will as it stands, in paces, and nothing is rolled"),
    ("will", "spell-split"): (INJ, "the Power of a spell comes from Will as it stands"),
    ("will", "spell-reach"): (INJ, "Presence comes from Will as it stands"),
    ("sorcery", "spell-split"): ("SOR-20", "Sorcery gives the shade of the damage; nothing is rolled"),
    ("will", "will-dice"): (INJ, "dice are set aside of Will as it stands, and nothing is rolled"),
    ("will", "group-duel"): (INJ, "Will is rolled for Avoid alone, which `ROLLED` asks for"),
    **{
        (stat, "collapse"): ("INJ-12", "the stat is held against the dice that wounds take, and not rolled")
        for stat in ("will", "perception", "agility", "speed")
    },
    ("root", "*"): (INJ, "aptitude comes from roots as they stand"),
    ("exponent", "*"): (INJ, "the exponent is read, not rolled"),
    ("power", "*"): (INJ, "damage and tolerances come from Power as it stands"),
    ("forte", "*"): (INJ, "tolerances come from Forte as it stands"),
    ("skill", "instruction-course"): (INJ, "the exponent that is taught is read, not rolled"),
    ("ability", "recovery"): ("INJ-29", "the stat that loses dice for good is read, not rolled"),
    ("steel", "steel-lesson"): ("STE-09", "what is lived through is classed by the exponent; no dice fall"),
    **{
        (stat, "armor-weight"): ("ARM-19", "Reflexes are averaged from stats as they stand; no dice fall")
        for stat in ("perception", "agility", "speed")
    },
    **{
        (stat, "wound-tracker"): ("INJ-35", "the tracker keeps the wounds itself; a stat says when one collapses")
        for stat in ("will", "perception", "power", "agility", "speed")
    },
    **{
        (stat, "play-a-blow"): ("INJ-12", "the blow is held against the stat; hesitation comes from Will as it stands")
        for stat in ("will", "perception", "agility", "speed")
    },
    ("will", "lighter-stats"): (INJ, "hesitation comes from Will as it stands"),
    **{
        (stat, "gray-reflexes"): (INJ, "Reflexes are averaged from stats as they stand; no dice fall")
        for stat in ("perception", "agility", "speed")
    },
    **{
        (stat, "stat-check"): (INJ, "a printed block is checked against stats as they stand; no dice fall")
        for stat in ("will", "perception", "agility", "speed")
    },
    **{
        (key, "ride-a-pass"): ("INJ-09", "wounds are rows of the same form and take dice, see its cases")
        for key in ("skill", "riding")
    },
    ("will", "mounted-positioning"): (INJ, "hesitation comes from Will as it stands"),
    ("will", "ride-a-pass"): (INJ, "hesitation comes from Will as it stands"),
    ("steel", "ride-a-pass"): ("INJ-14", "Steel loses the dice of the wounds in the same form, the new one's too"),
    ("steel", "play-a-blow"): ("INJ-14", "Steel loses the dice of the wounds in the same form, the new one's too"),
    **{
        ("perception", name): ("RNC-14", "the most aim comes from Perception as it stands; it is not rolled")
        for name in ("range-aim", "range-spend")
    },
    **{
        ("sorcery", name): (
            "SOR-02",
            "a spell in hand loses its dice as it is cast, see test_fight_charms and the like",
        )
        for name in ("fight-play", "range-play")
    },
    ("speed", "sprint"): (INJ, "paces come from Speed as it stands, and nothing is rolled"),
    **{
        (key, name): ("SOR-51", "it takes months, in which wounds heal; a single reading and Practical have theirs")
        for name in ("spell-study", "learning-a-spell")
        for key in ("sorcery", "will")
    },
    **{
        ("perception", name): ("SOR-52", "an aptitude comes from Perception as it stands")
        for name in ("practicals", "spell-study", "learning-a-spell")
    },
    ("will", "learn-sorcery"): (INJ, "Will is a number of hours and days, and is not rolled"),
    ("sorcery", "may-cast"): ("SOR-01", "whoever has the skill reads; nothing is rolled"),
    # The dice have fallen already.
    ("ability", "post-roll"): ("HUB-73", "the faces that fell are typed; the ability says their shade"),
    # What wounds do not touch.
    ("circles", "*"): ("HUB-09", "Circles lose nothing to wounds"),
    ("resources", "*"): ("HUB-09", "Resources lose nothing to wounds; Tax is theirs"),
    ("faith", "*"): ("FAI-01", "no emotional attribute loses anything to wounds"),
    ("health", "*"): ("HUB-09", "Health loses nothing to wounds"),
}
"""Fields that a sheet fills and wounds leave alone, by their key and their calculator, with the rule and why."""
ROLLED: dict[str, dict[str, Any]] = {
    "duel-tests": {"rolls": [{"name": "Oratory", "opposed": "versus", "against": "4"}]},
    "artha-gain": {"persona": "0"},
    "wound-artha": {"shrug": "false"},
    "seventeen-steps": {"fast": "true"},
    "test-card": {
        "intent": "in",
        "task": "climb",
        "ability": "Climbing",
        "time": "an hour",
        "stakes": "a fall",
        "against.is": "fixed",
        "against.obstacle": "2",
    },
    "dismiss-now": {"theirs.first": "point", "theirs.second": "point", "theirs.third": "point"},
    "solvency": {"taxed": "1"},
    "debt": {"taxed": "1"},
    "purse-by-cycles": {"taxed": "1"},
    "natural-defenses": {"grip": "throw-opponent"},
    "spell-throw": {"over": ""},
    "escape-lock": {"rating": "1", "way": "avoid"},
}
"""What else a form has to say, so that the ability is rolled."""


def leaves(fields: Sequence[forms.Field], at: str = "") -> Iterator[tuple[str, forms.Field]]:
    """All fields with their paths, those of one row of each list among them."""
    for path, one in filling.fields_of(fields, at):
        yield path, one
        if isinstance(one.kind, forms.Rows):
            yield from leaves(one.kind.row.fields, f"{path}.0.")


def asked() -> Iterator[tuple[str, str, forms.Field]]:
    """Every field of every form of this game that its sheet fills with an ability."""
    for name in app.names():
        entry = app.entry(name)
        if games.game_of(entry) is not GAME:
            continue
        for path, one in leaves(entry.form.fields):
            if filler.of_an_ability(one):
                yield name, path, one


def exempt(name: str, key: str) -> bool:
    return (key, name) in EXEMPT or (key, "*") in EXEMPT


FELT = [(name, path) for name, path, one in asked() if not exempt(name, one.sheet)]


def beside(name: str, path: str, key: str) -> str:
    """The field of wounds that stands nearest to an ability."""
    found = [at for at, one in leaves(app.entry(name).form.fields) if one.sheet == key]
    around = path.split(".")[:-1]

    def shared(at: str) -> int:
        return sum(
            1 for _ in itertools.takewhile(lambda both: both[0] == both[1], zip(around, at.split("."), strict=False))
        )

    return max(found, key=shared, default="")


def lines_of(answer: Answer) -> list[Line]:
    return [line for block in answer.blocks if isinstance(block, Working) for line in block.lines]


def branch_of(name: str, path: str) -> dict[str, str]:
    """The choice that brings a field of a branch, where its name is that of no field of the one taken otherwise."""
    return choice_in(app.entry(name).form.fields, path, "")


def choice_in(fields: Sequence[forms.Field], path: str, at: str) -> dict[str, str]:
    """The same for the fields of a group that begins `at`."""
    for one in fields:
        here = f"{at}{one.name}"
        if not path.startswith(f"{here}."):
            continue
        if isinstance(one.kind, forms.Group):
            return choice_in(one.kind.fields, path, f"{here}.")
        if isinstance(one.kind, forms.Branches):
            inner = path.removeprefix(f"{here}.").split(".")[0]
            found = [key for key, group in one.kind.groups.items() if inner in {field.name for field in group.fields}]
            taken = (one.default or {}).get(forms.CHOICE) if isinstance(one.default, dict) else None
            return {} if taken in found else {f"{here}.{forms.CHOICE}": found[0]}
    return {}


def with_rows(name: str, path: str, pairs: dict[str, str]) -> dict[str, Any]:
    """Inputs with these pairs on top of the defaults, the list of `path` cut down to its first row."""
    form = app.entry(name).form
    flat = dict(forms.flatten(form.write(form.read(ROLLED.get(name, {}) | branch_of(name, path)))))
    for part in [at for at in pairs if ".0." in at] + [path]:
        if ".0." in part:
            rows = part.split(".0.")[0]
            flat = {at: text for at, text in flat.items() if not re.match(rf"{re.escape(rows)}\.[1-9]", at)}
    return {**flat, **pairs}


def hurt(name: str, path: str, dice: int = 0, superficial: int = 0) -> dict[str, str]:
    """The pairs that hurt whoever has the ability at a path."""
    pairs = {}
    if lost := beside(name, path, "wound-dice"):
        pairs[lost] = str(dice)
        lone = beside(name, path, "lone-superficials")
        one = dict(leaves(app.entry(name).form.fields))[lone]
        pairs[lone] = str(superficial > 0).lower() if isinstance(one.kind, forms.Truth) else str(superficial)
        return pairs
    group = beside(name, path, "light-wounds").rpartition(".")[0]
    levels = {"superficial": superficial, "light": 0, "midi": 0, "severe": 0, "traumatic": 0}
    for level, takes in (("traumatic", 4), ("severe", 3), ("midi", 2), ("light", 1)):
        levels[level], dice = divmod(dice, takes)
    return {f"{group}.{level}": str(count) for level, count in levels.items()}


def ability_of(name: str, path: str, dice: int) -> dict[str, str]:
    kind = dict(leaves(app.entry(name).form.fields))[path].kind
    return {path: str(dice) if isinstance(kind, forms.Whole) else f"B{dice}"}


def test_what_is_exempt_is_asked_for_somewhere() -> None:
    met = {(one.sheet, name) for name, _, one in asked()}
    unused = [
        both for both in EXEMPT if both not in met and not (both[1] == "*" and both[0] in {key for key, _ in met})
    ]
    assert not unused
    assert all(rule in rules.REGISTRY or rule == INJ for rule, _ in EXEMPT.values())


@pytest.mark.parametrize(("name", "path"), FELT)
def test_an_ability_that_is_rolled_has_its_wounds(name: str, path: str) -> None:
    keys = [beside(name, path, key) for key in ("wound-dice", "light-wounds")]
    assert any(keys), f"{path} of {name} feels no wounds: give it `wounds: Wounded`, or say above why not"


def answered(name: str, pairs: dict[str, Any]) -> Answer:
    return app.run(name, pairs).answer


def asked_of(name: str, path: str, dice: int, lost: int = 0, lone: int = 0) -> dict[str, Any]:
    """The inputs of a test of an ability with so many dice, and of all that the same wounds touch, hurt so."""
    pairs: dict[str, str] = {}
    wounds = hurt(name, path, lost, lone)
    for form, at in FELT:
        if form == name and hurt(name, at, lost, lone) == wounds and branch_of(name, at) == branch_of(name, path):
            pairs |= ability_of(name, at, dice)
    return with_rows(name, path, {**pairs, **wounds})


STAYS = ("lost", "dice_lost", "most_won_back", "body", "with_inspiration", "with_aura", "after", "reached")
"""What an answer says of the wounds themselves, and what comes from the whole exponent, such as a doubled one."""
TOLD_LATER = {
    "seventeen-steps": "its dice are told from step 11 on",
    "duel": "its dice fall in a volley",
    "range-play": "its dice fall in a volley",
    "fight-play": "its dice fall in a volley",
}
"""Sessions whose opening has no figure that wounds could change; see what is played below."""
CASTINGS = (
    *("cast-a-spell", "casting-roll", "casting-styles", "castings", "practicals"),
    *("spell-area", "spell-damage", "natural-effect", "spell-throw"),
)
"""Castings roll two abilities at once, and wounds take a die of both together (SOR-02): one of each would be two."""
BESIDE = (
    "fight-mix",
    "fight-pairs",
    "fight-exchange",
    "range-mix",
    "range-pairs",
    "power-still-flows",
    "coup-de-magie",
    *CASTINGS,
)
"""Calculators that take Power or Forte too, which `EXEMPT` has as it stands: with fewer of all else they say less."""
DICE_ALONE = (
    "duel-deck",
    "dueling-skills",
    "duel-script",
    "group-duel",
    "later-bonus-dice",
    "later-wound-dice",
    "maneuver-card",
    "purse-by-cycles",
    "lock-tracker",
)
"""Calculators that count dice and name no obstacle of theirs, so that theirs is a ledger alone."""


@pytest.mark.parametrize(("name", "path"), FELT)
def test_a_die_lost_is_a_die_fewer(name: str, path: str) -> None:
    whole, fewer, wounded = (answered(name, asked_of(name, path, *dice)) for dice in ((5,), (4,), (5, 1)))
    rules_of_it = [line.rule for line in lines_of(wounded) if line.amount == -1]
    assert "HUB-18" in rules_of_it or "INJ-06" in rules_of_it, "no line of a ledger takes the die off"
    if name not in TOLD_LATER:
        assert told(wounded) != told(whole), "the die lost changes nothing"
        left = {key: value for key, value in plain(fewer.values).items() if key not in STAYS and name not in BESIDE}
        assert {key: plain(wounded.values).get(key) for key in left} == left


def told(answer: Answer) -> Any:
    """What an answer says, but for the ledgers."""
    return plain([answer.values, *(block for block in answer.blocks if not isinstance(block, Working))])


@pytest.mark.parametrize(("name", "path"), FELT)
def test_a_superficial_wound_is_a_line_of_the_obstacle(name: str, path: str) -> None:
    whole, wounded = (answered(name, asked_of(name, path, 5, lone=lone)) for lone in (0, 1))
    found = any(line.amount == 1 and line.reason == "Superficial wounds" for line in lines_of(wounded))
    assert found or name == "seventeen-steps", "its obstacle is told at step 9"
    if name not in (*TOLD_LATER, *DICE_ALONE):
        assert told(wounded) != told(whole), "the obstacle changes nothing"


NO_COLLAPSE = ("fight-hesitation", "steel-test", "shocking-defeat")
"""Steel at no dice is rolled anyway, and hesitates in full (INJ-14)."""
OTHER_WAYS = {
    "circles-quiet": "the ways without Inconspicuous are left",
    "seventeen-steps": "step 11 may win dice back",
}


@pytest.mark.parametrize(("name", "path"), [one for one in FELT if one[0] not in NO_COLLAPSE])
def test_at_no_dice_there_is_no_test(name: str, path: str) -> None:
    try:
        answer = answered(name, asked_of(name, path, 3, 3))
    except forms.Unusable as error:
        assert "every die" in error.message
        return
    if name in OTHER_WAYS:
        return
    assert answer.verdict is not None
    assert answer.verdict.figure == "No test"
    assert "every die" in answer.sentence
    assert not answer.effects
    assert not any(isinstance(block, (Odds, Grid)) for block in answer.blocks)


def test_a_sheet_fills_in_what_a_hand_would() -> None:
    """A hurt sheet, offered into each form, makes the dice that the same wounds typed by hand make."""
    for name, path in FELT:
        if ".0." in path:
            continue
        for ability in ("Sword", "Will", "Steel"):
            offer = offered(name, path, everything=True).get(ability) if path in everything(name) else None
            if offer is None:
                continue
            by_hand = {**ability_of(name, path, int(offer.pairs[path][-1])), **hurt(name, path, 3, 1)}
            filled = {key: offer.pairs[key] for key in by_hand if key in offer.pairs}
            levels = {key: text for key, text in by_hand.items() if key.endswith(("light", "midi", "severe"))}
            if levels:
                assert [filled[key] for key in levels] == ["1", "1", "0"], (name, path)
            else:
                assert filled == by_hand, (name, path)


def everything(name: str) -> dict[str, list[filling.Offer]]:
    return SHEET.offers(app.entry(name).form, HURT, DEFAULTS, everything=True)


def test_a_wounded_speaker_rolls_fewer_dice_and_counts_a_success_fewer() -> None:
    """The played duel: side A has Oratory B4, a die lost and a Superficial wound, and speaks against a silent side."""
    setup = {"a": {"wounds": {"dice": 1, "superficial": 1}}, "b": {"skills": [{}, {"skill": "falsehood"}]}}
    log: dict[str, Any] = {"setup": app.run("duel", setup).inputs, "steps": []}
    points = {"is": "script", "first": "point", "second": "point", "third": "point"}
    silent = {**points, "first": "feint"}
    for side, move, faces in (
        ("side A", points, []),
        ("side B", silent, []),
        ("table", {"is": "reveal"}, []),
        ("table", {"is": "roll-dice"}, [6, 6, 6]),
    ):
        done = app.step("duel", log, {"side": side, "move": move, "faces": faces}, {})
        assert done.log is not None
        log = done.log
    assert done.answer.values["left"] == [7, 5], "three dice fall, three succeed, and two of them count"


def test_tax_comes_with_resources() -> None:
    assert offered("purchase-builder", "resources")["Resources"].pairs == {"resources": "B4", "taxed": "1"}
    assert offered("market-and-bulk", "resources")["Resources"].pairs["taxed"] == "1"
    assert offered("price-list", "resources")["Resources"].pairs == {"resources": "B3"}, "what Tax has left"
    assert offered("open-test", "pool")["Resources"].pairs["pool"] == "B3"
    assert offered("epiphany", "ability")["Resources"].pairs["ability"] == "B4", "the exponent, not what it rolls"
    assert offered("auction", "bidders")["Resources"].row["resources"] == "B3"


def test_every_field_for_resources_knows_of_tax() -> None:
    """Where a form has no field for taxed dice, its words say that Resources are asked for as they are now."""
    for name, path, one in asked():
        if one.sheet == "resources" and not beside(name, path, "taxed"):
            assert "now" in one.words, f"{name}: {one.words}"
