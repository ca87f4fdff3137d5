"""Nerve: morale of groups and of one, hesitating, and the last blow (MEL-42 to MEL-45)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import likeliest
from engine.effects import AddRow, Effect
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.readings import steel as core
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, feels
from engine.games.burning_wheel.rules import steel as nerves
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.steel import Easier, Harder, Hit
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import logged
from engine.games.melee.forms.people import B4, B5, Fell, Speed, Steel, Will
from engine.games.melee.readings import nerve as readings
from engine.games.melee.rules import hitting, prone
from engine.games.melee.rules import morale as rules
from engine.games.melee.rules.hitting import Target
from engine.games.melee.rules.morale import FORMS, HESITATING, Blow, Form, Helpless, Importance
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

# --- A group ---

LAST_STEEL = 11
"""From this Steel on a group never fails. Source: MEL-42."""


@calculator("mel-group-morale", rules="MEL-42")
def group_morale(
    steel: Annotated[int, Between(0, 12), Asked("Their Steel", quick=(3, 4, 5, 6))] = 6,
    members: Annotated[int, Between(1, 50), Asked("How many are left", quick=(1, 3, 7, 12))] = 7,
    threat: Annotated[
        int, Between(0, 12), Asked("Margin of a threat against them all", "Added to the roll.", quick=(0, 1, 2, 3))
    ] = 0,
    rolled: Annotated[int | None, Between(2, 12), Asked("Their 2d6", quick=(6, 8, 10, 12))] = None,
) -> Answer:
    """Does the group hold?"""
    holds_at = rules.holds_at(steel)
    law = rules.fleeing_law(steel, members, threat)
    fails = law.at_least(1)
    values: dict[str, Any] = {"holds_at": holds_at, "fails": fails, "mean": law.mean, "table": _odds()}
    against = Fact(holds_at, "or less holds")
    chances = tuple((number or "none: they hold", law.exactly(number)) for number in range(law.last + 1))
    if rolled is None:
        facts: tuple[Fact, ...] = (against, Fact(members, "left"), Fact(_hundredths(law.mean), "lost on average"))
        said = f"They roll 2d6 and hold on {holds_at} or less: {wording.often(1 - fails)}."
        blocks: list[Block] = [Verdict(wording.percent(1 - fails), facts, said, Mark.DERIVED)]
        current = None
    else:
        total = rolled + threat
        gone = rules.fleeing(steel, total, members)
        values |= {"hesitate": gone, "stay": members - gone}
        facts = (Fact(total, "on 2d6" if not threat else "with the threat"), against)
        does = "hesitates" if gone == 1 else "hesitate"
        said = f"{gone} of {members} {does}, {members - gone} stay." if gone else "Not one of them wavers."
        blocks = [Verdict(f"{gone} {does}" if gone else "They hold", facts, said)]
        if gone:
            down = "Whoever hesitates goes to the bottom of the order, and takes one of the four forms next round."
            blocks.append(Note(down, rule="MEL-44"))
        current = gone if gone <= law.last else None
    blocks.append(Table("How many hesitate", ("How many", "Chance"), chances, current, Mark.DERIVED))
    blocks.append(_table(min(steel, LAST_STEEL)))
    return Answer(values, tuple(blocks))


def _odds() -> list[tuple[int, int, Fraction, Fraction]]:
    laws = [(one, rules.fleeing_law(one)) for one in range(LAST_STEEL + 1)]
    return [(one, rules.holds_at(one), law.at_least(1), law.mean) for one, law in laws]


def _table(current: int) -> Table:
    """Every Steel of a group: on what it holds, how often it fails, and how many hesitate on average."""
    rows: list[tuple[Entry, ...]] = [
        (f"{one} and more" if one == LAST_STEEL else one, holds_at, fails, _hundredths(mean))
        for one, holds_at, fails, mean in _odds()
    ]
    columns = ("Steel", "Holds on at most", "Fails", "Hesitate on average")
    return Table("Morale of a group of any size", columns, tuple(rows), current, Mark.DERIVED)


def _hundredths(mean: Fraction) -> str:
    """A mean to a hundredth: "6", "4.03"."""
    whole, part = divmod(int(mean * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{part:02}" if part else str(whole)


# --- One person ---


@branch("a new wound")
class Wound:
    """A wound of this round."""

    hit: Annotated[Hit, Asked("The wound")] = Hit.LIGHT


@branch("a threat")
class Threat:
    """An Intimidate that came off."""

    margin: Annotated[int, Between(0, 20), Asked("Its margin", quick=(0, 1, 2, 3))] = 0


@branch("no disposition left")
class Worn:
    """They came to 0 this round, which is a Superficial wound."""


@branch("a spell, or something else")
class Other:
    """Something that tests nerve as ever."""


Cause = Wound | Threat | Worn | Other
Traits = Annotated[int, Between(-10, 10), Asked("Traits change hesitation by", more=True, quick=(-1, 0, 1))]


def _tells(test: Test, chances: Sequence[Fraction], successes: int | None) -> Iterator[Block]:
    """Whether their nerve will hold, or held; `chances` by margin of failure."""
    if successes is None:
        often = wording.listed((str(one) for one in likeliest(dict(enumerate(chances)))), "or")
        before = (Fact(DiceCount(test.dice), "dice"), Fact(test.chance, "to hold"), logged(test.classes))
        said = f"{test.sentence} To hold: {wording.percent(test.chance)}. The likeliest margin of failure is {often}."
        yield Verdict(ob(test.obstacle), before, said, Mark.DERIVED)
        return
    failed = nerves.lost(test.obstacle, successes)
    facts = (Fact.count(successes, "success", "successes"), Fact(Obstacle(test.obstacle), "obstacle"))
    if not failed:
        yield Verdict("Holds", facts, "They stand, and act as ever.")
        return
    said = f"They fail by {failed}: to the bottom of the order, and next round they hesitate."
    yield Verdict(f"Fails by {failed}", facts, said)
    yield Note(f"A Command frees them at {ob(failed)}.", rule="MEL-36")


@calculator("mel-morale", rules="MEL-43")
def one_morale(
    will: Will = B4,
    steel: Steel = B5,
    cause: Annotated[Cause, Asked("What tests them")] = Wound(),
    successes: Fell = None,
    wounds: Annotated[Hurt, Asked("Wounds they had before", more=True)] = UNHURT,
    harder: Annotated[frozenset[Harder], Asked("Harder: obstacle", more=True, gm=True)] = frozenset(),
    easier: Annotated[frozenset[Easier], Asked("Easier: dice", more=True, gm=True)] = frozenset(),
    traits: Traits = 0,
    other: Annotated[int, Between(0, 10), Asked("Something else: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does their nerve hold, and by how much does it fail?"""
    hit = _hit(cause, wounds)
    if not _tests(cause, hit, ask):
        return _untested(cause, hit)
    hurt = feels(_borne(cause, hit, wounds), steel, ask, ELEMENTS["steel"])
    below = cause.margin if isinstance(cause, Threat) else 0
    obstacle = Worked(
        (
            *core.hesitation_of(will, traits, None, ask).lines,
            Line(below, "Margin of the threat", "MEL-35"),
            *core.harder_of(harder, ask),
            Line(other, "Something else", "STE-07"),
            hurt.obstacle,
        )
    )
    own = Worked(
        (
            Line(steel.exponent, "Steel", "STE-03"),
            *core.easier_of(easier, ask),
            Line(-hit.dice, "The new wound", "STE-01"),
            Line(hurt.dice.amount, "Older wounds", "HUB-18"),
        )
    )
    test = Test.of(steel.shade, own.total, max(0, obstacle.total), ask, opens=True, at="steel")
    chances = nerves.spread(test.law, test.obstacle)
    values = {**test.values, "tested": True, "failed_by": list(chances)}
    if not test.obstacle:
        said = "They have no hesitation to overcome: they stand, and nothing is rolled."
        return Answer({**values, "tested": False}, (Verdict("No test", (Fact(0, "hesitation"),), said),))
    current = None if successes is None else nerves.lost(test.obstacle, successes)
    if current is not None:
        values |= {"holds": not current, "margin": current}
    blocks: list[Block] = [*_tells(test, chances, successes)]
    rows = tuple(
        (number or "holds", chance, so_far)
        for number, (chance, so_far) in enumerate(zip(chances, accumulate(chances), strict=True))
    )
    caption = "Margin of failure, and so the obstacle of a Command"
    blocks += [
        Table(caption, ("Fails by", "Chance", "So much or less"), rows, current, Mark.DERIVED),
        Working(obstacle.lines, obstacle.total, "Obstacle: hesitation and what adds to it"),
        Working(own.lines, own.total, "Dice", "D"),
        test.odds(test.closed, "without open-ended dice"),
    ]
    return Answer(values, tuple(blocks), test.marks("steel", Kind.STEEL))


