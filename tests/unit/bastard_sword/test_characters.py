"""Characters: tables cell by cell, and what holds of all packages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Keep, Table
from engine.calculators import REGISTRY
from engine.games.bastard_sword import GAME
from engine.games.bastard_sword.forms.creation import GainRow, PairRow, PickRow
from engine.games.bastard_sword.forms.people import Born, HighMan, Orc, race_of
from engine.games.bastard_sword.readings.making import attribute_rank
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.classes import PACKAGES as CLASSES
from engine.games.bastard_sword.rules.classes import PRICES as CLASS_PRICES
from engine.games.bastard_sword.rules.classes import SPECIALS, SocialClass, of_caste, specials
from engine.games.bastard_sword.rules.creation import Gained, best_order, ranked
from engine.games.bastard_sword.rules.occupations import LEVELS, WAYS, Level, Standing, after
from engine.games.bastard_sword.rules.origins import (
    APART,
    PRICES,
    CityFeature,
    Place,
    VillageFeature,
    clashes,
    priced,
)
from engine.games.bastard_sword.rules.origins import PACKAGES as ORIGINS
from engine.games.bastard_sword.rules.packages import ANY, Grant, Package
from engine.games.bastard_sword.rules.people import (
    BLOCKS,
    LISTED,
    OPENED,
    PEOPLE,
    RACE_OF,
    Caste,
    Civilisation,
    Ethnicity,
    OrcPeople,
    Race,
)
from engine.games.bastard_sword.rules.skills import FAMILIES, Family, Named, family_of
from engine.games.bastard_sword.rules.traits import TRAITS
from engine.games.bastard_sword.rules.traits import of as traits_of
from engine.games.bastard_sword.rules.worksheet import Picks, summed
from engine.refused import Refused
from engine.rulings import Rulings


def listed(name: str) -> dict[str, str]:
    """A file of this folder that has a key and a text in each line."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


PRINTED = listed("packages.txt")
TABLES: Mapping[str, Package] = {
    **PEOPLE,
    **ORIGINS,
    **CLASSES,
    **{one.value: block.package for one, block in BLOCKS.items()},
}


def said(one: Package) -> str:
    """A package as the list of the tests has it."""
    aspect = one.aspect.words.partition(" ")[0]
    skills = "; ".join(f"{grant.skill} [{grant.family.value}] {grant.xp}" for grant in one.grants)
    return f"{one.attribute.value if one.attribute else ''}, {aspect}: {skills}"


@pytest.mark.parametrize("key", TABLES)
def test_each_package_is_as_printed(key: str) -> None:
    assert said(TABLES[key]) == PRINTED[key]


def test_sums_of_packages() -> None:
    assert set(TABLES) == set(PRINTED)
    odd = {key: one.xp for key, one in TABLES.items() if one.xp != 6}
    assert odd == {"noble-highland-halfman": 5, "scholar-academic": 7, "tradesman-sailor": 4}
    assert {one.corrected.xp for one in TABLES.values() if one.corrected} == {6}


def test_the_races() -> None:
    assert [one.race for one in LISTED] == list(Race)
    assert [one.civilisation for one in LISTED] == [
        *([Civilisation.HUMAN] * 3),
        *([Civilisation.URUNG_KHAN] * 3),
        *([Civilisation.FAE] * 3),
    ]
    assert list(BLOCKS) == list(Race)[:4]
    assert all(one.about and one.elsewhere for one in LISTED)


@pytest.mark.parametrize(
    ("race", "exp", "body"),
    [
        ("high-man", "8 8 8 8 8 8", "medium, 150, 190, 50, 100, 16, 85, 12, Fast Learner"),
        (
            "highland-halfman",
            "0 20 8 8 8 8",
            "medium, 110, 140, 50, 90, 23, 125, 9, Low Light Vision II, Beast of Burden",
        ),
        ("lowland-halfman", "8 8 8 8 20 8", "small, 105, 135, 20, 35, 20, 115, 14, Lucky"),
        ("orc", "8 20 20 0 8 0", "medium, 170, 200, 75, 110, 14, 65, 12, Strong Grip"),
    ],
)
def test_each_cell_of_a_race(race: str, exp: str, body: str) -> None:
    one = BLOCKS[Race.of(race)]
    assert " ".join(str(one.exp[attribute]) for attribute in Attribute) == exp
    held = (one.size.value, *one.height, *one.weight, one.adult, one.lives, one.steps, *one.traits)
    assert ", ".join(str(value) for value in held) == body


