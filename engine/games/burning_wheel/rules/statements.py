"""Beliefs and Instincts from session to session: changes asked, artha noted, traits grown (HUB-59, HUB-60, HUB-67).

Each method of `Statements` gives them as they are after that, or raises `Refused` with the sentence why not; numbers
count from 1. Nothing here knows a form.

A bot that asks for a change, and a GM who lets it wait for a session:

>>> kept = Statements((Statement("I owe Odo my life."), Statement("Never sit with my back to a door.")))
>>> kept = kept.ask(1, "Odo and I are even.").delay(1).rest().allow(1).note(1, Artha.FATE)
>>> print(kept.sitting, kept.lines[0].text, kept.lines[0].noted.fate)
2 Odo and I are even. 1
"""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.refused import Refused


@dataclass(frozen=True, slots=True)
class Statement:
    """A Belief or an Instinct: what it says, the artha noted, and the change that was asked for, if any."""

    text: str
    noted: Wallet = Wallet()
    wish: str = ""
    delayed: bool = False


@dataclass(frozen=True, slots=True)
class Statements:
    """Beliefs and Instincts in session number `sitting`; `stays` says that one that became a trait is kept as it is."""

    lines: tuple[Statement, ...]
    stays: bool = False
    sitting: int = 1

    def ask(self, number: int, text: str) -> "Statements":
        """With a change asked for, which waits for the GM. Source: HUB-59."""
        if not text:
            raise Refused("Say what it shall say from then on.")
        return self._with(number, replace(self._at(number), wish=text, delayed=False))

    def allow(self, number: int) -> "Statements":
        """The change that was asked for holds from now on; what is noted stays. Source: HUB-59."""
        asked = self._asked(number)
        return self._with(number, Statement(asked.wish, asked.noted))

    def delay(self, number: int) -> "Statements":
        """The change that was asked for has to wait: it would only dodge trouble. Source: HUB-59."""
        return self._with(number, replace(self._asked(number), delayed=True))

    def note(self, number: int, artha: Artha, points: int = 1) -> "Statements":
        """With artha noted that was spent in a scene about it. Source: HUB-67."""
        old = self._at(number)
        return self._with(number, replace(old, noted=old.noted.plus(artha, points)))

    def grow(self, number: int) -> "Statements":
        """The vote made it a trait; what is left of it is a ruling. Source: HUB-67."""
        old = self._at(number)
        if not old.noted.total:
            raise Refused(f"Number {number} has no artha noted on it, so it cannot become a trait.")
        return self if self.stays else self._with(number, Statement(""))

    def rest(self) -> "Statements":
        """A new session begins."""
        return replace(self, sitting=self.sitting + 1)

    def _at(self, number: int) -> Statement:
        if number > len(self.lines):
            raise Refused(f"The list ends at number {len(self.lines)}; this says {number}.")
        return self.lines[number - 1]

    def _asked(self, number: int) -> Statement:
        found = self._at(number)
        if not found.wish:
            raise Refused(f"Nobody asked to change number {number}.")
        return found

    def _with(self, number: int, statement: Statement) -> "Statements":
        return replace(self, lines=(*self.lines[: number - 1], statement, *self.lines[number:]))
