"""A mistake in a calculator is told as ours, and what is asked for in a report can be copied."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, PHONE
from tests.browser.server import Server

# No real clipboard: what is written to it is kept.
CLIPBOARD = """
globalThis.copied = [];
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void copied.push(text) } });
"""
OURS = "This is a mistake of ours, not in what you typed: KeyError: <Way.KEY: 'key'>."


@pytest.mark.parametrize("how", ["chip", "link"])
def test_a_mistake_is_told_with_a_report_to_copy(sample: Server, visit: Callable[..., Page], how: str) -> None:
    page = visit(**PHONE)
    page.add_init_script(LISTEN + CLIPBOARD)
    page.goto(sample.url + ("mistaken/" if how == "chip" else "mistaken/#sample-mistaken?sample-mistaken.way=key"))
    section = page.locator("#sample-mistaken")
    status, copies = section.locator(".fl-status"), section.get_by_role("button", name="Copy a report")
    if how == "chip":
        section.locator(".fl-chip:has([value=key])").click()
        expect(status).to_contain_text(OURS, timeout=30_000)
        expect(section).to_have_attribute("data-old", "")
    else:
        expect(status).to_contain_text(f"these are the page’s own values. {OURS}", timeout=30_000)
        expect(section).not_to_have_attribute("data-old", "")
    copies.click()
    expect(copies).to_have_count(0)  # it says “Copied” now
    lines = dict(line.split(": ", 1) for line in page.evaluate("copied[0]").splitlines()[1:])
    assert json.loads(lines["Inputs"]) == {"way": "key"}
    assert lines["Error"] == "KeyError: <Way.KEY: 'key'>"
    assert "tests/mistaken.py:" in lines["In"]
    section.locator(".fl-chip:has([value=refused])").click()
    expect(status).to_have_text("This is refused.")
    section.locator(".fl-chip:has([value=not])").click()
    expect(status).to_have_text("")
