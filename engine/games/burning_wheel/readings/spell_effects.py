"""What comes of a spell, as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.spell_damage import Uses, uses
from engine.games.burning_wheel.rules.spells import Duration, Spell
from engine.rulings import Rulings

LEAST_SHOWN = 1


def uses_of(spell: Spell, ask: Rulings, *, second: bool = False) -> Uses:
    """What the successes over the obstacle of a spell may go into. Source: SOR-04, SOR-19."""
    flat = not spell.caret
    time = flat and spell.duration is Duration.ELAPSED and ask["sorcery.flat-duration"] == "yes"
    die = not (flat and spell.harm is not None) or ask["sorcery.flat-fate"] == "yes"
    return uses(spell, flat_duration=time, flat_fate=die, second=second)


def of_own(own: int, against: int, ask: Rulings) -> bool:
    """Whether successes count over the spell’s own obstacle; asked for only where it was raised. Source: SOR-04."""
    return own != against and ask["sorcery.over-what"] == "own"


def shade_of(sorcery: Ability, will: Ability, ask: Rulings) -> Shade:
    """The shade in which a spell does damage; asked for only where an ability is gray or white. Source: SOR-20."""
    if sorcery.shade is Shade.BLACK and will.shade is Shade.BLACK:
        return Shade.BLACK
    return {"sorcery": sorcery.shade, "will": will.shade, "black": Shade.BLACK}[ask["sorcery.damage-shade"]]


def armor_against(suit: Suit, ask: Rulings) -> Suit:
    """What armor is tested against a spell; asked for only where there is some. Source: SOR-20."""
    return suit if not suit.pieces or ask["sorcery.spell-armor"] == "tested" else Suit()


def least_rung(ask: Rulings) -> int:
    """The rung of a Natural Effect that just comes off: none, or the first. Source: SOR-23."""
    return LEAST_SHOWN if ask["sorcery.natural-none"] == "first" else 0


def walls(ask: Rulings) -> bool:
    """Whether whom a spell throws is hurt by what they are thrown into, with Will for Power. Source: SOR-24."""
    return ask["sorcery.natural-throw"] == "walls"
