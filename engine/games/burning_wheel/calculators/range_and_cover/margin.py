"""What a margin buys: shots, aim, cover, other acts, and what is kept of them (RNC-11 to RNC-15)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.shots import flown
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.forms.missiles import Balance
from engine.games.burning_wheel.forms.ranges import DICE, MORE
from engine.games.burning_wheel.readings import ranges as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.spells_in_conflict import maintains
from engine.games.burning_wheel.rules import margin as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver
from engine.games.burning_wheel.rules.margin import MOST_COVER, Held, Purchase, Spend, Volley
from engine.games.burning_wheel.rules.range_track import Intent
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B5 = Ability.parse("B5")
PERCEPTION = Between(0, 12)
MARGIN = Between(0, 20)
COVER = Between(0, MOST_COVER)
LISTED = 12
"""Ways to spend that are listed; the rest are worse."""
Perception = Annotated[int, PERCEPTION, Asked("Your Perception", quick=(3, 4, 5, 6)), sheet("perception")]
HeldAim = Annotated[int, DICE, Asked("Aim dice you hold", more=True, quick=(0, 1, 2, 3))]


@calculator("range-spend", rules="RNC-11 RNC-12")
def range_spend(
    margin: Annotated[int, MARGIN, Asked("Your margin", quick=(1, 2, 3, 4, 5))] = 3,
    skill: Annotated[Ability, Asked("Your weapon skill", quick=("B3", "B4", "B5", "B6")), sheet("ability")] = B5,
    obstacle: Annotated[int, Between(1, 30), Asked("Obstacle of the shot", quick=(2, 3, 4, 5))] = 3,
    perception: Perception = 5,
    maneuver: Annotated[Maneuver, Asked("You won with", more=True)] = Maneuver.SPEED_MAINTAIN,
    aim: HeldAim = 0,
    cover: Annotated[int, COVER, Asked("Cover dice you hold", more=True, quick=(0, 1, 2))] = 0,
    loaded: Annotated[bool, Asked("You may shoot", "Loaded, and they are in range", more=True)] = True,
    free: Annotated[bool, Asked("They used Steel: a shot is free", more=True)] = False,
    casts: Annotated[bool, Asked("You may cast a spell", more=True)] = False,
    unskilled: Annotated[bool, Asked("No skill: it is Agility", more=True)] = False,
    bonus: Annotated[int, MORE, Asked("Other dice for the shot", more=True, quick=(0, 1, 2))] = 0,
    balance: Balance = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What do I buy with my margin?"""
    hurt = feels(wounds, skill, ask, beginner=unskilled)
    if hurt.gone and loaded:
        return no_test(hurt.gone)
    held = Held(aim, cover)
    means = read.means(margin, held, rules.aim_cap(perception), maneuver, ask, shoots=loaded, casts=casts, free=free)
    doubled = (Line(obstacle, "No skill: doubled", "HUB-33"),) if unskilled else ()
    base = Worked((Line(obstacle, "Obstacle", "RNC-03"), *doubled))

    def shot(more: int) -> tuple[Test, Worked, Worked]:
        return flown(skill, hurt, bonus + more, base, ask, balance=balance)

    listed = rules.spends(means)
    found = sorted(listed, key=lambda one: _worth(one, shot(one.pool_aim)[0]), reverse=True)
    best = found[0]
    chosen, dice, against = shot(best.pool_aim)
    chance = chosen.chance if best.shot else Fraction(0)
    columns = ("You buy", "Costs", "Hits", "Aim kept", "Cover next", "Left")
    rows = tuple(_row(one, shot(one.pool_aim)[0]) for one in found[:LISTED])
    listing = Table("Every way to spend it", columns, rows, 0, Mark.DERIVED)
    blocks: list[Block] = [_verdict(best, chosen, chance, margin), listing]
    if len(found) > LISTED:
        blocks.append(Note(f"{len(found) - LISTED} more ways leave more unspent or hit less often.", rule="RNC-11"))
    if best.shot:
        blocks.append(Working(against.lines, against.total, "Obstacle"))
        blocks.append(Working(dice.lines, dice.total, "Dice of the best shot", "D"))
    return Answer(
        {
            "ways": len(listed),
            "best": _words(best),
            "dice": chosen.dice if best.shot else 0,
            "hit": chance,
            "most_cover": max(one.cover for one in listed),
            "most_aim": max(one.aim for one in listed),
            "price": means.price(Purchase.SHOT),
        },
        tuple(blocks),
        chosen.marks("skill") if best.shot else (),
    )


