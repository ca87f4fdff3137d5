"""What the character sheet offers to the fields of a form: abilities by their names, artha, wounds, tolerances.

With an ability comes what else is known of it: its kind, its log, the dice that Tax has taken, and what its test feels
of wounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import forms
from engine.filling import Filler, Offer, fields_of, key_of, taken, takes
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.carried import AWAY, WeaponRow
from engine.games.burning_wheel.forms.missiles import Missile, Thrown
from engine.games.burning_wheel.forms.ranges import RangeWeapon
from engine.games.burning_wheel.forms.shields import KeptShield
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.weapons import Weapon, wielded
from engine.games.burning_wheel.forms.wounds import Own
from engine.games.burning_wheel.readings.hurt import everywhere
from engine.games.burning_wheel.readings.shields import dice_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import Element
from engine.games.burning_wheel.rules.missiles import Band, shot
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.wounds import Level, together
from engine.games.burning_wheel.sheet.effects import ARTHA, MONEY
from engine.games.burning_wheel.sheet.rows import STANDARD, AbilityRow
from engine.rulings import Rulings

TAXED = "taxed"
PLAIN = ("name", *ARTHA, *MONEY, TAXED, "shield_lost", "forte_lost", "sustained")
OF_THE_ABILITY = {
    "routine": "routine",
    "difficult": "difficult",
    "challenging": "challenging",
    "aptitude": "aptitude",
    "spent-fate": "fate",
    "spent-persona": "persona",
    "spent-deeds": "deeds",
}
"""Fields that go with the ability that another field is filled from, by their keys, and where they stand in its row."""
BORNE = (Level.SUPERFICIAL, Level.LIGHT, Level.MIDI, Level.SEVERE, Level.TRAUMATIC)
OF_WOUNDS = (
    *("wound-dice", "lone-superficials", "won-back", "shrugged-off"),
    *(f"{level.value}-wounds" for level in BORNE),
)
"""Keys of the fields that hold wounds, as the test of an ability feels them."""
PIECE = "piece"
"""Key of the armor that a blow meets."""
WEAPONS = "weapons"
"""Key of a weapon that is carried, of its Power, its speed, its length or its kind; first comes what is in hand."""
WEAPON_VA, SHOT_VA = "weapon-va", "shot-va"
"""Keys of the VA of a weapon that is swung or thrown, and of a shot or throw in Fight! with its head."""
SPELLS, SUSTAINED = "spells", "sustained"
"""Keys of a spell that is known, and of how many are being sustained."""
MOUNTS = "mounts"
"""Key of a mount; first comes what is ridden now."""
WEAPON_ADD, WEAPON_HEAD = "weapon-add", "weapon-head"
"""Keys of what goes with a weapon that fills another field: its Add, and the head of what it shoots.

The Add is also filled by itself where no field beside it takes a weapon.
"""
LEADING = (WEAPONS, WEAPON_VA, SHOT_VA)
SHIELD_DICE = "shield-dice"
"""Key of the dice that are left of the shield on the arm."""
TRAININGS = {key_of(name): name for name in ("Armor Training", "Shield Training", "Mounted Combat Training", "Gifted")}
"""Keys of whether someone is trained, with the skill or trait that says so."""
SKILLS = ("haggling", "inconspicuous", "sorcery", "faith", "riding")
"""Skills that forms ask for by their names; a sheet has whichever its reader gave it."""
NAMED = {**{key_of(row.name): row.name for row in STANDARD}, **{skill: skill.capitalize() for skill in SKILLS}}
"""Abilities that forms ask for by their names, by their keys."""
KINDS = {"ability": (), "exponent": (), "skill": ("skill", "magic"), "root": ("will", "perception", "speed")}
"""Keys that any ability of these kinds fits; an empty tuple stands for all kinds.

