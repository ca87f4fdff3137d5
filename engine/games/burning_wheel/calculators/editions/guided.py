"""The later edition's test as a session: seventeen steps, or only those at which something is said (HUB-90)."""

from engine import wording
from engine.answer import CHANCE, Answer, Block, Dice, Face, Fact, Note, Story, Table, Told, Verdict, Working
from engine.effects import Effect
from engine.games.burning_wheel.calculators.editions.guided_course import Guided, moves, start, step
from engine.games.burning_wheel.calculators.editions.guided_moves import words_of
from engine.games.burning_wheel.calculators.editions.procedure import cap_table
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.tests import who_marks
from engine.games.burning_wheel.rules import building, procedure, rescue, test_class
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.course import NEEDED, Course, Move
from engine.games.burning_wheel.rules.course_state import Marking, Result
from engine.games.burning_wheel.rules.procedure import LAST, STEPS, Aristeia, At, Step, Way
from engine.games.burning_wheel.rules.rescue import Step as Spending
from engine.games.burning_wheel.rules.spending import Purse, lighter
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import missing_words
from engine.session import session
from engine.working import Mark


def show(state: Guided) -> Answer:
    """Where the test stands: the step, the totals so far, and the record."""
    course = state.course
    built, over = course.built, course.at is At.DONE
    marking = course.marking if over else None
    blocks: list[Block] = [_over(course, marking) if marking else _standing(state)]
    if course.chains is not None:
        blocks.append(_lying(course))
        blocks += _rescued(course)
    blocks.append(Working(built.dice.lines, built.logged, "Dice that count for the log", "D"))
    if built.artha_dice.total:
        blocks.append(Working(built.artha_dice.lines, built.artha_dice.total, "Dice of artha: rolled, not logged", "D"))
    if course.base is not None or not course.way.has_base:
        blocks.append(Working(built.obstacle.lines, built.obstacle.total, "Obstacle"))
    blocks.append(cap_table(course.capped))
    blocks += _records(course, marking)
    blocks += [Note(sentence, rule="HUB-96") for sentence in built.refused]
    if course.late:
        blocks.append(
            Note("The procedure has Deeds double the dice at step 6; here they did later.", Mark.RULING, "HUB-90")
        )
    if marking and course.helpers:
        against = building.for_helpers(course.whole, built, course.house.task)
        blocks.append(who_marks(course.whole, against, state.ask, later=True))
    return Answer(_values(course, marking), tuple(blocks), _effects(course, marking) if marking else ())


def _values(course: Course, marking: Marking | None) -> dict[str, object]:
    """The test for programs."""
    built = course.built
    own, health = course.noted
    return {
        "step": int(course.at),
        "actor": STEPS[course.at - 1].actor.value if marking is None else "nobody",
        "over": marking is not None,
        "rounds": course.rounds,
        "dice": built.rolled,
        "logged": built.logged,
        "obstacle": built.obstacle.total,
        "successes": course.successes,
        "faces": [list(chain) for chain in course.chains or ()],
        "result": course.result.value if course.result else "",
        "spent": dict(course.spent.parts),
        "ability_marks": dict(own.parts),
        "health_marks": dict(health.parts),
        "epiphany": marking is not None and course.shifts,
        "class": marking.test_class.value if marking and marking.test_class else test_class.NONE,
        "marked": "nothing" if marking is None or marking.why else marking.logged.value,
        "advances": bool(marking and marking.advances),
    }


def _records(course: Course, marking: Marking | None) -> list[Block]:
    """What was said so far, or once it is over the whole record."""
    record = _record(course, marking)
    if marking:
        rows = tuple((f"{one.number}. {one.name}", one.actor.words, words) for one, words in record)
        return [Table("The record", ("Step", "Who", "What"), rows)]
    told = tuple(Told(one.number, f"{one.name}: {words}", one.rule, one.actor.words) for one, words in record)
    return [Story(told, "So far")] if told else []


