"""Burning Wheel: its dice, rules, sheet, pictures and calculators."""

from engine.games import Game
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.sheet.effects import EFFECTS
from engine.games.burning_wheel.sheet.filler import CharacterFiller
from engine.games.burning_wheel.sheet.form import check_names, strip
from engine.games.burning_wheel.views import (
    abilities,
    blocks,
    clocks,
    deck,
    doll,
    experience_log,
    ladders,
    script_sheets,
    track,
    wheel,
)
from engine.sheet import Sheet

SPELLING = {
    "armou": "armo",
    "behaviou": "behavio",
    "colou": "colo",
    "defenc": "defens",
    "favou": "favo",
    "grey": "gray",
    "harbou": "harbo",
    "honou": "hono",
    "licens": "licenc",
    "manoeu": "maneu",
    "offenc": "offens",
    "practis": "practic",
    "rumou": "rumo",
    "skilfu": "skillfu",
}

GAME = Game(
    NAME,
    "Burning Wheel",
    __name__,
    Sheet(
        "character-sheet",
        EFFECTS,
        lambda values: check_names(values["abilities"]),
        CharacterFiller,
        starts={"New opponent": {"opponent": True, "name": "Guard"}},
        strip=strip,
    ),
    {
        blocks.Track: track.track,
        blocks.ChanceTrack: track.track,
        blocks.Doll: doll.doll,
        blocks.Clocks: clocks.clocks,
        blocks.Ladders: ladders.ladders,
        blocks.Deck: deck.deck,
        blocks.ScriptSheets: script_sheets.script_sheets,
        blocks.ExperienceLog: experience_log.experience_log,
        blocks.AbilityTable: abilities.ability_table,
        blocks.Wheel: wheel.wheel,
    },
    awake=("roll",),
    books="belongs to Luke Crane and Burning Wheel HQ.",
    spelling=SPELLING,
    units=("Ob",),
    unprefixed=True,
)
