"""Before a duel of wits: skills by action, body of argument, terms, and walking away (DOW-02 to DOW-05)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.blocks.odds import by_artha, drawn, too_many
from engine.games.burning_wheel.calculators.duel_of_wits.fields import (
    B4,
    BODY,
    EXTRA,
    QUICK_BODY,
    SkillRow,
    YourWill,
)
from engine.games.burning_wheel.dice import MOST_DICE
from engine.games.burning_wheel.forms.rolled import Ahead, OpenRolled, Seeded
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import grade_house
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import arguments as rules
from engine.games.burning_wheel.rules import building, open_tests
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import BodyHouse, DuelingSkill, Grade, Leaving, Mode, Role, Speaker
from engine.games.burning_wheel.rules.duel import CARDS, SCRIPTED, Action
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import often
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark, Worked


@dataclass(frozen=True, slots=True)
class Speaking:
    """A skill for an action, with its dice."""

    row: SkillRow
    dice: Worked

    @property
    def words(self) -> str:
        return self.row.skill.words


@calculator("dueling-skills", rules="DOW-02")
def dueling_skills(
    skills: Annotated[tuple[SkillRow, ...], Asked("Your dueling skills")] = (SkillRow(),),
    will: YourWill = B4,
    forking: Annotated[bool, Asked("They FoRK into each other", "Where they bear on it; the GM says.")] = True,
    forks: Annotated[int, EXTRA, Asked("Dice of other FoRKs", "Acting, a Wise …", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which of my skills may I use for which action?"""
    for place, row in enumerate(skills):
        if row.skill in [earlier.skill for earlier in skills[:place]]:
            raise Unusable(f"skills.{place}.skill", f"{row.skill.words} stands here twice; each skill once.")
    nerve = feels(wounds, will, ask, ELEMENTS["will"])
    if nerve.gone:
        return no_test(nerve.gone)
    felt = {row.skill: feels(wounds, row.ability, ask, ELEMENTS["skill"]) for row in skills}
    gone = [row for row in skills if felt[row.skill].gone]
    skills = tuple(row for row in skills if not felt[row.skill].gone)
    held = [row.skill for row in skills]
    haggling = ask["argument.haggling-actions"] if DuelingSkill.HAGGLING in held else "attack"
    seduction = forking and seduction_forks(held, ask)
    joined = [(row.skill, row.ability.exponent) for row in skills] if forking else []
    ways: dict[Action, list[Speaking]] = {}
    for action in SCRIPTED:
        able = [
            Speaking(
                row,
                Worked(
                    (
                        *rules.speaking_dice(
                            action, row.skill, row.ability.exponent, joined, forks, seduction=seduction
                        ).lines,
                        felt[row.skill].dice,
                    )
                ),
            )
            for row in skills
            if action in rules.actions_of(row.skill, haggling=haggling)
        ]
        ways[action] = sorted(able, key=lambda one: -one.dice.total * one.row.ability.shade.hits)
    leads = sorted((row for row in skills if row.skill.role.leads), key=lambda row: -strength(row.ability))
    lacking: list[Action] = [action for action in SCRIPTED if not ways[action] and action is not Action.AVOID]
    blocks: list[Block] = [_who_leads(leads, lacking), _ways(ways, will.exponent - nerve.lost)]
    blocks += [Note(f"{row.skill.words}: {felt[row.skill].gone}", rule="HUB-18") for row in gone]
    for row in skills:
        blocks += ledger(felt[row.skill], row.ability.exponent, words=f"{row.skill.words}: dice")
    blocks += ledger(nerve, will.exponent, 0, words="Will: dice", against="Your own +Ob")
    if leads and leads[0].skill.role is Role.APT:
        blocks.append(Note("Haggling carries an argument about a price, and no other.", rule="DOW-02"))
    if skills:
        rows = tuple(
            (
                row.skill.words,
                str(row.ability),
                row.skill.role.words,
                wording.listed(action.words for action in rules.actions_of(row.skill, haggling=haggling)) or "none",
            )
            for row in skills
        )
        blocks.append(Table("Your skills", ("Skill", "Stands at", "May be", "Tested for"), rows))
    best = {action: ways[action][0] for action in SCRIPTED if ways[action]}
    return Answer(
        values={
            "main": leads[0].skill.value if leads else "",
            "open": {
                **{
                    row.skill.value: [action.value for action in rules.actions_of(row.skill, haggling=haggling)]
                    for row in skills
                },
                "will": [Action.AVOID.value],
            },
            "roles": {row.skill.value: row.skill.role.value for row in skills},
            "dice": {
                Action.AVOID.value: will.exponent - nerve.lost,
                **{action.value: one.dice.total for action, one in best.items()},
            },
            "with": {action.value: one.row.skill.value for action, one in best.items()},
            "lacking": [action.value for action in lacking],
        },
        blocks=tuple(blocks),
    )


