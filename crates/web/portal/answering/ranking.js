// Options in the person's order, by the rules of the core (`crates/core/src/control/rank.rs`): what is
// ranked so far in, what is ranked then out.

/** @import { Ranking } from "../types.js" */

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
 * The options as shown: those with a place first, in their order.
 * @param {Ranking} ranking @param {string[]} ranked
 */
export function shownRanking({ options }, ranked) {
  const place = (/** @type {{ id: string }} */ { id }) => (ranked.includes(id) ? ranked.indexOf(id) : ranked.length);
  return options.toSorted((a, b) => place(a) - place(b));
}
