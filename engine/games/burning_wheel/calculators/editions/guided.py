"""The later edition's test as a session: seventeen steps, or only those at which something is said (HUB-90)."""

from engine import wording
from engine.answer import Answer, Block, Dice, Face, Note, Story, Table, Told, Verdict, Working
from engine.effects import Effect
from engine.games.burning_wheel.calculators.editions.guided_course import (
    Course,
    Marking,
    all_spent,
    artha_of,
    marking_of,
    moves,
    shifts,
    start,
    step,
    tally_of,
)
from engine.games.burning_wheel.calculators.editions.guided_moves import (
    DONE,
    NEEDED,
    PLAYER,
    CallOn,
    Luck,
    RerollTraitors,
)
from engine.games.burning_wheel.calculators.editions.procedure import cap_table
from engine.games.burning_wheel.dice import Chain, Die, Pool, Roll, ob
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.tests import who_marks
from engine.games.burning_wheel.rules import building, procedure, rescue, test_class
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.procedure import LAST, ROLL, STEPS, Aristeia, Step, Way
from engine.games.burning_wheel.rules.rescue import Manner
from engine.games.burning_wheel.rules.rescue import Step as Spending
from engine.games.burning_wheel.rules.spending import Purse, lighter
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import missing_words
from engine.session import session
from engine.working import Mark


def show(state: Course) -> Answer:
    """Where the test stands: the step, the totals so far, and the record."""
    built, over = state.built, state.at == DONE
    total = built.obstacle.total
    asked_for = state.base is not None or not state.way.has_base
    marking = marking_of(state) if over else None
    own, health = artha_of(state)
    epiphany = over and shifts(state)
    blocks: list[Block] = [_over(state, marking) if marking else _standing(state)]
    if state.chains is not None:
        blocks.append(_lying(state))
        blocks += _rescued(state)
    blocks.append(Working(built.dice.lines, built.logged, "Dice that count for the log", "D"))
    if built.artha_dice.total:
        blocks.append(Working(built.artha_dice.lines, built.artha_dice.total, "Dice of artha: rolled, not logged", "D"))
    if asked_for:
        blocks.append(Working(built.obstacle.lines, total, "Obstacle"))
    blocks.append(cap_table(state.capped))
    record = _record(state, marking)
    if over:
        rows = tuple((f"{one.number}. {one.name}", one.actor.words, words) for one, words in record)
        blocks.append(Table("The record", ("Step", "Who", "What"), rows))
    elif record:
        told = (Told(one.number, f"{one.name}: {words}", one.rule, one.actor.words) for one, words in record)
        blocks.append(Story(tuple(told), "So far"))
    blocks += [Note(sentence, rule="HUB-96") for sentence in built.refused]
    if state.late:
        blocks.append(
            Note("The procedure has Deeds double the dice at step 6; here they did later.", Mark.RULING, "HUB-90")
        )
    if marking and state.helpers:
        blocks.append(
            who_marks(
                state.whole,
                building.for_helpers(state.whole, state.built, state.house),
                state.setup.rulings,
                later=True,
            )
        )
    values = {
        "step": state.at,
        "actor": STEPS[state.at - 1].actor.value if not over else "nobody",
        "over": over,
        "rounds": state.rounds,
        "dice": built.rolled,
        "logged": built.logged,
        "obstacle": total,
        "successes": state.successes,
        "faces": [list(chain) for chain in state.chains or ()],
        "result": state.result,
        "spent": dict(state.spent.parts),
        "ability_marks": dict(own.parts),
        "health_marks": dict(health.parts),
        "epiphany": epiphany,
        "class": marking.test_class.value if marking and marking.test_class else test_class.NONE,
        "marked": "nothing" if marking is None or marking.why else marking.logged.value,
        "advances": bool(marking and marking.advances),
    }
    return Answer(values, tuple(blocks), _effects(state, marking) if marking else ())


