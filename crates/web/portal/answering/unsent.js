// What was typed or chosen here and not sent yet. It is kept in this browser as it is typed, so that it is
// still there after the question has ended without it.

import { recallJson, rememberJson } from "../config/storage.js";

/** @typedef {import("../types.js").Unsent} Unsent */

/** The newest ones are kept, and no more than fits well into a browser's storage. */
const MOST = 30;
const MOST_CHARACTERS = 400_000;

/** @returns {Record<string, Unsent & { at: number }>} */
function allUnsent() {
  return recallJson("unsent", {});
}

/**
 * @param {string} id
 * @returns {Unsent | null}
 */
export function unsentOf(id) {
  return allUnsent()[id] ?? null;
}

/**
 * @param {string} id
 * @param {Unsent | null} unsent nothing is left of it
 */
export function keepUnsent(id, unsent) {
  const all = allUnsent();
  if (!unsent && !all[id]) return;
  delete all[id];
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  if (unsent) newest.unshift([id, { ...unsent, at: Date.now() }]);
  let room = MOST_CHARACTERS;
  const fits = newest.slice(0, MOST).filter((one) => (room -= JSON.stringify(one).length) >= 0);
  rememberJson("unsent", fits.length > 0 ? Object.fromEntries(fits) : null);
}
