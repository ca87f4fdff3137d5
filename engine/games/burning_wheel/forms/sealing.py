"""Secret moves of a conflict between devices: the seal that goes first, what opens it, and how a page offers both.

A session keeps `Seals` of its sides in its state. A move that is made unseen has a `Nonce` among its fields, all of
which it names ``secret``, and a ``handed`` that ends in `handed` here. `offers` are the moves of a side that chooses
unseen, `Seals.with_seal` takes a `SealCame`, and `opened` gives the move that an `OpenSealed` holds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

from engine import forms
from engine.forms import Asked, Longest, Unusable, branch
from engine.games.burning_wheel.rules import sealed
from engine.games.burning_wheel.rules.sealed import Where
from engine.refused import Refused
from engine.session import Offer

SIDES = ("side A", "side B")
CODE = Longest(400)
"""Room for any seal, and for three words under one."""
NONCE = Asked("Secret number", "Drawn by the browser; nobody can guess what is sealed with it.", more=True, draws=16)
Nonce = Annotated[str, Longest(40), NONCE]
DRAWN = "nonce"


@branch("Take a seal over")
class SealCame:
    """The seal of a script that was written on another device; what opens it comes later."""

    seal: Annotated[str, CODE, Asked("The seal")] = ""

    away: ClassVar[bool] = True


@branch("Open a sealed script")
class OpenSealed:
    """A script that came under seal from another device, now that it is opened."""

    seal: Annotated[str, CODE, Asked("The seal that came first")] = ""
    opened: Annotated[str, Longest(sealed.LONGEST_CODE), Asked("What it was opened with")] = ""

    secret: ClassVar[tuple[str, ...]] = ("opened",)
    away: ClassVar[bool] = True


@branch("Open a sealed act")
class OpenAct(OpenSealed):
    """The same for what was chosen unseen in a single volley."""

    thing: ClassVar[str] = "act"


@dataclass(frozen=True, slots=True)
class Seals:
    """The seals that have come from other devices, one for each side ("" for none), and whose has just come."""

    codes: tuple[str, ...] = ("", "")
    came: int | None = None

    def with_seal(self, place: int, code: str, where: Where) -> "Seals":
        """The same with a seal that has come. Raises `Refused` where it is not whole, or belongs elsewhere."""
        sealed.arrived(code, where)
        return Seals(tuple(code if at == place else one for at, one in enumerate(self.codes)), place)

    def settled(self, *, kept: bool) -> "Seals":
        """What is left of them after any other step: all where the same choice goes on (`kept`), else none."""
        return replace(self, came=None) if kept else Seals(("",) * len(self.codes))

    def last(self, places: Iterable[int]) -> tuple[int, ...]:
        """The sides that still choose, in turn; last whoever only has to open a seal."""
        return tuple(sorted(places, key=lambda place: bool(self.codes[place])))


Secret = TypeVar("Secret")


class Sealable(Protocol):
    """A move that is made unseen, with the number that seals it as its `nonce`, "" for one that stays here."""

    secret: ClassVar[tuple[str, ...]]

    @property
    def nonce(self) -> str: ...


def handed(move: Sealable, where: Where, *, both: bool) -> tuple[object, ...]:
    """The moves that make a secret move on another device: its seal, and once `both` have sealed, what opens it."""
    said = forms.kind_of(type(move)).write(move)
    script = {name: said[name] for name in move.secret if name != DRAWN}
    return swapped(where, script, move.nonce, opening(where), both=both)


def swapped(where: Where, script: Any, nonce: str, opens: Any, *, both: bool) -> tuple[object, ...]:
    """The same for a script in other words, and for another move that opens it."""
    if not nonce:
        return ()
    drawn = sealed.nonce_of(nonce)
    seal = sealed.seal(where, script, drawn)
    if not both:
        return (SealCame(seal),)
    return SealCame(seal), replace(opens, seal=seal, opened=sealed.reveal(where, script, drawn))


def opening(where: Where) -> OpenSealed:
    """What opens a script, or an act."""
    return OpenAct() if where.volley else OpenSealed()


def readable(nonce: str) -> None:
    """Raises `Refused` for a secret number that no browser draws; "" is none."""
    if nonce:
        sealed.nonce_of(nonce)


def offers(
    main: Offer, names: tuple[str, str], seal: str, opens: Any = OpenSealed(), thing: str = "script"
) -> tuple[Offer, ...]:
    """What a side may do that chooses unseen: `main` on this device, or take codes over from another.

    After its seal has come, only what `opens` it. `names` are its own and the other side’s, `thing` is what it chooses,
    in a word.
    """
    name, other = names
    words = f"Open {name}’s sealed {thing}"
    if seal:
        says = f"Send {other}’s seal, then what opens it; {name} sends the like."
        return (Offer(replace(opens, seal=seal), words, f"{name}’s {thing} is under seal", says),)
    return (
        main,
        Offer(type(opens), words, words, aside=True),
        Offer(SealCame, f"Take {name}’s seal over", f"{name}’s seal has come", aside=True),
    )


def behind(found: Iterable[Offer], *, turn: int) -> tuple[Offer, ...]:
    """The offers of the side whose turn it is, or of another one (`turn` above 0), which stand behind the others."""
    return tuple(replace(one, aside=one.aside or turn > 0) for one in found)


def checked(move: Any, where: Where, seal: str) -> Any:
    """What a move that opens something holds; `seal` is the one that came before, if one did. Raises `Refused`."""
    if seal not in ("", move.seal):
        raise Refused("This opens another seal than the one that came first.")
    return sealed.check(move.seal, move.opened, where)


def opened(move: OpenSealed, where: Where, seal: str, cls: type[Secret]) -> Secret:
    """The move that was sealed, of class `cls`. Raises `Refused` for a code without one, and as `checked` does."""
    said = checked(move, where, seal)
    try:
        made: Secret = forms.kind_of(cls).read(said, "")
    except Unusable as error:
        raise Refused(f"The opened {where.thing} is the one that was sealed, and cannot be read: {error}") from None
    return made
