"""The client without a browser: what needs no page, in Node, and what Python does in the same way."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine import filling, forms, games, links, pages, typed
from hooks.commands import bundle, fetch

TESTS = Path(__file__).parents[1] / "client"
AGREED: dict[str, Any] = json.loads((TESTS / "agreement.json").read_text(encoding="utf-8"))


def test_the_modules_that_need_no_page() -> None:
    command = [fetch.node(), "--test", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", *sorted(TESTS.glob("*.mjs"))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_words_are_spelt_in_two_ways() -> None:
    assert AGREED["spellings"] == games.spellings()


@pytest.mark.parametrize(("text", "key"), AGREED["aliases"])
def test_an_alias(text: str, key: str) -> None:
    assert pages.alias_key(text) == key


@pytest.mark.parametrize(("word", "other", "slips"), AGREED["slips"])
def test_a_slip(word: str, other: str, slips: int) -> None:
    assert typed.forgiven(word, other) == slips


@pytest.mark.parametrize(("name", "key"), AGREED["keys"])
def test_the_key_of_a_name(name: str, key: str) -> None:
    assert filling.key_of(name) == key


@pytest.mark.parametrize(("inputs", "texts"), AGREED["flat"])
def test_inputs_as_texts(inputs: dict[str, Any], texts: dict[str, str]) -> None:
    assert dict(forms.flatten(inputs)) == texts


@pytest.mark.parametrize(("content", "text"), AGREED["seven bits"])
def test_seven_bits_a_letter(content: str, text: str) -> None:
    assert bundle.as_text(bytes.fromhex(content)) == text


@pytest.mark.parametrize("one", AGREED["addresses"], ids=lambda one: one["address"])
def test_an_address(one: dict[str, Any]) -> None:
    said = links.address(one["page"], one["place"], one["instance"], one["pairs"], one["rulings"])
    assert said == one["address"]
