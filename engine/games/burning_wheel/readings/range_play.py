"""Range and Cover played out, as the table reads the rules."""

from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.rules import range_charms
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.range_dice import Out
from engine.games.burning_wheel.rules.range_state import House
from engine.games.burning_wheel.rules.range_track import PAIR
from engine.rulings import Rulings


def house_of(ask: Rulings) -> House:
    """Every reading that a conflict may come to rest on. Source: RNC-41."""

    def reads(ruling: str, value: str) -> bool:
        return ask[f"range.{ruling}"] == value

    return House(
        chain=chain(ask),
        perception_opens=open_ended(ELEMENTS["perception"], ask),
        out=Out(ask["range.out-dice"]),
        optimal_start=reads("start-dice", "optimal"),
        gm_on_start_tie=reads("start-tie", "gm"),
        reloads_hesitating=reads("reload-hesitating", "yes"),
        shield_always=reads("shield-maneuver", "any"),
        shield_past_heavy=reads("shield-past-heavy", "yes"),
        dear_dice=reads("dear-dice", "yes"),
        cover_pairs=reads("cover-pairs", "yes"),
        aim_expires=reads("aim-expires", "yes"),
        tie_before=reads("tie-shot", "before"),
        fort_returns=ask["range.fort-return"],
        fort_stacks=reads("fort-stacks", "yes"),
        observe=reads("observation", "switch"),
        stealthy_found=reads("stealthy-meet", "opponent"),
        nerve_own=reads("nerve-dice", "own"),
        shot_at_broken=reads("shot-at-nerve", "broken"),
        steel_shot_after=reads("steel-shot", "after"),
        nerve_stays=reads("nerve-lost", "stay"),
        running_tie=reads("running-tie", "free"),
        covered_withdraw=reads("steel-withdraw", "none"),
        like_steps=1 if reads("like-tie", "one") else PAIR,
        strict_track=reads("stop-short", "literal"),
        hard_to_spot=reads("swoon-perception", "double"),
        tie_risks_bomb=ask["bomb.range-tie"] == "risk",
        charms=range_charms.House(
            best=ask["sorcery.range-dice"] == "best",
            as_bomb=ask["sorcery.presence-bomb"] == "bomb",
            capped=ask["sorcery.range-maintains"] == "two",
        ),
    )
