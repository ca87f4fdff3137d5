"""Before a duel of wits: skills by action, body of argument, terms, and walking away (DOW-02 to DOW-05)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Entry, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.blocks.odds import by_artha, drawn, too_many
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.calculators.duel_of_wits.fields import (
    B4,
    BODY,
    EXTRA,
    NAME,
    QUICK_BODY,
    TEXT,
    SkillRow,
    YourSkills,
    YourWill,
)
from engine.games.burning_wheel.dice import DiceCount, Pool
from engine.games.burning_wheel.forms.rolled import Ahead, OpenRolled, Seeded
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import body_house, grade_house, haggling, seduction_forks
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import arguments as rules
from engine.games.burning_wheel.rules import building
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import (
    DuelingSkill,
    Grade,
    Leaving,
    Making,
    Mode,
    Role,
    Speaker,
    Spoken,
    strength,
)
from engine.games.burning_wheel.rules.duel import CARDS, SCRIPTED, Action
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.sheet.effects import Spend
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark


@calculator("dueling-skills", rules="DOW-02")
def dueling_skills(
    skills: YourSkills = (SkillRow(),),
    will: YourWill = B4,
    forking: Annotated[bool, Asked("They FoRK into each other", "Where they bear on it; the GM says.")] = True,
    forks: Annotated[int, EXTRA, Asked("Dice of other FoRKs", "Acting, a Wise …", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which of my skills may I use for which action?"""
    nerve = feels(wounds, will, ask, ELEMENTS["will"])
    if nerve.gone:
        return no_test(nerve.gone)
    found = held(skills, will, nerve, wounds, forks, ask, forking=forking)
    blocks: list[Block] = [_who_leads(found), _ways(found), *found.hurt]
    if found.leads and found.leads[0].skill.role is Role.APT:
        blocks.append(Note("Haggling carries an argument about a price, and no other.", rule="DOW-02"))
    if found.skills:
        rows = tuple(
            (row.skill, str(row.ability), row.skill.role, wording.listed(one.words for one in tested) or "none")
            for row, tested in found.tested
        )
        blocks.append(Table("Your skills", ("Skill", "Stands at", "May be", "Tested for"), rows))
    return Answer(found.values, tuple(blocks))


