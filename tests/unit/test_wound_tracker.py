"""The wound tracker: a wound from the blow to the scar, walks by chance that keep its promises, and its session."""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from bs4 import BeautifulSoup

from engine import app, games, session, views
from engine.answer import Table, plain
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.wounds import WoundRow
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import Blood, Clock
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.recovery import STAGES, House, lasts
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.treatment import Medic
from engine.games.burning_wheel.rules.wound_tracker import Body, Patient, Scene, Stands
from engine.games.burning_wheel.rules.wounded import Condition, Relief
from engine.games.burning_wheel.rules.wounds import PRESETS, Level, together
from engine.games.burning_wheel.sheet.effects import KeepWounds
from engine.games.burning_wheel.views.blocks import Clocks
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Session, Tape
from tests.site.building import modules

app.load(modules())

B4 = Ability(Shade.BLACK, 4)
HOUR, DAY = 60, 24 * 60
BODY = Body(dict.fromkeys(Stat, 4), PRESETS["B4"], Blood(B4, 4))
INES = Patient.whole("Ines", BODY)


def at(text: str) -> Coordinate:
    return Coordinate.parse(text)


def hours(count: int) -> Fraction:
    return Fraction(count * HOUR)


def days(count: int) -> Fraction:
    return Fraction(count * DAY)


def test_wounds_stay_apart_and_their_penalties_add() -> None:
    hurt = INES.hit(at("B3")).hit(at("B5")).hit(at("B2"))
    assert (hurt.levels, hurt.lost, hurt.obstacle) == ((Level.SUPERFICIAL, Level.LIGHT), 1, 1)


def test_a_severe_wound_bleeds_to_death_where_nobody_tends_it() -> None:
    hurt = INES.hit(at("B8"))
    assert hurt.later(hours(4)).levels == (Level.TRAUMATIC,)
    assert hurt.later(hours(4)).condition is Condition.UNCONSCIOUS, "Will and Perception are at 0"
    mortal = hurt.later(hours(6))
    assert mortal.dying
    assert not mortal.later(Fraction(3)).dead
    assert mortal.later(Fraction(4)).dead


def test_a_severe_wound_gives_its_dice_back_over_two_months() -> None:
    treated = INES.hit(at("B8")).treat(0, Medic.SURGERY, 6)
    assert treated.lost == 2, "the first die comes with the treatment"
    assert treated.injuries[0].bonus == 2
    assert treated.now == 80, "four points of obstacle, twenty minutes each"
    healing = treated.heal(0, 4, 2)
    lost = [healing.later(days(day)).lost for day in (0, 29, 30, 59, 60)]
    assert lost == [2, 2, 1, 1, 0]
    assert healing.later(days(60)).stands(0) is Stands.HEALED


def test_the_first_die_may_wait_for_health() -> None:
    late = Patient.whole("Ines", replace(BODY, house=House(first_on_health=True))).hit(at("B8"))
    treated = late.treat(0, Medic.SURGERY, 4)
    assert treated.lost == 3
    assert treated.heal(0, 4, 2).lost == 2


def test_health_fails_and_two_dice_leave_a_stat_when_the_wound_closes() -> None:
    badly = INES.hit(at("B8")).treat(0, Medic.SURGERY, 4).heal(0, 3, 2, Stat.SPEED)
    assert badly.later(days(59)).stats[Stat.SPEED] == 4
    closed = badly.later(days(60))
    assert (closed.stats[Stat.SPEED], closed.stats[Stat.POWER], closed.lost) == (2, 4, 0)


def test_a_stat_that_is_gone_for_good_is_a_coma() -> None:
    weak = Patient.whole("Ines", replace(BODY, stats=BODY.stats | {Stat.AGILITY: 2}))
    closed = weak.hit(at("B8")).treat(0, Medic.SURGERY, 4).heal(0, 0, 1, Stat.AGILITY).later(days(30))
    assert closed.condition is Condition.UNCONSCIOUS
    assert closed.lost == 0


def test_a_failed_treatment_of_a_midi_wound_costs_a_die() -> None:
    botched = INES.hit(at("B7")).treat(0, Medic.FIELD_DRESSING, 3)
    assert botched.later(hours(100)).levels == (Level.MIDI,), "it bleeds no more"
    closed = botched.heal(0, 4, 10, Stat.AGILITY)
    assert [closed.later(days(day)).lost for day in (0, 62, 63)] == [2, 2, 0]
    assert closed.later(days(63)).stats[Stat.AGILITY] == 3
    with pytest.raises(Refused, match="stands"):
        botched.treat(0, Medic.SURGERY, 9)


