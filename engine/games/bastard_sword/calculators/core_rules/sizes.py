"""Size, and what it does to strength (BSR-28, BSR-29)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.dice import die_of
from engine.games.bastard_sword.readings.size import more_strength
from engine.games.bastard_sword.rules import size
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.size import ABOUT, Size
from engine.rulings import Rulings

Mine = Annotated[Size, Asked("You are"), sheet("size")]
Theirs = Annotated[Size, Asked("They are")]


@calculator("bs-size", rules="BSR-28")
def sizes(mine: Mine = Size.MEDIUM, theirs: Theirs = Size.LARGE, *, ask: Rulings) -> Answer:
    """What does the difference in size do?"""
    apart = size.larger(mine, theirs)
    figure = "Same size" if not apart else wording.count(abs(apart), "category", "categories")
    bigger = "you" if apart > 0 else "they"
    step = abs(apart)
    stronger = more_strength(step, ask)
    said = f"{bigger.capitalize()} are {figure.lower()} larger." if apart else "No difference: nothing changes."
    rows = (
        ("Strength of the larger, against the smaller", f"+{stronger}" if apart else None),
        ("Armour of the larger, against the smaller", f"+{rung(step)} of each" if apart else None),
        ("Shooting at the larger", wording.count(step, "bonus die", "bonus dice") if apart else None),
        ("Shooting at the smaller", f"malus {step}" if apart else None),
    )
    sized = tuple((one.words.capitalize(), ABOUT[one].about, ABOUT[one].mass, ABOUT[one].such) for one in Size)
    facts = (Fact(mine.words, "you"), Fact(theirs.words, "they"))
    return Answer(
        {"apart": apart, "strength": stronger, "armour": rung(step), "shot": step},
        (
            Verdict(figure, facts, said),
            Table("What it does", ("Where", "It is worth"), rows),
            Table("The categories", ("Size", "About", "Mass", "Such as"), sized, mine.place),
        ),
    )


@calculator("bs-size-strength", rules="BSR-29")
def strength(
    score: Annotated[int, SCORE, Asked("Your strength", quick=QUICK_SCORES), sheet("strength")] = 4,
    other: Annotated[
        int, SCORE, Asked("The skill’s other attribute", "Strength again counts twice", quick=QUICK_SCORES)
    ] = 2,
    twice: Annotated[bool, Asked("The skill is strength with strength")] = False,
    dice: Annotated[int, Between(1, 40), Asked("Dice of the skill", quick=(1, 2, 3, 4))] = 3,
    weapon: Annotated[int, Between(-10, 20), Asked("Bonus of the weapon", quick=(0, 3, 5, 7))] = 7,
    mine: Mine = Size.HUGE,
    theirs: Theirs = Size.MEDIUM,
    *,
    ask: Rulings,
) -> Answer:
    """A giant against a halfling: which dice?"""
    apart = size.larger(mine, theirs)
    now = score + more_strength(apart, ask)
    partner, partnered = (score, now) if twice else (other, other)
    if not score or not partner:
        raise Unusable("score" if not score else "other", "An attribute of 0 rolls nothing; this takes 1 or more.")
    usual, here = (Pool.of(dice, die_of(one + with_, ask)) for one, with_ in ((score, partner), (now, partnered)))
    found = [damage_die(one + weapon, ask) for one in (score, now)]
    blows = [one.words if one else "nothing" for one in found]
    figure = here.words
    said = f"Strength {now} against them: {here.words}, and {f'{blows[1]}s' if found[1] else 'no dice'} of damage."
    if apart < 0:
        said = f"They are larger, so it is their strength that grows. Yours stays: {here.words}."
    rows = (("Strength", score, now), ("The skill", usual.words, here.words), ("Damage", blows[0], blows[1]))
    return Answer(
        {
            "strength": now,
            "pool": str(here),
            "among_equals": str(usual),
            "damage": blows[1],
            "damage_among_equals": blows[0],
        },
        (
            Verdict(figure, (Fact(now, "strength"), Fact(blows[1], "damage")), said),
            Table("Against them", ("What", "Among equals", "Here"), rows),
        ),
    )
