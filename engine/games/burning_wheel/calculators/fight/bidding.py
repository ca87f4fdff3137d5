"""Bidding to go first, counterbids, and what a first action meets (FGT-58 to FGT-60)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, row
from engine.games.burning_wheel.forms.fight_script import B4, WoundDice, YourReflexes, calls_of
from engine.games.burning_wheel.readings.fight_script import every_slot_hesitates
from engine.games.burning_wheel.rules import bids as rules
from engine.games.burning_wheel.rules.bids import Auction, Bidder, When
from engine.games.burning_wheel.rules.exchange import layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_matrix import Meets
from engine.games.burning_wheel.rules.fight_script import actions_left
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line

REFLEXES = Between(0, 20)
BID = Between(1, 19)
NOTHING = "–"


def _layout(layout: tuple[int, ...]) -> str:
    return "/".join(str(count) if count else NOTHING for count in layout)


@calculator("initiative-bid", rules="FGT-58")
def initiative_bid(
    reflexes: YourReflexes = B4,
    bid: Annotated[int, BID, Asked("Actions you bid", quick=(1, 2, 3))] = 1,
    when: Annotated[When, Asked("Your first action comes", more=True)] = When.BEFORE,
    wounds: WoundDice = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost to go first?"""
    had = actions_left(reflexes.exponent, wounds)
    most = rules.most_bid(had)
    if bid > most:
        may = f"may bid {wording.count(most, 'action')} at most" if most else "may not bid"
        raise Unusable("bid", f"With {wording.count(had, 'action')} you {may}: one is left to act with.")
    left = had - bid
    every = every_slot_hesitates(ask)
    rows: list[tuple[Entry, ...]] = []
    idle = 0
    for layout in rules.layouts_after(left):
        before = _unbid(layout, had)
        hesitates = rules.hesitating(before, layout, every_slot=every)
        idle = max(idle, len(hesitates))
        named = [f"volley {volley}, action {action}" for volley, action in hesitates]
        rows.append((_layout(layout), wording.listed(named) or None))
    figure = wording.count(left, "action")
    lines = (
        Line(reflexes.exponent, f"Reflexes {reflexes}", "FGT-05"),
        Line(had - reflexes.exponent, "Wounds", "FGT-05"),
        Line(-bid, "Bid", "FGT-58"),
    )
    leads = f"your first action of volley 1 comes before all others, {when.words}"
    blocks: list[Block] = [
        Verdict(figure, (Fact("first", "before all others"), Fact(most, "at most to bid")), f"{figure} left; {leads}."),
        Working(lines, left, "Actions left"),
        Table("Where they may lie", ("Layout", "Stand and Drool"), tuple(rows)),
    ]
    values = {
        "left": left,
        "most": most,
        "layouts": ["".join(map(str, layout)) for layout in rules.layouts_after(left)],
        "hesitating": idle,
    }
    return Answer(values, tuple(blocks))


def _unbid(left: tuple[int, ...], actions: int) -> tuple[int, ...]:
    """A layout of all actions from which bidding leaves this one."""
    return next(one for one in layouts(actions) if all(kept <= count for kept, count in zip(left, one, strict=True)))


@row("bidder")
class OtherBid:
    """Someone else who bids, with all that he has thrown in."""

    name: Annotated[str, Longest(30), Asked("Who")] = "The third"
    reflexes: Annotated[int, REFLEXES, Asked("Reflexes", quick=(3, 4, 5))] = 4
    thrown: Annotated[int, REFLEXES, Asked("Has bid", quick=(0, 1, 2))] = 1


NAMES = ("You", "They")