def test_a_failed_treatment_of_a_severe_wound_leaves_it_bleeding_for_better_hands() -> None:
    botched = INES.hit(at("B8")).treat(0, Medic.HERBALISM, 4)
    assert botched.clock.left(0) == 4 * HOUR - 75
    assert botched.treat(0, Medic.SURGERY, 4).stands(0) is Stands.TREATED


def test_three_superficial_wounds_heal_as_a_light_one() -> None:
    third = INES.hit(at("B3")).hit(at("B4")).hit(at("B3"))
    assert (third.lost, third.obstacle) == (1, 0)
    assert third.asks(1) == 2
    assert third.heal(1, 2).levels == ()
    assert third.heal(1, 1).later(hours(20)).levels == ()
    assert third.heal(1, 1).later(hours(19)).lost == 1
    assert third.hit(at("B3")).asks(3) == 1


def test_pain_is_shaken_off_until_the_scene_ends() -> None:
    hurt = INES.hit(at("B3")).hit(at("B8"))
    eased = hurt.shake_off(Relief.SHRUG).shake_off(Relief.GRIT, 4)
    assert (eased.lost, eased.obstacle) == (2, 0)
    assert (eased.scene_ends().lost, eased.scene_ends().obstacle) == (3, 1)
    assert hurt.shake_off(Relief.GRIT, 3).lost == 3, "three successes do not reach Ob 4"
    with pytest.raises(Refused):
        eased.shake_off(Relief.GRIT)


def test_a_new_superficial_wound_brings_the_obstacle_back() -> None:
    assert INES.hit(at("B3")).shake_off(Relief.SHRUG).hit(at("B3")).obstacle == 1


def test_relief_goes_with_the_wound_that_it_eased_inj_18_inj_19() -> None:
    shrugged = INES.hit(at("B3")).shake_off(Relief.SHRUG).heal(0, 1)
    assert (shrugged.obstacle, shrugged.hit(at("B3")).obstacle) == (0, 1)
    gritted = INES.hit(at("B5")).shake_off(Relief.GRIT).heal(0, 2)
    assert (gritted.lost, gritted.hit(at("B5")).lost) == (0, 1)


def test_someone_incapacitated_tries_once() -> None:
    weak = Patient.whole("Ines", replace(BODY, stats=BODY.stats | {Stat.POWER: 3})).hit(at("B8"))
    assert weak.condition is Condition.DOWN
    assert weak.shake_off(Relief.GRIT).condition is Condition.UP
    tried = weak.shake_off(Relief.GRIT, 0)
    assert not tried.may_grit
    with pytest.raises(Refused, match="one such attempt"):
        tried.shake_off(Relief.GRIT)


def test_the_dying_need_the_will_to_live_and_then_a_surgeon() -> None:
    fallen = INES.hit(at("B10"))
    with pytest.raises(Refused, match="will to live"):
        fallen.treat(0, Medic.SURGERY, 7)
    with pytest.raises(Refused, match="shakes nothing off"):
        fallen.shake_off(Relief.GRIT)
    willing = fallen.will(lives=True)
    with pytest.raises(Refused, match="paid for"):
        willing.will(lives=True)
    assert fallen.will(lives=False).dead
    assert willing.treat(0, Medic.SURGERY, 6).dead
    assert willing.later(Fraction(4)).dead, "Health minutes are over"
    saved = willing.later(Fraction(3)).treat(0, Medic.SURGERY, 7)
    assert (saved.condition, saved.dying) == (Condition.UNCONSCIOUS, False)
    assert saved.heal(0, 5, 12).dead


def test_another_blow_does_not_take_the_will_back() -> None:
    assert INES.hit(at("B10")).will(lives=True).hit(at("B5")).unsaid == ()
    assert INES.hit(at("B10")).will(lives=True).hit(at("B11")).unsaid == (1,)


def test_a_mortal_wound_heals_through_its_six_stages() -> None:
    one = INES.hit(at("B10")).will(lives=True).treat(0, Medic.SURGERY, 7).heal(0, 6, 12)
    assert one.later(days(359)).condition is Condition.UNCONSCIOUS
    met, asked, now = [Level.MORTAL], [6], one.later(days(360))
    for amount, wait in ((3, 90), (2, 60), (4, 28), (None, 0), (None, 0)):
        met.append(now.level(0))
        asked.append(now.asks(0))
        assert now.lost == (lasts(now.level(0))), "the penalty of the stage"
        now = now.heal(0, asked[-1], amount, Stat.POWER).later(days(wait))
    assert tuple(met) == STAGES
    assert asked == [6, 5, 4, 3, 2, 1]
    assert now.levels == ()