def _totals(state: Course) -> str:
    """What runs along: obstacle, dice, dice that count, chance and artha."""
    built = state.built
    total = built.obstacle.total
    parts = []
    known = state.base is not None or state.way is Way.GRADUATED
    if known:
        parts.append(ob(total))
    elif state.way is Way.VERSUS:
        parts.append(f"their successes {wording.signed(total)}" if total else "their successes")
    parts.append(f"{built.rolled}D" + (f", {built.logged} count" if built.logged != built.rolled else ""))
    if known and state.ability and state.chains is None:
        pool = Pool.of(built.rolled, state.shade, state.naturally_open)
        parts.append(wording.percent(law_of(pool, state.setup.rulings).at_least(total)))
    parts.append(_spent_words(state))
    return " · ".join(parts)


def _spent_words(state: Course) -> str:
    paid = all_spent(state)
    return paid.words if paid.points else "no artha"


def _standing(state: Course) -> Verdict:
    """The step that comes now, and the totals."""
    if state.at == ROLL and state.chains is not None:
        margin = state.successes - state.built.obstacle.total
        how = "it meets the obstacle" if not margin else f"{margin} over" if margin > 0 else f"{-margin} short"
        figure = wording.count(state.successes, "success", "successes")
        against = f"against {ob(state.built.obstacle.total)}"
        return Verdict(
            figure,
            f"{against} · {_spent_words(state)}",
            f"{figure} {against}: {how}. Artha or a call-on may change the dice; then the GM settles it.",
        )
    number = state.at
    if state.setup.fast and number <= ROLL:
        number = next(needed for needed in NEEDED if needed >= number)
    now = STEPS[number - 1]
    sentence = f"Step {number} of {LAST}, {now.actor.words}: {now.asks}"
    if number != state.at:
        sentence = f"Up to step {number}, say what there is to say. Then {now.actor.words}: {now.asks}"
    if not state.result:
        return Verdict(f"{number}. {now.name}", _totals(state), sentence)
    if number == ROLL + 1:
        sentence = f"The test is {state.result}. Persona may still save something."
    else:
        sentence += f" Here: {_closing(state, marking_of(state))[number] or 'nothing'}."
    good = wording.count(state.successes, "success", "successes")
    against = ob(state.built.obstacle.total)
    line = f"{state.result} · {good} · {against} · {_spent_words(state)}"
    return Verdict(f"{number}. {now.name}", line, sentence)


RESULTS = {"passed": "Passed", "failed": "Failed", "won": "Won", "lost": "Lost", "tied": "Tied"}


def _over(state: Course, marking: Marking) -> Verdict:
    """The end: the result, the class, and what follows from it."""
    good = wording.count(state.successes, "success", "successes")
    against = ob(state.built.obstacle.total)
    mark = marking.test_class.value if marking.test_class else "no mark"
    where = marking.logged.words
    marked = f"Mark {mark} {where}." if marking.test_class else f"No mark: {marking.why}."
    rises = f" It rises to {state.tests.exponent + 1}." if marking.advances else ""
    shared = ", to the helpers too" if state.helpers else ""
    follows = {
        "failed": f" What was said at step 5 happens{shared}{': ' + state.failure if state.failure else ''}.",
        "tied": " The tie stands until the conflict shifts to another ability.",
    }.get(state.result, "")
    spare = state.successes - state.built.obstacle.total
    if state.passed and spare > 0 and state.way is not Way.VERSUS:
        follows = f" {wording.count(spare, 'spare success', 'spare successes')} buy quality or speed."
        follows = follows.replace("success buy", "success buys")
    shift = ""
    if shifts(state):
        shift = f" An epiphany: it becomes {lighter(state.tests.shade).words}, and its artha marks are erased."
    return Verdict(
        RESULTS[state.result],
        f"{good} · {against} · {mark} · {_spent_words(state)}",
        f"{RESULTS[state.result]}: {good} against {against}.{follows} {marked}{rises}{shift}",
    )


