"""A volley ahead: each action against each, the mix, a Rebuttal's halves (DOW-10 to 16)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Unusable
from engine.games.burning_wheel.blocks.mixes import balance, by_dice, share, shares
from engine.games.burning_wheel.calculators.duel_of_wits.debaters import (
    FIELDS,
    TheirLateSide,
    TheirSide,
    They,
    TheyLate,
    You,
    YouLate,
    YourLateSide,
    YourSide,
    all_laws,
    choice_of,
    hurt,
    laws_of,
    must_speak,
    named,
)
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules import duel_analysis as rules
from engine.games.burning_wheel.rules import duel_choices as choosing
from engine.games.burning_wheel.rules.duel import Action
from engine.games.burning_wheel.rules.duel_analysis import Aim, Choice, Laws
from engine.games.burning_wheel.rules.duel_choices import Divided, Expected
from engine.games.burning_wheel.rules.mixed import Game
from engine.games.burning_wheel.words import Mean
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

PlayedFor = Annotated[Aim, Asked("You play for")]


class Shows(Option):
    """What a map of all pairs shows."""

    MARGIN = "margin", "dice off theirs, less dice off yours"
    DEALT = "dealt", "dice off their argument"
    TAKEN = "taken", "dice off yours"
    ENDS = "ends", "the chance that it ends"

    def measure(self, one: Expected) -> Fraction:
        """That, of a volley."""
        return {Shows.MARGIN: one.margin, Shows.DEALT: one.dealt, Shows.TAKEN: one.taken, Shows.ENDS: one.ends}[self]


@calculator("duel-pairs", rules="DOW-15 DOW-16")
def duel_pairs(
    mine: Annotated[Action, Asked("Your action")] = Action.POINT,
    theirs: Annotated[Action, Asked("Their action")] = Action.REBUTTAL,
    you: YourSide = You(),
    they: TheirSide = They(),
    shows: Annotated[Shows, Asked("The map shows")] = Shows.MARGIN,
    *,
    ask: Rulings,
) -> Answer:
    """With the dice at hand, what does each action do against each?"""
    laws = all_laws(you, they, ask)
    asked = (
        choice_of(laws, 0, mine, you.defense, "mine"),
        choice_of(laws, 1, theirs, they.defense, "theirs"),
    )
    rows, columns = (
        [choice_of(laws, place, one.action, side.defense, FIELDS[place]) for one in laws.choices(place)]
        for place, side in enumerate((you, they))
    )
    found = {(row, column): choosing.expected(laws, (row, column)) for row in rows for column in columns}
    here, current = found[asked], (rows.index(asked[0]), columns.index(asked[1]))
    dealt, taken, ended = Mean(here.dealt), Mean(here.taken), _ended(here.ends)
    blocks: list[Block] = [
        Verdict(
            Mean(here.margin).signed,
            (Fact(dealt, "they lose"), Fact(taken, "you lose"), Fact(ended)),
            f"{mine.words} against {theirs.words} takes {dealt.dice} off their argument on average and "
            f"{taken.dice} off yours; {ended}.",
            Mark.DERIVED,
        ),
        _map(found, (rows, columns), shows, current),
        _against(found, asked[0], columns, current[1]),
    ]
    silent = choosing.lost_next(laws, asked)
    if any(silent):
        yours, its = (often(chance) for chance in silent)
        blocks.append(Note(f"The volley after it you lose {yours}, and they {its}.", Mark.DERIVED, "DOW-16"))
    blocks += hurt(you, they)
    if hesitate := [who for who, side in zip(FIELDS, (you, they), strict=True) if side.hesitates]:
        words = f"In this volley {wording.listed(hesitate)} hesitate, no matter what was scripted."
        blocks.append(Note(words, rule="DOW-16"))
    return Answer({name: getattr(here, name) for name in EXPECTED}, tuple(blocks), compared=False)


EXPECTED = ("taken", "dealt", "margin", "wins", "loses", "ties", "ends")
"""What goes out of a volley that is expected."""


def _against(
    found: Mapping[tuple[Choice, Choice], Expected], mine: Choice, columns: Sequence[Choice], current: int
) -> Table:
    """One action against each of theirs."""
    rows = []
    for column in columns:
        one = found[mine, column]
        rows.append((column.action, Mean(one.dealt), Mean(one.taken), one.wins, one.loses, one.ties))
    heads = ("They", "They lose", "You lose", "You win", "They win", "A tie")
    return Table(f"{mine.action.words} against each", heads, tuple(rows), current, Mark.DERIVED)


def _ended(chance: Fraction) -> str:
    if not chance:
        return "it cannot end here"
    return "it ends here" if chance == 1 else f"it ends here {often(chance)}"


def _map(
    found: Mapping[tuple[Choice, Choice], Expected],
    places: tuple[Sequence[Choice], Sequence[Choice]],
    shows: Shows,
    current: tuple[int, int],
) -> Grid:
    """All pairs as a heat map, with that asked for ringed."""
    most = max((abs(shows.measure(one)) for one in found.values()), default=Fraction(0)) or Fraction(1)
    rows, columns = places
    return Grid(
        f"{shows.words[:1].upper()}{shows.words[1:]}",
        "They",
        "You",
        tuple(one.action.words for one in columns),
        tuple(one.action.words for one in rows),
        tuple(
            tuple(_cell(found[row, column], row.action, column.action, shows, most) for column in columns)
            for row in rows
        ),
        tuple((f"heat-{tone}", words) for tone, words in enumerate(_tones(shows, most))),
        current,
        Mark.DERIVED,
    )


def _cell(one: Expected, row: Action, column: Action, shows: Shows, most: Fraction) -> Cell:
    value = shows.measure(one)
    letter = Mean(value).signed if shows is Shows.MARGIN else Mean(value * 100 if shows is Shows.ENDS else value).words
    # A margin runs from −most to +most, all else from 0.
    share = (value + most) / (2 * most) if shows is Shows.MARGIN else value if shows is Shows.ENDS else value / most
    words = (
        f"{row.words} against {column.words}: they lose {Mean(one.dealt).words}, you lose {Mean(one.taken).words}, "
        f"it ends: {wording.percent(one.ends)}"
    )
    return Cell(letter, words, {"mine": row.value, "theirs": column.value}, f"heat-{min(4, int(share * 5))}")


def _tones(shows: Shows, most: Fraction) -> list[str]:
    """What the five tones of a map stand for."""
    if shows is Shows.ENDS:
        return ["below a fifth", "from a fifth", "from two fifths", "from three fifths", "from four fifths"]
    if shows is Shows.MARGIN:
        ends = [Mean(-most + 2 * most * tone / 5).signed for tone in range(6)]
    else:
        ends = [Mean(most * tone / 5).words for tone in range(6)]
    return [f"{ends[tone]} to {ends[tone + 1]}" for tone in range(5)]


@calculator("duel-mix", rules="DOW-15 DOW-16")
def duel_mix(
    you: YourLateSide = YouLate(),
    they: TheirLateSide = TheyLate(),
    aim: PlayedFor = Aim.DICE,
    *,
    ask: Rulings,
) -> Answer:
    """What should I do when I cannot guess what they do?"""
    laws = all_laws(you, they, ask)
    costs = rules.prices(laws)
    played = rules.game(laws, aim, costs)
    mine, theirs = (_shares(laws, played, side) for side in (0, 1))
    # A mix of one half and one half is drawn with a coin; of all else the likeliest leads.
    leads = max(mine, key=lambda row: row[1])
    even = balance(played.mixed.value, _amount(played.mixed.value, aim))
    mix = wording.listed(f"{name} {share(one)}" for name, one in mine)
    blocks: list[Block] = [
        Verdict(
            "You hesitate" if you.hesitates else f"{leads[0]} {share(leads[1])}",
            (Fact(even), *(Fact(share(one), name) for name, one in mine if name != leads[0])),
            f"{_said(mine, mix)} Whatever they do, on average you are {even}.",
            Mark.DERIVED,
        ),
        *(shares(dict(mix), caption, "Action") for caption, mix in (("Your mix", mine), ("Theirs", theirs))),
        *_game(laws, played, aim),
        *hurt(you, they),
    ]
    if len(mine) > 1:
        blocks.append(by_dice(dict(mine)))
    if aim is Aim.DICE:
        yours, its = (Mean(cost).dice for cost in costs.volley)
        words = (
            f"What is carried on has its price. A volley that you lose costs {yours}, one that they lose {its}: what "
            "the other’s Point takes off meanwhile. A die is worth its mean, and +1 Ob costs a success."
        )
        blocks.append(Note(words, Mark.DERIVED, "DOW-16"))
    values = {
        "value": played.mixed.value,
        "mine": dict(mine),
        "theirs": dict(theirs),
        "volley_costs": list(costs.volley),
    }
    return Answer(values, tuple(blocks), compared=False)


def _said(mine: Sequence[tuple[str, Fraction]], mix: str) -> str:
    """The mix as a sentence."""
    if len(mine) > 1:
        return f"Your safest mix is {mix}."
    name = mine[0][0]
    return "You hesitate and have nothing to choose." if name == Action.HESITATE.words else f"{name} is safest."


def _amount(value: Fraction, aim: Aim) -> str:
    """How much the value of a game is, without its sign."""
    return f"{wording.percent(abs(value))} of a win" if aim is Aim.END else Mean(abs(value)).dice


def _shares(laws: Laws, played: Game[Choice], side: int) -> list[tuple[str, Fraction]]:
    """What a side plays, with how often."""
    return [(named(choice, laws.sides[side].dice), one) for choice, one in played.mix(side)]


def _game(laws: Laws, played: Game[Choice], aim: Aim) -> tuple[Table, Table]:
    """The certificate that my mix brings no less than the value against any choice of theirs; and every payoff."""
    mine, theirs = ([named(one, laws.sides[side].dice) for one in played.choices[side]] for side in (0, 1))
    brings = tuple((name, _gain(value, aim)) for name, value in zip(theirs, played.guaranteed, strict=True))
    payoffs = tuple(
        (name, *(_gain(value, aim) for value in values)) for name, values in zip(mine, played.payoffs, strict=True)
    )
    unit = "in points of a hundred" if aim is Aim.END else "in dice"
    caption = f"What each choice brings you against each of theirs, {unit}"
    return (
        Table("What your mix brings against each of theirs", ("They", "You"), brings, mark=Mark.DERIVED),
        Table(caption, ("You", *theirs), payoffs, mark=Mark.DERIVED, folded=True),
    )


def _gain(value: Fraction, aim: Aim) -> str:
    """A payoff: dice, or points of a hundred."""
    return Mean(value * 100 if aim is Aim.END else value).signed


@calculator("best-split", rules="DOW-14")
def best_split(
    you: YourSide = You(),
    they: TheirSide = They(),
    theirs: Annotated[Action, Asked("The action you expect")] = Action.POINT,
    aim: PlayedFor = Aim.DICE,
    drawn: Annotated[bool, Asked("No idea: they draw from their mix")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How do I best divide my Rebuttal?"""
    must_speak(you)
    laws = all_laws(you, they, ask) if drawn else laws_of(you, they, [(Action.REBUTTAL, theirs)], ask)
    choice_of(laws, 0, Action.REBUTTAL, None, "you.skill")
    pool = laws.rebuttal_dice(0)
    if pool < duel.LEAST_REBUTTAL:
        raise Unusable("you.skill", "One die goes into one half: there is nothing to divide.")
    costs = rules.prices(laws)
    if drawn:
        against = rules.game(laws, aim, costs).mix(1)
    else:
        against = [(choice_of(laws, 1, theirs, they.defense, "theirs"), Fraction(1))]
    ways = choosing.divisions(laws, against, aim, costs)
    best = choosing.best(ways)
    riposte = pool - best.defense
    bears = len(ways) > pool - 1
    where = f"; the +Ob goes on the {'riposte' if best.choice.riposte_bears else 'defense'}" if bears else ""
    dealt, taken = Mean(best.dealt), Mean(best.taken)
    rows = tuple(
        (*_halves(way, pool, bears), Mean(way.dealt), Mean(way.taken), _gain(way.gains, aim), way.beaten)
        for way in ways
    )
    columns = ("Defense", "Riposte", "They lose", "You lose", "Balance", "You are beaten")
    return Answer(
        {
            "defense": best.defense,
            "riposte": riposte,
            "riposte_bears": best.choice.riposte_bears,
            "margin": best.gains,
            "taken": best.taken,
            "dealt": best.dealt,
            "margins": [way.gains for way in ways],
        },
        (
            Verdict(
                f"{best.defense} and {riposte}",
                (Fact("defense and riposte"), Fact(dealt, "they lose"), Fact(taken, "you lose")),
                f"Put {wording.count(best.defense, 'die', 'dice')} into the defense and {riposte} into the riposte"
                f"{where}: they lose {dealt.dice} on average, you {taken.dice}.",
                Mark.DERIVED,
            ),
            Table("Every way to divide it", columns, rows, ways.index(best), Mark.DERIVED),
            *hurt(you, they),
            Note(BALANCES[aim]),
        ),
        compared=not drawn,
    )


BALANCES = {
    Aim.END: "The balance is your chance to win now less theirs, in points of a hundred.",
    Aim.DICE: "No dice count beyond the end of an argument; what is carried on has its price in dice.",
}


def _halves(way: Divided, pool: int, bears: bool) -> tuple[int | str, int | str]:
    """Both halves of a division, and which of them `bears` a +Ob where one does."""
    defense, riposte = way.defense, pool - way.defense
    if not bears:
        return defense, riposte
    return (defense, f"{riposte}, +Ob") if way.choice.riposte_bears else (f"{defense}, +Ob", riposte)
