"""A volley whose dice have fallen: what it does to both sides, and the story of it (DOW-07, DOW-15, DOW-16)."""

from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Story, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, BODY, EXTRA, QUICK_BODY
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.readings.duel import house_of
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.duel import RULE, Action, Carried, Counted, House, Kind, Standing, State, Volley
from engine.games.burning_wheel.rules.steel import hesitation
from engine.rulings import Rulings
from engine.working import Mark

COUNTED = Between(0, 60)
QUICK_COUNTED = (0, 1, 2, 3, 4, 5)


def counted_words(action: Action, kind: Kind, counted: Counted) -> str:
    """What dice came to: "3 successes", "2 for defense, 3 for the riposte"."""
    if action is Action.REBUTTAL:
        return f"{counted.defense} for defense, {counted.successes} for the riposte"
    if kind is Kind.TWICE:
        return f"{counted.successes} and {wording.count(counted.second, 'success', 'successes')}"
    return wording.count(counted.successes, "success", "successes")


def told(
    before: State,
    volley: Volley,
    counted: tuple[Counted, Counted],
    names: tuple[str, str],
    house: House,
    order: tuple[int, int] = (0, 1),
) -> list[Told]:
    """What happened in a volley, a line a rule, each with its side."""
    lines: list[Told] = []

    def say(side: int, text: str, rule: str) -> None:
        lines.append(Told(1, text, rule, names[side]))

    for side in order:
        mine, other = volley.actions[side], volley.actions[1 - side]
        kind = duel.kind(mine, other, house)
        if mine is Action.HESITATE:
            say(side, "hesitates and says nothing.", "DOW-16")
        elif not kind.rolls:
            say(side, f"{mine.words}, {kind.words}.", RULE[mine])
        else:
            penalty = before.sides[side].harder
            harder = f", at +{penalty} Ob" if penalty else ""
            say(side, f"{mine.words}{harder}: {counted_words(mine, kind, counted[side])}.", RULE[mine])
    for side in (0, 1):
        effect, stands = volley.effects[side], volley.state.sides[side]
        other = volley.actions[1 - side]
        if effect.silenced:
            say(side, f"loses the {volley.actions[side].words}: Obfuscate talks over it.", "DOW-13")
        if effect.lost:
            left = f"{wording.number(stands.argument)} left"
            say(side, f"loses {wording.count(effect.lost, 'die', 'dice')} of the argument, {left}.", RULE[other])
        if effect.incited:
            steel = wording.count(counted[side].steel, "success", "successes")
            shaken = counted[side].steel < stands.hesitation
            outcome = "hesitates" if shaken else "stands firm"
            say(side, f"tests Steel against {ob(stands.hesitation)}: {steel}, {outcome}.", "DOW-12")
    if not volley.state.over:
        for side in (0, 1):
            lines += [Told(1, text, rule, names[side]) for text, rule in _left_over(volley, side)]
    return lines


def _left_over(volley: Volley, side: int) -> list[tuple[str, str]]:
    effect = volley.effects[side]
    said = []
    if effect.rebuked:
        said.append(("hesitates in the next volley: the Dismiss has not won.", "DOW-10"))
    elif volley.hesitates[side]:
        said.append(("misses the next action.", "DOW-12"))
    if effect.obstacle:
        said.append((f"is at +{effect.obstacle} Ob on the next action.", "DOW-13"))
    if effect.dice:
        said.append((f"has +{effect.dice}D on the next action.", "DOW-13"))
    if effect.test_dice:
        said.append((f"has +{effect.test_dice}D on the next test, for a failed Incite.", "DOW-12"))
    return said


