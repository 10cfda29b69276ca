// Options in the person's order, by the rules of the core (`crates/core/src/control/rank.rs`): those that
// have a place first. A click gives the next place or takes it back; arrows and dragging move an option.

import { faultInWords } from "../answering/words.js";
import { say } from "../config/texts.js";
import { button, h } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { draggable } from "./drag.js";

/** @import { CardActions, Choice, Fault, Kind, Question, Ranking } from "../types.js" */

/** @type {Kind<Ranking>} */
export const rankKind = {
  bounds: ({ places }) => ({ min: places, max: places }),
  missing: ({ places }, ranked = 0) => ({ kind: "rank_more", places, ranked }),
  words: rankedWords,
  limits: ({ places, options }) => [places < options.length ? { key: "rank-first", values: { count: places } } : { key: "rank-all" }],
  order: shownRanking,
  press: (ranking, ranked, id, way) => ({ mark: moved(ranking, ranked, id, way) }),
  beside: rankMoves,
  before: rankGrip,
  below: rankedSoFar,
};

/**
 * To this place, from 0; what is there moves on, and what has no place left is dropped.
 * @param {Ranking} ranking @param {string[]} ranked @param {string} id @param {number} at
 */
export function placed({ places }, ranked, id, at) {
  return ranked
    .filter((known) => known !== id)
    .toSpliced(at, 0, id)
    .slice(0, places);
}

/**
 * One place up or down; the last one is dropped, the first without a place gets the last.
 * @param {Ranking} ranking @param {string[]} ranked @param {string} id @param {"up" | "down"} way
 */
export function moved(ranking, ranked, id, way) {
  const at = ranked.indexOf(id);
  if (way === "up") return placed(ranking, ranked, id, at < 0 ? Math.min(ranked.length, ranking.places - 1) : Math.max(0, at - 1));
  if (at >= 0 && at + 1 < ranked.length) return placed(ranking, ranked, id, at + 1);
  // If all have a place, the last one can't move.
  return at >= 0 && ranked.length < ranking.options.length ? ranked.slice(0, at) : ranked;
}

/**
 * Dragged to this place of the list as shown: what is above it there has a place as well.
 * @param {Ranking} ranking @param {string[]} ranked @param {string} id @param {number} to
 */
export function dragged(ranking, ranked, id, to) {
  const order = shownRanking(ranking, ranked)
    .map((option) => option.id)
    .filter((known) => known !== id)
    .toSpliced(to, 0, id);
  const had = ranked.length + (ranked.includes(id) ? 0 : 1);
  return order.slice(0, Math.min(ranking.places, Math.max(had, to + 1)));
}

/**
 * The options as shown: those with a place first, in their order.
 * @param {Ranking} ranking @param {string[]} ranked
 */
function shownRanking({ options }, ranked) {
  const place = (/** @type {{ id: string }} */ { id }) => (ranked.includes(id) ? ranked.indexOf(id) : ranked.length);
  return options.toSorted((a, b) => place(a) - place(b));
}

/** @param {Ranking} ranking @param {string[]} ranked */
function rankedWords({ options }, ranked) {
  return ranked.map((id, at) => `${at + 1}. ${options.find((option) => option.id === id)?.label}`);
}

/**
 * The arrows beside an option that has a place.
 * @param {Ranking} ranking @param {Question} question @param {string[]} ranked @param {Choice} option @param {CardActions} act
 */
function rankMoves(ranking, question, ranked, option, act) {
  const place = ranked.indexOf(option.id);
  // Where all have a place the last one has nowhere to go.
  const stuck = { up: place === 0, down: place + 1 === ranked.length && ranked.length === ranking.options.length };
  const arrow = (/** @type {"up" | "down"} */ way) =>
    button(
      "icon",
      say(`rank-${way}`, { option: option.label }),
      () => act.edit(question.id, { mark: moved(ranking, ranked, option.id, way) }),
      { "data-do": `rank-${way}`, disabled: stuck[way] },
      icon(way),
    );
  return place >= 0 && [arrow("up"), arrow("down")];
}

/** @param {Ranking} ranking @param {Question} question @param {string[]} ranked @param {Choice} option @param {CardActions} act */
function rankGrip(ranking, question, ranked, option, act) {
  const drop = (/** @type {number} */ to) => act.edit(question.id, { mark: dragged(ranking, ranked, option.id, to) });
  return h("span", { key: "grip", class: "grip", "data-do": "drag", "aria-hidden": "true", ...draggable(drop) }, icon("grip"));
}

/**
 * How far it has come, also for people who hear the page.
 * @param {Ranking} ranking @param {Question} question @param {string[]} ranked @param {Fault | null} fault @param {CardActions} act
 */
function rankedSoFar(ranking, question, ranked, fault, act) {
  const left = fault && ranked.length < ranking.places && faultInWords(fault);
  const listed = shownRanking(ranking, ranked)
    .map(({ id }) => id)
    .slice(0, ranking.places);
  const words = [...rankedWords(ranking, ranked), ...(left ? [say(left.key, left.values)] : [])];
  return h(
    "div",
    { key: "ranked", class: "ranked-rest" },
    h("p", { class: "heard", role: "status" }, words.join(" · ")),
    left &&
      h(
        "button",
        { key: "rest", type: "button", class: "quiet small", "data-do": "rank-rest", onclick: () => act.edit(question.id, { mark: listed }) },
        say(ranked.length > 0 ? "rank-rest" : "rank-as-listed"),
      ),
    ranked.length === 0 && h("p", { key: "how", class: "small" }, say("rank-how")),
  );
}