@calculator("initiative-auction", rules="FGT-59")
def initiative_auction(
    yours: Annotated[int, REFLEXES, Asked("Your Reflexes", "Less the dice of wounds", quick=(3, 4, 5, 6))] = 5,
    theirs: Annotated[int, REFLEXES, Asked("Their Reflexes", "Less the dice of wounds", quick=(3, 4, 5, 6))] = 4,
    calls: Annotated[
        str,
        Longest(80),
        Asked("Bids in turn, yours first", "What each throws in; 0: leaves it at that", adds=(0, 1, 2, 3)),
    ] = "2 2 1",
    others: Annotated[tuple[OtherBid, ...], Asked("Others who bid", more=True)] = (),
) -> Answer:
    """We both bid. Who goes first?"""
    auction = Auction(
        (
            Bidder(NAMES[0], yours),
            Bidder(NAMES[1], theirs),
            *(_other(one, f"others.{place}.thrown") for place, one in enumerate(others)),
        )
    )
    rows: list[tuple[Entry, ...]] = []
    for place, actions in enumerate(calls_of(calls, "calls")):
        who = place % 2
        try:
            auction = auction.bid(who, actions) if actions else auction.leave(who)
        except Refused as error:
            raise Unusable("calls", str(error)) from None
        rows.append((NAMES[who], actions or "leaves it", *auction.totals[:2], _holder(auction), *auction.actions[:2]))
    holder = auction.holder
    leads = _holder(auction)
    figure = "Nobody" if holder is None else leads
    each = [f"{bidder.name.lower()} {wording.count(bidder.left, 'action')}" for bidder in auction.bidders[1:]]
    goes = "go" if holder in (0, 1) else "goes"
    kept = wording.listed([f"you have {wording.count(auction.actions[0], 'action')} left", *each])
    said = f"{figure} {goes} first; {kept}."
    answer = [
        f"{bidder.name} may throw in {wording.count(bidder.most - bidder.thrown, 'action')} more"
        for bidder in auction.bidders
    ]
    facts = (Fact(auction.actions[0], "you have left"), Fact(auction.actions[1], "they have left"))
    columns = ("Who", "Throws in", "You, in all", "They, in all", "Holds it", "You have left", "They have left")
    return Answer(
        {
            "holder": -1 if holder is None else holder,
            "totals": list(auction.totals),
            "left": list(auction.actions),
            "room": [bidder.most - bidder.thrown for bidder in auction.bidders],
        },
        (
            Verdict(figure, facts, said),
            Table("Bid by bid", columns, tuple(rows)),
            Note(f"{'; '.join(answer)}. Everyone pays what he bid.", rule="FGT-59"),
        ),
    )


def _other(one: OtherBid, at: str) -> Bidder:
    bidder = Bidder(one.name or "Someone else", one.reflexes, one.thrown)
    if one.thrown > bidder.most:
        raise Unusable(at, f"{bidder.name} may bid {wording.count(bidder.most, 'action')} at most.")
    return bidder


def _holder(auction: Auction) -> str:
    return "nobody" if auction.holder is None else auction.bidders[auction.holder].name


class First(Option):
    """What someone may do to another with a first action. Source: FGT-60."""

    STRIKE = Act.STRIKE.value, Act.STRIKE.words
    GREAT_STRIKE = Act.GREAT_STRIKE.value, "Great Strike, if you had Set"
    PUSH = Act.PUSH.value, Act.PUSH.words
    LOCK = Act.LOCK.value, Act.LOCK.words
    THROW = Act.THROW.value, Act.THROW.words
    BEAT = Act.BEAT.value, Act.BEAT.words
    DISARM = Act.DISARM.value, Act.DISARM.words
    CHARGE = Act.CHARGE.value, Act.CHARGE.words
    FEINT = Act.FEINT.value, Act.FEINT.words
    RELEASE = Act.RELEASE.value, Act.RELEASE.words

    @property
    def act(self) -> Act:
        """The action."""
        return Act.of(self.value)


@calculator("lightning-action", rules="FGT-60")
def lightning_action(
    act: Annotated[First, Asked("Your first action")] = First.STRIKE,
    when: Annotated[When, Asked("It comes")] = When.BEFORE,
    hesitates: Annotated[bool, Asked("They hesitate")] = False,
) -> Answer:
    """What can they do against my first action?"""
    found = rules.lightning(act.act, hesitates=hesitates)
    figure, said = _stands(found, hesitates)
    distance = "as the last volley left them" if when is When.BEFORE else "as this volley’s test has left them"
    rows = tuple((one, _stands(rules.lightning(one.act, hesitates=hesitates), hesitates)[0]) for one in First)
    facts = (Fact(act.words, "first"), Fact("distance of before" if when is When.BEFORE else "the new distance"))
    return Answer(
        {
            "meets": [part.value for part in found.meets],
            "natural": found.natural,
            "charges": found.charges,
            "scripted": False,
        },
        (
            Verdict(figure, facts, f"{said} Distance and length are {distance}."),
            Table("Each action as the first", ("Action", "Against it"), rows, list(First).index(act)),
            Note("Wounds, Steel and falls take hold before anything else of the volley.", rule="FGT-60"),
        ),
    )


def _stands(found: rules.Lightning, hesitates: bool) -> tuple[str, str]:
    """What stands against it, in a figure and a sentence."""
    if found.charges:
        if hesitates:
            return "Nothing", "They stand with no dice."
        return "Positioning", "A Charge is a positioning test: they roll theirs, without their Avoid."
    if Meets.WASTED in found.meets:
        return "Wasted", "There is no defense to fool: the Feint is wasted, and you hesitate."
    if found.natural:
        return "Natural defenses", "They have their natural defenses, and nothing that they have scripted."
    return "Nothing", "They roll nothing: what they have scripted comes too late."
