"""Setting a price: haggling test by test (RES-13)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Told, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.calculators.money.fields import Taxed, UntaxedResources
from engine.games.burning_wheel.calculators.money.paying import (
    ASKED,
    B4,
    OtherDice,
    ResourcesRolled,
    RollResources,
    paid_words,
    pool_of,
    throw_of,
    ways_to_pay,
)
from engine.games.burning_wheel.calculators.money.shown import does
from engine.games.burning_wheel.dice import Pool, ob, successes
from engine.games.burning_wheel.fall import throw
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, OWN, QUICK_POOLS
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import house_of
from engine.games.burning_wheel.rules import haggling as rules
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import (
    Ahead,
    Bargain,
    Buyer,
    Chances,
    Hagglers,
    Plans,
    Prices,
    Seller,
    Turn,
)
from engine.games.burning_wheel.rules.haggling_procedure import (
    Closed,
    Deal,
    Haggling,
    Moved,
    Tested,
    Walked,
    begin,
)
from engine.games.burning_wheel.rules.tax import Payment
from engine.games.burning_wheel.rules.versus import CallOn, Role, Side
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.wording import often
from engine.working import Mark

TESTS = Between(1, 12)
QUICK_ASKED = (3, 4, 5, 6, 8, 9)
FOUR = Pool.of(4)
TOP_OF_TABLE = 10

Asking = Annotated[int, ASKED, Asked("Obstacle asked", gm=True, quick=QUICK_ASKED)]
YourHaggling = Annotated[Pool, Asked("Your Haggling, FoRKs and all", quick=QUICK_POOLS), sheet("haggling")]
SellersHaggling = Annotated[Pool, Asked("The seller’s Haggling", gm=True, quick=QUICK_POOLS)]
HagglingTests = Annotated[int, TESTS, Asked("Haggling tests", "Three at most are advised.", gm=True, quick=(1, 2, 3))]
YourPenalty = Annotated[int, BONUS, Asked("Your own +Ob", more=True, quick=(0, 1, 2))]
TheirPenalty = Annotated[int, BONUS, Asked("Their own +Ob", more=True, quick=(0, 1, 2))]
Beginner = Annotated[bool, Asked("You have Beginner’s Luck: these are stat dice", more=True)]


def _hagglers(
    yours: Pool, theirs: Pool, yours_penalty: int, theirs_penalty: int, beginner: bool, ask: Rulings
) -> Hagglers:
    """Both who haggle, as the table reads ties and penalties."""
    mine, other = Side(yours.closed(), yours_penalty, beginner), Side(theirs.closed(), theirs_penalty)
    role = Role.BOTH if ask["money.haggle-tie"] == "nobody" else Role.ATTACK
    return Hagglers(mine, other, role, house_of(mine, other, role, CallOn.NONE, ask))


def _hurt(wounds: Hurt, yours: Pool, beginner: bool, ask: Rulings) -> Felt:
    """What Haggling, or its root stat, feels of wounds."""
    return feels(wounds, yours, ask, ELEMENTS["skill"], beginner=beginner)


@calculator("haggling-odds", rules="RES-13")
def haggling_odds(
    asking: Asking = 5,
    yours: YourHaggling = FOUR,
    theirs: SellersHaggling = FOUR,
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: OtherDice = 0,
    tests: HagglingTests = rules.ADVISED_TESTS,
    buyer: Annotated[Buyer, Asked("If you win, you do", more=True)] = Buyer.BEST,
    seller: Annotated[Seller, Asked("If the seller wins, he does", more=True, gm=True)] = Seller.BEST,
    yours_penalty: YourPenalty = 0,
    theirs_penalty: TheirPenalty = 0,
    beginner: Beginner = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How far can I talk the price down?"""
    hurt = _hurt(wounds, yours, beginner, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    hagglers = _hagglers(hurt.leaves(yours), theirs, yours_penalty + hurt.added, theirs_penalty, beginner, ask)
    bargain = Bargain(asking, asking, tests)
    found = rules.ahead(bargain, hagglers.chances, Plans(buyer, seller))
    paying = _Paying(pool_of(resources, taxed, bonus))
    falls = sum((chance for price, chance in found.prices.items() if price < asking), Fraction(0))
    return Answer(
        values={
            "floor": rules.floor(asking),
            "lowest": rules.lowest(asking, tests),
            "win": hagglers.chances.buyer,
            "nobody": hagglers.chances.nobody,
            "lose": hagglers.chances.seller,
            "prices": dict(found.prices),
            "mean": rules.mean(found.prices),
            "falls": falls,
            "percentage": wording.percent(falls),
            "pays": _pays(found.prices, paying),
            "unhaggled": paying.at_least(asking),
            "lowers": found.lowers,
            "raises": found.raises,
        },
        blocks=(
            _expected(bargain, found.prices, falls, paying),
            _next_test(bargain, hagglers.chances, found),
            _where(found.prices, paying),
            *ledger(hurt, yours.dice, yours_penalty, words="Dice of Haggling", against=OWN),
            Note("Before the Resources dice fall you may still walk away, and it costs you nothing.", rule="RES-13"),
        ),
    )


def _expected(bargain: Bargain, prices: Prices, falls: Fraction, paying: "_Paying") -> Verdict:
    """How far the price may fall, how often it does, and who can pay it then."""
    asking = bargain.asking
    least = rules.lowest(asking, bargain.tests)
    pays, alone = _pays(prices, paying), paying.at_least(asking)
    down = f"{does(ob(asking), 'falls', falls)}, to {ob(least)} at best"
    if least == asking:
        down = f"{ob(asking)} cannot fall: the price never goes below half"
    return Verdict(
        f"{wording.percent(falls)} for less" if falls else f"{ob(asking)} stays",
        (Fact(ob(least), "at best"), Fact(pays, "you pay"), Fact(alone, "unhaggled")),
        f"{down}; on average it ends at Ob {float(rules.mean(prices)):.2f}. "
        f"Then {does('you', 'can pay', pays)}, without haggling {often(alone)}.",
        Mark.DERIVED,
    )


class _Paying:
    """The chance to pay each price with one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._law = successes(pool)

    def at_least(self, price: int) -> Fraction:
        return self._law.at_least(price)


def _pays(prices: Prices, paying: _Paying) -> Fraction:
    return sum((chance * paying.at_least(price) for price, chance in prices.items()), Fraction(0))


def _next_test(bargain: Bargain, chances: Chances, found: Ahead) -> Table:
    """The three ways in which the next test can come out, and what may follow."""
    price = bargain.price
    down = f"{ob(price - 1)}, or close at {ob(price)}" if bargain.may_lower else ""
    up = f"{ob(price + 1)}, or stand firm at {ob(price)}" if bargain.may_raise else ""
    only = f"close at {ob(price)}"
    rows = [("you win", wording.percent(chances.buyer), down or only, _best(down, found.lowers))]
    if chances.nobody:
        rows.append(("nobody wins", wording.percent(chances.nobody), "the price stays; the test is used up", "–"))
    rows.append(("the seller wins", wording.percent(chances.seller), up or only, _best(up, found.raises)))
    return Table(
        f"Test {bargain.made + 1} of {bargain.tests}",
        ("Who wins", "Chance", "Then", "By plan"),
        tuple(rows),
        None,
        Mark.DERIVED,
    )


def _best(choice: str, moves: bool) -> str:
    if not choice:
        return "–"
    return "moves the price" if moves else "closes"


def _where(prices: Prices, paying: _Paying) -> Table:
    rows = []
    below = Fraction(0)
    for price, chance in prices.items():
        below += chance
        row = (ob(price), wording.percent(chance), wording.percent(below))
        rows.append((*row, wording.percent(paying.at_least(price))))
    columns = ("Price", "Ends here", "This or less", f"You pay with {paying.pool.dice}D")
    return Table("Where the price ends", columns, tuple(rows), mark=Mark.DERIVED)


@table("haggling-floors")
def haggling_floors() -> Table:
    """How low each price can be talked."""
    rows = tuple(
        (
            ob(asking),
            ob(rules.floor(asking)),
            ob(rules.lowest(asking, rules.ADVISED_TESTS)),
        )
        for asking in range(1, TOP_OF_TABLE + 1)
    )
    columns = ("Asked", "Never below", f"In {rules.ADVISED_TESTS} tests")
    return Table("How low a price can go", columns, rows, mark=Mark.DERIVED)


@branch("Roll both sides")
class RollHaggling:
    """Both sides roll here: your dice first, then theirs."""

    rolls: ClassVar[bool] = True


@branch("We rolled at the table")
class HagglingRolled:
    """Both sides rolled at the table."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 2
    theirs: Annotated[int, COUNTED, Asked("The seller’s successes", quick=QUICK_SUCCESSES)] = 2


@branch("Lower the price by one")
class LowerPrice:
    """The buyer takes one step off; the haggling goes on."""


@branch("Close the bargain")
class CloseBargain:
    """The buyer takes the price as it is."""


@branch("Raise the price by one")
class RaisePrice:
    """The seller puts one step back on; the haggling goes on."""


@branch("Stand firm")
class StandFirm:
    """The seller closes at the price as it is."""


@branch("Walk away")
class WalkAway:
    """The buyer leaves without buying."""

    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class AtTable:
    """A bargain on a page: as it is, and what wounds take from the buyer's dice."""

    haggling: Haggling
    borne: tuple[Block, ...]

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        return tuple(Told(0, text, "RES-13", side) for side, text in _brought(self.haggling))


YOU, SELLER, BOTH = "buyer", "seller", "both"


def start(
    asking: Asking = 5,
    yours: YourHaggling = FOUR,
    theirs: SellersHaggling = FOUR,
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: OtherDice = 0,
    tests: HagglingTests = rules.ADVISED_TESTS,
    yours_penalty: YourPenalty = 0,
    theirs_penalty: TheirPenalty = 0,
    beginner: Beginner = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> AtTable:
    """What happens to the price, test by test?"""
    hurt = _hurt(wounds, yours, beginner, ask)
    if hurt.gone:
        raise Unusable("yours", hurt.gone)
    hagglers = _hagglers(hurt.leaves(yours), theirs, yours_penalty + hurt.added, theirs_penalty, beginner, ask)
    borne = ledger(hurt, yours.dice, yours_penalty, words="Dice of Haggling", against=OWN)
    return AtTable(begin(asking, hagglers, pool_of(resources, taxed, bonus), tests), tuple(borne))


def moves(state: AtTable) -> Mapping[str, Sequence[object]]:
    """Who may do what now."""
    haggling = state.haggling
    bargain = haggling.bargain
    if haggling.deal is not Deal.OPEN:
        return {}
    match haggling.turn:
        case Turn.TEST:
            yours, theirs = haggling.hagglers.buyer.pool, haggling.hagglers.seller.pool
            return {BOTH: (RollHaggling, HagglingRolled(min(2, yours.dice), min(2, theirs.dice)))}
        case Turn.BUYER:
            return {YOU: (LowerPrice, CloseBargain) if bargain.may_lower else (CloseBargain,)}
        case Turn.SELLER:
            return {SELLER: (RaisePrice, StandFirm) if bargain.may_raise else (StandFirm,)}
    return {YOU: (*ways_to_pay(haggling.paying), WalkAway)}


def step(state: AtTable, side: str, move: object, dice: Dice) -> AtTable:
    """The bargain after one move."""
    return replace(state, haggling=_moved(state.haggling, move, dice))


def _moved(haggling: Haggling, move: object, dice: Dice) -> Haggling:
    """What a form says, as a step of the rules."""
    match move:
        case RollHaggling():
            return haggling.test(throw(dice, "Your Haggling"), throw(dice, "The seller’s Haggling"))
        case HagglingRolled(yours, theirs):
            return haggling.test(throw(dice, "", yours), throw(dice, "", theirs))
        case LowerPrice():
            return haggling.lower()
        case RaisePrice():
            return haggling.increase()
        case CloseBargain() | StandFirm():
            return haggling.close()
        case WalkAway():
            return haggling.walk_away()
        case RollResources() | ResourcesRolled():
            return haggling.pay(throw_of(move, "Your Resources", dice))
    return haggling


def _brought(haggling: Haggling) -> Iterator[tuple[str, str]]:
    """What the last step brought: whose it was, and a line."""
    price = ob(haggling.price)
    match haggling.came:
        case Tested(number, yours, theirs, winner):
            who = {Turn.BUYER: "you win", Turn.SELLER: "the seller wins", None: "nobody wins"}[winner]
            yield BOTH, f"Test {number}: {yours} to {theirs}, {who}."
        case Moved(Turn.BUYER):
            yield YOU, f"The price falls to {price}."
        case Moved(_):
            yield SELLER, f"The price rises to {price}."
        case Closed(Turn.BUYER):
            yield YOU, f"Closed at {price}."
        case Closed(_):
            yield SELLER, f"The seller stands firm at {price}."
        case Walked():
            yield YOU, f"Walked away from {price}, at no cost."
        case Payment() as payment:
            yield YOU, paid_words("Resources", payment)


NOW = {
    Turn.TEST: "Both sides test Haggling",
    Turn.BUYER: "You have won: lower the price or close",
    Turn.SELLER: "The seller has won: he raises the price or stands firm",
    Turn.CLOSED: "The price stands: pay it or walk away",
}


def show(state: AtTable) -> Answer:
    """The price as it stands, the odds of what can follow, and how it came there."""
    haggling = state.haggling
    bargain, chances, payment = haggling.bargain, haggling.hagglers.chances, haggling.payment
    found = rules.ahead(bargain, chances)
    paying = _Paying(haggling.paying)
    blocks: list[Block] = [_verdict(haggling)]
    if haggling.deal is Deal.OPEN:
        if bargain.turn is Turn.TEST:
            blocks.append(_next_test(bargain, chances, found))
            blocks += state.borne
        elif bargain.turn is not Turn.CLOSED:
            blocks.append(_choices(bargain, chances, paying))
        blocks.append(_where(found.prices, paying))
    if payment and not payment.passed:
        blocks.append(Note("Having haggled, you owe the full Tax.", rule="RES-11"))
    return Answer(
        values={
            "price": bargain.price,
            "turn": bargain.turn.value,
            "made": bargain.made,
            "deal": haggling.deal.value,
            "tax": payment.due if payment else 0,
            "prices": dict(found.prices),
            "pays": _pays(found.prices, paying),
        },
        blocks=tuple(blocks),
    )


def _verdict(haggling: Haggling) -> Verdict:
    """The price, and what is to be done about it or what became of it."""
    bargain = haggling.bargain
    price, asked = ob(bargain.price), ob(bargain.asking)
    if haggling.deal is not Deal.OPEN:
        ended = haggling.deal.words.capitalize()
        return Verdict(ended, (Fact(price, "price"), Fact(asked, "asked")), _dealt_words(haggling, price))
    made = f"{bargain.made} of {wording.count(bargain.tests, 'test')} made"
    now = _cannot(bargain) or NOW[bargain.turn]
    facts = (
        Fact(f"{bargain.made} of {bargain.tests}", "tests made"),
        Fact(asked, "asked"),
        Fact(f"{now[0].lower()}{now[1:]}"),
    )
    return Verdict(price, facts, f"{price}, {made}. {now}.")


def _dealt_words(haggling: Haggling, price: str) -> str:
    """How a bargain has ended."""
    if haggling.payment is None:
        return f"No deal: you left it at {price}."
    return f"It is yours for {price}." if haggling.payment.passed else f"{price} was more than you could pay."


def _cannot(bargain: Bargain) -> str:
    """What to say where the winner can only close."""
    if bargain.turn is Turn.BUYER and not bargain.may_lower:
        return "You have won, but the price is at half of what was asked: close"
    if bargain.turn is Turn.SELLER and not bargain.may_raise:
        return "The seller has won and is at his first price: he stands firm"
    return ""


def _choices(bargain: Bargain, chances: Chances, paying: _Paying) -> Table:
    """What each choice of whoever has won leads to."""
    rows = []
    stands = bargain.close()
    further = None
    if bargain.turn is Turn.BUYER and bargain.may_lower:
        further = ("lower the price", bargain.lower())
    elif bargain.turn is Turn.SELLER and bargain.may_raise:
        further = ("raise the price", bargain.increase())
    for words, after in filter(None, (further, ("close", stands))):
        prices = rules.ahead(after, chances).prices
        mean = f"Ob {float(rules.mean(prices)):.2f}"
        rows.append((words, ob(after.price), mean, wording.percent(_pays(prices, paying))))
    columns = ("Choice", "Price then", "Ends on average at", f"The buyer pays with {paying.pool.dice}D")
    return Table("The choice", columns, tuple(rows), mark=Mark.DERIVED)


session("haggling-table", rules="RES-13", start=start, moves=moves, step=step, show=show)
