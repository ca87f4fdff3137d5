"""A hit: its three stages, what it takes to reach them, and its shade."""

from dataclasses import dataclass
from typing import Any

from engine import wording
from engine.answer import Note, Table, Working
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.readings.damage import behind, staged
from engine.games.burning_wheel.rules import damage as rules
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.rulings import Rulings
from engine.working import Worked

HOW = {
    Stage.INCIDENTAL: "Half, rounded up",
    Stage.MARK: "All the Power",
    Stage.SUPERB: "1½ times, rounded down",
}


@dataclass(frozen=True, slots=True)
class Force:
    """The Power behind a blow with its working, and where its three stages fall."""

    worked: Worked
    damage: Damage

    @property
    def words(self) -> str:
        """The three places: "B4 / B7 / B10"."""
        return places(self.damage)

    @property
    def ledger(self) -> Working:
        """The Power as a ledger."""
        return Working(self.worked.lines, self.worked.total, "Power behind the blow")

    @property
    def values(self) -> dict[str, Any]:
        """Power and stages for programs."""
        return {"power": self.worked.total, **{stage.value: str(self.damage.at(stage)) for stage in LANDED}}


def places(damage: Damage) -> str:
    """The three places of a blow, never broken between number and slash."""
    return f"{wording.NO_BREAK}/{wording.NO_BREAK}".join(str(damage.at(stage)) for stage in LANDED)


def force(
    own: int,
    weapon: int,
    ask: Rulings,
    *,
    whose: str = "your",
    weapon_words: str = "Weapon Power",
    power_shade: Shade = Shade.BLACK,
    weapon_shade: Shade = Shade.BLACK,
    great_strike: bool = False,
    other: int = 0,
) -> Force:
    """The Power and the stages of a blow, under the table's readings."""

    def worked(least: int | None) -> Worked:
        return rules.power(
            own,
            weapon,
            power_words=f"{whose.capitalize()} Power",
            weapon_words=weapon_words,
            power_shade=power_shade,
            weapon_shade=weapon_shade,
            great_strike=great_strike,
            other=other,
            least=least,
        )

    found = behind(worked, ask)
    return Force(found, staged(found.total, weapon_shade, ask))


def stages(found: Force, add: int, aimed: int, landed: Stage | None, obstacle: int | None = None) -> Table:
    """The three stages: how each comes from Power, where it falls, and what it takes to roll at an obstacle."""
    rows = []
    for stage in LANDED:
        over = rules.over_needed(stage, add) + (aimed if stage is not Stage.INCIDENTAL else 0)
        rolled = () if obstacle is None else (obstacle + over,)
        rows.append((stage, str(found.damage.at(stage)), HOW[stage], over, *rolled))
    rolls = () if obstacle is None else (f"Successes at {ob(obstacle)}",)
    columns = ("Stage", "Lands at", "Comes from", "Over the obstacle", *rolls)
    current = LANDED.index(landed) if landed in LANDED else None
    return Table(f"Three stages, Add {add}", columns, tuple(rows), current)


def check_aim(margin: int, aimed: int) -> None:
    """Raises `Unusable` where more successes are spent on aiming than there are over the obstacle."""
    if aimed and aimed > max(0, margin):
        over = wording.count(max(0, margin), "success", "successes")
        raise Unusable(
            "aimed", f"You aim with successes over the obstacle; the roll has {over}, and this spends {aimed}."
        )


def hit_words(stage: Stage) -> str:
    """ "An Incidental hit", "A Mark hit"."""
    return f"{'An' if stage is Stage.INCIDENTAL else 'A'} {stage.words} hit"


def next_stage(stage: Stage, missing: int) -> str:
    """What is missing for more, in a few words."""
    if stage is Stage.MISS:
        return f"{missing} short of the obstacle"
    if stage is Stage.SUPERB:
        return "nothing lies beyond"
    return f"{missing} more for {LANDED[LANDED.index(stage) + 1].words}"


def shade_notes(power_shade: Shade, weapon_shade: Shade, whose: str = "your") -> tuple[Note, ...]:
    """What a gray or white Power, yours or theirs (`whose`), does and does not do."""
    if power_shade is Shade.BLACK:
        return ()
    if weapon_shade is not Shade.BLACK:
        text = f"What strikes is {weapon_shade.words} itself, so {whose} {power_shade.words} Power adds nothing."
        return (Note(text, rule="WPN-03"),)
    text = (
        "An ordinary weapon swung with this bonus breaks for good when the action comes to no success. "
        "You may leave it out: set the shade of the Power to black."
    )
    return (Note(text, rule="WPN-03"),)
