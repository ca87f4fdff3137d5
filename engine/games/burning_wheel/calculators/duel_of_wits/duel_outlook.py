"""Further ahead: how an exchange and the whole duel may go, and when to dismiss (DOW-10, DOW-15 to 19, DOW-26)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import progress, wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.dice import likeliest
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.calculators.duel_of_wits.compromise import MEANS
from engine.games.burning_wheel.calculators.duel_of_wits.debaters import (
    Guess,
    Script,
    TheirLateSide,
    Theirs,
    TheirScript,
    TheirSide,
    They,
    TheyLate,
    You,
    YouLate,
    YourLateSide,
    YourScript,
    YourSide,
    all_laws,
    choice_of,
    hurt,
    laws_of,
    must_speak,
    pairs_of,
    script_of,
    scripts_of,
)
from engine.games.burning_wheel.calculators.duel_of_wits.fields import BODY, QUICK_BODY
from engine.games.burning_wheel.forms.rolled import MOST_SEED
from engine.games.burning_wheel.readings.duel import whole_house
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules import duel_analysis as rules
from engine.games.burning_wheel.rules import duel_choices as choosing
from engine.games.burning_wheel.rules.arguments import Grade
from engine.games.burning_wheel.rules.duel import Action
from engine.games.burning_wheel.rules.duel_analysis import Forecast, Laws, Plan, only
from engine.games.burning_wheel.rules.duel_choices import Way
from engine.games.burning_wheel.words import Mean
from engine.option import Option
from engine.rulings import Rulings
from engine.sampled import Span, interval
from engine.wording import often
from engine.working import Mark

SHOWN = 12
"""Rows and columns of a table of both arguments; what lies beyond shows in its totals."""
Law = Mapping[tuple[int, int], Fraction]


@calculator("duel-exchange", rules="DOW-15 DOW-16 DOW-26")
def duel_exchange(
    yours: YourScript = Script(),
    theirs: Theirs = TheirScript(),
    you: YourSide = You(),
    they: TheirSide = They(),
    *,
    ask: Rulings,
) -> Answer:
    """How will this exchange leave us?"""
    laws = laws_of(you, they, pairs_of(yours, theirs), ask)
    scripts = scripts_of(laws, yours, theirs, (you.defense, they.defense))
    law = laws.exchange(rules.start_of(laws.sides), scripts, keep=False).law()
    found = rules.forecast(law.items(), (you.argument, they.argument))
    standing = rules.not_below_zero(law)
    left = [rules.mean_of(rules.of_side(standing, side)) for side in (0, 1)]
    mine, its = (Mean(one).words for one in left)
    first = sorted(law.items(), key=lambda item: (-item[1], item[0]))[:5]
    return Answer(
        {
            **_chances(found),
            "left": left,
            "likeliest": [[*both, chance] for both, chance in first],
            "outcomes": len(law),
        },
        (
            Verdict(
                f"{mine} to {its} left",
                (Fact(found.win, "you win"), Fact(found.lose, "they win")),
                f"After this exchange you have {mine} dice of argument left on average, they {its}. "
                f"{_came_to(found).capitalize()}; it goes on {often(found.open)}.",
                Mark.DERIVED,
            ),
            Table("How it stands then", ("", "Chance"), _ends(found)),
            _marginals(standing),
            _both(standing),
            *hurt(you, they),
        ),
    )


def _chances(found: Forecast) -> dict[str, Fraction]:
    """How a duel may end, or go on, for programs."""
    return {"win": found.win, "lose": found.lose, "tie": found.tie, "goes_on": found.open}


def _ends(found: Forecast) -> tuple[tuple[str, Fraction], ...]:
    """How a duel may end, or go on, in rows."""
    return (("You win", found.win), ("They win", found.lose), ("A tie", found.tie), ("It goes on", found.open))


def _left_words(left: int) -> int | str:
    return left or "0 or below"


def _marginals(standing: Law) -> Table:
    """How likely each number of dice left is, for each side by itself."""
    mine, its = (rules.of_side(standing, side) for side in (0, 1))
    rows = tuple((_left_words(left), mine.get(left), its.get(left)) for left in sorted({0, *mine, *its}, reverse=True))
    return Table("Dice of argument left", ("Left", "You", "They"), rows, mark=Mark.DERIVED)


def _both(standing: Law) -> Table:
    """Both arguments together: yours down, theirs across, all that is beaten in one row and one column."""
    down, across = (_likeliest(rules.of_side(standing, side)) for side in (0, 1))
    rows = tuple((_left_words(mine), *(standing.get((mine, other)) for other in across)) for mine in down)
    head = ("Yours, theirs →", *(str(_left_words(place)) for place in across))
    return Table("Both together", head, rows, mark=Mark.DERIVED, folded=True)


def _likeliest(left: Mapping[int, Fraction]) -> list[int]:
    """The likeliest numbers of dice left, as many as a table shows, from the most down."""
    places = sorted(left, reverse=True)
    return sorted(sorted(places, key=lambda place: -left[place])[:SHOWN], reverse=True)


class Then(Option):
    """How far a forecast looks."""

    EXCHANGE = "exchange", "to the end of this exchange"
    AGAIN = "again", "to the end, the same scripts again and again"
    MIX = "mix", "to the end, the later exchanges drawn from the mix"


@calculator("duel-outlook", rules="DOW-18 DOW-19 DOW-26")
def duel_outlook(
    yours: YourScript = Script(),
    theirs: Theirs = TheirScript(),
    you: YourSide = You(),
    they: TheirSide = They(),
    then: Annotated[Then, Asked("Look ahead")] = Then.EXCHANGE,
    your_start: Annotated[int | None, BODY, Asked("You started with", "Empty: what is left.", quick=QUICK_BODY)] = None,
    their_start: Annotated[int | None, BODY, Asked("They started with", "Empty: the same.", quick=QUICK_BODY)] = None,
    duels: Annotated[
        int, Between(100, 10_000), Asked("Duels to play", "Where it is sampled.", more=True, quick=(1000, 4000, 10_000))
    ] = 4000,
    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more plays others.", more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Shall I win, and what will it cost me?"""
    starts = (your_start or you.argument, their_start or they.argument)
    for field, start, side in zip(("your_start", "their_start"), starts, (you, they), strict=True):
        if start < side.argument:
            raise Unusable(field, f"Nobody starts with less than is left, here {side.argument}; this says {start}.")
    laws = all_laws(you, they, ask) if then is Then.MIX else laws_of(you, they, pairs_of(yours, theirs), ask)
    scripts = scripts_of(laws, yours, theirs, (you.defense, they.defense))
    houses = (whole_house(starts[0], ask), whole_house(starts[1], ask))
    law, played = _played(laws, scripts, then, duels, seed)
    found = rules.forecast(law.items(), starts, houses)
    expect = likeliest(found.owes)
    seen = Seen(found, played)
    blocks: list[Block] = [seen.verdict(expect), seen.table, _grades(found), *hurt(you, they)]
    if played:
        blocks.append(Note(f"{played:,} duels were played here by roll number {seed}; {SAMPLED[then is Then.MIX]}"))
    if then is not Then.EXCHANGE and found.open:
        blocks.append(Note(f"After {rules.MOST_EXCHANGES} exchanges at most the rest counts as going on."))
    return Answer(
        {
            **{name: short(chance) for name, chance in _chances(found).items()},
            "owes": {grade.value: short(chance) for grade, chance in found.owes.items()},
            "owed": {grade.value: short(chance) for grade, chance in found.owed.items()},
            "expect": [grade.value for grade in expect],
            "sampled": played,
            "interval": list(seen.between(found.win) or ()),
        },
        tuple(blocks),
        compared=then is Then.EXCHANGE,
    )


