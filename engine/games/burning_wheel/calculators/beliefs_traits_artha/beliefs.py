"""Beliefs and Instincts: write them, play them, change them, note artha on them, and vote (HUB-59, 60, 66, 67)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Told, Verdict
from engine.calculators import calculator
from engine.effects import SetRow
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.rules import beliefs as rules
from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.games.burning_wheel.rules.beliefs import Due, Holds, Leap, Pace, Result
from engine.games.burning_wheel.rules.statements import Statement, Statements
from engine.games.burning_wheel.sheet.effects import Spend
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session

STATEMENT = Longest(240)
NOTED = Between(0, 99)
POINTS = Between(1, 5)


@row("Belief")
class BeliefRow:
    """A Belief and what can be said of it, as a row of the form."""

    text: Annotated[str, STATEMENT, Asked("Belief")] = ""
    holds: Annotated[frozenset[Holds], Asked("What it is or has")] = frozenset()


READY = frozenset(Holds)
LACKING = {
    Holds.ANCHORED: "tie it to what is going on now",
    Holds.WORLD: "name someone or something of this world",
}


@calculator("belief-check", rules="HUB-59")
def belief_check(
    beliefs: Annotated[tuple[BeliefRow, ...], Asked("Your Beliefs"), sheet("beliefs", at_once=True)] = (
        BeliefRow("The mill at Corve is my sister’s. I will see her in it before the snow.", READY),
        BeliefRow("Captain Rusk is a liar, and one day the whole garrison shall hear it.", READY),
        BeliefRow("I owe Odo my life; nobody touches him.", READY - {Holds.GOAL}),
    ),
) -> Answer:
    """Are my Beliefs ready for play?"""
    missing = [rules.lacks(row.holds) for row in beliefs]
    ready = sum(not lacks for lacks in missing)
    goals = sum(Holds.GOAL in row.holds for row in beliefs)
    count = len(beliefs)
    over = count - rules.COUNT
    rows = tuple(
        (
            row.text or f"Belief {number}",
            "ready" if not lacks else wording.listed(LACKING[one] for one in lacks),
            "1 Fate; 1 Persona at its goal" if Holds.GOAL in row.holds else "1 Fate",
        )
        for number, (row, lacks) in enumerate(zip(beliefs, missing, strict=True), 1)
    )
    number = Fact(f"{count} of {rules.COUNT}", "written") if over <= 0 else Fact(over, "too many")
    whole = ready == count == rules.COUNT
    todo = [
        *([f"write {-over} more"] if over < 0 else []),
        *([f"leave out {over}"] if over > 0 else []),
        *([f"mend {count - ready}"] if ready < count else []),
    ]
    sentence = "All three Beliefs can be played." if whole else f"Before play: {wording.listed(todo)}."
    return Answer(
        values={"ready": ready, "count": count, "goals": goals, "playable": whole, "over": over},
        blocks=(
            Verdict(f"{ready} of {rules.COUNT} ready", (number, Fact(goals, "with a goal")), sentence),
            Table("Each Belief", ("Belief", "Before play", "Can earn"), rows),
            Note(
                "For the GM: aim at the struggle. Nothing here is to be granted or taken away cheaply.", rule="HUB-59"
            ),
        ),
    )


@branch("if … then")
class When:
    """A condition, and what you do then."""

    condition: Annotated[str, STATEMENT, Asked("If or when")] = "someone steps behind me"
    reaction: Annotated[str, STATEMENT, Asked("Then")] = "I turn with my knife in hand"

    @property
    def said(self) -> str:
        return f"If {self.condition}, {self.reaction.rstrip('.')}."

    @property
    def whole(self) -> bool:
        return bool(self.condition and self.reaction)


@branch("always")
class Always:
    """Something you always do."""

    what: Annotated[str, STATEMENT, Asked("Always")] = "keep an arrow on the string while on watch"

    @property
    def said(self) -> str:
        return f"Always {self.what.rstrip('.')}."

    @property
    def whole(self) -> bool:
        return bool(self.what)


@branch("never")
class Never:
    """Something you never do."""

    what: Annotated[str, STATEMENT, Asked("Never")] = "sit with my back to a door"

    @property
    def said(self) -> str:
        return f"Never {self.what.rstrip('.')}."

    @property
    def whole(self) -> bool:
        return bool(self.what)


ACTIONS = Asked("Actions it would cost in a fight", quick=(0, 1, 2))


@calculator("instinct", rules="HUB-60")
def instinct(
    form: Annotated[When | Always | Never, Asked("What it says")] = When(),
    leap: Annotated[Leap, Asked("What about a test?")] = Leap.NONE,
    actions: Annotated[int, Between(0, 10), ACTIONS] = 0,
    count: Annotated[int, Between(1, 10), Asked("Instincts on your sheet, with this one")] = rules.COUNT,
) -> Answer:
    """Will this Instinct hold at the table?"""
    problem = "words" if not form.whole else "test" if leap is Leap.SKIPS else "count" if count != rules.COUNT else ""
    said = form.said if form.whole else "Half of it is missing."
    why = {
        "words": "An Instinct says when, and what you do. Fill in both.",
        "test": "No Instinct takes the place of a test. It may say that you made the test before the trouble.",
        "count": f"You have three Instincts, no more and no fewer; this makes {count}.",
        "": "While its condition holds it happens, whether you say so or not, and the GM cannot undo it.",
    }[problem]
    blocks: list[Block] = [Verdict("It holds" if not problem else "It fails", (), f"{said} {why}")]
    if not problem:
        blocks.append(
            Steps(
                (
                    "It happens behind the scenes, or at once and without hesitation.",
                    "When a fight begins it has been done, and costs no actions there."
                    + (f" That saves {wording.count(actions, 'action')}." if actions else ""),
                    "A test that it takes was made before the trouble."
                    if leap is Leap.BEFORE
                    else "Anything that takes a test is still tested.",
                    "You may hold it back. Play it into trouble, and it earns 1 Fate.",
                )
            )
        )
    return Answer(
        values={
            "holds": not problem,
            "problem": problem or "none",
            "text": said,
            "saved": actions if not problem else 0,
        },
        blocks=tuple(blocks),
    )


@calculator("instinct-now", rules="HUB-60")
def instinct_now(
    condition: Annotated[bool, Asked("Its condition holds")] = True,
    wanted: Annotated[bool, Asked("You let it happen")] = True,
    leap: Annotated[Leap, Asked("What about a test?")] = Leap.NONE,
    actions: Annotated[int, Between(0, 10), ACTIONS] = 0,
    trouble: Annotated[bool, Asked("It brings you trouble, or makes things awkward")] = False,
    disruptive: Annotated[bool, Asked("It only disturbs the others", gm=True, more=True)] = False,
    laughs: Annotated[bool, Asked("You all play for laughs", more=True)] = False,
) -> Answer:
    """Does my Instinct happen now, and what does it earn?"""
    result = rules.reacts(condition, wanted, leap)
    paid = result is Result.HAPPENS and trouble and (laughs or not disruptive)
    why = {
        Result.HAPPENS: "It is done, said aloud or not, and the GM cannot undo it.",
        Result.WAITS: "Its condition does not hold, so it does nothing.",
        Result.HELD: "You may hold an Instinct back; then it earns nothing.",
        Result.ROLL: "It cannot take the place of a test. Roll, and let it follow.",
    }[result]
    saved = actions if result is Result.HAPPENS else 0
    earns = Fact("1 Fate" if paid else "no Fate")
    facts = (earns, *((Fact.count(saved, "action saved", "actions saved"),) if saved else ()))
    blocks: list[Block] = [Verdict(result.words, facts, why if not paid else f"{why} It earns 1 Fate.")]
    if result is Result.HAPPENS and trouble and disruptive:
        spirit = "In a game for laughs it is paid anyway." if laughs else "The GM need not pay for mere disruption."
        blocks.append(Note(spirit, rule="HUB-71"))
    return Answer(
        values={"result": result.value, "fate": int(paid), "saved": saved},
        blocks=tuple(blocks),
        effects=(Spend(Artha.FATE.value, -1),) if paid else (),
    )


@row("line")
class KeptRow:
    """A Belief or an Instinct with the artha noted on it, as a row of the form."""

    text: Annotated[str, STATEMENT, Asked("What it says")] = ""
    fate: Annotated[int, NOTED, Asked("Fate noted", quick=(0, 1, 2))] = 0
    persona: Annotated[int, NOTED, Asked("Persona noted", quick=(0, 1, 2))] = 0
    deeds: Annotated[int, NOTED, Asked("Deeds noted", quick=(0, 1))] = 0

    @property
    def noted(self) -> Wallet:
        """What is noted, as a wallet."""
        return Wallet(self.fate, self.persona, self.deeds)


@dataclass(frozen=True, slots=True)
class NotedRow(KeptRow):
    """The same after a trait vote, as a row of the form."""

    evolved: Annotated[bool, Asked("The vote made it a trait")] = False


AFTER = {"new": "write a new one, nothing noted", "stays": "kept, with what is noted"}


@dataclass(frozen=True, slots=True)
class Growing:
    """A Belief or an Instinct at the trait vote: its name, what is noted on it, and what it may become."""

    name: str
    noted: Wallet
    evolved: bool
    may: str

    @property
    def waits(self) -> bool:
        """Whether it may still become a trait."""
        return bool(self.noted.total) and not self.evolved


@calculator("evolving", rules="HUB-67")
def evolving(
    beliefs: Annotated[tuple[NotedRow, ...], Asked("Beliefs"), sheet("beliefs", at_once=True)] = (
        NotedRow("My sister’s mill", fate=2),
        NotedRow("I owe Odo my life"),
    ),
    instincts: Annotated[tuple[NotedRow, ...], Asked("Instincts"), sheet("instincts", at_once=True)] = (
        NotedRow("Turn with the knife", persona=1),
    ),
    *,
    ask: Rulings,
) -> Answer:
    """What may my Beliefs and Instincts become at the trait vote?"""
    for path, lines in (("beliefs", beliefs), ("instincts", instincts)):
        for index, line in enumerate(lines):
            if line.evolved and not line.noted.total:
                raise Unusable(f"{path}.{index}.evolved", "Only one with artha noted on it may become a trait.")
    noted = (*beliefs, *instincts)
    later = any(line.noted.total for line in noted) and ask["edition"] == "later"
    after = ask["beliefs.evolved"] if any(line.evolved for line in noted) else ""
    growing = [
        Growing(line.text or f"{kind} {number}", line.noted, line.evolved, _may_become(line.noted, later))
        for kind, lines in (("Belief", beliefs), ("Instinct", instincts))
        for number, line in enumerate(lines, 1)
    ]
    rows = tuple(
        (one.name, one.noted if one.noted.total else None, one.may or None, AFTER[after] if one.evolved else None)
        for one in growing
    )
    stronger = "The more artha, the stronger the trait may be."
    tend = "Beliefs tend to become character traits, Instincts call-ons and die traits."
    return Answer(
        values={
            "grows": sum(bool(one.noted.total) for one in growing),
            "kinds": [[kind.value for kind in rules.eligible(one.noted)] for one in growing],
            "may_become": [one.may or wording.NOTHING for one in growing],
            "after": after or "no vote yet",
        },
        blocks=(
            _at_the_vote(growing, AFTER.get(after, "")),
            Table("At the trait vote", ("Belief or Instinct", "Noted", "May become", "After the vote"), rows),
            Note(stronger if later else tend, rule="HUB-67"),
        ),
    )


def _at_the_vote(growing: Sequence[Growing], after: str) -> Verdict:
    """What became a trait, and what may still become one."""
    became, waiting = [one for one in growing if one.evolved], [one for one in growing if one.waits]
    every = (Fact.count(len(growing), "Belief or Instinct", "Beliefs and Instincts"),)
    said = []
    if became:
        said.append(f"{wording.listed(one.name for one in became)} became {_traits(became)}: {after}.")
    if waiting:
        names = wording.listed(one.name for one in waiting)
        said.append(f"{names} may become {_traits(waiting)}, if the table votes for it.")
    if not said:
        said.append("Nothing is noted yet. Note what you spend in a scene about a Belief or an Instinct.")
    if became and not waiting:
        return Verdict(f"{len(became)} became {_traits(became)}", every, " ".join(said))
    return Verdict(f"{len(waiting)} may grow", (Fact(waiting[0].may),) if len(waiting) == 1 else every, " ".join(said))


def _traits(grown: Sequence[Growing]) -> str:
    """What one or several became."""
    return "a trait" if len(grown) == 1 else "traits"


def _may_become(noted: Wallet, later: bool) -> str:
    """The traits that noted artha opens, in words; empty where nothing is noted.

    The later edition names no lines between them, and no kind of artha is worth so many points of another.
    Source: HUB-67.
    """
    if not noted.total:
        return ""
    if later:
        return f"a trait as strong as the table finds {noted.words}"
    return "; or ".join(rules.EVOLUTION[kind] for kind in rules.eligible(noted))


@calculator("vote-due", rules="HUB-66")
def vote_due(
    sessions: Annotated[int, Between(0, 60), Asked("Sessions since the last vote", quick=(3, 6, 9, 12))] = 6,
    ends: Annotated[bool, Asked("A campaign or an adventure ends now")] = False,
    pace: Annotated[Pace, Asked("You vote", more=True)] = Pace.LONG,
    goal: Annotated[bool, Asked("A goal has been reached", more=True)] = False,
    agreed: Annotated[bool, Asked("That was agreed before characters were made", more=True)] = False,
) -> Answer:
    """Is it time for a trait vote?"""
    found = rules.due(sessions, pace, ends=ends, goal=goal, agreed=agreed)
    left = max(0, rules.SOONEST - sessions)
    goals = pace is Pace.GOALS
    waits = "when a goal is reached" if goals else f"in {wording.count(left, 'session')} at the soonest"
    line, sentence = {
        Due.NO: (waits, f"Not yet: vote {waits}."),
        Due.MAY: (pace.words, "You may vote now."),
        Due.VOTE: (pace.words, "Vote now, on every character who took part."),
        Due.AGREE: (
            "before characters are made",
            "Voting after each goal speeds everyone’s growth. Settle it before characters are made.",
        ),
    }[found]
    return Answer(
        values={"due": found.value, "sessions_left": 0 if goals or found is not Due.NO else left},
        blocks=(Verdict(found.words, (Fact(line),), sentence),),
    )


Number = Annotated[int, Between(1, 10), Asked("Number", quick=(1, 2, 3, 4, 5, 6))]


@branch("Ask for a change")
class Change:
    """Ask to change a Belief or an Instinct."""

    number: Number = 1
    to: Annotated[str, STATEMENT, Asked("It shall say")] = ""


@branch("Note artha spent")
class NoteArtha:
    """Note artha spent in a scene about a Belief or an Instinct."""

    number: Number = 1
    artha: Annotated[Artha, Asked("Kind of artha")] = Artha.FATE
    points: Annotated[int, POINTS, Asked("Points", quick=(1, 2, 3))] = 1


@branch("It became a trait")
class BecameTrait:
    """The trait vote made a trait of a Belief or an Instinct."""

    number: Number = 1
    trait: Annotated[str, Asked("The trait")] = ""


@branch("New session")
class NextSession:
    """Draw a line: a new session begins."""


@branch("Allow the change")
class Allow:
    """The change holds from now on."""

    number: Number = 1


@branch("Let it wait")
class Delay:
    """The change has to wait: it would only dodge trouble."""

    number: Number = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """Beliefs and Instincts as they stand and as they `began`, the list of each, and what happened last.

    `entries` counts what happened.
    """

    now: Statements
    lists: tuple[str, ...]
    later: bool
    began: tuple[Statement, ...]
    told: tuple[Told, ...] = ()
    entries: int = 0

    def after(self, now: Statements, said: str, number: int = 0) -> "Kept":
        """The list after one more entry, for the statement of this number if it is about one."""
        text = f"Session {now.sitting}, number {number}: {said}." if number else said
        return replace(self, now=now, told=(Told(0, text, "HUB-59" if number else ""),), entries=self.entries + 1)


PLAYER, GM = "player", "GM"


def start(
    beliefs: Annotated[tuple[KeptRow, ...], Asked("Beliefs"), sheet("beliefs", at_once=True)] = (
        KeptRow("My sister shall have her mill."),
        KeptRow("The garrison shall hear what Rusk is."),
        KeptRow("I owe Odo my life."),
    ),
    instincts: Annotated[tuple[KeptRow, ...], Asked("Instincts"), sheet("instincts", at_once=True)] = (
        KeptRow("If someone steps behind me, I turn with my knife in hand."),
        KeptRow("Always keep an arrow on the string while on watch."),
        KeptRow("Never sit with my back to a door."),
    ),
    *,
    ask: Rulings,
) -> Kept:
    """What became of my Beliefs and Instincts?"""
    for name, lines in (("beliefs", beliefs), ("instincts", instincts)):
        if len(lines) > rules.COUNT:
            raise Unusable(name, f"A character has three of these; this has {len(lines)}.")
    written = tuple(Statement(line.text, line.noted) for line in (*beliefs, *instincts))
    lists = ("beliefs",) * len(beliefs) + ("instincts",) * len(instincts)
    now = Statements(written, stays=ask["beliefs.evolved"] == "stays")
    return Kept(now, lists, ask["edition"] == "later", written)


def moves(state: Kept) -> dict[str, tuple[object, ...]]:
    """The player writes and asks; the GM says when a change takes hold."""
    writing = (NoteArtha, Change) if state.now.lines else ()
    grown = [number for number, one in enumerate(state.now.lines, 1) if one.noted.total]
    voted = (BecameTrait(grown[0]),) if grown else ()
    asked = [number for number, one in enumerate(state.now.lines, 1) if one.wish]
    settled = (Allow(asked[0]), Delay(asked[0])) if asked else ()
    return {PLAYER: (*writing, *voted, NextSession), GM: settled}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The list after one entry. Raises `Refused` where a move names what is not there."""
    now = state.now
    match move:
        case NextSession():
            return state.after(now.rest(), f"Session {now.sitting + 1} begins.")
        case Change(number, to):
            return state.after(now.ask(number, to), f"change to “{to}” asked", number)
        case NoteArtha(number, artha, points):
            return state.after(now.note(number, artha, points), f"{points} {artha.words} noted", number)
        case BecameTrait(number, trait):
            return state.after(now.grow(number), f"became the trait {trait or 'that was voted'}", number)
        case Allow(number):
            allowed = now.allow(number)
            return state.after(allowed, f"now “{allowed.lines[number - 1].text}”", number)
        case Delay(number):
            return state.after(now.delay(number), "the change waits", number)
    raise Refused("There is no such move here.")


