"""The seven actions of a duel, each against what they do: what to expect of it (DOW-09 to DOW-14)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.calculators.duel_of_wits.fields import (
    B4,
    B5,
    BODY,
    QUICK_BODY,
    More,
    TheirArgument,
    TheirDefense,
    TheirDice,
    Theirs,
    YourArgument,
    YourSkill,
    YourWill,
)
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import TALKED_OVER, house_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules import duel_odds as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.duel import CARDS, RULE, Action, House, Kind, Split
from engine.games.burning_wheel.rules.duel_odds import Outcomes
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.words import Mean
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

MOST_DICE = 15
"""Dice of a side in these exact tables; a duel's pools stay far below."""
FEW = Between(0, 10)
NEAR = 3
"""How many splits are shown to either side of the one asked for."""
SKILL, WILL = ELEMENTS["skill"], ELEMENTS["will"]
OWN_OBSTACLE = "Your own +Ob"


def pool_of(ability: Ability, more: int, field: str, least: int = 1) -> Pool:
    """An ability's dice with those that help; beside `field` a sentence where there are too few or too many."""
    dice = ability.exponent + more
    if dice < least:
        raise Unusable(field, f"This takes at least {wording.count(least, 'die', 'dice')}; {ability} has {dice}.")
    if dice > MOST_DICE:
        raise Unusable(field, f"This takes at most {MOST_DICE} dice; this comes to {dice}.")
    return ability.pool(more)


@dataclass(frozen=True, slots=True)
class Met:
    """An action of yours as it meets one of theirs: the dice of both sides, and the readings that it rests on.

    `before` are your dice before wounds, `hurt` what wounds take from them and add.
    """

    pair: tuple[Action, Action]
    own: Pool
    other: Pool
    house: House
    before: int
    hurt: Felt

    @property
    def needs(self) -> Kind:
        """What your action rolls."""
        return duel.kind(*self.pair, self.house)

    def split(self, defense: int | None) -> Split | None:
        """How their Rebuttal is divided. Raises `Unusable` where it does not add up."""
        if self.pair[1] is not Action.REBUTTAL:
            return None
        dice = self.other.dice
        if defense is None:
            if dice < duel.LEAST_REBUTTAL:
                raise Unusable("their_dice", duel.bad_split(rules.even(self.other), dice))
            return None
        split = Split(defense, dice - defense)
        if sentence := duel.bad_split(split, dice):
            raise Unusable("defense", sentence)
        return split

    def outcomes(self, theirs: Split | None = None, wills: tuple[int, int] = (4, 4), penalty: int = 0) -> Outcomes:
        """How likely each outcome is; `penalty` is +Ob of yours beside that of wounds."""
        pools, harder = (self.own, self.other), penalty + self.hurt.added
        return rules.outcomes(self.pair, pools, self.house, (None, theirs), wills=wills, penalty=harder)

    def rest(self, penalty: int = 0) -> list[Block]:
        """What stands under every answer: what wounds change, and the card of the action."""
        return [*ledger(self.hurt, self.before, penalty, against=OWN_OBSTACLE), card_table(self.pair[0])]


def met(
    pair: tuple[Action, Action],
    own: Ability,
    more: int,
    hurt: Felt,
    their_dice: Ability,
    ask: Rulings,
    *,
    least: int = 1,
) -> Met:
    """Your action against theirs. Raises `Unusable` where a side has fewer dice than it takes, or too many."""
    pools = (
        pool_of(own, more - hurt.lost, "will" if pair[0] is Action.AVOID else "skill", least),
        pool_of(their_dice, 0, "will" if pair == (Action.INCITE, Action.AVOID) else "their_dice"),
    )
    alone = pair[0] is Action.REBUTTAL and pools[0].dice < duel.LEAST_REBUTTAL
    return Met(pair, *pools, house_of(ask, pair, scripts=alone), own.exponent + more, hurt)