def _hit(cause: Cause, wounds: Hurt) -> Hit:
    """The new wound, the first Superficial one where there is none; one for coming to 0 may be the third. MEL-41."""
    if isinstance(cause, Wound):
        return cause.hit
    third = isinstance(cause, Worn) and wounds.superficial + 1 == SUPERFICIALS_TO_A_LIGHT
    return Hit.THIRD if third else Hit.SUPERFICIAL


def _tests(cause: Cause, hit: Hit, ask: Rulings) -> bool:
    """Whether it tests Steel at all. Source: MEL-43."""
    if isinstance(cause, Worn):
        return hit.tests or readings.worn_tests(ask)
    return hit.tests or not isinstance(cause, Wound)


def _borne(cause: Cause, hit: Hit, wounds: Hurt) -> Hurt:
    """Older wounds as this test feels them: a third Superficial one makes a die of them all, which is new. STE-01."""
    if hit is Hit.THIRD:
        return Hurt(wounds.dice, 0)
    return Hurt(wounds.dice, wounds.superficial + 1) if isinstance(cause, Worn) else wounds


def _untested(cause: Cause, hit: Hit) -> Answer:
    """The answer where the round tests nobody. Source: MEL-43."""
    said = "A Superficial wound takes no die, so nobody’s nerve is tested for it; a third would."
    if isinstance(cause, Worn):
        said = "To come to 0 is a Superficial wound, and that tests nobody; a third one would."
    if hit is Hit.MORTAL:
        said = "A Mortal wound takes them out by itself; there is no nerve left to test."
    return Answer({"tested": False}, (Verdict("No test", (Fact("nothing is rolled"),), said),))


