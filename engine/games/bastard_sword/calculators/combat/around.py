"""Retaliation, the second wind, and all modifiers (BSR-62, BSR-63, BSR-110, BSR-111)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.dice import Distribution, together
from engine.forms import Asked, Between, branch, row, sheet
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, Malus
from engine.games.bastard_sword.readings.dice import rolled
from engine.games.bastard_sword.rules import retaliation
from engine.games.bastard_sword.rules.modifiers import MODIFIERS, TOPICS, Kind, Played
from engine.games.bastard_sword.rules.retaliation import HOW, Enemy, Provoker
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.games.bastard_sword.words import spirit as points
from engine.rulings import Rulings
from engine.working import Mark

ThreeD6 = Pool.parse("3d6")
NOTHING = Distribution((1,), 1, Fraction(0))


@row("enemy")
class EnemyRow(Enemy):
    """Someone who is engaged with the one who acts."""

    name: Annotated[str, Asked("Name")] = ""
    initiative: Annotated[int, Between(-60, 60), Asked("Initiative", quick=(0, 1, 2, 3))] = 1
    in_front: Annotated[bool, Asked("The one who acts is before them")] = True
    in_range: Annotated[bool, Asked("And within their weapon’s range")] = True
    dice: Annotated[int, Between(0, 60), Asked("Dice they have left", quick=(0, 1, 2, 3))] = 2
    struck: Annotated[bool, Asked("They struck at this movement already")] = False


@calculator("bs-retaliation", rules="BSR-62")
def strikes(
    act: Annotated[Provoker, Asked("Someone wants to")] = Provoker.SHOOT,
    enemies: Annotated[tuple[EnemyRow, ...], Asked("Who is engaged with them")] = (
        EnemyRow("A brigand", 2),
        EnemyRow("Another", 1, in_front=False),
    ),
) -> Answer:
    """Who may strike at them for it?"""
    how, may = HOW[act], retaliation.who(act, enemies)
    names = [one.name or f"Enemy {at}" for at, one in enumerate(enemies, 1)]
    first = wording.listed(names[at] for at in may) if may else "Nobody"
    said = f"{first} may retaliate, {how.words}." if may else f"Nobody may retaliate when they {act.words}."
    rows = tuple(
        (name, "may" if at in may else "may not", one.bar(act) or None)
        for at, (name, one) in enumerate(zip(names, enemies, strict=True))
    )
    blocks: list[Block] = [Verdict(first, (Fact(how.words),), said)]
    if rows:
        blocks.append(Table("Who is near", ("Who", "Retaliation", "Because"), rows))
    if may:
        blocks.append(
            Note(
                "They count as attackers. If the act is made impossible it is lost, but its dice are not.",
                rule="BSR-62",
            )
        )
    return Answer({"may": [names[at] for at in may], "when": how.value}, tuple(blocks))


@branch("We lost, or nobody won")
class NotWon:
    """Only stamina comes back."""


@branch("Our side won")
class Won:
    """Morale comes back as well."""

    ego: Annotated[Pool, Asked("Your ego", POOL_HINT), sheet("ego")] = ThreeD6
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice for a great victory", gm=True, quick=(0, 1, 2))] = 0
    hard: Annotated[int, Between(0, 60), Asked("Malus for a bitter one", gm=True, quick=(0, 1, 3))] = 0


@calculator("bs-second-wind", rules="BSR-63")
def second_wind(
    fatigue: Annotated[Pool, Asked("Your resist fatigue", POOL_HINT), sheet("resist-fatigue")] = ThreeD6,
    malus: Malus = 0,
    end: Annotated[Won | NotWon, Asked("The fight is over")] = Won(),
    down: Annotated[bool, Asked("You are incapacitated")] = False,
    left: Annotated[int | None, Between(0, MOST_SPIRIT), Asked("Your spirit now", more=True), sheet("spirit")] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How much spirit does the end of a fight bring?"""
    law = NOTHING if down else successes(rolled(fatigue, ask, spirit=left)).plus(-malus).floored(0)
    wins = isinstance(end, Won) and (not down or ask["surge.down"] == "ego")
    if wins and isinstance(end, Won):
        pool = rolled(end.ego, ask, bonus=end.bonus, spirit=left)
        law = together(law, successes(pool).plus(-malus - end.hard).floored(0))
    mean = wording.decimal(law.mean)
    figure = f"+{mean}"
    said = f"{mean} spirit on average, {points(law.last)} at most."
    facts = (Fact(law.at_least(1), "some"), Fact(law.last, "at most"))
    rows = tuple((f"{number} or more", law.at_least(number)) for number in range(1, min(law.last, 12) + 1))
    blocks: list[Block] = [
        Verdict(figure, facts, said, Mark.DERIVED),
        Odds(tuple(chance for _, chance in law), 1, f"Spirit regained: {wording.percent(law.at_least(1))} for some."),
    ]
    if rows:
        blocks.append(Table("Spirit regained", ("Spirit", "Chance"), rows, mark=Mark.DERIVED, folded=True))
    effects = tuple(SpendSpirit(-number) for number in range(1, min(law.last, 6) + 1))
    return Answer(
        {"mean": law.mean, "spirit": [[number, chance] for number, chance in law]}, tuple(blocks), effects=effects
    )


@calculator("bs-modifiers", rules="BSR-110")
def modifiers(
    kinds: Annotated[frozenset[Kind], Asked("Show")] = frozenset(Kind),
    about: Annotated[
        str,
        Asked(
            "On which rolls", "Part of a word: shot, melee, damage, every", quick=("shot", "melee", "damage", "every")
        ),
    ] = "",
) -> Answer:
    """What changes this roll?"""
    said = about.casefold()
    found = [one for one in MODIFIERS if one.kind in kinds and said in f"{one.applies} {one.words}".casefold()]
    figure = wording.count(len(found), "modifier") if found else "None"
    rows = tuple((one.words, one.kind.words, one.amount, one.applies) for one in found)
    blocks: list[Block] = [Verdict(figure, (Fact(about or "all rolls"),), f"{figure} on {about or 'all rolls'}.")]
    if rows:
        blocks.append(Table("What changes a roll", ("What", "It is", "How much", "On"), rows, mark=Mark.DERIVED))
    return Answer({"found": [one.words for one in found]}, tuple(blocks))


@calculator("bs-versions", rules="BSR-111")
def versions(
    played: Annotated[frozenset[Played], Asked("Played here by the")] = frozenset(Played),
    about: Annotated[str, Asked("About", "Part of a word", quick=("bleeding", "mount", "die"))] = "",
) -> Answer:
    """Where do the quick start and the full rules differ?"""
    said = about.casefold()
    found = [one for one in TOPICS if one.played in played and said in f"{one.words} {one.quick} {one.full}".casefold()]
    figure = wording.count(len(found), "difference") if found else "None"
    rows = tuple((one.words, one.quick, one.full, one.played.words) for one in found)
    blocks: list[Block] = [Verdict(figure, (Fact(about or "everything"),), f"{figure} about {about or 'everything'}.")]
    if rows:
        blocks.append(Table("Quick start and full rules", ("What", "Quick start", "Full rules", "We play"), rows))
    return Answer({"found": [one.words for one in found]}, tuple(blocks))