def lost_table(law: Outcomes, side: int, argument: int, whose: str) -> Table:
    """How many dice of an argument a volley takes off, with the row that ends it, where one can."""
    chances = law.losses(side)
    rows = tuple((lost, chance, sum(chances[lost:], Fraction(0))) for lost, chance in enumerate(chances))
    current = argument if argument < len(rows) else None
    return Table(f"Dice off {whose} argument", ("Dice", "Exactly", "This or more"), rows, current, Mark.DERIVED)


def card_table(action: Action) -> Table:
    """An action's card: what it tests, its labels and what it does."""
    card = CARDS[action]
    rows = (
        ("Tests", wording.listed(card.tests, "or")),
        ("You must", card.asks),
        ("Does", card.does),
        ("Carries over", card.carries),
        ("Counters", card.counters),
        ("Countered by", card.countered_by),
        ("Defends against", card.defends),
    )
    return Table(f"{action.words}: the card", ("", ""), rows, folded=True)


@calculator("point", rules="DOW-14")
def point(
    skill: YourSkill = B5,
    more: More = 0,
    theirs: Theirs = Action.REBUTTAL,
    their_dice: TheirDice = B4,
    argument: TheirArgument = 7,
    defense: TheirDefense = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my Point take off?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.POINT, theirs), skill, more, hurt, their_dice, ask)
    law = found.outcomes(found.split(defense))
    dealt, taken = Mean(law.mean(1)), Mean(law.mean(0))
    ends = law.chance(lambda _, effect: effect.lost >= argument)
    return Answer(
        {
            "dice": found.own.dice,
            "roll": found.needs.value,
            "dealt": dealt.number,
            "taken": taken.number,
            "ends": ends,
            "nothing": law.chance(lambda _, effect: not effect.lost),
        },
        (
            Verdict(
                f"{dealt.dice} off",
                (Fact(DiceCount(found.own.dice), "dice"), Fact(ends, f"all {argument}"), Fact(found.needs.words)),
                f"Your Point takes {dealt.dice} off their argument on average, and all {argument} {often(ends)}.",
                Mark.DERIVED,
            ),
            lost_table(law, 1, argument, "their"),
            Note(f"You lose {taken.dice} on average in the same volley.", Mark.DERIVED, RULE[theirs]),
            *found.rest(),
        ),
    )


@calculator("rebuttal", rules="DOW-14")
def rebuttal(
    skill: YourSkill = B5,
    more: More = 1,
    defense: Annotated[int, Between(0, MOST_DICE), Asked("Of these, dice for defense", quick=(1, 2, 3, 4))] = 2,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B4,
    argument: YourArgument = 7,
    their_defense: TheirDefense = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do I divide my Rebuttal?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.REBUTTAL, theirs), skill, more, hurt, their_dice, ask)
    dice = found.own.dice
    alone = dice < duel.LEAST_REBUTTAL
    if sentence := duel.bad_split(Split(defense, dice - defense), dice, found.house):
        raise Unusable("skill" if alone else "defense", sentence)
    its, least = found.split(their_defense), 0 if alone else 1
    near = range(max(least, defense - NEAR), min(dice - least, defense + NEAR) + 1)
    pools, house = (found.own, found.other), found.house
    ways = {
        one: rules.divided(theirs, pools, (Split(one, dice - one), its), argument, house, hurt.added) for one in near
    }
    here = ways[defense]
    taken, dealt = Mean(here.taken), Mean(here.dealt)
    rows = tuple((one, dice - one, Mean(way.taken), Mean(way.dealt), way.beaten) for one, way in ways.items())
    columns = ("Defense", "Riposte", "You lose", "They lose", f"You lose all {argument}")
    return Answer(
        {
            "dice": dice,
            "defense": defense,
            "riposte": dice - defense,
            "taken": here.taken,
            "dealt": here.dealt,
            "beaten": here.beaten,
            "roll": found.needs.value,
        },
        (
            Verdict(
                f"{taken.words} lost, {dealt.words} off",
                (Fact(f"{defense}D", "defense"), Fact(f"{dice - defense}D", "riposte"), Fact(found.needs.words)),
                f"With {wording.count(defense, 'die', 'dice')} for defense and {dice - defense} for the riposte you "
                f"lose {taken.dice} of argument on average and take {dealt.words} off theirs.",
                Mark.DERIVED,
            ),
            Table("Other ways to divide it", columns, rows, near.index(defense), Mark.DERIVED),
            *found.rest(),
        ),
    )