def _totals(state: Guided) -> tuple[Fact, ...]:
    """What runs along: obstacle, dice, dice that count, chance and artha."""
    course = state.course
    built = course.built
    total = built.obstacle.total
    facts = []
    known = course.base is not None or course.way is Way.GRADUATED
    if known:
        facts.append(Fact(Obstacle(total), "obstacle"))
    elif course.way is Way.VERSUS:
        facts.append(Fact(wording.signed(total), "their successes") if total else Fact("their successes"))
    if built.logged == built.rolled:
        facts.append(Fact(DiceCount(built.rolled), "dice"))
    else:
        facts.append(Fact(f"{built.rolled}D", f"dice, {built.logged} count"))
    if known and course.named and course.chains is None:
        pool = Pool.of(built.rolled, course.shade, course.naturally_open)
        facts.append(Fact(law_of(pool, state.ask).at_least(total), CHANCE))
    return *facts, _spent(course)


def _spent(course: Course) -> Fact:
    return Fact(course.paid.words, "spent") if course.paid.points else Fact("no artha")


def _standing(state: Guided) -> Verdict:
    """The step that comes now, and the totals."""
    course = state.course
    good, against = _counted(course)
    if course.at is At.ROLL and course.chains is not None:
        margin = course.successes - course.built.obstacle.total
        how = "it meets the obstacle" if not margin else f"{margin} over" if margin > 0 else f"{-margin} short"
        return Verdict(
            good,
            (_outcome(course)[1], _spent(course)),
            f"{good} against {against}: {how}. Artha or a call-on may change the dice; then the GM settles it.",
        )
    number: int = course.at
    if course.setup.fast and number <= At.ROLL:
        number = next(needed for needed in NEEDED if needed >= number)
    now = STEPS[number - 1]
    sentence = f"Step {number} of {LAST}, {now.actor.words}: {now.asks}"
    if number != course.at:
        sentence = f"Up to step {number}, say what there is to say. Then {now.actor.words}: {now.asks}"
    if course.result is None:
        return Verdict(f"{number}. {now.name}", _totals(state), sentence)
    if number == At.RESULT:
        sentence = f"The test is {course.result.words}. Persona may still save something."
    else:
        sentence += f" Here: {_closing(course, course.marking)[number] or 'nothing'}."
    facts = (Fact(course.result.words), *_outcome(course), _spent(course))
    return Verdict(f"{number}. {now.name}", facts, sentence)


def _counted(course: Course) -> tuple[str, str]:
    """The successes and the obstacle in words."""
    return wording.count(course.successes, "success", "successes"), ob(course.built.obstacle.total)


def _outcome(course: Course) -> tuple[Fact, Fact]:
    """The same as facts."""
    return Fact.count(course.successes, "success", "successes"), Fact(Obstacle(course.built.obstacle.total), "obstacle")


def _over(course: Course, marking: Marking) -> Verdict:
    """The end: the result, the class, and what follows from it."""
    good, against = _counted(course)
    result = course.result.words.capitalize() if course.result else ""
    mark = marking.test_class.value if marking.test_class else "no mark"
    marked = f"Mark {mark} {marking.logged.words}." if marking.test_class else f"No mark: {marking.why}."
    rises = f" It rises to {course.subject.ability.exponent + 1}." if marking.advances else ""
    shift = ""
    if course.shifts:
        shade = lighter(course.subject.ability.shade)
        shift = f" An epiphany: it becomes {shade.words}, and its artha marks are erased."
    return Verdict(
        result,
        (*_outcome(course), Fact(mark, "in the log") if marking.test_class else Fact(mark), _spent(course)),
        f"{result}: {good} against {against}.{_follows(course)} {marked}{rises}{shift}",
    )