@dataclass(frozen=True, slots=True)
class Held:
    """The dueling skills that can be tested, by the table's reading of `haggling`, and the `ways` to test each action.

    `will` are the dice of Avoid, `hurt` what wounds take, as ledgers and as notes on what cannot be tested.
    """

    skills: tuple[SkillRow, ...]
    haggling: str
    ways: Mapping[Action, list[Spoken]]
    will: int
    hurt: tuple[Block, ...]

    @property
    def leads(self) -> list[SkillRow]:
        """Those that carry an argument, the strongest first."""
        return sorted((row for row in self.skills if row.skill.role.leads), key=lambda row: -strength(row.ability))

    @property
    def lacking(self) -> list[Action]:
        """The actions that nothing tests."""
        return [action for action in SCRIPTED if not self.ways[action] and action is not Action.AVOID]

    @property
    def tested(self) -> list[tuple[SkillRow, tuple[Action, ...]]]:
        """Each skill with the actions that it tests."""
        return [(row, rules.actions_of(row.skill, haggling=self.haggling)) for row in self.skills]

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs."""
        best = {action.value: self.ways[action][0] for action in SCRIPTED if self.ways[action]}
        return {
            "main": self.leads[0].skill.value if self.leads else "",
            "open": {
                **{row.skill.value: [action.value for action in tested] for row, tested in self.tested},
                "will": [Action.AVOID.value],
            },
            "roles": {row.skill.value: row.skill.role.value for row in self.skills},
            "dice": {Action.AVOID.value: self.will, **{action: one.dice.total for action, one in best.items()}},
            "with": {action: one.skill.value for action, one in best.items()},
            "lacking": [action.value for action in self.lacking],
        }


def held(
    rows: Sequence[SkillRow], will: Ability, nerve: Felt, wounds: Hurt, forks: int, ask: Rulings, *, forking: bool
) -> Held:
    """What skills do in a duel, with dice of other FoRKs; wounds take `nerve` from Will.

    Raises `Unusable` beside a skill that stands twice.
    """
    for place, row in enumerate(rows):
        if row.skill in [earlier.skill for earlier in rows[:place]]:
            raise Unusable(f"skills.{place}.skill", f"{row.skill.words} stands here twice; each skill once.")
    felt = {row.skill: feels(wounds, row.ability, ask, ELEMENTS["skill"]) for row in rows}
    left = [row for row in rows if not felt[row.skill].gone]
    own = [row.skill for row in left]
    haggles = haggling(own, ask)
    ways = rules.ways(
        [(row.skill, row.ability, felt[row.skill].dice) for row in left],
        [(row.skill, row.ability.exponent) for row in left] if forking else [],
        forks,
        haggling=haggles,
        seduction=forking and seduction_forks(own, ask),
    )
    hurt: list[Block] = [
        Note(f"{row.skill.words}: {felt[row.skill].gone}", rule="HUB-18") for row in rows if row not in left
    ]
    for row in left:
        hurt += ledger(felt[row.skill], row.ability.exponent, words=f"{row.skill.words}: dice")
    hurt += ledger(nerve, will.exponent, 0, words="Will: dice", against="Your own +Ob")
    return Held(tuple(left), haggles, ways, will.exponent - nerve.lost, tuple(hurt))


def _who_leads(found: Held) -> Verdict:
    """What carries the argument, and which actions are out of reach."""
    if not found.leads:
        return Verdict(
            "No main skill",
            (Fact("nobody duels without one"),),
            "None of these carries an argument: that takes Oratory, Rhetoric, Persuasion, Interrogation or Stentorious "
            "Debate, and Haggling for a price.",
        )
    main, lacking = found.leads[0], [action.words for action in found.lacking]
    able = f"{len(SCRIPTED) - len(lacking)} of {len(SCRIPTED)} actions"
    without = f"no {wording.listed(lacking, 'and no')}" if lacking else "nothing missing"
    aloud = f"you cannot {wording.listed(lacking, 'or')}" if lacking else "nothing is missing"
    return Verdict(
        able,
        (Fact(str(main.ability), main.skill.words), Fact(without)),
        f"{main.skill.words} carries your argument. You can script {able}; {aloud}.",
    )


def _ways(found: Held) -> Table:
    """Each action with its best skill, how its dice add up, and what else would do."""
    rows: list[tuple[Entry, ...]] = []
    for action in SCRIPTED:
        if action is Action.AVOID:
            rows.append((action, "Will", f"{found.will}D", None, None))
        elif found.ways[action]:
            best, *others = found.ways[action]
            parts = [f"{wording.number(line.amount)} {line.reason}" for line in best.dice.lines if line.amount]
            also = wording.listed(f"{one.skill.words} {one.dice.total}D" for one in others) or None
            rows.append((action, best.skill, f"{best.dice.total}D", " + ".join(parts), also))
        else:
            rows.append((action, None, None, f"takes {wording.listed(CARDS[action].tests, 'or')}", None))
    return Table("Your actions", ("Action", "Best with", "Dice", "They add up", "Or with"), tuple(rows))


@table("dueling-skills")
def all_dueling_skills() -> Table:
    """Every skill of a duel: what it may be, and a dot for each action that lists it."""
    rows = [
        (
            skill.words,
            skill.role.words,
            *("●" if action in rules.actions_of(skill, haggling="none") else "" for action in SCRIPTED),
        )
        for skill in DuelingSkill
    ]
    rows.append(("Will", "a stat", *("●" if action is Action.AVOID else "" for action in SCRIPTED)))
    return Table("Dueling skills by action", ("Skill", "May be", *(action.words for action in SCRIPTED)), tuple(rows))


@calculator("argument-body", rules="DOW-04")
def body_of_argument(
    will: YourWill = B4,
    skill: Annotated[Ability, Asked("Your main dueling skill", quick=QUICK_POOLS), sheet("skill")] = B4,
    mode: Annotated[Mode, Asked("The argument is", gm=True)] = Mode.NORMAL,
    extra: Annotated[int, EXTRA, Asked("Dice of FoRKs, help, advantage", quick=(0, 1, 2, 3))] = 0,
    roll: Annotated[Ahead | OpenRolled | Seeded, Asked("The dice")] = Ahead(),
    boon: Annotated[int, Between(0, building.MOST_PERSONA), Asked("Persona for dice", more=True)] = 0,
    traits: Annotated[int, EXTRA, Asked("Character traits that apply", more=True, quick=(0, 1, 2))] = 0,
    other: Annotated[int, Between(-10, 20), Asked("What traits say outright", more=True)] = 0,
    enemy: Annotated[
        bool, Asked("This is the enemy that the opponent’s failed Circles test brought", more=True, gm=True)
    ] = False,
    doubled: Annotated[bool, Asked("A big group: the body is doubled", more=True, gm=True)] = False,
    beginner: Annotated[bool, Asked("No dueling skill: this is the root stat", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How large is my body of argument?"""
    if beginner and ask["argument.unskilled"] == "no":
        return Answer({"possible": False, "body": None}, (NO_SKILL,))
    house = body_house(traits, doubled=doubled, bonus=bool(traits or other or enemy), ask=ask)
    if doubled:
        mode = Mode.BIG if ask["argument.group-double"] == "big" else Mode.NORMAL
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"], beginner=beginner)
    if hurt.gone and mode is Mode.NORMAL:
        return no_test(hurt.gone, body=None)
    fewer = bool(hurt.added) and mode is Mode.NORMAL and ask["open.wounded"] == "fewer"
    speaker = Speaker(will.exponent, 0 if beginner else skill.exponent, traits, other, enemy)
    making = Making(speaker, mode, doubled, house, beginner, hurt.added, fewer)
    before = skill.exponent + extra + boon
    checked(before, 0, "extra")
    pool = skill.pool(extra + boon - hurt.lost)
    found = Body(making, pool, making.chances(law_of(pool, ask)))
    borne = ledger(hurt, before, 0, against="Your own +Ob") if mode is Mode.NORMAL else []
    spent = (Spend("persona", boon, "skill"),) if boon and mode is Mode.NORMAL else ()
    if mode is not Mode.NORMAL:
        return found.made(0, [], borne)
    if isinstance(roll, OpenRolled):
        if sentence := too_many(roll.successes, pool.dice):
            raise Unusable("roll.successes", sentence)
        return replace(found.made(roll.successes, by_artha(roll.successes, pool.dice), borne), effects=spent)
    if isinstance(roll, Seeded):
        lying = dice.roll(pool, roll.seed)
        successes = sum(die.success for die in lying.dice)
        return replace(found.made(successes, [drawn(lying, len(lying.dice))], borne), effects=spent)
    return replace(found.ahead(borne), effects=spent)


