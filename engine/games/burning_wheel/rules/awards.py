"""Earning artha: awards, nominations, votes, the end of a session, and what one starts with (HUB-68 to 70, 85 on)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables, wording
from engine.option import Option


class Artha(Option):
    """The three kinds of artha. Source: HUB-68."""

    FATE = "fate", "Fate"
    PERSONA = "persona", "Persona"
    DEEDS = "deeds", "Deeds"


class Ends(Option):
    """What ends together with the session; each member takes in those before it. Source: HUB-69, HUB-104."""

    SESSION = "session", "the session"
    SCENARIO = "scenario", "a scenario too"
    ARC = "arc", "a campaign or long adventure too"

    def takes_in(self, other: "Ends") -> bool:
        """Whether `other` has ended as well."""
        order = list(Ends)
        return order.index(other) <= order.index(self)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one kind of artha is given for, what it buys, and how fast it comes. Source: HUB-68, HUB-70."""

    artha: Artha
    given_for: str
    buys: str
    pace: str


@dataclass(frozen=True, slots=True)
class Award:
    """One award of 1 point.

    `by` is "gm" or "vote"; `when` the revised edition's moment: "spot", "scenario" or "arc"; `step` is the step of the
    later edition's end of session, 1 to 4. Source: HUB-69, HUB-104.
    """

    id: str
    name: str
    artha: Artha
    by: str
    when: str
    step: int
    given_for: str

    def moment(self, *, later: bool) -> str:
        """When it is given: "spot", "session", "scenario" or "arc". Source: HUB-69, HUB-104."""
        if not later:
            return self.when
        return "scenario" if self.when == "scenario" else "session"

    def waits(self, ends: Ends) -> bool:
        """Whether it has to wait, because what it is voted for has not ended. Source: HUB-69."""
        return self.when == "scenario" and not ends.takes_in(Ends.SCENARIO)

    @property
    def nominated(self) -> bool:
        """Whether players may name someone for it: never for Deeds. Source: HUB-70."""
        return self.artha is not Artha.DEEDS


def _meaning(row: Mapping[str, Any]) -> Meaning:
    return Meaning(Artha.of(row["id"]), row["given_for"], row["buys"], row["pace"])


def _award(row: Mapping[str, Any]) -> Award:
    return Award(**{**row, "artha": Artha.of(row["artha"])})


