// The list on the left: who asks what, its state, and the remaining time.

import { age, say, timeOfDay, timeOrDay } from "../config/texts.js";
import { inShort, leftAt, urgency } from "../live/time.js";
import { button, classes, cut, h, isPermission, rowTitle, typed, withCode } from "../rendering/element.js";
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
 * @property {(width: number | null) => void} width
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
        { class: classes({ lines: true, whole: isWhole }), style: { "--height": `${height}px` } },
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
  if (says === "history") return button("link small older", say(says), act.history, { "data-do": "older" }, [icon("history"), say(says)]);
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
  const hurry = ms !== null && urgency(ms);
  const open = state.open === row.id;
  const unread = state.unread.has(row.id);
  return h(
    "a",
    {
      ...leadsTo(row.id, act.show),
      class: classes({ row: true, open, unread, settled: !pending }),
      "data-status": row.status,
      "data-urgency": hurry,
      "aria-current": open ? "true" : null,
    },
    h(
      "span",
      { class: "headline" },
      h("span", { class: "title" }, unread && h("span", { class: "heard" }, say("unread")), titleOf(row), row.answer && [h("span", { class: "dim" }, " →\u00a0"), h("bdi", { class: "answer" }, row.answer)]),
      row.irreversible && pending && signOf("warn", "irreversible"),
      ms !== null && h("span", { class: "left", "data-urgency": hurry }, inShort(ms)),
      row.settled_at && h("span", { class: "left age", title: timeOrDay(row.settled_at, now) }, age(row.settled_at, now)),
    ),
    aboutRow(row, now),
    // Before the last minute the time says enough.
    left && hurry && hurry !== "calm" && h("span", { class: "shrink", "data-urgency": hurry, style: { "--left": String((ms ?? 0) / Math.min(left.whole, 60_000)) } }),
  );
}

/**
 * A link to a question, which this page shows itself.
 * @param {string} id @param {(id: string) => void} show
 */
export function leadsTo(id, show) {
  return {
    href: `/choice/${id}`,
    "data-row": id,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      show(id);
    },
  };
}

/** How much of the title of a settled question leaves room for its answer on two lines; some letters are twice as wide. */
const BESIDE_ANSWER = { narrow: 36, wide: 18 };

/** @param {Row} row */
function titleOf(row) {
  const whole = rowTitle(row.title);
  const title = row.answer ? cut(whole, BESIDE_ANSWER[/[\u2e80-\uffff]/.test(whole) ? "wide" : "narrow"]) : whole;
  return isPermission(row.dialect) ? h("bdi", { class: "command" }, title) : h("bdi", null, withCode(title));
}

/** The quiet line: how it ended and who asks; at its end where, since when. @param {Row} row @param {number} now */
function aboutRow(row, now) {
  const pending = row.status === "pending";
  return h(
    "span",
    { class: "about-row" },
    h(
      "span",
      { class: "asker" },
      h("span", { class: classes({ status: true, heard: pending }), "data-status": row.status }, settledWords(row)),
      hasStopped(row) && h("span", { class: "status", "data-stopped": "" }, say("agent-stopped")),
      h("span", { class: "agent" }, h("bdi", null, row.agent ?? say("unknown-agent"))),
      row.project && h("span", { class: "project" }, h("bdi", null, row.project)),
    ),
    h(
      "span",
      { class: "since" },
      surfaceOf(row),
      row.actor?.presence === "unattended" && signOf("unseen", "no-terminal"),
      h("span", { class: "time" }, timeOfDay(row.created_at), pending && ` · ${age(row.created_at, now)}`),
    ),
  );
}

/** Where it was answered or should be. No place is preferred: in a narrow list this is only heard, so that the project keeps its room. @param {Row} row */
function surfaceOf({ interface: surface }) {
  const words = say(`surface-${surface}`, undefined, surface);
  return h("span", { class: classes({ surface: true, heard: surface === "auto" }), title: words }, words);
}

/** A sign with its words for those who point at it or hear it. @param {"warn" | "unseen"} name @param {string} key */
function signOf(name, key) {
  return h("span", { class: "sign", title: say(key) }, icon(name), h("span", { class: "heard" }, say(key)));
}

/** How it ended; what was asked instead of answered. @param {Row} row */
export function settledWords(row) {
  const instead = (row.instead ?? []).map((one) => say(one.replace("_", "-"), undefined, "")).filter(Boolean);
  return [say(`status-${row.status}`, undefined, row.status), ...instead].join(" · ");
}
