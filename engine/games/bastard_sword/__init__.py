"""Bastard Sword: its dice, rules, sheet, pictures and calculators."""

from engine.games import Accent, Game
from engine.games.bastard_sword.name import NAME
from engine.games.bastard_sword.sheet.effects import EFFECTS
from engine.games.bastard_sword.sheet.filler import CharacterFiller
from engine.games.bastard_sword.sheet.form import check, strip
from engine.games.bastard_sword.views import arcs, bands, blocks, injuries, stairs, virtue
from engine.sheet import Sheet

GAME = Game(
    NAME,
    "Bastard Sword",
    __name__,
    Sheet(
        "bs-sheet",
        EFFECTS,
        check,
        CharacterFiller,
        kind="adventurer",
        starts={"New opponent": {"opponent": True, "name": "Brigand"}},
        strip=strip,
    ),
    {
        blocks.DieStairs: stairs.stairs,
        blocks.InjuryRows: injuries.rows,
        blocks.VirtueLine: virtue.virtue,
        blocks.Arcs: arcs.arcs,
        blocks.BurdenBands: bands.bands,
    },
    awake=("bs-roll",),
    books="belongs to its authors.",
    spelling={"armo": "armou", "gray": "grey", "labor": "labour", "maneu": "manoeu"},
    units=("DL",),
    accent=Accent("#1f5f8b", "#7fb8e0"),
)