def show(state: Kept) -> Answer:
    """The list with what is noted and asked."""
    rows = tuple(
        (
            number,
            one.text or "to be written",
            one.noted if one.noted.total else None,
            _may_become(one.noted, state.later) or None,
            f"“{one.wish}”{', delayed' if one.delayed else ''}" if one.wish else None,
        )
        for number, one in enumerate(state.now.lines, 1)
    )
    effects = tuple(
        SetRow(rows, began.text, {"text": one.text, **{kind.value: one.noted.of(kind) for kind in Artha}})
        for rows, began, one in zip(state.lists, state.began, state.now.lines, strict=True)
        if began.text and (began.text, began.noted) != (one.text, one.noted)
    )
    asked = sum(bool(one.wish) for one in state.now.lines)
    grows = sum(bool(one.noted.total) for one in state.now.lines)
    written = sum(bool(one.text) for one in state.now.lines)
    changes = f"{wording.count(asked, 'change')} asked" if asked else "nothing asked"
    said = f"{written} Beliefs and Instincts are written; {changes}, {grows} with artha noted."
    return Answer(
        values={
            "statements": [one.text for one in state.now.lines],
            "noted": [[one.noted.of(kind) for kind in Artha] for one in state.now.lines],
            "asked": asked,
            "delayed": sum(one.delayed for one in state.now.lines),
            "written": written,
            "entries": state.entries,
        },
        blocks=(
            Verdict(f"{written} of {2 * rules.COUNT}", (Fact(changes), Fact(grows, "with artha noted")), said),
            Table("Beliefs, then Instincts", ("Number", "It says", "Noted", "May become", "Asked"), rows),
            Note("You may change what you like; the GM says when it takes hold.", rule="HUB-59"),
        ),
        effects=effects,
    )


session("beliefs-kept", rules="HUB-59 HUB-60 HUB-67", start=start, moves=moves, step=step, show=show)
