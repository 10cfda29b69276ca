// The state of the page at its start.

import { freshHands } from "./hands.js";

/** @import { Card, State, View } from "../types.js" */

/** @returns {State} */
export function freshState() {
  return {
    door: "unknown",
    doorProblem: null,
    impostor: false,
    live: "off",
    met: false,
    rows: new Map(),
    sorted: null,
    ended: new Set(),
    done: [],
    loaded: false,
    left: new Map(),
    unread: new Set(),
    chip: "all",
    group: "none",
    scrolled: 0,
    listWidth: null,
    focused: null,
    open: null,
    card: null,
    missing: false,
    page: "questions",
    finder: null,
    palette: null,
    panel: null,
    settings: {},
    outdated: false,
    newer: false,
    saved: null,
    notice: { before: 10, sound: false },
    permission: "denied",
    hands: freshHands(),
    drawn: { card: null, parts: "" },
  };
}

/** @param {View} view @returns {Omit<Card, "work" | "kept">} */
export function freshCard(view) {
  return {
    id: view.id,
    view,
    step: 0,
    reviewed: false,
    filter: "",
    unfolded: new Set(),
    strict: false,
    refusal: null,
    leaving: null,
    undo: null,
    asking: null,
    holding: false,
    sending: false,
    under: new Set(),
    pointed: null,
    overtaken: false,
    mine: false,
    unsent: null,
    copied: false,
    reply: null,
    timing: false,
    told: view.state.phase === "settled",
    still: null,
  };
}
