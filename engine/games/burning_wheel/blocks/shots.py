"""A shot: the chance of each stage before any die falls, what the Die of Fate needs, and what it brought."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import wording
from engine.answer import Block, Entry, Fact, Table, Verdict, Working
from engine.forms import Unusable
from engine.games.burning_wheel.blocks.hits import hit_words, places
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Chain, ob
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.missiles import Aim, aim
from engine.games.burning_wheel.rules import shots
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.shots import MISSED, MOST_BONUS, Landing, Shot
from engine.games.burning_wheel.rules.wounds import Felt
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

FELL = "The Die of Fate falls once it hits: say your successes first."


BALANCE = 1
"""The die of a superior missile or thrown weapon. Source: WPN-19."""


def flown(
    skill: Ability, hurt: Felt, dice: int, obstacle: Worked, ask: Rulings, *, balance: bool = False
) -> tuple[Test, Worked, Worked]:
    """The test of a shot or throw after wounds, with the ledgers of its dice and its obstacle."""
    lines = [Line(skill.exponent, f"Skill {skill}", "WPN-12"), Line(dice, "Other dice", "HUB-16")]
    lines += [Line(BALANCE, "Balance die", "WPN-19")] if balance else []
    lines.append(Line(max(-hurt.lost, -sum(line.amount for line in lines)), hurt.dice.reason, hurt.dice.rule))
    worked = Worked(tuple(lines))
    against = Worked((*obstacle.lines, *((hurt.obstacle,) if hurt.added else ())))
    return Test.of(skill.shade, worked.total, against.total, ask), worked, against


def aimed(wanted: Target, hidden: frozenset[Target], mounted: bool, ask: Rulings, at: str = "aim") -> Aim:
    """The aim; its refusal stands beside the field that it is about, `at` for what is wanted."""
    try:
        return aim(wanted, hidden, ask, mounted=mounted)
    except Refused as error:
        raise Unusable("hidden" if len(hidden) == len(Target) else at, str(error)) from None


@dataclass(frozen=True, slots=True)
class Flight:
    """A shot or throw at someone: the test, with what the head adds in its obstacle, what flies, and where it is aimed.

    `rolled` are the successes and `die` the face of the Die of Fate, None before they fall. Raises `Unusable` at the
    fields "aim" and "die" where more is aimed with than there is, or the die falls before the roll.
    """

    test: Test
    shot: Shot
    aim: Aim
    rolled: int | None = None
    die: int | None = None

    def __post_init__(self) -> None:
        if self.aim.cost is None:
            said = f"From the {self.aim.start.words.lower()} the shot cannot be moved; your table rules so."
            raise Unusable("aim", said)
        if self.die is not None and not self.hits:
            missed = f"These {wording.count(self.rolled or 0, 'success', 'successes')} miss: no Die of Fate falls."
            raise Unusable("die", FELL if self.rolled is None else missed)
        over = max(0, self.over)
        if self.hits and self.cost > over:
            has = wording.count(over, "success", "successes")
            raise Unusable("aim", f"That takes {self.cost} over the obstacle; the roll has {has}. Aim at less.")

    @property
    def over(self) -> int:
        """Successes over the obstacle, below 0 for a miss; 0 before the roll."""
        return 0 if self.rolled is None else self.rolled - self.test.obstacle

    @property
    def hits(self) -> bool:
        """Whether it was rolled, and hits."""
        return self.rolled is not None and self.over >= 0

    @property
    def cost(self) -> int:
        """Successes over the obstacle that aiming takes."""
        return self.aim.cost or 0

    @property
    def bonus(self) -> int:
        """What the successes that are left add to the Die of Fate; 0 before the roll."""
        return shots.bonus((self.rolled or 0) - self.cost, self.test.obstacle) if self.hits else 0

    @property
    def fate(self) -> Worked:
        """What modifies the Die of Fate, line by line."""
        lines = [Line(self.bonus, "Successes over the obstacle", "WPN-16")] if self.hits else []
        return Worked((*lines, *self.shot.fate.lines))

    @property
    def stage(self) -> Stage | None:
        """How it landed; None before the dice fall."""
        if self.rolled is not None and not self.hits:
            return Stage.MISS
        return None if self.die is None else self.shot.bands.stage(self.die + self.fate.total)

    @property
    def landings(self) -> Mapping[Landing, Fraction]:
        """The exact chance of each end before any die falls."""
        opens = chain(self.test.ask) if self.test.pool.open_ended else Chain.CHAIN
        return shots.landings(self.test.pool, self.test.obstacle, self.shot, self.cost, opens)

    @property
    def chances(self) -> Mapping[Stage, Fraction]:
        """The same by stages: of all ends before the roll, of a hit after it."""
        if self.hits:
            return {Stage.MISS: Fraction(0), **self.shot.chances(self.bonus)}
        found = dict.fromkeys(Stage, Fraction(0))
        for landing, chance in self.landings.items():
            found[landing.stage] += chance
        return found

    @property
    def values(self) -> dict[str, Any]:
        """The flight for programs."""
        chances = {f"chance_{stage.value}": chance for stage, chance in self.chances.items()}
        return {
            **self.test.values,
            **{stage.value: str(self.shot.damage.at(stage)) for stage in LANDED},
            **chances,
            "va": self.shot.va,
            "cost": self.cost,
            "start": self.aim.start.value,
            "modifier": self.fate.total,
            "bonus": self.bonus,
            "stage": self.stage.value if self.stage else "",
            "hit": str(self.shot.damage.at(self.stage)) if self.stage else "",
        }

    @property
    def verdict(self) -> Verdict:
        """The chance to hit, or what the dice brought."""
        damage = Fact(places(self.shot.damage), "damage")
        if self.stage is Stage.MISS:
            short = f"{-self.over} short of the obstacle"
            return Verdict(Stage.MISS.words, (Fact(short), damage), f"A miss, {short}.")
        where = self.aim.wanted.words.lower()
        va = Fact(self.shot.va, "VA")
        if self.stage is not None:
            at, total = self.shot.damage.at(self.stage), self.fate.total
            die = f"{self.die} {wording.signed(total)} on the die" if total else f"{self.die} on the die"
            said = f"{hit_words(self.stage)} at {at}, {_in(where)}."
            return Verdict(f"{self.stage.words} {at}", (Fact(where), va, Fact(die)), said)
        if self.hits:
            chances = self.chances
            facts = (Fact(where), *(Fact(chances[stage], stage.words) for stage in LANDED))
            added = wording.signed(self.fate.total) if self.fate.total else "nothing added"
            return Verdict("Hit", facts, f"A hit, {_in(where)}: roll the Die of Fate, {added}.")
        shown = wording.percent(self.test.chance)
        chances = self.chances
        said = (
            f"You hit {shown} of the time: Incidental {wording.percent(chances[Stage.INCIDENTAL])}, "
            f"Mark {wording.percent(chances[Stage.MARK])}, Superb {wording.percent(chances[Stage.SUPERB])}."
        )
        return Verdict(shown, (*self.test.facts[:1], damage, va, *self.test.facts[2:]), said, Mark.DERIVED)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What stands below the verdict: the chances, what the die needs, and the ledgers."""
        blocks: list[Block] = [self.ends] if self.rolled is None else []
        blocks.append(self.needs)
        if self.fate.lines:
            blocks.append(Working(self.fate.lines, self.fate.total, "On the Die of Fate"))
        return tuple(blocks)

    @property
    def ends(self) -> Table:
        """Every end with its exact chance, and where it hits when it is aimed."""
        found = self.landings
        aimed = bool(self.cost)
        order = [MISSED, *(Landing(stage, moved) for moved in (False, True) for stage in LANDED)]
        rows = []
        for landing in order:
            if landing not in found and not (landing.moved == aimed and landing is not MISSED):
                continue
            rows.append(self._row(landing, found.get(landing, Fraction(0))))
        columns = ("Ends as", "Lands at", *(("Where",) if aimed else ()), "Chance")
        caption = f"{self.test.pool} against {ob(self.test.obstacle)}"
        return Table(caption, columns, tuple(rows), mark=Mark.DERIVED)

    def _row(self, landing: Landing, chance: Fraction) -> tuple[Entry, ...]:
        missed = landing is MISSED
        at = None if missed else str(self.shot.damage.at(landing.stage))
        spot = self.aim.wanted if landing.moved else self.aim.start
        return (landing.stage, at, *((None if missed else spot,) if self.cost else ()), chance)

    @property
    def needs(self) -> Table:
        """The Die of Fate by the successes: what is added, and the chance of each stage."""
        obstacle = self.test.obstacle
        rows: list[tuple[Entry, ...]] = []
        current = None
        for gained in range(MOST_BONUS + 1):
            least = shots.needed(gained, obstacle) + self.cost
            after = shots.needed(gained + 1, obstacle) + self.cost - 1
            if shots.bonus(least - self.cost, obstacle) != gained:
                continue
            if self.hits and self.bonus == gained:
                current = len(rows)
            span = f"{least} or more" if gained == MOST_BONUS else spanned(least, after)
            total = gained + self.shot.fate.total
            rows.append((span, wording.signed(total) if total else "0", *self.shot.chances(gained).values()))
        columns = ("Successes", "On the die", *(stage.words for stage in LANDED))
        return Table(f"Die of Fate: {self.shot.bands.words}", columns, tuple(rows), current, Mark.DERIVED)


def _in(where: str) -> str:
    return f"in the {where}"


def spanned(least: int, most: int) -> str:
    """Numbers from one to another: "2", "4 or 5", "6 to 8"."""
    return str(least) if least == most else f"{least} or {most}" if most == least + 1 else f"{least} to {most}"
