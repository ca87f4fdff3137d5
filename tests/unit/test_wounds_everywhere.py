"""Wounds and Tax reach every calculator that rolls an ability of the sheet (HUB-18, INJ-09, RES-08)."""

from typing import Any

from engine import app, filling, sheets
from engine.rulings import Rulings

DEFAULTS = Rulings({})
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
    ask = Rulings(chosen or {})
    found = filling.offers(app.entry(name).form, sheets.canonical(HURT), ask, **also)
    return {offer.ability: offer for offer in found[path]}


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