# --- Hesitating ---


class Way(Option):
    """The four ways to hesitate, or all of them side by side. Source: MEL-44."""

    ALL = "all", "compare all four"
    PRONE = "prone", FORMS[0].words
    RUN = "run", FORMS[1].words
    DROOL = "drool", FORMS[2].words
    SWOON = "swoon", FORMS[3].words

    @property
    def form(self) -> Form | None:
        """The form, None where all are compared."""
        return None if self is Way.ALL else HESITATING[FORMS[list(Way).index(self) - 1]]


@calculator("mel-hesitate", rules="MEL-44")
def hesitate(
    form: Annotated[Way, Asked("What they do")] = Way.ALL,
    speed: Speed = B4,
    attack: Annotated[Ability, Asked("Skill of whoever attacks", quick=("B3", "B4", "B5", "B6"))] = B4,
    far: Annotated[bool, Asked("With a missile")] = False,
    surroundings: Annotated[
        int, Between(0, hitting.MOST_SURROUNDINGS), Asked("Light, sight, room, ground", gm=True, quick=(0, 2, 5))
    ] = 0,
    failed_by: Annotated[int, Between(0, 20), Asked("They failed Steel by", quick=(1, 2, 3, 4))] = 2,
    *,
    ask: Rulings,
) -> Answer:
    """How do they hesitate, and how easily are they hit?"""
    tests = {one.reaction: _attack(one, speed, attack, surroundings, ask) for one in HESITATING.values()}
    reached = {one.reaction: far or not one.far_only for one in HESITATING.values()}
    rows: list[tuple[Entry, ...]] = [
        (
            HESITATING[one].reaction.words,
            Obstacle(tests[one].obstacle),
            tests[one].chance if reached[one] else "not at all",
            HESITATING[one].does,
            "no" if not HESITATING[one].commanded else ob(max(1, failed_by)),
        )
        for one in FORMS
    ]
    columns = ("Form", "To hit", "Hit", "What it is", "Command")
    chosen = form.form
    current = None if chosen is None else FORMS.index(chosen.reaction)
    shown = Table("The four ways", columns, tuple(rows), current)
    obstacles = {one.value: tests[one].obstacle for one in FORMS}
    values: dict[str, Any] = {"obstacles": obstacles, "dice": {one.value: tests[one].dice for one in FORMS}}
    if chosen is None:
        run = tests[FORMS[1]].obstacle
        facts: tuple[Fact, ...] = (Fact(ob(run), "to hit a runner"), Fact(ob(max(1, failed_by)), "for a Command"))
        said = f"Ob 1 to hit in three of them; {ob(run)} if they run, and with missiles alone."
        return Answer(values, (Verdict("Four ways", facts, said), shown, *_hindered(surroundings)))
    test, hits = tests[chosen.reaction], reached[chosen.reaction]
    values |= {
        "obstacle": test.obstacle,
        "reached": hits,
        "probability": test.chance if hits else Fraction(0),
        "prone": chosen.prone,
        "commanded": chosen.commanded,
        "helpless": chosen.helpless,
    }
    facts = (
        Fact(DiceCount(test.dice), "dice against them"),
        Fact(test.chance, "to be hit") if hits else Fact("missiles alone"),
        Fact(ob(max(1, failed_by)), "for a Command") if chosen.commanded else Fact("no Command"),
        *([Fact("on the ground")] if chosen.prone else []),
    )
    said = f"{chosen.does} {ob(test.obstacle)} to hit them" + (", with missiles alone." if chosen.far_only else ".")
    odds = (test.odds(),) if hits else ()
    verdict = Verdict(ob(test.obstacle), facts, said)
    return Answer(values, (verdict, *_besides(chosen), *odds, shown, *_hindered(surroundings)))


