"""One blow as the table reads the rules; each reading is asked for only where it changes something (WPN-42)."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.readings import armor
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules.armor import Suit, may_test
from engine.games.burning_wheel.rules.blow import Blast, Foe, Landing, covering
from engine.games.burning_wheel.rules.bombs import Near
from engine.games.burning_wheel.rules.striking import Spot, within
from engine.games.burning_wheel.rules.wounds import Level, Tolerances
from engine.rulings import Rulings


def foe_of(
    attack: Landing,
    tolerances: Tolerances,
    suit: Suit,
    levels: Sequence[Level],
    ask: Rulings,
) -> Foe:
    """Whom a blow meets, as this table reads armor. Source: WPN-05, ARM-06, ARM-10."""
    places = [place for spot in attack.spots for place in within(spot)]
    met = [piece for piece in suit if piece.location in places and piece.dice]
    lighter = [piece for piece in met if not may_test(piece.shade, attack.shade)]
    tested = [piece for piece in met if piece not in lighter]
    gate = not any(armor.tested(piece.shade, attack.shade, ask) for piece in lighter)
    counts = any(armor.counts(piece, ask) for piece in (met if not gate else tested))
    return Foe(tolerances, suit, tuple(levels), by_die=_by_die(attack, suit, ask), gate=gate, counts=counts)


def blast_of(near: Near, speed: Pool, bonus: int, spot: Spot, ask: Rulings) -> Blast:
    """A bomb that goes off, as the table reads a tie with it. Source: WPN-25, WPN-30."""
    return Blast.beside(near, speed, bonus, spot, tie_caught=ask["bomb.tie"] == "caught", chain=chain(ask))


def _by_die(attack: Landing, suit: Suit, ask: Rulings) -> bool:
    """Whether a die chooses between two limbs; asked for only where they are covered differently. Source: WPN-05."""
    pairs = [within(spot) for spot in attack.spots if len(within(spot)) > 1]
    apart = any(covering(suit, first) != covering(suit, second) for first, second in pairs)
    return apart and ask["blow.limb"] == "die"
