"""The Die of Fate: its chances, whether it may decide, and a throw whose reading is said first (DOF-01 to DOF-09)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Face, Fact, Note, Table, Told, Verdict
from engine.answer import Dice as Lying
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Longest, Unusable, branch
from engine.games.burning_wheel.forms.fate import DETAIL, Added, Throws, Use
from engine.games.burning_wheel.rules import die_of_fate as rules
from engine.games.burning_wheel.rules.die_of_fate import READINGS, YES, Declared, Fates, Fell, Phase, Reading, Wanted
from engine.option import Option
from engine.refused import Refused
from engine.session import Dice, session
from engine.working import Mark

SAID = ("It is there", "It happens", "You live")
Condition = Annotated[str, Longest(120), Asked("Say it aloud", "What holds if the die grants it", quick=SAID)]
FALLEN = "The book gives no number for the wound: the GM says how bad it is, or takes a Power for the ground."


@calculator("fate-odds", rules="DOF-01 DOF-04 DOF-05 DOF-06")
def fate_odds(
    use: Annotated[Among[Use], Asked("What it decides", quick=("detail", "event", "fall", "gear"))] = DETAIL,
    throws: Throws = 1,
    modifier: Added = 0,
) -> Answer:
    """What are the chances?"""
    reading = use.reading
    _declared(reading, "?", modifier, throws)
    chances = reading.chances(modifier)
    any_yes = rules.at_least_one(throws)
    wanted = reading.bands[-1 if reading.modified else 0].says
    chance = chances.get(wanted, Fraction(0)) if reading.modified else any_yes
    often = wording.percent(chance)
    facts = (Fact(wanted), Fact.count(throws, "die", "dice"))
    said = (
        f"{reading.words}: {wanted}, {often} of the time."
        if throws == 1
        else f"One of {throws} dice or more shows a 1 {often} of the time."
    )
    rows = tuple((says, one) for says, one in chances.items())
    blocks: list[Block] = [
        Verdict(often, facts, said, Mark.DERIVED),
        Table("What one die says", ("It says", "Chance"), rows, mark=Mark.DERIVED),
    ]
    if throws > 1:
        expected = Fact(wording.decimal(Fraction(throws, len(rules.FACES))), "on average")
        blocks[0] = Verdict(often, (*facts, expected), said, Mark.DERIVED)
    if reading.key == "fall":
        blocks.append(Note(FALLEN, rule="DOF-05"))
    values = {"chance": chance, "any": any_yes, "says": dict(chances)}
    return Answer(values, tuple(blocks))


def _declared(reading: Reading, condition: str, modifier: int, throws: int) -> Fates:
    """A throw that is said aloud. Raises `Unusable` at the field that cannot be."""
    try:
        return Fates().declare(reading, condition, modifier, throws)
    except Refused as error:
        at = "condition" if not condition.strip() else "modifier" if modifier and not reading.modified else "throws"
        raise Unusable(at, str(error)) from None


class About(Option):
    """What someone would have the die decide. Source: DOF-02, DOF-03, DOF-04, DOF-06."""

    DISPUTE = "dispute", "a detail you disagree about"
    DETAIL = "detail", "a detail nobody has mentioned yet"
    GEAR = "gear", "something you might have with you"
    EVENT = "event", "something weird that may happen"


@calculator("fate-allowed", rules="DOF-02 DOF-03 DOF-08")
def fate_allowed(
    about: Annotated[About, Asked("It is about")] = About.DISPUTE,
    feasible: Annotated[bool, Asked("It is reasonable in this world", gm=True)] = True,
    covered: Annotated[bool, Asked("A stat, skill or attribute covers it", gm=True)] = False,
    owned: Annotated[bool, Asked("Resources, a Belief, an Instinct or a trait covers it", gm=True)] = False,
    superior: Annotated[bool, Asked("It would be better gear than one finds here", gm=True)] = False,
    caused: Annotated[bool, Asked("A player’s action has brought it about", "For weird events", gm=True)] = True,
    crucial: Annotated[bool, Asked("The story hangs on it", gm=True)] = False,
    other_way: Annotated[bool, Asked("If the die says no, there is another way", gm=True)] = True,
) -> Answer:
    """May the die decide this?"""
    event = about is About.EVENT
    found = rules.bars(Wanted(event, feasible, superior, covered, owned, caused, crucial, other_way))
    values = {"allowed": not found, "bars": [bar.value for bar in found]}
    if not found:
        said = "Say aloud what a 1 means, then throw one die in front of all."
        verdict = Verdict("Throw it", (Fact(Fraction(YES, len(rules.FACES)), "it is so"),), said)
        return Answer(values, (verdict,))
    first = found[0]
    verdict = Verdict("No throw", (Fact(first.words),), f"No Die of Fate: {first.words}. {first.instead}")
    rows = tuple((f"{bar.words[:1].upper()}{bar.words[1:]}", bar.instead) for bar in found)
    return Answer(values, (verdict, Table("Instead", ("Because", "Do this"), rows)))


@table("fate-readings")
def fate_readings() -> Table:
    """Every use of the die and how it is read (DOF-09)."""
    rows = tuple((reading.words, _in_words(reading)) for reading in READINGS.values())
    return Table("How each use is read", ("Thrown for", "Read"), rows)


def _in_words(reading: Reading) -> str:
    read = "; ".join(f"{total}: {says}" for total, says in reading.totals)
    second = "; ".join(f"{total}: {says}" for total, says in reading.second_totals)
    return f"{read}. Then again, {second}" if second else read


@branch("Say what it decides")
class Declare:
    """The next throw, said in front of all."""

    use: Annotated[Among[Use], Asked("What it decides", quick=("detail", "event", "fall", "gear"))] = DETAIL
    condition: Condition = ""
    throws: Throws = 1
    modifier: Added = 0


@branch("Say it otherwise")
class Withdraw:
    """What was said is taken back before the die falls."""

    gives_up: ClassVar[bool] = True


@branch("Throw the die")
class ThrowDie:
    """The die falls, and stands."""

    rolls: ClassVar[bool] = True


@branch("Throw it again")
class ThrowAgain:
    """The second die of a misfire."""

    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Kept:
    """The throws so far, and what the last step brought."""

    fates: Fates
    told: tuple[Told, ...] = ()


TABLE = "table"


def start(
    use: Annotated[Among[Use], Asked("What it decides", quick=("detail", "event", "fall", "gear"))] = DETAIL,
    condition: Condition = "A door stands open",
    throws: Throws = 1,
    modifier: Added = 0,
) -> Kept:
    """What does the die say?"""
    return Kept(_declared(use.reading, condition, modifier, throws) if condition.strip() else Fates())


def moves(state: Kept) -> dict[str, tuple[type, ...]]:
    """What may be done now. Source: DOF-07."""
    open_now: dict[Phase, tuple[type, ...]] = {
        Phase.DECLARE: (Declare,),
        Phase.THROW: (ThrowDie, Withdraw),
        Phase.AGAIN: (ThrowAgain,),
    }
    return {TABLE: open_now[state.fates.phase]}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The throws after one step."""
    fates = state.fates
    match move:
        case Declare(use, condition, throws, modifier):
            said = fates.declare(use.reading, condition, modifier, throws)
            return _then(said, f"Said aloud: {condition}. {use.words}.", "DOF-07")
        case Withdraw():
            return _then(fates.withdraw(), "Taken back before the die fell.", "DOF-07")
        case ThrowDie():
            assert fates.declared is not None
            faces = dice.roll("The Die of Fate", fates.declared.throws)
            return _thrown(fates.throw(faces), faces)
        case ThrowAgain():
            faces = dice.roll("The second die", 1)
            return _thrown(fates.again(faces[0]), faces)
    return state


