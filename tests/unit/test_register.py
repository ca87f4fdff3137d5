"""The registers of what the pages say beside marks of trust."""

from hooks import register

FARES = """---
title: Fares
---

# Fares { data-aliases="tolls" }

Some tolls are lost. [▦ Rebuilt](../marks-of-trust.md#rebuilt){ .fl-mark }

## The toll { #fer-12 data-rules="FER-12" }

- A goat | pays [half](boats.md#fer-14), as [above](#fer-12). [○ Missing](../marks-of-trust.md#missing){ .fl-mark }
- A cow pays all. [∴ Derived](../marks-of-trust.md#derived){ .fl-mark }
"""
OTHER = "# Rafts\n\n- Nothing. [○ Missing](../marks-of-trust.md#missing){ .fl-mark }\n"
PAGES = [("ferry/fares.md", FARES), ("rafts/rafts.md", OTHER)]
AT = "sources/lacks.md"


def test_each_marked_line_is_an_item_whose_links_still_lead_there() -> None:
    assert register.listed("ferry", ["missing", "rebuilt"], AT, iter(PAGES)).splitlines() == [
        "- **[Fares](../ferry/fares.md)** · Some tolls are lost. [▦ Rebuilt](../marks-of-trust.md#rebuilt){ .fl-mark }",
        "- **[The toll](../ferry/fares.md#fer-12)** · A goat | pays [half](../ferry/boats.md#fer-14), as "
        "[above](../ferry/fares.md#fer-12). [○ Missing](../marks-of-trust.md#missing){ .fl-mark }",
    ]


def test_a_game_without_such_marks_says_so() -> None:
    assert register.listed("ferry", ["corrected"], AT, iter(PAGES)) == register.NOTHING
    assert register.listed("barges", ["missing"], AT, iter(PAGES)) == register.NOTHING


def test_only_a_place_alone_in_its_line_becomes_a_list() -> None:
    line = '<div data-register="ferry: missing"></div>'
    assert register.PLACE.findall(f"{line}\n") == [("ferry", "missing")]
    assert register.PLACE.findall(f"Write `{line}`.") == []