def test_a_stage_that_goes_badly_still_costs_its_dice_once_the_next_begins() -> None:
    one = INES.hit(at("B10")).will(lives=True).treat(0, Medic.SURGERY, 7).heal(0, 6, 4).later(days(120))
    after = one.heal(0, 4, 2, Stat.WILL).later(days(60))
    assert after.level(0) is Level.SEVERE
    assert after.stats[Stat.WILL] == 2


def test_the_soft_way_caps_a_stat() -> None:
    tall = replace(BODY, stats=BODY.stats | {Stat.POWER: 7}, house=House(soft=True))
    saved = Patient.whole("Ines", tall).hit(at("B10")).will(lives=True).treat(0, Medic.SURGERY, 7)
    with pytest.raises(Refused, match="which stat"):
        saved.heal(0, 0, 4)
    marked = saved.heal(0, 0, 4, Stat.POWER).later(days(120))
    assert (marked.level(0), marked.stats[Stat.POWER]) == (Level.TRAUMATIC, 5)


def test_each_stage_may_want_a_treatment_of_its_own() -> None:
    each = Patient.whole("Ines", replace(BODY, house=House(each_stage=True))).hit(at("B10")).will(lives=True)
    stage = each.treat(0, Medic.SURGERY, 7).heal(0, 6, 4).later(days(120))
    with pytest.raises(Refused, match="treated before"):
        stage.asks(0)
    assert stage.treat(0, Medic.SURGERY, 7).asks(0) == 5


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda one: one.heal(0, 9), "how long it takes"),
        (lambda one: one.heal(0, 9, 4), "1 to 3 months"),
        (lambda one: one.heal(0, 0, 2), "which stat"),
        (lambda one: one.heal(1, 9), "no wound 2"),
        (lambda one: one.treat(0, Medic.SURGERY, 9), "treated already"),
        (lambda one: one.will(lives=True), "there is none here"),
        (lambda one: one.later(Fraction(-1)), "forward"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(act: Any, words: str) -> None:
    with pytest.raises(Refused, match=words):
        act(INES.hit(at("B8")).treat(0, Medic.SURGERY, 4))


def steps(one: Patient, chance: random.Random) -> Patient:
    """One thing of many that may happen to someone, where it may."""
    number = chance.randrange(max(1, len(one.injuries)))
    rolled = chance.randrange(8)
    acts = (
        lambda: one.hit(Coordinate(chance.randint(1, 11))),
        lambda: one.later(Fraction(chance.choice((1, 60, 600, DAY, 30 * DAY)))),
        lambda: one.scene_ends(),
        lambda: one.shake_off(chance.choice(list(Relief)), chance.choice((None, rolled))),
        lambda: one.staunch(number, Medic.SURGERY, rolled),
        lambda: one.treat(number, chance.choice((None, Medic.HERBALISM, Medic.SURGERY)), rolled),
        lambda: one.heal(number, rolled, chance.choice((None, 2, 3, 4)), chance.choice(list(Stat))),
        lambda: one.will(lives=chance.random() < 0.9),
    )
    try:
        return chance.choice(acts)()
    except Refused:
        return one


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_its_numbers_hold(seed: int) -> None:
    chance = random.Random(seed)
    house = House(soft=bool(seed % 2), each_stage=bool(seed % 3), first_on_health=bool(seed % 5))
    one = Patient.whole("Ines", replace(BODY, house=house))
    for _ in range(60):
        before, one = one, steps(one, chance)
        assert one.now >= before.now
        assert len(one.injuries) >= len(before.injuries)
        assert not before.dead or one.dead
        felt = [level for level in one.levels if level is not Level.MORTAL]
        most = -together(felt).dice.total
        assert 0 <= one.lost <= most
        assert one.scene_ends().lost >= one.lost
        assert all(one.stats[stat] <= before.stats[stat] for stat in Stat)
        healed = [injury.healed for injury in one.injuries]
        assert all(now or not then for then, now in zip([i.healed for i in before.injuries], healed, strict=False))
        if not any(injury.care.value != "none" or injury.outcome for injury in one.injuries) and not one.dead:
            assert one.levels == tuple(wound.level for wound in one.clock.wounds)


def test_untended_it_is_the_bleeding_clock_and_nothing_else() -> None:
    clock = Clock(BODY.blood).hurt(Level.MIDI).hurt(Level.SEVERE).hurt(Level.SEVERE)
    one = INES.hit(at("B7")).hit(at("B8")).hit(at("B8"))
    for minutes in (30, 90, 45, 200):
        clock, one = clock.later(Fraction(minutes)), one.later(Fraction(minutes))
        assert one.clock.events == clock.events


def test_a_group_has_one_time_and_numbers_through_all() -> None:
    scene = Scene.of(INES, Patient.whole("Bram", BODY))
    scene = scene.becomes(1, scene.people[1].hit(at("B8")))
    scene = scene.becomes(0, scene.people[0].hit(at("B7")))
    assert scene.order == ((1, 0), (0, 0))
    tended = scene.becomes(1, scene.people[1].treat(0, Medic.SURGERY, 4))
    assert [one.now for one in tended.people] == [80, 80]
    assert tended.whose(1) == (0, 0)
    with pytest.raises(Refused, match="no wound 3"):
        tended.whose(2)
    killed = tended.becomes(0, tended.people[0].hit(at("B10"))).later(hours(1))
    assert [one.dead for one in killed.people] == [True, False]
    assert killed.later(hours(1)).people[1].now == 200


def tape(setup: dict[str, Any], moves: list[dict[str, Any]], readings: dict[str, str] | None = None) -> Tape:
    entry = app.entry("wound-tracker")
    assert isinstance(entry, Session)
    found = session.replay(entry, {"setup": setup, "steps": moves}, games.rulings_of(entry, readings or {}))
    assert not found.complaint, found.complaint
    return found


def does(name: str, side: str = "table", faces: list[int] | None = None, **move: Any) -> dict[str, Any]:
    return {"side": side, "move": {"is": name, **move}, "faces": faces or []}


def test_five_guards_have_a_button_each_and_one_step_is_a_blow() -> None:
    found = tape({"whose": {"is": "opponents"}}, [does("blow", f"Guard {number}") for number in (1, 2, 2)])
    values = found.entry.show(found.states[-1]).values
    assert [one["lost"] for one in values["people"]] == [2, 4, 0, 0, 0]
    assert values["standing"] == 4
    turns = session.move_forms(found.entry, found.states[-1])
    assert [side for side in turns if side != "table"] == [f"Guard {number}" for number in range(1, 6)]
    assert all(len(turns[side].groups) == 1 for side in turns if side != "table")
    strips = [block for block in found.entry.show(found.states[-1]).blocks if type(block).__name__ == "Track"]
    assert len(strips) == 5


@pytest.mark.parametrize(
    ("setup", "hits", "ruling", "reading", "minutes"),
    [
        ({"forte": "B5"}, ["B9"], "wounds.half-forte", "down", (150, 120)),
        ({"forte": "G4"}, ["B10"], "wounds.dying-shade", "longer", (4, 8)),
        ({}, ["B8", "B7"], "wounds.bleeding-together", "all", (240, 120)),
    ],
)
def test_the_blood_of_the_tracker_runs_as_the_table_reads_it(
    setup: dict[str, Any], hits: list[str], ruling: str, reading: str, minutes: tuple[int, int]
) -> None:
    steps = [does("hit", hit=hit) for hit in hits]
    for chosen, expected in (({}, minutes[0]), ({f"burning-wheel.{ruling}": reading}, minutes[1])):
        found = tape({"whose": {"is": "one-character", **setup}}, steps, chosen)
        assert found.states[-1].scene.people[0].clock.left(0) == expected, chosen


def test_a_wound_that_bleeding_makes_worse_tests_steel_where_the_table_says_so() -> None:
    steps = [does("hit", hit="B7"), does("time-passes", amount=8, unit="hours")]
    for chosen, tests in (({}, False), ({"burning-wheel.wounds.steel-on-bleeding": "yes"}, True)):
        told = tape({"whose": {"is": "one-character"}}, steps, chosen).states[-1].told
        assert any("Severe wound now. It tests Steel." in one.text for one in told) is tests


def test_the_obstacle_is_shrugged_off_once_a_scene_where_the_table_says_so() -> None:
    shrug = does("clear-cobwebs", by="artha")
    hurt = [does("hit", hit="B3"), shrug, does("hit", hit="B3"), shrug]
    whose = {"whose": {"is": "one-character"}}
    assert tape(whose, hurt).states[-1].scene.people[0].obstacle == 0
    entry = app.entry("wound-tracker")
    once = games.rulings_of(entry, {"burning-wheel.wounds.shrug-again": "no"})
    assert "once a scene" in session.replay(entry, {"setup": whose, "steps": hurt}, once).complaint


def test_the_next_blow_lands_as_hard_as_the_last() -> None:
    found = tape({"whose": {"is": "opponents"}}, [does("blow", "Guard 1", hit="B9"), does("blow", "Guard 2", hit="B9")])
    turn = session.move_forms(found.entry, found.states[-1])["Guard 3"]
    fields = {field.name: field.default for field in turn.groups["blow"].fields}
    assert fields["hit"] == "B9"


def test_the_sheet_is_told_of_wounds_marks_artha_and_losses() -> None:
    whose = {"is": "one-character", "name": "Ines", "health": "B4"}
    blow = does("hit", hit="B8")
    skilled = {"is": "skilled", "medic": "surgery", "skill": "B5"}
    course = [
        blow,
        does("treat-wound", wound=1, healer=skilled, successes=4),
        does("test-health", wound=1, time=1, stat="speed", successes=0),
        does("time-passes", amount=30, unit="days"),
    ]

    def told(count: int) -> list[str]:
        found = tape({"whose": whose}, course[:count])
        return [type(effect).__name__ for effect in found.entry.show(found.states[-1]).effects]

    assert told(1) == ["KeepWounds"]
    assert told(2) == ["KeepWounds"]
    assert told(3) == ["KeepWounds", "LogTest"]
    assert told(4) == ["KeepWounds", "SetAbility"]
    fallen = tape({"whose": whose}, [does("hit", hit="B10"), does("will-to-live")])
    assert [type(one).__name__ for one in fallen.entry.show(fallen.states[-1]).effects] == [
        "KeepWounds",
        "Spend",
    ]


def test_the_dice_fall_in_the_step_and_the_time_is_rolled_where_nobody_says_it() -> None:
    treated = does("treat-wound", faces=[6, 6, 6, 6], wound=1)
    health = does("test-health", faces=[6, 6, 6, 1, 2, 5], wound=1)
    found = tape({}, [does("hit", hit="B7"), treated, health])
    state = found.states[-1]
    injury = state.scene.people[0].injuries[0]
    assert injury.outcome.seconds == 7 * 7 * 86400


def test_what_a_wound_does_stands_on_the_stage_with_words() -> None:
    found = tape({"whose": {"is": "opponents", "count": 3}}, [does("blow", "Guard 2")])
    block = found.entry.show(found.states[-1]).stage
    assert block is not None
    page = BeautifulSoup(views.stage.stage(block, views.Place("here", "/")), "html.parser")
    assert [one.text for one in page.select(".fl-bar-of b")] == ["Guard 1", "Guard 2", "Guard 3"]
    assert "2\u00a0dice to collapse" in page.text


def test_a_sheet_keeps_the_wounds_as_they_are_now() -> None:
    blow, hours_later = does("hit", hit="B8"), does("time-passes", amount=4, unit="hours")
    skilled = {"is": "skilled", "medic": "surgery", "skill": "B5"}
    treated = does("treat-wound", wound=1, healer=skilled, successes=5)
    done = does("test-health", wound=2, successes=1)
    assert GAME.sheet
    sheet, ask = GAME.sheet, Rulings("burning-wheel")
    before = sheet.canonical({"name": "Ines", "wounds": [{"hit": "B5"}]})
    for course, kept in (
        ([blow], [("B8", 0)]),
        ([blow, hours_later], [("B9", 0)]),
        ([blow, treated], [("B8", 1)]),
        ([blow, does("hit", hit="B3"), done], [("B8", 0)]),
    ):
        found = tape({}, course)
        (effect,) = [one for one in found.entry.show(found.states[-1]).effects if isinstance(one, KeepWounds)]
        after, _ = sheet.effect(plain(effect)).apply(sheet, before, "", ask)
        assert [(row["hit"], row["back"]) for row in after["wounds"]] == kept
    assert KeepWounds.of(()).words(sheet) == "Strike all wounds"
    assert (
        KeepWounds.of((WoundRow(at("B3")), WoundRow(at("B8"), 1))).words(sheet)
        == "Keep the wounds: B3 and B8 (1D back)"
    )


def test_what_a_sheet_kept_begins_the_tracker_again() -> None:
    rows = [{"hit": "B8", "back": 1}, {"hit": "B3"}]
    found = tape({"whose": {"is": "one-character", "wounds": rows}}, [])
    one = found.states[-1].scene.people[0]
    assert (one.lost, one.obstacle, one.stands(0), one.waits) == (2, 1, Stands.TREATED, (0, 1))
    sheet = app.run("character-sheet", {"wounds": rows}).answer.values
    assert (sheet["wound_dice"], sheet["wound_obstacle"]) == (2, 1)
    assert app.run("grayscale", {"hit": "", "wounds": rows}).answer.values["penalty"] == -2


@pytest.mark.parametrize(
    ("hit", "treated", "readings", "says"),
    [
        ("B5", [], {}, "20\N{NO-BREAK SPACE}hours"),
        ("B7", [4], {}, "2 to 12 weeks; 1D lost for good"),
        ("B8", [5], {}, "1 to 3 months; 2D lost for good"),
        ("B8", [5], {"burning-wheel.healing.severe-half": "two"}, "1 to 3 months; 1D lost for good"),
        ("B9", [6], {}, "2 to 6 months; 2D lost for good"),
        ("B10", [10], {}, "4 to 24 months; death"),
        ("B10", [10], {"burning-wheel.healing.mortal": "soft"}, "4 to 24 months; a bad trait, a stat capped"),
    ],
)
def test_the_plan_says_what_a_failed_test_takes_inj_27(
    hit: str, treated: list[int], readings: dict[str, str], says: str
) -> None:
    herbs = {"is": "skilled", "medic": "herbalism", "skill": "B6"}
    lives = [does("will-to-live", who=1)] if hit == "B10" else []
    tends = [does("treat-wound", wound=1, healer=herbs, successes=count) for count in treated]
    found = tape({"whose": {"is": "one-character"}}, [does("hit", hit=hit), *lives, *tends], readings)
    blocks = found.entry.show(found.states[-1]).blocks
    (waits,) = [one for one in blocks if isinstance(one, Table) and one.caption == "Health tests that wait"]
    assert waits.rows[0][-1] == says


def test_a_clock_is_drawn_while_anything_is_to_come_inj_16_inj_32() -> None:
    surgeon = {"is": "skilled", "medic": "surgery", "skill": "B6"}
    held = [does("hit", hit="B8"), does("stop-bleeding", wound=1, hands=surgeon, successes=4)]
    treated = [does("hit", hit="B8"), does("treat-wound", wound=1, healer=surgeon, successes=4)]
    for steps, drawn in (
        ([does("hit", hit="B10")], True),
        (held, True),
        (treated, False),
        ([does("hit", hit="B5")], False),
    ):
        found = tape({"whose": {"is": "one-character"}}, steps)
        shown = [one for one in found.entry.show(found.states[-1]).blocks if isinstance(one, Clocks)]
        assert bool(shown) is drawn, steps
        assert not drawn or any(line.runs for line in shown[0].lines)


def test_all_of_a_group_who_bleed_have_their_clocks_inj_35() -> None:
    blows = [does("blow", f"Guard {number}", hit="B8") for number in (2, 5)]
    found = tape({"whose": {"is": "opponents"}}, blows)
    (shown,) = [one for one in found.entry.show(found.states[-1]).blocks if isinstance(one, Clocks)]
    assert [line.words for line in shown.lines] == ["Guard 2, wound 1", "Guard 5, wound 2"]
    assert all(line.runs for line in shown.lines)
    assert all(line.words in shown.sentence for line in shown.lines)
    assert {row[0] for row in shown.rows} == {line.words for line in shown.lines}


def test_what_is_chosen_in_one_step_stays_when_another_is_opened() -> None:
    """In a browser all radio buttons of one name in a form are one choice, those of a hidden branch too."""
    log = {"setup": {}, "steps": [does("hit", hit="B8"), does("hit", hit="B3")]}
    drawn = json.loads(app.call(json.dumps({"do": "step", "calculator": "wound-tracker", "log": log})))
    form = BeautifulSoup(drawn["html"] + drawn["rest"], "html.parser").select_one("form.fl-move")
    assert form is not None
    groups = {(str(box["name"]), id(box.find_parent("fieldset"))) for box in form.select("input[type=radio]")}
    assert {name for name, count in Counter(name for name, _ in groups).items() if count > 1} == set()
    assert {"move.by", "move.way", "move.healer.is", "move.hands.is"} <= {name for name, _ in groups}
