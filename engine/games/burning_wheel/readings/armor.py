"""Armor as the table reads it: what the rulings on it come to as arguments of the rules."""

from collections.abc import Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.armor import Artha, Piece, Quality, Suit, may_test
from engine.games.burning_wheel.rules.armor_wear import TRADES, Mender, Repair, repair
from engine.games.burning_wheel.rules.armor_weight import BOOK, Burden, Hampered, Weighing, burdens, reflexes
from engine.rulings import Rulings

OF_PIECES = {
    "training": ("torso_trained", "torso"),
    "helmet": ("helmet_by_class", "class"),
    "one-limb": ("pair_only", "pair"),
    "half-sleeves": ("half_keeps_climbing", "agility"),
}
"""Rulings that change the burdens of a suit: the field of `Weighing`, and the reading that sets it."""


def tested(armor: Shade, attack: Shade, ask: Rulings) -> bool:
    """Whether armor is tested against an attack; asked for only where the armor is the darker one. Source: ARM-06."""
    return may_test(armor, attack) or ask["armor.shade-gate"] == "always"


def counts(piece: Piece, ask: Rulings) -> bool:
    """Whether the 1 that superior armor rolls again may become a success. Source: ARM-10."""
    return piece.quality is Quality.SUPERIOR and piece.dice > 0 and ask["armor.superior-reroll"] == "counts"


def worn_at_first(ask: Rulings) -> bool:
    """Whether Saving Grace leaves the 1s that it rolls again to wear the armor out all the same. Source: ARM-10."""
    return ask["armor.saving-grace"] == "first"


def boon(persona: int, ask: Rulings) -> int:
    """The dice that Persona buys for an armor test. Source: ARM-22."""
    return persona if persona and Artha.BOON.allowed(boon=ask["armor.boon"] == "yes") else 0


def repaired_by(piece: Piece, skill: Mender, ask: Rulings, back: int = 0) -> Repair:
    """What a repair of all that a piece has lost takes, after `back` dice are there again. Source: ARM-12."""
    single = piece.lost > 1 and ask["armor.repair"] == "single"
    last = piece.lost + back > len(TRADES[Mender.ARMORER].obstacles)
    seventh = last and skill is Mender.ARMORER and ask["armor.seventh-die"] == "armorer"
    return repair(piece.type, piece.lost, skill, back=back, single=single, seventh=seventh)


def weighing(suit: Suit, ask: Rulings, *, trained: bool = True) -> Weighing:
    """How the table weighs this suit; only rulings that change something of it are asked for. Source: ARM-13 to 19."""
    found = BOOK
    for name, (field, reading) in OF_PIECES.items():
        other = replace(found, **{field: True})
        if burdens(suit, other, trained=trained) != burdens(suit, found, trained=trained):
            found = other if ask[f"armor.{name}"] == reading else found
    on = {burden.on for burden in burdens(suit, found, trained=trained)}
    if Hampered.AGILITY in on:
        shared, unarmed = ask["armor.shared-root"] == "yes", ask["armor.unarmed"] == "hampered"
        found = replace(found, shared=shared, unarmed=unarmed)
    if Hampered.SPEED in on:
        found = replace(found, speed_climbs=ask["armor.climbing-root"] == "speed")
    return found


def rounds_up(stats: tuple[int, int, int], found: Sequence[Burden], ask: Rulings) -> bool:
    """Whether the average for Reflexes rounds up; asked for only where it decides something. Source: HUB-40."""
    lost = (found, ())
    uneven = any(reflexes(*stats, one) != reflexes(*stats, one, up=True) for one in lost)
    return uneven and ask["advancement.average"] == "up"