def _played(laws: Laws, scripts: Sequence[tuple[Plan, Plan]], then: Then, duels: int, seed: int) -> tuple[Law, int]:
    """Where both arguments may stand, as far as asked, and how many duels were played for it, 0 where it is exact."""
    if then is Then.EXCHANGE:
        return laws.exchange(rules.start_of(laws.sides), scripts, keep=False).law(), 0
    if then is Then.AGAIN and rules.within_reach(laws.sides):
        return rules.whole(laws, scripts, progress.report).law(), 0
    later = scripts
    if then is Then.MIX:
        fresh = rules.unburdened(laws)
        later = [(fresh.plan(0), fresh.plan(1))] * duel.VOLLEYS
    ends = rules.sampled(laws, scripts, later, duels, seed, progress.report)
    return {both: Fraction(number, duels) for both, number in ends.items()}, duels


SURE = "19 times out of 20 the true chance lies in the range shown. "
SAMPLED = {
    True: f"{SURE}Later exchanges are drawn from the mix of this moment, which changes as arguments shrink.",
    False: f"{SURE}Up to {rules.EXACT_DICE}D and {rules.EXACT_ARGUMENT} dice of argument it is counted exactly.",
}
"""What to know of duels that were played, the later exchanges drawn from the mix or not."""
LONGEST_FRACTION = 512
"""Bits of a denominator that still go out as they are; a whole duel's can have thousands."""


def short(chance: Fraction) -> Fraction:
    """A chance as it is, or to twelve places where its fraction would fill pages."""
    if chance.denominator.bit_length() <= LONGEST_FRACTION:
        return chance
    return Fraction(round(chance * 10**12), 10**12)


