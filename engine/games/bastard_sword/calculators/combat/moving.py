"""Moving: steps, running, terrain, surprise (BSR-35 to BSR-38)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, branch, sheet
from engine.games.bastard_sword.blocks.odds import odds_of
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, Difficulty, FourD8, Malus, YourDice
from engine.games.bastard_sword.readings.moving import each_success
from engine.games.bastard_sword.rules import movement, rounds
from engine.games.bastard_sword.rules.movement import GROUND, Terrain
from engine.games.bastard_sword.words import successes as counted
from engine.rulings import Rulings
from engine.working import Mark

RUNNERS = Pool.parse("4d6")


@branch("I walk")
class Walk:
    """No run."""


@branch("I will run")
class Run:
    """A run that is not rolled yet."""

    pool: Annotated[Pool, Asked("Your running", POOL_HINT), sheet("running")] = RUNNERS
    malus: Malus = 0


@branch("I have run")
class Ran:
    """A run that was rolled; the ground's malus is taken off here."""

    successes: Annotated[int, Between(-30, 60), Asked("Successes", quick=(0, 1, 2, 3, 4))] = 2


@calculator("bs-move", rules="BSR-35 BSR-36 BSR-37")
def move(
    speed: Annotated[int, Between(0, 60), Asked("Movement in steps", quick=(9, 12, 14))] = 12,
    terrain: Annotated[Terrain, Asked("The ground is", gm=True)] = Terrain.NORMAL,
    running: Annotated[Walk | Run | Ran, Asked("And a run")] = Run(),
    moves: Annotated[bool, Asked("You also use your movement")] = True,
    prone: Annotated[bool, Asked("You crawl")] = False,
    height: Annotated[int, Between(5, 10_000), Asked("Your height in cm", quick=(120, 180, 300), more=True)] = 200,
    *,
    ask: Rulings,
) -> Answer:
    """How far do you get?"""
    walked = speed if moves else 0
    each = not isinstance(running, Walk) and each_success(speed, ask)
    ground = terrain.ground

    def reaches(result: int | None) -> int:
        more = 0 if result is None else movement.run(speed, result, each=each)
        return movement.covered(walked + more, terrain, prone=prone)

    if isinstance(running, Run):
        return _ahead(running, ground.malus, reaches, height)
    result = running.successes - ground.malus if isinstance(running, Ran) else None
    far = reaches(result)
    fell = movement.fall(result) if result is not None else movement.Fall(prone=False, dice=0)
    facts = [Fact(_metres(far, height)), Fact(ground.words, "ground")]
    said = f"You get {wording.count(far, 'step')} far{', and fall' if fell.prone else ''}."
    blocks: list[Block] = [Verdict(wording.count(far, "step"), tuple(facts), said)]
    if fell.prone:
        blocks.append(Note(_fallen(fell, ask), rule="BSR-36"))
    falls = fell.dice if fell.dice > 1 and ask["moving.fall-dice"] == "each" else int(bool(fell.dice))
    values = {"steps": far, "result": result, "prone": fell.prone, "damage_dice": fell.dice, "falls": falls}
    return Answer(values, tuple(blocks))


def _metres(steps: int, height: int) -> str:
    return f"{wording.decimal(movement.metres(steps, height))}{wording.NO_BREAK}m"


def _fallen(fell: movement.Fall, ask: Rulings) -> str:
    if not fell.dice:
        return "No success is left: you fall prone."
    how = ""
    if fell.dice > 1:
        how = " in one roll" if ask["moving.fall-dice"] == "one" else ", each against your armour by itself"
    return f"You fall prone, and the fall does {fell.dice}d4 of bludgeoning damage{how}."


def _ahead(running: Run, malus: int, reaches: Callable[[int | None], int], height: int) -> Answer:
    """A run that is not rolled yet: how far it may get, and how often it ends on the ground."""
    law = successes(running.pool).plus(-malus - running.malus)
    falls = 1 - law.at_least(1)
    mean = sum((chance * reaches(result) for result, chance in law), Fraction(0))
    rows: list[tuple[Entry, ...]] = []
    for result, chance in law:
        if chance:
            dice = movement.fall(result).dice
            end = f"prone, {dice}d4" if dice else "prone" if result <= 0 else None
            rows.append((wording.number(result), chance, reaches(result), _metres(reaches(result), height), end))
    figure = f"{wording.decimal(mean)} steps"
    facts = (Fact(falls, "fall"), Fact(running.pool.words), Fact(malus + running.malus, "malus"))
    said = f"You get {figure} far on average, and fall {wording.often(falls)}."
    columns = ("Result", "Chance", "Steps", "That is", "You end")
    values = {"mean_steps": mean, "fall": falls, "steps": [[result, reaches(result)] for result, _ in law]}
    return Answer(
        values,
        (
            Verdict(figure, facts, said, Mark.DERIVED),
            odds_of(running.pool, malus + running.malus + 1),
            Table("How far", columns, tuple(rows), mark=Mark.DERIVED),
        ),
    )


@calculator("bs-surprise", rules="BSR-38")
def surprise(
    count: Annotated[int, Between(-60, 60), Asked("The count at which it happens", quick=(1, 3, 5))] = 5,
    pool: YourDice = FourD8,
    difficulty: Difficulty = 1,
    first_round: Annotated[bool, Asked("It is the first round")] = True,
) -> Answer:
    """What does surprise cost you?"""
    malus = rounds.surprise(count) if first_round else 0
    caught, ready = Test(pool, difficulty, malus), Test(pool, difficulty)
    figure = f"{wording.MINUS}{malus}" if malus else "Nothing"
    facts = (Fact(caught.chance, "surprised"), Fact(ready.chance, "ready"))
    said = (
        f"Surprise takes {counted(malus)} off what you test at {wording.number(count)}."
        if malus
        else "It costs nothing now."
    )
    notes = (
        () if not first_round else (Note("You have no turn in this round, and nothing that takes one.", rule="BSR-38"),)
    )
    return Answer(
        {"malus": malus, "probability": caught.chance, "without": ready.chance},
        (Verdict(figure, facts, said), caught.odds(), *notes),
    )


@table("bs-terrain")
def terrain_table() -> Table:
    """Kinds of ground."""
    rows = tuple((one.words.capitalize(), one.cost, one.malus or None, one.such) for one in GROUND.values())
    return Table("Ground", ("Ground", "Steps for one", "Malus on running", "Such as"), rows)
