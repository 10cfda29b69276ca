// Unsent text and choices. They are stored in this browser as they are typed and chosen, so
// that it is still there if the question ends without it.

import { recallJson, rememberJson } from "../config/storage.js";

/** @import { Unsent } from "../types.js" */

/** Only the newest are kept, so that they fit into the browser's storage. */
const MOST = 30;
const MOST_CHARACTERS = 400_000;

/** @returns {Record<string, Unsent & { at: number }>} */
function allUnsent() {
  return recallJson("unsent", {});
}

/** @param {string} id @returns {Unsent | null} */
export function unsentOf(id) {
  return allUnsent()[id] ?? null;
}

/**
 * @param {string} id
 * @param {Unsent | null} unsent `null`: nothing is left of it
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
