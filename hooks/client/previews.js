// A preview of the rule that a link leads to: its title and first paragraph, beside the link that is pointed at or has
// the focus, and by a finger in a sheet from below. Pinned it stays. Escape closes it.

import { element } from "./element.js";

/** @typedef {import("./lookup.js").Entry} Entry */

const DWELL_MS = 350;
const LEAVE_MS = 300;
const GAP = 8;
const MOST_PINNED = 3;

export class Previews {
  /**
   * @param {() => Promise<Map<string, Entry>>} places the sections of the index by their locations
   * @param {(link: HTMLAnchorElement) => string} locate the location that a link leads to, or nothing
   * @param {string} links which links have a preview
   */
  constructor(places, locate, links) {
    this.places = places;
    this.locate = locate;
    this.links = links;
    /** @type {HTMLAnchorElement | null} */
    this.link = null;
    /** @type {HTMLElement | null} */
    this.shown = null;
    this.turn = 0;
    /** Whether the focus is given back to a link, which is no wish to see its preview again. */
    this.returning = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    document.addEventListener("pointerover", (event) => this.pointed(event));
    document.addEventListener("focusin", ({ target }) => this.focused(/** @type {Element} */ (target)));
    document.addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("keydown", (event) => this.pressed(event), true);
    addEventListener("scroll", () => this.place(), { passive: true });
    addEventListener("resize", () => this.place());
  }

  /** @param {PointerEvent} event */
  pointed({ target, pointerType }) {
    if (pointerType !== "mouse" || !(target instanceof Element)) {
      return;
    }
    const link = target.closest(this.links);
    clearTimeout(this.later);
    if (link instanceof HTMLAnchorElement && link !== this.link) {
      this.later = setTimeout(() => this.show(link), DWELL_MS);
    } else if (!link && this.shown && !this.shown.contains(target) && !this.held()) {
      this.later = setTimeout(() => this.hide(), LEAVE_MS);
    }
  }

  /** Whether the link, or what stands in its preview, has the focus. */
  held() {
    const at = document.activeElement;
    return (at === this.link && at?.matches(":focus-visible")) || this.shown?.contains(at);
  }

  /** @param {Element} target */
  focused(target) {
    if (this.returning) {
      return;
    }
    const link = target.closest(this.links);
    const seen = link instanceof HTMLAnchorElement && link.matches(":focus-visible");
    if (this.shown && !this.shown.contains(target) && !(seen && link === this.link)) {
      this.hide(); // at once: it might lie over what has the focus now
    }
    if (seen) {
      clearTimeout(this.later); // whoever tabs past it is not held up by what stands in its preview
      this.turn += 1; // and one that is still on its way comes too late
      this.later = setTimeout(() => document.activeElement === link && this.show(link), DWELL_MS);
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.shown && (target.closest("a") || !this.shown.contains(target))) {
      this.hide();
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape" && this.shown) {
      event.stopPropagation();
      this.hide();
    }
  }

  /**
   * Show what a link leads to, unless it leads to no section of the site, or another one was pointed at meanwhile. Says
   * whether that was so.
   * @param {HTMLAnchorElement} link
   */
  async show(link) {
    if (this.shown && this.link === link) {
      return true;
    }
    const location = this.locate(link);
    this.turn += 1;
    const turn = this.turn;
    const places = location ? await this.places().catch(() => null) : null;
    const one = places?.get(location);
    if (!one || turn !== this.turn || !link.isConnected) {
      return false;
    }
    this.hide();
    const page = places?.get(location.split("#")[0])?.title ?? "";
    this.link = link;
    this.shown = this.made(one, page, link.href);
    link.after(this.shown);
    this.shown.showPopover?.();
    this.place();
    return true;
  }

  /** Close the preview; the focus that was in it goes back to its link. */
  hide() {
    clearTimeout(this.later);
    this.turn += 1;
    const [shown, link] = [this.shown, this.link];
    [this.shown, this.link] = [null, null];
    if (shown?.contains(document.activeElement)) {
      this.back(link);
    }
    shown?.remove();
  }

  /** @param {HTMLAnchorElement | null} link gets the focus back */
  back(link) {
    this.returning = true;
    link?.focus({ preventScroll: true });
    this.returning = false;
  }

  /** Put it below its link, or above where there is more room; a sheet lies where the style says. */
  place() {
    const [shown, link] = [this.shown, this.link];
    if (!shown || !link) {
      return;
    }
    const { top, bottom, left } = link.getBoundingClientRect();
    if (!link.isConnected || bottom < 0 || top > innerHeight) {
      this.hide();
      return;
    }
    const { width, height } = shown.getBoundingClientRect();
    const under = bottom + GAP + height <= innerHeight || top < height + GAP;
    shown.style.setProperty("--fl-top", `${under ? bottom + GAP : top - GAP - height}px`);
    shown.style.setProperty("--fl-left", `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`);
  }

  /**
   * @param {Entry} one
   * @param {string} page
   * @param {string} href
   */
  made({ title, text, brief = 0 }, page, href) {
    const box = element("span", "fl-preview", { role: "dialog", "aria-label": title, popover: "manual" });
    const pin = element("button", "fl-preview__button", { type: "button" }, "Pin");
    const away = element("button", "fl-preview__button", { type: "button" }, "Close");
    const tools = element("span", "fl-preview__tools");
    tools.append(element("a", "fl-preview__to", { href }, "Go there"), pin, away);
    const where = page && page !== title ? [element("span", "fl-preview__page", {}, page)] : [];
    box.append(element("strong", "fl-preview__title", {}, title), ...where);
    box.append(...(brief ? [element("span", "fl-preview__text", {}, text.slice(0, brief))] : []), tools);
    away.addEventListener("click", () => (box === this.shown ? this.hide() : box.remove()));
    pin.addEventListener("click", () => this.pin(box, pin));
    return box;
  }

  /**
   * Let a preview stay where it disturbs nothing, above the foot of the screen.
   * @param {HTMLElement} box
   * @param {HTMLElement} pin
   */
  pin(box, pin) {
    const dock =
      document.querySelector(".fl-previews") ??
      document.body.appendChild(element("div", "fl-previews", { role: "region", "aria-label": "Pinned rules" }));
    const link = this.link;
    [this.shown, this.link] = [null, null];
    pin.remove();
    box.removeAttribute("popover");
    box.setAttribute("role", "group");
    dock.prepend(box);
    [...dock.children].slice(MOST_PINNED).forEach((one) => one.remove());
    this.back(link);
  }
}