def _then(fates: Fates, text: str, rule: str) -> Kept:
    return Kept(fates, (Told(0, text, rule),))


def _thrown(fates: Fates, faces: list[int]) -> Kept:
    shown = wording.listed(map(str, faces))
    if fates.phase is Phase.AGAIN:
        return _then(fates, f"A {shown}: it is thrown again.", "DOF-09")
    fell = fates.log[-1]
    return _then(fates, f"{fell.declared.condition}: {shown}, {fell.says}.", fell.declared.reading.rule)


def show(state: Kept) -> Answer:
    """What is next, and what was thrown."""
    fates = state.fates
    last = fates.log[-1] if fates.log else None
    blocks: list[Block] = [_verdict(fates, last)]
    if fates.declared is not None:
        blocks.append(_about_to(fates.declared, again=fates.phase is Phase.AGAIN))
    elif last is not None:
        blocks.append(_lying(last))
        if last.declared.reading.key == "fall" and not last.granted:
            blocks.append(Note(FALLEN, rule="DOF-05"))
    if fates.log:
        rows = tuple((one.declared.condition, _faces(one), _capital(one.says)) for one in reversed(fates.log))
        blocks.append(Table("Thrown so far", ("Said before", "Die", "It says"), rows))
    values = {
        "phase": fates.phase.value,
        "condition": fates.declared.condition if fates.declared else "",
        "says": last.says if last else "",
        "granted": last.granted if last else 0,
        "thrown": len(fates.log),
    }
    return Answer(values, tuple(blocks))