@dataclass(frozen=True, slots=True)
class Seen:
    """A forecast, and how many duels were `played` for it: 0 where it was counted exactly."""

    found: Forecast
    played: int

    def between(self, chance: Fraction) -> Span | None:
        """Where the true chance lies, 19 times out of 20; None where it is known."""
        return interval(int(chance * self.played), self.played) if self.played else None

    def verdict(self, expect: Sequence[Grade]) -> Verdict:
        """The chance to win, what it costs then, and the chance to lose."""
        found = self.found
        owed = wording.listed((grade.words for grade in expect), "or")
        owes = f"then you most likely owe {owed}" if found.win else "there is nothing to owe"
        span = self.between(found.win)
        between = f" ({_span_words(span)})" if span else ""
        how = f"{wording.count(self.played, 'duel')} played" if self.played else "exact"
        return Verdict(
            f"Win: {wording.percent(found.win)}",
            (Fact(found.lose, "lose"), Fact(found.open, "goes on"), Fact(how)),
            f"You win {often(found.win)}{between}; {owes}. "
            + (f"You lose {often(found.lose)}." if found.lose else "You cannot lose here.")
            + (f" It is a tie {often(found.tie)}." if found.tie else ""),
            Mark.DERIVED,
        )

    @property
    def table(self) -> Table:
        """How it ends, with the range of what was sampled."""
        rows = _ends(self.found)
        if not self.played:
            return Table("How it ends", ("", "Chance"), rows)
        spans = [self.between(self.found.win), self.between(self.found.lose), None, None]
        listed = tuple((*row, _span_words(span)) for row, span in zip(rows, spans, strict=True))
        return Table("How it ends", ("", "Chance", "95\N{NO-BREAK SPACE}% sure"), listed)


def _span_words(span: Span | None) -> str | None:
    return f"{wording.percent(span[0])} to {wording.percent(span[1])}" if span else None


def _grades(found: Forecast) -> Table:
    """What the winner will owe, of all that can happen."""
    rows = tuple((grade, found.owes[grade] or None, found.owed[grade] or None, MEANS[grade]) for grade in Grade)
    columns = ("", "You win, and owe", "They win, and owe", "That is")
    return Table("What the winner owes", columns, rows, mark=Mark.DERIVED)


@calculator("dismiss-now", rules="DOW-10 DOW-16")
def dismiss_now(
    you: YourLateSide = YouLate(),
    they: TheirLateSide = TheyLate(),
    theirs: Annotated[Guess, Asked("The script you expect")] = Guess(),
    drawn: Annotated[bool, Asked("No idea: they draw from their mix")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Dismiss now?"""
    must_speak(you)
    known = [(mine, other) for mine in choosing.DISMISSING for other in dict.fromkeys(theirs.actions)]
    laws = all_laws(you, they, ask) if drawn else laws_of(you, they, known, ask)
    choice_of(laws, 0, Action.POINT, None, "you.skill")
    choice_of(laws, 0, Action.DISMISS, None, "you.dismiss")
    if drawn:
        against: list[Plan] = [rules.unburdened(laws).plan(1)] * duel.VOLLEYS
    else:
        against = [only(one) for one in script_of(laws, 1, theirs, they.defense, "theirs")]
    choices = {
        action: choice_of(laws, 0, action, you.defense, "you.skill")
        for action in choosing.DISMISSING
        if laws.able(0, action)
    }
    ways = choosing.dismissals(laws, choices, against)
    now, best = ways[0], max(ways, key=lambda way: way.balance)
    instead = None if best is now else _plan_words(best.script)
    wins = f"within three volleys {_came_to(now.later)}"
    return Answer(
        {
            "dismiss": best is now,
            "best": [action.value for action in best.script],
            "wins_now": now.at_once.win,
            "ties_now": now.at_once.tie,
            "wins": now.later.win,
            "loses": now.later.lose,
            "ties": now.later.tie,
            "goes_on": now.later.open,
            "best_wins": best.later.win,
            "best_loses": best.later.lose,
            "best_ties": best.later.tie,
        },
        (
            Verdict(
                "Not yet" if instead else "Dismiss now",
                (
                    Fact(now.at_once.win, "at once"),
                    Fact(instead, "better") if instead else Fact(now.later.win, "within three volleys"),
                ),
                f"If you dismiss now, you win at once {often(now.at_once.win)}; {wins}."
                + (f" With {instead} {_came_to(best.later)}." if instead else ""),
                Mark.DERIVED,
            ),
            Table("Now, later, never", WAYS, tuple(_row(way) for way in ways), ways.index(best), Mark.DERIVED),
            *hurt(you, they),
            *EXPLAINED,
        ),
        compared=not drawn,
    )


EXPLAINED = (
    Note("Marked is what wins most often, less what loses, within three volleys; a tie counts for neither side."),
    Note(
        "Unless the Dismiss wins, the volley after it is lost; after volley 3, that of the next exchange.",
        rule="DOW-10",
    ),
)


WAYS = ("Your volleys", "Win at once", "A tie at once", "Won after three", "Lost", "A tie", "Goes on")


def _row(way: Way) -> tuple[Entry, ...]:
    first, later = way.at_once, way.later
    return (_plan_words(way.script), first.win, first.tie, later.win, later.lose, later.tie, later.open)


def _came_to(found: Forecast) -> str:
    """Every way in which a duel may have ended, in words."""
    ways = (("won", found.win), ("lost", found.lose), ("tied", found.tie))
    ended = [f"{way} {often(chance)}" for way, chance in ways if chance]
    return f"you have {wording.listed(ended)}" if ended else "it never ends"


def _plan_words(script: Sequence[Action]) -> str:
    return ", ".join("(lost)" if action is Action.HESITATE else action.words for action in script)
