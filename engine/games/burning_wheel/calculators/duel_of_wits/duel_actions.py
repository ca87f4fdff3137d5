"""The seven actions of a duel and the script that they stand in (DOW-06 to DOW-14, DOW-16, DOW-17)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.calculators.duel_of_wits.arguments import BODY, QUICK_BODY, SkillRow, seduction_forks
from engine.games.burning_wheel.calculators.duel_of_wits.duel_matrix import RULE, SLOTS, carried_words
from engine.games.burning_wheel.calculators.duel_of_wits.fields import YourWill
from engine.games.burning_wheel.dice import Pool, Shade, ob
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import TALKED_OVER, house_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import arguments, duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill
from engine.games.burning_wheel.rules.duel import CARDS, Action, Carried, Effect, House, Kind, Part, Slot, Split
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.words import often
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_DICE = 15
"""Dice of a side in these exact tables; a duel's pools stay far below."""
MORE = Between(0, 10)
FEW = Between(0, 10)
B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
NEAR = 3
"""How many splits are shown to either side of the one asked for."""

Law = Mapping[tuple[Effect, Effect], Fraction]


def decimal(number: Fraction) -> str:
    """A mean to a tenth, rounded half up: "2.5"; whole numbers stay whole."""
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def dice_words(number: Fraction) -> str:
    """A mean number of dice: "2.5 dice", "1 die"."""
    return f"{decimal(number)} {'die' if number == 1 else 'dice'}"


def pool_of(ability: Ability, more: int, field: str, least: int = 1) -> Pool:
    """An ability's dice with those that help; beside `field` a sentence where there are too few or too many."""
    dice = ability.exponent + more
    if dice < least:
        raise Unusable(field, f"This takes at least {wording.count(least, 'die', 'dice')}; {ability} has {dice}.")
    if dice > MOST_DICE:
        raise Unusable(field, f"This takes at most {MOST_DICE} dice; this comes to {dice}.")
    return ability.pool(more)