def test_every_people_has_a_package() -> None:
    assert {one.value for kind in RACE_OF for one in kind} == set(PEOPLE)
    assert {key for key, one in PEOPLE.items() if one.doubt} == {key for key in PEOPLE if key.startswith("orc-")}
    assert {key for key, one in PEOPLE.items() if one.corrected} == {"orc-islander"}


def test_castes() -> None:
    assert [(one.caste.value, one.printed, one.cost) for one in OPENED] == [
        ("hh-patrician", "Clergy", 30),
        ("hh-patrician", "Noble", 10),
        ("hh-patrician", "Warrior", 0),
        ("hh-artisan", "Guildsman", 0),
        ("hh-vagrant", "Entertainer", 30),
        ("hh-vagrant", "Merchant", 0),
        ("hh-deep-dweller", "Destitute", 0),
        ("hh-deep-dweller", "Laborer", 0),
        ("hh-deep-dweller", "Slave", 10),
    ]
    assert [one.means for one in OPENED] == [
        "Scholar: Clergy",
        "Noble",
        "Tradesman: Soldier",
        "Tradesman: Artisan",
        "Tradesman: Entertainer",
        "Tradesman: Merchant",
        "Deprived: Slum Fiend or Wanderer",
        "Labourer",
        "Deprived: Slave",
    ]


EVERY_PRICE = [(people, one.cost, one.corrected) for people, prices in PRICES.items() for one in prices]
KINDS = sorted({kind for prices in PRICES.values() for one in prices for kind in one.kinds})


@pytest.mark.parametrize("people", PEOPLE)
def test_each_price_of_an_origin(people: str) -> None:
    found = []
    for one in PRICES[people]:
        kinds = " + ".join(kind.replace("-", " ").title() for kind in one.kinds)
        found.append(f"{one.place.words}{', ' if kinds else ''}{kinds}: {one.cost}")
    assert "; ".join(found) == listed("origin_prices.txt")[people]


def test_one_price_is_put_right() -> None:
    right = [
        (people, one.cost, one.corrected) for people in PRICES for one in PRICES[people] if one.corrected is not None
    ]
    assert right == [("lh-woodlands", 60, 0)]
    assert {one.cost for prices in PRICES.values() for one in prices} == {0, 3, 10, 30, 60}
    assert sum(map(len, PRICES.values())) == 93


def test_features() -> None:
    keys = {"city", "village", *(f"city-{one.value}" for one in CityFeature)}
    keys |= {f"village-{one.value}" for one in VillageFeature if one is not VillageFeature.NONE}
    assert set(ORIGINS) == keys
    assert {tuple(sorted(pair)) for pair in APART} == {
        ("desert", "northern"),
        ("fortified", "ruined"),
        ("isolated", "trade-centre"),
        ("poor", "rich"),
    }
    names = [one.value for one in CityFeature]
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    assert (len(pairs), sum(not clashes(pair) for pair in pairs)) == (153, 149)


@given(
    st.sampled_from(sorted(PEOPLE)),
    st.sampled_from(Place),
    st.frozensets(
        st.sampled_from(sorted({kind for prices in PRICES.values() for one in prices for kind in one.kinds}))
    ),
)
def test_the_best_entries_fit(people: str, place: Place, kinds: frozenset[str]) -> None:
    found = priced(people, place, kinds)
    assert bool(found) == (place not in (Place.TREF, Place.ORDA))
    for one in PRICES[people]:
        fits = one.place is place and set(one.kinds) <= kinds
        assert not fits or len(one.kinds) <= len(found[0].kinds)
        assert not (fits and len(one.kinds) == len(found[0].kinds)) or one in found


@pytest.mark.parametrize(("key", "printed"), listed("class_prices.txt").items())
def test_each_price_of_a_class(key: str, printed: str) -> None:
    kind, race = key.split()
    row = CLASS_PRICES[SocialClass.of(kind), Race.of(race)]
    order = (Place.CITY, Place.VILLAGE, Place.CITADEL, Place.TREF, Place.ORDA, Place.WILDERNESS)
    assert " ".join(row[place].words for place in order) == printed