def _lying(state: Course) -> Dice:
    """The dice, every extra die behind the six that brought it."""
    faces: list[Face] = []
    for chain in state.chains or ():
        for place, face in enumerate(chain):
            opened_by = len(faces) - 1 if place else None
            faces.append(Face(face, face >= state.shade.target, state.shade.words, opened_by))
    good = wording.count(state.successes, "success", "successes")
    changed = f"; changed by {wording.listed(state.changed)}" if state.changed else ""
    return Dice(tuple(faces), f"{good}, {wording.count(state.traitors, 'traitor')}{changed}.")


STEP_OF = {Luck: Spending.LUCK, RerollTraitors: Spending.GRACE, CallOn: Spending.CALL_ON}


def _rescued(state: Course) -> list[Table]:
    """For what may still change the dice, the chance that each of them alone brings the obstacle."""
    need = state.built.obstacle.total
    open_to = [move for move in moves(state).get(PLAYER, ()) if move in STEP_OF]
    if state.result or state.successes >= need or not open_to:
        return []
    roll = _roll(state)
    reads = state.setup.reads
    manner = Manner(
        natural=state.naturally_open,
        chain=Chain.CHAIN if _chains_on(state) else Chain.ONCE,
        rerolls_open=reads("rolls.reroll-opens", "yes"),
        extras=reads("rolls.extra-traitors", "yes"),
        luck_closed=reads("rolls.luck-later", "closed"),
    )
    rows = tuple(
        (getattr(move, "words", ""), wording.percent(rescue.chance(roll, need, (STEP_OF[move],), manner)))
        for move in open_to
    )
    return [Table(f"The chance of {ob(need)} now", ("By", "Chance"), rows, mark=Mark.DERIVED)]


def _chains_on(state: Course) -> bool:
    return state.setup.reads("dice.chain", "chain")


def _roll(state: Course) -> Roll:
    """The dice as they lie, first those picked up and then the extra ones, round after round."""
    chains = state.chains or ()
    fell: list[Die] = []
    places: dict[tuple[int, int], int] = {}
    for depth in range(max((len(chain) for chain in chains), default=0)):
        for number, chain in enumerate(chains):
            if depth < len(chain):
                opens = state.opened and (depth == 0 or _chains_on(state))
                begot_by = places.get((number, depth - 1))
                places[number, depth] = len(fell)
                fell.append(Die(chain[depth], state.shade, opens, begot_by))
    return Roll(Pool.of(len(chains), state.shade, state.opened), tuple(fell))


def _record(state: Course, marking: Marking | None) -> list[tuple[Step, str]]:
    """Every step at which something was said or came out, for the table's notes."""
    said: dict[int, str] = {
        1: ": ".join(part for part in (state.intent, state.task) if part),
        2: state.way.words + (f", the link before {state.linked.words}" if state.linked is not Before.NONE else ""),
        3: _rung(state.base) if state.base is not None else "",
        4: state.time,
        5: "; ".join(part for part in (_again(state), state.failure) if part),
        6: f"{state.tests}, {state.element.words}{', doubled by 1 Deeds' if state.doubled else ''}"
        if state.ability
        else "",
        7: "the root stat: base obstacle doubled" if state.beginner else "",
        8: _tools_words(state),
        9: wording.listed(_raised(state)) if _raised(state) else "",
        10: wording.listed(_added(state)) if _added(state) else "",
        11: _hurt_words(state),
        12: _faces_words(state),
        13: _result_words(state),
    }
    said |= _closing(state, marking or marking_of(state)) if state.result else {}
    over = state.at == DONE
    rows = []
    for one in STEPS:
        words = said.get(one.number, "")
        done = over or one.number < state.at or (one.number == state.at and one.number < ROLL + 2)
        if words and done and (one.number != 2 or state.at > 2):
            rows.append((one, words))
    return rows


def _again(state: Course) -> str:
    if not state.rounds:
        return ""
    return "started over once" if state.rounds == 1 else f"started over {state.rounds} times"