def even(pool: Pool) -> Split:
    """A Rebuttal's pool divided evenly, the odd die to the riposte."""
    return Split(pool.dice // 2, pool.dice - pool.dice // 2)


def law_against(
    pair: tuple[Action, Action],
    pools: tuple[Pool, Pool],
    house: House,
    splits: tuple[Split | None, Split | None] = (None, None),
    wills: tuple[int, int] = (4, 4),
    penalty: int = 0,
) -> Law:
    """How likely each outcome of a pair is, the first side at this +Ob. Source: DOW-15.

    A Rebuttal without a split is divided evenly.
    """
    rolls = []
    for side in (0, 1):
        split = splits[side] or even(duel.pool_for(pair[side], pools[side]))
        rolls.append(duel.rolls_of(side, pair, pools[side], split=split, house=house))
    return duel.effects_law(pair, (rolls[0], rolls[1]), (wills[1], wills[0]), (penalty, 0), house)


def mean(law: Law, side: int, measure: Callable[[Effect], int]) -> Fraction:
    """What a side can expect of something that a volley does to it."""
    return sum((chance * measure(effects[side]) for effects, chance in law.items()), Fraction(0))


def chance_of(law: Law, holds: Callable[[Effect, Effect], bool]) -> Fraction:
    """How likely an outcome is for which something holds."""
    return sum((chance for effects, chance in law.items() if holds(*effects)), Fraction(0))


def _lost(effect: Effect) -> int:
    return effect.lost


def lost_table(law: Law, side: int, argument: int, whose: str) -> Table:
    """How many dice of an argument a volley takes off, with the row that ends it, where one can."""
    most = max(effects[side].lost for effects in law)
    rows, reached = [], Fraction(1)
    for lost in range(most + 1):
        chance = sum((part for effects, part in law.items() if effects[side].lost == lost), Fraction(0))
        rows.append((str(lost), wording.percent(chance), wording.percent(reached)))
        reached -= chance
    current = argument if argument <= most else None
    return Table(f"Dice off {whose} argument", ("Dice", "Exactly", "This or more"), tuple(rows), current, Mark.DERIVED)


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


SKILL, WILL = ELEMENTS["skill"], ELEMENTS["will"]
OWN_OBSTACLE = "Your own +Ob"
Own = Annotated[Ability, Asked("Your skill", quick=QUICK_POOLS), sheet("skill")]
More = Annotated[int, MORE, Asked("FoRKs, help, advantage", quick=(0, 1, 2, 3))]
Theirs = Annotated[Action, Asked("They")]
TheirDice = Annotated[Ability, Asked("Their skill or Will", quick=QUICK_POOLS)]
Defending = Annotated[
    int | None, Between(1, 14), Asked("A Rebuttal of theirs defends with", "Empty: half its dice.", more=True)
]


def their_split(theirs: Action, pool: Pool, defense: int | None) -> Split | None:
    """How their Rebuttal is divided. Raises `Unusable` where it does not add up."""
    if theirs is not Action.REBUTTAL or defense is None:
        if theirs is Action.REBUTTAL and pool.dice < duel.LEAST_REBUTTAL:
            raise Unusable("their_dice", duel.bad_split(even(pool), pool.dice))
        return None
    split = Split(defense, pool.dice - defense)
    if sentence := duel.bad_split(split, pool.dice):
        raise Unusable("defense", sentence)
    return split


@calculator("point", rules="DOW-14")
def point(
    skill: Own = B5,
    more: More = 0,
    theirs: Theirs = Action.REBUTTAL,
    their_dice: TheirDice = B4,
    argument: Annotated[int, BODY, Asked("Their argument still has", quick=QUICK_BODY)] = 7,
    defense: Defending = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my Point take off?"""
    return _strike(Action.POINT, skill, more, theirs, their_dice, argument, defense, wounds, ask)


def _strike(
    mine: Action,
    skill: Ability,
    more: int,
    theirs: Action,
    their_dice: Ability,
    argument: int,
    defense: int | None,
    wounds: Hurt,
    ask: Rulings,
) -> Answer:
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = pool_of(skill, more - hurt.lost, "skill")
    other = pool_of(their_dice, 0, "their_dice")
    house = house_of(ask, (mine, theirs))
    law = law_against(
        (mine, theirs), (own, other), house, (None, their_split(theirs, other, defense)), penalty=hurt.added
    )
    dealt, taken = mean(law, 1, _lost), mean(law, 0, _lost)
    ends = chance_of(law, lambda _, effect: effect.lost >= argument)
    nothing = chance_of(law, lambda _, effect: not effect.lost)
    needs = duel.kind(mine, theirs, house)
    return Answer(
        {
            "dice": own.dice,
            "roll": needs.value,
            "dealt": dealt,
            "taken": taken,
            "ends": ends,
            "nothing": nothing,
        },
        (
            Verdict(
                f"{dice_words(dealt)} off",
                f"{own.dice}D · {needs.words} · all {argument}: {wording.percent(ends)}",
                f"Your {mine.words} takes {dice_words(dealt)} off their argument on average, and all {argument} "
                f"{often(ends)}.",
                Mark.DERIVED,
            ),
            lost_table(law, 1, argument, "their"),
            Note(f"You lose {dice_words(taken)} on average in the same volley.", Mark.DERIVED, RULE[theirs]),
            *ledger(hurt, skill.exponent + more, 0, against=OWN_OBSTACLE),
            card_table(mine),
        ),
    )


def _divided(
    pair: tuple[Action, Action],
    pools: tuple[Pool, Pool],
    split: Split,
    its: Split | None,
    argument: int,
    house: House,
    penalty: int,
) -> tuple[Fraction, Fraction, Fraction]:
    """What a Rebuttal so divided loses and takes off on average, and how likely it loses a whole `argument`.

    It rolls at a +Ob of `penalty`.
    """
    mine = duel.rolls_of(0, pair, pools[0], split=split, house=house)
    theirs = duel.rolls_of(1, pair, pools[1], split=its or even(pools[1]), house=house)
    taking, dealing = (mine, theirs), (mine, theirs)
    if pair[1] is not Action.OBFUSCATE:
        # Only against Obfuscate do both halves count together; elsewhere each side's loss rests on one half of each.
        parted = tuple(
            tuple(tuple(roll for roll in rolls if roll.part is not part) for part in (Part.RIPOSTE, Part.DEFENSE))
            for rolls in (mine, theirs)
        )
        taking, dealing = (parted[0][0], parted[1][1]), (parted[0][1], parted[1][0])
    lost = duel.effects_law(pair, taking, (0, 0), (penalty, 0), house)
    struck = lost if dealing == taking else duel.effects_law(pair, dealing, (0, 0), (penalty, 0), house)
    falls = chance_of(lost, lambda effect, _: effect.lost >= argument)
    return mean(lost, 0, _lost), mean(struck, 1, _lost), falls


@calculator("rebuttal", rules="DOW-14")
def rebuttal(
    skill: Own = B5,
    more: More = 1,
    defense: Annotated[int, Between(0, MOST_DICE), Asked("Of these, dice for defense", quick=(1, 2, 3, 4))] = 2,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B4,
    argument: Annotated[int, BODY, Asked("Your argument still has", quick=QUICK_BODY)] = 7,
    their_defense: Annotated[
        int | None, Between(1, 14), Asked("A Rebuttal of theirs defends with", "Empty: half its dice.", more=True)
    ] = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do I divide my Rebuttal?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = pool_of(skill, more - hurt.lost, "skill")
    other = pool_of(their_dice, 0, "their_dice")
    pair = (Action.REBUTTAL, theirs)
    house = house_of(ask, pair, scripts=own.dice < duel.LEAST_REBUTTAL)
    if sentence := duel.bad_split(Split(defense, own.dice - defense), own.dice, house):
        raise Unusable("skill" if own.dice < duel.LEAST_REBUTTAL else "defense", sentence)
    its = their_split(theirs, other, their_defense)
    least = 0 if own.dice < duel.LEAST_REBUTTAL else 1
    near = range(max(least, defense - NEAR), min(own.dice - least, defense + NEAR) + 1)
    ways = {
        dice: _divided(pair, (own, other), Split(dice, own.dice - dice), its, argument, house, hurt.added)
        for dice in near
    }
    taken, dealt, beaten = ways[defense]
    rows = [
        (str(dice), str(own.dice - dice), decimal(lost), decimal(struck), wording.percent(falls))
        for dice, (lost, struck, falls) in ways.items()
    ]
    columns = ("Defense", "Riposte", "You lose", "They lose", f"You lose all {argument}")
    needs = duel.kind(Action.REBUTTAL, theirs, house)
    halves = f"{defense}D and {own.dice - defense}D"
    blocks: list[Block] = [
        Verdict(
            f"{decimal(taken)} lost, {decimal(dealt)} off",
            f"{halves} · {needs.words}",
            f"With {wording.count(defense, 'die', 'dice')} for defense and {own.dice - defense} for the riposte you "
            f"lose {dice_words(taken)} of argument on average and take {decimal(dealt)} off theirs.",
            Mark.DERIVED,
        ),
        Table("Other ways to divide it", columns, tuple(rows), list(near).index(defense), Mark.DERIVED),
        *ledger(hurt, skill.exponent + more, 0, against=OWN_OBSTACLE),
        card_table(Action.REBUTTAL),
    ]
    return Answer(
        {
            "dice": own.dice,
            "defense": defense,
            "riposte": own.dice - defense,
            "taken": taken,
            "dealt": dealt,
            "beaten": beaten,
            "roll": needs.value,
        },
        tuple(blocks),
    )


@calculator("dismiss", rules="DOW-10")
def dismiss(
    skill: Own = B5,
    more: More = 2,
    argument: Annotated[int, BODY, Asked("Their argument still has", quick=QUICK_BODY)] = 6,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B4,
    own_argument: Annotated[int, BODY, Asked("Yours still has", quick=QUICK_BODY)] = 7,
    defense: Defending = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I dismiss now?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = pool_of(skill, more - hurt.lost, "skill", least=0)
    dice = duel.pool_for(Action.DISMISS, own).dice
    other = pool_of(their_dice, 0, "their_dice")
    pair = (Action.DISMISS, theirs)
    house = house_of(ask, pair)
    its = their_split(theirs, other, defense)
    law = law_against(pair, (own, other), house, (None, its), penalty=hurt.added)
    wins = chance_of(law, lambda effect, struck: struck.lost >= argument and effect.lost < own_argument)
    over = chance_of(law, lambda effect, struck: struck.lost >= argument or effect.lost >= own_argument)
    costs = chance_of(
        law, lambda effect, struck: effect.rebuked and struck.lost < argument and effect.lost < own_argument
    )
    dealt = mean(law, 1, _lost)
    lines = (
        Line(skill.exponent, "Your skill", "DOW-10"),
        Line(more, "FoRKs, help, advantage", "DOW-10"),
        Line(duel.DISMISS_DICE, "Dismiss", "DOW-10"),
        hurt.dice,
    )
    blocks: list[Block] = [
        Verdict(
            wording.percent(wins),
            f"{dice}D for {argument} · else the next volley is lost: {wording.percent(costs)}",
            f"You win at once {often(wins)}. You hesitate in the next volley {often(costs)}.",
            Mark.DERIVED,
        ),
        lost_table(law, 1, argument, "their"),
        Working(lines, dice, "Dice", "D"),
        Note("It defends against nothing: whatever they do to you happens in full.", rule="DOW-10"),
        Note("After volley 3 it is volley 1 of the next exchange that you lose.", rule="DOW-16"),
        *ledger(replace(hurt, lost=0), 0, 0, against=OWN_OBSTACLE),
        card_table(Action.DISMISS),
    ]
    return Answer(
        {"dice": dice, "wins": wins, "costs": costs, "over": over, "dealt": dealt, "taken": mean(law, 0, _lost)},
        tuple(blocks),
    )


@calculator("feint", rules="DOW-11")
def feint(
    skill: Own = B4,
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
    own = pool_of(skill, more - hurt.lost, "skill")
    other = pool_of(their_dice, 0, "their_dice")
    pair = (Action.FEINT, theirs)
    house = house_of(ask, pair)
    law = law_against(pair, (own, other), house, penalty=hurt.added)
    dealt, taken = mean(law, 1, _lost), mean(law, 0, _lost)
    through = chance_of(law, lambda effect, _: effect.dice > 0)
    needs = duel.kind(Action.FEINT, theirs, house)
    skills = CARDS[Action.FEINT].tests
    notes = []
    if needs is Kind.FREE_POINT:
        if ask["duel.feint-point"] == "point":
            skills = CARDS[Action.POINT].tests
        figure, line = f"{dice_words(dealt)} off", f"{own.dice}D, nothing against it"
        sentence = f"Their Rebuttal is void, and your Feint takes {dice_words(dealt)} off their argument on average."
        notes.append(Note(f"Test {wording.listed(skills, 'or')}.", Mark.RULING, "DOW-11"))
    elif needs is Kind.TWICE:
        figure, line = wording.percent(through), f"two rolls of {own.dice}D against {other.dice}D"
        strikes = f" and takes {dice_words(dealt)} off on average" if house.feint_strikes else ""
        sentence = f"You roll twice and add both: your Feint beats the Obfuscate {often(through)}{strikes}."
    else:
        figure, line = "Nothing", f"Feint against {theirs.words} · you lose {dice_words(taken)} on average"
        sentence = f"Your Feint does nothing here, and you lose {dice_words(taken)} of argument on average."
    return Answer(
        {
            "roll": needs.value,
            "dealt": dealt,
            "taken": taken,
            "through": through,
            "skills": list(skills),
            "works": needs.rolls,
        },
        (
            Verdict(figure, line, sentence, Mark.DERIVED),
            *notes,
            *ledger(hurt, skill.exponent + more, 0, against=OWN_OBSTACLE),
            card_table(Action.FEINT),
        ),
    )


@calculator("incite", rules="DOW-12")
def incite(
    skill: Own = B5,
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
    own = pool_of(skill, more - hurt.lost, "skill")
    other = pool_of(
        will if theirs is Action.AVOID else their_dice, 0, "will" if theirs is Action.AVOID else "their_dice"
    )
    pair = (Action.INCITE, theirs)
    house = house_of(ask, pair)
    harder_by = penalty + hurt.added
    rolls = [duel.rolls_of(side, pair, pool, split=even(pool), house=house) for side, pool in enumerate((own, other))]
    law = duel.effects_law(pair, (rolls[0], rolls[1]), (will.exponent, will.exponent), (harder_by, 0), house)
    success = chance_of(law, lambda _, effect: effect.incited)
    gift = mean(law, 1, lambda effect: effect.test_dice)
    nerve = hesitation(will)
    obstacle = nerve.total + harder
    shaken = law_of(steel.pool(easier, open_ended=True), ask).below(obstacle) if obstacle else Fraction(0)
    loses = success * shaken
    against = will.exponent + harder_by
    rows = (
        ("Your insult strikes", wording.percent(success)),
        (f"Steel fails against {ob(obstacle)}", wording.percent(shaken)),
        ("They lose the next action", wording.percent(loses)),
        ("Dice that a failure gives them, on average", decimal(gift)),
    )
    return Answer(
        {
            "dice": own.dice,
            "obstacle": against,
            "success": success,
            "steel_obstacle": obstacle,
            "steel_fails": shaken,
            "loses_action": loses,
            "gift": gift,
        },
        (
            Verdict(
                wording.percent(loses),
                f"{own.dice}D · {ob(against)} · Steel fails {wording.percent(shaken)}",
                f"They lose their next action {often(loses)}; a failure gives them {dice_words(gift)} on average.",
                Mark.DERIVED,
            ),
            Table("Step by step", ("", "Chance"), rows, mark=Mark.DERIVED),
            Working((*nerve.lines, Line(harder, "The situation", "STE-07")), obstacle, "Obstacle of their Steel test"),
            Note("One action is lost, however far the Steel test fails.", rule="DOW-12"),
            Note("Insulting defends against nothing: their Points and Dismissals land in full.", rule="DOW-12"),
            *ledger(hurt, skill.exponent + more, penalty, against=OWN_OBSTACLE),
            card_table(Action.INCITE),
        ),
    )


@calculator("obfuscate", rules="DOW-13")
def obfuscate(
    skill: Own = B5,
    more: More = 0,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B5,
    defense: Defending = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I talk over them?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = pool_of(skill, more - hurt.lost, "skill")
    other = pool_of(their_dice, 0, "their_dice")
    pair = (Action.OBFUSCATE, theirs)
    house = house_of(ask, pair)
    law = law_against(pair, (own, other), house, (None, their_split(theirs, other, defense)), penalty=hurt.added)
    exceeds = chance_of(law, lambda _, effect: effect.obstacle > 0)
    fails = chance_of(law, lambda _, effect: effect.dice > 0)
    lost = chance_of(law, lambda _, effect: effect.silenced)
    taken = mean(law, 0, _lost)
    ties = 1 - exceeds - fails
    cancels = theirs in TALKED_OVER
    what = f"cancel their {theirs.words}" if cancels else "put them at +1 Ob"
    stays = "goes through" if cancels else "–"
    gone = "lost" if cancels else "–"
    rows = [("You roll more", gone, "+1 Ob", wording.percent(exceeds))]
    if house.obfuscate_tie == "opponent":
        rows.append(("They roll as much or more", stays, "+1D", wording.percent(fails)))
    else:
        rows.append(("You roll the same", gone, "–", wording.percent(ties)))
        rows.append(("They roll more", stays, "+1D" if fails else "–", wording.percent(fails)))
    succeeds = lost if cancels else exceeds
    return Answer(
        {"exceeds": exceeds, "loses": fails, "cancels": lost, "tie": ties, "taken": taken},
        (
            Verdict(
                wording.percent(succeeds),
                f"{own.dice}D · they get +1 Ob {wording.percent(exceeds)}, +1D {wording.percent(fails)}",
                f"You {what} {often(succeeds)}; they gain a die {often(fails)}.",
                Mark.DERIVED,
            ),
            Table(
                "How it can go",
                ("Dice", f"Their {theirs.words}", "Their next action", "Chance"),
                tuple(rows),
                mark=Mark.DERIVED,
            ),
            *ledger(hurt, skill.exponent + more, 0, against=OWN_OBSTACLE),
            card_table(Action.OBFUSCATE),
        ),
    )


@calculator("avoid-the-topic", rules="DOW-09")
def avoid_the_topic(
    will: YourWill = B4,
    more: Annotated[int, MORE, Asked("Help and advantage", "No FoRKs: Will is a stat.", quick=(0, 1, 2))] = 0,
    theirs: Theirs = Action.POINT,
    their_dice: TheirDice = B5,
    argument: Annotated[int, BODY, Asked("Your argument still has", quick=QUICK_BODY)] = 7,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does avoiding the topic save me?"""
    hurt = feels(wounds, will, ask, WILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own = pool_of(will, more - hurt.lost, "will")
    other = pool_of(their_dice, 0, "their_dice")
    pair = (Action.AVOID, theirs)
    house = house_of(ask, pair)
    law = law_against(pair, (own, other), house, wills=(will.exponent, 4), penalty=hurt.added)
    taken = mean(law, 0, _lost)
    unhurt = chance_of(law, lambda effect, _: not effect.lost)
    incited = chance_of(law, lambda effect, _: effect.incited)
    harder = chance_of(law, lambda effect, _: effect.obstacle > 0)
    easier = chance_of(law, lambda effect, _: effect.dice > 0)
    gift = mean(law, 0, lambda effect: effect.test_dice)
    needs = duel.kind(Action.AVOID, theirs, house)
    blocks: list[Block] = []
    if theirs is Action.POINT:
        figure = f"{dice_words(taken)} lost"
        line = f"{own.dice}D against {other.dice}D · unhurt {wording.percent(unhurt)}"
        sentence = f"You lose {dice_words(taken)} of argument on average, and none {often(unhurt)}."
        blocks.append(lost_table(law, 0, argument, "your"))
    elif theirs is Action.DISMISS:
        figure, line = "Useless", f"Dismiss lands in full: {dice_words(taken)} on average"
        sentence = f"Avoid is useless against Dismiss: you lose {dice_words(taken)} of argument on average."
    elif theirs is Action.INCITE:
        figure, line = wording.percent(incited), f"{own.dice}D off their Incite · else {decimal(gift)}D for you"
        sentence = f"You must test Steel {often(incited)}; a failed Incite brings you {dice_words(gift)} on average."
    elif theirs is Action.OBFUSCATE:
        figure, line = wording.percent(harder), f"to be at +1 Ob next · +1D next {wording.percent(easier)}"
        sentence = f"You are at +1 Ob on your next action {often(harder)}, and have +1D there {often(easier)}."
    elif needs is Kind.WINS:
        figure, line = "Safe", f"{theirs.words} fails without a roll"
        sentence = f"Your Avoid beats their {theirs.words} without a roll."
    else:
        figure, line, sentence = "Nothing happens", "nothing to roll", "There is nothing to avoid: nobody rolls."
    return Answer(
        {
            "roll": needs.value,
            "dice": own.dice if needs.rolls else 0,
            "taken": taken,
            "unhurt": unhurt,
            "incited": incited,
            "gift": gift,
            "harder": harder,
            "easier": easier,
        },
        (
            Verdict(figure, line, sentence, Mark.DERIVED),
            *blocks,
            *ledger(hurt, will.exponent + more, 0, against=OWN_OBSTACLE),
            card_table(Action.AVOID),
        ),
    )


TO_SAY = Longest(80)


def joined(skills: Sequence[tuple[DuelingSkill, Ability, Pool]], ask: Rulings) -> list[tuple[DuelingSkill, Pool]]:
    """Skills with what the others FoRK into each; all of them can be tested. Source: DOW-02, HUB-32."""
    seduction = seduction_forks([skill for skill, _, _ in skills], ask)
    forked = [(skill, ability.exponent) for skill, ability, _ in skills]
    return [
        (skill, pool.plus(arguments.joining(skill, forked, seduction=seduction).total)) for skill, _, pool in skills
    ]


def dice_for(
    skills: Sequence[tuple[DuelingSkill, Pool]], will: Pool, ask: Rulings
) -> dict[Action, tuple[DuelingSkill | None, Pool]]:
    """For each action that can be tested the best of one's skills with its dice, Will for Avoid. Source: DOW-02."""
    haggles = any(skill is DuelingSkill.HAGGLING for skill, _ in skills)
    haggling = ask["argument.haggling-actions"] if haggles else "attack"
    return arguments.best_for(skills, will, haggling=haggling)


@calculator("duel-script", rules="DOW-06 DOW-17")
def duel_script(
    first: Annotated[Action, Asked("Volley 1")] = Action.POINT,
    second: Annotated[Action, Asked("Volley 2")] = Action.REBUTTAL,
    third: Annotated[Action, Asked("Volley 3")] = Action.DISMISS,
    skills: Annotated[tuple[SkillRow, ...], Asked("Your dueling skills")] = (SkillRow(),),
    will: YourWill = B4,
    hesitates: Annotated[int, Between(0, 2), Asked("Volleys you lose at the start", quick=(0, 1))] = 0,
    say_first: Annotated[str, TO_SAY, Asked("What you will say in volley 1", more=True)] = "",
    say_second: Annotated[str, TO_SAY, Asked("What you will say in volley 2", more=True)] = "",
    say_third: Annotated[str, TO_SAY, Asked("What you will say in volley 3", more=True)] = "",
    wounds: Wounded = UNHURT,
    forking: Annotated[
        bool, Asked("They FoRK into each other", "Where they bear on it; the GM says.", more=True)
    ] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Is this script legal?"""
    script = (first, second, third)
    nerve = feels(wounds, will, ask, WILL)
    if nerve.gone:
        return no_test(nerve.gone, legal=False)
    felt = [feels(wounds, row.ability, ask, SKILL) for row in skills]
    left = [
        (row.skill, row.ability, row.ability.pool(-hurt.lost))
        for row, hurt in zip(skills, felt, strict=True)
        if not hurt.gone
    ]
    able = joined(left, ask) if forking else [(skill, pool) for skill, _, pool in left]
    best = dice_for(able, will.pool(-nerve.lost), ask)
    dice = {action: pool.dice for action, (_, pool) in best.items()}
    alone = any(action is Action.REBUTTAL and dice.get(action) == 1 for action in script)
    house = House(one_die=alone and ask["duel.one-die"] == "half")
    faults = duel.bad_script(script, dice, hesitates, house)
    rows = []
    for volley, (action, say) in enumerate(zip(script, (say_first, say_second, say_third), strict=True), 1):
        skill, pool = best.get(action, (None, None))
        tested = skill.words if skill else "Will" if pool else "–"
        has = f"{duel.pool_for(action, pool).dice}D" if pool else "–"
        crossed = "crossed off" if volley <= hesitates else action.words
        rows.append((str(volley), crossed, tested, has, say or "–"))
    blocks: list[Block] = []
    if faults:
        more = f" {wording.count(len(faults) - 1, 'more fault')} below." if len(faults) > 1 else ""
        blocks.append(Verdict("Illegal", f"volley {faults[0][0]}", f"{faults[0][1]}{more}"))
    else:
        listed = ", ".join("–" if volley <= hesitates else one.words for volley, one in enumerate(script, 1))
        blocks.append(Verdict("Legal", listed, f"This script is legal: {listed}."))
    blocks.append(Table("The script", ("Volley", "Action", "Tested with", "Dice", "You say"), tuple(rows)))
    for row, hurt in zip(skills, felt, strict=True):
        words = row.skill.words
        blocks += [Note(f"{words}: {hurt.gone}", rule="HUB-18")] if hurt.gone else []
        blocks += ledger(hurt, row.ability.exponent, words=f"{words}: dice")
    blocks += ledger(nerve, will.exponent, 0, words="Will: dice", against=OWN_OBSTACLE)
    blocks += [Note(sentence, rule=RULE[script[volley - 1]]) for volley, sentence in faults[1:]]
    for volley, action in enumerate(script, 1):
        if action is Action.DISMISS and volley > hesitates:
            lost = f"volley {volley + 1}" if volley < duel.VOLLEYS else "volley 1 of the next exchange"
            blocks.append(Note(f"Unless the Dismiss in volley {volley} wins, you lose {lost}.", rule="DOW-10"))
    if not any((say_first, say_second, say_third)):
        blocks.append(Note("No speeches: a word for each volley, then say it when it is revealed.", rule="DOW-17"))
    return Answer(
        {
            "legal": not faults,
            "faults": [volley for volley, _ in faults],
            "why": faults[0][1] if faults else "",
            "dice": [int(row[3].removesuffix("D")) if row[3] != "–" else 0 for row in rows],
            "volleys": duel.VOLLEYS,
            "notes": sum(bool(say) for say in (say_first, say_second, say_third)),
        },
        tuple(blocks),
    )


class First(Option):
    """Who goes first where both may."""

    UNKNOWN = "unknown", "not settled"
    YOU = "you", "you"
    THEY = "they", "they"


@calculator("who-speaks-first", rules="DOW-07")
def who_speaks_first(
    mine: Annotated[Action, Asked("You")] = Action.POINT,
    theirs: Annotated[Action, Asked("They")] = Action.REBUTTAL,
    elder: Annotated[First, Asked("A trait says so, or the elder is", more=True)] = First.UNKNOWN,
) -> Answer:
    """Who speaks first in this volley?"""
    own, its = duel.slots(mine, theirs)
    open_ = own is Slot.EITHER
    settled = open_ and elder is not First.UNKNOWN
    you_first = duel.order((mine, theirs), 1 if elder is First.THEY else 0)[0] == 0
    silent = mine is theirs is Action.HESITATE
    if silent:
        figure, sentence = "Nobody", "Both hesitate: nobody speaks."
    elif open_ and not settled:
        figure, sentence = "Traits, else the elder", "Both speak alike: let traits decide, else the elder goes first."
    elif Slot.INTERRUPTS in (own, its):
        who = "You" if own is Slot.INTERRUPTS else "They"
        figure, sentence = f"{who} interrupt", f"{who} cut in while the other is speaking."
    elif Slot.OPENS in (own, its):
        who = "You" if own is Slot.OPENS else "They"
        figure = f"{who} open"
        sentence = f"{who} open with a dummy point and cut into the Rebuttal with the real one."
    else:
        who = "You" if you_first else "They"
        figure, sentence = f"{who} first", f"{who} speak first."
    first = "nobody" if silent else "either" if open_ and not settled else "you" if you_first else "they"
    rows = (("You", mine.words, SLOTS[own]), ("They", theirs.words, SLOTS[its]))
    return Answer(
        {"yours": own.value, "theirs": its.value, "first": first},
        (
            Verdict(figure, f"{mine.words} · {theirs.words}", sentence),
            Table("Who speaks when", ("", "Action", "Speaks"), rows),
            Note("The order changes nothing: both results are counted once both have spoken.", rule="DOW-07"),
        ),
    )


class Scripted(Option):
    """The seven actions that a script is made of. Source: DOW-06."""

    POINT = "point", "Point"
    REBUTTAL = "rebuttal", "Rebuttal"
    AVOID = "avoid", "Avoid the Topic"
    DISMISS = "dismiss", "Dismiss"
    FEINT = "feint", "Feint"
    INCITE = "incite", "Incite"
    OBFUSCATE = "obfuscate", "Obfuscate"

    @property
    def action(self) -> Action:
        return Action.of(self.value)


@calculator("action-labels", rules="DOW-08")
def action_labels(
    action: Annotated[Scripted, Asked("Action")] = Scripted.POINT,
) -> Answer:
    """What do this action’s labels say?"""
    card = CARDS[action.action]
    rows = (
        ("Counters", card.counters, "a special power over it, mostly a versus test"),
        ("Countered by", card.countered_by, "the same, seen from the other side"),
        ("Defends against", card.defends, "a versus test in defense when both are played together"),
    )
    return Answer(
        {"counters": card.counters, "countered_by": card.countered_by, "defends": card.defends},
        (
            Verdict(
                action.words,
                f"counters {card.counters} · defends against {card.defends}",
                f"{action.words} counters {card.counters}, is countered by {card.countered_by}, and defends against "
                f"{card.defends}.".replace("–", "nothing named"),
            ),
            Table("The labels", ("Label", "Here", "Means"), rows),
            Note("Where a label and the action’s own text disagree, the text wins.", rule="DOW-15"),
        ),
    )


@table("duel-labels")
def labels_table() -> Table:
    """The labels of all seven actions, as their headers list them."""
    rows = tuple((card.action.words, card.counters, card.countered_by, card.defends) for card in CARDS.values())
    return Table("What the headers say", ("Action", "Counters", "Countered by", "Defends against"), rows)


@table("duel-actions")
def actions_table() -> Table:
    """The seven actions: what tests them, what they do and what they leave behind."""
    rows = tuple(
        (card.action.words, wording.listed(card.tests, "or"), card.does, card.carries) for card in CARDS.values()
    )
    return Table("The seven actions", ("Action", "Tests", "Does", "Carries over"), rows)


@calculator("duel-carryover", rules="DOW-16")
def duel_carryover(
    action: Annotated[Action, Asked("You scripted")] = Action.POINT,
    theirs: Theirs = Action.POINT,
    skill: Own = B4,
    hesitates: Annotated[int, Between(0, 2), Asked("Volleys you still lose", quick=(0, 1))] = 0,
    obstacle: Annotated[int, FEW, Asked("+Ob from Obfuscate", quick=(0, 1))] = 1,
    dice: Annotated[int, FEW, Asked("+D from Obfuscate", quick=(0, 1))] = 0,
    gift: Annotated[int, FEW, Asked("+D from a failed Incite", quick=(0, 1, 2, 3))] = 0,
    will: Annotated[Ability, Asked("Their Will, for Incite", more=True, quick=QUICK_POOLS)] = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """I carry something over: what becomes of it?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    carried = Carried(hesitates, dice, obstacle, gift)
    penalty_now = obstacle + hurt.added
    spoken = Action.HESITATE if hesitates else action
    pair = (spoken, theirs)
    house = house_of(ask, pair, carried=carried != Carried())
    needs = duel.kind(spoken, theirs, house)
    pool = duel.pool_for(action, pool_of(skill, -hurt.lost, "skill"), carried if needs.rolls else Carried())
    effect = Effect()
    rebuked = int(spoken is Action.DISMISS)
    after = duel.carried_after(carried, effect, needs.rolls, (rebuked, 0), house)
    if spoken is Action.HESITATE:
        figure, penalty = "You hesitate", "nothing"
        how = "you say and roll nothing"
    elif not needs.rolls:
        figure, penalty = "Nothing to roll", "nothing"
        how = f"{action.words} against {theirs.words} rolls nothing"
    elif spoken is Action.INCITE:
        figure = f"{pool.dice}D, {ob(will.exponent + penalty_now)}"
        penalty = f"Ob {will.exponent + penalty_now}"
        more = f" and {penalty_now}" if penalty_now else ""
        how = f"roll {pool.dice} dice against Will{more}"
    else:
        halves = spoken is Action.REBUTTAL
        each = "one half" if house.penalty_once else "each half"
        fewer = wording.count(penalty_now, "success", "successes")
        penalty = f"{penalty_now} fewer{f' in {each}' if halves else ''}" if penalty_now else "nothing"
        figure = f"{pool.dice}D{f', {wording.MINUS}{penalty_now}' if penalty_now else ''}"
        takes = f" and take {fewer} off {each if halves else 'what you roll'}" if penalty_now else ""
        how = f"roll {pool.dice} dice{takes}"
        if halves:
            how += "; dice carried over join the pool before you divide it"
    left = carried_words(after)
    rows = (
        ("Volleys lost", str(hesitates), str(after.hesitates)),
        ("+Ob from Obfuscate", str(obstacle), str(after.obstacle)),
        ("+D from Obfuscate", str(dice), str(after.dice)),
        ("+D from a failed Incite", str(gift), str(after.test_dice)),
    )
    blocks: list[Block] = [
        Verdict(figure, f"then: {left}", f"In this volley {how}. Into the next one you take {left}."),
        Table("What you carry", ("", "Now", "After this volley, if nothing new comes"), rows),
        *ledger(hurt, skill.exponent, obstacle, against=OWN_OBSTACLE),
    ]
    if rebuked:
        blocks.append(Note("A volley is counted as lost for this Dismiss, unless it wins the duel.", rule="DOW-10"))
    blocks.append(Note("All of it runs on from volley 3 into the next exchange.", rule="DOW-16"))
    return Answer(
        {
            "does": spoken.value,
            "dice": pool.dice if needs.rolls else 0,
            "penalty": penalty,
            "hesitates": after.hesitates,
            "obstacle": after.obstacle,
            "action_dice": after.dice,
            "test_dice": after.test_dice,
        },
        tuple(blocks),
    )
