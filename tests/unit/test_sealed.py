"""Seals: what was sealed comes back, and each thing that can go wrong is told apart."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import sealed
from engine.games.burning_wheel.rules.sealed import Where

NONCE = bytes(range(16))
SCRIPT = [{"action": "point"}, {"action": "rebuttal", "defense": 2}, {"action": "dismiss", "say": "Nun gut, “genug”!"}]
HERE = Where("8f31", 2, "left")
SEAL = sealed.seal(HERE, SCRIPT, NONCE)
OPENED = sealed.reveal(HERE, SCRIPT, NONCE)


def refused(seal: str = SEAL, opened: str = OPENED, duel: str = "8f31", exchange: int = 2, side: str = "left") -> str:
    with pytest.raises(ValueError) as error:
        sealed.check(seal, opened, Where(duel, exchange, side))
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert sentence[0].isupper()
    return sentence


def test_what_was_sealed_comes_back() -> None:
    sealed.arrived(SEAL, HERE)
    assert sealed.check(SEAL, OPENED, HERE) == SCRIPT


def test_a_seal_does_not_say_what_is_in_it() -> None:
    assert len(SEAL) == len(sealed.seal(HERE, ["avoid"], NONCE)) < 100
    other = sealed.seal(HERE, SCRIPT, bytes(16))
    assert other[30:] != SEAL[30:]


def test_case_spaces_and_likely_slips_do_no_harm() -> None:
    wrapped = SEAL.lower().replace("-", "\n ").replace("0", "o").replace("1", "l", 1).replace("l", "1", 1)
    assert sealed.check(wrapped, f"  {OPENED.replace('-', '')} ", HERE) == SCRIPT


def test_a_cut_code_is_called_cut() -> None:
    bare = SEAL.replace("-", "")
    for kept in range(2, len(bare)):
        assert refused(seal=bare[:kept]) == "The seal is cut short: its end is missing."
    opened = OPENED.replace("-", "")
    for kept in range(2, len(opened)):
        assert refused(opened=opened[:kept]) == "The opened script is cut short: its end is missing."


def test_a_mistyped_code_is_called_mistyped() -> None:
    bare = SEAL.replace("-", "")
    for at in range(2, len(bare)):
        wrong = bare[:at] + ("7" if bare[at] != "7" else "8") + bare[at + 1 :]
        assert "mistyped" in refused(seal=wrong), at
    assert "mistyped" in refused(seal=bare[:9] + "?" + bare[10:])


@pytest.mark.parametrize(
    ("seal", "words"),
    [
        ("", "The seal is missing."),
        ("hello", "mistyped"),
        ("2" + SEAL[1:], "format 2"),
        (OPENED, "other kind"),
        (SEAL + "0000", "behind its end"),
        ("1S" * 3000, "too long"),
    ],
)
def test_other_texts(seal: str, words: str) -> None:
    assert words in refused(seal=seal)


def test_codes_of_elsewhere() -> None:
    assert refused(duel="8f32") == "The seal belongs to another duel."
    assert refused(exchange=3) == "The seal belongs to exchange 2; this is exchange 3."
    assert refused(side="right") == "The seal comes from another side than “right”."
    assert refused(opened=sealed.reveal(Where("8f32", 2, "left"), SCRIPT, NONCE)) == (
        "The opened script belongs to another duel."
    )
    assert "exchange 1" in refused(opened=sealed.reveal(Where("8f31", 1, "left"), SCRIPT, NONCE))
    assert "another side" in refused(opened=sealed.reveal(Where("8f31", 2, "right"), SCRIPT, NONCE))


def test_a_changed_script_or_nonce_is_found_out() -> None:
    changed = "The opened script is not the one that was sealed: it was changed, or belongs to another seal."
    assert refused(opened=sealed.reveal(HERE, SCRIPT[::-1], NONCE)) == changed
    assert refused(opened=sealed.reveal(HERE, SCRIPT, bytes(16))) == changed


@pytest.mark.parametrize(
    ("script", "words"),
    [(1.5, "float"), ({1: "point"}, "names"), ("x" * 2000, "1000 bytes"), ("\ud800", "cannot")],
)
def test_what_cannot_be_sealed(script: Any, words: str) -> None:
    for code in (sealed.seal, sealed.reveal):
        with pytest.raises(ValueError, match=words):
            code(HERE, script, NONCE)


def test_a_script_nested_too_deep() -> None:
    script: list[Any] = []
    for _ in range(20):
        script = [script]
    with pytest.raises(ValueError, match="deep"):
        sealed.seal(HERE, script, NONCE)


@pytest.mark.parametrize("exchange", [0, -1, 10_000])
def test_exchanges_have_bounds(exchange: int) -> None:
    with pytest.raises(ValueError, match="Exchanges count"):
        sealed.seal(Where("8f31", exchange, "left"), SCRIPT, NONCE)


def test_a_short_nonce_is_refused() -> None:
    for code in (sealed.seal, sealed.reveal):
        with pytest.raises(ValueError, match="16 bytes"):
            code(HERE, SCRIPT, b"short")


def test_nonces_as_text() -> None:
    assert sealed.nonce_of(" 000102030405060708090a0b0c0d0e0F ") == NONCE
    for said in ("", "12", "g" * 32, "00 " * 10 + "00", "٣" * 32):
        with pytest.raises(ValueError, match="32 digits"):
            sealed.nonce_of(said)


SCRIPTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6, alphabet="abcü "), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.integers(1, 9999),
    st.text("ab ü", max_size=6),
    SCRIPTS,
    st.binary(min_size=16, max_size=16),
)
def test_any_script_comes_back(duel: str, exchange: int, side: str, script: Any, nonce: bytes) -> None:
    where = Where(duel, exchange, side)
    seal = sealed.seal(where, script, nonce)
    assert sealed.check(seal, sealed.reveal(where, script, nonce), where) == script


@given(st.text(max_size=300))
def test_any_text_is_refused_with_a_sentence(said: str) -> None:
    refused(seal=said)
    refused(opened=said)