NO_SKILL = Verdict(
    "No duel",
    (Fact("a main dueling skill is missing"),),
    "Without a dueling skill you do not enter a duel: let someone else speak, and help.",
)


@dataclass(frozen=True, slots=True)
class Body:
    """A body of argument in the making: how it is made, the dice rolled onto Will, and how it may fall."""

    making: Making
    pool: Pool
    chances: Mapping[int, Fraction]

    @property
    def values(self) -> dict[str, Any]:
        """What holds before and after the roll, for programs."""
        average = sum((number * chance for number, chance in self.chances.items()), Fraction(0))
        return {"possible": True, "mode": self.making.mode.value, "average": average}

    def ahead(self, borne: Sequence[Block]) -> Answer:
        """The answer before the dice fall; `borne` is what wounds take."""
        shown, chance = rules.at_even_odds(self.chances)
        least, most = min(self.chances), max(self.chances)
        low, even, high = (wording.number(one) for one in (least, shown, most))
        will, dice = self.making.speaker.will, self.pool.dice
        verdict = Verdict(
            f"{even} or more",
            (Fact(chance, CHANCE), Fact(f"{low} to {high}", "possible"), Fact(DiceCount(dice), "dice")),
            f"You roll {wording.count(dice, 'die', 'dice')} onto Will {will}. {even} or more dice of argument come "
            f"{often(chance)}, {low} at least and {high} at most.",
            Mark.DERIVED,
        )
        found = {"body": shown, "probability": chance, "least": least, "most": most}
        spread = {str(number): chance for number, chance in self.chances.items()}
        return Answer(
            {**self.values, **found, "distribution": spread},
            (verdict, _by_mode(self.making, self.chances), _distribution(self.chances, shown), *borne),
        )

    def made(self, successes: int, fell: Sequence[Block], borne: Sequence[Block]) -> Answer:
        """The answer once the dice have fallen, which `fell` shows, or where none are rolled."""
        making = self.making
        normal, speaker = making.mode is Mode.NORMAL, making.speaker
        worked = making.body(successes)
        total = wording.number(worked.total)
        onto = (Fact.count(successes, "success", "successes"), Fact(speaker.will, "Will"))
        aloud = f"Your body of argument is {total}: that is what the other side must take away."
        blocks: list[Block] = [
            Verdict(total, onto if normal else (Fact(making.mode.words),), aloud),
            *fell,
            Working(worked.lines, worked.total, "Body of argument"),
            _by_mode(making, self.chances if normal else None),
            *borne,
        ]
        if speaker.traits and not making.house.traits:
            words = "Character traits count only where the table plays with that optional rule."
            blocks.append(Note(words, rule="DOW-04"))
        if normal:
            words = "The roll is one of the duel’s series: mark no test until the duel is over."
            blocks.append(Note(words, rule="DOW-25"))
        return Answer({**self.values, "body": worked.total, "successes": successes}, tuple(blocks))