def strength(ability: Ability) -> int:
    """Six times the successes that an ability brings on average, by which the main skill is found. Source: DOW-02."""
    return ability.exponent * ability.shade.hits


def seduction_forks(held: Sequence[DuelingSkill], ask: Rulings) -> bool:
    """Whether Seduction FoRKs into the other skills that one has; asked for only where it is among them."""
    return DuelingSkill.SEDUCTION in held and len(held) > 1 and ask["argument.seduction-forks"] == "yes"


def _who_leads(leads: list[SkillRow], lacking: list[Action]) -> Verdict:
    """What carries the argument, and which actions are out of reach."""
    able = len(SCRIPTED) - len(lacking)
    without = f"no {wording.listed((action.words for action in lacking), 'and no')}" if lacking else "nothing missing"
    aloud = (
        f"you cannot {wording.listed((action.words for action in lacking), 'or')}" if lacking else "nothing is missing"
    )
    if not leads:
        return Verdict(
            "No main skill",
            "nobody duels without one",
            "None of these carries an argument: that takes Oratory, Rhetoric, Persuasion, Interrogation or Stentorious "
            "Debate, and Haggling for a price.",
        )
    main = leads[0]
    return Verdict(
        f"{able} of {len(SCRIPTED)} actions",
        f"main skill {main.skill.words} {main.ability} · {without}",
        f"{main.skill.words} carries your argument. You can script {able} of {len(SCRIPTED)} actions; {aloud}.",
    )


def _ways(ways: dict[Action, list[Speaking]], will: int) -> Table:
    """Each action with its best skill, how its dice add up, and what else would do."""
    rows = []
    for action in SCRIPTED:
        if action is Action.AVOID:
            rows.append((action.words, "Will", f"{will}D", "–", "–"))
        elif ways[action]:
            best, *others = ways[action]
            parts = [f"{wording.number(line.amount)} {line.reason}" for line in best.dice.lines if line.amount]
            also = wording.listed(f"{one.words} {one.dice.total}D" for one in others) or "–"
            rows.append((action.words, best.words, f"{best.dice.total}D", " + ".join(parts), also))
        else:
            takes = wording.listed(CARDS[action].tests, "or")
            rows.append((action.words, "–", "–", f"takes {takes}", "–"))
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
        verdict = Verdict(
            "No duel",
            "a main dueling skill is missing",
            "Without a dueling skill you do not enter a duel: let someone else speak, and help.",
        )
        return Answer({"possible": False, "body": None}, (verdict,))
    house = BodyHouse(
        traits=bool(traits) and ask["argument.character-traits"] == "on",
        bonus_doubled=doubled and bool(traits or other or enemy) and ask["argument.doubled-bonus"] == "before",
    )
    if doubled:
        mode = Mode.BIG if ask["argument.group-double"] == "big" else Mode.NORMAL
    speaker = Speaker(will.exponent, 0 if beginner else skill.exponent, traits, other, enemy)

    hurt = feels(wounds, skill, ask, ELEMENTS["skill"], beginner=beginner)
    if hurt.gone and mode is Mode.NORMAL:
        return no_test(hurt.gone, body=None)
    fewer = bool(hurt.added) and mode is Mode.NORMAL and ask["open.wounded"] == "fewer"

    def counts(successes: int) -> int:
        heard = open_tests.counted(successes, hurt.added, fewer=fewer)
        return heard // 2 if beginner else heard

    def total(successes: int) -> int:
        counted = counts(successes)
        return rules.body(speaker, mode, counted, doubled=doubled, house=house).total

    if skill.exponent + extra + boon > MOST_DICE:
        raise Unusable("extra", f"A pool has at most {MOST_DICE} dice; this comes to {skill.exponent + extra + boon}.")
    pool = skill.pool(extra + boon - hurt.lost)
    borne = ledger(hurt, skill.exponent + extra + boon, 0, against="Your own +Ob") if mode is Mode.NORMAL else []
    rolled: int | None = None
    blocks: list[Block] = []
    if mode is not Mode.NORMAL:
        rolled = 0
    elif isinstance(roll, OpenRolled):
        if sentence := too_many(roll.successes, pool.dice):
            raise Unusable("roll.successes", sentence)
        rolled = roll.successes
        blocks += by_artha(rolled, pool.dice)
    elif isinstance(roll, Seeded):
        lying = dice.roll(pool, roll.seed)
        rolled = sum(die.success for die in lying.dice)
        blocks.append(drawn(lying, len(lying.dice)))
    chances: dict[int, Fraction] = {}
    for number, chance in law_of(pool, ask):
        chances[total(number)] = chances.get(total(number), Fraction(0)) + chance
    values = {"possible": True, "mode": mode.value, "average": sum((n * c for n, c in chances.items()), Fraction(0))}
    if rolled is None:
        shown, chance = _at_even_odds(chances)
        low, high = min(chances), max(chances)
        verdict = Verdict(
            f"{shown} or more",
            f"{wording.percent(chance)} · {low} to {high} · {pool.dice}D",
            f"You roll {wording.count(pool.dice, 'die', 'dice')} onto Will {will.exponent}. {shown} or more dice of "
            f"argument come {often(chance)}, {low} at least and {high} at most.",
            Mark.DERIVED,
        )
        values |= {"body": shown, "probability": chance, "least": low, "most": high}
        values["distribution"] = {str(number): chance for number, chance in chances.items()}
        return Answer(
            values,
            (verdict, _by_mode(speaker, mode, chances, doubled, house), _distribution(chances, shown), *borne),
            _spent(boon),
        )
    worked = rules.body(speaker, mode, counts(rolled), doubled=doubled, house=house)
    why = (
        f"{wording.count(rolled, 'success', 'successes')} onto Will {will.exponent}"
        if mode is Mode.NORMAL
        else mode.words
    )
    verdict = Verdict(
        str(worked.total), why, f"Your body of argument is {worked.total}: that is what the other side must take away."
    )
    blocks = [
        verdict,
        *blocks,
        Working(worked.lines, worked.total, "Body of argument"),
        _by_mode(speaker, mode, chances if mode is Mode.NORMAL else None, doubled, house),
        *borne,
    ]
    if traits and not house.traits:
        blocks.append(Note("Character traits count only where the table plays with that optional rule.", rule="DOW-04"))
    if mode is Mode.NORMAL:
        note = "The roll is one of the duel’s series: mark no test until the duel is over."
        blocks.append(Note(note, rule="DOW-25"))
    values |= {"body": worked.total, "successes": rolled}
    return Answer(values, tuple(blocks), _spent(boon) if mode is Mode.NORMAL else ())