def test_classes() -> None:
    assert set(SPECIALS) >= set(CLASSES) - {one.value for one in SocialClass}
    assert [len(specials(one)) for one in SocialClass] == [3, 6, 6, 3, 6]
    nobles = [race.value for race in Race if specials(SocialClass.NOBLE, race)]
    assert nobles == ["high-man", "highland-halfman", "orc", "goblin", "hobgoblin", "elf"]
    assert {key for key, one in CLASSES.items() if one.doubt} == {
        "noble-highland-halfman",
        "noble-elf",
        "scholar-academic",
        "tradesman-sailor",
        "labourer-woodsman",
    }


def test_what_a_caste_opens() -> None:
    opened = {
        (caste.value.removeprefix("hh-"), special): cost
        for caste in Caste
        for kind in SocialClass
        for special in specials(kind, Race.HIGHLANDER)
        if (cost := of_caste(caste, kind, special).to(special)) is not None
    }
    assert opened == {
        ("patrician", "scholar-clergy"): 30,
        ("patrician", "noble-highland-halfman"): 10,
        ("patrician", "tradesman-soldier"): 0,
        ("artisan", "tradesman-artisan"): 0,
        ("vagrant", "tradesman-entertainer"): 30,
        ("vagrant", "tradesman-merchant"): 0,
        ("deep-dweller", "deprived-slave"): 10,
        ("deep-dweller", "deprived-slum-fiend"): 0,
        ("deep-dweller", "deprived-wanderer"): 0,
        **{("deep-dweller", special): 0 for special in specials(SocialClass.LABOURER)},
    }


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.family.value)
def test_each_family(family: Named) -> None:
    assert ", ".join(family.skills) == listed("skills.txt")[family.family.value]
    assert family.whole == (family.family in (Family.ATHLETICISM, Family.LUCK))


def test_every_skill_of_a_package_is_in_its_family() -> None:
    strange = {
        (grant.skill, grant.family.value)
        for one in TABLES.values()
        for grant in one.grants
        if grant.skill != ANY and family_of(grant.skill) is not grant.family
    }
    assert strange == {("persuasion", "intrigue")}


def test_traits() -> None:
    assert [one.name for one in TRAITS] == [
        *("Fast Learner", "Low Light Vision II", "Beast of Burden", "Lucky", "Strong Grip"),
        *("Urbanite", "Hard-of-Hearing"),
    ]
    assert traits_of(Race.TROLL, city=True) == ("Urbanite",)
    sheet = GAME.sheet
    assert sheet
    kept = sheet.canonical({"name": "Sien", "traits": [{"name": "Lucky", "effect": "One die again in each scene."}]})
    shown = REGISTRY["bs-sheet"].function(**REGISTRY["bs-sheet"].form.read(kept), ask=Rulings("bastard-sword"))
    tables = [block for block in shown.blocks if isinstance(block, Table) and block.caption == "Traits"]
    assert [one.rows for one in tables] == [(("Lucky", "One die again in each scene."),)]


LEVEL_ROWS = {
    "engineer-student": "- | 1 | 1 | logic [acumen] 2; any [crafting] 1; physics [science] 3 | 4 | 0",
    "engineer-initiated": "physics > 12 | 3 | 4 | logic [acumen] 8; any [crafting] 4; physics [science] 12 | 4 | 1",
    "engineer-master": "physics > 48 | 10 | 8 | logic [acumen] 24; any [crafting] 12; physics [science] 36 | 4 | 20",
    "historian-student": "erudition > 1 | 1 | 1 | "
    "tactics [acumen] 2; folklore [knowledge] 1; history [knowledge] 3 | 0 | 0",
    "historian-scholar": "history > 12 | 3 | 4 | "
    "tactics [acumen] 8; folklore [knowledge] 4; history [knowledge] 12 | 0 | 0",
    "historian-erudite": "history > 48 | 10 | 8 | "
    "tactics [acumen] 24; folklore [knowledge] 12; history [knowledge] 36 | 0 | 0",
}