@calculator("dismiss", rules="DOW-10")
def dismiss(
    skill: YourSkill = B5,
    more: More = 2,
    argument: TheirArgument = 6,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B4,
    own_argument: Annotated[int, BODY, Asked("Your argument still has", quick=QUICK_BODY)] = 7,
    defense: TheirDefense = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I dismiss now?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.DISMISS, theirs), skill, more, hurt, their_dice, ask, least=0)
    law = found.outcomes(found.split(defense))
    ends = rules.dismissal(law, own_argument, argument)
    dice = duel.pool_for(Action.DISMISS, found.own).dice
    lines = (
        Line(skill.exponent, "Your skill", "DOW-10"),
        Line(more, "FoRKs, help, advantage", "DOW-10"),
        Line(duel.DISMISS_DICE, "Dismiss", "DOW-10"),
        hurt.dice,
    )
    return Answer(
        {
            "dice": dice,
            "wins": ends.wins,
            "costs": ends.costs,
            "over": ends.over,
            "dealt": law.mean(1),
            "taken": law.mean(0),
        },
        (
            Verdict(
                wording.percent(ends.wins),
                (Fact(DiceCount(dice), "dice"), Fact(argument, "to take off"), Fact(ends.costs, "next volley lost")),
                f"You win at once {often(ends.wins)}. You hesitate in the next volley {often(ends.costs)}.",
                Mark.DERIVED,
            ),
            lost_table(law, 1, argument, "their"),
            Working(lines, dice, "Dice", "D"),
            Note("It defends against nothing: what they do to you happens in full.", rule="DOW-10"),
            Note("After volley 3 it is volley 1 of the next exchange that you lose.", rule="DOW-16"),
            *replace(found, hurt=replace(hurt, lost=0)).rest(),
        ),
    )


@calculator("feint", rules="DOW-11")
def feint(
    skill: YourSkill = B4,
    more: More = 0,
    theirs: Theirs = Action.REBUTTAL,
    their_dice: TheirDice = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my Feint do?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.FEINT, theirs), skill, more, hurt, their_dice, ask)
    law = found.outcomes()
    through = law.chance(lambda effect, _: effect.dice > 0)
    skills: Sequence[str] = CARDS[Action.FEINT].tests
    notes = []
    if found.needs is Kind.FREE_POINT:
        if ask["duel.feint-point"] == "point":
            skills = CARDS[Action.POINT].tests
        notes.append(Note(f"Test {wording.listed(skills, 'or')}.", Mark.RULING, "DOW-11"))
    return Answer(
        {
            "roll": found.needs.value,
            "dealt": law.mean(1),
            "taken": law.mean(0),
            "through": through,
            "skills": list(skills),
            "works": found.needs.rolls,
        },
        (_feinted(found, law, through), *notes, *found.rest()),
    )


def _feinted(found: Met, law: Outcomes, through: Fraction) -> Verdict:
    """What a Feint comes to: a free strike, a versus test of two rolls, or nothing."""
    facts: tuple[Fact, ...]
    dealt, taken, dice = Mean(law.mean(1)), Mean(law.mean(0)), found.own.dice
    if found.needs is Kind.FREE_POINT:
        figure, facts = f"{dealt.dice} off", (Fact(DiceCount(dice), "dice"), Fact("nothing against it"))
        sentence = f"Their Rebuttal is void, and your Feint takes {dealt.dice} off their argument on average."
    elif found.needs is Kind.TWICE:
        figure = wording.percent(through)
        facts = (Fact(f"{dice}D", "you, twice"), Fact(f"{found.other.dice}D", "they, twice"))
        strikes = f" and takes {dealt.dice} off on average" if found.house.feint_strikes else ""
        sentence = f"You roll twice and add both: your Feint beats the Obfuscate {often(through)}{strikes}."
    else:
        figure, facts = "Nothing", (Fact(found.pair[1].words, "theirs"), Fact(taken.words, "you lose on average"))
        sentence = f"Your Feint does nothing here, and you lose {taken.dice} of argument on average."
    return Verdict(figure, facts, sentence, Mark.DERIVED)


