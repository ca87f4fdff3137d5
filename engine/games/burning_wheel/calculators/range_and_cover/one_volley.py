"""Range and Cover in short: one volley by itself, how long volleys take, when it is over (RNC-01, RNC-39, RNC-40)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, sheet
from engine.games.burning_wheel.blocks.shots import flown
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.forms.missiles import Missile
from engine.games.burning_wheel.forms.ranges import MORE
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.missiles import shot_of
from engine.games.burning_wheel.readings.ranges import tie_of
from engine.games.burning_wheel.rules import missiles, one_volley, shots
from engine.games.burning_wheel.rules import range_dice as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, Cover
from engine.games.burning_wheel.rules.one_volley import Chase, Shots, Tie
from engine.games.burning_wheel.rules.positioning_at_range import Side
from engine.games.burning_wheel.rules.range_dice import Category, Ending
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
QUICK = ("B3", "B4", "B5", "B6")
BOW = Missile.of(MISSILES["hunting-bow"])
BOWS = ("hunting-bow", "great-bow", "crossbow")


@calculator("single-volley", rules="RNC-01")
def single_volley(
    chase: Annotated[Chase, Asked("What happens")] = Chase.CHASE,
    yours: Annotated[Ability, Asked("Your Speed, or Perception to hold", quick=QUICK), sheet("ability")] = B4,
    theirs: Annotated[Pool, Asked("Their dice", quick=QUICK_POOLS)] = B4.pool(),
    skill: Annotated[Ability, Asked("Your weapon skill", quick=QUICK), sheet("ability")] = B4,
    weapon: Annotated[Among[Missile], Asked("Your weapon", quick=BOWS, more=True), sheet("weapons")] = BOW,
    extreme: Annotated[bool, Asked("At extreme range", more=True)] = False,
    cover: Annotated[Cover, Asked("Their cover", gm=True, more=True)] = Cover.OPEN,
    bonus: Annotated[int, MORE, Asked("Your other dice for the versus test", more=True, quick=(0, 1, 2))] = 0,
    their_shot: Annotated[Pool, Asked("Dice of their shot, B0 for none", more=True, quick=QUICK_POOLS)] = B4.pool(),
    your_cover: Annotated[Cover, Asked("Your cover", gm=True, more=True)] = Cover.OPEN,
    harder: Annotated[int, MORE, Asked("Light, weather: obstacle of both", gm=True, more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who gets the shot, and does it hit?"""
    hurt = feels(wounds, yours, ask, ELEMENTS[chase.mine])
    aims = feels(wounds, skill, ask)
    if hurt.gone or aims.gone:
        return no_test(hurt.gone or aims.gone)
    mine_open, other_open = (open_ended(ELEMENTS[one], ask) for one in (chase.mine, chase.theirs))
    left = yours.exponent - min(hurt.lost, yours.exponent) + bonus
    mine = Side(Pool.of(left, yours.shade, mine_open), hurt.added)
    other = Side(theirs.opened() if other_open else theirs)
    band = Band.EXTREME if extreme else Band.OPTIMAL
    dim = (Line(harder, "Light and weather", "RNC-38"),) if harder else ()
    plain = Worked((*missiles.obstacle(band, cover=cover).lines, *dim))
    test, dice, against = flown(skill, aims, 0, plain, ask)
    back = Test(their_shot, missiles.obstacle(band, cover=your_cover).total + harder, ask)
    tie = tie_of(ask)
    opens = chain(ask) if mine.pool.open_ended or other.pool.open_ended else Chain.CHAIN
    shot_back = back.chance if their_shot.dice else Fraction(0)
    found = one_volley.shots(mine, other, chase, test.chance, shot_back, tie, chain=opens)
    flies = shot_of(weapon.row, band, None, ask)
    stages = shots.chances(test.pool, test.obstacle, flies, 0, chain(ask) if test.pool.open_ended else Chain.CHAIN)
    loose = found.mine + found.both
    return Answer(
        {
            "win": found.mine,
            "both": found.both,
            "lose": found.theirs,
            "hit": found.hit,
            "struck": found.struck,
            "dice": mine.pool.dice,
            **{stage.value: loose * chance for stage, chance in stages.items() if stage is not Stage.MISS},
        },
        (
            _verdict(found, tie),
            _endings(found, stages, back),
            Working(against.lines, against.total, "Obstacle of your shot"),
            Working(dice.lines, dice.total, "Dice of your shot", "D"),
            *_tested(chase, mine, other),
        ),
        test.marks("skill"),
    )


