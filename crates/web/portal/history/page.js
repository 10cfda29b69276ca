// The history: what was decided, by text, project, agent, outcome and time.

import { dayInWords, dayOf, say, timeOfDay } from "../config/texts.js";
import { leadsTo, settledWords } from "../list/list.js";
import { windowOf } from "../list/window.js";
import { spent } from "../live/time.js";
import { button, classes, h, rowTitle, typed, withCode } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { figures } from "./figures.js";
import { decisionLines } from "./finder.js";
import { STATUSES, TIMES } from "./wanted.js";

/** @import { Row, State } from "../types.js" */
/** @import { HistoryFinder } from "./finder.js" */

/** @typedef {{ show(id: string): void, back(): void }} HistoryActions */

/** @param {State} state @param {HistoryFinder} finder @param {HistoryActions} act */
export function decisions(state, finder, act) {
  const { rows, kept } = finder;
  const lines = decisionLines(rows);
  const { height, drawn, isWhole } = windowOf(lines, { top: finder.scrolled, height: innerHeight }, ({ key }) => key === state.focused);
  return h(
    "section",
    { key: "history", class: "history", "data-page": "history", "aria-labelledby": "title" },
    h(
      "header",
      { class: "top" },
      button("icon only-narrow", say("back-to-list"), act.back, { "data-do": "back" }, icon("back")),
      h("h1", { class: "title", id: "title", tabindex: "-1" }, say("history")),
      kept && h("p", { key: "kept", class: "small" }, keptWords(kept)),
    ),
    filters(finder),
    h(
      "details",
      { key: "figures", open: finder.unfolded, "data-part": "figures", ontoggle: (/** @type {Event} */ event) => finder.unfold(/** @type {HTMLDetailsElement} */ (event.target).open) },
      h("summary", null, say("figures")),
      finder.unfolded && finder.figures && (finder.figures === "failed" ? h("p", { class: "small", role: "status" }, say("figures-failed")) : figures(finder.figures)),
    ),
    h(
      "div",
      { class: "decisions", tabindex: "-1", onscroll: (/** @type {Event} */ event) => finder.scroll(/** @type {Element} */ (event.target).scrollTop) },
      h(
        "ul",
        { class: "lines", style: { "--height": `${height}px` }, "aria-label": say("history") },
        drawn.map(({ line, top }) =>
          h(
            "li",
            {
              key: line.key,
              style: { "--top": `${top}px` },
              "aria-setsize": isWhole || !line.row ? null : finder.next ? "-1" : String(rows.length),
              "aria-posinset": isWhole || !line.row ? null : String(rows.indexOf(line.row) + 1),
            },
            line.row ? decision(line.row, act) : h("h2", { class: "divider" }, dayInWords(line.heading ?? "", Date.now())),
          ),
        ),
      ),
      h("p", { key: "end", class: "none", role: "status" }, endWords(finder)),
    ),
  );
}

/** @param {NonNullable<HistoryFinder["kept"]>} kept */
function keptWords({ since, total }) {
  const words = say("history-since", { count: total.asked, date: dayOf(since) });
  return total.median_ms === undefined ? words : `${words} · ${say("history-median", { time: spent(total.median_ms) })}`;
}

/** @param {HistoryFinder} finder */
function endWords({ rows, state, next, searched, wanted }) {
  if (state === "failed") return say("history-failed");
  if (state === "loading" || next) return say("history-loading");
  const found = rows.length === 0 ? say("history-none") : say(Object.values(wanted).some(Boolean) ? "history-all-found" : "history-all");
  return searched > 0 ? `${found} ${say("history-looked-through", { count: searched })}` : found;
}

/** @param {HistoryFinder} finder */
function filters(finder) {
  const { wanted, kept, rows } = finder;
  /** @param {"agent" | "project"} name @param {{ name?: string }[] | undefined} known */
  const named = (name, known) => {
    const names = [...(known ?? []).map((one) => one.name), ...rows.map((row) => row[name]), wanted[name]];
    return [...new Set(names)].filter((one) => one !== undefined && one !== "").map((one) => [String(one), String(one)]);
  };
  /** @param {"project" | "agent" | "status" | "time"} name @param {string[][]} choices */
  const select = (name, choices) =>
    h(
      "select",
      { key: name, class: classes({ chip: true, set: wanted[name] !== "" }), "data-filter": name, "aria-label": say(`history-${name}`), value: wanted[name], onchange: typed((value) => finder.want({ [name]: value })) },
      [["", say(`history-any-${name}`)], ...choices].map(([value, label]) => h("option", { key: value, value, selected: value === wanted[name] }, label)),
    );
  return h(
    "div",
    { key: "filters", class: "filters", role: "search" },
    h("input", {
      type: "search",
      "data-field": "history",
      "aria-label": say("history-search"),
      placeholder: say("history-search"),
      value: wanted.search,
      autocomplete: "off",
      spellcheck: "false",
      oninput: typed((text) => finder.want({ search: text })),
    }),
    h(
      "div",
      { key: "chips", class: "filter-chips" },
      select("project", named("project", kept?.projects)),
      select("agent", named("agent", kept?.agents)),
      select("status", STATUSES.map((status) => [status, say(`status-${status}`)])),
      select("time", Object.entries(TIMES).map(([time, count]) => [time, say("history-days", { count })])),
    ),
  );
}

/** What was asked, what was decided, and when. @param {Row} row @param {HistoryActions} act */
function decision(row, act) {
  const at = row.settled_at ?? row.created_at;
  const about = [row.actor && say(`surface-${row.interface}`, undefined, row.interface), say("took", { time: spent(Date.parse(at) - Date.parse(row.created_at)) })];
  return h(
    "a",
    { ...leadsTo(row.id, act.show), class: "row settled decision", "data-status": row.status },
    h("span", { class: "headline" }, h("bdi", { class: "title" }, withCode(rowTitle(row.title)))),
    // A person's remark is never in the place of an answer.
    row.answer ? h("bdi", { class: "answer" }, row.answer) : row.remark && h("span", { class: "answer dim" }, "— ", h("bdi", null, row.remark)),
    h(
      "span",
      { class: "about-row" },
      h(
        "span",
        { class: "asker" },
        h("span", { class: "status" }, settledWords(row)),
        h("span", { class: "agent" }, h("bdi", null, row.agent ?? say("unknown-agent"))),
        row.project && h("span", { class: "project" }, h("bdi", null, row.project)),
      ),
      h("span", { class: "since" }, about.filter(Boolean).join(" · ")),
    ),
    h("span", { class: "left" }, timeOfDay(at)),
  );
}
