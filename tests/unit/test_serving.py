"""What a server keeps from one build to the next, and what it lets wait until someone looks at it."""

from collections.abc import Iterator

import pytest

from hooks import serving


@pytest.fixture(autouse=True)
def served() -> Iterator[None]:
    serving.begin("serve")
    yield
    serving.begin("build")


def made(text: str, rests_on: object = "text", engine: object = None, page: str | None = None) -> str:
    return serving.kept("section", "ferries", rests_on, lambda: text, engine=engine, page=page)


def test_what_rests_on_the_same_stays() -> None:
    assert [made("first"), made("second"), made("third", "another text")] == ["first", "first", "third"]


def test_names_of_one_hook_are_none_of_another() -> None:
    assert made("first") == "first"
    assert serving.kept("row", "ferries", "text", lambda: "second") == "second"


def test_a_build_keeps_nothing() -> None:
    assert made("first") == "first"
    serving.begin("build")
    assert [made("second"), made("third")] == ["second", "third"]


def test_what_is_forgotten_is_made_again() -> None:
    made("first")
    serving.forget("section", "ferries")
    assert made("second") == "second"


def test_what_is_of_no_page_follows_the_engine_at_once() -> None:
    assert [made("first", engine=1), made("second", engine=1), made("third", engine=2)] == ["first", "first", "third"]


def test_a_page_follows_the_engine_once_it_is_asked_for() -> None:
    assert made("first", engine=1, page="ferries/") == "first"
    assert not serving.ask("fares/")
    assert made("second", engine=2, page="ferries/") == "first"
    assert serving.ask("ferries/")
    serving.start()
    assert made("third", engine=2, page="ferries/") == "third"
    assert not serving.ask("ferries/")
    assert made("fourth", engine=2, page="ferries/") == "third"


def test_a_page_that_is_behind_stays_so_through_other_builds() -> None:
    made("first", engine=1, page="ferries/")
    for _ in range(2):
        serving.start()
        assert made("second", engine=2, page="ferries/") == "first"
    assert serving.ask("ferries/")


def test_what_a_page_says_itself_never_waits() -> None:
    made("first", engine=1, page="ferries/")
    assert made("second", "another text", engine=2, page="ferries/") == "second"
    assert not serving.ask("ferries/")


def test_the_pages_asked_for_last_follow_the_engine_at_once() -> None:
    pages = [f"{number}/" for number in range(serving.LOOKED_AT + 1)]
    for page in [*pages, pages[1]]:
        serving.ask(page)
        serving.kept("section", page, "", lambda: "first", engine=1, page=page)
    found = [serving.kept("section", page, "", lambda: "second", engine=2, page=page) for page in pages]
    assert found == ["first", "second", "second", "second"]