def _by_mode(making: Making, chances: Mapping[int, Fraction] | None) -> Table:
    """The same speaker in an argument of each weight."""

    def dice(mode: Mode, *, doubled: bool = False) -> int:
        return rules.body(making.speaker, mode, doubled=doubled, house=making.house).total

    rolled = "Will + a roll"
    if chances:
        rolled = f"{wording.number(min(chances))} to {wording.number(max(chances))}"
    rows: list[tuple[Entry, ...]] = [
        (Mode.NORMAL, "Will + successes", rolled),
        (Mode.BIG, "Will + skill", dice(Mode.BIG)),
        (Mode.SMALL, "Will", dice(Mode.SMALL)),
    ]
    current = list(Mode).index(making.mode)
    if making.doubled:
        rows.append(("a big group", "doubled", dice(Mode.BIG, doubled=True)))
        current = len(rows) - 1
    return Table("By the weight of the argument", ("The argument", "Body", "Dice"), tuple(rows), current)


def _distribution(chances: Mapping[int, Fraction], shown: int) -> Table:
    rows, reached = [], Fraction(1)
    for number, chance in sorted(chances.items()):
        rows.append((number, chance, reached))
        reached -= chance
    columns = ("Body of argument", "Exactly", "This or more")
    return Table("How it may fall", columns, tuple(rows), sorted(chances).index(shown), Mark.DERIVED)


@dataclass(frozen=True, slots=True)
class SideOfTalk:
    """What one side brings to the table before the first exchange."""

    speaker: Annotated[str, NAME, Asked("Who speaks")] = ""
    case: Annotated[str, TEXT, Asked("The case, in a sentence")] = ""
    why: Annotated[str, TEXT, Asked("Why it is right")] = ""
    body: Annotated[int | None, BODY, Asked("Body of argument", quick=QUICK_BODY)] = None
    wants: Annotated[str, TEXT, Asked("If this side wins")] = ""


@calculator("duel-setup", rules="DOW-03")
def duel_setup(
    willing: Annotated[bool, Asked("Both sides will argue it out")] = True,
    yours: Annotated[SideOfTalk, Asked("Your side")] = SideOfTalk(),
    theirs: Annotated[SideOfTalk, Asked("Their side")] = SideOfTalk(),
    traits: Annotated[bool, Asked("All traits are looked up")] = False,
    fair: Annotated[bool, Asked("The terms are reasonable and can be done", gm=True)] = False,
    agreed: Annotated[bool, Asked("Both sides agree to them")] = False,
) -> Answer:
    """Are we ready to duel?"""
    checks: list[tuple[str, str, bool]] = [
        ("willing", "Two sides differ, and both will argue it out", willing),
        ("your-speaker", "You name your speaker", bool(yours.speaker)),
        ("your-case", "You state your case", bool(yours.case)),
        ("your-why", "You say why it is right", bool(yours.why)),
        ("their-speaker", "They name their speaker", bool(theirs.speaker)),
        ("their-case", "They state their case", bool(theirs.case)),
        ("their-why", "They say why it is right", bool(theirs.why)),
        ("your-body", "You make your body of argument", yours.body is not None),
        ("their-body", "They make their body of argument", theirs.body is not None),
        ("traits", "Every trait that applies is looked up", traits),
        ("your-terms", "You say what you want if you win", bool(yours.wants)),
        ("their-terms", "They say what they want if they win", bool(theirs.wants)),
        ("fair", "The terms are reasonable and can be done; what is too big is split", fair),
        ("agreed", "Both agree to the terms", agreed),
    ]
    missing = [(key, words) for key, words, done in checks if not done]
    early = bool(yours.wants or theirs.wants) and (yours.body is None or theirs.body is None)
    steps = [f"{'✓' if done else '☐'} {words}" for _, words, done in checks]
    blocks: list[Block] = [
        _next([words for _, words in missing]) if missing else _ready(yours, theirs),
        _card(yours, theirs),
        Steps((*steps, "Script three actions each, in secret"), "In this order"),
    ]
    if early:
        words = "Terms come last: look at both bodies of argument before you name your price."
        blocks.append(Note(words, rule="DOW-03"))
    values = {
        "ready": not missing,
        "missing": [key for key, _ in missing],
        "next": missing[0][0] if missing else "script",
        "early": early,
    }
    return Answer(values, tuple(blocks))