FILE = "awards.toml"
MEANINGS: Mapping[Artha, Meaning] = {
    row.artha: row
    for row in tables.rows(__file__, FILE, "artha", ("id", "name", "given_for", "buys", "pace"), _meaning)
}
AWARDS: Mapping[str, Award] = {
    row.id: row
    for row in tables.rows(__file__, FILE, "award", ("id", "name", "artha", "by", "when", "step", "given_for"), _award)
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the end of a session: whose edition, which number, what must have ended, and what is done."""

    edition: str
    number: int
    since: Ends
    words: str


STEPS = tables.rows(
    __file__,
    FILE,
    "step",
    ("edition", "number", "since", "words"),
    lambda row: Step(**{**row, "since": Ends.of(row["since"])}),
)


def steps(ends: Ends, *, later: bool) -> tuple[Step, ...]:
    """The steps that come when this much has ended. Source: HUB-69, HUB-104."""
    edition = "later" if later else "revised"
    return tuple(step for step in STEPS if step.edition == edition and ends.takes_in(step.since))


class Giver(Option):
    """Who wants an award given. Source: HUB-70."""

    PLAYER = "player", "a player"
    GM = "gm", "the GM"


class Given(Option):
    """To whom it shall be given. Source: HUB-70."""

    OTHER = "other", "another player’s character"
    SELF = "self", "the player’s own character"
    NPC = "npc", "a character of the GM’s"


class Word(Option):
    """What becomes of it. Source: HUB-69, HUB-70, HUB-104."""

    GIVEN = "given", "The GM gives it"
    GM = "gm", "The GM decides"
    VOTE = "vote", "The table votes"
    MUST = "must", "The GM must accept"
    NO = "no", "Not to be asked for"


def word(award: Award, giver: Giver, given: Given) -> Word:
    """What becomes of an award that someone proposes for someone. Source: HUB-69, HUB-70, HUB-104.

    What the whole table votes on when a scenario ends needs nobody to be named first.
    """
    if award.when == "scenario":
        return Word.VOTE
    if giver is Giver.PLAYER and (given is Given.SELF or not award.nominated):
        return Word.NO
    if award.by == "vote":
        return Word.VOTE
    if giver is Giver.GM:
        return Word.GIVEN
    return Word.MUST if given is Given.NPC else Word.GM


def majority(voters: int) -> int:
    """The votes that are more than half of `voters`; half is not enough. Source: HUB-65, HUB-69."""
    return voters // 2 + 1


def winners(votes: Sequence[int], voters: int, *, most: bool, tied_all: bool = False) -> tuple[int, ...]:
    """Which of those voted for (by index) get an award.

    With `most` the most votes win, and several with as many get it all together with `tied_all`, otherwise none of
    them yet. Without `most` it takes a majority of `voters`. Source: HUB-69, HUB-104.
    """
    if not most:
        return tuple(index for index, count in enumerate(votes) if count >= majority(voters))
    best = max(votes, default=0)
    leading = tuple(index for index, count in enumerate(votes) if count == best and best)
    return leading if len(leading) == 1 or tied_all else ()


@dataclass(frozen=True, slots=True)
class Wallet:
    """Points of artha, 0 or more of each kind."""

    fate: int = 0
    persona: int = 0
    deeds: int = 0

    @property
    def total(self) -> int:
        return self.fate + self.persona + self.deeds

    @property
    def words(self) -> str:
        """ "1 Fate and 2 Persona", or "nothing"."""
        held = [f"{self.of(kind)}{wording.NO_BREAK}{kind.words}" for kind in Artha if self.of(kind)]
        return wording.listed(held) if held else "nothing"

    def __add__(self, other: "Wallet") -> "Wallet":
        return Wallet(self.fate + other.fate, self.persona + other.persona, self.deeds + other.deeds)

    def plus(self, artha: Artha, amount: int = 1) -> "Wallet":
        """The wallet with `amount` points of one kind more."""
        held = {kind.value: getattr(self, kind.value) for kind in Artha}
        return Wallet(**{**held, artha.value: held[artha.value] + amount})

    def of(self, artha: Artha) -> int:
        """The points of one kind."""
        return int(getattr(self, artha.value))


class Style(Option):
    """How heroic the game shall begin. Source: HUB-85."""

    GRITTY = "gritty", "long and gritty"
    MEDIUM = "medium", "of medium length"
    LIFEPATHS = "lifepaths", "a heroic start: by lifepaths"
    ONE_SHOT = "one-shot", "one evening at high voltage"


STARTS: Mapping[str, Wallet] = dict(
    tables.rows(
        __file__,
        FILE,
        "start",
        ("id", "fate", "persona", "deeds"),
        lambda row: (row["id"], Wallet(row["fate"], row["persona"], row["deeds"])),
    )
)
CYCLE = (Artha.FATE, Artha.FATE, Artha.PERSONA, Artha.PERSONA, Artha.DEEDS)
SPELLED_LIFEPATHS = 9
"""The book spells the cycle out up to here; the pattern goes on."""


def starting(style: Style, lifepaths: int = 1) -> Wallet:
    """What a character starts with; `lifepaths` (1 or more) matter for that style only. Source: HUB-85."""
    if style is not Style.LIFEPATHS:
        return STARTS[style.value]
    wallet = Wallet()
    for path in range(lifepaths):
        wallet = wallet.plus(CYCLE[path % len(CYCLE)])
    return wallet


def of_opponent(wallet: Wallet, more: Wallet = Wallet()) -> Wallet:
    """What an opponent starts with beside characters with `wallet`: as much or a little `more`, no Deeds.

    Source: HUB-86.
    """
    return Wallet(wallet.fate + more.fate, wallet.persona + more.persona)


PRICE: Mapping[Artha, int] = {Artha.FATE: 1, Artha.PERSONA: 2, Artha.DEEDS: 3}
"""Old points that each kind costs. Source: HUB-87."""


def converted(points: int) -> tuple[Wallet, ...]:
    """Every wallet that `points` (0 or more) of the oldest edition's artha buy, most Deeds first. Source: HUB-87."""
    found = []
    for deeds in range(points // PRICE[Artha.DEEDS], -1, -1):
        rest = points - deeds * PRICE[Artha.DEEDS]
        found += [
            Wallet(rest - persona * PRICE[Artha.PERSONA], persona, deeds)
            for persona in range(rest // PRICE[Artha.PERSONA], -1, -1)
        ]
    return tuple(found)