def _follows(course: Course) -> str:
    """What the result brings, as a sentence with a blank before it."""
    if course.result is Result.FAILED:
        shared = ", to the helpers too" if course.helpers else ""
        return f" What was said at step 5 happens{shared}{': ' + course.failure if course.failure else ''}."
    if course.result is Result.TIED:
        return " The tie stands until the conflict shifts to another ability."
    spare = course.successes - course.built.obstacle.total
    if not course.passed or spare <= 0 or course.way is Way.VERSUS:
        return ""
    follows = f" {wording.count(spare, 'spare success', 'spare successes')} buy quality or speed."
    return follows.replace("success buy", "success buys")


def _lying(course: Course) -> Dice:
    """The dice, every extra die behind the six that brought it."""
    faces: list[Face] = []
    for chain in course.chains or ():
        for place, face in enumerate(chain):
            opened_by = len(faces) - 1 if place else None
            faces.append(Face(face, face >= course.shade.target, course.shade.words, opened_by))
    good, _ = _counted(course)
    changed = f"; changed by {wording.listed(course.changed)}" if course.changed else ""
    return Dice(tuple(faces), f"{good}, {wording.count(course.traitors, 'traitor')}{changed}.")


STEP_OF = {Move.LUCK: Spending.LUCK, Move.REROLL: Spending.GRACE, Move.CALL_ON: Spending.CALL_ON}


def _rescued(course: Course) -> list[Table]:
    """For what may still change the dice, the chance that each of them alone brings the obstacle."""
    need = course.built.obstacle.total
    open_to = [move for _, move in course.open if move in STEP_OF]
    if course.result or course.successes >= need or not open_to:
        return []
    rows = tuple(
        (words_of(move), wording.percent(rescue.chance(course.lying, need, (STEP_OF[move],), course.manner)))
        for move in open_to
    )
    return [Table(f"The chance of {ob(need)} now", ("By", "Chance"), rows, mark=Mark.DERIVED)]


def _record(course: Course, marking: Marking | None) -> list[tuple[Step, str]]:
    """Every step at which something was said or came out, for the table's notes."""
    said: dict[int, str] = {
        At.INTENT: ": ".join(part for part in (course.intent, course.task) if part),
        At.WAY: course.way.words
        + (f", the link before {course.linked.words}" if course.linked is not Before.NONE else ""),
        At.BASE: _rung(course.base) if course.base is not None else "",
        At.LENGTH: course.time,
        At.CONSEQUENCE: "; ".join(part for part in (_again(course), course.failure) if part),
        At.ABILITY: _named_words(course),
        At.BEGINNER: "the root stat: base obstacle doubled" if course.beginner else "",
        At.TOOLS: _tools_words(course),
        At.OBSTACLE: wording.listed(found) if (found := _raised(course)) else "",
        At.BONUS: wording.listed(found) if (found := _added(course)) else "",
        At.WOUNDS: _hurt_words(course),
        At.ROLL: _faces_words(course),
        At.RESULT: _result_words(course),
    }
    said |= _closing(course, marking or course.marking) if course.result else {}
    rows = []
    for one in STEPS:
        words = said.get(one.number, "")
        # What is said at a step counts at once, but its result is told only when the step is done.
        done = one.number < course.at or (one.number == course.at and one.number < At.ARTHA)
        if words and done and (one.number != At.WAY or course.at > At.WAY):
            rows.append((one, words))
    return rows


def _named_words(course: Course) -> str:
    """What is tested, once that was said."""
    if course.named is None:
        return ""
    doubled = ", doubled by 1 Deeds" if course.doubled else ""
    return f"{course.named.ability}, {Tested.of(course.named.element.id).words}{doubled}"


def _again(course: Course) -> str:
    if not course.rounds:
        return ""
    return "started over once" if course.rounds == 1 else f"started over {course.rounds} times"