def _worth(one: Spend, test: Test) -> tuple[Fraction, int, int, bool]:
    """What puts one way before another: the hit, then what is kept for the next volley."""
    return (test.chance if one.shot else Fraction(0)), one.after.aim + one.after.cover, -one.left, one.cast


def _words(one: Spend) -> str:
    """A way to spend, in words."""
    parts = [Purchase.SHOT.words.lower()] if one.shot else []
    parts += ["cast"] if one.cast else []
    parts += [f"aim +{one.aim}D"] if one.aim else []
    parts += [f"cover +{one.cover}D"] if one.cover else []
    said = wording.listed(parts) if parts else "nothing"
    return said[:1].upper() + said[1:]


def _row(one: Spend, test: Test) -> tuple[Entry, ...]:
    hits = test.chance if one.shot else None
    aim, cover = (DiceCount(dice) if dice else None for dice in (one.after.aim, one.after.cover))
    return _words(one), one.cost, hits, aim, cover, one.left or None


def _verdict(best: Spend, test: Test, chance: Fraction, margin: int) -> Verdict:
    spent = Fact(f"{best.cost} of {margin}", "spent")
    if not best.shot:
        return Verdict(_words(best), (spent, Fact("no shot")), f"{_words(best)}: {best.cost} of {margin} spent.")
    facts = (Fact(_words(best)), Fact(DiceCount(test.dice), "dice"), spent)
    said = f"{_words(best)}: {test.dice}D against Ob {test.obstacle} hit {wording.often(chance)}."
    return Verdict(wording.percent(chance), facts, said, Mark.DERIVED)


@calculator("range-cover-kept", rules="RNC-13")
def range_cover_kept(
    held: Annotated[int, COVER, Asked("Cover dice in this volley", quick=(0, 1, 2))] = 2,
    intent: Annotated[Intent, Asked("You scripted")] = Intent.MAINTAIN,
    bought: Annotated[int, COVER, Asked("Bought now, after a win", quick=(0, 1, 2))] = 0,
    hesitates: Annotated[bool, Asked("You begin to hesitate", more=True)] = False,
) -> Answer:
    """How much cover have I got next volley?"""
    after = rules.cover_after(held, intent is Intent.MAINTAIN, bought, hesitates=hesitates)
    facts = (Fact(DiceCount(held), "in this test"), Fact(intent.words))
    said = f"You roll {held}D of cover now and {after}D in the next volley."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, DiceCount(have), *_next(have, one is Intent.MAINTAIN))
        for one in Intent
        for have in range(MOST_COVER + 1)
    )
    current = None if hesitates else list(Intent).index(intent) * (MOST_COVER + 1) + held
    columns = ("You scripted", "You had", "Bought none", "Bought 1", "Bought 2")
    return Answer(
        {"after": after},
        (Verdict(f"{after}D", facts, said), Table("Cover in the next volley", columns, rows, current, folded=True)),
    )


def _next(held: int, maintains: bool) -> tuple[DiceCount, ...]:
    """The cover of the next volley with none, one or two dice bought."""
    return tuple(DiceCount(rules.cover_after(held, maintains, more)) for more in range(MOST_COVER + 1))


