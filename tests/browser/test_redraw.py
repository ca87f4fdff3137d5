"""A redraw takes nothing from the reader: letters, caret and selection, folds, scroll and focus, in each browser."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from tests.browser.looking import CIRCLES
from tests.browser.server import Server
from tests.browser.tabs import PlaywrightTab, Tab, until

MINE = "at-the-table/my-characters/"
DUEL = "burning-wheel/duel-of-wits/play-a-duel/"
AWAKE = "document.querySelector('section.fl .fl-asleep')?.disabled === false"
READY = "document.documentElement.dataset.python === 'ready'"
BETWEEN_LETTERS = 0.19
PAGE = """
globalThis.one = (selector) => document.querySelector(selector);
globalThis.press = (selector) => [one(selector).focus(), one(selector).click()];
globalThis.give = (selector, text) => {
  one(selector).value = text;
  one(selector).dispatchEvent(new Event("input", { bubbles: true }));
};
"""
# Idle is a page when all that was asked for before has been answered and drawn.
PYTHON = """
globalThis.python = (await import(one("script[src$='felloe.js']").src)).python;
globalThis.idle = async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await python.ask("idle", { do: "names" });
    await new Promise((done) => setTimeout(done));
  }
};
"""
# Each button once, in the order of the page: it has the focus and is pressed. What lost the focus to the page is told.
ACTS = """
globalThis.lost = [];
globalThis.acts = [];
const shown = (one) => one.getClientRects().length && !one.matches(":disabled");
for (let act = 0; act < MOST; act += 1) {
  const named = [...document.querySelectorAll(BUTTONS)].filter(shown).map((one) => {
    const { dataset, form, textContent } = one;
    return [`${one.closest("section").id} ${JSON.stringify(dataset)} ${form?.id} ${textContent}`, one];
  });
  const [name, button] = named.find(([name]) => !acts.includes(name)) ?? [];
  if (!button) {
    break;
  }
  acts.push(name);
  button.focus();
  button.click();
  await idle();
  const { activeElement } = document;
  if (activeElement === document.body || !shown(activeElement)) {
    lost.push(`${name}: ${activeElement.outerHTML.slice(0, 80)}`);
  }
}
"""


def opened(tab: Tab, url: str, *, ready: bool = True) -> None:
    """A page whose controls answer; Python runs already, or starts with the first input."""
    tab.open(url)
    until(tab, AWAKE)
    if ready:
        run(tab, PAGE + PYTHON)
        tab.run("void python.start()")
        until(tab, READY)


def run(tab: Tab, statements: str) -> None:
    tab.run(f"(async () => {{ {statements} }})()")


def typed(tab: Tab, keys: Sequence[str]) -> None:
    """Keys at the pace of someone who types."""
    for key in keys:
        started = time.monotonic()
        tab.press(key)
        time.sleep(max(0, BETWEEN_LETTERS - (time.monotonic() - started)))


SLIP = [*"ABCDEFGH", *["Backspace"] * 3, *"KLMNOP"]
FIELDS = {
    "the name on a sheet": (MINE, "#character-sheet [name=name]", ""),
    "a row of a sheet, under More": (MINE, "#character-sheet [name='gear.1.name']", "[data-add=gear]"),
    "a row of a calculator": (CIRCLES, "#circles-obstacle [name='reputations.1.name']", "[data-add=reputations]"),
}


@pytest.mark.parametrize("place", FIELDS)
def test_letters_keep_their_order_while_python_starts(place: str, site: Server, tab: Tab) -> None:
    """From 0.3 s after the page has opened, deleting meanwhile; in rows that are added before Python is there."""
    path, field, add = FIELDS[place]
    opened(tab, site.url + path, ready=False)
    run(tab, PAGE)
    time.sleep(0.3)
    if add:
        run(tab, f'one("{add}").closest("details")?.setAttribute("open", ""); press("{add}"); press("{add}");')
        until(tab, f'document.activeElement.matches("{field}")')
        assert tab.run(f'one("{add}").closest("details")?.open ?? true')
    else:
        tab.run(f'one("{field}").focus()')
    typed(tab, SLIP)
    assert tab.run(f'one("{field}").value') == "ABCDEKLMNOP"
    run(tab, PYTHON)
    tab.run("idle()")
    typed(tab, ["q"])
    tab.run("idle()")
    assert tab.run(f'one("{field}").value') == "ABCDEKLMNOPq"
    assert tab.run(f'document.activeElement.matches("{field}")')
    assert tab.run("one('section.fl .fl-body').textContent.includes('ABCDEKLMNOPq')") or not add
    if path == MINE:
        kept = "JSON.parse(localStorage['felloe.characters'] ?? 'null')?.characters.sheets"
        until(tab, f"JSON.stringify({kept}?.[0].inputs)?.includes('ABCDEKLMNOPq')")
        assert tab.run(f"{kept}.length") == 1


def test_what_the_reader_is_at_stays(sample: Server, tab: Tab) -> None:
    """Caret, selection, text as it was typed, folds and scroll, while rows come and go and answers change."""
    opened(tab, sample.url)
    run(
        tab,
        """
        globalThis.box = one("[name=ability]");
        box.focus();
        give("[name=ability]", "b5 ");
        await idle();
        box.setSelectionRange(1, 2);
        one(".fl-more").open = true;
        one(".fl-out").style.width = "5em";
        document.querySelectorAll(".fl-body > :not(form) details").forEach((fold) => (fold.open = true));
        globalThis.wide = [...document.querySelectorAll(".fl-body .fl-scroll")].filter((one) => (one.scrollLeft = 20));
        globalThis.far = wide.map(({ scrollLeft }) => scrollLeft);
        for (let row = 0; row < 3; row += 1) {
          one("[data-add=hands]").click();
        }
        await idle();
        ["Ada", "Bo", "Cy"].forEach((name, row) => give(`[name='hands.${row}.name']`, name));
        one("[data-drop='hands.1']").click();
        give("[name=number]", "7");
        await idle();
        """,
    )
    assert tab.run("[document.activeElement === box, box.value, box.selectionStart, box.selectionEnd]") == [
        *(True, "b5 ", 1, 2)
    ]
    assert tab.run("[...document.querySelectorAll('[name^=hands][name$=name]')].map(({ value }) => value)") == [
        *("Ada", "Cy")
    ]
    assert tab.run("one('.fl-figure').textContent") == "10"
    assert tab.run(
        "[one('.fl-more'), ...document.querySelectorAll('.fl-body > :not(form) details')].every(({ open }) => open)"
    )
    assert tab.run("wide.length")
    assert tab.run("JSON.stringify(far) === JSON.stringify(wide.map(({ scrollLeft }) => scrollLeft))")


def test_a_text_is_composed_to_its_end(sample: Server, tab: Tab) -> None:
    """Nothing is drawn under an input method; then all that was asked for meanwhile is."""
    opened(tab, sample.url)
    run(
        tab,
        """
        globalThis.box = one("[name=short]");
        globalThis.ends = 0;
        box.addEventListener("compositionend", () => (ends += 1));
        box.focus();
        box.setSelectionRange(box.value.length, box.value.length);
        """,
    )
    compose(tab, "にほ", done=False)
    run(tab, "one('[data-add=hands]').click(); await idle();")
    compose(tab, "にほん", done=False)
    run(tab, "await idle();")
    assert tab.run("[box.value, ends, document.querySelectorAll('[data-drop]').length]") == ["shortにほん", 0, 0]
    compose(tab, "日本", done=True)
    until(tab, "document.querySelectorAll('[data-drop]').length === 1")
    assert tab.run("[box.value, box.isConnected, document.activeElement === box]") == ["short日本", True, True]


def compose(tab: Tab, text: str, *, done: bool) -> None:
    """A part of a text, as an input method hands it over; Chromium has a real one, others get its events."""
    if isinstance(tab, PlaywrightTab) and tab.kind == "chromium":
        session = tab.page.context.new_cdp_session(tab.page)
        if done:
            session.send("Input.insertText", {"text": text})
        else:
            ends = {"selectionStart": len(text), "selectionEnd": len(text)}
            session.send("Input.imeSetComposition", {"text": text, **ends})
        return
    run(
        tab,
        f"""
        if (!globalThis.composing) {{
          globalThis.composing = true;
          box.dispatchEvent(new CompositionEvent("compositionstart", {{ bubbles: true }}));
        }}
        box.value = "short{text}";
        box.dispatchEvent(new InputEvent("input", {{ bubbles: true, isComposing: true }}));
        if ({str(done).lower()}) {{
          box.dispatchEvent(new CompositionEvent("compositionend", {{ bubbles: true }}));
        }}
        """,
    )


TOOLS = "[data-tool]:not([data-tool=save], [data-tool=read])"
KINDS = (TOOLS, *(f"[data-{kind}]" for kind in ("add", "drop", "example", "step", "pick", "letter", "append")))
BUTTONS = f"section.fl :is({', '.join(KINDS)}, .fl-move [type=submit], .fl-roll button)"
UNFOLDED = "document.querySelectorAll('.fl-setup').forEach((fold) => (fold.open = true));"
ALL = {"every word": "", "two races": "race/"}


@pytest.mark.parametrize("page", ALL)
def test_no_button_loses_the_focus(page: str, sample: Server, tab: Tab) -> None:
    opened(tab, sample.url + ALL[page])
    run(tab, f"{UNFOLDED} document.querySelector('[value=sail-far]')?.click(); await idle();")
    run(tab, ACTS.replace("BUTTONS", f"`{BUTTONS}`").replace("MOST", "80"))
    assert tab.run("lost") == []
    assert tab.run("acts.length") >= {"every word": 25, "two races": 8}[page]


def test_no_button_of_a_duel_loses_the_focus(site: Server, tab: Tab) -> None:
    opened(tab, site.url + DUEL)
    run(tab, UNFOLDED)
    few = f"#duel :is({TOOLS}, [data-add], [data-drop], .fl-move [type=submit])"
    run(tab, ACTS.replace("BUTTONS", f"`{few}`").replace("MOST", "16"))
    assert tab.run("lost") == []
    assert tab.run("acts.filter((name) => name.includes('duel-move')).length")


def test_the_focus_follows_the_moves(sample: Server, tab: Tab) -> None:
    """From a move to the first control of the next; a refusal stands in the move, and is said once, like an answer."""
    opened(tab, f"{sample.url}race/")
    run(
        tab,
        """
        globalThis.heard = [];
        const regions = document.querySelectorAll("#sample-race :is([aria-live], [role=status], [role=alert])");
        const listen = ({ textContent }) => /^$|^This takes a while/.test(textContent) || heard.push(textContent);
        regions.forEach((region) => new MutationObserver(() => listen(region)).observe(region, { childList: true }));
        globalThis.move = async (name) => {
          heard.length = 0;
          const button = [...document.querySelectorAll("#sample-race .fl-move [type=submit]")].find((one) =>
            one.textContent === name);
          button.focus();
          button.click();
          await idle();
          await new Promise((done) => setTimeout(done, 900));
        };
        globalThis.now = () => [document.activeElement.name, document.activeElement.form?.dataset.side, heard.length];
        """,
    )
    run(tab, "await move('Run');")
    assert tab.run("now()") == ["move.is", "tortoise", 1]

    run(tab, "give('#sample-race [name=\"move.dice\"]', '9'); await move('Run');")
    assert tab.run("document.activeElement.textContent") == "Run"
    assert tab.run("heard") == [told(tab, "move.dice", "[data-field='move.dice'] > .fl-error")]
    run(
        tab,
        "give('#sample-race [name=\"move.dice\"]', '1'); one('#sample-race [name=own]').click(); await move('Run');",
    )
    assert tab.run("now()") == ["faces", "tortoise", 1]
    run(tab, "give('#sample-race [name=faces]', '6 5'); await move('These fell');")
    assert tab.run("document.activeElement.textContent") == "These fell"
    assert tab.run("heard") == [told(tab, "faces", "[data-field=faces] > .fl-error")]
    run(tab, "give('#sample-race [name=faces]', '5'); await move('These fell');")
    assert tab.run("now()") == ["move.is", "hare", 1]

    # A move that is only being thought about outlives another answer, with its fields and its button.
    run(
        tab, "one('#sample-race .fl-move [value=rest]').click(); give('#sample-race [name=goal]', ' 25'); await idle();"
    )
    assert tab.run("one('#sample-race .fl-move [value=rest]').checked")
    assert tab.run("one('#sample-race .fl-move [type=submit]').textContent") == "Rest"
    assert tab.run("one('#sample-race .fl-move [data-branch=run]').hidden")

    run(
        tab,
        "one('#sample-race .fl-leave').open = true; const start = one('#sample-race [data-tool=start]');"
        "start.focus(); start.click(); await idle();",
    )
    assert tab.run("one('#sample-race [data-tool=start]').disabled")
    assert tab.run("document.activeElement.closest('.fl-leave') !== null"), "the focus goes to what stands beside it"


def told(tab: Tab, name: str, place: str) -> Any:
    """The sentence in a move with which its field is blamed, as everyone can tell."""
    return tab.run(
        f"""(() => {{
          const form = one("#sample-race .fl-move");
          const box = form.querySelector("[name='{name}'][aria-invalid=true]");
          const told = form.querySelector("{place}");
          return told.checkVisibility() && box.getAttribute("aria-describedby").split(" ").includes(told.id)
            && told.textContent;
        }})()"""
    )
