"""A sparring partner in a session: the move that lets it play a side, and what the session keeps of it."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar

from engine.answer import Told
from engine.forms import Asked, Longest, branch
from engine.games.burning_wheel.rules import sparring
from engine.games.burning_wheel.rules.sparring import Strength
from engine.session import Offer

SEED = Asked("Its luck", "Drawn by the browser, and kept in the log.", more=True, draws=8)


@branch("Let a sparring partner play")
class Spar:
    """The page plays this side against you, and never looks at your script."""

    strength: Annotated[Strength, Asked("It plays")] = Strength.MIX
    seed: Annotated[str, Longest(40), SEED] = ""


@branch("The partner plays")
class PartnerPlays:
    """What the partner has to choose is chosen."""

    follows: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Partner:
    """Which side a partner plays, how strongly, and the seed of its luck."""

    place: int
    strength: Strength
    seed: str

    def luck(self, *turn: object) -> Random:
        """Its luck in one turn."""
        return sparring.luck(self.seed, *turn)


def offer(name: str, when: str = "volley") -> Offer:
    """The move that lets a partner play a side from now on; `when` it says what was given away."""
    says = f"It never sees your script, and after each {when} it says what you gave away."
    return Offer(Spar, "Let it play", f"A sparring partner plays {name}", says, aside=True)


def joins(move: Spar, name: str, rule: str) -> Told:
    """The line of a partner who has joined."""
    return Told(0, f"is played by a sparring partner: {move.strength.words}.", rule, name)
