// What the page knows when it knows nothing yet.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").View} View */

/** @returns {State} */
export function freshState() {
  return {
    door: "unknown",
    doorProblem: false,
    live: "off",
    met: false,
    rows: new Map(),
    done: [],
    loaded: false,
    left: new Map(),
    unread: new Set(),
    chip: "all",
    open: null,
    card: null,
    missing: false,
    panel: null,
    settings: {},
    saved: null,
    notice: { before: 10, sound: false },
    permission: "default",
    armed: true,
  };
}

/**
 * @param {View} view
 * @returns {Omit<Card, "work" | "kept">}
 */
export function freshCard(view) {
  return {
    id: view.id,
    view,
    step: 0,
    filter: "",
    unfolded: new Set(),
    strict: false,
    refusal: null,
    leaving: null,
    undo: null,
    sending: false,
    overtaken: null,
    reply: null,
    timing: false,
  };
}

/** The field somebody is typing in, by its name. */
export function focusedField() {
  return /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.field ?? null;
}