@dataclass(frozen=True, slots=True)
class SideNow:
    """One side of a volley, a group of fields: its action, its dice as they fell, and what it brought along."""

    action: Annotated[Action, Asked("Action")] = Action.POINT
    successes: Annotated[int, COUNTED, Asked("Successes", "Of a Rebuttal, the riposte’s.", quick=QUICK_COUNTED)] = 2
    defense: Annotated[int, COUNTED, Asked("A Rebuttal’s defense", more=True, quick=QUICK_COUNTED)] = 0
    second: Annotated[int, COUNTED, Asked("A Feint’s second roll", more=True, quick=QUICK_COUNTED)] = 0
    steel: Annotated[int, COUNTED, Asked("Steel test, if incited", more=True, quick=QUICK_COUNTED)] = 0
    argument: Annotated[int, BODY, Asked("Body of argument", more=True, quick=QUICK_BODY)] = 7
    will: Annotated[Ability, Asked("Will", more=True)] = B4
    hesitates: Annotated[int, Between(0, 2), Asked("Volleys lost already", more=True)] = 0
    obstacle: Annotated[int, Between(0, 10), Asked("+Ob carried", more=True)] = 0
    riposte_bears: Annotated[bool, Asked("The riposte takes the penalty", more=True)] = False
    waiting: Annotated[int, EXTRA, Asked("Dice for the next test, not yet used", more=True)] = 0

    @property
    def standing(self) -> Standing:
        carried = Carried(self.hesitates, 0, self.obstacle, self.waiting)
        return Standing(self.argument, self.will.exponent, hesitation(self.will).total, carried)

    @property
    def counted(self) -> Counted:
        return Counted(self.successes, self.second, self.defense, self.steel, self.riposte_bears)


@calculator("duel-volley", rules="DOW-15")
def duel_volley(
    mine: Annotated[SideNow, Asked("Your side")] = SideNow(),
    theirs: Annotated[SideNow, Asked("Their side")] = SideNow(Action.REBUTTAL, 1, 1),
    *,
    ask: Rulings,
) -> Answer:
    """The dice have fallen: what does this volley do?"""
    before = State((mine.standing, theirs.standing))
    spoken = duel.effective(before, (mine.action, theirs.action))
    house = house_of(ask, spoken, carried=duel.runs_on(before.sides, spoken))
    counted = (mine.counted, theirs.counted)
    volley = duel.resolve_volley(before, mine.action, theirs.action, *counted, house)
    names = ("Your side", "Their side")
    lost = [effect.lost for effect in volley.effects]
    after = volley.state.sides
    ends = "the duel is over" if volley.state.over else "the duel goes on"
    said = " and ".join(
        f"{who} lose {wording.count(amount, 'die', 'dice')}" for who, amount in zip(("you", "they"), lost, strict=True)
    )
    left = tuple(Fact(side.argument, whose) for whose, side in zip(("left to you", "left to them"), after, strict=True))
    rows = tuple(
        (
            who,
            action,
            -effect.lost or None,
            side.argument,
            carried_words(side.carried),
        )
        for who, action, effect, side in zip(names, volley.actions, volley.effects, after, strict=True)
    )
    return Answer(
        {
            "lost": lost,
            "left": [side.argument for side in after],
            "silenced": [effect.silenced for effect in volley.effects],
            "incited": [effect.incited for effect in volley.effects],
            "hesitates": [side.carried.hesitates for side in after],
            "dice": [side.carried.dice for side in after],
            "obstacle": [side.carried.obstacle for side in after],
            "test_dice": [side.carried.test_dice for side in after],
            "talked_over": volley.talked_over(house),
            "over": volley.state.over,
        },
        (
            Verdict(
                " / ".join(wording.number(-amount) if amount else "0" for amount in lost),
                left,
                f"{said[:1].upper()}{said[1:]}; {ends}.",
                Mark.DERIVED,
            ),
            Table("After the volley", ("", "Did", "Argument", "Left", "Takes along"), rows),
            Story(tuple(told(before, volley, counted, names, house, duel.order(volley.actions)))),
        ),
    )


def carried_words(carried: Carried) -> str:
    """What a side takes into the next volley: "hesitates, +1 Ob"."""
    parts = []
    if carried.hesitates:
        parts.append("hesitates" if carried.hesitates == 1 else f"hesitates {carried.hesitates} volleys")
    if carried.obstacle:
        parts.append(f"+{carried.obstacle} Ob")
    if carried.dice + carried.test_dice:
        parts.append(f"+{carried.dice + carried.test_dice}D")
    return ", ".join(parts) or "nothing"