@calculator("incite", rules="DOW-12")
def incite(
    skill: YourSkill = B5,
    more: More = 1,
    will: Annotated[Ability, Asked("Their Will", quick=QUICK_POOLS)] = B4,
    steel: Annotated[Ability, Asked("Their Steel", quick=QUICK_POOLS)] = B4,
    theirs: Theirs = Action.POINT,
    their_dice: Annotated[Ability, Asked("Their dice, if they obfuscate", quick=QUICK_POOLS, more=True)] = B4,
    penalty: Annotated[int, FEW, Asked("+Ob that you carry", more=True)] = 0,
    harder: Annotated[int, FEW, Asked("Their Steel test is harder by", more=True, gm=True)] = 0,
    easier: Annotated[int, FEW, Asked("Their Steel test has more dice", more=True, gm=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Will my insult shake them?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.INCITE, theirs), skill, more, hurt, will if theirs is Action.AVOID else their_dice, ask)
    law = found.outcomes(wills=(4, will.exponent), penalty=penalty)
    success, gift = law.chance(lambda _, effect: effect.incited), law.mean(1, lambda effect: effect.test_dice)
    nerve = Worked((*hesitation(will).lines, Line(harder, "The situation", "STE-07")))
    obstacle = nerve.total
    fails = law_of(steel.pool(easier, open_ended=True), ask).below(obstacle) if obstacle else Fraction(0)
    loses = success * fails
    against = will.exponent + penalty + hurt.added
    rows = (
        ("Your insult strikes", success),
        (f"Steel fails against {ob(obstacle)}", fails),
        ("They lose the next action", loses),
        ("Dice that a failure gives them, on average", Mean(gift)),
    )
    return Answer(
        {
            "dice": found.own.dice,
            "obstacle": against,
            "success": success,
            "steel_obstacle": obstacle,
            "steel_fails": fails,
            "loses_action": loses,
            "gift": gift,
        },
        (
            Verdict(
                wording.percent(loses),
                (
                    Fact(DiceCount(found.own.dice), "dice"),
                    Fact(Obstacle(against), "obstacle"),
                    Fact(fails, "Steel fails"),
                ),
                f"They lose their next action {often(loses)}; a failure gives them {Mean(gift).dice} on average.",
                Mark.DERIVED,
            ),
            Table("Step by step", ("", "Chance"), rows, mark=Mark.DERIVED),
            Working(nerve.lines, obstacle, "Obstacle of their Steel test"),
            Note("One action is lost, however far the Steel test fails.", rule="DOW-12"),
            Note("Insulting defends against nothing: their Points and Dismissals land in full.", rule="DOW-12"),
            *found.rest(penalty),
        ),
    )


@calculator("obfuscate", rules="DOW-13")
def obfuscate(
    skill: YourSkill = B5,
    more: More = 0,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B5,
    defense: TheirDefense = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I talk over them?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.OBFUSCATE, theirs), skill, more, hurt, their_dice, ask)
    law = found.outcomes(found.split(defense))
    exceeds = law.chance(lambda _, effect: effect.obstacle > 0)
    fails = law.chance(lambda _, effect: effect.dice > 0)
    lost = law.chance(lambda _, effect: effect.silenced)
    ties = 1 - exceeds - fails
    cancels = theirs in TALKED_OVER
    stays, gone = ("goes through", "lost") if cancels else (None, None)
    rows: list[tuple[Entry, ...]] = [("You roll more", gone, "+1 Ob", exceeds)]
    if found.house.obfuscate_tie == "opponent":
        rows.append(("They roll as much or more", stays, "+1D", fails))
    else:
        rows.append(("You roll the same", gone, None, ties))
        rows.append(("They roll more", stays, "+1D" if fails else None, fails))
    succeeds, what = (lost, f"cancel their {theirs.words}") if cancels else (exceeds, "put them at +1 Ob")
    columns = ("Dice", f"Their {theirs.words}", "Their next action", "Chance")
    return Answer(
        {"exceeds": exceeds, "loses": fails, "cancels": lost, "tie": ties, "taken": law.mean(0)},
        (
            Verdict(
                wording.percent(succeeds),
                (
                    Fact(DiceCount(found.own.dice), "dice"),
                    *(() if exceeds == succeeds else (Fact(exceeds, "they get +1 Ob"),)),
                    Fact(fails, "they get +1D"),
                ),
                f"You {what} {often(succeeds)}; they gain a die {often(fails)}.",
                Mark.DERIVED,
            ),
            Table("How it can go", columns, tuple(rows), mark=Mark.DERIVED),
            *found.rest(),
        ),
    )