def _besides(form: Form) -> Iterator[Note]:
    """What a way to hesitate means beside how easily they are hit."""
    if form.special:
        yield Note(form.special, rule="MEL-44")
    if form.prone:
        attacks, tests = f"+{prone.EXPOSED}D", f"+{prone.HAMPERED} Ob"
        yield Note(f"Until they are up, attacks on them have {attacks}, and their own tests {tests}.", rule="MEL-15")
    if form.helpless:
        yield Note("Anyone next to them may strike the last blow.", rule="MEL-45")


def _attack(form: Form, speed: Ability, attack: Ability, surroundings: int, ask: Rulings) -> Test:
    """The test of whoever attacks someone who hesitates so. Source: MEL-16, MEL-17, MEL-44."""
    target = Target(base=form.obstacle(speed.exponent), hesitates=True)
    obstacle = hitting.obstacle(target, surroundings=surroundings)
    dice = attack.exponent + (prone.EXPOSED if form.prone else 0)
    return Test.of(attack.shade, dice, obstacle.total, ask, at="attack")


def _hindered(surroundings: int) -> tuple[Note, ...]:
    return (Note("Light, sight, room and ground add nothing here.", rule="MEL-16"),) if surroundings else ()


# --- The last blow ---


@calculator("mel-finish", rules="MEL-45")
def finish(
    helpless: Annotated[Helpless, Asked("They are")] = Helpless.DOWN,
    beside: Annotated[bool, Asked("You stood next to them as the round began")] = True,
    attack: Annotated[Shade, Asked("Shade of your best attack")] = Shade.BLACK,
    mortal: Annotated[Coordinate, Asked("Their Mortal tolerance", quick=("B9", "B10", "B11", "G4"))] = Coordinate(10),
    importance: Annotated[Importance, Asked("Who they are", gm=True)] = Importance.EXTRA,
    persona: Annotated[bool, Asked("They pay a Persona first")] = False,
    over: Annotated[bool, Asked("The fight is over")] = False,
) -> Answer:
    """Can you finish them?"""
    if persona and not importance.fights_on:
        raise Unusable("persona", "A Persona saves a player character, or someone else who matters; here is an extra.")
    beside = beside or over
    blow = rules.last_blow(attack, mortal.shade, helpless=helpless is not Helpless.NO, beside=beside, saved=persona)
    moves = blow is Blow.WASTED
    values = {"outcome": blow.value, "dies": blow is Blow.MORTAL, "moves": moves}
    shades = (Fact(attack.words, "attack"), Fact(mortal.shade.words, "Mortal tolerance"))
    said, figure = _TOLD[blow]
    effects: list[Effect] = []
    if blow is Blow.MORTAL and importance is Importance.PLAYER:
        effects.append(AddRow("wounds", {"hit": str(mortal)}))
    if blow is Blow.SAVED:
        effects.append(Spend("persona", 1))
    blocks: list[Block] = [Verdict(figure, (*shades, Fact(helpless.words)), said)]
    if blow is Blow.MORTAL:
        blocks.append(Note("No test: it takes the round, a complicated action where you stand.", rule="MEL-33"))
        if importance.fights_on:
            blocks.append(
                Note(
                    "A Persona before the blow would save them, at the price of a complication for all.", rule="MEL-45"
                )
            )
            blocks.append(Note("Without one, the Will to Live is left.", rule="HUB-78"))
    if over:
        blocks.append(
            Note("With the losers all down or at 0, no blow is needed: they are at your mercy.", rule="MEL-47")
        )
    return Answer(values, tuple(blocks), tuple(effects))


_TOLD = {
    Blow.MORTAL: ("You kill them: a Mortal wound, without a roll.", "A Mortal wound"),
    Blow.SAVED: ("Something comes between, and puts all the others in danger. They pay a Persona.", "Saved"),
    Blow.WASTED: ("Your blow cannot kill what is made like that. The action is gone, but you may move.", "Wasted"),
    Blow.TOO_FAR: ("Go to them this round; the blow falls in the next.", "Next round"),
    Blow.NOT_HELPLESS: ("They can still defend themselves: attack them as ever.", "No"),
}
