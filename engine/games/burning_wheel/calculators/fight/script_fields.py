"""Fields that the sessions share in which scripts of Fight! are written and changed."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.forms.fight_script import TEXT, ScriptedVolley, asked, volley_of
from engine.games.burning_wheel.forms.sealing import Nonce
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_script import Script
from engine.games.burning_wheel.rules.plan_changes import Change

FEW = Between(0, 10)
VOLLEY = Between(1, VOLLEYS)
LostVolley = Annotated[int, VOLLEY, Asked("Give up: volley")]
LostAction = Annotated[int, FEW, Asked("its action")]
ChangedVolley = Annotated[int, VOLLEY, Asked("Change: volley")]
ChangedAction = Annotated[int, FEW, Asked("its action")]
Into = Annotated[str, TEXT, asked("Into", "“Withdraw, Avoid”")]


@dataclass(frozen=True, slots=True)
class Volleys:
    """Three volleys as they are typed, unseen until each is announced. A branch of a session is made of it."""

    first: Annotated[str, TEXT, asked("Volley 1")] = ""
    second: Annotated[str, TEXT, asked("Volley 2")] = ""
    third: Annotated[str, TEXT, asked("Volley 3")] = ""
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("first", "second", "third", "nonce")

    @classmethod
    def of(cls, script: Script, nonce: str = "") -> Self:
        """A script as one would type it."""
        first, second, third = (str(ScriptedVolley(volley)) for volley in script.volleys)
        return cls(first, second, third, nonce)

    @property
    def script(self) -> Script:
        """What was typed. Raises `Unusable` at the first word that is no action."""
        texts = {"first": self.first, "second": self.second, "third": self.third}
        first, second, third = (volley_of(text, f"move.{name}") for name, text in texts.items())
        return Script((first, second, third))


def change_of(into: str) -> Change:
    """What an action is changed into. Raises `Unusable` for what is not one action."""
    volley = volley_of(into, "move.into")
    if len(volley.deeds) != 1:
        raise Unusable("move.into", "Write one action, with a positioning before it if you like.")
    return Change(volley.deeds[0], volley.positioning)