@pytest.mark.parametrize("level", Level)
def test_each_cell_of_a_level(level: Level) -> None:
    row = LEVELS[level]
    needs = "; ".join(f"{what} > {than}" for what, than in row.needs.items()) or "-"
    skills = "; ".join(f"{one.skill} [{one.family.value}] {one.xp}" for one in row.grants)
    cells = (needs, row.years, row.erudition, skills, len(row.kit), row.crowns)
    assert " | ".join(map(str, cells)) == LEVEL_ROWS[level.value]


def test_levels_and_ways() -> None:
    assert list(LEVELS) == list(Level)
    assert [one.lower for one in Level] == [None, *list(Level)[:2], None, *list(Level)[3:5]]
    assert LEVELS[Level.ENGINEER_STUDENT].kit == ("compass", "straight edge", "large notebook", "lead pencil")
    assert [(one.key, dict(one.needs), one.cost, bool(one.asks)) for one in WAYS] == [
        ("scholar", {"erudition": 8}, 0, True),
        ("academic", {"physics": 4}, 0, True),
        ("outstanding", {"erudition": 20, "physics": 12}, 10, False),
    ]


@given(st.lists(st.sampled_from(Level), max_size=8))
def test_years_add_up(levels: list[Level]) -> None:
    standing = Standing({"erudition": 8, "physics": 0, "history": 0}, 16)
    for level in levels:
        standing = after(standing, level)
    assert standing.age == 16 + sum(LEVELS[one].years for one in levels)
    assert standing.exp["erudition"] == 8 + sum(LEVELS[one].erudition for one in levels)
    assert len(standing.kit) in (0, 4)
    assert standing.taken == tuple(levels)


@pytest.mark.parametrize(
    ("rank", "skill", "first", "zero"),
    [
        (1, 4, 0, 4),
        (2, 12, 8, 12),
        (3, 24, 20, 24),
        (4, 40, 36, 40),
        (5, 60, 56, 60),
        (6, 84, 80, 84),
        (7, 112, 108, 112),
    ],
)
def test_each_threshold(rank: int, skill: int, first: int, zero: int) -> None:
    assert ranked([Gained("logic", Family.ACUMEN, skill)]).own == (rank,)
    assert ranked([Gained("logic", Family.ACUMEN, skill - 1)]).own == (rank - 1,)
    ask, other = Rulings("bastard-sword"), Rulings("bastard-sword", {"bastard-sword.making.start": "zero"})
    assert (attribute_rank(first, ask).rank, attribute_rank(zero, other).rank) == (rank, rank)
    assert rank == 1 or attribute_rank(first - 1, ask).rank == rank - 1
    assert attribute_rank(zero - 1, other).rank == rank - 1


DEFAULTS = REGISTRY["bs-make"].form.read({})
CRAFTS = st.lists(st.integers(0, 60), min_size=1, max_size=5)


@given(CRAFTS, st.booleans())
def test_ranks_are_paid_for(given_: list[int], batch: bool) -> None:
    """What is bought and what is left come to what was given, and no family has three ranks to give."""
    skills = [Gained(f"skill {at}", Family.CRAFTING, xp) for at, xp in enumerate(given_)]
    found = ranked(skills, batch=batch)
    family = found.families.get(Family.CRAFTING, 0)
    assert sum(rank >= 1 for rank in found.own) < 3
    assert all(0 <= left <= xp for left, xp in zip(found.left, given_, strict=True))
    assert sum(1 for skill, _, _ in found.steps if not skill) == family
    bought = sum(1 for skill, _, _ in found.steps if skill)
    assert bought == sum(found.own) + 3 * family
    best = best_order(skills, batch=batch)
    assert sorted(best, key=skills.index) == skills
    assert sum(ranked(best, batch=batch).whole(best)) >= sum(found.whole(skills))


def test_choices_go_in_order() -> None:
    picks = Picks({Family.SCIENCE: ["physics", "medicine"]})
    science = [Grant(ANY, Family.SCIENCE, xp) for xp in (2, 3, 4)]
    found, left = picks.resolved([*science, Grant(ANY, Family.ARTS, 1), Grant("physics", Family.SCIENCE, 1)])
    assert [(one.skill, one.xp) for one in found] == [("physics", 2), ("medicine", 3), ("medicine", 4), ("physics", 1)]
    assert left == [Grant(ANY, Family.ARTS, 1)]
    assert [(one.skill, one.xp) for one in summed(found)] == [("physics", 3), ("medicine", 7)]