def _closing(course: Course, marking: Marking) -> dict[int, str]:
    """What the last four steps come to, by their number."""
    own, health = course.noted
    noted = [f"{own.words} beside the ability" + (f" and beside {course.about}" if course.about else "")]
    beside = noted if own != Purse() else []
    beside += [f"{health.words} beside Health"] if health != Purse() else []
    tally = course.tally
    epiphany = f"{tally.words} in all" if tally != Purse() else ""
    if course.shifts:
        epiphany = "one shade lighter, and its artha marks erased"
    marked = f"{marking.test_class.value} {marking.logged.words}" if marking.test_class else f"no mark: {marking.why}"
    return {
        At.ARTHA: "; ".join(beside),
        At.EPIPHANY: epiphany,
        At.MARK: marked,
        At.ADVANCEMENT: _advance_words(course, marking),
    }


def _rung(base: int) -> str:
    """A base obstacle with the later ladder's words for it."""
    label = ladder.label(base, later=True)
    return f"{ob(base)}, {label}" if label else ob(base)


def _tools_words(course: Course) -> str:
    face = f"the Die of Fate shows {course.fate_face}" if course.fate_face else ""
    missing = "missing: base obstacle doubled" if course.lacks_tools else "they serve" if face else ""
    return ", ".join(part for part in (face, missing) if part)


def _raised(course: Course) -> list[str]:
    """What raises the obstacle at step 9."""
    found = [f"{one.words} {wording.signed(one.amount)}" for one in course.harder]
    if course.linked is Before.FAILED:
        found.append("the failed link +1")
    if course.scraped:
        found.append("Superficial wounds ignored for 1 Fate" if course.scrapes_ignored else "Superficial wounds +1")
    return found


def _added(course: Course) -> list[str]:
    """The dice that step 10 adds."""
    lines = (*course.built.dice.lines, *course.built.artha_dice.lines)
    found = procedure.bonus_lines(lines).lines
    return [f"{one.reason} {wording.signed(one.amount)}D" for one in found if one.amount and one.rule != "HUB-80"]


def _hurt_words(course: Course) -> str:
    lost = course.whole.wounds.dice
    parts = [f"{wording.number(-lost)}D"] if lost else []
    if course.won_back:
        parts.append(f"{course.won_back} won back with Persona")
    if course.aristeia is not Aristeia.NONE:
        parts.append(f"Aristeia: {course.aristeia.words}")
    return ", ".join(parts)


def _faces_words(course: Course) -> str:
    if course.chains is None:
        return ""
    faces = " ".join(str(face) for chain in course.chains for face in chain)
    changed = f", after {wording.listed(course.changed)}" if course.changed else ""
    good = wording.count(course.successes, "success", "successes")
    return f"{faces or 'no dice'}{changed}: {good}"


def _result_words(course: Course) -> str:
    if course.result is None:
        return ""
    also = []
    if course.warded:
        also.append("1 Persona wards off the trouble about time")
    if course.price is not None:
        also.append(f"1 Persona cheats death{': ' + course.price if course.price else ''}")
    return ", ".join((course.result.words, *also))


def _advance_words(course: Course, marking: Marking) -> str:
    if marking.advances:
        exponent = course.subject.ability.exponent
        return f"exponent {exponent} becomes {exponent + 1}; its tests are erased"
    return f"still {missing_words(marking.marks, marking.needed)}" if marking.needed else ""


def _effects(course: Course, marking: Marking) -> tuple[Effect, ...]:
    """What the sheet can take over: the artha, and the mark where it belongs to the tested ability."""
    own, health = course.noted
    on = "ability" if course.planned else ""
    spent = [(own, on)] if course.house.both_credited else [(own, on), (health, "health")]
    found: list[Effect] = [
        Spend(what, amount, where) for points, where in spent for what, amount in points.parts.items() if amount
    ]
    if marking.test_class:
        found += marks_of(
            on,
            (marking.test_class,),
            course.subject.kind,
            passed=course.passed,
            beginner=course.beginner,
            all_to_skill=course.house.task.beginner_all,
        )
    return tuple(found)


session("seventeen-steps", rules="HUB-90 HUB-95 HUB-96 HUB-97", start=start, moves=moves, step=step, show=show)
