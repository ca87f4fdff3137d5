"""A maneuver against a maneuver: the odds, and what came of it once the dice lie there (RNC-19 to RNC-27)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.maneuvers import Rolls
from engine.games.burning_wheel.readings.steel import hesitation_of
from engine.games.burning_wheel.rules import maneuver_odds as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.maneuver_odds import Contender, Fell, Volley
from engine.games.burning_wheel.rules.maneuvers import CARDS, Card, Maneuver, Means, Meeting, Result, Tie, Way
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark

B4 = Ability(Shade.BLACK, 4)
QUICK = ("B3", "B4", "B5", "B6")
EXTRA = Between(0, 20)
MARGINS = 4
DOES = {Intent.CLOSE: "advance", Intent.WITHDRAW: "retreat"}


@branch("Both have rolled")
class Fallen:
    """Both have rolled: successes on the dice, before what is certain is added and +Ob is taken off."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 3
    theirs: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 2


@calculator("maneuver-odds", rules="RNC-19 RNC-20 RNC-21 RNC-22 RNC-23 RNC-24 RNC-25")
def maneuver_odds(
    mine: Annotated[Maneuver, Asked("Your maneuver")] = Maneuver.SPEED_CLOSE,
    ability: Annotated[Ability, Asked("What you test with it", quick=QUICK), sheet("ability")] = B4,
    theirs: Annotated[Maneuver, Asked("Their maneuver")] = Maneuver.PERCEPTION_MAINTAIN,
    against: Annotated[Ability, Asked("What they test", quick=QUICK)] = B4,
    extra: Annotated[
        int, EXTRA, Asked("Your other dice", "Range, cover, quickness …", more=True, quick=(0, 1, 2, 3))
    ] = 0,
    their_extra: Annotated[int, EXTRA, Asked("Their other dice", more=True, quick=(0, 1, 2, 3))] = 0,
    will: Annotated[Ability, Asked("Your Will, for nerve", more=True, quick=QUICK), sheet("will")] = B4,
    their_will: Annotated[Ability, Asked("Their Will", more=True, quick=QUICK)] = B4,
    harder: Annotated[int, EXTRA, Asked("Your nerve is harder: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    penalty: Annotated[int, EXTRA, Asked("Your own +Ob", more=True, quick=(0, 1, 2))] = 0,
    their_penalty: Annotated[int, EXTRA, Asked("Their own +Ob", more=True, quick=(0, 1, 2))] = 0,
    roll: Annotated[Ahead | Fallen, Asked("The dice", more=True)] = Ahead(),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """My maneuver against theirs: who gets their way?"""
    met = readings.meeting_of(mine, theirs, ask)
    hurt = feels(wounds, ability, ask, readings.element_of(met.sides[0].tests))
    if hurt.gone:
        return no_test(hurt.gone)
    nerves = [
        _nerve(way, one, more, ask) for way, one, more in zip(met.sides, (will, their_will), (harder, 0), strict=True)
    ]
    sides = (
        Rolls(ability, extra, hurt, nerves[0], penalty),
        Rolls(against, their_extra, Felt(), nerves[1], their_penalty),
    )
    for rolls, card, at in zip(sides, (CARDS[mine], CARDS[theirs]), ("extra", "their_extra"), strict=True):
        checked(rolls.ability.exponent + rolls.extra + card.dice, 0, at)
    one, other = (
        rolls.contender(way, CARDS[move].dice, ask)
        for rolls, way, move in zip(sides, met.sides, (mine, theirs), strict=True)
    )
    pair = Pair((CARDS[mine], CARDS[theirs]), met, (one, other), ask)
    ledgers = [
        _ledger(rolls, card, way, words)
        for rolls, card, way, words in zip(sides, pair.cards, met.sides, ("Your dice", "Their dice"), strict=True)
    ]
    ledgers += [_own_obstacle(penalty, hurt)] if hurt.added else []
    if isinstance(roll, Fallen):
        return pair.fallen(roll, ledgers)
    return pair.ahead(ledgers)


def _nerve(way: Way, will: Ability, harder: int, ask: Rulings) -> int:
    """What nerve takes: hesitation and what makes it harder; asked for only where Steel is rolled. Source: RNC-21."""
    return max(0, hesitation_of(will, 0, None, ask).total + harder) if way.nerve else 0


def _ledger(rolls: Rolls, card: Card, way: Way, words: str) -> Working:
    """Where the dice of a side come from, or its certain successes."""
    left = rolls.ability.exponent - rolls.hurt.lost
    certain = wording.count(max(0, left), "certain success", "certain successes")
    own = (
        (Line(0, f"{way.tests.words}: {certain}", "RNC-20"),)
        if way.fixed
        else (Line(rolls.ability.exponent, way.tests.words, "RNC-18"), rolls.hurt.dice)
    )
    lines = (*own, Line(card.dice, card.maneuver.words, "RNC-22"), Line(rolls.extra, "Other dice", "RNC-09"))
    return Working(lines, max(0, sum(line.amount for line in lines)), words, "D")


def _own_obstacle(penalty: int, hurt: Felt) -> Working:
    """What comes off one's own successes, where wounds add to it."""
    return Working((Line(penalty, "Your own +Ob", "RNC-09"), hurt.obstacle), penalty + hurt.added, "Your own +Ob")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two maneuvers that meet, with the dice of both sides."""

    cards: tuple[Card, Card]
    met: Meeting
    sides: tuple[Contender, Contender]
    ask: Rulings

    @property
    def volley(self) -> Volley:
        return readings.volley_of(*self.sides, self.ask)

    def happens(self, result: Result, mine: bool, theirs: bool) -> Result | None:
        """Whose intent happens, as the table reads it."""
        return readings.prevails_of(result, mine, theirs, self.met, self.ask)

    def chances(self) -> tuple[dict[Result | None, Fraction], list[tuple[Fraction, str, str]]]:
        """The chance of each outcome, and of all that can happen each with what it comes to, in words."""
        found: dict[Result | None, Fraction] = dict.fromkeys((*Result, None), Fraction(0))
        rows = []
        for ending, chance in self.volley.chances.items():
            if not chance:
                continue
            outcome = self.happens(ending.result, ending.mine, ending.theirs)
            found[outcome] += chance
            rows.append((chance, _ending_words(ending.result, ending.mine, ending.theirs), self.moved(outcome)))
        return found, rows

    def moved(self, outcome: Result | None) -> str:
        """What an outcome does to the range, in words. Source: RNC-28."""
        if outcome is Result.TIE:
            return TIES[self.met.tie]
        if outcome is None:
            return "nobody moves"
        who, card = ("you", self.cards[0]) if outcome is Result.WIN else ("they", self.cards[1])
        return f"{who} {DOES[card.intent]}" if card.intent in DOES else "the range holds"

    def ahead(self, ledgers: Sequence[Block]) -> Answer:
        """The answer before the dice fall."""
        volley = self.volley
        found, rows = self.chances()
        win, tie, lose = (found[result] for result in Result)
        nerve = volley.ahead(-1000, mine=True) if self.sides[0].nerve else None
        margins, their_margins = volley.margins(MARGINS), volley.turned.margins(MARGINS)
        facts = [Fact(tie, "a tie"), Fact(lose, "they win")]
        facts += [Fact(nerve, "you hold your nerve")] if nerve is not None else []
        aloud = f"Your {self.cards[0].maneuver.words} gets its way {often(win)}"
        verdict = Verdict(
            wording.percent(win),
            (*facts, Fact(self.moved(Result.WIN), "if you win")),
            f"{aloud}, theirs {often(lose)}; a tie comes {often(tie)}.",
            Mark.DERIVED,
        )
        values = {
            "win": win,
            "tie": tie,
            "lose": lose,
            "nobody": found[None],
            "nerve": nerve,
            "margins": list(margins),
            "their_margins": list(their_margins),
            "volleys_lost": volley.volleys_lost() if nerve is not None else None,
            **self.values(),
        }
        ends = Table(
            "How it can end",
            ("", "Chance", "Then"),
            tuple((said, chance, then) for chance, said, then in rows),
            mark=Mark.DERIVED,
        )
        return Answer(values, (verdict, ends, self.bought(margins, their_margins), *ledgers, *self.notes(None)))

    def values(self, kept: tuple[bool, bool] = (True, True)) -> dict[str, Any]:
        """What holds before and after the roll, for programs; `kept` says who held the nerve."""
        one, other = self.sides
        shots = [readings.free_shot(way, held, self.ask) for way, held in zip(self.met.sides, kept[::-1], strict=True)]
        when = ("before the move" if readings.before(self.ask) else "after the move") if any(shots) else None
        return {
            "dice": one.side.pool.dice,
            "their_dice": other.side.pool.dice,
            "certain": one.certain,
            "their_certain": other.certain,
            "hesitation": one.nerve,
            "their_hesitation": other.nerve,
            "tie_does": self.met.tie.value,
            "free_shot": shots[0],
            "their_free_shot": shots[1],
            "shot_when": when,
            "tie_shot": readings.tie_shoots(self.cards[0].maneuver, self.ask),
            "price": self.cards[0].price,
        }

    def bought(self, margins: Sequence[Fraction], their_margins: Sequence[Fraction]) -> Table:
        """The chance of each margin, and what it buys. Source: RNC-10, RNC-11, RNC-22."""
        rows: list[tuple[Entry, ...]] = []
        for by, (mine, theirs) in enumerate(zip(margins, their_margins, strict=True), 1):
            words = f"{by} or more" if by == MARGINS else str(by)
            rows.append((words, mine, theirs, *(wording.count(by // card.price, "act") for card in self.cards)))
        columns = ("Ahead by", "You", "They", "You can buy", "They can buy")
        return Table("How far ahead, and what that buys", columns, tuple(rows), mark=Mark.DERIVED)

    def fallen(self, roll: Fallen, ledgers: Sequence[Block]) -> Answer:
        """The answer once both have rolled."""
        volley = self.volley
        fell = rules.fell(*self.sides, roll.yours, roll.theirs, floor=volley.floor)
        kept = not fell.lost[0], not fell.lost[1]
        outcome = self.happens(fell.result, *kept)
        budgets = fell.budgets if outcome is not Result.TIE else (0, 0)
        buys = tuple(budget // card.price for budget, card in zip(budgets, self.cards, strict=True))
        figure = {Result.WIN: "You win", Result.TIE: "A tie", Result.LOSE: "They win", None: "Nobody"}[outcome]
        spend = next((budget for budget in budgets if budget), 0)
        facts = [Fact(fell.mine, "you"), Fact(fell.theirs, "they"), Fact(spend, "to spend")]
        facts.append(Fact(self.moved(outcome)))
        lost = [
            f"{who} {wording.count(volleys, 'further volley', 'further volleys')}."
            for who, volleys in zip(
                ("You lose your nerve and hesitate for", "They lose theirs and hesitate for"), fell.lost, strict=True
            )
            if volleys
        ]
        sentence = f"{fell.mine} against {fell.theirs}: {self.moved(outcome)}. {' '.join(lost)}".strip()
        values = {
            "outcome": outcome.value if outcome else "nobody",
            "margin": fell.margin,
            "hesitates": fell.lost[0],
            "their_hesitates": fell.lost[1],
            "budget": budgets[0],
            "their_budget": budgets[1],
            "buys": buys[0],
            "their_buys": buys[1],
            "moved": self.moved(outcome),
            **self.values(kept),
        }
        marks = self.marks(fell, won=outcome is Result.WIN)
        return Answer(values, (Verdict(figure, tuple(facts), sentence), *ledgers, *self.notes(kept)), marks)

    def marks(self, fell: Fell, *, won: bool) -> tuple[Any, ...]:
        """What your test leaves in the log; certain successes are no test. Source: HUB-46."""
        way, one = self.met.sides[0], self.sides[0]
        if way.fixed:
            return ()
        obstacle = max(0, fell.theirs, one.nerve)
        classes = classes_of(one.side.pool.dice, obstacle, self.ask)
        return marks_of("ability", classes, kind_of(readings.element_of(way.tests)), passed=won)

    def notes(self, kept: tuple[bool, bool] | None) -> list[Note]:
        """What else the two maneuvers bring; `kept` says who held the nerve, None before the dice fall."""
        found = []
        for place, (card, way) in enumerate(zip(self.cards, self.met.sides, strict=True)):
            you = place == 0
            if card.maneuver is Maneuver.OBSERVATION_MAINTAIN and way.tests is Means.PERCEPTION:
                whose = "Nobody sneaks: you roll Perception" if you else "Nobody sneaks: they roll Perception"
                found.append(Note(f"{whose}, not Observation.", rule="RNC-26"))
            if readings.free_shot(way, kept[1 - place] if kept else True, self.ask):
                where = "before anyone moves" if readings.before(self.ask) else "after the move"
                who = "You have" if you else "They have"
                found.append(Note(f"{who} a shot for nothing, win or lose, at the range {where}.", rule="RNC-21"))
            if not readings.tie_shoots(card.maneuver, self.ask):
                found.append(Note(f"{'You' if you else 'They'} run: a tie gives no shot.", Mark.RULING, "RNC-22"))
        if not self.cards[0].keeps_cover:
            found.append(Note("Cover dice that you used are gone after this roll, won or lost.", rule="RNC-19"))
        return found


TIES: Mapping[Tie, str] = {
    Tie.STAY: "the range holds, and both may shoot or duck",
    Tie.IN: "both advance, and both may shoot or duck",
    Tie.OUT: "both retreat, and both may shoot or duck",
}


def _ending_words(result: Result, mine: bool, theirs: bool) -> str:
    """An ending in words, with who lost the nerve."""
    lost = {(True, True): "", (False, True): ", but you lose your nerve", (True, False): ", and they lose their nerve"}
    words = {Result.WIN: "you are ahead", Result.TIE: "a tie", Result.LOSE: "they are ahead"}[result]
    return words + lost.get((mine, theirs), ", and both lose their nerve")