def _next(missing: Sequence[str]) -> Verdict:
    """What is missing before the duel."""
    ahead = f"{missing[0][:1].lower()}{missing[0][1:]}"
    things = f"{wording.count(len(missing), 'thing')} {'is' if len(missing) == 1 else 'are'} missing"
    return Verdict(f"{len(missing)} missing", (Fact(f"next: {ahead}"),), f"{things}. Next: {ahead}.")


def _ready(yours: SideOfTalk, theirs: SideOfTalk) -> Verdict:
    return Verdict(
        "Ready",
        (Fact(yours.body, "yours"), Fact(theirs.body, "theirs")),
        f"All is said. {yours.speaker} starts with {yours.body} dice of argument, {theirs.speaker} with "
        f"{theirs.body}. Script the first exchange.",
    )


def _card(yours: SideOfTalk, theirs: SideOfTalk) -> Table:
    """What both sides have said so far."""
    rows = (
        ("Who speaks", yours.speaker or "?", theirs.speaker or "?"),
        ("The case", yours.case or "?", theirs.case or "?"),
        ("Because", yours.why or "?", theirs.why or "?"),
        ("Body of argument", yours.body or "?", theirs.body or "?"),
        ("If this side wins", yours.wants or "?", theirs.wants or "?"),
    )
    return Table("The card", ("", "You", "They"), rows)


@branch("walk away before it starts")
class Refuse:
    """Nothing has begun, and one side will not."""


@branch("draw steel instead")
class Draw:
    """Nothing has begun, and one side draws."""


@branch("leave in the middle")
class BreakOff:
    """The duel is under way. The other side's body of argument says what they will owe."""

    start: Annotated[int, BODY, Asked("They started with", quick=QUICK_BODY)] = 7
    left: Annotated[int, BODY, Asked("They have left", quick=QUICK_BODY)] = 7

    def __post_init__(self) -> None:
        if self.left > self.start:
            raise Refused(f"They started with {self.start} and cannot have {self.left} left.")


LEAVES = {
    Leaving.WALK: (
        "Not another word",
        ("no terms bind you",),
        "You walk away: no terms bind you, and you drop the matter with them. They are free to go on and win the room.",
    ),
    Leaving.FIGHT: (
        "Fight!",
        ("no terms, no winner",),
        "You draw: the matter goes to Fight!, and nobody has won the argument.",
    ),
    Leaving.CONCEDE: (
        "You lose",
        ("their terms bind you", "Steel test"),
        "You concede: their terms bind you, and you test Steel as every loser does.",
    ),
}


@calculator("leave-a-duel", rules="DOW-05")
def leave_a_duel(
    way: Annotated[Refuse | Draw | BreakOff, Asked("What you do")] = Refuse(),
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost to walk away?"""
    owed: Grade | None = None
    if isinstance(way, BreakOff):
        result = rules.breaking_off(as_walking=ask["argument.breaking-off"] == "walk")
        owed = rules.grade(way.start, way.left, grade_house(way.start, way.left, ask)) if result.loses else None
    else:
        result = Leaving.WALK if isinstance(way, Refuse) else Leaving.FIGHT
    figure, follows, sentence = LEAVES[result]
    rows = (
        ("You are bound by their terms", "yes" if result.loses else "no"),
        (
            "You may bring it up with them again",
            "no" if result.silenced else "later, elsewhere" if result.loses else "yes",
        ),
        ("You test Steel", "yes, at your plain hesitation" if result.loses else "no"),
        ("They owe you", owed.words if owed else "nothing"),
    )
    return Answer(
        values={
            "result": result.value,
            "silenced": result.silenced,
            "terms": result.loses,
            "steel": result.loses,
            "owed": owed.value if owed else "none",
        },
        blocks=(Verdict(figure, tuple(map(Fact, follows)), sentence), Table("What follows", ("", "Here"), rows)),
    )
