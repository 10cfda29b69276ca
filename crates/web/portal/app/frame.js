// The whole page: list and stage side by side, a panel over them, a status line above them.

import { settingOf } from "../config/settings.js";
import { decisions } from "../history/page.js";
import { list } from "../list/list.js";
import { nextWaiting, waitingRows } from "../list/rows.js";
import { listEdge } from "../list/width.js";
import { palette } from "../palette/palette.js";
import { card } from "../rendering/card.js";
import { h } from "../rendering/element.js";
import { outcome } from "../rendering/outcome.js";
import { stillCard } from "../rendering/still.js";
import { besides } from "../rendering/together.js";
import { help } from "./help.js";
import { door, empty, gone, lost, newer, outdated, pickOne } from "./pages.js";
import { sheet } from "./sheet.js";
import { stoppedPanel } from "./withdraw.js";

/** @import { ListActions } from "../list/list.js" */
/** @import { CardActions, State } from "../types.js" */
/** @import { SheetActions } from "./sheet.js" */

/**
 * @typedef {object} PageActions
 * @property {ListActions} list
 * @property {CardActions} card
 * @property {(code: string) => void} pair
 * @property {() => void} reload
 * @property {SheetActions} sheet
 * @property {(ids: string[]) => void} withdraw
 */

/** @param {State} state @param {PageActions} act @param {{ now: number, clock: number }} time */
export function frame(state, act, time) {
  if (state.door === "closed") return door(state.doorProblem, act.pair);
  const away = state.live === "off" && state.met;
  return h(
    "div",
    { key: "portal", class: "portal" },
    state.outdated && outdated(act.reload),
    away && state.impostor && lost(false, true),
    h(
      "main",
      { key: "panes", class: "panes", inert: state.panel !== null, style: { "--list": state.listWidth === null ? "" : `${state.listWidth}px` } },
      // The question first, also for Tab and screen readers; `frame.css` puts the list on the left.
      h("div", { key: "stage", class: "stage" }, stage(state, act, time)),
      list(state, act.list, time),
      listEdge(state.listWidth, act.list.width),
      away && !state.impostor && lost(Boolean(state.card?.kept), false),
    ),
    state.panel === "settings" && sheet(state, act.sheet),
    state.panel === "help" && help(act.sheet.close),
    state.panel === "withdraw-stopped" && stoppedPanel(state, { close: act.sheet.close, withdraw: act.withdraw }),
    state.panel === "palette" && state.palette && palette(state.palette, act.sheet.close),
  );
}

/** @param {State} state @param {PageActions} act @param {{ clock: number }} time */
function stage(state, { card: act, list, reload }, { clock }) {
  const hints = settingOf(state.settings, "hints", "on") === "on";
  const letters = hints && settingOf(state.settings, "shortcuts", "on") === "on";
  if (state.page === "history") return state.finder ? decisions(state, state.finder, { show: list.show, back: act.back }) : waiting();
  if (state.missing && !state.card?.still) return gone(act.back);
  if (state.newer) return newer(reload);
  if (state.open && state.card) {
    const shown = state.card;
    const about = { left: state.left.get(shown.id), clock, hints, letters, listening: state.rows.get(shown.id)?.listening ?? shown.view.listening };
    if (shown.still) return stillCard(shown, about, act);
    if (shown.view.state.phase === "pending") return card(shown, { ...about, others: besides(waitingRows(state), shown.view) }, act);
    const row = state.done.find((other) => other.id === shown.id);
    return outcome(shown, { row, next: nextWaiting(state, shown.id), hints, found: state.finder !== null }, act);
  }
  if (state.open || !state.loaded) return waiting();
  return state.rows.size === 0 ? empty() : pickOne(nextWaiting(state, null), act.next);
}

const waiting = () => h("div", { key: "loading", class: "page loading", "aria-busy": "true" });

/**
 * Name of the current screen: for the styles of a phone, where only one fits, and for tests.
 * @param {State} state
 */
export function screenName(state) {
  if (state.door === "closed") return "door";
  if (state.page === "history") return "history";
  if (state.missing || state.newer) return "gone";
  if (state.open) {
    if (!state.card) return "loading";
    return state.card.view.state.phase === "pending" ? "question" : "answered";
  }
  if (!state.loaded) return "loading";
  return state.rows.size === 0 ? "empty" : "list";
}