@calculator("range-aim", rules="RNC-14")
def range_aim(
    perception: Perception = 5,
    held: Annotated[int, DICE, Asked("Aim dice from before", quick=(0, 1, 2, 3))] = 0,
    volley: Annotated[Volley, Asked("This volley you")] = Volley.WON,
    bought: Annotated[int, DICE, Asked("Successes for aim", quick=(0, 1, 2, 3))] = 2,
    shoots: Annotated[bool, Asked("You shoot", more=True)] = False,
    steel: Annotated[bool, Asked("A Steel test failed", more=True)] = False,
    distracted: Annotated[bool, Asked("Something else distracts you", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How much aim have I got?"""
    most = rules.aim_cap(perception)
    buys = min(bought, max(0, most - held)) if volley is Volley.WON else 0
    shot = min(most, held) + buys if volley is not Volley.LOST and not (steel or distracted) else 0
    after = read.aim_after(held, volley, buys, most, ask, shot=shoots, steel_failed=steel, distracted=distracted)
    figure = f"{shot if shoots else after}D"
    facts = (Fact(DiceCount(most), "at most"), Fact("for this shot" if shoots else "kept"))
    said = f"{figure} of aim {'for this shot' if shoots else 'are kept'}; your Perception lets you hold {most}D."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if volley is Volley.WON and bought > buys:
        wasted = wording.count(bought - buys, "success does", "successes do")
        blocks.append(Note(f"{wasted} nothing: you hold {most}D at most.", rule="RNC-14"))
    if volley is not Volley.WON and bought:
        blocks.append(Note("Without a margin nothing is bought.", rule="RNC-11"))
    pairs = range(1, 10, 2)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one} and {one + 1}", DiceCount(rules.aim_cap(one))) for one in pairs
    )
    current = (perception - 1) // 2 if 1 <= perception <= 10 else None
    blocks.append(Table("The most aim", ("Perception", "Aim"), rows, current, folded=True))
    return Answer({"most": most, "shot": shot, "after": after}, tuple(blocks))


class Act(Option):
    """What someone may want to do in a volley. Source: RNC-15."""

    SHRUG = "shrug", "shrug off a wound"
    GRIT = "grit", "grit your teeth"
    DOOR = "door", "pry or bolt a door"
    MAP = "map", "read a map"
    CAST = "cast", "cast a spell"
    SHOOT = "shoot", "shoot a second time"


@calculator("range-acts", rules="RNC-15")
def range_acts(
    act: Annotated[Act, Asked("You want to")] = Act.SHRUG,
    margin: Annotated[int, MARGIN, Asked("Your margin", quick=(0, 1, 2, 3, 4))] = 2,
    maneuver: Annotated[Maneuver, Asked("You won with", more=True)] = Maneuver.SPEED_MAINTAIN,
    actions: Annotated[int, Between(0, 100), Asked("Actions of the spell", more=True, quick=(10, 20, 30, 45))] = 20,
    *,
    ask: Rulings,
) -> Answer:
    """Does it fit into this volley?"""
    hasty = CARDS[maneuver].price == rules.HASTY
    price = rules.price(Purchase.CAST if act is Act.CAST else Purchase.OTHER, hasty=hasty)
    waits = maintains(actions, ask) if act is Act.CAST and actions else 0
    again = act is Act.SHOOT
    fits = margin >= price and not again
    figure = "No" if not fits else f"After {wording.count(waits, 'Maintain')}" if waits else "Yes"
    left = f"{margin - price} left" if fits else "one shot a volley" if again else "too few"
    facts = (Fact(f"{price} of {margin}", "successes"), Fact(left))
    said = f"{figure}: to {act.words} costs {wording.count(price, 'success', 'successes')}."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if act is Act.GRIT:
        blocks.append(Note("It takes up the whole volley.", rule="INJ-16"))
    if waits:
        first = wording.count(waits, "Maintain")
        blocks.append(Note(f"A spell of {actions} actions takes {first} before it is cast.", rule="RNC-15"))
    if again:
        blocks.append(Note("One shot in a volley, however large the margin.", rule="RNC-11"))
    return Answer({"fits": fits, "price": price, "waits": waits}, tuple(blocks))