def _spent(boon: int) -> tuple[Spend, ...]:
    return (Spend("persona", boon, "skill"),) if boon else ()


def _at_even_odds(chances: dict[int, Fraction]) -> tuple[int, Fraction]:
    """The largest number that comes at even odds or better, and the chance of it or more."""
    for number in sorted(chances, reverse=True):
        reached = sum((chance for other, chance in chances.items() if other >= number), Fraction(0))
        if reached >= Fraction(1, 2):
            return number, reached
    return min(chances), Fraction(1)


def _by_mode(
    speaker: Speaker, mode: Mode, chances: dict[int, Fraction] | None, doubled: bool, house: BodyHouse
) -> Table:
    """The same speaker in an argument of each weight."""
    big = rules.body(speaker, Mode.BIG, house=house).total
    rows = [
        (Mode.NORMAL.words, "Will + successes", f"{min(chances)} to {max(chances)}" if chances else "Will + a roll"),
        (Mode.BIG.words, "Will + skill", str(big)),
        (Mode.SMALL.words, "Will", str(rules.body(speaker, Mode.SMALL, house=house).total)),
    ]
    current = list(Mode).index(mode)
    if doubled:
        rows.append(("a big group", "doubled", str(rules.body(speaker, Mode.BIG, doubled=True, house=house).total)))
        current = len(rows) - 1
    return Table("By the weight of the argument", ("The argument", "Body", "Dice"), tuple(rows), current)


def _distribution(chances: dict[int, Fraction], shown: int) -> Table:
    rows, reached = [], Fraction(1)
    for number, chance in sorted(chances.items()):
        rows.append((str(number), wording.percent(chance), wording.percent(reached)))
        reached -= chance
    columns = ("Body of argument", "Exactly", "This or more")
    return Table("How it may fall", columns, tuple(rows), sorted(chances).index(shown), Mark.DERIVED)