@given(
    st.sampled_from([HighMan(one) for one in Ethnicity] + [Orc(one) for one in OrcPeople]),
    st.frozensets(st.sampled_from(CityFeature), min_size=2, max_size=2),
)
def test_a_city_gives_42_and_six_attributes(born: Born, features: frozenset[CityFeature]) -> None:
    done = app.run(
        "bs-make",
        {
            "born": REGISTRY["bs-make"].form.write({**DEFAULTS, "born": born})["born"],
            "origin": {"is": "city", "features": sorted(one.value for one in features)},
            "of": {"is": "deprived", "context": "deprived-slum-fiend"},
            "picks": [{"family": one.value, "skill": f"any {one.value}"} for one in Family],
        },
    ).answer.values
    start = sum(BLOCKS[race_of(born)].exp.values())
    assert (done["experience"], sum(done["attributes"].values()) - start, sum(done["virtues"].values())) == (42, 6, 7)
    assert done["costs"]["race"] is None


def test_the_worksheet_fills_a_sheet() -> None:
    sheet = GAME.sheet
    assert sheet
    done = app.run("bs-make", {"called": "Anna", "pairs": [{"skill": "Physics", "second": "wisdom"}]})
    keep = next(block for block in done.answer.blocks if isinstance(block, Keep))
    kept = sheet.canonical(keep.inputs)
    assert (kept["name"], kept["erudition"], kept["size"]) == ("Anna", 2, "medium")
    assert [(one["name"], one["rank"], one["xp"], one["second"]) for one in kept["skills"]] == [
        ("Physics", 1, 3, "wisdom")
    ]
    assert [(one["attribute"], one["xp"]) for one in kept["learning"]] == [("erudition", 5), ("persona", 1)]
    assert [one["name"] for one in kept["traits"]] == ["Fast Learner", "Urbanite"]
    placed = app.run("bs-make", {}, {"bastard-sword.making.slashes": "placed"}).answer.values["sheet"]
    assert {one["virtue"]: one["left"] for one in placed["virtues"]} == {
        "faith": -1,
        "honesty": 1,
        "pride": -2,
        "temperance": -1,
    }
    assert not [block for block in app.run("bs-make", {"budget": 9}).answer.blocks if isinstance(block, Keep)]


NAMES = st.text("abcdefgh -", max_size=12).map(lambda said: " ".join(said.split()))


@given(NAMES, st.sampled_from(Family), st.integers(0, 999), st.sampled_from(Attribute), st.sampled_from(Attribute))
def test_rows_are_read_as_they_are_written(
    name: str, family: Family, xp: int, first: Attribute, second: Attribute
) -> None:
    for row in (GainRow(name, family, xp), PickRow(family, name), PairRow(name, first, second)):
        assert type(row).of_line(row.line) == row


@pytest.mark.parametrize(
    ("row", "line", "fault"),
    [
        (GainRow, "Physics", "A skill is a name and its experience"),
        (GainRow, "Smithing 4", "say its family"),
        (GainRow, "Smithing 4 (craftin)", "The nearest is “crafting”"),
        (PickRow, "Physics", "as in “Science: Physics”"),
        (PickRow, "Scince: Physics", "The nearest is “science”"),
        (PairRow, "Physics: EX", "two of A, C, S, E, P or W"),
        (PairRow, "Physics EW", "two of A, C, S, E, P or W"),
    ],
)
def test_what_cannot_be_read_is_refused(row: Any, line: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        row.of_line(line)


def test_known_skills_need_no_family() -> None:
    assert GainRow.of_line("physics 7") == GainRow("physics", Family.SCIENCE, 7)
    assert GainRow("Physics", Family.SCIENCE, 7).line == "Physics 7"


@given(st.integers(0, 999_999_999))
def test_someone_at_random_is_allowed(number: int) -> None:
    done = app.run("bs-at-random", {"number": number}).answer.values
    assert (done["allowed"], done["to_choose"], done["faults"]) == (True, [], [])
