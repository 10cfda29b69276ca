// Applies events to the page's state and returns what is left to do; makes no requests.

import { recentOf } from "../config/settings.js";
import { withDone } from "../list/rows.js";
import { heard } from "./time.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Events} Events */
/** @typedef {import("../types.js").LiveEvent} LiveEvent */
/** @typedef {import("../types.js").DraftField} DraftField */

/**
 * @typedef {{ do: "load done" } | { do: "load rest" } | { do: "load card", id: string } | { do: "load settings" }
 *   | { do: "tell", what: "new" | "late", row: Row } | { do: "drafted", id: string, fields: DraftField[] }
 *   | { do: "watch" } | { do: "decided" } | { do: "speak" }} Effect
 */

/** The longest page of the hub's list; a reset contains one, without the questions that can't be read. */
export const LONGEST_PAGE = 500;

/**
 * @param {State} state
 * @param {Events} news
 * @param {number} clock
 * @param {(id: string) => boolean} seen whether the person has looked at it before
 * @returns {Effect[]}
 */
export function applyNews(state, news, clock, seen) {
  /** @type {Effect[]} */
  const effects = [];
  if (news.reset) {
    state.rows = new Map();
    state.sorted = null;
    state.ended = new Set();
    for (const row of news.reset) addRow(state, row, clock);
    for (const id of state.left.keys()) if (!state.rows.has(id)) state.left.delete(id);
    state.unread = new Set(news.reset.map((row) => row.id).filter((id) => !seen(id)));
    state.loaded = true;
    effects.push({ do: "load done" }, { do: "load settings" }, { do: "watch" });
    if (state.open) effects.push({ do: "load card", id: state.open });
    effects.push({ do: "decided" });
    if (news.reset.length > LONGEST_PAGE / 2) effects.push({ do: "load rest" });
  }
  for (const event of news.events) applyEvent(state, event, clock, effects);
  return effects;
}

/**
 * @param {State} state
 * @param {LiveEvent} event
 * @param {number} clock
 * @param {Effect[]} effects
 */
function applyEvent(state, event, clock, effects) {
  switch (event.event) {
    case "created":
      addRow(state, event.row, clock);
      state.unread.add(event.row.id);
      effects.push({ do: "tell", what: "new", row: event.row }, { do: "watch" });
      break;
    case "changed":
      addRow(state, event.row, clock);
      if (state.open === event.row.id) effects.push(takeTerms(state.card, event) ? { do: "speak" } : { do: "load card", id: event.row.id });
      effects.push({ do: "watch" });
      break;
    case "settled":
      removeRow(state, event.row.id);
      state.done = withDone(state.done, event.row, recentOf(state.settings));
      if (event.row.status === "timeout" || event.row.status === "auto-submitted") {
        effects.push({ do: "tell", what: "late", row: event.row });
      }
      // What was sent from here comes with its reply; what is only given is not settled for good.
      if (state.open === event.row.id && !(state.card?.sending || (state.card?.view.state.phase === "settled" && state.card.view.status !== "given"))) {
        effects.push({ do: "load card", id: event.row.id });
      }
      effects.push({ do: "decided" }, { do: "watch" });
      break;
    case "drafted":
      effects.push({ do: "drafted", id: event.id, fields: event.fields });
      break;
    case "listening":
      changeRow(state, event.id, { listening: event.listening });
      break;
    case "delivered":
    case "undelivered":
      changeRow(state, event.id, { delivered: event.event === "delivered" });
      break;
    case "removed":
      removeRow(state, event.id);
      state.finder?.remove(event.id);
      if (state.done.some((row) => row.id === event.id)) effects.push({ do: "load done" });
      if (state.open === event.id) effects.push({ do: "load card", id: event.id });
      break;
    case "settings":
      effects.push({ do: "load settings" });
      break;
    case "presence":
      // As with an event of a newer hub: nothing that this page shows.
      break;
  }
}

/**
 * What the card shows has changed, here or elsewhere: the event says what it is now. A change made from here
 * comes before or after its reply, and the later of the two says nothing new.
 * @param {Card | null} card
 * @param {Extract<LiveEvent, { event: "changed" }>} event
 * @returns {boolean} false if the question has to be loaded
 */
function takeTerms(card, { row, terms }) {
  if (!terms || card?.id !== row.id) return false;
  if (terms.revision > card.view.revision) card.view = { ...card.view, ...terms, stopped: row.stopped ?? false };
  return true;
}

/**
 * @param {State} state
 * @param {Row} row
 * @param {number} clock
 */
function addRow(state, row, clock) {
  if (!state.rows.has(row.id)) state.sorted = null;
  state.rows.set(row.id, row);
  setLeft(state, row.id, row.remaining_ms, clock, Date.now() - Date.parse(row.created_at));
}

/** @param {State} state @param {string} id */
function removeRow(state, id) {
  for (const known of [state.rows, state.left, state.unread]) known.delete(id);
  state.sorted = null;
  state.ended.add(id);
}

/**
 * Adds what a list contains beyond what is known, unless it has ended since.
 * @param {State} state
 * @param {Row[]} rows
 * @param {number} clock
 * @param {(id: string) => boolean} seen
 */
export function addRest(state, rows, clock, seen) {
  for (const row of rows) {
    if (state.rows.has(row.id) || state.ended.has(row.id)) continue;
    addRow(state, row, clock);
    if (!seen(row.id)) state.unread.add(row.id);
  }
}

/**
 * @param {State} state
 * @param {string} id
 * @param {number | undefined} ms
 * @param {number} clock
 * @param {number} [age]
 */
export function setLeft(state, id, ms, clock, age) {
  const before = state.left.get(id);
  const left = heard(ms, clock, before, age);
  if (left?.end !== before?.end) state.sorted = null;
  if (left) state.left.set(id, left);
  else state.left.delete(id);
}

/**
 * @param {State} state
 * @param {string} id
 * @param {Partial<Row>} change
 */
function changeRow(state, id, change) {
  const row = state.rows.get(id);
  if (row) state.rows.set(id, { ...row, ...change });
  state.done = state.done.map((other) => (other.id === id ? { ...other, ...change } : other));
  if (state.card?.id === id) state.card.view = { ...state.card.view, ...(change.listening === undefined ? {} : { listening: change.listening }) };
}
