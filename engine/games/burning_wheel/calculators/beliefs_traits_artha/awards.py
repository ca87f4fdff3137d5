"""Earning artha: the end of a session for the whole table, single awards, starting artha, old artha (HUB-68 to 87)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import SetValue
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.readings.awards import winners_of
from engine.games.burning_wheel.rules import awards as rules
from engine.games.burning_wheel.rules.awards import (
    AWARDS,
    MEANINGS,
    Artha,
    Award,
    Ends,
    Given,
    Giver,
    Style,
    Wallet,
    Word,
)
from engine.games.burning_wheel.sheet.effects import Spend
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

MORE = Between(0, 10)
MOST_PLAYERS = 40
MOST_NAMED = 6
"""With more players than these the sentence aloud gives the sum alone."""


class Won(Option):
    """An award as a chip; the values are ids of `AWARDS`."""

    BELIEF = "belief", "F · Belief"
    INSTINCT = "instinct", "F · Instinct"
    TRAIT = "trait", "F · Trait"
    HUMOR = "humor", "F · Humor"
    RIGHT_SKILL = "right-skill", "F · Right Skill"
    EMBODIMENT = "embodiment", "P · Embodiment"
    MOLDBREAKER = "moldbreaker", "P · Moldbreaker"
    PERSONAL_GOAL = "personal-goal", "P · Personal Goal"
    WORKHORSE = "workhorse", "P · Workhorse"
    MVP = "mvp", "P · MVP"
    GREATER_GOALS = "greater-goals", "D · Greater Goals"
    BEYOND_THE_CALL = "beyond-the-call", "D · Beyond the Call"

    @property
    def award(self) -> Award:
        return AWARDS[self.value]


class Voted(Option):
    """An award that the table votes on; the values are ids of `AWARDS`."""

    MOLDBREAKER = "moldbreaker", "Moldbreaker"
    WORKHORSE = "workhorse", "Workhorse"
    MVP = "mvp", "MVP"

    @property
    def award(self) -> Award:
        return AWARDS[self.value]


@row("player")
class PlayerRow:
    """Someone who may have earned artha, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    awards: Annotated[frozenset[Won], Asked("Awards earned")] = frozenset()
    more_fate: Annotated[int, MORE, Asked("More Fate", "For a second Belief, Instinct or trait.", more=True)] = 0
    more_persona: Annotated[int, MORE, Asked("More Persona", "For a second goal.", more=True)] = 0
    npc: Annotated[bool, Asked("A character of the GM’s", more=True)] = False

    @property
    def extra(self) -> Wallet:
        """What comes on top of the chips."""
        return Wallet(self.more_fate, self.more_persona)


@row("vote")
class VoteRow:
    """Votes that someone got, as a row of the form."""

    award: Annotated[Voted, Asked("Award")] = Voted.MOLDBREAKER
    player: Annotated[int, Between(1, MOST_PLAYERS), Asked("Whose row", quick=(1, 2, 3, 4, 5))] = 1
    votes: Annotated[int, Between(0, MOST_PLAYERS + 1), Asked("Votes", quick=(1, 2, 3, 4))] = 1


@dataclass(frozen=True, slots=True)
class Poll:
    """The votes on one award: those for every row, who `won` it (by index), and whether it has to wait."""

    voted: Voted
    votes: Sequence[int]
    won: Sequence[int]
    waits: bool

    def outcome(self, index: int) -> str:
        """What came of the votes for a row."""
        return "waits" if self.waits else "1 Persona" if index in self.won else "not enough"


@dataclass(frozen=True, slots=True)
class Earner:
    """Someone at the table, and what is earned today."""

    row: PlayerRow
    name: str
    awards: Sequence[Award]

    @property
    def wallet(self) -> Wallet:
        """The points that go into the wallet."""
        wallet = self.row.extra
        for award in self.awards:
            wallet = wallet.plus(award.artha)
        return wallet

    @property
    def cells(self) -> tuple[str | None, ...]:
        """As a row of a table: who, how much of each kind, and for what."""
        points = (wording.signed(self.wallet.of(kind)) if self.wallet.of(kind) else None for kind in Artha)
        more = [f"{self.row.extra.of(kind)} more {kind.words}" for kind in Artha if self.row.extra.of(kind)]
        return (self.name, *points, ", ".join([award.name for award in self.awards] + more) or None)


MyRow = Annotated[
    int,
    Between(0, MOST_PLAYERS),
    Asked("Which row is you", "Its points go onto your sheet; 0 for none.", quick=(0, 1, 2, 3, 4)),
]