@dataclass(frozen=True, slots=True)
class SideOfTalk:
    """What one side brings to the table before the first exchange."""

    speaker: Annotated[str, Longest(30), Asked("Who speaks")] = ""
    case: Annotated[str, Longest(80), Asked("The case, in a sentence")] = ""
    why: Annotated[str, Longest(80), Asked("Why it is right")] = ""
    body: Annotated[int | None, BODY, Asked("Body of argument", quick=QUICK_BODY)] = None
    wants: Annotated[str, Longest(80), Asked("If this side wins")] = ""


@calculator("duel-setup", rules="DOW-03")
def duel_setup(
    willing: Annotated[bool, Asked("Both sides will argue it out")] = True,
    yours: Annotated[SideOfTalk, Asked("You")] = SideOfTalk(),
    theirs: Annotated[SideOfTalk, Asked("They")] = SideOfTalk(),
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
        ("traits", "Every trait that bears on it is looked up", traits),
        ("your-terms", "You say what you want if you win", bool(yours.wants)),
        ("their-terms", "They say what they want if they win", bool(theirs.wants)),
        ("fair", "The terms are reasonable and can be done; what is too big is split", fair),
        ("agreed", "Both agree to the terms", agreed),
    ]
    missing = [(key, words) for key, words, done in checks if not done]
    early = bool(yours.wants or theirs.wants) and (yours.body is None or theirs.body is None)
    if missing:
        ahead = f"{missing[0][1][:1].lower()}{missing[0][1][1:]}"
        things = f"{wording.count(len(missing), 'thing')} {'is' if len(missing) == 1 else 'are'} missing"
        verdict = Verdict(f"{len(missing)} missing", f"next: {ahead}", f"{things}. Next: {ahead}.")
    else:
        verdict = Verdict(
            "Ready",
            f"{yours.body} against {theirs.body} dice",
            f"All is said. {yours.speaker} starts with {yours.body} dice of argument, {theirs.speaker} with "
            f"{theirs.body}. Script the first exchange.",
        )
    rows = (
        ("Who speaks", yours.speaker or "?", theirs.speaker or "?"),
        ("The case", yours.case or "?", theirs.case or "?"),
        ("Because", yours.why or "?", theirs.why or "?"),
        ("Body of argument", *(str(side.body) if side.body is not None else "?" for side in (yours, theirs))),
        ("If this side wins", yours.wants or "?", theirs.wants or "?"),
    )
    blocks: list[Block] = [
        verdict,
        Table("The card", ("", "You", "They"), rows),
        Steps(
            (*(f"{'✓' if done else '☐'} {words}" for _, words, done in checks), "Script three actions each, in secret"),
            "In this order",
        ),
    ]
    if early:
        blocks.append(
            Note("Terms come last: look at both bodies of argument before you name your price.", rule="DOW-03")
        )
    return Answer(
        values={
            "ready": not missing,
            "missing": [key for key, _ in missing],
            "next": missing[0][0] if missing else "script",
            "early": early,
        },
        blocks=tuple(blocks),
    )


@dataclass(frozen=True, slots=True)
class Refuse:
    """Nothing has begun, and one side will not."""

    words: ClassVar[str] = "walk away before it starts"


@dataclass(frozen=True, slots=True)
class Draw:
    """Nothing has begun, and one side draws."""

    words: ClassVar[str] = "draw steel instead"


@dataclass(frozen=True, slots=True)
class BreakOff:
    """The duel is under way. The other side's body of argument says what they will owe."""

    start: Annotated[int, BODY, Asked("They started with", quick=QUICK_BODY)] = 7
    left: Annotated[int, BODY, Asked("They have left", quick=QUICK_BODY)] = 7

    words: ClassVar[str] = "leave in the middle"

    def __post_init__(self) -> None:
        if self.left > self.start:
            raise Refused(f"They started with {self.start} and cannot have {self.left} left.")


LEAVES = {
    Leaving.WALK: (
        "Not another word",
        "no terms bind you",
        "You walk away: no terms bind you, and you drop the matter with them. They are free to go on and win the room.",
    ),
    Leaving.FIGHT: (
        "Fight!",
        "no terms, no winner",
        "You draw: the matter goes to Fight!, and nobody has won the argument.",
    ),
    Leaving.CONCEDE: (
        "You lose",
        "their terms bind you · Steel test",
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
    figure, line, sentence = LEAVES[result]
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
        blocks=(Verdict(figure, line, sentence), Table("What follows", ("", "Here"), rows)),
    )