@calculator("avoid-the-topic", rules="DOW-09")
def avoid_the_topic(
    will: YourWill = B4,
    more: Annotated[int, FEW, Asked("Help and advantage", "No FoRKs: Will is a stat.", quick=(0, 1, 2))] = 0,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B5,
    argument: YourArgument = 7,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does avoiding the topic save me?"""
    hurt = feels(wounds, will, ask, WILL)
    if hurt.gone:
        return no_test(hurt.gone)
    found = met((Action.AVOID, theirs), will, more, hurt, their_dice, ask)
    law = found.outcomes(wills=(will.exponent, 4))
    left = Avoided(
        law.mean(0),
        law.chance(lambda effect, _: not effect.lost),
        law.chance(lambda effect, _: effect.incited),
        law.mean(0, lambda effect: effect.test_dice),
        law.chance(lambda effect, _: effect.obstacle > 0),
        law.chance(lambda effect, _: effect.dice > 0),
    )
    lost = (lost_table(law, 0, argument, "your"),) if theirs is Action.POINT else ()
    return Answer(
        {
            "roll": found.needs.value,
            "dice": found.own.dice if found.needs.rolls else 0,
            "taken": left.taken,
            "unhurt": left.unhurt,
            "incited": left.incited,
            "gift": left.gift,
            "harder": left.harder,
            "easier": left.easier,
        },
        (_avoided(found, left), *lost, *found.rest()),
    )


@dataclass(frozen=True, slots=True)
class Avoided:
    """What gets through to who avoids the topic: means of dice, and chances."""

    taken: Fraction
    unhurt: Fraction
    incited: Fraction
    gift: Fraction
    harder: Fraction
    easier: Fraction


def _avoided(found: Met, left: Avoided) -> Verdict:
    """What avoiding comes to against each action."""
    facts: tuple[Fact, ...]
    taken, gift, dice, theirs = Mean(left.taken), Mean(left.gift), found.own.dice, found.pair[1]
    if theirs is Action.POINT:
        figure = f"{taken.dice} lost"
        facts = (Fact(f"{dice}D", "you"), Fact(f"{found.other.dice}D", "they"), Fact(left.unhurt, "unhurt"))
        sentence = f"You lose {taken.dice} of argument on average, and none {often(left.unhurt)}."
    elif theirs is Action.DISMISS:
        figure, facts = "Useless", (Fact(taken.words, "you lose on average"),)
        sentence = f"Avoid is useless against Dismiss: you lose {taken.dice} of argument on average."
    elif theirs is Action.INCITE:
        figure = wording.percent(left.incited)
        facts = (Fact(f"{dice}D", "off their Incite"), Fact(f"{gift.words}D", "else for you"))
        sentence = f"You must test Steel {often(left.incited)}; a failed Incite brings you {gift.dice} on average."
    elif theirs is Action.OBFUSCATE:
        figure, facts = wording.percent(left.harder), (Fact("to be at +1 Ob next"), Fact(left.easier, "+1D next"))
        sentence = (
            f"You are at +1 Ob on your next action {often(left.harder)}, and have +1D there {often(left.easier)}."
        )
    elif found.needs is Kind.WINS:
        figure, facts = "Safe", (Fact("no roll"),)
        sentence = f"Your Avoid beats their {theirs.words} without a roll."
    else:
        figure, facts, sentence = "No roll", (), "There is nothing to avoid: nobody rolls."
    return Verdict(figure, facts, sentence, Mark.DERIVED)
