"""Two devices without a server, each with its own record of one session."""

import json
from collections.abc import Mapping
from typing import Any

from engine import app


class Device:
    """One of the devices on which a session is played."""

    def __init__(self, calculator: str, setup: Mapping[str, Any] | None = None) -> None:
        self.calculator = calculator
        self.shown: dict[str, Any] = {"log": {"setup": dict(setup or {})}, "at": 0}

    def asked(self, do: str, **more: Any) -> dict[str, Any]:
        """What the page is told that asks for something where the session stands."""
        asked = {"do": do, "calculator": self.calculator, "log": self.shown["log"], "at": self.shown["at"], **more}
        answer: dict[str, Any] = json.loads(app.call(json.dumps(asked)))
        return answer

    def make(self, side: str, move: Any, **dice: Any) -> None:
        """One step, with what follows it by itself."""
        answer = self.asked("step", move={"side": side, "move": move, **dice}, follow=True)
        assert "error" not in answer, answer["error"]
        self.shown = answer

    def refused(self, side: str, move: Any) -> str:
        """The sentence for a step that cannot be made here; the session stands as it stood."""
        sentence: str = self.asked("step", move={"side": side, "move": move})["error"]["message"]
        return sentence

    def handed(self, side: str) -> list[dict[str, Any]]:
        """The moves that make a side's secret move on the other device, as far as they may go there by now."""
        moves: list[dict[str, Any]] = self.asked("peek")["handed"].get(side, [])
        return moves

    def take(self, other: "Device") -> None:
        """Make the step that was made last on the other device, with its dice."""
        step = other.shown["log"]["steps"][other.shown["back"]]
        self.make(step["side"], step["move"], faces=step["faces"])