def _verdict(found: Shots, tie: Tie) -> Verdict:
    shown = wording.percent(found.hit)
    both = (Fact(found.both, "both shoot"),) if tie is Tie.BOTH else ()
    facts = (Fact(found.mine, "you get the shot"), *both, Fact(found.struck, "they hit you"))
    return Verdict(shown, facts, f"You win the shot and hit {shown} of the time.", Mark.DERIVED)


def _endings(found: Shots, stages: Mapping[Stage, Fraction], back: Test) -> Table:
    """All ways that it can end, with what the shot does."""
    loose = found.mine + found.both
    rows: list[tuple[Entry, ...]] = [
        (f"You shoot: {stage.words}" if stage is not Stage.MISS else "You shoot and miss", loose * chance)
        for stage, chance in stages.items()
    ]
    rows += [
        ("They shoot and hit you", found.struck),
        ("They shoot and miss, or have nothing to shoot", found.theirs + found.both - found.struck),
    ]
    return Table("How it can end", ("What happens", "Chance"), tuple(rows), mark=Mark.DERIVED)


def _tested(chase: Chase, mine: Side, other: Side) -> list[Block]:
    """What each side rolls."""
    names = {one: ELEMENTS[one].name for one in (chase.mine, chase.theirs)}
    said = f"You roll {names[chase.mine]}, {mine.pool}; they roll {names[chase.theirs]}, {other.pool}."
    if mine.penalty:
        said += f" Your +{mine.penalty} Ob eats {wording.count(mine.penalty, 'success', 'successes')}."
    return [Note(said, rule="RNC-01")]


@calculator("volley-time", rules="RNC-39")
def volley_time(
    volleys: Annotated[int, Between(0, 60), Asked("Volleys", quick=(1, 3, 6, 9))] = 3,
) -> Answer:
    """How long do volleys take?"""
    least, most = rules.seconds(volleys)
    figure = f"{_time(least)} to {_time(most)}" if volleys else "no time"
    facts = (Fact.count(volleys, "volley", "volleys"),)
    return Answer({"least": least, "most": most}, (Verdict(figure, facts, f"{facts[0].words}: {figure}."),))


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [f"{minutes}{wording.NO_BREAK}min"] if minutes else []
    return " ".join([*parts, f"{rest}{wording.NO_BREAK}s"] if rest or not parts else parts)


NEXT: Mapping[Ending, str] = {
    Ending.ESCAPED: "Range and Cover ends. Whoever still wants them has to track them down.",
    Ending.MELEE: "Resolve last shots, then make a positioning test of Fight! and script there.",
    Ending.FLED: "Range and Cover ends, and the hesitation with it.",
    Ending.LOST: "Range and Cover ends. The one who swooned wakes hours later, alone.",
    Ending.BEATEN: "Nobody is left to fight here.",
}


@calculator("range-ending", rules="RNC-40")
def range_ending(
    own: Annotated[Category, Asked("For your weapon they are", "After the volley")] = Category.OUT,
    their: Annotated[Category, Asked("For their weapon you are")] = Category.OUT,
    withdrew: Annotated[bool, Asked("A Withdraw won this volley, or two tied")] = True,
    screaming: Annotated[bool, Asked("You ran screaming")] = False,
    unspotted: Annotated[bool, Asked("A swooner was not found from close up", more=True)] = False,
    beaten: Annotated[bool, Asked("A side is down, or gives up", more=True)] = False,
) -> Answer:
    """Is it over?"""
    end = rules.ending(own, their, withdrew=withdrew, fleeing=screaming, unspotted=unspotted, beaten=beaten)
    after = NEXT[end] if end else "Script the next volley; after the third, three more."
    figure = "Over" if end else "It goes on"
    facts = (Fact(end.words),) if end else (Fact(own.words, "for you"), Fact(their.words, "for them"))
    values = {"over": end is not None, "ending": end.value if end else ""}
    said = f"{figure}{f': {end.words}' if end else ''}. {after}"
    return Answer(values, (Verdict(figure, facts, said), Note(after, rule="RNC-40")))
