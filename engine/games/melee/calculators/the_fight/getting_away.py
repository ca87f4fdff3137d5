"""Ground covered, getting away, and lying on it (MEL-13 to MEL-15)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, branch, row, sheet
from engine.games.burning_wheel.dice import Pool, ob
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import B4, QUICK, Speed
from engine.games.melee.readings import turn as readings
from engine.games.melee.rules import moving as rules
from engine.games.melee.rules import prone
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

SHOWN = 8


@calculator("mel-move", rules="MEL-13")
def move(
    speed: Annotated[int, Between(0, 20), Asked("Speed", quick=(3, 4, 5, 6)), sheet("speed")] = 4,
    stride: Annotated[int, Between(1, 20), Asked("Stride", quick=(5, 7, 8, 11))] = 7,
    rounds: Annotated[int, Between(1, 20), Asked("Rounds", more=True, quick=(1, 2, 3))] = 1,
) -> Answer:
    """How far do you get in a round?"""
    walk, dash = rules.paces(speed, stride), rules.paces(speed, stride, dash=True)
    facts = (Fact(dash, "paces in a dash"), Fact(walk * rounds, f"in {wording.count(rounds, 'round')}"))
    return Answer(
        {"move": walk, "dash": dash, "in_all": walk * rounds},
        (
            Verdict(f"{walk} paces", facts, f"{walk} paces a Move, {dash} a dash."),
            Note("Lunging, circling and trading places in a fight is no Move.", rule="MEL-10"),
        ),
    )


@row("chaser")
class ChaserRow:
    """Someone who gives chase."""

    name: Annotated[str, Longest(24), Asked("Name")] = ""
    speed: Annotated[Ability, Asked("Speed, or what is tested", quick=QUICK)] = B4


@row("chaser")
class RolledRow:
    """Someone who gave chase, and what they rolled."""

    name: Annotated[str, Longest(24), Asked("Name")] = ""
    successes: Annotated[int, Between(0, 30), Asked("Their successes", quick=(0, 1, 2, 3))] = 2


@branch("It is not rolled yet")
class Ahead:
    """Both are about to roll."""

    speed: Speed = B4
    chasers: Annotated[tuple[ChaserRow, ...], Asked("Who gives chase")] = (ChaserRow("A brigand"),)
    wounds: Wounded = UNHURT


@branch("The dice lie there")
class Rolled:
    """Both have rolled."""

    runner: Annotated[int, Between(0, 30), Asked("Your successes", quick=(0, 1, 2, 3, 4))] = 3
    chasers: Annotated[tuple[RolledRow, ...], Asked("Who gave chase")] = (RolledRow("A brigand", 5),)


@calculator("mel-chase", rules="MEL-14")
def chase(roll: Annotated[Ahead | Rolled, Asked("The chase")] = Ahead(), *, ask: Rulings) -> Answer:
    """Do you get away?"""
    if isinstance(roll, Rolled):
        fell = [one.successes for one in roll.chasers]
        escapes = bool(fell) and roll.runner == max(fell) and readings.tie_escapes(ask)
        caught = rules.chased(roll.runner, fell, tie_escapes=escapes)
        figure = "Away" if caught.away else "Caught"
        said = "You get away, and may leave the fight." if caught.away else "You stay in the fight."
        said += f" You lose {caught.damage} disposition." if caught.damage else ""
        facts = (Fact(roll.runner, "yours"), Fact(caught.damage, "disposition lost"))
        return Answer({"away": caught.away, "damage": caught.damage}, (Verdict(figure, facts, said),))
    if not roll.chasers:
        return Answer(
            {"away": 1, "damage": 0},
            (Verdict("Away", (Fact("nobody gives chase"),), "Nobody gives chase: you get away without a roll."),),
        )
    hurt = feels(roll.wounds, roll.speed, ask)
    pool = Pool.of(max(0, roll.speed.exponent - hurt.lost), roll.speed.shade)
    runner = law_of(pool, ask).mapped(lambda found: max(0, found - hurt.added))
    laws = [law_of(one.speed.pool(), ask) for one in roll.chasers]
    found = rules.chances(runner, laws, tie_escapes=readings.tie_escapes(ask))
    mean = wording.decimal(found.damage.mean)
    facts = (Fact(mean, "disposition lost, on average"), Fact(len(laws), "after you"))
    said = f"You get away {wording.often(found.away)}, and lose {mean} disposition on average."
    last = min(found.damage.last, SHOWN)
    bars = (*(found.damage.exactly(number) for number in range(last)), found.damage.at_least(last))
    blocks: list[Block] = [
        Verdict(wording.percent(found.away), facts, said, Mark.DERIVED),
        Odds(bars, 0, "Disposition that the chase costs you.", open_end=found.damage.last > last),
        *ledger(hurt, roll.speed.exponent, words="Your Speed", against="Taken off your successes"),
        Note("It comes off at the end of the round, with all else.", rule="MEL-40"),
        Note("Swimming, climbing or riding may be tested in place of Speed.", rule="MEL-14"),
    ]
    return Answer({"away": found.away, "damage": found.damage.mean}, tuple(blocks))


class Ground(Option):
    """How someone came to lie there. Source: MEL-15."""

    THROWN = "thrown", "a throw, a push by 3, a tackle"
    NERVE = "nerve", "begging, or a swoon"
    SLIPPED = "slipped", "a slip on bad ground"


@calculator("mel-prone", rules="MEL-15")
def on_the_ground(
    how: Annotated[Ground, Asked("What put you there")] = Ground.THROWN,
    obstacle: Annotated[int, Between(0, 20), Asked("Obstacle of what you try", quick=(1, 2, 3))] = 1,
    skill: Annotated[bool, Asked("It is a physical, martial or sorcerous skill")] = True,
    dice: Annotated[int, Between(0, 30), Asked("Dice of an attack on you", quick=(2, 3, 4, 5))] = 3,
) -> Answer:
    """You are on the ground: what now?"""
    harder = obstacle + (prone.HAMPERED if skill else 0)
    against = dice + prone.EXPOSED
    facts = (Fact(f"{against}D", "an attack on you"), Fact("the move of a turn", "to get up"))
    said = f"Your test is at {ob(harder)}, and an attack on you has {against} dice."
    rows = (
        ("Your own test", ob(harder)),
        ("An attack on you", f"{against}D"),
        ("Get up, then attack or do something simple", "in place of the move"),
        ("Get up and move", "your whole turn"),
        ("In the order", "to the bottom" if how is Ground.NERVE else "to the bottom, typically"),
    )
    return Answer(
        {"obstacle": harder, "dice": against},
        (Verdict(ob(harder), facts, said), Table("On the ground", ("", ""), rows)),
    )