An "ability" is rolled; an "exponent" is taken as it stands on the sheet, whatever Tax has done to it.
"""


def of_an_ability(one: forms.Field) -> bool:
    """Whether a field asks the sheet for an ability."""
    kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
    return (
        isinstance(kind, (forms.Parsed, forms.Whole))
        and bool(one.sheet)
        and one.sheet not in (*PLAIN, *OF_THE_ABILITY, *OF_WOUNDS, *LEADING, WEAPON_ADD, SHIELD_DICE)
    )


class CharacterFiller(Filler):
    """A form, and the character sheet that it is filled from."""

    def __init__(
        self, form: forms.Form, sheet: Mapping[str, Any], values: Mapping[str, Any], ask: Rulings, everything: bool
    ) -> None:
        super().__init__(form, sheet, values, ask, everything)
        placed = values["tolerances"].placed
        self.levels = [placed.level(row.hit) for row in values["wounds"]]
        self.back = sum(row.back for row in values["wounds"])
        # Where a form asks for no ability of the reader's choice, its log is that of the first ability it asks for.
        asked = [at for at, one in self.fields if of_an_ability(one)]
        self.first = "" if any(one.sheet in KINDS for _, one in self.fields) else next(iter(asked), "")

    @classmethod
    def keys(cls, sheet: forms.Form) -> list[str]:
        abilities = [key_of(row.name) for row in STANDARD]
        armed = (PIECE, *TRAININGS, WEAPON_VA, SHOT_VA, WEAPON_ADD, WEAPON_HEAD, SHIELD_DICE, SUSTAINED)
        return [*super().keys(sheet), *KINDS, *OF_THE_ABILITY, *OF_WOUNDS, "tested", *abilities, *SKILLS, *armed]

    @property
    def abilities(self) -> list[AbilityRow]:
        """The abilities of the sheet that are open."""
        return [row for row in self.values["abilities"] if row.name and not row.learning]

    def lacks(self) -> dict[str, str]:
        known = {key_of(row.name) for row in self.abilities}
        asked = ((path, one.sheet) for path, one in self.fields)
        return {path: NAMED[key] for path, key in asked if key in NAMED and key not in known}

    def offers(self, one: forms.Field, path: str) -> Iterator[Offer]:
        """What fits one field."""
        kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
        if isinstance(kind, forms.Rows):
            yield from self.rows(one, kind, path)
        elif one.sheet == "tolerances":
            yield from self._tolerances(kind, path)
        elif one.sheet.startswith("shield_") and self.sheet["shield"] == "none":
            return
        elif one.sheet == SHIELD_DICE:
            yield from self._shield(kind, path)
        elif one.sheet == PIECE:
            yield from self._pieces(kind, path)
        elif one.sheet in (*LEADING, WEAPON_ADD):
            yield from self._weapons(one.sheet, kind, path)
        elif one.sheet == WEAPON_HEAD:
            return
        elif one.sheet == SPELLS:
            yield from self._spells(kind, path)
        elif one.sheet == MOUNTS:
            yield from self._mounts(kind, path)
        elif one.sheet == SUSTAINED:
            if count := sum(row.sustained for row in self.values[SPELLS]):
                yield from taken(kind, path, str(count), "Spells sustained")
        elif training := TRAININGS.get(one.sheet):
            known = {row.name.casefold() for row in (*self.abilities, *self.values["traits"])}
            yield from taken(kind, path, str(training.casefold() in known).lower(), training)
        elif one.sheet in OF_WOUNDS:
            if count := self._felt(None).get(one.sheet, 0):
                yield from taken(kind, path, _counted(kind, count), str(count))
        elif isinstance(kind, (forms.Parsed, forms.Whole)) and one.sheet not in (*PLAIN, *OF_THE_ABILITY):
            if one.sheet or self.everything:
                yield from self._abilities(one, kind, path)
        else:
            yield from super().offers(one, path)

    def _abilities(self, one: forms.Field, kind: Any, path: str) -> Iterator[Offer]:
        for row in self.abilities:
            beside = self._beside(self.fields, path, own=bool(one.sheet))
            said = self._said(one, kind, row, beside)
            if _fits(one.sheet, row) and takes(kind, said):
                pairs = {path: said}
                if one.sheet in KINDS or path == self.first:
                    pairs |= self._of_ability(row)
                yield Offer(f"{row.name} {said}", pairs | self._losses(one, row, beside), name=row.name)

    def _said(self, one: forms.Field, kind: Any, row: AbilityRow, beside: Mapping[str, forms.Field]) -> str:
        """An ability as a field takes it: Resources without the dice that Tax took, where it is rolled."""
        ability = row.ability
        rolled = isinstance(kind, forms.Parsed) and one.sheet != "exponent"
        if rolled and row.tested is Tested.RESOURCES and not any(field.sheet == TAXED for field in beside.values()):
            ability = Ability(ability.shade, max(0, ability.exponent - self.values[TAXED]))
        whole = isinstance(kind, forms.Parsed) and kind.cls in (Ability, Pool)
        return str(ability) if whole else str(ability.exponent)

    def _of_ability(self, row: AbilityRow) -> dict[str, str]:
        """What else is known with an ability: its kind, its log, and the artha spent on it."""
        pairs = {}
        for path, one in self.fields:
            said = row.tested.value if one.sheet == "tested" else None
            if one.sheet in OF_THE_ABILITY:
                said = str(getattr(row, OF_THE_ABILITY[one.sheet]))
            if said is not None and takes(one.kind, said):
                pairs[path] = said
        return pairs

    def _losses(self, one: forms.Field, row: AbilityRow, beside: Mapping[str, forms.Field]) -> dict[str, str]:
        """The fields `beside` an ability for what its dice have lost: to wounds, to Tax.

        Of an ability that wounds do not touch they are emptied, where any ability might have filled them before.
        """
        felt = self._felt(row.tested.element) if row.tested.element.wounds or one.sheet in KINDS else {}
        if row.tested is Tested.RESOURCES:
            felt = {**felt, TAXED: self.values[TAXED]}
        pairs = {path: _counted(it.kind, felt[it.sheet]) for path, it in beside.items() if it.sheet in felt}
        return {path: said for path, said in pairs.items() if takes(beside[path].kind, said)}

    def _felt(self, element: Element | None) -> dict[str, int]:
        """What a test feels of the sheet's wounds, by the keys of fields; of any stat or skill without an `element`."""
        found = together(self.levels, self.back)
        touched = element is None or element.wounds
        alone = found.alone if touched or everywhere(element, found.alone, self.ask) else 0
        felt = {f"{level.value}-wounds": self.levels.count(level) if touched else 0 for level in BORNE}
        if not touched:
            felt["superficial-wounds"] = alone
        felt |= {"wound-dice": -found.dice.total if touched else 0, "lone-superficials": alone}
        # What was won back of wounds that are not felt here would stand against them.
        return felt | ({} if felt["wound-dice"] else {"won-back": 0}) | ({} if alone else {"shrugged-off": 0})

    @staticmethod
    def _beside(fields: Sequence[tuple[str, forms.Field]], path: str, *, own: bool) -> dict[str, forms.Field]:
        """The fields for wounds and Tax that belong with the one at `path`: those in the innermost group around both.

        A field that is no `own` one of the sheet has them only in a group of its own, such as the other side's.
        """
        around = path.split(".")[:-1]
        shared = {
            at: next((place for place, part in enumerate(around) if at.split(".")[place] != part), len(around))
            for at, one in fields
            if one.sheet in (TAXED, *OF_WOUNDS)
        }
        most = max(shared.values(), default=0)
        named = dict(fields)
        return {at: named[at] for at, depth in shared.items() if depth == most and (own or depth)}

    def rows(self, one: forms.Field, kind: forms.Rows, path: str = "") -> Iterator[Offer]:
        """The rows of a list of the sheet that has the same name, or skills for a list of skills."""
        inner = list(fields_of(kind.row.fields))
        if one.sheet == WEAPONS:
            for carried in self._carried():
                yield Offer(carried.called, row=dict(forms.flatten(kind.row.write(carried))))
        elif isinstance(self.sheet.get(one.sheet), list):
            yield from super().rows(one, kind)
        elif one.sheet == "tolerances":
            yield from self._themselves(kind)
        elif of_one := next(((at, it) for at, it in inner if of_an_ability(it)), None):
            yield from self._rows_of_abilities(kind, path, *of_one, inner)
        elif one.sheet == "skill" or (self.everything and {"name", "exponent"} <= {name for name, _ in inner}):
            lost = self._felt(None)["wound-dice"]
            for ability in self.abilities:
                # A skill that wounds have brought to 0 neither helps nor FoRKs (HUB-30, HUB-32).
                if _fits("skill", ability) and not (lost and ability.ability.exponent <= lost):
                    pairs = {"name": ability.name, "exponent": str(ability.ability.exponent)}
                    if takes(kind.row, pairs):
                        yield Offer(f"{ability.name} {ability.ability}", row=pairs, name=ability.name)

    def _rows_of_abilities(
        self, kind: forms.Rows, path: str, at: str, of_one: forms.Field, inner: Sequence[tuple[str, forms.Field]]
    ) -> Iterator[Offer]:
        """A row for each ability that its field `of_one` takes, with its wounds in the row or beside the list."""
        within, around = self._beside(inner, at, own=True), self._beside(self.fields, path, own=True)
        for row in self.abilities:
            said = self._said(of_one, of_one.kind, row, within)
            pairs = {at: said} | self._losses(of_one, row, within)
            if _fits(of_one.sheet, row) and takes(kind.row, forms.nest(pairs)):
                beside = self._losses(of_one, row, around) if not within else {}
                yield Offer(f"{row.name} {said}", beside, pairs, name=row.name)

    def _pieces(self, kind: Any, path: str) -> Iterator[Offer]:
        """Each piece of armor that is worn, of which a blow meets one."""
        for row in self.values["armor"]:
            said = kind.write(row)
            if takes(kind, said):
                yield Offer(f"{row.location.words} {row.dice}D", dict(forms.flatten({path: said})))

    def _shield(self, kind: Any, path: str) -> Iterator[Offer]:
        """The dice that wear has left of the shield, if there is one."""
        if self.sheet["shield"] != KeptShield.NONE.value:
            shield = Kind.of(self.sheet["shield"])
            left = max(0, dice_of(shield, self.ask) - self.values["shield_lost"])
            yield from taken(kind, path, str(left), f"{shield.words} {left}D")

    def _carried(self) -> list[WeaponRow]:
        """The weapons of the sheet, what is in hand first."""
        return sorted(self.values[WEAPONS], key=lambda one: one.away)

    def _weapons(self, key: str, kind: Any, path: str) -> Iterator[Offer]:
        """Each weapon that fits, or the number or word of it that is asked for, with what goes with it beside."""
        around = path.rpartition(".")[0]
        beside = {one.sheet: at for at, one in self.fields if at.rpartition(".")[0] == around}
        if key == WEAPON_ADD and any(leads in beside for leads in LEADING):
            return
        for row in self._carried():
            said = self._of_weapon(key, kind, row)
            if said is None or not takes(kind, said):
                continue
            pairs: dict[str, Any] = {path: said}
            if WEAPON_HEAD in beside and isinstance(row.weapon, Missile):
                pairs[beside[WEAPON_HEAD]] = row.tip.value
            if WEAPON_ADD in beside and isinstance(row.weapon, Weapon):
                pairs[beside[WEAPON_ADD]] = wielded(row.weapon, self.ask).add
            words = f"{row.called} ({AWAY})" if row.away else row.called
            yield Offer(words, dict(forms.flatten(pairs)))

    def _of_weapon(self, key: str, kind: Any, row: WeaponRow) -> Any:
        """What a weapon of the sheet is to such a field; None where it is nothing to it."""
        weapon = row.weapon
        held = wielded(weapon, self.ask) if isinstance(weapon, Weapon) else None
        if isinstance(kind, forms.FromTable):
            fits = row.asked(kind.cls)
            return None if fits is None else kind.write(fits)
        if key == WEAPON_ADD:
            return held and held.add
        if key == WEAPON_VA:
            return held.weapon.va if held else weapon.va if isinstance(weapon, Thrown) else None
        if key == SHOT_VA and isinstance(weapon, Missile):
            return shot(weapon.row, Band.CLOSE, row.tip.head).va
        if key == SHOT_VA:
            return weapon.va if isinstance(weapon, Thrown) else None
        if isinstance(kind, forms.Whole):
            return held and held.weapon.power
        ranged = RangeWeapon.carried(weapon)
        words = (held.weapon.speed, held.weapon.length) if held else (ranged.kind,) if ranged else ()
        return next((one.value for one in words if takes(kind, one.value)), None)

    def _spells(self, kind: Any, path: str) -> Iterator[Offer]:
        """Each spell that is known."""
        for row in self.values[SPELLS]:
            said = kind.write(row.known)
            if takes(kind, said):
                yield Offer(row.called, dict(forms.flatten({path: said})))

    def _mounts(self, kind: Any, path: str) -> Iterator[Offer]:
        """Each mount, in the order of the sheet."""
        for row in self.values[MOUNTS]:
            said = kind.write(row.known)
            if takes(kind, said):
                yield Offer(row.called, dict(forms.flatten({path: said})))

    def _themselves(self, kind: forms.Rows) -> Iterator[Offer]:
        """Who the sheet is of as a row: their tolerances, and what says how they bleed."""
        known = {key_of(row.name): str(row.ability) for row in self.abilities}
        name = str(self.sheet["name"]) or "This character"
        own = Own(*self.values["tolerances"].placed.places.values())
        row: dict[str, str] = {"name": name, **{stat: known[stat] for stat in ("forte", "health") if stat in known}}
        row |= dict(forms.flatten({"tolerances": forms.kind_of(Own).write(own)}))
        row["superficials"] = str(min(self.levels.count(Level.SUPERFICIAL), 20))
        if takes(kind.row, forms.nest(row)):
            yield Offer(name, row=row, name=name)

    def _tolerances(self, kind: Any, path: str) -> Iterator[Offer]:
        """The sheet's tolerances, as six numbers where the field does not know how the sheet came by them."""
        said = self.values["tolerances"]
        own = Own(*said.placed.places.values())
        for choice in (said, own):
            name = forms.branch_name(type(choice))
            if isinstance(kind, forms.Branches) and name in kind.groups:
                pairs = forms.flatten({path: kind.write(choice)})
                yield Offer("Tolerances", dict(pairs))
                return


def _counted(kind: Any, count: int) -> str:
    """A count as a field takes it: the most that it can hold, or whether there are any."""
    if isinstance(kind, forms.Truth):
        return str(count > 0).lower()
    return str(min(count, kind.most) if isinstance(kind, forms.Whole) else count)


def _fits(key: str, row: AbilityRow) -> bool:
    return key in ("", key_of(row.name)) or (key in KINDS and (not KINDS[key] or row.tested.value in KINDS[key]))
