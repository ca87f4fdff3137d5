"""What a step of Range and Cover brought, in lines (RNC-41)."""

from collections.abc import Iterator

from engine import wording
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import name_of
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.rules import range_procedure as rules
from engine.games.burning_wheel.rules.charms import Works
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_procedure import Conflict, Shots, Won


def brought(state: Conflict) -> Iterator[tuple[str, str, str]]:
    """The lines of the last step: whose, what, and by which rule."""
    match state.came:
        case rules.Started(totals, winner):
            for place, total in enumerate(totals):
                said = f"rolls {wording.count(total, 'success', 'successes')} for the starting range"
                yield name_of(state, place), said + (" and picks it." if winner == place else "."), "RNC-07"
            if winner is None:
                yield "", "A tie for the starting range.", "RNC-07"
        case rules.Picked(stop) | rules.Placed(stop):
            yield "", f"They stand: {stop.words}.", "RNC-31"
        case rules.Scripted(place, forfeits):
            said = "gives up volley 3 for another volley 2." if forfeits else f"has scripted exchange {state.exchange}."
            yield name_of(state, place), said, "RNC-37" if forfeits else "RNC-17"
        case rules.Revealed(pair):
            for place, move in enumerate(pair):
                yield name_of(state, place), f"{move.words}." if move else "hesitates.", "RNC-18" if move else "RNC-36"
        case Won() as won:
            yield from _won(state, won)
        case rules.Declared(place):
            yield name_of(state, place), "has declared.", "RNC-11"
        case rules.Paid(spelled):
            for one in spelled:
                yield name_of(state, one.side), f"{one.charm.name} is broken off.", "SOR-33"
                yield from _price(state, one)
        case Shots(shots, spelled):
            for one in spelled:
                yield from _spelled(state, one)
            for shot in shots:
                rolled = wording.count(shot.successes, "success", "successes")
                said = f"shoots from {shot.range.words} against {ob(shot.obstacle.total)}: {rolled}, "
                yield name_of(state, shot.side), said + ("a hit." if shot.hits else "a miss."), "RNC-12"
        case rules.Harmed(place, harm):
            if harm.mount:
                taken = "is on foot: the mount is down." if harm.down else f"has the mount hurt: −{harm.lost}D."
            else:
                taken = "is out of it." if harm.down else f"loses {wording.count(harm.lost, 'die', 'dice')}."
            yield name_of(state, place), taken, "RID-24" if harm.mount else "HUB-18"
        case rules.Reacted(place, reaction, _):
            yield name_of(state, place), f"{reaction.words}.", "RNC-36"
        case rules.Spotted(place, obstacle, successes):
            found = "finds them" if successes >= obstacle else "finds nobody"
            yield name_of(state, place), f"looks around against {ob(obstacle)} and {found}.", "RNC-36"


def _spelled(state: Conflict, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The lines of a spell or a prayer."""
    name, other = name_of(state, one.side), name_of(state, 1 - one.side)
    rolled = wording.count(one.successes, "success", "successes")
    said = f"{one.charm.name} against {ob(one.against)}: {rolled}, "
    rule = "FAI-04" if one.charm.prayer else "SOR-45"
    yield name, said + ("it fails." if one.over is None else "it comes off."), rule
    if one.shield is not None:
        yield from _shield(name, other, one)
    if one.stopped and not one.shielded:
        yield other, "undoes it with the counter-spell.", "SOR-46"
    elif one.taken and not one.shielded:
        yield other, f"takes {one.taken} from it with the counter-spell.", "SOR-46"
    if one.hit is not None and one.stage:
        yield other, f"is struck by {one.charm.name}: {one.stage.words} at {one.hit}.", "SOR-20"
    if one.volleys:
        yield other, f"hesitates {wording.count(one.volleys, 'volley', 'volleys')}.", "STE-05"
    yield from _price(state, one)


def _shield(name: str, other: str, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The lines of an Eldritch Shield that is put up, or that a spell meets. Source: SOR-48, SOR-49."""
    if one.charm.works is Works.SHIELD:
        yield name, f"has an Eldritch Shield of {one.shield}D.", "SOR-48"
        return
    left = f"is down to {one.shield}D" if one.shield else "is blasted away"
    rest = f", and nothing is left of {one.charm.name}" if one.shielded else ""
    yield other, f"The Eldritch Shield {left}{rest}.", "SOR-48" if one.shield else "SOR-49"


def _price(state: Conflict, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The Die of Fate of a spell that failed, and its Tax."""
    name = name_of(state, one.side)
    if one.failure:
        yield name, f"{one.failure.words}.", "SOR-30"
    if one.taxed:
        took = f"takes {wording.count(one.taxed.lost, 'die', 'dice')} of Forte" if one.taxed.lost else "holds"
        drops = ", and the caster drops" if one.taxed.unconscious else ""
        yield name, f"Tax {took}{drops}.", "SOR-13"


def _won(state: Conflict, won: Won) -> Iterator[tuple[str, str, str]]:
    """The lines of a positioning test."""
    totals = " against ".join("nothing" if total is None else str(total) for total in won.totals)
    if won.winner is not None:
        said = f"wins the position, {totals}, with {wording.count(won.margin, 'success', 'successes')} to spend."
        yield name_of(state, won.winner), said, "RNC-10"
    else:
        yield "", f"{totals}: {'a tie' if won.tied else 'nobody gets their way'}.", "RNC-16"
    for cast, fell in state.thrown:
        if cast.what == "riding":
            held = fell.count.successes >= state.reins(cast.side)[1]
            said = "holds the mount to it." if held else "cannot hold the mount: it bolts or shies."
            yield name_of(state, cast.side), said, "RID-15"
    for place, failed in enumerate(won.failed):
        if failed:
            lost = wording.count(failed, "volley", "volleys")
            yield name_of(state, place), f"loses the nerve and hesitates {lost}.", "RNC-21"
    for place, burst in enumerate(won.burst):
        if burst:
            yield name_of(state, place), "does not win, and the bomb goes off in the hand.", "WPN-32"
    for place, free in enumerate(won.free):
        if free:
            yield name_of(state, place), "has a free shot at someone who trusts to Steel.", "RNC-21"
