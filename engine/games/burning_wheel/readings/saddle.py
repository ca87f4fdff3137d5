"""Fighting from the saddle as the table reads the rules; each reading is asked for only where it changes something."""

from dataclasses import replace

from engine.games.burning_wheel.rules import lance, saddle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.lance import Timing
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.riders import Rider
from engine.games.burning_wheel.rules.saddle import BONUSES, Bonus, Doing, Spot, Stroke, Training
from engine.games.burning_wheel.rules.throws import Ground
from engine.rulings import Rulings
from engine.working import Worked


def penalty(training: Training, mount: Positioning, doing: Doing, ask: Rulings) -> Worked:
    """What the saddle adds to an obstacle. Source: RID-12, RID-23."""
    adds = False
    if saddle.also_moves(mount, doing, training):
        shot = doing is Doing.SHOOT and training is Training.BOWMAN
        adds = ask["saddle.shots-moving" if shot else "saddle.moving"] == "adds"
    return saddle.penalty(training, mount, doing, adds=adds)


def word(training: Training, mount: Positioning, ask: Rulings) -> Worked:
    """What a moving mount adds to the Riding test of a word to it, or of holding it. Source: RID-12, RID-14, RID-15."""
    if not saddle.penalty(training, mount, Doing.OTHER).total or ask["saddle.word"] == "alone":
        return Worked(())
    return penalty(training, mount, Doing.OTHER, ask)


def bonus(stroke: Stroke, training: Training, mount: Positioning, ask: Rulings) -> Bonus:
    """What a stroke gains. Source: RID-21."""
    found = BONUSES[stroke]
    matters = training is Training.NONE and found != BONUSES[Stroke.PLAIN]
    return saddle.bonus(stroke, training, mount, anyone=matters and ask["saddle.bonuses"] == "anyone")


def rider_of(
    mount: Mount,
    training: Training,
    riding: Ability,
    ask: Rulings,
    *,
    seated: bool,
    stroke: Stroke = Stroke.PLAIN,
    ground: Ground = Ground.ROAD,
) -> Rider:
    """A rider of a fight that is played out, with every reading that it may come to rest on. Source: RID-12, RID-21."""
    gains = BONUSES[stroke] != BONUSES[Stroke.PLAIN]
    return Rider(
        mount,
        training,
        seated,
        stroke,
        ask["saddle.moving"] == "adds",
        training is Training.BOWMAN and ask["saddle.shots-moving"] == "adds",
        training is Training.NONE and gains and ask["saddle.bonuses"] == "anyone",
        riding,
        ground,
        ask["saddle.word"] == "counts",
    )


def in_melee(rider: Rider, ask: Rulings, *, lance: bool) -> Rider:
    """The same hand to hand, with the readings of blows at rider and beast, and of a `lance`. Source: RID-18 to 22."""
    back = saddle.FAR if ask["saddle.mount-to-rider"] == "two" else saddle.ACROSS
    if not lance:
        return replace(rider, back=back)
    over, great = ask["lance.push"] == "over", ask["lance.first"] == "great"
    return replace(rider, back=back, by_lance=by_lance(ask), over=over, great=great)


def moves(offered: Spot, wanted: Spot, ask: Rulings) -> int:
    """The price of a blow's move on rider and beast. Source: RID-22."""
    back = saddle.ACROSS
    if saddle.unpriced(offered, wanted) and ask["saddle.mount-to-rider"] == "two":
        back = saddle.FAR
    return saddle.moves(offered, wanted, back=back)


def needs_set(ask: Rulings) -> bool:
    """Whether a couched lance is Set with an action of its own in Fight!. Source: RID-17."""
    return ask["lance.set"] == "set"


def by_lance(ask: Rulings) -> bool:
    """Whether the skill that helps the beast is Lance. Source: RID-18."""
    return ask["lance.help"] == "lance"


def pushes_over(obstacle: int, ask: Rulings) -> bool:
    """Whether only successes over the obstacle push. Source: RID-19."""
    return obstacle > 0 and ask["lance.push"] == "over"


def timing(against: Act, *, won: bool, shorter: bool, ask: Rulings) -> Timing:
    """When the lance strikes; asked for only where it matters. Source: RID-20."""
    great = True
    if won and shorter and against is Act.GREAT_STRIKE:
        great = ask["lance.first"] == "great"
    return lance.timing(against, won=won, shorter=shorter, great=great)
