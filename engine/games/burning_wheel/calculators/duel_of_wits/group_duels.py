"""Duels of several on a side, duels about a price, and scripts under seal (DOW-06, DOW-23, DOW-24)."""

from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, BODY, EXTRA, NAME, QUICK_BODY
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.sealing import CODE
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.duel import grade_house
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import arguments as rules
from engine.games.burning_wheel.rules import haggling, sealed
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import Ally, Grade, Mode, Speaker, Winner
from engine.games.burning_wheel.rules.duel import VOLLEYS, Action
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.sealed import Where
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

EXPONENT = Between(0, 20)
SIZE = Between(1, 40)


@row("ally")
class AllyRow(Ally):
    """Someone beside the speaker, as a row of the form."""

    name: Annotated[str, NAME, Asked("Who, with what")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    spoke: Annotated[bool, Asked("Spoke up in this volley")] = True
    fits: Annotated[bool, Asked("It goes with the action")] = True
    stat: Annotated[bool, Asked("It is a stat")] = False
    against: Annotated[bool, Asked("It helps the other side")] = False


@calculator("group-duel", rules="DOW-23")
def group_duel(
    skill: Annotated[Ability, Asked("The speaker’s skill", quick=QUICK_POOLS), sheet("skill")] = B4,
    extra: Annotated[int, EXTRA, Asked("Dice of their own: FoRKs, Dismiss", quick=(0, 1, 2, 3))] = 0,
    allies: Annotated[tuple[AllyRow, ...], Asked("Allies in this volley")] = (AllyRow(),),
    avoiding: Annotated[bool, Asked("The action is Avoid: the speaker rolls Will")] = False,
    yours: Annotated[int, SIZE, Asked("Characters on your side", quick=(1, 2, 3, 4, 5))] = 2,
    theirs: Annotated[int, SIZE, Asked("Characters on theirs", quick=(1, 2, 3, 4, 5))] = 2,
    will: Annotated[Ability, Asked("The speaker’s Will", quick=QUICK_POOLS), sheet("will")] = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice do my allies bring, and how large is a group’s argument?"""
    own, given, refused = rules.allied(allies, of_will=avoiding)
    name, tested = ("Will", will) if avoiding else ("The speaker’s skill", skill)
    hurt = feels(wounds, tested, ask, ELEMENTS["will" if avoiding else "skill"])
    if hurt.gone:
        return no_test(hurt.gone, dice=0)
    speaks = (Line(tested.exponent, name, "DOW-02"), Line(extra, "Dice of their own", "HUB-32"))
    dice = Worked((*speaks, *own.lines, hurt.dice))
    checked(dice.total, 0, "allies")
    smaller = rules.uneven(yours, theirs) and ask["argument.uneven-sides"] == "smaller"
    mode, doubling = rules.group_mode(yours, theirs, smaller=smaller)
    rolled = doubling and ask["argument.group-double"] == "rolled"
    speaker = Speaker(will.exponent, skill.exponent)
    big, twice = (rules.body(speaker, Mode.BIG, doubled=doubled).total for doubled in (False, True))
    rows = _by_size(will.exponent, big, twice, rolled=rolled)
    advised = rows[2 if doubling else 0 if mode is Mode.NORMAL else 1]
    _, weight, body = advised
    blocks: list[Block] = [
        Verdict(
            f"{dice.total}D",
            (Fact.count(own.total, "die from allies", "dice from allies"), Fact(body, "body of argument")),
            f"The speaker rolls {wording.count(dice.total, 'die', 'dice')}, {own.total} of them from allies. "
            f"For sides like these the body of argument is {weight}: {body}.",
        ),
        Working(dice.lines, dice.total, "Roll in this volley", "D"),
        *ledger(replace(hurt, lost=0), 0, 0, against="The speaker’s own +Ob"),
        Table("Body of argument by the size of a side", ("A side of", "Play it as", "Body"), rows, rows.index(advised)),
    ]
    if given.total:
        blocks.append(Working(given.lines, given.total, "Help for the other side", "D"))
    blocks += [Note(sentence, rule="DOW-23") for sentence in refused]
    return Answer(
        values={
            "dice": dice.total,
            "help": own.total,
            "against": given.total,
            "refused": len(refused),
            "mode": mode.value,
            "doubling": doubling,
            "body": 0 if mode is Mode.NORMAL else big,
            "doubled": 0 if not doubling or rolled else twice,
            "doubles": ("the rolled body" if rolled else "the Big Deal") if doubling else "nothing",
        },
        blocks=tuple(blocks),
    )


def _by_size(will: int, big: int, twice: int, *, rolled: bool) -> tuple[tuple[str, str, str], ...]:
    """What a side of each size plays: its body of argument, for a Big Deal and `twice` that or the `rolled` one."""
    normal = f"{will} + successes"
    largest = (
        ("a Big Deal, or twice the rolled one", f"{big}, or twice {normal}")
        if rolled
        else ("a Big Deal, or twice that", f"{big}, or {twice}")
    )
    return ("1", "a normal argument", normal), ("2 or 3", "a Big Deal", str(big)), ("4 or more", *largest)


PRICE = Between(0, 40)
QUICK_PRICE = (2, 3, 4, 5, 6, 7, 8)


@calculator("haggling-duel", rules="DOW-24")
def haggling_duel(
    asking: Annotated[int, Between(1, 40), Asked("Obstacle asked at first", gm=True, quick=QUICK_PRICE)] = 8,
    buyer: Annotated[int, PRICE, Asked("Obstacle if the buyer wins", quick=QUICK_PRICE)] = 4,
    seller: Annotated[int, PRICE, Asked("Obstacle if the seller wins", quick=QUICK_PRICE)] = 8,
    winner: Annotated[Winner, Asked("Who has won")] = Winner.BUYER,
    start: Annotated[int, BODY, Asked("The winner started with", quick=QUICK_BODY)] = 7,
    left: Annotated[int, BODY, Asked("The winner has left", quick=QUICK_BODY)] = 7,
    agreed: Annotated[int | None, PRICE, Asked("The price you settle on", more=True)] = None,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost after a duel about the price?"""
    tie, half = winner is Winner.NOBODY, haggling.floor(asking)
    least = f"No price falls below half of what was asked, here {ob(half)}."
    if buyer < half and ask["argument.haggling-floor"] == "keep":
        raise Unusable("buyer", least)
    if seller > asking:
        raise Unusable("seller", f"No price rises above what was asked, here {ob(asking)}.")
    if buyer >= seller:
        raise Unusable("buyer", f"The two prices differ, the buyer’s below the seller’s; here {buyer} and {seller}.")
    if not tie and left > start:
        raise Unusable("left", f"Nobody has more left than at the start, here {start}; this says {left}.")
    owed = Grade.NONE if tie else rules.grade(start, left, grade_house(start, left, ask))
    thumb = owed is not Grade.NONE and ask["argument.haggling-steps"] == "thumb"
    low, high = rules.settled(buyer, seller, winner, owed, thumb=thumb)
    if agreed is not None and not low <= agreed <= high:
        fits = f"from {low} to {high}" if low <= high else "none that is a whole step"
        raise Unusable("agreed", f"The price lies between what both named: {fits}; this says {agreed}.")
    price = (low, high) if agreed is None else (agreed, agreed)
    kept = (
        [Note(f"No price falls below half of what was asked, here {ob(half)}.", rule="DOW-24")] if buyer >= half else []
    )
    return Answer(
        values={
            "least": low,
            "most": high,
            "price": price[0] if price[0] == price[1] else None,
            "grade": "" if tie else owed.value,
            "floor": half,
        },
        blocks=(_price(winner, owed, *price), _thumb(seller - buyer, None if tie else owed), IN_ORDER, *kept),
    )


def _price(winner: Winner, owed: Grade, low: int, high: int) -> Verdict:
    """The price, or the prices that may be settled on."""
    if winner is Winner.NOBODY:
        why = said = "a tie: neither side’s price"
    elif owed is Grade.NONE:
        why, said = "unconditional", f"{winner.words} wins outright"
    else:
        why = said = f"{winner.words} owes {owed.words}"
    if low > high:
        aloud = "A tie, and no step lies between the two prices: part, or make each other new offers."
        return Verdict("No price between", (Fact(why),), aloud)
    price = ob(low) if low == high else f"Ob{wording.NO_BREAK}{low} to {high}"
    aloud = "stands" if low == high else "is what you settle on together"
    return Verdict(price, (Fact(why),), f"{said[:1].upper()}{said[1:]}. The price {aloud}: {price}.")


def _thumb(gap: int, owed: Grade | None) -> Table:
    """How many steps of the price each grade is worth, with that which is owed ringed."""
    rows = tuple((one, f"{rules.conceded(gap, one)} of {gap}") for one in Grade)
    columns = ("The winner owes", "Steps toward the loser’s price")
    current = list(Grade).index(owed) if owed else None
    return Table("A rule of thumb for the price", columns, rows, current, Mark.RULING)


IN_ORDER = Steps(
    (
        "Haggling makes the body of argument and speaks for it; the terms are two prices.",
        "Play the duel. It takes the place of the Haggling tests.",
        "Settle the concession: a step of price, or something in kind.",
        "Test Resources against the price, or walk away from it.",
    ),
    "In this order",
)


KNOWN = "00112233445566778899aabbccddeeff"
NONCE = Asked("Secret number", "32 digits from 0 to 9 and a to f, drawn anew each time, told nobody.", draws=16)


@branch("seal my script")
class SealIt:
    """First: the script goes under seal."""

    first: Annotated[Action, Asked("Volley 1")] = Action.POINT
    second: Annotated[Action, Asked("Volley 2")] = Action.REBUTTAL
    third: Annotated[Action, Asked("Volley 3")] = Action.DISMISS
    nonce: Annotated[str, Longest(40), NONCE] = KNOWN


@branch("check theirs")
class CheckIt:
    """Then: what the other side sealed is held against what it opens with."""

    seal: Annotated[str, CODE, Asked("Their seal")] = ""
    opened: Annotated[str, CODE, Asked("Their opened script", "Once both seals have come.")] = ""


NOT_THREE = "The opened script is the one that was sealed, and does not hold three actions."


def actions_in(script: object) -> tuple[Action, ...] | None:
    """The three actions that an opened script holds, or None where it holds anything else."""
    known = {action.value: action for action in Action}
    if not isinstance(script, list) or len(script) != VOLLEYS or not all(isinstance(one, str) for one in script):
        return None
    return tuple(known[one] for one in script) if all(one in known for one in script) else None


@calculator("sealed-script", rules="DOW-06")
def sealed_script(
    step: Annotated[SealIt | CheckIt, Asked("What you do")] = SealIt(),
    duel: Annotated[str, Longest(40), Asked("Name of the duel", "The same on both devices.")] = "duel",
    exchange: Annotated[int, Between(1, 99), Asked("Exchange", quick=(1, 2, 3))] = 1,
    side: Annotated[str, Longest(20), Asked("Whose script", "A name that both use.")] = "first",
) -> Answer:
    """How do two devices swap scripts that nobody can peek at or change?"""
    where = Where(duel, exchange, side)
    if isinstance(step, SealIt):
        script = [step.first.value, step.second.value, step.third.value]
        try:
            nonce = sealed.nonce_of(step.nonce)
        except Refused as error:
            raise Unusable("step.nonce", str(error)) from None
        seal, opened = (make(where, script, nonce) for make in (sealed.seal, sealed.reveal))
        blocks: list[Block] = [
            Verdict("Sealed", (Fact(f"exchange {exchange}"),), "Your script is sealed: send the seal first."),
            Table(
                "Send the seal now; the other code once theirs has come",
                ("Code", "Text"),
                (("Seal", seal), ("Opened script", opened)),
            ),
        ]
        if step.nonce.strip().lower() == KNOWN:
            blocks.append(Note("This secret number is an example that everyone can read: put your own in its place."))
        return Answer({"seal": seal, "opened": opened, "script": script}, tuple(blocks))
    if not step.seal:
        verdict = Verdict(
            "Waiting", (Fact("their seal is missing"),), "Paste the seal that they sent; nothing is opened before."
        )
        return Answer({"script": None, "arrived": False}, (verdict,))
    try:
        sealed.arrived(step.seal, where)
    except Refused as error:
        raise Unusable("step.seal", str(error)) from None
    if not step.opened:
        verdict = Verdict(
            "Their seal holds", (Fact(f"exchange {exchange}"),), "Their seal is whole and belongs here: now open yours."
        )
        return Answer({"script": None, "arrived": True}, (verdict,))
    try:
        found = sealed.check(step.seal, step.opened, where)
    except Refused as error:
        raise Unusable("step.opened", str(error)) from None
    volleys = actions_in(found)
    if volleys is None:
        raise Unusable("step.opened", NOT_THREE)
    rows = tuple((f"Volley {number}", action.words) for number, action in enumerate(volleys, 1))
    listed = wording.listed(action.words for action in volleys)
    return Answer(
        {"script": [action.value for action in volleys], "arrived": True},
        (
            Verdict("Unchanged", (), f"This is what was sealed: {listed}."),
            Table("Their script", ("When", "Action"), rows),
        ),
    )
