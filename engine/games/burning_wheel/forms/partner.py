"""A sparring partner in a session: the move that lets it play a side, and what the session keeps of it."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar

from engine.forms import Asked, Longest, branch
from engine.games.burning_wheel.rules import sparring
from engine.games.burning_wheel.rules.sparring import Strength

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