@calculator("end-of-session", rules="HUB-69 HUB-104")
def end_of_session(
    ends: Annotated[Ends, Asked("What ends now")] = Ends.SESSION,
    players: Annotated[tuple[PlayerRow, ...], Asked("At the table, without the GM")] = (
        PlayerRow("Ilse", frozenset({Won.BELIEF})),
        PlayerRow("Bram", frozenset({Won.INSTINCT, Won.EMBODIMENT})),
        PlayerRow("Odo"),
    ),
    votes: Annotated[tuple[VoteRow, ...], Asked("Votes you want counted")] = (),
    mine: MyRow = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Who earns what at the end of the session?"""
    if mine > len(players):
        raise Unusable("mine", f"The table has {wording.count(len(players), 'row')}; this says {mine}.")
    later = ask["edition"] == "later"
    names = _names(players)
    voters = sum(not one.npc for one in players) + 1
    polls = [
        Poll(voted, poll, winners_of(voted.award, poll, voters, ask), voted.award.waits(ends))
        for voted, poll in _polls(players, votes, voters).items()
    ]
    waiting = {won.value for one in players for won in one.awards if won.award.waits(ends)}
    waiting |= {poll.voted.value for poll in polls if poll.waits}
    earners = []
    for index, (one, name) in enumerate(zip(players, names, strict=True)):
        ids = {won.value for won in one.awards} | {poll.voted.value for poll in polls if index in poll.won}
        earners.append(Earner(one, name, [award for award in AWARDS.values() if award.id in ids - waiting]))
    total = sum((one.wallet for one in earners), Wallet())
    own = earners[mine - 1].wallet if mine else Wallet()
    due = rules.steps(ends, later=later)
    columns = ("Who", *(kind.words for kind in Artha), "For")
    shares = tuple(Fact(total.of(kind), kind.words) for kind in Artha)
    return Answer(
        values={
            **{kind.value: total.of(kind) for kind in Artha},
            "players": [{"name": one.name, **{kind.value: one.wallet.of(kind) for kind in Artha}} for one in earners],
            "voters": voters,
            "majority": rules.majority(voters),
            **{one.value: [] for one in Voted},
            **{poll.voted.value: [names[index] for index in poll.won] for poll in polls},
            "waiting": sorted(waiting),
            "steps": [step.number for step in due],
        },
        blocks=(
            Verdict(f"{total.total} artha", shares, _aloud(earners, total)),
            Table("Into the wallets", columns, tuple(one.cells for one in earners), mine - 1 if mine else None),
            *_ballot(names, polls, voters),
            *(
                Note(f"{AWARDS[award].name} waits for the end of the scenario: not counted here.", rule="HUB-69")
                for award in sorted(waiting)
            ),
            *_of_the_gm(players, early=bool(total.deeds) and not later and not ends.takes_in(Ends.ARC)),
            _order(due, voters, later),
            Note("Last, everyone looks over the test logs for a mark that was forgotten.", rule="HUB-43"),
        ),
        effects=tuple(Spend(kind.value, -own.of(kind)) for kind in Artha if own.of(kind)),
    )


def _names(players: Sequence[PlayerRow]) -> list[str]:
    """What everyone is called. Raises `Unusable` where one of the GM's characters shall earn Deeds."""
    names = [one.name or ("The GM’s character" if one.npc else f"Player {n}") for n, one in enumerate(players, 1)]
    for index, one in enumerate(players):
        if one.npc and any(won.award.artha is Artha.DEEDS for won in one.awards):
            why = f"Nobody may name an NPC for Deeds, and {names[index]} is one of the GM’s."
            raise Unusable(f"players.{index}.awards", why)
    return names


def _polls(players: Sequence[PlayerRow], votes: Sequence[VoteRow], voters: int) -> Mapping[Voted, list[int]]:
    """For each award that is counted, the votes for every row. Raises `Unusable` where they do not fit together."""
    polls: dict[Voted, Counter[int]] = {}
    for index, vote in enumerate(votes):
        if vote.player > len(players):
            why = f"The table has {wording.count(len(players), 'row')}; this says {vote.player}."
            raise Unusable(f"votes.{index}.player", why)
        polls.setdefault(vote.award, Counter())[vote.player - 1] += vote.votes
    for voted, poll in polls.items():
        if any(won.award is voted.award for one in players for won in one.awards):
            raise Unusable("votes", f"{voted.words} is counted here and given by a chip as well; keep one of them.")
        cast = max(poll.values()) if voted is Voted.MOLDBREAKER else poll.total()
        if cast > voters:
            everyone = f"{wording.count(voters, 'voter')}, the GM among them, have one vote each"
            raise Unusable("votes", f"{everyone}; this counts {cast}.")
    return {voted: [poll[index] for index in range(len(players))] for voted, poll in polls.items()}


def _aloud(earners: Sequence[Earner], total: Wallet) -> str:
    paid = [f"{one.name}: {one.wallet.words}" for one in earners if one.wallet.total]
    if not paid:
        return "Nobody has earned artha yet."
    if len(paid) > MOST_NAMED:
        return f"{len(paid)} of {len(earners)} earn {total.words} together."
    return f"{'; '.join(paid)}."


def _ballot(names: Sequence[str], polls: Sequence[Poll], voters: int) -> tuple[Table, ...]:
    """Every vote that was counted, and what came of it; nothing where none was."""
    rows = tuple(
        (poll.voted, names[index], f"{count} of {voters}", poll.outcome(index))
        for poll in polls
        for index, count in enumerate(poll.votes)
        if count
    )
    return (Table("The votes", ("Award", "For", "Votes", "Result"), rows),) if polls else ()


def _of_the_gm(players: Sequence[PlayerRow], *, early: bool) -> list[Note]:
    """Whether Deeds come `early`, and what the GM's characters get."""
    notes = []
    if early:
        notes.append(
            Note("The book gives Deeds when a long run of goals ends. The GM has the last word.", rule="HUB-69")
        )
    if any(one.npc for one in players):
        notes.append(Note("What players give to the GM’s characters, the GM must accept.", rule="HUB-70"))
    return notes


def _order(due: Sequence[rules.Step], voters: int, later: bool) -> Steps:
    """All steps of the end of a session, with those that are not due today."""
    steps = (step.words if step in due else f"Not today: {step.words}" for step in rules.steps(Ends.ARC, later=later))
    majority = f"A majority of the {wording.count(voters, 'voter')} is {rules.majority(voters)}."
    return Steps(tuple(steps), f"In this order. {majority}")


MOMENTS = {
    "spot": "on the spot",
    "session": "at the end of the session",
    "scenario": "at the end of a scenario",
    "arc": "at the end of a long run of goals",
}


@calculator("artha-award", rules="HUB-68 HUB-69 HUB-70")
def artha_award(
    award: Annotated[Won, Asked("The award")] = Won.BELIEF,
    giver: Annotated[Giver, Asked("Proposed by")] = Giver.PLAYER,
    given: Annotated[Given, Asked("Given to")] = Given.OTHER,
    *,
    ask: Rulings,
) -> Answer:
    """What is this award for, and may I propose someone for it?"""
    one = award.award
    found = rules.word(one, giver, given)
    later = one.when in ("spot", "arc") and ask["edition"] == "later"
    moment = MOMENTS[one.moment(later=later)]
    meaning = MEANINGS[one.artha]
    blocks: list[Block] = [
        Verdict(
            found.words,
            (Fact(f"1 {one.artha.words}"), Fact(moment)),
            f"{one.name} is 1 {one.artha.words}, for {one.given_for}. {_because(found, one)}",
        ),
        replace(kinds_of_artha(), current=list(Artha).index(one.artha)),
    ]
    if given is Given.NPC and one.artha is Artha.DEEDS:
        blocks.append(Note("The book advises against Deeds for the GM’s characters.", rule="HUB-86"))
    if one.id in (Won.WORKHORSE.value, Won.MVP.value):
        blocks.append(Note("Everyone has one vote, and the GM no more than that.", rule="HUB-69"))
    return Answer(
        values={
            "artha": one.artha.value,
            "amount": 1,
            "by": one.by,
            "when": moment,
            "word": found.value,
            "nominated": one.nominated,
            "buys": meaning.buys,
            "pace": meaning.pace,
        },
        blocks=tuple(blocks),
    )


def _because(found: Word, award: Award) -> str:
    match found:
        case Word.NO if not award.nominated:
            return "Players name nobody for Deeds; the GM gives them alone."
        case Word.NO:
            return "Players name each other, not themselves."
        case Word.VOTE:
            return "Anyone may be named; the table votes."
        case Word.MUST:
            return "The GM must accept what players give to an NPC."
        case Word.GIVEN:
            return "The GM may give it without asking anyone."
    return "You may name them; the GM has the last word."


def kinds_of_artha() -> Table:
    """Fate, Persona and Deeds: for what, what they buy, how fast they come."""
    rows = tuple((one.artha, one.given_for, one.buys, one.pace) for one in MEANINGS.values())
    return Table("The three kinds", ("Kind", "Given for", "Buys", "Comes"), rows)


@table("artha-awards")
def table_of_awards() -> Table:
    """All twelve awards."""
    by = {"gm": "the GM", "vote": "a vote"}
    rows = tuple(
        (award.name, f"1 {award.artha.words}", award.given_for, by[award.by], MOMENTS[award.when])
        for award in AWARDS.values()
    )
    return Table("The twelve awards", ("Award", "Worth", "For", "Given by", "When"), rows)


LIFEPATHS = Between(1, 20)
SHOWN_LIFEPATHS = 10


@calculator("starting-artha", rules="HUB-85 HUB-86")
def starting_artha(
    style: Annotated[Style, Asked("The game is", gm=True)] = Style.GRITTY,
    lifepaths: Annotated[
        int, LIFEPATHS, Asked("Lifepaths", "They count where the start goes by lifepaths.", quick=(2, 3, 4, 5, 6))
    ] = 4,
    opponent: Annotated[bool, Asked("It is for an opponent or an NPC")] = False,
    more_fate: Annotated[int, Between(0, 5), Asked("More Fate for the opponent", gm=True, more=True)] = 0,
    more_persona: Annotated[int, Between(0, 5), Asked("More Persona for the opponent", gm=True, more=True)] = 0,
) -> Answer:
    """How much artha does a character begin with?"""
    begins = rules.starting(style, lifepaths)
    more = Wallet(more_fate, more_persona)
    if more.total and not opponent:
        raise Unusable("more_fate" if more_fate else "more_persona", "Only an opponent may begin with a little more.")
    found = rules.of_opponent(begins, more) if opponent else begins
    derived = Mark.DERIVED if style is Style.LIFEPATHS and lifepaths > rules.SPELLED_LIFEPATHS else None
    whom = "The opponent begins" if opponent else "Everyone begins"
    if style is Style.LIFEPATHS:
        paths = wording.count(lifepaths, "lifepath")
        whom = f"With {paths} {'an opponent begins' if opponent else 'you begin'}"
    facts = (Fact(style.words), *((Fact("no Deeds"),) if opponent else ()))
    blocks: list[Block] = [Verdict(found.words, facts, f"{whom} with {found.words}.", derived)]
    if opponent:
        lines = [Line(begins.total, "As the characters of the players", "HUB-85")]
        lines += [Line(-begins.deeds, "No Deeds", "HUB-86"), Line(more.total, "A little more", "HUB-86")]
        blocks += [
            Working(tuple(lines), found.total, "Artha"),
            Note("Deeds are earned in play, and the GM’s characters have not played yet.", rule="HUB-86"),
        ]
    if style is Style.LIFEPATHS:
        blocks.append(lifepath_table(lifepaths))
    return Answer(
        values={kind.value: found.of(kind) for kind in Artha},
        blocks=tuple(blocks),
        effects=tuple(SetValue(kind.value, str(found.of(kind))) for kind in Artha),
    )


def lifepath_table(lifepaths: int) -> Table:
    """What 1 to 10 lifepaths bring, the one in question marked. Source: HUB-85."""
    wallets = [rules.starting(Style.LIFEPATHS, number) for number in range(1, SHOWN_LIFEPATHS + 1)]
    rows = tuple((number, *(wallet.of(kind) for kind in Artha)) for number, wallet in enumerate(wallets, 1))
    current = lifepaths - 1 if lifepaths <= SHOWN_LIFEPATHS else None
    return Table("A point for each lifepath", ("Lifepaths", *(kind.words for kind in Artha)), rows, current)


MOST_OLD = 30
SHOWN_SPLITS = 12


@calculator("old-artha", rules="HUB-87")
def old_artha(
    points: Annotated[int, Between(0, MOST_OLD), Asked("Points of the oldest edition", quick=(3, 5, 7, 10))] = 7,
    persona: Annotated[int, Between(0, MOST_OLD), Asked("Persona you want")] = 0,
    deeds: Annotated[int, Between(0, MOST_OLD), Asked("Deeds you want")] = 0,
) -> Answer:
    """What do my points of the oldest edition become?"""
    price = {kind: rules.PRICE[kind] for kind in Artha}
    left = points - persona * price[Artha.PERSONA] - deeds * price[Artha.DEEDS]
    if left < 0:
        costs = f"That costs {wording.count(points - left, 'point')}"
        raise Unusable("deeds" if deeds else "persona", f"{costs}; you have {points}.")
    found = Wallet(left, persona, deeds)
    splits = rules.converted(points)
    rows = tuple(tuple(wallet.of(kind) for kind in Artha) for wallet in splits)
    lines = tuple(Line(found.of(kind) * price[kind], f"{found.of(kind)} {kind.words}", "HUB-87") for kind in Artha)
    return Answer(
        values={
            **{kind.value: found.of(kind) for kind in Artha},
            "splits": len(splits),
            "most_persona": points // price[Artha.PERSONA],
            "most_deeds": points // price[Artha.DEEDS],
        },
        blocks=(
            Verdict(
                found.words,
                (Fact.count(len(splits), "way to share them out", "ways to share them out"),),
                f"{wording.count(points, 'old point')} {'becomes' if points == 1 else 'become'} {found.words}.",
            ),
            Working(lines, points, "Old points"),
            Table(
                "Every way to share them out",
                tuple(kind.words for kind in Artha),
                rows,
                splits.index(found),
                Mark.DERIVED,
                folded=len(splits) > SHOWN_SPLITS,
            ),
        ),
        effects=tuple(Spend(kind.value, -found.of(kind)) for kind in Artha if found.of(kind)),
    )