def _closing(state: Course, marking: Marking) -> dict[int, str]:
    """What the last four steps come to, by their number."""
    own, health = artha_of(state)
    noted = [f"{own.words} beside the ability" + (f" and beside {state.about}" if state.about else "")]
    beside = noted if own != Purse() else []
    beside += [f"{health.words} beside Health"] if health != Purse() else []
    tally = tally_of(state)
    shift = shifts(state)
    where = marking.logged.words
    return {
        14: "; ".join(beside),
        15: "one shade lighter, and its artha marks erased"
        if shift
        else f"{tally.words} in all"
        if tally != Purse()
        else "",
        16: f"{marking.test_class.value} {where}" if marking.test_class else f"no mark: {marking.why}",
        17: _advance_words(state, marking),
    }


def _rung(base: int) -> str:
    """A base obstacle with the later ladder's words for it."""
    label = ladder.label(base, later=True)
    return f"{ob(base)}, {label}" if label else ob(base)


def _tools_words(state: Course) -> str:
    face = f"the Die of Fate shows {state.fate_face}" if state.fate_face else ""
    missing = "missing: base obstacle doubled" if state.lacks_tools else "they serve" if face else ""
    return ", ".join(part for part in (face, missing) if part)


def _raised(state: Course) -> list[str]:
    """What raises the obstacle at step 9."""
    found = [f"{one.words} {wording.signed(one.amount)}" for one in state.harder]
    if state.linked is Before.FAILED:
        found.append("the failed link +1")
    if state.setup.wounds.alone and (state.wounded or state.house.wounded_obstacle_everywhere):
        found.append("Superficial wounds ignored for 1 Fate" if state.scrapes_ignored else "Superficial wounds +1")
    return found


def _added(state: Course) -> list[str]:
    """The dice that step 10 adds."""
    lines = (*state.built.dice.lines, *state.built.artha_dice.lines)
    found = procedure.bonus_lines(lines).lines
    return [f"{one.reason} {wording.signed(one.amount)}D" for one in found if one.amount and one.rule != "HUB-80"]


def _hurt_words(state: Course) -> str:
    lost = state.whole.wounds.dice
    parts = [f"{wording.number(-lost)}D"] if lost else []
    if state.won_back:
        parts.append(f"{state.won_back} won back with Persona")
    if state.aristeia is not Aristeia.NONE:
        parts.append(f"Aristeia: {state.aristeia.words}")
    return ", ".join(parts)


def _faces_words(state: Course) -> str:
    if state.chains is None:
        return ""
    faces = " ".join(str(face) for chain in state.chains for face in chain)
    changed = f", after {wording.listed(state.changed)}" if state.changed else ""
    good = wording.count(state.successes, "success", "successes")
    return f"{faces or 'no dice'}{changed}: {good}"


def _result_words(state: Course) -> str:
    if not state.result:
        return ""
    also = []
    if state.warded:
        also.append("1 Persona wards off the trouble about time")
    if state.price is not None:
        also.append(f"1 Persona cheats death{': ' + state.price if state.price else ''}")
    return ", ".join((state.result, *also))


def _advance_words(state: Course, marking: Marking) -> str:
    if marking.advances:
        return f"exponent {state.tests.exponent} becomes {state.tests.exponent + 1}; its tests are erased"
    return f"still {missing_words(marking.marks, marking.needed)}" if marking.needed else ""


def _effects(state: Course, marking: Marking) -> tuple[Effect, ...]:
    """What the sheet can take over: the artha, and the mark where it belongs to the tested ability."""
    own, health = artha_of(state)
    on = "ability" if state.planned else ""
    both = state.setup.reads("later.health-credit", "both")
    spent = [(own, on)] if both else [(own, on), (health, "health")]
    found: list[Effect] = [
        Spend(what, amount, where) for points, where in spent for what, amount in points.parts.items() if amount
    ]
    if marking.test_class:
        found += marks_of(
            on,
            (marking.test_class,),
            state.element.kind,
            passed=state.passed,
            beginner=state.beginner,
            all_to_skill=state.house.beginner_all,
        )
    return tuple(found)


session("seventeen-steps", rules="HUB-90 HUB-95 HUB-96 HUB-97", start=start, moves=moves, step=step, show=show)
