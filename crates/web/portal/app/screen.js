// The elements on the screen, and the focus. Only this module looks for elements.

/** @import { Where } from "./keys.js" */

/** @typedef {{ question: string, option: string, checked: boolean, reachable: boolean, focused: boolean }} Pick */

/** @returns {HTMLElement[]} */
function pickElements() {
  return [...document.querySelectorAll("[data-pick]")].map((pick) => /** @type {HTMLElement} */ (pick));
}

export const screen = {
  /** Name of the field being typed in; `""` if it has no name, `null` if there is none. */
  field: () => {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    return at?.matches("textarea, input:not([type=checkbox]), select, [role=separator]") ? (at.dataset.field ?? "") : null;
  },

  /** Whether a button or link has the focus. */
  control: () => document.activeElement?.matches("button, a, summary, [type=checkbox]") ?? false,

  /** @returns {Where["part"]} */
  part: () => {
    const at = document.activeElement;
    const part = /** @type {HTMLElement | null | undefined} */ (at?.closest("[data-part]"))?.dataset.part;
    if (part === "leaving" || part === "leave" || part === "asking" || part === "next") return part;
    return at?.closest(".list") ? "outside" : null;
  },

  /** @returns {Pick[]} */
  picks: () =>
    pickElements().map((pick) => ({
      question: /** @type {HTMLElement | null} */ (pick.closest("[data-question]"))?.dataset.question ?? "",
      option: pick.dataset.pick ?? "",
      checked: pick.getAttribute("aria-checked") === "true",
      reachable: pick.tabIndex === 0,
      focused: pick === document.activeElement,
    })),

  /** @param {number} at */
  focusPick: (at) => pickElements()[at]?.focus(),

  /** @param {string} name */
  focusField: (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-field="${CSS.escape(name)}"]`))?.focus(),

  /** @param {string} name focuses the first focusable element in that part */
  focusPart: (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-part="${name}"] :is([data-first], textarea, input)`))?.focus(),

  /**
   * The person opened this question: scroll to its top.
   * @param {boolean} [picked] they pointed at it: a number can be typed at once, where that opens no keyboard
   */
  focusTitle: (picked) => {
    const field = picked && matchMedia("(hover: hover)").matches ? document.querySelector("[data-arrive]") : null;
    /** @type {HTMLElement | null} */ (field ?? document.getElementById("title"))?.focus({ preventScroll: true });
    screen.toTop();
    document.querySelector(".row.open")?.scrollIntoView({ block: "nearest" });
  },

  /** The answer is sent: Enter leads to the next question; without one, what was answered is read. */
  focusNext: () => /** @type {HTMLElement | null} */ (document.querySelector("[data-part=next]") ?? document.getElementById("title"))?.focus({ preventScroll: true }),

  /** What is still in its field is selected, so that typing replaces it. */
  focusPanel: () => {
    const first = /** @type {HTMLElement | null} */ (document.querySelector(".veil [data-focus]") ?? document.querySelector(".veil [role=dialog]"));
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  },

  toTop: () => document.querySelectorAll(".stage, .decisions").forEach((part) => part.scrollTo(0, 0)),

  /** @param {number} top */
  scrollDecisions: (top) => document.querySelector(".decisions")?.scrollTo(0, top),

  /** The chosen line of the palette. */
  showOffer: () => document.querySelector(".palette [aria-selected=true]")?.scrollIntoView({ block: "nearest" }),

  /** @param {string} key */
  focusSetting: (key) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-setting="${key}"], [data-setting^="${key}/"]`))?.focus(),

  blur: () => /** @type {HTMLElement | null} */ (document.activeElement)?.blur(),

  /** Scrolls to the problem if it is out of view, and announces it to screen readers. */
  showProblem: () => {
    const problem = /** @type {HTMLElement | null} */ (document.querySelector(".stage .problem"));
    problem?.scrollIntoView({ block: "nearest" });
    return problem;
  },

  focusProblem: () => screen.showProblem()?.focus({ preventScroll: true }),
};

/** @typedef {typeof screen} Screen */
