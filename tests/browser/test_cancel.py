"""Calculations that take long: how far they are is said, they can be stopped, and nobody waits for outdated ones."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, WIDE
from tests.browser.server import Server
from tests.browser.tabs import Tab, until

Visit = Callable[..., Page]
SLOW = "#sample-slow"
STOPPED = "Stopped: your values are kept, and the answer is the one from before; the next change asks anew."
# What a reader does and sees in the first section of the page.
HANDS = """
const root = document.querySelector("#sample-slow");
const line = () => root.querySelector(".fl-progress");
const figure = () => root.querySelector(".fl-figure").textContent;
const type = (steps) => {
  const box = root.querySelector("[name=steps]");
  box.value = steps;
  box.dispatchEvent(new Event("input", { bubbles: true }));
};
const becomes = async (seen) => {
  for (const end = Date.now() + 60000; !seen(); ) {
    if (Date.now() > end) throw new Error(`not true within 60 s: ${seen}`);
    await new Promise((next) => setTimeout(next, 10));
  }
};
"""


def acted(script: str) -> str:
    """A script of statements as an expression."""
    return f"(async () => {{ {HANDS} {script} }})()"


def test_cancel_keeps_what_was_typed_and_the_last_answer(tab: Tab, sample: Server) -> None:
    tab.open(f"{sample.url}slow/")
    until(tab, "document.querySelector('#sample-slow fieldset:not([disabled])')?.id !== undefined")
    before, shares = tab.run(
        acted(
            """
            type("2");
            await becomes(() => figure() === "2");
            type("1000");
            await becomes(line);
            const told = [line().textContent];
            await becomes(() => line().querySelector("progress").value > 0.02);
            const shares = [line().querySelector("progress").value];
            await becomes(() => line().querySelector("progress").value > shares[0]);
            return [told, shares];
            """
        )
    )
    assert before[0].startswith("Working it out: ")
    assert shares[0] < 1
    stopped = tab.run(
        acted(
            """
            line().querySelector("button").click();
            await becomes(() => !line());
            return [root.querySelector(".fl-status").textContent, root.dataset.old, figure(),
              root.querySelector("[name=steps]").value];
            """
        )
    )
    assert stopped == [STOPPED, "", "2", "1000"]
    again = tab.run(
        acted(
            """
            await becomes(() => document.documentElement.dataset.python === "ready");
            const still = root.querySelector(".fl-status").textContent;
            type("3");
            await becomes(() => figure() === "3");
            return [still, root.querySelector(".fl-status").textContent, root.querySelector(".fl-out").className];
            """
        )
    )
    assert again == [STOPPED, "", "fl-out"]


def test_escape_cancels_and_the_focus_stays(sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(f"{sample.url}slow/")
    section, other = page.locator(SLOW), page.locator(f"{SLOW}-2")
    steps = section.locator("[name=steps]")
    section.get_by_label("Saying nothing").check()
    steps.fill("1000")
    line = section.locator(".fl-progress")
    expect(line).to_contain_text("Working it out: ")
    expect(line).not_to_contain_text("%")
    expect(section.locator("[data-say]")).to_have_text("This takes a while; Escape or the Cancel button stops it.")
    other.locator("[name=steps]").fill("4")
    expect(other.locator(".fl-progress")).to_contain_text("Waiting for its turn: ")
    line.get_by_role("button", name="Cancel").focus()
    page.keyboard.press("Escape")
    expect(line).to_have_count(0)
    expect(section.locator(".fl-status")).to_have_text(STOPPED)
    expect(other.locator(".fl-figure")).to_have_text("4")
    expect(other.locator(".fl-progress")).to_have_count(0)
    expect(other).not_to_have_attribute("data-old", "")
    expect(section).to_have_attribute("data-old", "")
    assert page.evaluate("document.activeElement.name") == "steps"


def test_what_waits_is_cancelled_without_disturbing_what_runs(sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(f"{sample.url}slow/")
    section, other = page.locator(SLOW), page.locator(f"{SLOW}-2")
    section.locator("[name=steps]").fill("250")
    other.locator("[name=steps]").fill("4")
    other.get_by_role("button", name="Cancel").click()
    expect(other.locator(".fl-status")).to_have_text(STOPPED)
    expect(section.locator(".fl-figure")).to_have_text("250")
    expect(section.locator(".fl-progress")).to_have_count(0)
    assert page.evaluate("told.filter(({ type }) => type === 'ready').length") == 1


def test_an_outdated_run_is_not_waited_for(sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(f"{sample.url}slow/")
    section = page.locator(SLOW)
    section.locator("[name=steps]").fill("1000")
    expect(section.locator(".fl-progress")).to_be_visible()
    section.locator("[name=steps]").fill("5")
    expect(section.locator(".fl-figure")).to_have_text("5")
    expect(section.locator(".fl-out")).to_have_class("fl-out")
    expect(section.locator(".fl-status")).to_have_text("")
    assert page.evaluate("told.filter(({ type }) => type === 'answer').length") == 1
