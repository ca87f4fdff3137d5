"""Setting a price: haggling test by test, and bidding turn by turn (RES-13, RES-14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Told, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.calculators.money.fields import QUICK_RESOURCES, Taxed, UntaxedResources
from engine.games.burning_wheel.calculators.money.living import does, stakes_of
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, OWN, QUICK_POOLS
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import house_of
from engine.games.burning_wheel.rules import haggling as rules
from engine.games.burning_wheel.rules import tax, test_class, versus
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import (
    Ahead,
    Auction,
    Bargain,
    Buyer,
    Chances,
    Plans,
    Prices,
    Seller,
    Turn,
)
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.rules.versus import CallOn, Result, Role, Side
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.words import ob, often
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark

MOST_ASKED = 20
ASKED = Between(1, MOST_ASKED)
TESTS = Between(1, 12)
QUICK_ASKED = (3, 4, 5, 6, 8, 9)
MORE_DICE = Between(0, 20)
B4 = Ability(Shade.BLACK, 4)
FOUR = Pool.of(4)
TOP_OF_TABLE = 10


@dataclass(frozen=True, slots=True)
class Haggle:
    """Both sides of a bargain and how their tests are read: ties go to the seller, or to nobody (`role`)."""

    mine: Side
    other: Side
    role: Role
    house: versus.House

    @property
    def chances(self) -> Chances:
        """Of one test, with ties given to whom they go to."""
        found = versus.chances(self.mine, self.other, self.house)
        tied = versus.tie(self.mine, self.other, self.role, CallOn.NONE, self.house)
        parts = {Result.WIN: found.win, Result.LOSE: found.lose, tied: Fraction(0)}
        nobody = found.nobody
        if tied in (Result.WIN, Result.LOSE):
            parts = {Result.WIN: found.win, Result.LOSE: found.lose}
            parts[tied] += found.tie
        else:
            nobody += found.tie
        return Chances(parts[Result.WIN], nobody, parts[Result.LOSE])

    def winner(self, yours: int, theirs: int) -> Turn | None:
        """Who wins a test with so many successes."""
        result, _ = versus.decided(self.mine, self.other, yours, theirs, self.role, CallOn.NONE, self.house)
        return {Result.WIN: Turn.BUYER, Result.LOSE: Turn.SELLER}.get(result)


def _haggle(yours: Pool, theirs: Pool, yours_penalty: int, theirs_penalty: int, beginner: bool, ask: Rulings) -> Haggle:
    mine, other = Side(yours.closed(), yours_penalty, beginner), Side(theirs.closed(), theirs_penalty)
    role = Role.BOTH if ask["money.haggle-tie"] == "nobody" else Role.ATTACK
    return Haggle(mine, other, role, house_of(mine, other, role, CallOn.NONE, ask))


def _hurt(wounds: Hurt, yours: Pool, beginner: bool, ask: Rulings) -> Felt:
    """What Haggling, or its root stat, feels of wounds."""
    return feels(wounds, yours, ask, ELEMENTS["skill"], beginner=beginner)


@calculator("haggling-odds", rules="RES-13")
def haggling_odds(
    asking: Annotated[int, ASKED, Asked("The price asked: Ob", gm=True, quick=QUICK_ASKED)] = 5,
    yours: Annotated[Pool, Asked("Your Haggling, FoRKs and all", quick=QUICK_POOLS), sheet("haggling")] = FOUR,
    theirs: Annotated[Pool, Asked("The seller’s Haggling", gm=True, quick=QUICK_POOLS)] = FOUR,
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: Annotated[int, MORE_DICE, Asked("Other dice to pay with", quick=(0, 1, 2, 3))] = 0,
    tests: Annotated[int, TESTS, Asked("Haggling tests", "Three at most are advised.", gm=True, quick=(1, 2, 3))] = (
        rules.ADVISED_TESTS
    ),
    buyer: Annotated[Buyer, Asked("If you win, you do", more=True)] = Buyer.BEST,
    seller: Annotated[Seller, Asked("If the seller wins, he does", more=True, gm=True)] = Seller.BEST,
    yours_penalty: Annotated[int, BONUS, Asked("Your own +Ob", more=True, quick=(0, 1, 2))] = 0,
    theirs_penalty: Annotated[int, BONUS, Asked("Their own +Ob", more=True, quick=(0, 1, 2))] = 0,
    beginner: Annotated[bool, Asked("You have Beginner’s Luck: these are stat dice", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How far can I talk the price down?"""
    hurt = _hurt(wounds, yours, beginner, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    haggle = _haggle(hurt.leaves(yours), theirs, yours_penalty + hurt.added, theirs_penalty, beginner, ask)
    bargain = Bargain(asking, asking, tests)
    found = rules.ahead(bargain, haggle.chances, Plans(buyer, seller))
    paying = _Paying(_purse(resources, taxed, bonus))
    pays = _pays(found.prices, paying)
    alone = paying.at_least(asking)
    falls = sum((chance for price, chance in found.prices.items() if price < asking), Fraction(0))
    mean, least = rules.mean(found.prices), rules.lowest(asking, tests)
    down = f"{does(ob(asking), 'falls', falls)}, to {ob(least)} at best"
    if least == asking:
        down = f"{ob(asking)} cannot fall: the price never goes below half"
    average = f"{float(mean):.2f}"
    verdict = Verdict(
        f"{wording.percent(falls)} for less" if falls else f"{ob(asking)} stays",
        f"{ob(asking)} to {ob(least)} · you pay {wording.percent(pays)}, unhaggled {wording.percent(alone)}",
        f"{down}; on average it ends at Ob {average}. "
        f"Then {does('you', 'can pay', pays)}, without haggling {often(alone)}.",
        Mark.DERIVED,
    )
    return Answer(
        values={
            "floor": rules.floor(asking),
            "lowest": least,
            "win": haggle.chances.buyer,
            "nobody": haggle.chances.nobody,
            "lose": haggle.chances.seller,
            "prices": dict(found.prices),
            "mean": mean,
            "falls": falls,
            "percentage": wording.percent(falls),
            "pays": pays,
            "unhaggled": alone,
            "lowers": found.lowers,
            "raises": found.raises,
        },
        blocks=(
            verdict,
            _next_test(bargain, haggle, found),
            _where(found.prices, paying),
            *ledger(hurt, yours.dice, yours_penalty, words="Dice of Haggling", against=OWN),
            Note("Before the Resources dice fall you may still walk away, and it costs you nothing.", rule="RES-13"),
        ),
    )


class _Paying:
    """The chance to pay each price with one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._law = successes(pool)

    def at_least(self, price: int) -> Fraction:
        return self._law.at_least(price)


def _purse(resources: Ability, taxed: int, bonus: int) -> Pool:
    """The dice that pay."""
    stakes_of(resources, taxed)
    return resources.pool(bonus - taxed)


def _pays(prices: Prices, paying: _Paying) -> Fraction:
    return sum((chance * paying.at_least(price) for price, chance in prices.items()), Fraction(0))


def _next_test(bargain: Bargain, haggle: Haggle, found: Ahead) -> Table:
    """The three ways in which the next test can come out, and what may follow."""
    chances = haggle.chances
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


@dataclass(frozen=True, slots=True)
class RollHaggling:
    """Both sides roll here: your dice first, then theirs."""

    words: ClassVar[str] = "Roll both sides"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HagglingRolled:
    """Both sides rolled at the table."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 2
    theirs: Annotated[int, COUNTED, Asked("The seller’s successes", quick=QUICK_SUCCESSES)] = 2

    words: ClassVar[str] = "We rolled at the table"


@dataclass(frozen=True, slots=True)
class LowerPrice:
    """The buyer takes one step off; the haggling goes on."""

    words: ClassVar[str] = "Lower the price by one"


@dataclass(frozen=True, slots=True)
class CloseBargain:
    """The buyer takes the price as it is."""

    words: ClassVar[str] = "Close the bargain"


@dataclass(frozen=True, slots=True)
class RaisePrice:
    """The seller puts one step back on; the haggling goes on."""

    words: ClassVar[str] = "Raise the price by one"


@dataclass(frozen=True, slots=True)
class StandFirm:
    """The seller closes at the price as it is."""

    words: ClassVar[str] = "Stand firm"


@dataclass(frozen=True, slots=True)
class RollResources:
    """The buyer commits, and Resources are rolled here."""

    words: ClassVar[str] = "Pay: roll Resources"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ResourcesRolled:
    """The buyer committed, and Resources were rolled at the table."""

    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2

    words: ClassVar[str] = "Pay: rolled at the table"


@dataclass(frozen=True, slots=True)
class WalkAway:
    """The buyer leaves without buying."""

    words: ClassVar[str] = "Walk away"
    gives_up: ClassVar[bool] = True


class Deal(Option):
    """What became of a price."""

    OPEN = "open", "open"
    BOUGHT = "bought", "bought"
    FAILED = "failed", "not bought"
    WALKED = "walked", "walked away"


@dataclass(frozen=True, slots=True)
class Payment:
    """A Resources test that was made: dice, obstacle, successes, and what Tax is due of a failure."""

    dice: int
    obstacle: int
    rolled: int
    due: int

    @property
    def passed(self) -> bool:
        return self.rolled >= self.obstacle


def _payment(pool: Pool, obstacle: int, rolled: int) -> Payment:
    """The Resources test at a price. Raises `Refused` for successes without a die. Source: RES-13, RES-14."""
    if sentence := too_many(rolled, pool.dice):
        raise Refused(sentence)
    due = 0 if rolled >= obstacle else tax.due(_class(pool.dice, obstacle), obstacle - rolled)
    return Payment(pool.dice, obstacle, rolled, due)


def _class(dice: int, obstacle: int) -> TestClass:
    """The class by which a failed test is taxed; one die against Ob 1 counts as Routine."""
    return test_class.classes(dice, obstacle)[0]


def _paid_words(who: str, payment: Payment) -> str:
    counted = wording.count(payment.rolled, "success", "successes")
    said = f"{who}: {payment.dice}D against {ob(payment.obstacle)}, {counted}."
    return f"{said} Bought." if payment.passed else f"{said} Not bought, and {_dice(payment.due)} of Tax are due."


def _dice(count: int) -> str:
    return wording.count(count, "die", "dice")


@dataclass(frozen=True, slots=True)
class Haggling:
    """A bargain under way: both sides, the price, the purse that pays, what wounds take, and what came last."""

    haggle: Haggle
    bargain: Bargain
    paying: Pool
    borne: tuple[Block, ...] = ()
    deal: Deal = Deal.OPEN
    payment: Payment | None = None
    told: tuple[Told, ...] = ()

    def after(self, side: str, text: str, **changes: object) -> "Haggling":
        """The next state, and what led to it."""
        return replace(self, told=(Told(0, text, "RES-13", side),), **changes)  # type: ignore[arg-type]


YOU, SELLER, BOTH = "buyer", "seller", "both"


def start(
    asking: Annotated[int, ASKED, Asked("The price asked: Ob", gm=True, quick=QUICK_ASKED)] = 5,
    yours: Annotated[Pool, Asked("Your Haggling, FoRKs and all", quick=QUICK_POOLS), sheet("haggling")] = FOUR,
    theirs: Annotated[Pool, Asked("The seller’s Haggling", gm=True, quick=QUICK_POOLS)] = FOUR,
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: Annotated[int, MORE_DICE, Asked("Other dice to pay with", quick=(0, 1, 2, 3))] = 0,
    tests: Annotated[int, TESTS, Asked("Haggling tests", "Three at most are advised.", gm=True, quick=(1, 2, 3))] = (
        rules.ADVISED_TESTS
    ),
    yours_penalty: Annotated[int, BONUS, Asked("Your own +Ob", more=True, quick=(0, 1, 2))] = 0,
    theirs_penalty: Annotated[int, BONUS, Asked("Their own +Ob", more=True, quick=(0, 1, 2))] = 0,
    beginner: Annotated[bool, Asked("You have Beginner’s Luck: these are stat dice", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Haggling:
    """What happens to the price, test by test?"""
    hurt = _hurt(wounds, yours, beginner, ask)
    if hurt.gone:
        raise Unusable("yours", hurt.gone)
    haggle = _haggle(hurt.leaves(yours), theirs, yours_penalty + hurt.added, theirs_penalty, beginner, ask)
    borne = ledger(hurt, yours.dice, yours_penalty, words="Dice of Haggling", against=OWN)
    return Haggling(haggle, Bargain(asking, asking, tests), _purse(resources, taxed, bonus), tuple(borne))


def moves(state: Haggling) -> Mapping[str, Sequence[object]]:
    """Who may do what now."""
    bargain = state.bargain
    if state.deal is not Deal.OPEN:
        return {}
    if bargain.turn is Turn.TEST:
        mine, other = state.haggle.mine.pool, state.haggle.other.pool
        return {BOTH: (RollHaggling, HagglingRolled(min(2, mine.dice), min(2, other.dice)))}
    if bargain.turn is Turn.BUYER:
        return {YOU: (LowerPrice, CloseBargain) if bargain.may_lower else (CloseBargain,)}
    if bargain.turn is Turn.SELLER:
        return {SELLER: (RaisePrice, StandFirm) if bargain.may_raise else (StandFirm,)}
    return {YOU: (*_ways_to_pay(state.paying), WalkAway)}


def step(state: Haggling, side: str, move: object, dice: Dice) -> Haggling:
    """The bargain after one move."""
    bargain, haggle = state.bargain, state.haggle
    price = ob(bargain.price)
    match move:
        case RollHaggling():
            yours = fall(dice, "Your Haggling", haggle.mine.pool).count.successes
            theirs = fall(dice, "The seller’s Haggling", haggle.other.pool).count.successes
            return _tested(state, yours, theirs)
        case HagglingRolled(yours, theirs):
            for rolled, pool in ((yours, haggle.mine.pool), (theirs, haggle.other.pool)):
                if sentence := too_many(rolled, pool.dice):
                    raise Refused(sentence)
            return _tested(state, yours, theirs)
        case LowerPrice():
            after = rules.lowered(bargain)
            return state.after(side, f"The price falls to {ob(after.price)}.", bargain=after)
        case RaisePrice():
            after = rules.raised(bargain)
            return state.after(side, f"The price rises to {ob(after.price)}.", bargain=after)
        case CloseBargain():
            return state.after(side, f"Closed at {price}.", bargain=rules.closed(bargain))
        case StandFirm():
            return state.after(side, f"The seller stands firm at {price}.", bargain=rules.closed(bargain))
        case WalkAway():
            return state.after(side, f"Walked away from {price}, at no cost.", deal=Deal.WALKED)
    rolled = _resources(state.paying, move, "Your", dice)
    payment = _payment(state.paying, bargain.price, rolled)
    deal = Deal.BOUGHT if payment.passed else Deal.FAILED
    return state.after(side, _paid_words("Resources", payment), deal=deal, payment=payment)


def _ways_to_pay(pool: Pool) -> tuple[object, ...]:
    """The ways to roll Resources, if there are any."""
    return (RollResources, ResourcesRolled(min(2, pool.dice))) if pool.dice else ()


def _resources(pool: Pool, move: object, whose: str, dice: Dice) -> int:
    """The successes of Resources that are rolled here, or that a move brings from the table."""
    if isinstance(move, ResourcesRolled):
        return move.successes
    return fall(dice, f"{whose} Resources", pool).count.successes


def _tested(state: Haggling, yours: int, theirs: int) -> Haggling:
    winner = state.haggle.winner(yours, theirs)
    who = {Turn.BUYER: "you win", Turn.SELLER: "the seller wins", None: "nobody wins"}[winner]
    number = state.bargain.made + 1
    return state.after(BOTH, f"Test {number}: {yours} to {theirs}, {who}.", bargain=rules.tested(state.bargain, winner))


NOW = {
    Turn.TEST: "Both sides test Haggling",
    Turn.BUYER: "You have won: lower the price or close",
    Turn.SELLER: "The seller has won: he raises the price or stands firm",
    Turn.CLOSED: "The price stands: pay it or walk away",
}


def show(state: Haggling) -> Answer:
    """The price as it stands, the odds of what can follow, and how it came there."""
    bargain = state.bargain
    found = rules.ahead(bargain, state.haggle.chances)
    paying = _Paying(state.paying)
    price = ob(bargain.price)
    made = f"{bargain.made} of {wording.count(bargain.tests, 'test')} made"
    now = _cannot(bargain) or NOW[bargain.turn]
    pays = _pays(found.prices, paying)
    verdict = Verdict(
        price,
        f"{made} · asked {ob(bargain.asking)} · {now[0].lower()}{now[1:]}",
        f"{price}, {made}. {now}.",
    )
    if state.deal is not Deal.OPEN:
        verdict = Verdict(
            state.deal.words.capitalize(),
            f"at {price}, of {ob(bargain.asking)} asked",
            _dealt_words(state, price),
        )
    blocks: list[Block] = [verdict]
    if state.deal is Deal.OPEN:
        if bargain.turn is Turn.TEST:
            blocks.append(_next_test(bargain, state.haggle, found))
            blocks += state.borne
        elif bargain.turn is not Turn.CLOSED:
            blocks.append(_choices(bargain, state.haggle.chances, paying))
        blocks.append(_where(found.prices, paying))
    if state.payment and not state.payment.passed:
        blocks.append(Note("Having haggled, you owe the full Tax.", rule="RES-11"))
    return Answer(
        values={
            "price": bargain.price,
            "turn": bargain.turn.value,
            "made": bargain.made,
            "deal": state.deal.value,
            "tax": state.payment.due if state.payment else 0,
            "prices": dict(found.prices),
            "pays": pays,
        },
        blocks=tuple(blocks),
    )


def _dealt_words(state: Haggling, price: str) -> str:
    """How a bargain has ended."""
    if state.payment is None:
        return f"No deal: you left it at {price}."
    return f"It is yours for {price}." if state.payment.passed else f"{price} was more than you could pay."


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
    stands = rules.closed(bargain)
    further = None
    if bargain.turn is Turn.BUYER and bargain.may_lower:
        further = ("lower the price", rules.lowered(bargain))
    elif bargain.turn is Turn.SELLER and bargain.may_raise:
        further = ("raise the price", rules.raised(bargain))
    for words, after in filter(None, (further, ("close", stands))):
        prices = rules.ahead(after, chances).prices
        mean = f"Ob {float(rules.mean(prices)):.2f}"
        rows.append((words, ob(after.price), mean, wording.percent(_pays(prices, paying))))
    columns = ("Choice", "Price then", "Ends on average at", f"The buyer pays with {paying.pool.dice}D")
    return Table("The choice", columns, tuple(rows), mark=Mark.DERIVED)


session("haggling-table", rules="RES-13", start=start, moves=moves, step=step, show=show)


@calculator("bid-limit", rules="RES-14")
def bid_limit(
    resources: UntaxedResources = B4,
    taxed: Taxed = 0,
    bonus: Annotated[int, MORE_DICE, Asked("Other dice to pay with", quick=(0, 1, 2, 3))] = 0,
    bid: Annotated[int, Between(0, MOST_ASKED), Asked("The last bid: Ob", "0: none yet.", quick=(0, 1, 2, 3, 4))] = 1,
    opening: Annotated[int, ASKED, Asked("It opens at Ob", gm=True, quick=(1, 2, 3))] = 1,
    risk: Annotated[int, Between(1, 99), Asked("You want to pay this often, in percent", quick=(25, 50, 75, 90))] = 50,
) -> Answer:
    """How high should I bid?"""
    pool, stakes = _purse(resources, taxed, bonus), stakes_of(resources, taxed)
    asked = bid + 1 if bid else opening
    if bid and bid < opening:
        raise Unusable("bid", f"It opens at {ob(opening)}; the last bid cannot be {ob(bid)}.")
    law = successes(pool)
    wanted = Fraction(risk, 100)
    limit = max((price for price in range(1, pool.dice + 1) if law.at_least(price) >= wanted), default=0)
    rows = tuple(_bid_row(pool, stakes, price) for price in range(asked, max(asked, pool.dice + 1) + 1))
    chance = law.at_least(asked)
    place = limit - asked if asked <= limit < asked + len(rows) else None
    figure = f"Up to {ob(limit)}" if limit >= asked else "Do not bid"
    what = f"the next bid is {ob(asked)}, which {does('you', 'pay', chance)}"
    whole = f"{risk}{wording.NO_BREAK}%"
    if limit >= asked:
        sentence = f"Bid up to {ob(limit)} if you want to pay {whole} of the time; {what}."
    else:
        sentence = f"Do not bid if you want to pay {whole} of the time: {what}."
    table_ = Table(
        "What each bid risks", ("Bid", "You pay", "Tax on average", "Down to nothing"), rows, place, Mark.DERIVED
    )
    found = _risked(pool, stakes, asked)
    return Answer(
        values={"limit": limit, "next": asked, "chance": chance, "tax": found.mean, "ruin": found.ruin},
        blocks=(
            Verdict(
                figure,
                f"{pool.dice}D · next bid {ob(asked)}: {wording.percent(chance)}",
                sentence,
                Mark.DERIVED,
            ),
            table_,
            Note(
                "A bid is one above the last, never more; who wins tests Resources against his own bid.", rule="RES-14"
            ),
        ),
    )


def _risked(pool: Pool, stakes: Stakes, price: int) -> tax.Forecast:
    """What a Resources test at a price can bring; without dice it fails, and there is nothing to lose."""
    return tax.forecast(successes(pool), price, _class(pool.dice, price), stakes)


def _bid_row(pool: Pool, stakes: Stakes, price: int) -> tuple[str, ...]:
    found = _risked(pool, stakes, price)
    return (
        ob(price),
        wording.percent(found.buys),
        f"{float(found.mean):.2f}D",
        wording.percent(found.ruin),
    )


@dataclass(frozen=True, slots=True)
class BidderRow:
    """Someone who bids, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Who")] = ""
    resources: Annotated[Ability, Asked("Resources now", quick=QUICK_RESOURCES), sheet("resources")] = B4
    bonus: Annotated[int, MORE_DICE, Asked("Other dice", quick=(0, 1, 2, 3))] = 0

    singular: ClassVar[str] = "bidder"


@dataclass(frozen=True, slots=True)
class Bid:
    """One obstacle more than the last bid; the first bid is the opening price."""

    words: ClassVar[str] = "Bid"


@dataclass(frozen=True, slots=True)
class DropOut:
    """No more bids."""

    words: ClassVar[str] = "Drop out"
    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Bidding:
    """An auction under way: who bids with what, how far it is, and what the last step brought."""

    names: tuple[str, ...]
    bidders: tuple[BidderRow, ...]
    auction: Auction
    payment: Payment | None = None
    told: tuple[Told, ...] = ()

    def after(self, side: str, text: str, **changes: object) -> "Bidding":
        """The next state, and what led to it."""
        return replace(self, told=(Told(0, text, "RES-14", side),), **changes)  # type: ignore[arg-type]

    def pool(self, place: int) -> Pool:
        return self.bidders[place].resources.pool(self.bidders[place].bonus)


TWO = (BidderRow("The buyer"), BidderRow("The rival"))
MOST_BIDDERS = 8


def start_auction(
    bidders: Annotated[tuple[BidderRow, ...], Asked("Who bids, in turn")] = TWO,
    opening: Annotated[int, ASKED, Asked("It opens at Ob", gm=True, quick=(1, 2, 3))] = 1,
) -> Bidding:
    """Who gets it, and can the winner pay?"""
    if not 2 <= len(bidders) <= MOST_BIDDERS:
        raise Unusable("bidders", f"An auction has 2 to {MOST_BIDDERS} bidders here; this has {len(bidders)}.")
    names = tuple(row.name or f"Bidder {place}" for place, row in enumerate(bidders, 1))
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise Unusable("bidders", f"Two bidders are called {wording.quoted(twice)}; no two have one name.")
    return Bidding(names, bidders, Auction(opening, len(bidders)))


def auction_moves(state: Bidding) -> Mapping[str, Sequence[object]]:
    """Whose turn it is, and what may be done; at the end the winner pays."""
    auction = state.auction
    if not auction.over:
        may_bid = auction.asked <= MOST_ASKED
        return {state.names[auction.turn]: (Bid, DropOut) if may_bid else (DropOut,)}
    if auction.holder is None or state.payment or not state.pool(auction.holder).dice:
        return {}
    return {state.names[auction.holder]: _ways_to_pay(state.pool(auction.holder))}


def auction_step(state: Bidding, side: str, move: object, dice: Dice) -> Bidding:
    """The auction after one move."""
    auction = state.auction
    match move:
        case Bid():
            after = rules.bid(auction)
            return state.after(side, f"{side} bids {ob(auction.asked)}.", auction=after)
        case DropOut():
            return state.after(side, f"{side} drops out.", auction=rules.passed(auction))
    pool = state.pool(auction.holder or 0)
    rolled = _resources(pool, move, f"{side}’s", dice)
    payment = _payment(pool, auction.price or auction.opening, rolled)
    return state.after(side, _paid_words(side, payment), payment=payment)


def auction_show(state: Bidding) -> Answer:
    """The last bid, what the next one would risk for each bidder, and how it came there."""
    auction = state.auction
    holder = state.names[auction.holder] if auction.holder is not None else ""
    price = ob(auction.price or auction.opening)
    if state.payment:
        figure = "Bought" if state.payment.passed else "Not bought"
        brings = "gets it" if state.payment.passed else "cannot pay"
        verdict = Verdict(figure, f"{holder} at {price}", f"{holder} {brings} at {price}.")
    elif auction.over and holder:
        pool = state.pool(auction.holder or 0)
        pays = does("", "pays", successes(pool).at_least(auction.price or 0)).strip()
        verdict = Verdict(holder, f"wins at {price} · {pays}", f"{holder} wins at {price} and {pays}.")
    elif auction.over:
        verdict = Verdict("No sale", "nobody bid", f"Nobody bid {price}: no sale.")
    else:
        turn = state.names[auction.turn]
        asked = ob(auction.asked)
        stands = f"{holder} holds it at {price}" if holder else f"It opens at {price}"
        verdict = Verdict(price, f"{stands} · {turn} to bid {asked}", f"{stands}. {turn} bids {asked} or drops out.")
    blocks: list[Block] = [verdict]
    if not auction.over:
        blocks.append(_seats(state))
    return Answer(
        values={
            "price": auction.price,
            "next": auction.asked,
            "holder": holder,
            "turn": "" if auction.over else state.names[auction.turn],
            "over": auction.over,
            "bought": state.payment.passed if state.payment else None,
            "tax": state.payment.due if state.payment else 0,
            "chances": [
                _risked(state.pool(one), Stakes(row.resources.exponent), auction.asked).buys
                for one, row in enumerate(state.bidders)
            ],
        },
        blocks=tuple(blocks),
    )


def _seats(state: Bidding) -> Table:
    auction = state.auction
    rows = []
    for place, (name, row) in enumerate(zip(state.names, state.bidders, strict=True)):
        if place in auction.out:
            said = "out"
        elif place == auction.holder:
            said = "holds it"
        else:
            said = "to bid" if place == auction.turn else "waits"
        pool = state.pool(place)
        _, pays, taxed, ruin = _bid_row(pool, Stakes(row.resources.exponent), auction.asked)
        rows.append((name, said, f"{pool.dice}D", pays, taxed, ruin))
    columns = ("Who", "Now", "Dice", f"Pays {ob(auction.asked)}", "Tax on average", "Down to nothing")
    return Table("The next bid", columns, tuple(rows), auction.turn, Mark.DERIVED)


session("auction", rules="RES-14", start=start_auction, moves=auction_moves, step=auction_step, show=auction_show)
