// The list on the left: who asks what, its state, and the remaining time.

import { age, duration, say, timeOfDay } from "../config/texts.js";
import { leftAt, unit, urgency } from "../live/time.js";
import { button, classes, h, typed, withCode } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { hasStopped, listed } from "./rows.js";
import { windowOf } from "./window.js";

/** @import { Line, Row, State } from "../types.js" */

/**
 * @typedef {object} ListActions
 * @property {(id: string) => void} show
 * @property {(chip: State["chip"]) => void} filter
 * @property {(group: State["group"]) => void} group
 * @property {(top: number) => void} scroll
 * @property {(panel: State["panel"]) => void} panel
 * @property {() => void} history
 * @property {() => void} allowNotices
 */

/** @typedef {{ now: number, clock: number }} Time of day, and by the monotonic clock */

/**
 * @param {State} state @param {ListActions} act @param {Time} time
 */
export function list(state, act, time) {
  const { height, drawn, isWhole } = windowOf(listed(state), { top: state.scrolled, height: globalThis.innerHeight ?? 1_000 }, ({ key }) => key === state.open || key === state.focused);
  const waiting = state.rows.size;
  return h(
    "nav",
    { key: "list", class: "list", "aria-label": say("questions") },
    head(state, act),
    chips(state, act),
    h(
      "div",
      { class: "rows", onscroll: (/** @type {Event} */ event) => act.scroll(/** @type {Element} */ (event.target).scrollTop) },
      h(
        "ul",
        { class: "lines", style: { "--height": `${height}px` } },
        drawn.map(({ line, top, at }) =>
          h(
            "li",
            {
              key: line.key,
              style: { "--top": `${top}px` },
              // What is not drawn counts as well.
              "aria-setsize": isWhole || !line.row ? null : String(waiting),
              "aria-posinset": isWhole || !line.row ? null : String(at + 1),
            },
            lineOf(state, line, act, time),
          ),
        ),
      ),
    ),
  );
}

/** @param {State} state @param {Line} line @param {ListActions} act @param {Time} time */
function lineOf(state, { row, heading, count, says }, act, time) {
  if (row) return rowOf(state, state.rows.get(row.id) ?? row, act, time);
  if (heading !== undefined) return h("h2", { class: "divider" }, h("bdi", null, heading || say("no-group")), h("span", { class: "count" }, count));
  return says === "recent" ? h("h2", { class: "divider" }, say(says)) : h("p", { class: "none" }, say(says ?? ""));
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
    button("icon", say("palette"), () => act.panel("palette"), { "data-do": "palette", key: "palette" }, icon("search")),
    button("icon", say("history"), act.history, { "data-do": "history", key: "history", "aria-current": state.page === "history" ? "page" : null }, icon("history")),
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
        count ? [" ", h("span", { class: "count" }, count)] : null,
      ),
    ),
    h("span", { key: "grow", class: "grow" }),
    state.rows.size > 1 &&
      h(
        "select",
        { key: "group", class: "grouping", "data-do": "group", "aria-label": say("group-list"), value: state.group, onchange: typed((group) => act.group(/** @type {State["group"]} */ (group))) },
        ["none", "project", "agent"].map((group) => h("option", { key: group, value: group, selected: group === state.group }, say(`group-by-${group}`))),
      ),
  );
}

/** @param {State} state @param {Row} row @param {ListActions} act @param {Time} time */
function rowOf(state, row, act, { now, clock }) {
  const left = state.left.get(row.id);
  const pending = row.status === "pending";
  const ms = pending && left ? leftAt(left, clock) : null;
  const open = state.open === row.id;
  const unread = state.unread.has(row.id);
  return h(
    "a",
    {
      href: `/choice/${row.id}`,
      class: classes({ row: true, open, unread, settled: !pending, irreversible: pending && row.irreversible }),
      "data-row": row.id,
      "data-status": row.status,
      "data-urgency": ms !== null && urgency(ms),
      "aria-current": open ? "true" : null,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        act.show(row.id);
      },
    },
    h(
      "span",
      { class: "headline" },
      unread && h("span", { class: "dot", role: "img", "aria-label": say("unread") }),
      h("bdi", { class: "title" }, withCode(row.title)),
      !pending && settledWords(row),
      row.irreversible && pending && warning("irreversible"),
      ms !== null && h("span", { class: "left", "data-urgency": urgency(ms) }, inShort(ms)),
    ),
    h(
      "span",
      { class: "badges" },
      h("span", { class: "badge status", "data-status": row.status }, h("span", { class: "heard" }, say(`status-${row.status}`, undefined, row.status))),
      h("span", { class: "agent" }, h("bdi", null, row.agent ?? say("unknown-agent")), row.project && [" · ", h("bdi", null, row.project)]),
      hasStopped(row) && h("span", { class: "badge", "data-stopped": "" }, say("agent-stopped")),
      // Anywhere is what everybody expects; it is only read out.
      h("span", { class: pending && row.interface === "auto" ? "heard" : "badge" }, say(`surface-${row.interface}`, undefined, row.interface)),
      row.actor?.presence === "unattended" && warning("no-terminal"),
      h("span", { class: "badge time" }, `${timeOfDay(row.created_at)} · ${age(row.created_at, now)}`),
    ),
    ms !== null && left && h("span", { class: "shrink", "data-urgency": urgency(ms), style: { "--left": String(ms / Math.max(1, left.whole)) } }),
  );
}

/** A sign with its words for those who point at it or hear it. @param {string} key */
function warning(key) {
  return h("span", { class: "badge warn", title: say(key) }, icon("warn"), h("span", { class: "heard" }, say(key)));
}

/** Hours need no seconds: a list that stands still is calmer. @param {number} ms */
function inShort(ms) {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60 || minutes >= 2 * 24 * 60) return duration(ms);
  const hours = `${Math.floor(minutes / 60)} ${unit("unit-h")}`;
  return minutes < 120 && minutes % 60 > 0 ? `${hours} ${minutes % 60} ${unit("unit-min")}` : hours;
}

/** What became of it: the answer, the person's remark, or else how it ended. @param {Row} row */
export function settledWords(row) {
  const answered = [row.answer, ...(row.instead ?? []).map((instead) => say(instead.replace("_", "-"), undefined, ""))].filter(Boolean).join("; ");
  const words = [answered || say(`status-${row.status}`, undefined, row.status), row.remark].filter(Boolean).join(" — ");
  return h("bdi", { class: "answer" }, words);
}
