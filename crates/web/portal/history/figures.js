// Figures over what was asked: how many, how quickly answered, what timed out, what is asked again; as a
// whole, over time, by agent and by project.

import { dayOf, say, timeOfDay } from "../config/texts.js";
import { spent } from "../live/time.js";
import { h } from "../rendering/element.js";

/** @import { FiguresView, ShareView, StatsView } from "../wire.js" */

/** How many lines of each kind are shown. */
const SHOWN = 8;

/** @param {StatsView} stats */
export function figures(stats) {
  const { total, asked_again, most_asked, slices } = stats;
  if (total.asked === 0) return h("p", { class: "small" }, say("figures-none"));
  const most = Math.max(...slices.map(({ asked }) => asked));
  const ends = [slices[0], slices[slices.length - 1]].map(({ from }) => from);
  const when = dayOf(ends[0]) === dayOf(ends[1]) ? timeOfDay : dayOf;
  return h(
    "div",
    { class: "figures" },
    h(
      "div",
      { class: "spark", role: "img", "aria-label": say("figures-line", { most, count: slices.length }) },
      slices.map(({ asked, from }) => h("span", { key: from, title: `${when(from)}: ${asked}`, style: { "--part": String(asked / most) } })),
    ),
    h("p", { class: "small" }, ends.map((from, at) => h("span", { key: at }, when(from)))),
    h(
      "dl",
      { class: "totals" },
      oneFigure("figures-asked", String(total.asked)),
      oneFigure("figures-median", median(total)),
      oneFigure("figures-late", late(total)),
      oneFigure("figures-again", String(asked_again)),
    ),
    h("div", { class: "shares" }, shares("history-agent", stats.agents), shares("history-project", stats.projects)),
    most_asked.length > 0 &&
      h(
        "section",
        { class: "most" },
        h("h2", { class: "small" }, say("figures-most")),
        h("ol", null, most_asked.slice(0, SHOWN).map(({ title, times }, at) => h("li", { key: at }, h("span", { class: "small" }, say("figures-times", { count: times })), h("bdi", null, title)))),
      ),
  );
}

/** @param {string} name @param {string} value */
function oneFigure(name, value) {
  return h("div", { key: name }, h("dt", { class: "small" }, say(name)), h("dd", { "data-figure": name }, value));
}

/** @param {string} name @param {ShareView[]} all */
function shares(name, all) {
  const head = (/** @type {string} */ key) => h("th", { scope: "col" }, say(key));
  return h(
    "table",
    { key: name, "data-shares": name },
    h("thead", null, h("tr", null, head(name), head("figures-asked"), head("figures-middle"), head("figures-late"))),
    h(
      "tbody",
      null,
      all.slice(0, SHOWN).map((share) =>
        h("tr", { key: share.name ?? "" }, h("th", { scope: "row" }, h("bdi", null, share.name ?? "—")), h("td", null, String(share.figures.asked)), h("td", null, median(share.figures)), h("td", null, late(share.figures))),
      ),
    ),
  );
}

/** @param {FiguresView} figures */
function median({ median_ms }) {
  return median_ms === undefined ? "—" : spent(median_ms);
}

/**
 * Of those that were settled, and not withdrawn.
 * @param {FiguresView} figures
 */
function late({ answered, by_program, timed_out, declined }) {
  const settled = answered + by_program + timed_out + declined;
  return settled === 0 ? "—" : `${Math.round((timed_out * 100) / settled)} %`;
}
