"""A link on a page of examples fills its calculator in, and what stands beside it is what the calculator says."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, PHONE, awake
from tests.browser.server import Server


@pytest.mark.parametrize(
    ("page", "rule"),
    [
        ("tests-and-people", "CIR-12"),
        ("fights-wounds-magic", "DOW-14"),
        ("melee-bastard-sword", "MEL-42"),
    ],
)
def test_an_example_opens_in_its_calculator(page: str, rule: str, site: Server, visit: Callable[..., Page]) -> None:
    here = visit(**PHONE)
    here.add_init_script(LISTEN)
    here.goto(f"{site.url}rulings-and-sources/examples-{page}/")
    row = here.locator(".fl-listed > li", has_text=rule).first
    figure = (row.locator(".fl-listed__held").text_content() or "").partition(" · ")[0]
    row.locator("a").click()
    awake(here)
    name = here.url.partition("?")[2].partition(".")[0].partition("=")[0]
    expect(here.locator(f"#{name} .fl-figure").first).to_have_text(figure)
    assert here.url.partition("?")[2], "nothing was filled in"