def _verdict(fates: Fates, last: Fell | None) -> Verdict:
    declared = fates.declared
    if declared is not None and fates.phase is Phase.AGAIN:
        first = declared.reading.of(fates.first or YES, declared.modifier)
        return Verdict("Once more", (Fact(first),), f"{declared.condition}: {first}. Throw the second die.")
    if declared is not None:
        reading = declared.reading
        if reading.modified:
            signed = f", {wording.signed(declared.modifier)}" if declared.modifier else ""
            said = f"{declared.condition}. One die{signed}: {_in_words(reading)}."
            return Verdict("Throw it", (Fact(declared.condition),), said)
        chance = rules.at_least_one(declared.throws)
        granted = reading.bands[0].says
        said = f"Said aloud: {declared.condition}. On a 1, {granted}; on anything else it does not hold."
        facts = (Fact.count(declared.throws, "die", "dice"), Fact(chance, granted))
        return Verdict("Throw it", facts, said if not reading.again else f"{declared.condition}: throw the die.")
    if last is None:
        said = "Say first, in front of all, what the die decides and what a 1 means."
        return Verdict("Say it first", (Fact("then throw"),), said)
    facts = (Fact(_faces(last), "on the die"), Fact(last.declared.condition, "said before"))
    return Verdict(_capital(last.says), facts, f"{last.declared.condition}: {last.says}.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _faces(fell: Fell) -> str:
    """ "1", "3 + 1", "2 1 5", "1, then 4"."""
    shown = " ".join(map(str, fell.faces))
    if fell.declared.modifier:
        shown = f"{shown} {wording.signed(fell.declared.modifier)}"
    return shown if fell.second is None else f"{shown}, then {fell.second}"


def _about_to(declared: Declared, *, again: bool) -> Table:
    """How the die will be read, as it was said."""
    reading = declared.reading
    if again:
        rows = tuple((total, _capital(says)) for total, says in reading.second_totals)
        return Table("How the second die is read", ("Die", "It says"), rows)
    rows = tuple((total, _capital(says)) for total, says in reading.totals)
    return Table("How it will be read", ("Total" if declared.modifier else "Die", "It says"), rows)


def _lying(fell: Fell) -> Lying:
    faces = [*fell.faces, *([] if fell.second is None else [fell.second])]
    shown = tuple(Face(face, face == YES, "black") for face in faces)
    return Lying(shown, f"{_faces(fell)}: {fell.says}.")


session("die-of-fate", rules="DOF-07 DOF-09", start=start, moves=moves, step=step, show=show)
