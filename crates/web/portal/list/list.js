// The list on the left: who asks what, its state, and the remaining time.

import { age, duration, say, timeOfDay } from "../config/texts.js";
import { leftAt, urgency } from "../live/time.js";
import { button, classes, h } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { listed } from "./rows.js";

/** @import { Row, State } from "../types.js" */

/**
 * @typedef {object} ListActions
 * @property {(id: string) => void} show
 * @property {(chip: State["chip"]) => void} filter
 * @property {(panel: State["panel"]) => void} panel
 * @property {() => void} allowNotices
 */

/**
 * @param {State} state @param {ListActions} act
 * @param {{ now: number, clock: number }} time of day, and by the monotonic clock
 */
export function list(state, act, time) {
  const { waiting, done } = listed(state);
  return h(
    "nav",
    { class: "list", "aria-label": say("questions") },
    head(state, act),
    chips(state, act),
    h(
      "div",
      { class: "rows" },
      waiting.map((row) => rowOf(state, row, act, time)),
      state.open && waiting.length === 0 && state.chip !== "done" && h("p", { key: "none", class: "none" }, say("nothing-waiting")),
      done.length > 0 && h("h2", { key: "done", class: "divider" }, say("recent")),
      done.map((row) => rowOf(state, row, act, time)),
      state.chip === "done" && done.length === 0 && h("p", { key: "nodone", class: "none" }, say("nothing-done")),
    ),
  );
}

/** @param {State} state @param {ListActions} act */
function head(state, act) {
  const ask = state.permission === "default";
  return h(
    "header",
    { class: "head" },
    h("span", { class: "mark", "aria-hidden": "true" }),
    h("h1", { class: "name" }, "sayso"),
    ask && button("icon", say("notify-me"), act.allowNotices, { "data-do": "bell", key: "bell" }, icon("bell")),
    button("icon", say("help"), () => act.panel("help"), { "data-do": "help", key: "help" }, icon("help", true)),
    button("icon", say("settings"), () => act.panel("settings"), { "data-do": "settings", key: "settings" }, icon("settings")),
  );
}

/** @param {State} state @param {ListActions} act */
function chips(state, act) {
  /** @type {[State["chip"], string, number | null][]} */
  const all = [
    ["all", "chip-all", null],
    ["waiting", "chip-waiting", state.rows.size],
    ["done", "chip-done", null],
  ];
  return h(
    "div",
    { class: "chips", role: "group", "aria-label": say("filter-list") },
    all.map(([chip, key, count]) =>
      h(
        "button",
        { type: "button", class: "chip", "data-chip": chip, "aria-pressed": String(state.chip === chip), onclick: () => act.filter(chip) },
        say(key),
        count ? h("span", { class: "count" }, count) : null,
      ),
    ),
  );
}

/** @param {State} state @param {Row} row @param {ListActions} act @param {{ now: number, clock: number }} time */
function rowOf(state, row, act, { now, clock }) {
  const left = state.left.get(row.id);
  const ms = row.status === "pending" && left ? leftAt(left, clock) : null;
  const pending = row.status === "pending";
  const open = state.open === row.id;
  const answered = [row.answer, ...(row.instead ?? []).map((instead) => say(instead.replace("_", "-"), undefined, ""))].filter(Boolean).join("; ");
  return h(
    "a",
    {
      key: row.id,
      href: `/choice/${row.id}`,
      class: classes({ row: true, open, unread: state.unread.has(row.id), settled: !pending, irreversible: pending && row.irreversible }),
      "data-row": row.id,
      "data-status": row.status,
      "aria-current": open ? "true" : null,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        act.show(row.id);
      },
    },
    h(
      "span",
      { class: "who" },
      h("span", { class: "agent" }, h("bdi", null, row.agent ?? say("unknown-agent")), row.project && [" · ", h("bdi", null, row.project)]),
      state.unread.has(row.id) && h("span", { class: "dot", role: "img", "aria-label": say("unread") }),
      ms !== null && h("span", { class: "left", "data-urgency": urgency(ms) }, duration(ms)),
    ),
    h(
      "span",
      { class: "headline" },
      h("bdi", { class: "title" }, row.title),
      row.irreversible && pending && h("span", { class: "badge warn" }, say("irreversible")),
    ),
    !pending && answered && h("span", { class: "answer" }, answered),
    !pending && row.remark && h("span", { class: "answer remark" }, `${say("note-on-whole")}: ${row.remark}`),
    h(
      "span",
      { class: "badges" },
      h("span", { class: "badge status", "data-status": row.status }, say(`status-${row.status}`, undefined, row.status)),
      h("span", { class: "badge" }, say(`surface-${row.interface}`, undefined, row.interface)),
      row.actor?.presence === "unattended" && h("span", { class: "badge warn" }, say("no-terminal")),
      h("span", { class: "badge time" }, `${timeOfDay(row.created_at)} · ${age(row.created_at, now)}`),
    ),
    ms !== null && left && h("span", { class: "shrink", "data-urgency": urgency(ms), style: { "--left": String(ms / Math.max(1, left.whole)) } }),
  );
}
